//! Event points that can't be told apart.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::problem::{Place, Rule, Severity};
use crate::world::zone::Listed;
use crate::world::zone::names::Names;
use crate::world::zone::thing::{Thing, ThingId};

use super::found::Found;

pub(super) const DOUBLED: Rule = Rule {
    code: "zone-point-doubled",
    severity: Severity::Hint,
    title: "Two event points with one name",
    explanation: "\
Two event points of this zone have the same name. Warps and tables refer to a point only by its \
name, so all of them lead to the first point and never to the other. That happens when you copy or \
paste a point.

Give the later one its own name, or delete it. There may be many points where players revive \
(`restore`): servers use the nearest.",
};

pub(super) const NO_START: Rule = Rule {
    code: "zone-no-start",
    severity: Severity::Warning,
    title: "Start or restore point that the ZON does not have",
    explanation: "\
LIST_ZONE.STB names the event point where players come into this zone, and the one where they come \
back to life. The ZON has no point with that name: servers then put players somewhere else, or \
refuse to start.

Add a point with that name, or correct the row of LIST_ZONE.STB.",
};

/// Where one comes back to life, in the game's own zones.
const RESTORE: &[u8] = b"restore";

/// The points that LIST_ZONE names.
fn check_start(found: &mut Found<'_>, names: &Names) {
    let zone = found.zone();
    for (what, point) in [("start", &names.own_start), ("restore", &names.own_restore)] {
        let Some(point) = point.as_deref().filter(|point| !point.is_empty()) else { continue };
        if found.has_point(point) == Some(false) {
            let place = || Place::file(zone.path_of(None).unwrap_or(zone.name()));
            found.add_at(&NO_START, place, || {
                let (point, row) = (point.escape_ascii(), names.own_zone.unwrap_or_default());
                let message = format!(
                    "row {row} of LIST_ZONE.STB names the {what} point \"{point}\", which the ZON \
                     does not have"
                );
                (message, Vec::new())
            });
        }
    }
}

pub(super) fn check(found: &mut Found<'_>, names: &Names, listed: &[Listed]) {
    check_start(found, names);
    let zone = found.zone();
    let restore = names.own_restore.as_deref().unwrap_or(RESTORE);
    let mut first: BTreeMap<&[u8], ThingId> = BTreeMap::new();
    for one in listed {
        let Some(Thing::Point(point)) = zone.thing(one.id) else { continue };
        let name = point.name.as_bytes();
        if name == RESTORE || name == restore || name.is_empty() {
            continue;
        }
        match first.entry(name) {
            Entry::Vacant(free) => {
                free.insert(one.id);
            }
            Entry::Occupied(other) => found.add(&DOUBLED, *one, || {
                let (name, other) = (name.escape_ascii(), other.get());
                (format!("{other} is also called \"{name}\""), Vec::new())
            }),
        }
    }
}
