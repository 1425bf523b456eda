//! Files of every format as values: objects with fields, lists of things, and cells. What was done to
//! them is compared and merged by one rule, whatever the format.
//!
//! A value is the JSON that `inspect --json` shows. Fields are the same by their names, cells by their
//! place, and things of a list by what stands in them: see `list`.

pub(super) mod list;
pub(super) mod likeness;
mod place;

use serde_json::{Map, Value};

use self::likeness::{is_leaf, is_same};
use self::place::Place;
use super::three_way::{Change, Conflict, Each, Wanted};

/// Both sides of a value in one.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub value: Value,
    pub conflicts: Vec<Conflict>,
}

/// What makes one value into another.
pub fn compare(a: &Value, b: &Value, each: Each<'_>) {
    compare_at(&Place::default(), a, b, each);
}

/// The first value with the wanted ones of the changes that [`compare`] finds. Things that were moved
/// in a list stay where the first value has them.
pub fn take(a: &Value, b: &Value, wanted: Wanted<'_>) -> Value {
    take_at(&Place::default(), a, b, wanted)
}

/// What both sides did to a value that they started from. Where both changed a field, and not to the
/// same, it is as ours has it, and a conflict.
pub fn merge(base: &Value, ours: &Value, theirs: &Value) -> Merged {
    let mut conflicts = Vec::new();
    let value = merge_at(&Place::default(), [base, ours, theirs], &mut conflicts);
    Merged { value, conflicts }
}

/// The states of a value: before both sides, and as each of them has it.
type Sides<'v> = [&'v Value; 3];

fn compare_at(place: &Place, a: &Value, b: &Value, each: Each<'_>) {
    if is_same(a, b) {
        return;
    }
    match (a, b) {
        (Value::Object(old), Value::Object(new)) if have_the_same_fields(&[old, new]) => {
            for (field, (a, b)) in values_of([old, new]) {
                match Cells::of(field, &[old, new]) {
                    Some(cells) => cells.compare(place, (a, b), each),
                    None => compare_at(&place.field(field), a, b, each),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) => match is_row(&[old, new]) {
            true => {
                for (n, (a, b)) in old.iter().zip(new).enumerate() {
                    compare_at(&place.nth(n), a, b, each);
                }
            }
            false => list::compare(place, old, new, each),
        },
        _ => each(Change { thing: place.thing(), field: place.path(), a: a.clone(), b: b.clone() }),
    }
}

fn take_at(place: &Place, a: &Value, b: &Value, wanted: Wanted<'_>) -> Value {
    if is_same(a, b) {
        return a.clone();
    }
    match (a, b) {
        (Value::Object(old), Value::Object(new)) if have_the_same_fields(&[old, new]) => {
            let mut taken = old.clone();
            for (field, (a, b)) in values_of([old, new]) {
                let value = match Cells::of(field, &[old, new]) {
                    Some(cells) => cells.take(place, (a, b), wanted),
                    None => take_at(&place.field(field), a, b, wanted),
                };
                taken.insert(field.clone(), value);
            }
            Value::Object(taken)
        }
        (Value::Array(old), Value::Array(new)) if is_row(&[old, new]) => {
            let pairs = old.iter().zip(new).enumerate();
            pairs.map(|(n, (a, b))| take_at(&place.nth(n), a, b, wanted)).collect()
        }
        (Value::Array(old), Value::Array(new)) => Value::Array(list::take(place, old, new, wanted)),
        _ => {
            let (thing, field) = (place.thing(), place.path());
            let is_wanted = wanted(&Change { thing, field, a: a.clone(), b: b.clone() });
            if is_wanted { b.clone() } else { a.clone() }
        }
    }
}

fn merge_at(place: &Place, sides: Sides<'_>, conflicts: &mut Vec<Conflict>) -> Value {
    let [base, ours, theirs] = sides;
    if is_same(theirs, base) || is_same(theirs, ours) {
        return ours.clone();
    }
    if is_same(ours, base) {
        return theirs.clone();
    }
    match sides {
        [Value::Object(base), Value::Object(ours), Value::Object(theirs)]
            if have_the_same_fields(&[base, ours, theirs]) =>
        {
            let mut merged = Map::new();
            for (field, own) in ours {
                let (Some(was), Some(there)) = (base.get(field), theirs.get(field)) else {
                    continue;
                };
                let sides = [was, own, there];
                let value = match Cells::of(field, &[base, ours, theirs]) {
                    Some(cells) => cells.merge(place, sides, conflicts),
                    None => merge_at(&place.field(field), sides, conflicts),
                };
                merged.insert(field.clone(), value);
            }
            Value::Object(merged)
        }
        [Value::Array(base), Value::Array(ours), Value::Array(theirs)] => {
            if !is_row(&[base, ours, theirs]) {
                return Value::Array(list::merge(place, [base, ours, theirs], conflicts));
            }
            let states = base.iter().zip(ours).zip(theirs).enumerate();
            let merged = states.map(|(n, ((base, ours), theirs))| {
                merge_at(&place.nth(n), [base, ours, theirs], conflicts)
            });
            Value::Array(merged.collect())
        }
        _ => {
            conflicts.push(conflict(place, [base, ours, theirs].map(Clone::clone)));
            ours.clone()
        }
    }
}

fn conflict(place: &Place, [base, ours, theirs]: [Value; 3]) -> Conflict {
    Conflict { thing: place.thing(), field: place.path(), base, ours, theirs }
}

/// Whether objects can be taken apart: they have the same fields, and none is a text in itself.
fn have_the_same_fields(objects: &[&Map<String, Value>]) -> bool {
    let Some((first, others)) = objects.split_first() else { return false };
    let is_alike = |other: &&Map<String, Value>| {
        other.len() == first.len() && first.keys().all(|field| other.contains_key(field))
    };
    others.iter().all(is_alike) && !objects.iter().any(|object| likeness::is_text(object))
}

fn values_of(
    [old, new]: [&Map<String, Value>; 2],
) -> impl Iterator<Item = (&String, (&Value, &Value))> {
    old.iter().filter_map(|(field, a)| Some((field, (a, new.get(field)?))))
}

/// Whether lists are rows of the same numbers, such as a position: what is at one place in them is
/// the same.
fn is_row(lists: &[&Vec<Value>]) -> bool {
    let len = lists.first().map(|list| list.len());
    lists.iter().all(|list| Some(list.len()) == len && list.iter().all(is_leaf))
}

/// The cells of a grid: a list that the width and height beside it say the size of.
struct Cells {
    width: usize,
}

impl Cells {
    /// `None` where the field is no list of cells, or the grids have different sizes.
    fn of(field: &str, grids: &[&Map<String, Value>]) -> Option<Cells> {
        let size = |grid: &&Map<String, Value>| {
            let side = |name| usize::try_from(grid.get(name)?.as_u64()?).ok();
            let (width, height) = (side("width")?, side("height")?);
            let n_cells = grid.get(field)?.as_array()?.len();
            (n_cells > 0 && width.checked_mul(height)? == n_cells).then_some((width, height))
        };
        let mut sizes = grids.iter().map(size);
        let first = sizes.next().flatten().filter(|_| field == "cells")?;
        sizes.all(|size| size == Some(first)).then_some(Cells { width: first.0 })
    }

    fn compare(&self, place: &Place, (a, b): (&Value, &Value), each: Each<'_>) {
        let (Value::Array(old), Value::Array(new)) = (a, b) else { return };
        for (n, (a, b)) in old.iter().zip(new).enumerate().filter(|(_, (a, b))| !is_same(a, b)) {
            compare_at(&self.place(place, n), a, b, each);
        }
    }

    fn take(&self, place: &Place, (a, b): (&Value, &Value), wanted: Wanted<'_>) -> Value {
        let (Value::Array(old), Value::Array(new)) = (a, b) else { return a.clone() };
        let pairs = old.iter().zip(new).enumerate();
        pairs.map(|(n, (a, b))| take_at(&self.place(place, n), a, b, wanted)).collect()
    }

    fn merge(&self, place: &Place, sides: Sides<'_>, conflicts: &mut Vec<Conflict>) -> Value {
        let [Value::Array(base), Value::Array(ours), Value::Array(theirs)] = sides else {
            return merge_at(place, sides, conflicts);
        };
        let states = base.iter().zip(ours).zip(theirs).enumerate();
        let merged = states.map(|(n, ((base, ours), theirs))| {
            merge_at(&self.place(place, n), [base, ours, theirs], conflicts)
        });
        Value::Array(merged.collect())
    }

    fn place(&self, grid: &Place, n: usize) -> Place {
        let (x, y) = (n % self.width.max(1), n / self.width.max(1));
        grid.cell(u32::try_from(x).unwrap_or(u32::MAX), u32::try_from(y).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests;
