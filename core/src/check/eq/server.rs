//! Files of a server that were made from a different version of the zone.

use super::super::found::Found;
use crate::check::table::Around;
use crate::format::eq::map::{self, Map};
use crate::format::file::Content;
use crate::problem::{Place, Rule, Severity};
use crate::world::eq::server_map::{self, Invisible};
use crate::world::eq::{Zone, server_wtr};

pub(super) const STALE_MAP: Rule = Rule {
    code: "eq-stale-map",
    severity: Severity::Warning,
    title: "Server map that does not match the zone",
    explanation: "\
The .map beside the zone has different triangles than the server's tools make from the zone and \
its archive of objects. Monsters stand in the air or in the ground, and see through walls.

It was most likely made from a different version. Make it again with `landwright export ZONE.s3d \
-o ZONE.map`.",
};

pub(super) const STALE_WTR: Rule = Rule {
    code: "eq-stale-wtr",
    severity: Severity::Warning,
    title: "Server regions that do not match the zone",
    explanation: "\
The .wtr beside the zone has different regions than the server's tools make from it. The server \
treats water as dry land, or the other way round.

It was most likely made before regions were tagged. Make it again with `landwright export ZONE.s3d \
-o ZONE.wtr`.",
};

/// The map is the one that the server's tools would make of the zone with its objects.
pub(super) fn check(
    file: &str,
    zone: &Zone,
    made: &map::Content,
    around: Around<'_>,
    found: &mut Found,
) {
    let beside = |ending: &str| around(&format!("{}.{ending}", zone.name).to_uppercase());
    if let Some(Content::Wtr(wtr)) = beside("wtr").as_deref()
        && server_wtr::build(zone).is_ok_and(|built| built.regions != wtr.regions)
    {
        let message = format!("{}.wtr is of a different version of the zone", zone.name);
        found.add(&STALE_WTR, || Place::file(file), || (message, Vec::new()));
    }
    let Some(there) = beside("map") else { return };
    let Content::Map(Map::Version2(there)) = &*there else { return };
    let there = &there.content;
    // Without its objects, only the zone itself can be compared.
    let is_same = |built: &map::Content| match zone.models {
        Some(_) => built == there,
        None => built.solid == there.solid && built.passable == there.passable,
    };
    let with_walls = || server_map::build(zone, Invisible::Solid, &zone.ignored).0;
    if !is_same(made) && !is_same(&with_walls()) {
        let message = format!("{}.map is of a different version of the zone", zone.name);
        found.add(&STALE_MAP, || Place::file(file), || (message, Vec::new()));
    }
}
