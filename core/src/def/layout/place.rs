//! Gives the fields of one scope their places, and adds the ones that are implied.

use std::collections::HashMap;

use super::entry::Entry;
use super::{MetaPlace, Place, Role, Scope, Size, Slot};
use crate::def::types::Type;

/// A scope of these fields, behind the two that open it.
pub(super) fn scope(
    opening: [(Role, &str); 2],
    entries: Vec<Entry>,
    meta_place: MetaPlace,
) -> Scope {
    let mut placer = Placer::new(entries.len());
    for (role, name) in opening {
        placer.push(Slot { path: name.into(), ..meta(role, None) });
    }
    match meta_place {
        MetaPlace::First => placer.metas_first(entries),
        MetaPlace::InPlace => placer.metas_in_place(entries),
        MetaPlace::Explicit => placer.metas_as_written(entries),
    }
    Scope { slots: placer.slots, size: placer.size }
}

/// The meta fields of a variable field, in their order.
fn metas_of(ty: Type) -> &'static [Role] {
    match ty {
        Type::Array => &[Role::Count, Role::Offset],
        Type::Bytes => &[Role::Offset, Role::Count],
        Type::String => &[Role::Offset],
        _ => &[],
    }
}

fn meta(role: Role, entry: Option<&Entry>) -> Slot {
    Slot {
        role,
        field: entry.map(|entry| entry.field),
        path: entry.map(|entry| entry.path.clone()).unwrap_or_default(),
        ty: if role == Role::Count { Type::Count } else { Type::Offset },
        repeat: 1,
        place: Place::Fixed(0),
        size: Size::Fixed(2),
        is_implied: true,
        object: None,
        count: None,
        offset: None,
        target: None,
        element: None,
        is_interleaved: false,
    }
}

/// The count and the offset of a variable field.
#[derive(Debug, Clone, Copy, Default)]
struct Metas {
    count: Option<usize>,
    offset: Option<usize>,
}

impl Metas {
    /// Where a definition writes one twice, the first counts.
    fn note(&mut self, role: Role, slot: usize) {
        let place = if role == Role::Count { &mut self.count } else { &mut self.offset };
        *place = place.or(Some(slot));
    }
}

struct Placer {
    slots: Vec<Slot>,
    size: Size,
    next: Place,
    /// The slot of each entry that is an object, by the index of the entry.
    objects: HashMap<usize, usize>,
}

impl Placer {
    fn new(n_entries: usize) -> Placer {
        Placer {
            slots: Vec::with_capacity(n_entries + 4),
            size: Size::Fixed(0),
            next: Place::Fixed(0),
            objects: HashMap::new(),
        }
    }

    fn metas_first(&mut self, entries: Vec<Entry>) {
        let mut metas = Vec::new();
        for entry in entries.iter().filter(|entry| entry.ty.is_variable()) {
            metas.push(self.metas(entry, None));
        }
        let mut metas = metas.into_iter();
        for (idx, entry) in entries.into_iter().enumerate() {
            let metas = if entry.ty.is_variable() { metas.next() } else { None };
            self.entry(idx, entry, metas.unwrap_or_default());
        }
    }

    fn metas_in_place(&mut self, entries: Vec<Entry>) {
        let mut waiting = Vec::new();
        for (idx, entry) in entries.into_iter().enumerate() {
            if entry.ty.is_variable() {
                let object = self.object_slot(&entry);
                let metas = self.metas(&entry, object);
                waiting.push((idx, entry, metas));
            } else {
                self.entry(idx, entry, Metas::default());
            }
        }
        for (idx, entry, metas) in waiting {
            self.entry(idx, entry, metas);
        }
    }

    fn metas_as_written(&mut self, entries: Vec<Entry>) {
        let variable = entries.iter().filter(|entry| entry.ty.is_variable());
        let types: HashMap<Box<str>, Type> =
            variable.map(|entry| (entry.path.clone(), entry.ty)).collect();
        let mut metas: HashMap<Box<str>, Metas> = HashMap::new();
        let mut described = Vec::new();
        for (idx, entry) in entries.into_iter().enumerate() {
            if !entry.ty.is_meta() {
                if entry.ty.is_variable() {
                    described.push(self.slots.len());
                }
                self.entry(idx, entry, Metas::default());
                continue;
            }
            let target = types.get(&entry.path).copied();
            let roles: &[Role] = match entry.ty {
                Type::Count => &[Role::Count],
                Type::Offset => &[Role::Offset],
                _ => target.map_or(&[Role::Ref], metas_of),
            };
            let object = self.object_slot(&entry);
            for role in roles {
                let mut slot = Slot { object, is_implied: false, ..meta(*role, Some(&entry)) };
                if *role == Role::Ref {
                    slot.ty = Type::Ref;
                    slot.size = Size::Unknown(0);
                }
                metas.entry(entry.path.clone()).or_default().note(*role, self.slots.len());
                self.push(slot);
            }
        }
        for idx in described {
            let path = self.slots.get(idx).map(|slot| &slot.path);
            let metas = path.and_then(|path| metas.get(path)).copied().unwrap_or_default();
            self.link(idx, metas);
        }
    }

    /// Adds the implied meta fields of a variable field.
    fn metas(&mut self, entry: &Entry, object: Option<usize>) -> Metas {
        let mut metas = Metas::default();
        for role in metas_of(entry.ty) {
            metas.note(*role, self.slots.len());
            self.push(Slot { object, ..meta(*role, Some(entry)) });
        }
        metas
    }

    fn entry(&mut self, idx: usize, entry: Entry, metas: Metas) {
        let object = self.object_slot(&entry);
        let slot = self.slots.len();
        let role = match entry.ty {
            Type::Object => {
                self.objects.insert(idx, slot);
                Role::Object
            }
            Type::Ref => Role::Ref,
            _ => Role::Field,
        };
        self.push(Slot {
            role,
            field: Some(entry.field),
            path: entry.path,
            ty: entry.ty,
            repeat: entry.repeat,
            place: self.next,
            size: entry.size,
            is_implied: false,
            object,
            count: None,
            offset: None,
            target: None,
            element: entry.element,
            is_interleaved: entry.is_interleaved,
        });
        self.link(slot, metas);
    }

    fn link(&mut self, variable: usize, metas: Metas) {
        for meta in [metas.count, metas.offset].into_iter().flatten() {
            if let Some(slot) = self.slots.get_mut(meta) {
                slot.target = Some(variable);
            }
        }
        if let Some(slot) = self.slots.get_mut(variable) {
            slot.count = metas.count;
            slot.offset = metas.offset;
        }
    }

    fn object_slot(&self, entry: &Entry) -> Option<usize> {
        self.objects.get(&entry.object?).copied()
    }

    fn push(&mut self, slot: Slot) {
        let index = self.slots.len();
        let mut object = slot.object;
        while let Some(around) = object.and_then(|object| self.slots.get_mut(object)) {
            around.size = around.size.and(slot.size);
            object = around.object;
        }
        let place = self.next;
        self.size = self.size.and(slot.size);
        self.next = match (place, slot.size) {
            (Place::Fixed(at), Size::Fixed(size)) => Place::Fixed(at.saturating_add(size)),
            (Place::After { slot, bytes }, Size::Fixed(size)) => {
                Place::After { slot, bytes: bytes.saturating_add(size) }
            }
            _ => Place::After { slot: index, bytes: 0 },
        };
        self.slots.push(Slot { place, ..slot });
    }
}
