//! An area is saved with the zones whose geometry changed, and the areas that share them are
//! reported.

use std::ops::ControlFlow;
use std::path::Path;

use landwright_core::check::area::shared::brought_by;
use landwright_core::format::effort::Effort;
use landwright_core::problem::counted::counted;
use landwright_core::space::tera::Zone;
use landwright_core::vfs::disk;
use landwright_core::vfs::saver::Wanted;
use landwright_core::world::area::files::AreaFile;
use landwright_core::world::area::names::name_of_file;

use super::named::{folders_around, names_in};
use super::{Opened, is_area};
use crate::cli::half::mend_at;
use crate::cli::load::name_of;
use crate::cli::outcome::Failure;
use crate::cli::output::in_words;
use crate::cli::output::{complain, shown};
use crate::cli::settings::Settings;
use crate::cli::target::{Place, Target, save_all};

/// How many problems are shown of each area that shares a zone.
const MAX_SHOWN: usize = 5;

/// The file that a target means, asked before any work is done: in a folder, it has the name that it
/// was read by.
pub(in crate::cli) fn place(target: &Target, read_from: &Path) -> Result<Place, Failure> {
    let path = target.path();
    let file = match disk::is_folder(path) {
        true => path.join(name_of(read_from)),
        false => path.to_owned(),
    };
    if !is_area(&file) {
        let message = format!("{}: expected a name that ends in .apd, or a folder", shown(path));
        return Err(Failure::WrongUse(message));
    }
    mend_at(&file);
    let before = target.before_at(&file)?;
    Ok(Place { file, before })
}

impl Opened {
    /// Writes the area and the zones whose geometry changed, all or none: those beside it, or where
    /// they were read if it is written where it was. Gives their names.
    pub(in crate::cli) fn save_at(
        &self,
        read_from: &Path,
        target: &Target,
        place: &Place,
    ) -> Result<Vec<String>, Failure> {
        let project = Settings::of_one(&place.file)?;
        let folder = place.file.parent().unwrap_or(Path::new("."));
        let changed = self.geometry.of(&self.area).changed_zones();
        let absolute = |path: &Path| disk::absolute(path).ok();
        let is_own = absolute(&place.file) == absolute(read_from);
        let paths = self.bytes_of(&self.area, read_from, project.compression)?;
        let mut wanted = vec![Wanted::new(AreaFile::Paths, &place.file, paths, place.before)];
        for zone in &changed {
            let name = AreaFile::Zone(*zone);
            let (path, before) = match self.files.get(&name).filter(|_| is_own) {
                Some(known) => (known.path.clone(), self.files.before(&name)),
                None => {
                    let path = folder.join(zone.file_name());
                    let before = target.before_at(&path)?;
                    (path, before)
                }
            };
            let bytes = self.zone_bytes(*zone, project.compression)?;
            wanted.push(Wanted::new(name, path, bytes, before));
        }
        self.tell_sharing(read_from, &changed);
        save_all(&project, wanted)?;
        Ok(changed.iter().map(|zone| zone.file_name()).collect())
    }

    fn zone_bytes(&self, zone: Zone, effort: Effort) -> Result<Vec<u8>, Failure> {
        let mut go_on = |_, _| ControlFlow::Continue(());
        let written = self.geometry.of(&self.area).file_of(zone, effort, &mut go_on);
        let name = zone.file_name();
        let wrong = |why: String| Failure::File(format!("error: {name}: {why}"));
        let written = written.ok_or_else(|| wrong("does not exist any more".to_owned()))?;
        written.map_err(|error| wrong(error.to_string()))
    }

    /// Names the other areas that have these zones, and what the change brings to them.
    fn tell_sharing(&self, own: &Path, changed: &[Zone]) {
        if changed.is_empty() {
            return;
        }
        let folders = folders_around(own);
        let Some(names) = names_in(&folders) else { return };
        let own_name = name_of(own);
        for (other, zones) in names.sharing(name_of_file(&own_name), changed) {
            let zones: Vec<String> = zones.iter().map(|zone| zone.file_name()).collect();
            let zones = zones.join(", ");
            let Some(file) = folders.area(&other.name) else {
                let missing =
                    format!("but {} is not here, so it is not checked", other.file_name());
                complain(&format!("note: {} also has {zones}, {missing}", other.name));
                continue;
            };
            let Ok(opened) = super::open(&file, None) else {
                complain(&format!("note: {} also has {zones}", other.name));
                continue;
            };
            let name = shown(&file);
            let problems = brought_by(&name, &opened.area, &opened.geometry, &self.area);
            let n_problems = counted(problems.len(), "new problem", "new problems");
            complain(&format!("note: {} also has {zones}: {n_problems} in it", other.name));
            problems.into_iter().take(MAX_SHOWN).for_each(|problem| complain(&in_words(problem)));
        }
    }
}
