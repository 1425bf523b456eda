//! Zones by the names that the game has for them, and where their files are.

use std::path::{Path, PathBuf};

use landwright_core::project::Project;
use landwright_core::vfs::{FileError, Vfs, VfsPath, Writer};
use landwright_core::world::zone::names::atlas::Atlas;

use super::{LANGUAGE, Site};

/// The table that names the zones.
pub(crate) const ZONE_TABLE: &str = "LIST_ZONE.STB";

/// The zones of the game that a path is in or of the roots of its project, and where those are.
/// `None` where no table names any.
pub(crate) fn atlas_around(path: &Path, project: &Project) -> Option<(Atlas, Vfs)> {
    let vfs = Site::of(path).ok()?.tables(project);
    Some((Atlas::load(&vfs, project.code_page, LANGUAGE)?, vfs))
}

/// Where a file is that the tables name; `None` where it is in no folder.
pub(crate) fn on_disk(vfs: &Vfs, file: &VfsPath) -> Result<Option<PathBuf>, FileError> {
    match vfs.find(file)? {
        Some((mount, entry)) => match mount.writer() {
            Some(Writer::Folder(folder)) => folder.locate(&entry.path),
            _ => Ok(None),
        },
        None => Ok(None),
    }
}
