//! Zone lines that say nowhere that they lead.

use super::super::found::Found;
use super::list;
use crate::format::eq::wld::fragment;
use crate::format::eq::wld::region::RegionList;
use crate::problem::{Rule, Severity};
use crate::world::eq::Zone;
use crate::world::eq::zone_line::ZoneLine;

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

pub(super) fn check(file: &str, zone: &Zone, found: &mut Found) {
    for (idx, fragment) in zone.world.of_kind(fragment::REGION_LIST) {
        let Ok(lists) = RegionList::read(fragment) else { continue };
        let name = zone.world.name_of(fragment);
        let Some(text) = [lists.text(), name].into_iter().find(|text| ZoneLine::is_one(text))
        else {
            continue;
        };
        if ZoneLine::read(text).is_none() {
            let message = format!("`{}` does not say where the line leads", text.escape_ascii());
            found.add(&UNREADABLE, || list(file, idx), || (message, Vec::new()));
        }
    }
}
