//! Compares the fields of one message or element with those of another.

use std::collections::{HashMap, HashSet};

use super::pair::{Pair, pairs};
use super::{Difference, Shift, Side, SizeChange, Spot};
use crate::def::layout::{Place, Role, Scope, Slot};
use crate::def::types::Type;

pub(super) struct Scopes<'a> {
    pub(super) before: Side<'a>,
    pub(super) after: Side<'a>,
    pub(super) differences: Vec<Difference>,
    pub(super) sizes: Vec<SizeChange>,
}

/// A slot that takes room. Objects take none and only lend their name, unless they are empty.
pub(super) struct Entry<'a> {
    pub(super) slot: &'a Slot,
    pub(super) spot: Spot,
}

impl<'a> Scopes<'a> {
    pub(super) fn compare(&mut self, before: &'a Scope, after: &'a Scope, of: &str) {
        let (old, new) = (entries(self.before, before, of), entries(self.after, after, of));
        let pairs = pairs(&old, &new);
        self.differences.extend(differences(&old, &new, &changes(&old, &new, &pairs)));
        self.differences.extend(shifts(&old, &new, &pairs));
        let (before, after) = (before.size.min(), after.size.min());
        if before != after {
            self.sizes.push(SizeChange { of: of.to_owned(), before, after });
        }
        for pair in &pairs {
            let (Some(old), Some(new)) = (old.get(pair.before), new.get(pair.after)) else {
                continue;
            };
            if let (Some(before), Some(after)) = (&old.slot.element, &new.slot.element) {
                self.compare(before, after, &format!("{}[]", new.spot.name));
            }
        }
    }
}

fn entries<'a>(side: Side<'_>, scope: &'a Scope, of: &str) -> Vec<Entry<'a>> {
    let opening = [Role::Length, Role::Opcode, Role::Here, Role::Next];
    let groups: HashSet<usize> = scope.slots.iter().filter_map(|slot| slot.object).collect();
    let slots = scope.slots.iter().enumerate();
    let slots = slots.filter(|(idx, slot)| !groups.contains(idx) && !opening.contains(&slot.role));
    let entry = |slot: &'a Slot| {
        let name = match (of, &*slot.path) {
            ("", path) => path.to_owned(),
            (of, "") => of.to_owned(),
            (of, path) => format!("{of}.{path}"),
        };
        let line = slot.field.and_then(|id| side.syntax.field(id)).map(|field| field.line);
        let line = line.filter(|_| !slot.is_implied || !slot.ty.is_meta());
        let spot = Spot { name, ty: label(side, slot), line, offset: slot.place.fixed() };
        Entry { slot, spot }
    };
    slots.map(|(_, slot)| entry(slot)).collect()
}

/// The type as it is written; what stands between `<` and `>` is part of the element.
fn label(side: Side<'_>, slot: &Slot) -> String {
    let field = slot.field.and_then(|id| side.syntax.field(id));
    if let Some(field) = field.filter(|field| field.kind == slot.ty && !slot.path.is_empty()) {
        let flags = field.flags.map(|span| side.syntax.str(span));
        match (slot.ty, flags) {
            (Type::Unknown, _) => return side.syntax.str(field.ty).to_owned(),
            (Type::Array, Some(flags)) => return format!("array[{flags}]"),
            _ => {}
        }
    }
    match slot.repeat {
        1 => slot.ty.name().to_owned(),
        n => format!("{}[{n}]", slot.ty),
    }
}

/// What an entry has undergone, by its place among the entries.
#[derive(Clone, Copy)]
enum Change {
    Added(usize),
    Removed(usize),
    Renamed(Pair),
    Retyped(Pair),
    Moved(Pair),
}

fn changes(old: &[Entry<'_>], new: &[Entry<'_>], pairs: &[Pair]) -> Vec<Change> {
    let before: HashSet<usize> = pairs.iter().map(|pair| pair.before).collect();
    let after: HashMap<usize, Pair> = pairs.iter().map(|pair| (pair.after, *pair)).collect();
    let gone = (0..old.len()).filter(|idx| !before.contains(idx));
    let mut changes: Vec<Change> = gone.map(Change::Removed).collect();
    for (idx, entry) in new.iter().enumerate() {
        let Some(pair) = after.get(&idx) else {
            changes.push(Change::Added(idx));
            continue;
        };
        if pair.is_renamed {
            changes.push(Change::Renamed(*pair));
        }
        if pair.is_moved {
            changes.push(Change::Moved(*pair));
        }
        if old.get(pair.before).is_some_and(|old| old.spot.ty != entry.spot.ty) {
            changes.push(Change::Retyped(*pair));
        }
    }
    changes
}

/// The changes worth a word: a count or an offset that only follows its field is none.
fn differences(old: &[Entry<'_>], new: &[Entry<'_>], changes: &[Change]) -> Vec<Difference> {
    let mut changed: HashSet<&str> = HashSet::new();
    for change in changes {
        let (before, after) = change.entries(old, new);
        let entries = [before, after].into_iter().flatten();
        changed.extend(entries.filter(|e| !e.slot.ty.is_meta()).map(|e| &*e.slot.path));
    }
    let told = changes.iter().filter_map(|change| {
        let (before, after) = change.entries(old, new);
        let entry = after.or(before)?;
        let follows = entry.slot.ty.is_meta() && changed.contains(&*entry.slot.path);
        let spots = (before.map(|e| e.spot.clone()), after.map(|e| e.spot.clone()));
        if follows { None } else { change.difference(spots) }
    });
    told.collect()
}

impl Change {
    fn entries<'a>(
        self,
        old: &'a [Entry<'a>],
        new: &'a [Entry<'a>],
    ) -> (Option<&'a Entry<'a>>, Option<&'a Entry<'a>>) {
        match self {
            Change::Added(idx) => (None, new.get(idx)),
            Change::Removed(idx) => (old.get(idx), None),
            Change::Renamed(pair) | Change::Retyped(pair) | Change::Moved(pair) => {
                (old.get(pair.before), new.get(pair.after))
            }
        }
    }

    fn difference(self, spots: (Option<Spot>, Option<Spot>)) -> Option<Difference> {
        Some(match (self, spots) {
            (Change::Added(_), (_, Some(after))) => Difference::Added { after },
            (Change::Removed(_), (Some(before), _)) => Difference::Removed { before },
            (Change::Renamed(_), (Some(before), Some(after))) => {
                Difference::Renamed { before, after }
            }
            (Change::Retyped(_), (Some(before), Some(after))) => {
                Difference::Retyped { before, after }
            }
            (Change::Moved(_), (Some(before), Some(after))) => Difference::Moved { before, after },
            _ => return None,
        })
    }
}

/// The entries that stayed in their order and stand elsewhere all the same, in runs.
///
/// Variable data is left out: where it is, is what its offset says.
fn shifts(old: &[Entry<'_>], new: &[Entry<'_>], pairs: &[Pair]) -> Vec<Difference> {
    let mut runs: Vec<Difference> = Vec::new();
    let mut is_open = false;
    for pair in pairs.iter().filter(|pair| !pair.is_moved) {
        let (Some(before), Some(after)) = (old.get(pair.before), new.get(pair.after)) else {
            continue;
        };
        if after.slot.ty.is_variable() {
            continue;
        }
        let Some(by) = shift(before.slot.place, after.slot.place) else {
            is_open = false;
            continue;
        };
        match runs.last_mut() {
            Some(Difference::Shifted { last, n_fields, shift, .. }) if is_open && *shift == by => {
                *last = after.spot.clone();
                *n_fields += 1;
            }
            _ => runs.push(Difference::Shifted {
                first: after.spot.clone(),
                last: after.spot.clone(),
                n_fields: 1,
                shift: by,
            }),
        }
        is_open = true;
    }
    runs
}

fn shift(before: Place, after: Place) -> Option<Shift> {
    match (before.fixed(), after.fixed()) {
        (Some(before), Some(after)) if before == after => None,
        (Some(before), Some(after)) => Some(Shift::Bytes(i64::from(after) - i64::from(before))),
        (Some(_), None) => Some(Shift::ToFloating),
        (None, Some(_)) => Some(Shift::ToFixed),
        (None, None) => None,
    }
}
