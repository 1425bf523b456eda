//! Rows that say where lines to other zones lead.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::eq_rows::places::{Zones, has_several_numbers, zone_of};
use crate::check::eq_rows::{AT_ORIGIN, NO_ROW};
use crate::check::found::Found;
use crate::format::eq::wld::fragment;
use crate::format::eq::wld::region::RegionList;
use crate::problem::{Place, Thing};
use crate::world::eq::rows::Rows;
use crate::world::eq::rows::row::{Row, bare};
use crate::world::eq::zone_line::ZoneLine;

/// Some files have the number of a line in thousands.
const THOUSAND: u32 = 1000;

pub(super) fn is_line(row: &Row) -> bool {
    row.table.own_name().eq_ignore_ascii_case("zone_points")
}

/// A line that nobody gave a place, or a target.
pub(super) fn at_origin(file: &str, number: u32, row: &Row, found: &mut Found) {
    let is_nowhere = |columns: [&str; 3]| {
        let zero =
            |column| row.get(column).and_then(|it| bare(it).parse::<f64>().ok()) == Some(0.0);
        columns.into_iter().all(zero)
    };
    let parts = [(["x", "y", "z"], "is at"), (["target_x", "target_y", "target_z"], "leads to")];
    for (_, said) in parts.into_iter().filter(|(columns, _)| is_nowhere(*columns)) {
        let message = || (format!("{} {said} 0, 0, 0", row.in_words()), Vec::new());
        found.add(&AT_ORIGIN, || Place::thing(file, Thing::object("row", number)), message);
    }
}

/// Lines of zones that have rows here, but none with the number of the line.
pub(super) fn without_row(
    file: &str,
    rows: &Rows,
    zone: &str,
    zones: &Zones<'_>,
    found: &mut Found,
) {
    let mut numbers: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    let has_several = has_several_numbers(rows);
    for (_, row) in rows.rows().filter(|(_, row)| is_line(row)) {
        let Some(own) = zone_of(row, zone, has_several) else { continue };
        let own = numbers.entry(own).or_default();
        own.extend(row.get("number").and_then(|number| bare(number).parse::<u32>().ok()));
    }
    for (name, known) in numbers {
        let Some(zone) = zones.zone(&name) else { continue };
        let wanted: BTreeSet<u32> = zone
            .world
            .of_kind(fragment::REGION_LIST)
            .filter_map(|(_, fragment)| {
                let list = RegionList::read(fragment).ok()?;
                match ZoneLine::of_list(zone.world.name_of(fragment), list.text())? {
                    ZoneLine::Number(number) => Some(number),
                    _ => None,
                }
            })
            .collect();
        let has = |number: &u32| {
            known.contains(number)
                || (number.is_multiple_of(THOUSAND) && known.contains(&(number / THOUSAND)))
        };
        for number in wanted.iter().filter(|number| !has(number)) {
            let message =
                format!("a zone line of {name} leads to zone point {number}, which has no row");
            found.add(&NO_ROW, || Place::file(file), || (message, Vec::new()));
        }
    }
}
