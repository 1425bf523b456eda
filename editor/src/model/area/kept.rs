//! Where the geometry of an area is, kept beside its journal: of a new area no file says it, and
//! zones that were in other folders are found again.

use std::path::{Path, PathBuf};

use landwright_core::space::tera::Zone;
use landwright_core::vfs::append::{self, AppendFile};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::{FileError, Trouble};

use super::geometry::ZoneFiles;
use super::open::ZonePaths;
use crate::model::open::name_of;

/// Keeps the paths as JSON, one for each zone.
pub(super) fn keep(journal: &Path, files: &ZoneFiles) -> Result<(), FileError> {
    remove(journal)?;
    if files.is_empty() {
        return Ok(());
    }
    let (list, paths) = (path_of(journal), files.values().map(|file| &file.path));
    let bytes = serde_json::to_vec_pretty(&paths.collect::<Vec<_>>());
    let other = |error: serde_json::Error| FileError::new(&list, Trouble::Other(error.to_string()));
    AppendFile::create(&list)?.append(&bytes.map_err(other)?)?;
    Ok(())
}

/// What was kept, where it was and can be read.
pub(super) fn read(journal: &Path) -> ZonePaths {
    let read = disk::read_file(&path_of(journal), READ_LIMIT).ok();
    let paths = read.and_then(|read| serde_json::from_slice::<Vec<PathBuf>>(&read.bytes).ok());
    let zone = |path: PathBuf| Some((Zone::from_file_name(&name_of(&path))?, path));
    paths.into_iter().flatten().filter_map(zone).collect()
}

pub(in crate::model) fn remove(journal: &Path) -> Result<(), FileError> {
    let list = path_of(journal);
    if disk::is_file(&list) { append::remove(&list) } else { Ok(()) }
}

fn path_of(journal: &Path) -> PathBuf {
    journal.with_extension("zones")
}
