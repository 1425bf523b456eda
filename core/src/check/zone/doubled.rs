//! Things that stand in a file twice.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::problem::{Rule, Severity};
use crate::world::zone::Listed;
use crate::world::zone::thing::{Kind, Thing, ThingId};

use super::found::{Found, fixes};

pub(super) const DOUBLED: Rule = Rule {
    code: "zone-doubled",
    severity: Severity::Information,
    title: "The same object twice in one place",
    explanation: "\
Two objects of the same kind are equal in every field and in exactly the same place: most likely \
one was pasted twice. Two equal models flicker or cost time; two equal spawns make twice as many \
monsters. Objects that differ in any field, such as an event point's name or a spawn's limit, do \
not count as equal.

The fix deletes the later one. If there are lightmaps, deleting a decoration or building shifts \
those of all that follow it in the file.",
};

/// Where a thing of a kind stands, as bits.
type Spot = (Kind, [u32; 6]);

pub(super) fn check(found: &mut Found<'_>, listed: &[Listed]) {
    let zone = found.zone();
    let mut n_on_spot: BTreeMap<Spot, usize> = BTreeMap::new();
    for thing in listed.iter().filter_map(|one| zone.thing(one.id)) {
        *n_on_spot.entry(spot_of(thing)).or_default() += 1;
    }
    let mut first: BTreeMap<Vec<u8>, ThingId> = BTreeMap::new();
    for one in listed {
        let Some(thing) = zone.thing(one.id) else { continue };
        if n_on_spot.get(&spot_of(thing)).is_none_or(|n| *n < 2) {
            continue;
        }
        match first.entry(thing.to_bytes()) {
            Entry::Vacant(free) => {
                free.insert(one.id);
            }
            Entry::Occupied(other) => found.add(&DOUBLED, *one, || {
                let message = format!("{} is equal to it, in the same place", other.get());
                (message, vec![fixes::delete(one.id).one_by_one()])
            }),
        }
    }
}

fn spot_of(thing: &Thing) -> Spot {
    let [[a, b, c], [d, e, f]] = thing.corners_file_cm();
    (thing.kind(), [a, b, c, d, e, f].map(|bits| bits.to_bits()))
}
