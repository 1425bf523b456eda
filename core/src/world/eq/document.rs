//! A zone as it is edited: its lists of regions change, with undo and a journal, and nothing else.

use std::sync::Arc;

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::eq::pfs;
use crate::format::eq::wld::{Fragment, Wld, fragment};
use crate::format::error::Malformed;
use crate::format::text::Opaque;
use crate::world::Document;
use crate::world::eq::Zone;

/// A zone that is edited. A clone costs next to nothing.
#[derive(Debug, Clone)]
pub struct EditedZone(Arc<Zone>);

/// The end of the names and of the fragments of a world, and what its header says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    largest: u32,
    n_names: u32,
    /// Bytes of names before those that change.
    names_from: usize,
    names: Vec<u8>,
    /// Fragments before those that change.
    from: usize,
    fragments: Vec<Fragment>,
}

impl EditedZone {
    pub fn new(zone: Zone) -> EditedZone {
        EditedZone(Arc::new(zone))
    }

    pub fn zone(&self) -> &Zone {
        &self.0
    }

    /// The archive with the zone as it is now.
    pub fn to_bytes(&self) -> Result<Vec<u8>, pfs::TooLarge> {
        Ok(pfs::write(&self.0.to_archive()?))
    }

    /// The lists of this zone in a different file of the same zone; `None` where that differs in more
    /// than lists.
    pub fn over(&self, file: &EditedZone) -> Option<EditedZone> {
        let (own, other) = (&self.0.world, &file.0.world);
        let is_same = own.version == other.version
            && own.n_regions == other.n_regions
            && own.tail == other.tail
            && without_lists(own).eq(without_lists(other))
            && file.edit_to(self).is_none_or(|edit| edit.from >= n_before_lists(other));
        let mut over = (*file.0).clone();
        over.world = own.clone();
        is_same.then(|| EditedZone::new(over))
    }
}

fn without_lists(world: &Wld) -> impl Iterator<Item = &Fragment> {
    world.fragments.iter().filter(|fragment| fragment.kind != fragment::REGION_LIST)
}

/// How many fragments are before the first list of regions.
fn n_before_lists(world: &Wld) -> usize {
    let first = world.of_kind(fragment::REGION_LIST).next();
    first.map_or(world.fragments.len(), |(idx, _)| idx)
}

fn n_common<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

impl Document for EditedZone {
    const KIND: [u8; 4] = *b"eqzn";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let world = &self.0.world;
        Edit {
            largest: world.largest,
            n_names: world.n_names,
            names_from: edit.names_from,
            names: world.names.0.get(edit.names_from..).unwrap_or_default().to_vec(),
            from: edit.from,
            fragments: world.fragments.get(edit.from..).unwrap_or_default().to_vec(),
        }
    }

    fn put(&mut self, edit: &Edit) {
        let world = &mut Arc::make_mut(&mut self.0).world;
        (world.largest, world.n_names) = (edit.largest, edit.n_names);
        world.names.0.truncate(edit.names_from);
        world.names.0.extend_from_slice(&edit.names);
        world.fragments.truncate(edit.from);
        world.fragments.extend_from_slice(&edit.fragments);
    }

    fn edit_to(&self, new: &EditedZone) -> Option<Edit> {
        let (own, new) = (&self.0.world, &new.0.world);
        let names_from = n_common(&own.names.0, &new.names.0);
        let from = n_common(&own.fragments, &new.fragments);
        let edit = Edit {
            largest: new.largest,
            n_names: new.n_names,
            names_from,
            names: new.names.0.get(names_from..).unwrap_or_default().to_vec(),
            from,
            fragments: new.fragments.get(from..).unwrap_or_default().to_vec(),
        };
        (self.held_under(&edit) != edit).then_some(edit)
    }

    fn no_edit(&self) -> Edit {
        let Wld { largest, n_names, names, fragments, .. } = &self.0.world;
        Edit {
            largest: *largest,
            n_names: *n_names,
            names_from: names.0.len(),
            names: Vec::new(),
            from: fragments.len(),
            fragments: Vec::new(),
        }
    }

    fn n_bytes(edit: &Edit) -> usize {
        let fragments = edit.fragments.iter().map(|fragment| fragment.body.0.len() + 32);
        size_of::<Edit>() + edit.names.len() + fragments.sum::<usize>()
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        out.put_u32(edit.largest);
        out.put_u32(edit.n_names);
        out.put_count(edit.names_from);
        out.put_count(edit.names.len());
        out.put(&edit.names);
        out.put_count(edit.from);
        out.put_count(edit.fragments.len());
        for fragment in &edit.fragments {
            out.put_u32(fragment.kind);
            out.put_count(fragment.body.0.len());
            out.put(&fragment.body.0);
        }
    }

    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        let mut bytes = Bytes::new(data);
        let (largest, n_names) = (bytes.u32("largest fragment")?, bytes.u32("number of names")?);
        let names_from = place(&mut bytes, "place in the names", self.0.world.names.0.len())?;
        let len = bytes.u32("length of the names")?;
        let len = bytes.expect_items("names", len.into(), 1)?;
        let names = bytes.slice("names", len)?.to_vec();
        let from = place(&mut bytes, "first fragment", self.0.world.fragments.len())?;
        let n_fragments = bytes.u32("number of fragments")?;
        let fragments = bytes.items("fragments", n_fragments.into(), 8, |bytes| {
            let kind = bytes.u32("type of a fragment")?;
            let size = bytes.u32("size of a fragment")?;
            let size = bytes.expect_items("fragment", size.into(), 1)?;
            Ok(Fragment { kind, body: Opaque(bytes.slice("fragment", size)?.to_vec()) })
        })?;
        bytes.finish()?;
        Ok(Edit { largest, n_names, names_from, names, from, fragments })
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::space::eq::Kind;
    use crate::world::eq::retag::{Tag, retag};
    use crate::world::eq::tests::isle;

    fn tagged(document: &EditedZone, regions: &[u32], kind: Kind) -> EditedZone {
        let mut zone = document.zone().clone();
        retag(&mut zone, regions, &Tag::of(kind)).unwrap();
        EditedZone::new(zone)
    }

    #[test]
    fn an_edit_is_undone_by_the_same_swap_and_the_file_is_as_it_was() {
        let before = EditedZone::new(isle());
        let bytes = sample::eq::zone().unwrap();
        assert_eq!(before.to_bytes().unwrap(), bytes);
        for (regions, kind) in
            [(vec![0, 1, 2], Kind::Lava), (vec![5], Kind::Normal), (vec![7, 8], Kind::Water)]
        {
            let after = tagged(&before, &regions, kind);
            let Some(mut edit) = before.edit_to(&after) else { continue };
            let mut document = before.clone();
            document.swap(&mut edit);
            assert_eq!(document.zone(), after.zone());
            assert_ne!(document.to_bytes().unwrap(), bytes);
            document.swap(&mut edit);
            assert_eq!(document.to_bytes().unwrap(), bytes);
        }
        assert!(before.edit_to(&before.clone()).is_none());
    }

    #[test]
    fn a_journal_keeps_an_edit_and_one_that_does_not_fit_is_refused() {
        let before = EditedZone::new(isle());
        let edit = before.edit_to(&tagged(&before, &[0, 1], Kind::Slime)).unwrap();
        let mut bytes = Vec::new();
        EditedZone::write_edit(&edit, &mut bytes);
        assert_eq!(before.read_edit(&bytes).as_ref(), Ok(&edit));
        for len in 0..bytes.len() {
            assert!(before.read_edit(&bytes[..len]).is_err(), "{len}");
        }
        bytes[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(before.read_edit(&bytes).is_err());
    }

    #[test]
    fn lists_go_into_a_file_that_differs_in_nothing_else() {
        let before = EditedZone::new(isle());
        let ours = tagged(&before, &[0], Kind::Lava);
        let theirs = tagged(&before, &[3], Kind::Slime);
        let over = ours.over(&theirs).unwrap();
        assert_eq!(over.zone().world, ours.zone().world);
        let mut other = isle();
        other.world.fragments.remove(3);
        assert!(ours.over(&EditedZone::new(other)).is_none());
    }
}
