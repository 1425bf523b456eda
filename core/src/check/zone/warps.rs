//! Warps that lead nowhere.

use std::collections::BTreeSet;

use crate::problem::counted::counted;
use crate::problem::{Place, Rule, Severity};
use crate::world::zone::Listed;
use crate::world::zone::names::Names;
use crate::world::zone::thing::{Kind, Thing};

use super::found::Found;

pub(super) const UNKNOWN_WARP: Rule = Rule {
    code: "zone-unknown-warp",
    severity: Severity::Error,
    title: "Warp that no table has",
    explanation: "\
A warp refers to a row of WARP.STB for its target, but that row is empty or missing. Players who \
walk into it stay where they are.

Set its warp id to an existing row.",
};

pub(super) const NO_ZONE: Rule = Rule {
    code: "zone-warp-no-zone",
    severity: Severity::Error,
    title: "Warp to a zone that no table has",
    explanation: "\
The row of WARP.STB that a warp uses leads to a zone that LIST_ZONE.STB does not have. Players who \
walk into it stay where they are, or are disconnected.

Correct the row of WARP.STB, or set the warp id to a different one.",
};

pub(super) const NO_POINT: Rule = Rule {
    code: "zone-warp-no-point",
    severity: Severity::Error,
    title: "Warp to a place that its zone does not have",
    explanation: "\
The row of WARP.STB that a warp uses leads to an event point that the ZON of its target does not \
have. Servers then put players somewhere else, or nowhere.

Add a point with that name to the target zone, or correct the row of WARP.STB.",
};

pub(super) const ROW: Rule = Rule {
    code: "zone-warp-row",
    severity: Severity::Information,
    title: "Row of WARP.STB that leads to a missing point",
    explanation: "\
Rows of WARP.STB lead to event points of this zone that its ZON does not have, and no warp of this \
zone uses them. A warp of a different zone may: players who walk into it are put somewhere else, or \
nowhere. A row that nothing uses does no harm; the game's own table has some, from zones that are no \
longer open.

Add points with those names, or correct the rows.",
};

/// How many rows a problem lists.
const MOST_ROWS: usize = 5;

/// The rows that lead into the zone, but for those that its own warps use: of these, the warps tell.
pub(super) fn check_rows(found: &mut Found<'_>, names: &Names, listed: &[Listed]) {
    let (Some(warps), zone) = (&names.warps, found.zone()) else { return };
    let objects = listed.iter().filter_map(|one| zone.thing(one.id)?.object());
    let used: BTreeSet<u32> = objects.filter_map(|one| u32::try_from(one.warp_id).ok()).collect();
    let lost = warps.iter().filter(|(row, warp)| {
        !used.contains(row)
            && !warp.point.is_empty()
            && names.is_row_of(warp.zone, zone)
            && found.has_point(&warp.point) == Some(false)
    });
    let lost: Vec<String> =
        lost.map(|(row, warp)| format!("{row} ({})", found_point(&warp.point))).collect();
    if lost.is_empty() {
        return;
    }
    found.add_at(
        &ROW,
        || Place::file(zone.path_of(None).unwrap_or(zone.name())),
        || {
            let (rows, more) = (lost.iter().take(MOST_ROWS), lost.len().saturating_sub(MOST_ROWS));
            let rows: Vec<&str> = rows.map(String::as_str).collect();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let n = counted(lost.len(), "row leads", "rows lead");
            let rows = rows.join(", ");
            (format!("{n} to points that the ZON does not have: {rows}{more}"), Vec::new())
        },
    );
}

pub(super) fn check(found: &mut Found<'_>, names: &Names, listed: Listed, thing: &Thing) {
    let (Some(warps), Some(object)) = (&names.warps, thing.object()) else { return };
    let is_warp = listed.kind == Kind::Warp || object.warp_id != 0;
    if !is_warp {
        return;
    }
    let id = object.warp_id;
    let warp = u32::try_from(id).ok().and_then(|id| warps.get(&id));
    let Some(warp) = warp else {
        found.add(&UNKNOWN_WARP, listed, || {
            (format!("warp {id} is in no row of WARP.STB"), Vec::new())
        });
        return;
    };
    let zone = warp.zone;
    let has_point = match names.is_row_of(zone, found.zone()) {
        true => found.has_point(&warp.point),
        false => names.has_point(zone, &warp.point),
    };
    if names.zones.as_ref().is_some_and(|zones| zones.get(zone).is_none()) {
        found.add(&NO_ZONE, listed, || {
            let message =
                format!("warp {id} leads to zone {zone}, which LIST_ZONE.STB does not have");
            (message, Vec::new())
        });
    } else if has_point == Some(false) {
        found.add(&NO_POINT, listed, || {
            let point = found_point(&warp.point);
            let message =
                format!("warp {id} leads to {point}, which the ZON of zone {zone} does not have");
            (message, Vec::new())
        });
    }
}

fn found_point(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}
