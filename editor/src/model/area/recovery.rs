//! Areas that a crash left unsaved: the bytes that a journal builds on, and doing it all again.

use std::path::{Path, PathBuf};

use landwright_core::format::file::{self, Content, Kind};
use landwright_core::vfs::append::AppendFile;
use landwright_core::vfs::{FileError, Fingerprint};
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::journal::recover::{self, Recovered};

use super::document::Parts;
use super::open::{geometry_in, parts_of};
use crate::model::Model;
use crate::model::dialog::Dialog;
use crate::model::document::File;
use crate::model::open::name_of;
use crate::model::recovery::{Left, base_path, find_base, remove_base};

/// An area brought back.
#[derive(Debug)]
pub(in crate::model) struct Restored {
    left: Left,
    recovered: Recovered<Area>,
    parts: Parts,
}

/// Keeps the bytes beside the journal that it builds on: the file may become another one.
pub(super) fn keep_base(journal: &Path, bytes: &[u8]) -> Result<(), FileError> {
    remove_base(journal)?;
    AppendFile::create(&base_path(journal))?.append(bytes)?;
    Ok(())
}

/// Reads the base and does everything again.
pub(super) fn restore(left: &Left) -> Result<Restored, String> {
    let bytes = find_base(left).ok_or_else(|| {
        let (name, journal) = (&left.base.name, left.journal.display());
        format!(
            "{name} is not what it was, nor is a backup of it; the journal is kept at {journal}"
        )
    })?;
    let read = file::read(Kind::Apd, &bytes).map_err(|error| error.to_string())?;
    let Content::Apd(apd) = read.content else { return Err("is no area".to_owned()) };
    let folder = Path::new(&left.base.name).parent();
    let geometry = folder.map_or(Ok(Geometry::none()), |folder| geometry_in(folder, &apd))?;
    let parts = parts_of(&apd, read.packed, bytes.clone(), geometry)?;
    let recovered = recover::recover(&left.journal, parts.area.clone(), &bytes)
        .map_err(|error| format!("{}: {error}", left.journal.display()))?;
    Ok(Restored { left: left.clone(), recovered, parts })
}

impl Model {
    pub(in crate::model) fn take_restored_area(&mut self, restored: Result<Restored, String>) {
        let Restored { left, recovered, mut parts } = match restored {
            Ok(restored) => restored,
            Err(error) => {
                self.log.error(error.clone());
                self.dialogs.push_back(Dialog::Failed { what: error });
                return;
            }
        };
        let path = PathBuf::from(&left.base.name);
        let base = Fingerprint::of(&parts.bytes, None);
        let area = recovered.editing.document();
        parts.places = landwright_core::world::area::routes::Places::of(area);
        let id = self.add_area(name_of(&path), parts);
        let saved = recovered.saved.map(|(hash, len)| Fingerprint { hash, len, modified: None });
        let (n_steps, lost) = (recovered.n_steps, recovered.lost);
        if let Some(document) = self.area_mut(id) {
            document.editing = recovered.editing;
            if path.is_absolute() {
                let fingerprint = saved.unwrap_or(base);
                document.file = Some(File { path: path.clone(), fingerprint });
            }
        }
        self.log.note(format!("{}: {n_steps} steps are back", name_of(&path)));
        if let Some(lost) = lost {
            let (n, reason) = (lost.n_bytes, &lost.reason);
            let copy = lost.copy.display();
            let said = format!("the last {n} bytes of the journal could not be read ({reason})");
            self.log.warn(format!("{said}; a copy of it is at {copy}"));
        }
    }
}
