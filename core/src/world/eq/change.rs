//! What a step changes of a world: fragments in their places, the end of the list, the end of the names,
//! and what the header says.

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::eq::wld::{Fragment, Wld};
use crate::format::error::Malformed;
use crate::format::text::Opaque;

/// Doing it and undoing it are the same swap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    largest: u32,
    n_names: u32,
    /// Bytes of names before those that change.
    names_from: usize,
    names: Vec<u8>,
    /// Fragments before those of the end.
    from: usize,
    fragments: Vec<Fragment>,
    /// Fragments before the end that are different, by their places from 0.
    changed: Vec<(usize, Fragment)>,
}

fn n_common<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

impl Change {
    /// What makes one world into another; `None` where they are the same.
    pub(super) fn between(own: &Wld, new: &Wld) -> Option<Change> {
        let names_from = n_common(&own.names.0, &new.names.0);
        let from = own.fragments.len().min(new.fragments.len());
        let pairs = own.fragments.iter().zip(&new.fragments).enumerate();
        let different = pairs.filter(|(_, (own, new))| own != new);
        let change = Change {
            largest: new.largest,
            n_names: new.n_names,
            names_from,
            names: new.names.0.get(names_from..).unwrap_or_default().to_vec(),
            from,
            fragments: new.fragments.get(from..).unwrap_or_default().to_vec(),
            changed: different.map(|(idx, (_, new))| (idx, new.clone())).collect(),
        };
        (change.held_by(own) != change).then_some(change)
    }

    /// One that changes nothing.
    pub(super) fn none(world: &Wld) -> Change {
        Change {
            largest: world.largest,
            n_names: world.n_names,
            names_from: world.names.0.len(),
            names: Vec::new(),
            from: world.fragments.len(),
            fragments: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// What a world has where this changes it.
    pub(super) fn held_by(&self, world: &Wld) -> Change {
        let own = |(idx, _): &(usize, Fragment)| Some((*idx, world.fragments.get(*idx)?.clone()));
        Change {
            largest: world.largest,
            n_names: world.n_names,
            names_from: self.names_from,
            names: world.names.0.get(self.names_from..).unwrap_or_default().to_vec(),
            from: self.from,
            fragments: world.fragments.get(self.from..).unwrap_or_default().to_vec(),
            changed: self.changed.iter().filter_map(own).collect(),
        }
    }

    pub(super) fn put_into(&self, world: &mut Wld) {
        (world.largest, world.n_names) = (self.largest, self.n_names);
        world.names.0.truncate(self.names_from);
        world.names.0.extend_from_slice(&self.names);
        world.fragments.truncate(self.from);
        world.fragments.extend_from_slice(&self.fragments);
        for (idx, fragment) in &self.changed {
            world.fragments.get_mut(*idx).into_iter().for_each(|own| *own = fragment.clone());
        }
    }

    pub(super) fn n_bytes(&self) -> usize {
        let changed = self.changed.iter().map(|(_, fragment)| fragment);
        let fragments = self.fragments.iter().chain(changed);
        let fragments = fragments.map(|fragment| fragment.body.0.len() + 40);
        size_of::<Change>() + self.names.len() + fragments.sum::<usize>()
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_u32(self.largest);
        out.put_u32(self.n_names);
        out.put_count(self.names_from);
        out.put_count(self.names.len());
        out.put(&self.names);
        out.put_count(self.from);
        out.put_count(self.fragments.len());
        self.fragments.iter().for_each(|fragment| write_fragment(fragment, out));
    }

    pub(super) fn write_changed(&self, out: &mut Vec<u8>) {
        out.put_count(self.changed.len());
        for (idx, fragment) in &self.changed {
            out.put_count(*idx);
            write_fragment(fragment, out);
        }
    }

    /// The inverse of [`Change::write`].
    pub(super) fn read(bytes: &mut Bytes<'_>, world: &Wld) -> Result<Change, ReadError> {
        let (largest, n_names) = (bytes.u32("largest fragment")?, bytes.u32("number of names")?);
        let names_from = place(bytes, "place in the names", world.names.0.len())?;
        let len = bytes.u32("length of the names")?;
        let len = bytes.expect_items("names", len.into(), 1)?;
        let names = bytes.slice("names", len)?.to_vec();
        let from = place(bytes, "first fragment", world.fragments.len())?;
        let n_fragments = bytes.u32("number of fragments")?;
        let fragments = bytes.items("fragments", n_fragments.into(), 8, read_fragment)?;
        Ok(Change { largest, n_names, names_from, names, from, fragments, changed: Vec::new() })
    }

    /// The inverse of [`Change::write_changed`].
    pub(super) fn read_changed(&mut self, bytes: &mut Bytes<'_>) -> Result<(), ReadError> {
        let n_changed = bytes.u32("number of changed fragments")?;
        let last = self.from.saturating_sub(1);
        self.changed = bytes.items("changed fragments", n_changed.into(), 12, |bytes| {
            Ok((place(bytes, "changed fragment", last)?, read_fragment(bytes)?))
        })?;
        Ok(())
    }
}

fn write_fragment(fragment: &Fragment, out: &mut Vec<u8>) {
    out.put_u32(fragment.kind);
    out.put_count(fragment.body.0.len());
    out.put(&fragment.body.0);
}

fn read_fragment(bytes: &mut Bytes<'_>) -> Result<Fragment, ReadError> {
    let kind = bytes.u32("type of a fragment")?;
    let size = bytes.u32("size of a fragment")?;
    let size = bytes.expect_items("fragment", size.into(), 1)?;
    Ok(Fragment { kind, body: Opaque(bytes.slice("fragment", size)?.to_vec()) })
}

/// A place in a list that has so many items.
fn place(bytes: &mut Bytes<'_>, field: &'static str, n_items: usize) -> Result<usize, ReadError> {
    let start = bytes.clone();
    let place = bytes.u32(field)?;
    match usize::try_from(place) {
        Ok(place) if place <= n_items => Ok(place),
        _ => {
            let (found, expected) = (place.into(), "a place in the zone");
            Err(start.error(field, Malformed::Unexpected { found, expected }))
        }
    }
}
