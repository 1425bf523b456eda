//! Where the geometry of an area is, kept beside its journal: of a new area no file says it, and
//! zones that were in other folders are found again.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use landwright_core::space::tera::Zone;
use landwright_core::vfs::append::AppendFile;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::{FileError, Trouble};

use super::geometry::ZoneFiles;
use super::open::ZonePaths;
use crate::model::beside;
use crate::versions::name_of;

/// Keeps a list of them beside a journal that begins.
pub(super) fn keep(journal: &Path, list: &[u8]) -> Result<(), FileError> {
    beside::remove(&path_of(journal))?;
    if !list.is_empty() {
        AppendFile::create(&path_of(journal))?.append(list)?;
    }
    Ok(())
}

/// The paths as JSON, one for each zone: as texts, or as the system has them where one of them is no
/// text. Of no zone nothing is kept.
pub(super) fn list_of(files: &ZoneFiles) -> Result<Vec<u8>, FileError> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let paths: Vec<&Path> = files.iter().map(|(_, file)| file.path.as_path()).collect();
    let bytes = serde_json::to_vec_pretty(&paths).or_else(|_| {
        let names: Vec<&OsStr> = paths.iter().map(|path| path.as_os_str()).collect();
        serde_json::to_vec(&names)
    });
    let first = paths.first().copied().unwrap_or(Path::new(""));
    bytes.map_err(|error| FileError::new(first, Trouble::Other(error.to_string())))
}

/// What was kept, where it was and can be read.
pub(super) fn read(journal: &Path) -> ZonePaths {
    let read = disk::read_file(&path_of(journal), READ_LIMIT).ok();
    let paths = read.and_then(|read| paths_of(&read.bytes));
    let zone = |path: PathBuf| Some((Zone::from_file_name(&name_of(&path))?, path));
    paths.into_iter().flatten().filter_map(zone).collect()
}

fn paths_of(json: &[u8]) -> Option<Vec<PathBuf>> {
    serde_json::from_slice(json).ok().or_else(|| {
        let names: Vec<OsString> = serde_json::from_slice(json).ok()?;
        Some(names.into_iter().map(PathBuf::from).collect())
    })
}

pub(crate) fn path_of(journal: &Path) -> PathBuf {
    journal.with_extension("zones")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::CommandId as Id;
    use crate::kind::tera::tests::{brush, drag_with, opened_with_zones};
    use crate::message::Message;
    use crate::view::hand::Held;

    #[test]
    fn a_list_that_could_not_be_kept_is_kept_with_the_next_save() {
        let folder = tempfile::tempdir().unwrap();
        let [home, other] = ["home", "other"].map(|name| folder.path().join(name));
        std::fs::create_dir(&other).unwrap();
        let (mut model, _) = opened_with_zones(folder.path(), Some(home));
        brush(&mut model, Id::AddVolumes, 64, 90);
        drag_with(&mut model, [8.0, 8.0], [8.0, 24.0], Held::default());
        let area = model.active_area().unwrap();
        let (id, journal) = (area.id, area.editing.journal().unwrap().path().to_owned());
        let list = path_of(&journal);
        let before = std::fs::read(&list).unwrap();
        std::fs::remove_file(&list).unwrap();
        std::fs::create_dir(&list).unwrap();
        model.handle(Message::SaveTo(id, other.join("copy.apd")));
        model.settle();
        assert!(list.is_dir());
        std::fs::remove_dir(&list).unwrap();
        drag_with(&mut model, [88.0, 8.0], [88.0, 8.0], Held::default());
        model.handle(Message::Command(Id::Save));
        model.settle();
        let after = std::fs::read(&list).unwrap();
        assert_ne!(after, before);
        assert!(String::from_utf8(after).unwrap().contains("other"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn paths_that_are_no_text_are_kept_as_well() {
        use std::os::unix::ffi::OsStrExt;

        use landwright_core::vfs::Fingerprint;

        use landwright_core::vfs::account::Known;

        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("a.journal");
        let zones = [1000, 1001].map(|x| Zone { x, y: 1000 });
        let file = |zone: Zone| {
            let path = Path::new(OsStr::from_bytes(b"/\xb3\xaa")).join(zone.file_name());
            (zone, Known::new(path, Fingerprint::of(b"", None)))
        };
        let files: ZoneFiles = zones.into_iter().map(file).collect();
        keep(&journal, &list_of(&files).unwrap()).unwrap();
        let read: Vec<_> = read(&journal).into_iter().collect();
        assert_eq!(
            read,
            files.iter().map(|(zone, it)| (*zone, it.path.clone())).collect::<Vec<_>>()
        );
    }
}
