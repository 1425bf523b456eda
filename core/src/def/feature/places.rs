//! The places of all fields of a definition at hand, and how they are said.

use crate::def::layout::{Layout, Place, Role, Scope, Size, Slot};
use crate::def::syntax::{FieldId, Syntax};
use crate::def::types::Type;

/// Where a field is, and how much it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) scope: &'a Scope,
    pub(super) slot: &'a Slot,
    /// A `ref` is a count and an offset, and an `@include` all that comes with the file.
    pub(super) place: Place,
    pub(super) size: Size,
}

/// The slot of every field, by its id.
pub(super) struct Places<'a> {
    lines: Vec<Option<Line<'a>>>,
}

impl<'a> Places<'a> {
    pub(super) fn of(layout: &'a Layout, syntax: &Syntax) -> Places<'a> {
        let mut lines: Vec<Option<Line<'a>>> = vec![None; syntax.n_fields()];
        // Of those with several slots, where the first part is and how much all take, scope by scope.
        let mut parts: Vec<Option<(&Scope, Place, Size)>> = vec![None; syntax.n_fields()];
        for (scope, slot) in layout.slots() {
            let Some(id) = slot.field else { continue };
            let idx = id.0 as usize;
            let (Some(line), Some(part)) = (lines.get_mut(idx), parts.get_mut(idx)) else {
                continue;
            };
            let is_part = match syntax.field(id).map(|field| field.kind) {
                Some(Type::Ref) => !slot.is_implied,
                Some(Type::Include) => slot.role != Role::Object,
                _ => false,
            };
            match part {
                Some((own, _, size)) if is_part && std::ptr::eq(*own, scope) => {
                    *size = size.and(slot.size);
                }
                None if is_part => *part = Some((scope, slot.place, slot.size)),
                _ => {}
            }
            if line.is_none() && !(slot.is_implied && slot.role != Role::Field) {
                *line = Some(Line { scope, slot, place: slot.place, size: slot.size });
            }
        }
        for (line, part) in lines.iter_mut().zip(parts) {
            if let (Some(line), Some((scope, place, size))) = (line, part)
                && std::ptr::eq(line.scope, scope)
            {
                (line.place, line.size) = (place, size);
            }
        }
        Places { lines }
    }

    pub(super) fn get(&self, id: FieldId) -> Option<Line<'a>> {
        self.lines.get(id.0 as usize).copied().flatten()
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
