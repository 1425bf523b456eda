//! Things that a file gives no number: new ones, but for those that the zone has already, so that
//! a file that is brought in twice adds nothing the second time.

use std::collections::{BTreeMap, BTreeSet};

use crate::world::three_way::Line;

use super::super::Zone;
use super::super::field::Field;
use super::super::numbers::Numbers;
use super::super::set::{PutThing, SpawnList};
use super::super::thing::{Kind, Thing, ThingId};
use super::sides::added;

/// More are only counted.
const MOST_TOLD: usize = 5;

/// A thing without a number.
pub(super) struct New {
    /// Where the file has it.
    pub(super) place: String,
    pub(super) row: usize,
    pub(super) thing: Thing,
    /// What the file says of it; everything else is as usual.
    pub(super) fields: Vec<Field>,
    pub(super) lists: Vec<SpawnList>,
}

/// What becomes of the new things of a file.
#[derive(Default)]
pub(super) struct Sorted {
    pub(super) add: Vec<Thing>,
    /// Those of the zone that are what the file has.
    pub(super) there: BTreeSet<ThingId>,
    pub(super) notes: Vec<String>,
    pub(super) lines: Vec<Line>,
}

impl New {
    /// Whether everything that the file says holds for a thing, wherever its cell says it is: that
    /// of a new one follows its place.
    fn is(&self, other: &Thing) -> bool {
        let lists_of = |thing: &'_ Thing, list: SpawnList| {
            thing.spawn().map(|spawn| list.of(spawn).to_vec()).unwrap_or_default()
        };
        let said = self.fields.iter().filter(|field| !matches!(field, Field::CellX | Field::CellY));
        said.into_iter().all(|field| self.thing.values(*field) == other.values(*field))
            && self.lists.iter().all(|list| lists_of(&self.thing, *list) == lists_of(other, *list))
    }
}

/// Parts new things from those that a zone has, as it is once others of it are changed.
pub(super) fn sort(zone: &Zone, numbers: &Numbers, changed: &[PutThing], new: Vec<New>) -> Sorted {
    let mut sorted = Sorted::default();
    if new.is_empty() {
        return sorted;
    }
    let changed: BTreeMap<ThingId, &Thing> =
        changed.iter().map(|put| (put.id, &put.thing)).collect();
    let mut on_spot: BTreeMap<Spot, Vec<(ThingId, &Thing)>> = BTreeMap::new();
    for (id, thing) in zone.things() {
        let thing = changed.get(&id).copied().unwrap_or(thing);
        on_spot.entry(spot_of(thing)).or_default().push((id, thing));
    }
    let mut n_there = 0;
    for new in new {
        let beside = on_spot.get(&spot_of(&new.thing)).map(Vec::as_slice).unwrap_or_default();
        let Some((id, _)) = beside.iter().find(|(_, thing)| new.is(thing)) else {
            sorted.lines.push(added(new.row, &new.thing));
            sorted.add.push(new.thing);
            continue;
        };
        sorted.there.insert(*id);
        n_there += 1;
        if n_there <= MOST_TOLD {
            let (place, kind, number) = (new.place, new.thing.kind(), numbers.number(*id));
            let there = format!("{place}: this {kind} is there already (#{number})");
            sorted.notes.push(format!("{there}; it was not added"));
        }
    }
    if let Some(more @ 1..) = n_there.checked_sub(MOST_TOLD) {
        sorted.notes.push(format!("so it is with {more} more; they were not added"));
    }
    sorted
}

/// Where a thing of a kind stands in the plane, as bits.
type Spot = (Kind, [u64; 2]);

fn spot_of(thing: &Thing) -> Spot {
    let at = thing.pos_in_file_cm();
    (thing.kind(), [at.x, at.y].map(f64::to_bits))
}
