//! Zones by the names that the game has for them, and where their files are.

use std::path::Path;

use landwright_core::project::Project;
use landwright_core::vfs::Vfs;
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
