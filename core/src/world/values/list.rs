//! Lists of things. Equal things in one order are the same, then those between them that are most
//! alike, and then equal ones that are somewhere else: they were moved.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::problem::aligned::{self, Matched};
use crate::world::three_way::{Change, Conflict, Each, Wanted};

use super::likeness::{is_same, likeness};
use super::place::Place;
use super::{compare_at, merge_at, take_at};

/// What became of a list on one side.
struct Side<'v> {
    items: &'v [Value],
    matched: Matched,
}

/// Tells things by what stands in them.
#[derive(Default)]
struct Known(HashMap<String, u32>);

impl Known {
    fn ids(&mut self, list: &[Value]) -> Vec<u32> {
        let mut id = |item: &Value| {
            let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
            *self.0.entry(item.to_string()).or_insert(next)
        };
        list.iter().map(&mut id).collect()
    }
}

impl<'v> Side<'v> {
    fn of(known: &mut Known, base: &[Value], items: &'v [Value]) -> Side<'v> {
        let (old, new) = (known.ids(base), known.ids(items));
        let alike = |before: usize, after: usize| match (base.get(before), items.get(after)) {
            (Some(a), Some(b)) => likeness(a, b),
            _ => 0.0,
        };
        Side { items, matched: aligned::matched(&old, &new, alike) }
    }

    /// The thing of the side that an old one became.
    fn of_old(&self, n: usize) -> Option<&'v Value> {
        self.items.get(self.matched.place_of(n)?)
    }

    fn is_moved(&self, n: usize) -> bool {
        self.matched.moved.contains_key(&n)
    }

    /// The new things behind each old one that kept its order, the first of them before all.
    fn new_behind(&self) -> HashMap<Option<usize>, Vec<(usize, Option<usize>)>> {
        let mut behind: HashMap<_, Vec<_>> = HashMap::new();
        let held =
            self.matched.places.iter().enumerate().filter_map(|(n, place)| Some(((*place)?, n)));
        let held: Vec<(usize, usize)> = held.collect();
        for (place, from) in &self.matched.new {
            let n_before = held.partition_point(|(other, _)| other < place);
            let before = n_before.checked_sub(1).and_then(|n| held.get(n)).map(|(_, n)| *n);
            behind.entry(before).or_default().push((*place, *from));
        }
        behind
    }
}

/// For each thing of a list, its place in a different state of the list. Where as many things came as went
/// between others, those that came are what became of those that went.
pub(in crate::world) fn places(old: &[Value], new: &[Value]) -> Vec<Option<usize>> {
    let side = Side::of(&mut Known::default(), old, new);
    let mut places: Vec<Option<usize>> = (0..old.len()).map(|n| side.matched.place_of(n)).collect();
    let taken: HashSet<usize> = places.iter().flatten().copied().collect();
    for (before, after) in aligned::gaps(&side.matched.places, new.len()) {
        let went = before.filter(|n| side.of_old(*n).is_none());
        let came = after.filter(|n| !taken.contains(n));
        let (went, came): (Vec<usize>, Vec<usize>) = (went.collect(), came.collect());
        if went.len() == came.len() {
            for (n, to) in went.into_iter().zip(came) {
                places.get_mut(n).into_iter().for_each(|place| *place = Some(to));
            }
        }
    }
    places
}

pub(super) fn compare(place: &Place, old: &[Value], new: &[Value], each: Each<'_>) {
    let side = Side::of(&mut Known::default(), old, new);
    for (n, a) in old.iter().enumerate() {
        let at = place.item(n, a);
        let mut change = |field, a: Value, b: Value| {
            each(Change { thing: at.thing(), field, a, b });
        };
        match (side.of_old(n), side.matched.moved.get(&n)) {
            (_, Some(to)) => change("place in the list".into(), n.into(), (*to).into()),
            (Some(b), None) => compare_at(&at, a, b, each),
            (None, None) => change(at.whole(), a.clone(), Value::Null),
        }
    }
    for (n, _) in side.matched.new.iter().filter(|(_, from)| from.is_none()) {
        let Some(b) = new.get(*n) else { continue };
        let at = place.item(*n, b);
        each(Change { thing: at.thing(), field: at.whole(), a: Value::Null, b: b.clone() });
    }
}

pub(super) fn take(place: &Place, old: &[Value], new: &[Value], wanted: Wanted<'_>) -> Vec<Value> {
    let side = Side::of(&mut Known::default(), old, new);
    let is_wanted = |n: usize, thing: &Value, [a, b]: [&Value; 2]| {
        let at = place.item(n, thing);
        let (thing, field) = (at.thing(), at.whole());
        wanted(&Change { thing, field, a: a.clone(), b: b.clone() })
    };
    let mut behind = side.new_behind();
    let mut list = Vec::with_capacity(old.len());
    let mut put_new = |before: Option<usize>, list: &mut Vec<Value>| {
        for (n, from) in behind.remove(&before).unwrap_or_default() {
            if let Some(b) = new.get(n).filter(|_| from.is_none())
                && is_wanted(n, b, [&Value::Null, b])
            {
                list.push(b.clone());
            }
        }
    };
    put_new(None, &mut list);
    for (n, a) in old.iter().enumerate() {
        match (side.of_old(n), side.is_moved(n)) {
            (_, true) => list.push(a.clone()),
            (Some(b), false) => list.push(take_at(&place.item(n, a), a, b, wanted)),
            (None, false) if is_wanted(n, a, [a, &Value::Null]) => {}
            (None, false) => list.push(a.clone()),
        }
        put_new(Some(n), &mut list);
    }
    list
}

pub(super) fn merge(
    place: &Place,
    [base, ours, theirs]: [&[Value]; 3],
    conflicts: &mut Vec<Conflict>,
) -> Vec<Value> {
    let mut known = Known::default();
    let (our, their) = (Side::of(&mut known, base, ours), Side::of(&mut known, base, theirs));
    let mut merged: HashMap<usize, Value> = HashMap::new();
    let mut disputed = HashSet::new();
    let mut held_before = None;
    for (n, was) in base.iter().enumerate() {
        let at = place.item(n, was);
        let sides = [our.of_old(n), their.of_old(n)];
        let n_before = conflicts.len();
        if let Some(value) = merge_item(&at, was, sides, conflicts) {
            merged.insert(n, value);
        }
        if sides[1].is_none() && conflicts.len() > n_before {
            disputed.insert(held_before);
        }
        if their.matched.places.get(n).copied().flatten().is_some() {
            held_before = Some(n);
        }
    }
    let (mut ours_behind, mut theirs_behind) = (our.new_behind(), their.new_behind());
    let mut list = Vec::with_capacity(merged.len());
    let mut unplaced = Vec::new();
    let mut put_new = |before: Option<usize>, list: &mut Vec<Value>| {
        let mut own: Vec<&Value> = Vec::new();
        for (place, from) in ours_behind.remove(&before).unwrap_or_default() {
            match from {
                Some(from) => list.extend(merged.get(&from).cloned()),
                None => own.extend(ours.get(place)),
            }
        }
        list.extend(own.iter().copied().cloned());
        for (place, from) in theirs_behind.remove(&before).unwrap_or_default() {
            match (from, theirs.get(place)) {
                // Where we moved it, or deleted it, it is as we have it.
                (Some(from), _) if our.is_moved(from) || our.of_old(from).is_none() => {}
                (Some(from), _) => list.extend(merged.get(&from).cloned()),
                (None, Some(value)) => match own.iter().position(|own| is_same(own, value)) {
                    Some(same) => drop(own.remove(same)),
                    // It may be what they have instead of what we changed.
                    None if disputed.contains(&before) => unplaced.push(place),
                    None => list.push(value.clone()),
                },
                (None, None) => {}
            }
        }
    };
    put_new(None, &mut list);
    for n in 0..base.len() {
        if !our.is_moved(n) && !their.is_moved(n) {
            list.extend(merged.get(&n).cloned());
        }
        put_new(Some(n), &mut list);
    }
    for (n, value) in unplaced.into_iter().filter_map(|n| Some((n, theirs.get(n)?))) {
        let at = place.item(n, value);
        let (base, ours, theirs) = (Value::Null, Value::Null, value.clone());
        conflicts.push(Conflict { thing: at.thing(), field: at.whole(), base, ours, theirs });
    }
    list
}

/// What becomes of a thing that was there before; `None` where it goes.
fn merge_item(
    at: &Place,
    was: &Value,
    sides: [Option<&Value>; 2],
    conflicts: &mut Vec<Conflict>,
) -> Option<Value> {
    let mut whole = |ours: Value, theirs: Value| {
        let (thing, field) = (at.thing(), at.whole());
        conflicts.push(Conflict { thing, field, base: was.clone(), ours, theirs });
    };
    match sides {
        [Some(ours), Some(theirs)] => Some(merge_at(at, [was, ours, theirs], conflicts)),
        [Some(ours), None] if is_same(ours, was) => None,
        [Some(ours), None] => {
            whole(ours.clone(), Value::Null);
            Some(ours.clone())
        }
        [None, Some(theirs)] => {
            if !is_same(theirs, was) {
                whole(Value::Null, theirs.clone());
            }
            None
        }
        [None, None] => None,
    }
}
