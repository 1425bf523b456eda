//! Maps to other programs and back from them.

use std::path::{Path, PathBuf};

use landwright_core::vfs::FileError;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::edit::Edit;
use landwright_core::world::gat::exchange::Incoming;

use crate::exchange::{self, Format};
use crate::kind::place;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::proposal::Suggestion;
use crate::kind::{Exporter, Import, Importer};
use crate::model::Model;
use crate::model::tick::Done;
use crate::versions::name_of;

/// A map that was made elsewhere, and what was changed in it since it was given out.
type New = (GatMap, Option<Edit>, Vec<String>);

impl MapDocument {
    pub(super) fn exporter_as(&self, format: Format) -> Exporter {
        let (map, level) = (self.map().clone(), self.water_level);
        let name = place::map_name(&self.name);
        Box::new(move |path| exchange::export(&map, format, path, &name, level))
    }

    pub(super) fn importer_onto(&self) -> Importer {
        let map = self.map().clone();
        Box::new(move |path| {
            let incoming = incoming(path)?;
            let (action, report) = incoming.merged(&map).map_err(|wrong| wrong.to_string())?;
            let notes = incoming.notes;
            Ok(Import::new(move |model, id, title| {
                notes.into_iter().for_each(|note| model.log.warn(format!("{title}: {note}")));
                model.tell_conflicts(&title, &report);
                model.do_beside(id, Suggestion { title, action });
            }))
        })
    }
}

impl Model {
    pub(super) fn import_map(&mut self, path: PathBuf) {
        self.jobs.start(format!("Importing {}", name_of(&path)), move |_| {
            let read = incoming(&path).and_then(|incoming| on_its_own(&incoming));
            Done::of_kind(move |model| model.take_imported_map(&path, read))
        });
    }

    fn take_imported_map(&mut self, path: &Path, read: Result<New, String>) {
        let (map, edit, notes) = match read {
            Ok(new) => new,
            Err(error) => return self.tell_not_imported(path, &error),
        };
        let title = format!("Import {}", name_of(path));
        notes.into_iter().for_each(|note| self.log.warn(format!("{title}: {note}")));
        let id = self.add_map(&name_of(&path.with_extension("gat")), map);
        if let (Some(document), Some(edit)) = (self.map_mut(id), edit) {
            document.apply(title, edit);
        }
        self.flush(id);
    }
}

fn incoming(path: &Path) -> Result<Incoming, String> {
    let read = exchange::reader_of(path)?;
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|e: FileError| e.trouble.to_string())?;
    read(&loaded.bytes, &exchange::beside(path)).map_err(|wrong| wrong.to_string())
}

/// The map that the file holds, and what was changed in it since it was given out.
fn on_its_own(incoming: &Incoming) -> Result<New, String> {
    let (map, action) = incoming.on_its_own(None).map_err(|wrong| wrong.to_string())?;
    let resolved = action.resolve(&map).map_err(|refusal| refusal.to_string())?;
    let notes = incoming.notes.clone();
    match incoming.origin {
        Some(_) => Ok((map, resolved.edit, notes)),
        // Nobody knows an empty map that it was made from.
        None => Ok((resolved.map, None, notes)),
    }
}
