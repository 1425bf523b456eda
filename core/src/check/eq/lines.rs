//! Zone lines that do not say where they lead, or that lead into solid ground or where no floor is.

use std::collections::BTreeMap;

use super::super::found::Found;
use super::list;
use crate::check::table::Around;
use crate::format::eq::pfs;
use crate::format::eq::wld::fragment;
use crate::format::eq::wld::region::RegionList;
use crate::format::file::Content;
use crate::nav::eq::answer::{As, Asked};
use crate::problem::{Rule, Severity};
use crate::space::eq::zones;
use crate::world::eq::Zone;
use crate::world::eq::zone_line::{Decimal, Place as Target, ZoneLine};

pub(super) const UNREADABLE: Rule = Rule {
    code: "eq-zone-line",
    severity: Severity::Warning,
    title: "Zone line whose target can't be read",
    explanation: "\
The name or the text of a list of regions says that it is a zone line, but its numbers can't be \
read. They are five digits for the zone, six each for x, y and z, and three for the heading. For \
zone 255, the next six digits are the number of a row in the server's zone_points.

Crossing the line leads nowhere, or to some place that the client makes up. Tag its regions as a \
zone line with the number of a row in zone_points, or with a zone and a place.",
};

pub(super) const NOWHERE: Rule = Rule {
    code: "eq-zone-line-void",
    severity: Severity::Warning,
    title: "Zone line that leads into the void",
    explanation: "\
A zone line states the place in the next zone where players come out. In that zone, the place is in solid ground, \
or no floor is below or above it. Players fall, or come out at the safe point of the zone.

The next zone is beside this one, so the place can be looked up. Tag the regions as a zone line with a place \
that has a floor.",
};

pub(super) fn check(file: &str, zone: &Zone, around: Around<'_>, found: &mut Found) {
    let mut asked: BTreeMap<u32, Option<Asked>> = BTreeMap::new();
    for (idx, fragment) in zone.world.of_kind(fragment::REGION_LIST) {
        let Ok(lists) = RegionList::read(fragment) else { continue };
        let name = zone.world.name_of(fragment);
        let Some(text) = [lists.text(), name].into_iter().find(|text| ZoneLine::is_one(text))
        else {
            continue;
        };
        match ZoneLine::read(text) {
            None => {
                let message =
                    format!("`{}` does not say where the line leads", text.escape_ascii());
                found.add(&UNREADABLE, || list(file, idx), || (message, Vec::new()));
            }
            Some(ZoneLine::Place(Target {
                zone: number,
                x: Some(x),
                y: Some(y),
                z: Some(z),
                ..
            })) => {
                let next = asked.entry(number).or_insert_with(|| asked_of(zone, number, around));
                let at = [x, y, z].map(Decimal::get);
                if next.as_ref().is_some_and(|next| is_nowhere(next, at)) {
                    let next = zones::name_of(number).unwrap_or_default();
                    let message = format!(
                        "the line leads to {x}, {y}, {z} of {next}, where nobody can stand"
                    );
                    found.add(&NOWHERE, || list(file, idx), || (message, Vec::new()));
                }
            }
            Some(_) => {}
        }
    }
}

/// The zone with a number, which may be this one.
fn asked_of(zone: &Zone, number: u32, around: Around<'_>) -> Option<Asked> {
    let name = zones::name_of(number)?;
    if zone.name.eq_ignore_ascii_case(name) {
        return Some(zone.asked());
    }
    let content = around(&format!("{name}.s3d").to_uppercase())?;
    let Content::S3d(archive) = &*content else { return None };
    let next = Zone::open(&format!("{name}.s3d"), &pfs::write(archive)).ok()?;
    Some(super::with_models(&next, around).asked())
}

/// Whether nobody can come out at a place: their feet may be a little in the floor.
fn is_nowhere(asked: &Asked, at: [f64; 3]) -> bool {
    let [x, y, z] = at;
    let is_solid = |up: f64| asked.regions.tree.leaf([x, y, z + up]).is_none();
    asked.answer(As::Server, at).best_z.is_none() || [0.0, 3.0, 6.0].into_iter().all(is_solid)
}
