//! Zones by the names that the game has for them.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::vfs::{Vfs, VfsPath, disk};
use landwright_core::world::zone::names::atlas::Atlas;

use crate::cli::load;
use crate::cli::settings::Settings;
use crate::kind::rose::zones::LANGUAGE;

/// The folder of what is no file but a name or number of LIST_ZONE.STB, in the roots of the project or
/// the current folder. `None` for a file, and where no such table is at hand.
pub(in crate::cli) fn by_name(path: &Path) -> Option<Result<PathBuf, String>> {
    let name = path.to_str()?;
    let is_name = path.components().count() == 1 && Kind::of_name(&load::name_of(path)).is_none();
    if !is_name || disk::is_file(path) || disk::is_folder(path) {
        return None;
    }
    let project = Settings::of_one(path).ok()?;
    let (vfs, _) = project.mount();
    let atlas = Atlas::load(&vfs, project.code_page, LANGUAGE)?;
    let file = atlas.named(name).map(|entry| located(&vfs, &entry.file));
    Some(file.unwrap_or_else(|error| Err(error.to_string())))
}

fn located(vfs: &Vfs, file: &VfsPath) -> Result<PathBuf, String> {
    let zon = vfs.on_disk(file).map_err(|error| error.to_string())?;
    let zon = zon.ok_or_else(|| format!("{file}: is in no folder of the project"))?;
    let folder = zon.parent().filter(|folder| has_one_zon(folder)).map(Path::to_owned);
    let zone = folder.unwrap_or(zon);
    // As it is seen from here, where that is shorter.
    let below = disk::below(&zone, Path::new(".")).filter(|path| path.components().count() > 0);
    Ok(below.unwrap_or(zone))
}

/// Whether a folder means the same as its ZON.
fn has_one_zon(folder: &Path) -> bool {
    let entries = disk::list(folder).unwrap_or_default();
    let zons = entries.iter().filter(|entry| Kind::of_name(&entry.name()) == Some(Kind::Zon));
    zons.count() == 1
}
