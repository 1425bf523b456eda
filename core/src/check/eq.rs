//! What can be wrong with a zone of EverQuest, by itself and with the files around it.

mod header;
mod lines;
mod regions;
mod server;
mod solid;
mod surfaces;
mod water;

use std::borrow::Cow;

use crate::check::found::Found;
use crate::check::table::Around;
use crate::format::eq::pfs;
use crate::format::file::Content;
use crate::problem::{Place, Problem, Rule, Thing};
use crate::world::eq::Zone;
use crate::world::eq::server_map::{self, Invisible};

pub const RULES: &[&Rule] = &[
    &header::HEADER,
    &regions::DOUBLED,
    &regions::MISSING,
    &lines::UNREADABLE,
    &lines::NOWHERE,
    &water::DRY,
    &water::UNTAGGED,
    &surfaces::NO_BITMAP,
    &surfaces::NO_MODEL,
    &surfaces::INVISIBLE,
    &solid::NO_AREA,
    &solid::BURIED,
    &server::STALE_MAP,
    &server::STALE_WTR,
];

/// Checks a zone. Without the files of a server beside it, nothing is said about those.
pub fn check(file: &str, zone: &Zone, around: Around<'_>) -> Vec<Problem> {
    let mut found = Found::default();
    let zone = &*with_models(zone, around);
    let (map, report) = server_map::build(zone, Invisible::LeftOut, &zone.ignored);
    header::check(file, zone, &mut found);
    regions::check(file, zone, &mut found);
    lines::check(file, zone, around, &mut found);
    water::check(file, zone, &mut found);
    surfaces::check(file, zone, &report, &mut found);
    solid::check(file, zone, &map, &mut found);
    server::check(file, zone, &map, around, &mut found);
    found.finish(file)
}

/// The zone with the models from the archive beside it, as that is now.
fn with_models<'z>(zone: &'z Zone, around: Around<'_>) -> Cow<'z, Zone> {
    let mut zone = Cow::Borrowed(zone);
    let models = around(&zone.models_file().to_uppercase());
    if let Some(Content::S3d(archive)) = models.as_deref() {
        // One that can't be read is reported where it is checked itself.
        let _ = zone.to_mut().add_models(&pfs::write(archive));
    }
    zone
}

fn region(file: &str, index: u32) -> Place {
    Place::thing(file, Thing::object("region", index))
}

/// A list of regions, by the number of its fragment as references count.
fn list(file: &str, fragment: usize) -> Place {
    Place::thing(file, Thing::object("fragment", u32::try_from(fragment + 1).unwrap_or(u32::MAX)))
}

#[cfg(test)]
mod tests;
