//! What can be wrong with a zone of EverQuest, by itself and with the files around it.

mod header;
mod lines;
mod regions;
mod server;
mod surfaces;
mod water;

use crate::check::found::Found;
use crate::check::table::Around;
use crate::problem::{Place, Problem, Rule, Thing};
use crate::world::eq::Zone;

pub const RULES: &[&Rule] = &[
    &header::HEADER,
    &regions::DOUBLED,
    &regions::MISSING,
    &lines::UNREADABLE,
    &water::DRY,
    &water::UNTAGGED,
    &surfaces::NO_BITMAP,
    &surfaces::NO_MODEL,
    &surfaces::INVISIBLE,
    &server::STALE_MAP,
    &server::STALE_WTR,
];

/// Checks a zone. Without the files of a server beside it, nothing is said about those.
pub fn check(file: &str, zone: &Zone, around: Around<'_>) -> Vec<Problem> {
    let mut found = Found::default();
    header::check(file, zone, &mut found);
    regions::check(file, zone, &mut found);
    lines::check(file, zone, &mut found);
    water::check(file, zone, &mut found);
    surfaces::check(file, zone, around, &mut found);
    server::check(file, zone, around, &mut found);
    found.finish(file)
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
