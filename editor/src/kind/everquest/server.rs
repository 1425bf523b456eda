//! The server's files beside a zone: which of them are of a different version, and made anew.

use std::path::{Path, PathBuf};

use landwright_core::format::eq::map::{self, Map};
use landwright_core::format::eq::wtr;
use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::disk;
use landwright_core::vfs::save::{Before, Session};
use landwright_core::vfs::saver::{Plan, Wanted};
use landwright_core::world::eq::server_map::{self, Invisible};
use landwright_core::world::eq::{Zone, server_wtr};

use crate::kind::everquest::{ignored, path_beside};
use crate::model::project;
use crate::versions::name_of;

/// A file of a server that does not fit the zone any more, with what it would be.
#[derive(Debug)]
pub(super) struct Stale {
    path: PathBuf,
    was: Fingerprint,
    bytes: Vec<u8>,
}

impl Stale {
    pub(super) fn name(&self) -> String {
        name_of(&self.path)
    }
}

/// The files beside a zone that were made from a different version of it.
pub(super) fn stale(zone: &Zone, path: &Path) -> Vec<Stale> {
    [stale_map(zone, path), stale_wtr(zone, path)].into_iter().flatten().collect()
}

fn stale_wtr(zone: &Zone, path: &Path) -> Option<Stale> {
    let path = path_beside(path, &format!("{}.wtr", zone.name))?;
    let loaded = disk::read_file(&path, disk::READ_LIMIT).ok()?;
    let there = wtr::read(&loaded.bytes).ok()?;
    let built = server_wtr::build(zone).ok()?;
    let is_stale = there.regions != built.regions;
    is_stale.then(|| Stale { path, was: loaded.fingerprint, bytes: wtr::write(&built) })
}

/// Without the archive of its objects, a map would lose them: then it is left alone.
fn stale_map(zone: &Zone, path: &Path) -> Option<Stale> {
    let file = path_beside(path, &format!("{}.map", zone.name))?;
    let loaded = disk::read_file(&file, disk::READ_LIMIT).ok()?;
    let Map::Version2(there) = map::read(&loaded.bytes).ok()? else { return None };
    zone.models.as_ref()?;
    let ignored = ignored(path, zone);
    let (built, _) = server_map::build(zone, Invisible::LeftOut, &ignored);
    let (with_walls, _) = server_map::build(zone, Invisible::Solid, &ignored);
    let is_stale = there.content != built && there.content != with_walls;
    is_stale.then(|| {
        let bytes = map::write(&Map::new(built));
        Stale { path: file, was: loaded.fingerprint, bytes }
    })
}

/// Writes the files that are of a different version, all or none. Answers with what a person should know.
pub(super) fn make(zone: &Zone, path: &Path) -> Result<Vec<String>, String> {
    let stale = stale(zone, path);
    if stale.is_empty() {
        return Ok(vec!["The server's files beside the zone fit it already".to_owned()]);
    }
    let mut said: Vec<String> =
        stale.iter().map(|file| format!("{} is made anew", file.path.display())).collect();
    let wanted = stale
        .into_iter()
        .map(|file| Wanted::new(file.path.clone(), file.path, file.bytes, Before::Was(file.was)));
    let mut session = Session::new(project::load(path).0.backups());
    let came = Plan::of(wanted.collect()).write(&mut session).map_err(|error| error.to_string())?;
    said.extend(came.notes);
    Ok(said)
}
