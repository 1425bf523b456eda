//! The places of all fields of a definition at hand, and how they are said.

use crate::def::layout::{Layout, Place, Role, Scope, Size, Slot};
use crate::def::syntax::{Field, FieldId};
use crate::def::types::Type;

/// Where a line begins in its scope and how much it takes: a `ref` is a count and an offset, and an
/// `@include` all that comes with the file.
pub(super) fn extent(scope: &Scope, slot: &Slot, field: &Field) -> (Place, Size) {
    let is_part = |other: &&Slot| match field.kind {
        Type::Ref => other.field == slot.field && !other.is_implied,
        Type::Include => other.field == slot.field && other.role != Role::Object,
        _ => std::ptr::eq(*other, slot),
    };
    let mut parts = scope.slots.iter().filter(is_part);
    match parts.next() {
        Some(first) => (first.place, parts.fold(first.size, |sum, part| sum.and(part.size))),
        None => (slot.place, slot.size),
    }
}

/// The slot of every field, by its id.
pub(super) struct Places<'a> {
    slots: Vec<Option<(&'a Scope, &'a Slot)>>,
}

impl<'a> Places<'a> {
    pub(super) fn of(layout: &'a Layout, n_fields: usize) -> Places<'a> {
        let mut slots = vec![None; n_fields];
        for (scope, slot) in layout.slots() {
            if slot.is_implied && slot.role != Role::Field {
                continue;
            }
            let place = slot.field.and_then(|id| slots.get_mut(id.0 as usize));
            if let Some(place @ None) = place {
                *place = Some((scope, slot));
            }
        }
        Places { slots }
    }

    pub(super) fn get(&self, id: FieldId) -> Option<(&'a Scope, &'a Slot)> {
        self.slots.get(id.0 as usize).copied().flatten()
    }
}

/// `+12`, or `list +4`: so many bytes behind the end of the list.
pub(super) fn short_place(scope: &Scope, place: Place) -> String {
    match place {
        Place::Fixed(at) => format!("+{at}"),
        Place::After { slot, bytes } => {
            let after = scope.slot(slot).map_or("?", |slot| &slot.path);
            format!("{after} +{bytes}")
        }
    }
}

/// The same as a part of a sentence.
pub(super) fn long_place(scope: &Scope, place: Place) -> String {
    match place {
        Place::Fixed(at) => format!("at {at} ({at:#04x})"),
        Place::After { slot, bytes } => {
            let after = scope.slot(slot).map_or("?", |slot| &slot.path);
            match bytes {
                0 => format!("right after `{after}`"),
                _ => format!("{} after `{after}`", bytes_text(bytes)),
            }
        }
    }
}

pub(super) fn bytes_text(n: u32) -> String {
    if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") }
}

pub(super) fn size_text(size: Size) -> String {
    match size {
        Size::Fixed(n) => bytes_text(n),
        Size::AtLeast(0) => "any size".to_owned(),
        Size::AtLeast(n) => format!("at least {}", bytes_text(n)),
        Size::Unknown(0) => "unknown size".to_owned(),
        Size::Unknown(n) => format!("unknown size, at least {}", bytes_text(n)),
    }
}

pub(super) fn short_size(size: Size) -> String {
    match size {
        Size::Fixed(n) => format!("{n} B"),
        Size::AtLeast(n) => format!("≥ {n} B"),
        Size::Unknown(_) => "? B".to_owned(),
    }
}

/// True for an element of an array.
pub(super) fn is_element(scope: &Scope) -> bool {
    scope.slots.first().is_some_and(|slot| slot.role == Role::Here)
}
