//! Event points that can't be told apart.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::problem::{Rule, Severity};
use crate::world::zone::Listed;
use crate::world::zone::names::Names;
use crate::world::zone::thing::{Thing, ThingId};

use super::found::Found;

pub(super) const DOUBLED: Rule = Rule {
    code: "zone-point-doubled",
    severity: Severity::Hint,
    title: "Two event points of one name",
    explanation: "\
Two event points of this zone have the same name. Warps and tables name a point by nothing else, so \
all of them lead to the first, and the other is of no use to them. That happens when a point is \
copied or pasted.

Give the later one a name of its own, or delete it. Points where one comes back to life (`restore`) \
may be many: servers take the nearest.",
};

/// Where one comes back to life, in the game's own zones.
const RESTORE: &[u8] = b"restore";

pub(super) fn check(found: &mut Found<'_>, names: &Names, listed: &[Listed]) {
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
                (format!("{other} is called \"{name}\" as well"), Vec::new())
            }),
        }
    }
}
