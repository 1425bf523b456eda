//! Things that stand in a file twice.

use std::collections::BTreeMap;

use crate::problem::{Rule, Severity};
use crate::world::zone::Listed;
use crate::world::zone::thing::{Kind, Thing, ThingId};

use super::found::{Found, fixes};

pub(super) const DOUBLED: Rule = Rule {
    code: "zone-doubled",
    severity: Severity::Information,
    title: "The same thing twice on one spot",
    explanation: "\
Two things of the same kind and number stand on exactly the same spot, with the same rotation and \
scale: most likely one was pasted twice. What is drawn twice flickers or costs time; a spawn that is \
there twice makes twice as many monsters.

The fix deletes the later one. Where there are lightmaps, deleting a decoration or building moves \
those of all that follow in the file.",
};

/// What tells things on one spot apart, as bits.
type Spot = (Kind, [u32; 6], [u32; 7], i32, Vec<u32>);

pub(super) fn check(found: &mut Found<'_>, listed: &[Listed]) {
    let mut first: BTreeMap<Spot, ThingId> = BTreeMap::new();
    for one in listed {
        let Some(thing) = found.zone().thing(one.id) else { continue };
        let spot = spot_of(thing);
        match first.get(&spot) {
            None => {
                first.insert(spot, one.id);
            }
            Some(other) => found.add(&DOUBLED, *one, || {
                (format!("{other} is the same on the same spot"), vec![fixes::delete(one.id)])
            }),
        }
    }
}

fn spot_of(thing: &Thing) -> Spot {
    let [[a, b, c], [d, e, f]] = thing.corners_file_cm();
    let place = [a, b, c, d, e, f].map(|bits| bits.to_bits());
    let (mut turn, mut id) = ([0; 7], 0);
    if let Some(object) = thing.object() {
        let ([x, y, z, w], [u, v, t]) = (object.rotation_xyzw, object.scale);
        turn = [x, y, z, w, u, v, t].map(|bits| bits.to_bits());
        id = object.object_id;
    }
    let monsters = thing
        .spawn()
        .map(|spawn| spawn.basic.iter().chain(&spawn.tactic).map(|line| line.monster_id).collect());
    (thing.kind(), place, turn, id, monsters.unwrap_or_default())
}
