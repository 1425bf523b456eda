//! The scene of a Ragnarok map (RSW) as a document: its models, lights, sounds and effects, and the
//! world that they are in.
//!
//! Objects have ids that stay. They are given in the order of the file as it was opened, none twice.
//! Positions are those of the file: world units from the middle of the map, x to the east, y down
//! and z to the north. What nobody touched is written as it was read, with all that is behind the
//! ends of texts, in fields that nobody uses and in the tree.

pub mod object;
pub mod field;
pub mod refusal;
pub mod edit;
pub mod selection;
pub mod place;
pub mod action;
pub mod schema;
mod part;
pub mod take;
pub mod merge;
pub mod exchange;

use std::sync::Arc;

use crate::format::ragnarok::rsw::object::Object;
use crate::format::ragnarok::rsw::{self, Layout, Rsw};
use crate::format::text::CodePage;
use crate::world::numbered::Table;
use crate::world::rsw::object::{Kind, ObjectId, called};
use crate::world::rsw::refusal::Refusal;

/// More objects than any map has, and few enough for every list of them.
pub const MOST_OBJECTS: usize = 200_000;

/// A scene. A clone is a snapshot and costs next to nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    code_page: CodePage,
    /// Everything but the objects.
    world: Arc<Rsw>,
    objects: Table<Object>,
    /// Every object once, in the order of the file.
    order: Arc<Vec<ObjectId>>,
}

impl Scene {
    /// A scene from the content of its file, with texts in a code page.
    pub fn new(rsw: Rsw, code_page: CodePage) -> Result<Scene, Refusal> {
        if rsw.objects.len() > MOST_OBJECTS {
            return Err(Refusal::TooMany);
        }
        let mut world = rsw;
        let mut objects = Table::default();
        let each = std::mem::take(&mut world.objects).into_iter();
        let order: Vec<ObjectId> = each.map(|object| ObjectId(objects.push(object))).collect();
        Ok(Scene { code_page, world: Arc::new(world), objects, order: Arc::new(order) })
    }

    /// The content of its file.
    pub fn to_rsw(&self) -> Rsw {
        let mut rsw = Rsw::clone(&self.world);
        rsw.objects = self.objects().map(|(_, object)| object.clone()).collect();
        rsw
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        rsw::write(&self.to_rsw())
    }

    /// What the texts of the file are in.
    pub fn code_page(&self) -> CodePage {
        self.code_page
    }

    pub fn layout(&self) -> Layout {
        self.world.layout()
    }

    /// Everything but the objects.
    pub fn world(&self) -> &Rsw {
        &self.world
    }

    /// Every object in the order of the file.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.order.iter().filter_map(|id| Some((*id, self.object(*id)?)))
    }

    pub fn n_objects(&self) -> usize {
        self.order.len()
    }

    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.0).map(|object| &**object)
    }

    pub fn kind(&self, id: ObjectId) -> Option<Kind> {
        self.object(id).map(Kind::of)
    }

    /// The place of an object in the file, from 0.
    pub fn place_of(&self, id: ObjectId) -> Option<usize> {
        self.order.iter().position(|other| *other == id)
    }

    /// The object at a place of the file.
    pub fn id_at(&self, place: usize) -> Option<ObjectId> {
        self.order.get(place).copied()
    }

    /// Whether the objects would have the same ids if the file was opened now.
    pub fn is_numbered_as_opened(&self) -> bool {
        self.order.iter().enumerate().all(|(n, id)| usize::try_from(id.0) == Ok(n))
    }

    /// An object in a few words: its kind, its number and what it is called.
    pub fn in_words(&self, id: ObjectId) -> String {
        match self.object(id) {
            Some(object) => in_words(id, object, self.code_page),
            None => id.to_string(),
        }
    }

    /// Puts another object in the place of one that is there.
    fn replace(&mut self, id: ObjectId, object: Object) {
        if self.object(id).is_some_and(|old| *old != object) {
            self.objects.set(id.0, Some(Arc::new(object)));
        }
    }

    fn set_world(&mut self, world: Rsw) {
        if *self.world != world {
            self.world = Arc::new(world);
        }
    }

    fn remove(&mut self, ids: &[ObjectId]) {
        ids.iter().for_each(|id| self.objects.set(id.0, None));
        Arc::make_mut(&mut self.order).retain(|id| self.objects.get(id.0).is_some());
    }

    /// Adds an object behind one that is there, or behind all.
    fn add(&mut self, object: Object, behind: Option<ObjectId>) -> Result<ObjectId, Refusal> {
        let id = ObjectId(u32::try_from(self.objects.len()).map_err(|_| Refusal::TooMany)?);
        let place = behind.and_then(|before| self.place_of(before)).map(|place| place + 1);
        self.put_at(id, object, place)?;
        Ok(id)
    }

    /// Puts an object that is not there at a place of the file, or behind all.
    fn put_at(
        &mut self,
        id: ObjectId,
        object: Object,
        place: Option<usize>,
    ) -> Result<(), Refusal> {
        if self.order.len() >= MOST_OBJECTS {
            return Err(Refusal::TooMany);
        }
        self.objects.set(id.0, Some(Arc::new(object)));
        let order = Arc::make_mut(&mut self.order);
        order.insert(place.unwrap_or(order.len()).min(order.len()), id);
        Ok(())
    }
}

pub(super) fn in_words(id: ObjectId, object: &Object, code_page: CodePage) -> String {
    let (kind, name) = (Kind::of(object), called(object, code_page));
    format!("{kind} {id} {name}").trim_end().to_owned()
}

#[cfg(test)]
pub(crate) mod tests;
