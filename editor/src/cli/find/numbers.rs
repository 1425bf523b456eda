//! The numbers of things in their zones, which scripts, tables and `Ctrl+G` take.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use landwright_core::project::Project;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::thing::Kind;

use crate::cli::load;
use crate::kind::rose::zones;

/// The zones of files, each read once.
#[derive(Debug, Default)]
pub(super) struct ZoneNumbers {
    /// `None` for a folder that is no zone that can be read.
    by_folder: BTreeMap<PathBuf, Option<Rc<Zone>>>,
}

/// The numbers of what one file of a zone lists.
#[derive(Debug, Default)]
pub(super) struct FileNumbers {
    by_kind: BTreeMap<Kind, Vec<u32>>,
}

impl ZoneNumbers {
    /// Of a file of a zone; of any other file there are none.
    pub(super) fn of(&mut self, path: &Path, project: &Project) -> FileNumbers {
        let name = load::name_of(path);
        let zone = path.parent().and_then(|folder| self.zone_in(folder, project));
        let Some(zone) = zone else { return FileNumbers::default() };
        let block = BlockCoord::from_file_name(&name);
        let is_its_file = |file: &str| {
            file.rsplit('/').next().is_some_and(|file| file.eq_ignore_ascii_case(&name))
        };
        if !zone.path_of(block).is_some_and(is_its_file) {
            return FileNumbers::default();
        }
        let mut by_kind: BTreeMap<Kind, Vec<u32>> = BTreeMap::new();
        for listed in zone.listed().filter(|listed| listed.block == block) {
            // Things of a zone that was just opened are numbered by their ids.
            by_kind.entry(listed.kind).or_default().push(listed.id.0);
        }
        FileNumbers { by_kind }
    }

    fn zone_in(&mut self, folder: &Path, project: &Project) -> Option<Rc<Zone>> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if let Some(zone) = self.by_folder.get(folder) {
            return zone.clone();
        }
        let read = zones::is_zone(folder)
            .then(|| zones::read(folder, project, &mut zones::go_on).ok())
            .flatten();
        let zone = read.map(|read| Rc::new(read.zone));
        self.by_folder.insert(folder.to_owned(), zone.clone());
        zone
    }
}

impl FileNumbers {
    /// Of the so-manyth thing of a kind in the file, from 0.
    pub(super) fn number(&self, thing: &str, index: usize) -> Option<u32> {
        let kind = thing.parse::<Kind>().ok()?;
        self.by_kind.get(&kind)?.get(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone as SampleZone};
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn things_of_a_file_have_the_numbers_that_their_zone_gives_them() {
        let folder = TempDir::new().unwrap();
        for file in SampleZone::new(Plan::small(1)).files() {
            let path = folder.path().join(&file.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file.bytes).unwrap();
        }
        let place = folder.path().join(ZONE_FOLDER);
        let project = Project::usual(folder.path());
        let zone = zones::read(&place, &project, &mut zones::go_on).unwrap().zone;
        let mut numbers = ZoneNumbers::default();
        let of_file = numbers.of(&place.join("31_31.IFO"), &project);
        let spawn = of_file.number("spawn", 1).unwrap();
        let listed = zone.listed().nth(spawn as usize).unwrap();
        assert_eq!((listed.kind, listed.index, listed.id.0), (Kind::Spawn, 1, spawn));
        assert_eq!(listed.block.map(|block| block.to_string()).as_deref(), Some("31_31"));
        assert_eq!(of_file.number("block", 0), None);
        assert_eq!(of_file.number("spawn", 999), None);
        assert!(numbers.of(&place.join("S01.ZON"), &project).number("point", 0).is_some());
        assert!(numbers.of(&place.join("31_31.TIL"), &project).number("tile", 0).is_none());
        assert!(numbers.of(&place.join("copy.IFO"), &project).number("spawn", 0).is_none());
    }
}
