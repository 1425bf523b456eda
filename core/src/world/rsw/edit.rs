//! Edits of a scene: objects by number, a stretch of their order, and the world around them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::format::bytes::{Bytes, Put};
use crate::format::ragnarok::rsw::object::Object;
use crate::format::ragnarok::rsw::{self, Build, Layout, Rsw};
use crate::format::{Malformed, ReadError};
use crate::world::Document;
use crate::world::numbered::{Changes, read_changes, write_changes};
use crate::world::rsw::Scene;
use crate::world::rsw::object::ObjectId;

/// A change of a scene that can't fail: everything was checked when it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    objects: Changes<Object>,
    order: Splice,
    /// Of a scene without objects.
    world: Option<Arc<Rsw>>,
}

/// Other numbers in place of some.
#[derive(Debug, Clone, PartialEq, Default)]
struct Splice {
    at: usize,
    n_old: usize,
    ids: Vec<ObjectId>,
}

impl Edit {
    /// The objects that come, go, or are different afterwards.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.objects.iter().map(|(number, _)| ObjectId(*number))
    }

    fn is_empty(&self) -> bool {
        self.objects.is_empty()
            && self.world.is_none()
            && self.order.n_old == 0
            && self.order.ids.is_empty()
    }
}

impl Splice {
    fn between(old: &[ObjectId], new: &[ObjectId]) -> Splice {
        let at = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let most = old.len().min(new.len()) - at;
        let behind = old.iter().rev().zip(new.iter().rev()).take(most);
        let n_behind = behind.take_while(|(old, new)| old == new).count();
        let ids = new.get(at..new.len() - n_behind).unwrap_or_default().to_vec();
        Splice { at, n_old: old.len() - n_behind - at, ids }
    }
}

impl Document for Scene {
    const KIND: [u8; 4] = *b"rsws";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let Splice { at, n_old, ids } = &edit.order;
        let held = self.order.get(*at..at + n_old).unwrap_or_default().to_vec();
        Edit {
            objects: self.objects.held_under(&edit.objects),
            order: Splice { at: *at, n_old: ids.len(), ids: held },
            world: edit.world.as_ref().map(|_| Arc::clone(&self.world)),
        }
    }

    fn put(&mut self, edit: &Edit) {
        self.objects.put(&edit.objects);
        let Splice { at, n_old, ids } = &edit.order;
        if *n_old > 0 || !ids.is_empty() {
            let order = Arc::make_mut(&mut self.order);
            let start = (*at).min(order.len());
            order.splice(start..(at + n_old).min(order.len()), ids.iter().copied());
        }
        if let Some(world) = &edit.world {
            self.world = Arc::clone(world);
        }
    }

    fn edit_to(&self, new: &Scene) -> Option<Edit> {
        let is_same_world = Arc::ptr_eq(&self.world, &new.world) || self.world == new.world;
        let edit = Edit {
            objects: self.objects.changes_to(&new.objects),
            order: match Arc::ptr_eq(&self.order, &new.order) {
                true => Splice::default(),
                false => Splice::between(&self.order, &new.order),
            },
            world: (!is_same_world).then(|| Arc::clone(&new.world)),
        };
        (!edit.is_empty()).then_some(edit)
    }

    fn no_edit(&self) -> Edit {
        Edit { objects: Vec::new(), order: Splice::default(), world: None }
    }

    fn n_bytes(edit: &Edit) -> usize {
        let world = edit.world.as_ref().map_or(0, |world| n_bytes_of_world(world));
        // A model is the largest of them, and near enough for a budget.
        size_of::<Edit>() + edit.objects.len() * 320 + edit.order.ids.len() * 4 + world
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        let everything = Layout::of_everything();
        write_changes(&edit.objects, out, |object, out| object.write(everything, out));
        out.put_count(edit.order.at);
        out.put_count(edit.order.n_old);
        out.put_count(edit.order.ids.len());
        edit.order.ids.iter().for_each(|id| out.put_u32(id.0));
        out.put_u8(u8::from(edit.world.is_some()));
        if let Some(world) = &edit.world {
            words_of(world.layout()).into_iter().for_each(|word| out.put_u8(word));
            let bytes = rsw::write(world);
            out.put_count(bytes.len());
            out.put(&bytes);
        }
    }

    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        let mut bytes = Bytes::new(data);
        let everything = Layout::of_everything();
        let objects =
            read_changes(&mut bytes, &self.objects, |bytes| Object::read(everything, bytes))?;
        let start = bytes.clone();
        let (at, n_old) = (bytes.u32("place")?, bytes.u32("numbers before")?);
        if u64::from(at) + u64::from(n_old) > self.order.len() as u64 {
            return Err(unfit(&start, "place", at.into()));
        }
        let n_ids = bytes.u32("numbers")?;
        let ids = bytes.items("numbers", n_ids.into(), 4, |bytes| bytes.u32("number"))?;
        let ids = ids.into_iter().map(ObjectId).collect();
        let order = Splice { at: at as usize, n_old: n_old as usize, ids };
        let world = match bytes.u8("is there a world")? {
            0 => None,
            _ => Some(Arc::new(read_world(&mut bytes)?)),
        };
        bytes.finish()?;
        let edit = Edit { objects, order, world };
        let mut after = self.clone();
        after.put(&edit);
        if after.is_whole() { Ok(edit) } else { Err(unfit(&start, "numbers", n_ids.into())) }
    }
}

impl Scene {
    /// Whether the order has every object once, and nothing else.
    fn is_whole(&self) -> bool {
        let ordered: BTreeSet<u32> = self.order.iter().map(|id| id.0).collect();
        let objects = self.objects.iter().map(|(number, _)| number);
        ordered.len() == self.order.len() && objects.eq(ordered)
    }
}

fn n_bytes_of_world(world: &Rsw) -> usize {
    let tree = world.tree.as_ref().map_or(0, Vec::len) * 48;
    size_of::<Rsw>() + tree + world.numbers.len() * 4 + world.tail.0.len()
}

/// A world without objects could be read in several ways, so its layout is kept beside it.
fn words_of(layout: Layout) -> [u8; 4] {
    let build = match layout.build {
        Build::None => 0,
        Build::Byte(_) => 1,
        Build::Number { .. } => 2,
    };
    let Layout { has_gat_name, has_sound_cycle, has_model_flag, .. } = layout;
    [build, u8::from(has_gat_name), u8::from(has_sound_cycle), u8::from(has_model_flag)]
}

fn read_world(bytes: &mut Bytes<'_>) -> Result<Rsw, ReadError> {
    let start = bytes.clone();
    let words: [u8; 4] = bytes.array("layout")?;
    let len = bytes.u32("length of a world")?;
    let len = bytes.expect_items("world", len.into(), 1)?;
    let data = bytes.slice("world", len)?;
    let world = rsw::read_laid_out(data, |layout| words_of(layout) == words)?;
    match world.objects.len() {
        0 => Ok(world),
        n => Err(unfit(&start, "objects of a world", n as i64)),
    }
}

fn unfit(at: &Bytes<'_>, field: &'static str, found: i64) -> ReadError {
    at.error(field, Malformed::Unexpected { found, expected: "an edit of this scene" })
}
