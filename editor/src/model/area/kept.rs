//! Where the geometry of an area is, kept beside its journal: of a new area no file says it, and
//! zones that were in other folders are found again.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use landwright_core::space::tera::Zone;
use landwright_core::vfs::append::{self, AppendFile};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::{FileError, Trouble};

use super::geometry::ZoneFiles;
use super::open::ZonePaths;
use crate::model::open::name_of;

/// Keeps the paths as JSON, one for each zone: as texts, or as the system has them where one of them
/// is no text.
pub(super) fn keep(journal: &Path, files: &ZoneFiles) -> Result<(), FileError> {
    remove(journal)?;
    if files.is_empty() {
        return Ok(());
    }
    let (list, paths) = (path_of(journal), files.values().map(|file| file.path.as_path()));
    let paths: Vec<&Path> = paths.collect();
    let bytes = serde_json::to_vec_pretty(&paths).or_else(|_| {
        let names: Vec<&OsStr> = paths.iter().map(|path| path.as_os_str()).collect();
        serde_json::to_vec(&names)
    });
    let other = |error: serde_json::Error| FileError::new(&list, Trouble::Other(error.to_string()));
    AppendFile::create(&list)?.append(&bytes.map_err(other)?)?;
    Ok(())
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

pub(in crate::model) fn remove(journal: &Path) -> Result<(), FileError> {
    let list = path_of(journal);
    if disk::is_file(&list) { append::remove(&list) } else { Ok(()) }
}

fn path_of(journal: &Path) -> PathBuf {
    journal.with_extension("zones")
}
