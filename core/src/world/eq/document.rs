//! A zone as it is edited: its lists of regions and its placed objects change, with undo and a journal, and
//! nothing else.

use std::sync::Arc;

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::eq::pfs;
use crate::format::eq::wld::{Fragment, Wld, fragment};
use crate::format::error::Malformed;
use crate::world::Document;
use crate::world::eq::Zone;
use crate::world::eq::change::Change;

/// A zone that is edited. A clone costs next to nothing.
#[derive(Debug, Clone)]
pub struct EditedZone(Arc<Zone>);

/// What a step changes of the world of a zone, and of what is placed in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    world: Change,
    objects: Option<Change>,
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

    /// The lists and the objects of this zone in a different file of the same zone; `None` where that
    /// differs in more than those.
    pub fn over(&self, file: &EditedZone) -> Option<EditedZone> {
        let (own, other) = (&self.0.world, &file.0.world);
        let is_same = is_same_but_lists(own, other) && has_same_kind_of_objects(&self.0, &file.0);
        let mut over = (*file.0).clone();
        over.world = own.clone();
        over.objects.clone_from(&self.0.objects);
        is_same.then(|| EditedZone::new(over))
    }
}

fn is_same_but_lists(own: &Wld, other: &Wld) -> bool {
    let first = |world: &Wld| {
        let first = world.of_kind(fragment::REGION_LIST).next();
        first.map_or(world.fragments.len(), |(idx, _)| idx)
    };
    let n_before = first(own).min(first(other));
    own.version == other.version
        && own.n_regions == other.n_regions
        && own.tail == other.tail
        && own.fragments.get(..n_before) == other.fragments.get(..n_before)
        && without_lists(own).eq(without_lists(other))
}

fn without_lists(world: &Wld) -> impl Iterator<Item = &Fragment> {
    world.fragments.iter().filter(|fragment| fragment.kind != fragment::REGION_LIST)
}

/// Whether worlds of what is placed differ in the places of objects, in objects that are gone, and in those
/// behind the end of the shorter one, alone.
fn has_same_kind_of_objects(own: &Zone, other: &Zone) -> bool {
    match (&own.objects, &other.objects) {
        (Some(own), Some(other)) => {
            let n_both = own.fragments.len().min(other.fragments.len());
            let behind = [own, other].map(|world| world.fragments.iter().skip(n_both));
            let mut pairs = own.fragments.iter().zip(&other.fragments);
            own.version == other.version
                && own.tail == other.tail
                && pairs.all(|(own, other)| is_same_but_place(own, other))
                && behind.into_iter().flatten().all(|fragment| OF_OBJECTS.contains(&fragment.kind))
        }
        (None, None) => true,
        _ => false,
    }
}

/// The fragments that an object is made of.
const OF_OBJECTS: [u32; 3] = [fragment::INSTANCE, fragment::VERTEX_COLOURS, fragment::COLOURS_USE];

/// Where an object has its place and turns, and its scale.
const PLACE: [std::ops::Range<usize>; 2] = [16..40, 44..52];

fn is_same_but_place(own: &Fragment, other: &Fragment) -> bool {
    let is_place = |idx: &usize| PLACE.iter().any(|range| range.contains(idx));
    match (own.kind, other.kind) {
        _ if own == other => true,
        // One side has removed it.
        (fragment::INSTANCE, fragment::COLOURS_USE)
        | (fragment::COLOURS_USE, fragment::INSTANCE) => true,
        (fragment::INSTANCE, fragment::INSTANCE) => {
            let (own, other) = (&own.body.0, &other.body.0);
            let mut pairs = own.iter().zip(other).enumerate();
            own.len() == other.len()
                && pairs.all(|(idx, (own, other))| own == other || is_place(&idx))
        }
        _ => false,
    }
}

impl Document for EditedZone {
    const KIND: [u8; 4] = *b"eqzn";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let objects = edit.objects.as_ref().zip(self.0.objects.as_ref());
        Edit {
            world: edit.world.held_by(&self.0.world),
            objects: objects.map(|(change, objects)| change.held_by(objects)),
        }
    }

    fn put(&mut self, edit: &Edit) {
        let zone = Arc::make_mut(&mut self.0);
        edit.world.put_into(&mut zone.world);
        if let Some((change, objects)) = edit.objects.as_ref().zip(zone.objects.as_mut()) {
            change.put_into(objects);
        }
    }

    fn edit_to(&self, new: &EditedZone) -> Option<Edit> {
        let world = Change::between(&self.0.world, &new.0.world);
        let objects = self.0.objects.as_ref().zip(new.0.objects.as_ref());
        let objects = objects.and_then(|(own, new)| Change::between(own, new));
        if world.is_none() && objects.is_none() {
            return None;
        }
        Some(Edit { world: world.unwrap_or_else(|| Change::none(&self.0.world)), objects })
    }

    fn no_edit(&self) -> Edit {
        Edit { world: Change::none(&self.0.world), objects: None }
    }

    fn n_bytes(edit: &Edit) -> usize {
        edit.world.n_bytes() + edit.objects.as_ref().map_or(0, Change::n_bytes)
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        edit.world.write(out);
        edit.world.write_changed(out);
        out.put_count(usize::from(edit.objects.is_some()));
        if let Some(objects) = &edit.objects {
            objects.write(out);
            objects.write_changed(out);
        }
    }

    /// Journals from before objects could change end behind the end of the world.
    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        let mut bytes = Bytes::new(data);
        let mut world = Change::read(&mut bytes, &self.0.world)?;
        if bytes.is_empty() {
            return Ok(Edit { world, objects: None });
        }
        world.read_changed(&mut bytes)?;
        let start = bytes.clone();
        let objects = match (bytes.u32("whether objects change")?, &self.0.objects) {
            (0, _) => None,
            (1, Some(own)) => {
                let mut objects = Change::read(&mut bytes, own)?;
                objects.read_changed(&mut bytes)?;
                Some(objects)
            }
            (found, _) => {
                let (found, expected) = (found.into(), "0, or 1 in a zone with objects");
                let malformed = Malformed::Unexpected { found, expected };
                return Err(start.error("whether objects change", malformed));
            }
        };
        bytes.finish()?;
        Ok(Edit { world, objects })
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
        // Eight bytes before the end, it is as journals were before objects could change.
        for len in (0..bytes.len()).filter(|len| *len + 8 != bytes.len()) {
            assert!(before.read_edit(&bytes[..len]).is_err(), "{len}");
        }
        bytes[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(before.read_edit(&bytes).is_err());
    }

    #[test]
    fn an_undo_of_an_older_journal_is_the_same_edit() {
        let before = EditedZone::new(isle());
        let mut document = before.clone();
        let mut edit = before.edit_to(&tagged(&before, &[0, 1], Kind::Slime)).unwrap();
        document.swap(&mut edit);
        let mut bytes = Vec::new();
        EditedZone::write_edit(&edit, &mut bytes);
        let older = document.read_edit(&bytes[..bytes.len() - 8]).unwrap();
        assert!(EditedZone::is_same_edit(&older, &edit));
    }

    #[test]
    fn what_a_merge_would_not_take_is_no_object_in_a_different_place() {
        let before = EditedZone::new(isle());
        let changed = |at: usize| {
            let mut zone = isle();
            let objects = zone.objects.as_mut().unwrap();
            let is_object = |fragment: &&mut Fragment| fragment.kind == fragment::INSTANCE;
            let object = objects.fragments.iter_mut().find(is_object).unwrap();
            object.body.0[at] ^= 1;
            EditedZone::new(zone)
        };
        assert!(before.over(&changed(16)).is_some() && before.over(&changed(44)).is_some());
        for at in [4, 8, 12, 40, 52] {
            assert!(before.over(&changed(at)).is_none(), "{at}");
        }
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
