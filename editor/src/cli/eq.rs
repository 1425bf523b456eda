//! What the command line does with EverQuest: regions, and the questions of a server.

mod batch;
mod export;
mod regions;
mod report;
mod z;

use std::path::{Path, PathBuf};

use landwright_core::format::eq::map::Map;
use landwright_core::format::file::Kind;
use landwright_core::format::problem::problem_of;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::world::eq::server_map::{self, Invisible};
use landwright_core::world::eq::{Unfit, Zone};

use super::load;
use super::outcome::Failure;
use super::output::{complain, shown};

pub(super) use self::export::export;
pub(super) use self::regions::Regions;
pub(super) use self::z::Z;

/// Whether a path names an archive of the game.
pub(super) fn is_archive(path: &Path) -> bool {
    Kind::of_name(&load::name_of(path)) == Some(Kind::S3d)
}

fn wrong(path: &Path, error: &landwright_core::format::ReadError) -> Failure {
    Failure::File(crate::cli::output::in_words(problem_of(&shown(path), error)))
}

/// A zone with what is placed in it, where the archive of that is beside it, and what its map leaves out.
pub(super) fn zone(path: &Path) -> Result<Zone, Failure> {
    let loaded = load::load(path)?;
    let mut zone = Zone::open(&load::name_of(path), &loaded.bytes).map_err(|u| unfit(path, u))?;
    let models = path.with_file_name(zone.models_file());
    let models = if disk::is_file(&models) { models } else { beside(path, &zone.models_file()) };
    if disk::is_file(&models) {
        let loaded = load::load(&models)?;
        zone.add_models(&loaded.bytes).map_err(|u| unfit(&models, u))?;
    }
    let ignored = beside(path, &zone.ignore_file());
    if disk::is_file(&ignored) {
        zone.ignored = server_map::ignored(&load::load(&ignored)?.bytes);
    }
    Ok(zone)
}

/// Whether an archive has something else than a zone: its objects, creatures, the sky.
pub(super) fn has_no_zone(path: &Path) -> bool {
    let Ok(loaded) = load::load(path) else { return false };
    matches!(Zone::open(&load::name_of(path), &loaded.bytes), Err(Unfit::NoZone))
}

fn unfit(path: &Path, unfit: Unfit) -> Failure {
    match unfit {
        Unfit::Read(error) => wrong(path, &error),
        other => Failure::File(format!("error: {}: {other}", shown(path))),
    }
}

/// A file beside another one, whatever the case of its name.
pub(super) fn beside(path: &Path, name: &str) -> PathBuf {
    // A name comes from data, and may not lead out of the folder.
    let name = &name.replace(['/', '\\', ':', '\0'], "_");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = disk::list(folder.unwrap_or(Path::new("."))).unwrap_or_default();
    let found = entries.into_iter().find(|entry| entry.name().eq_ignore_ascii_case(name));
    found.map_or_else(|| path.with_file_name(name), |entry| entry.path)
}

/// The map of a zone as the server's tools make it. A person hears of what is not in it.
pub(super) fn map_of(path: &Path, zone: &Zone, invisible: Invisible) -> Result<Map, Failure> {
    let (content, report) = server_map::build(zone, invisible, &zone.ignored);
    if zone.models.is_none() {
        let models = zone.models_file();
        complain(&format!(
            "warning: {models} is not beside {}; the map has no objects",
            shown(path)
        ));
    }
    for (model, number) in &report.without_model {
        let objects = counted(*number, "object", "objects");
        complain(&format!("note: skipped {objects} of {model}, which has no model"));
    }
    if report.n_unreadable > 0 {
        let meshes = counted(report.n_unreadable, "mesh", "meshes");
        complain(&format!("warning: {meshes} can't be read; skipped"));
    }
    if report.n_invisible > 0 && invisible == Invisible::LeftOut {
        let polygons = counted(report.n_invisible, "polygon", "polygons");
        complain(&format!(
            "note: skipped {polygons} that only the client knows, as the server's tools do"
        ));
    }
    Ok(Map::new(content))
}
