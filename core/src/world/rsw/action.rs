//! What can be done to a scene, as data: scripts and tools say it in this way.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::ragnarok::rsw::Layout;
use crate::format::ragnarok::rsw::object::{Effect, Light, Model, Object, Sound};
use crate::world::Document;
use crate::world::rsw::Scene;
use crate::world::rsw::edit::Edit;
use crate::world::rsw::field::{Field, WorldField, slot_of, slot_of_world};
use crate::world::rsw::object::{Kind, ObjectId};
use crate::world::rsw::place::{Move, PutAt, Rotate, Scale, moved, position_mut};
use crate::world::rsw::refusal::{Refusal, finite};
use crate::world::rsw::selection::Selection;
use crate::world::scripted::Scripted;
use crate::world::sum::nearest;
use crate::world::zone::setting::Setting;

/// Of models of 2.7, as programs say that nobody uses it.
const NO_NUMBER: i32 = -1;

/// Something to do to a scene, with its arguments. As JSON, `action` is its name and the arguments
/// are beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    Set(Set),
    Move(Move),
    PutAt(PutAt),
    Rotate(Rotate),
    Scale(Scale),
    Add(Add),
    Duplicate(Duplicate),
    Delete(Delete),
    SetWorld(SetWorld),
}

/// Gives a field of objects a value, or a sum with the one that is there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    pub objects: Selection,
    pub field: Field,
    pub to: Setting,
}

/// Adds an object behind all others, with the values that such objects usually have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Add {
    pub kind: Kind,
    /// x, y and z, in world units from the middle of the map.
    pub at: [f64; 3],
    /// What is not as usual.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<Field, Setting>,
}

/// Puts a copy of each object behind all others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duplicate {
    pub objects: Selection,
    /// To the east, down and to the north, in world units.
    #[serde(default)]
    pub by: [f64; 3],
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Delete {
    pub objects: Selection,
}

/// Gives a field of the world a value, or a sum with the one that is there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetWorld {
    pub field: WorldField,
    pub to: Setting,
}

/// What an action comes to on a scene as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// `None` where nothing changes.
    pub edit: Option<Edit>,
    /// The scene afterwards.
    pub scene: Scene,
    /// Those that were added.
    pub added: Vec<ObjectId>,
}

impl Action {
    /// Checks the action against a scene; nothing is changed.
    pub fn resolve(&self, scene: &Scene) -> Result<Resolved, Refusal> {
        let mut new = scene.clone();
        let mut added = Vec::new();
        match self {
            Action::Set(set) => set.apply(&mut new)?,
            Action::Move(moving) => moving.apply(&mut new)?,
            Action::PutAt(put) => put.apply(&mut new)?,
            Action::Rotate(rotate) => rotate.apply(&mut new)?,
            Action::Scale(scale) => scale.apply(&mut new)?,
            Action::Add(add) => added.push(add.apply(&mut new)?),
            Action::Duplicate(duplicate) => added = duplicate.apply(&mut new)?,
            Action::Delete(delete) => {
                let objects = delete.objects.objects(scene)?;
                new.remove(&objects);
            }
            Action::SetWorld(set) => set.apply(&mut new)?,
        }
        Ok(Resolved { edit: scene.edit_to(&new), scene: new, added })
    }

    /// For a history of steps: "Delete 3 objects".
    pub fn title(&self) -> String {
        match self {
            Action::Set(set) => format!("Set {} of {}", set.field, set.objects.counted()),
            Action::Move(moving) => format!("Move {}", moving.objects.counted()),
            Action::PutAt(put) => format!("Move {}", put.object),
            Action::Rotate(rotate) => format!("Rotate {}", rotate.objects.counted()),
            Action::Scale(scale) => format!("Scale {}", scale.objects.counted()),
            Action::Add(add) => format!("Add {} {}", article(add.kind), add.kind),
            Action::Duplicate(duplicate) => {
                format!("Duplicate {}", duplicate.objects.counted())
            }
            Action::Delete(delete) => format!("Delete {}", delete.objects.counted()),
            Action::SetWorld(set) => format!("Set {}", set.field),
        }
    }
}

impl Scripted for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::Set(_) => "set",
            Action::Move(_) => "move",
            Action::PutAt(_) => "put-at",
            Action::Rotate(_) => "rotate",
            Action::Scale(_) => "scale",
            Action::Add(_) => "add",
            Action::Duplicate(_) => "duplicate",
            Action::Delete(_) => "delete",
            Action::SetWorld(_) => "set-world",
        }
    }
}

fn article(kind: Kind) -> &'static str {
    if kind == Kind::Effect { "an" } else { "a" }
}

impl Set {
    fn apply(&self, scene: &mut Scene) -> Result<(), Refusal> {
        for id in self.objects.objects(scene)? {
            let Some(mut object) = scene.object(id).cloned() else { continue };
            scene.set_field(id, &mut object, self.field, &self.to)?;
            scene.replace(id, object);
        }
        Ok(())
    }
}

impl Scene {
    fn set_field(
        &self,
        id: ObjectId,
        object: &mut Object,
        field: Field,
        to: &Setting,
    ) -> Result<(), Refusal> {
        let kind = Kind::of(object);
        let no_field = || Refusal::NoField { id, kind, field };
        let has_it = field.is_of(kind, self.layout());
        let slot = slot_of(object, field).filter(|_| has_it).ok_or_else(no_field)?;
        slot.put(to, self.code_page()).map_err(|bad| Refusal::value(&id, field.name(), bad))
    }
}

impl Add {
    fn apply(&self, scene: &mut Scene) -> Result<ObjectId, Refusal> {
        let at = finite("at", self.at)?;
        let mut object = usual(self.kind, scene.layout());
        for (own, to) in position_mut(&mut object).iter_mut().zip(at) {
            *own = nearest(to).ok_or(Refusal::NotFinite("at"))?;
        }
        for (field, to) in &self.fields {
            let (kind, field) = (self.kind, *field);
            let has_it = field.is_of(kind, scene.layout());
            let slot = slot_of(&mut object, field).filter(|_| has_it);
            let slot = slot.ok_or(Refusal::NoFieldOfNew { kind, field })?;
            let place = format!("new {kind}");
            slot.put(to, scene.code_page())
                .map_err(|bad| Refusal::value(&place, field.name(), bad))?;
        }
        scene.add(object, None)
    }
}

impl Duplicate {
    fn apply(&self, scene: &mut Scene) -> Result<Vec<ObjectId>, Refusal> {
        let by = finite("by", self.by)?;
        let mut added = Vec::new();
        for id in self.objects.objects(scene)? {
            let Some(object) = scene.object(id).cloned() else { continue };
            let copy = moved(object, by).ok_or(Refusal::TooFar(id))?;
            added.push(scene.add(copy, None)?);
        }
        Ok(added)
    }
}

impl SetWorld {
    fn apply(&self, scene: &mut Scene) -> Result<(), Refusal> {
        let mut world = scene.world().clone();
        let slot = slot_of_world(&mut world, self.field);
        let slot = slot.ok_or(Refusal::NoWorldField(self.field))?;
        let name = self.field.name();
        slot.put(&self.to, scene.code_page()).map_err(|bad| Refusal::value("world", name, bad))?;
        scene.set_world(world);
        Ok(())
    }
}

/// An object as such objects usually are, in the middle of the map. Fields that files of the layout lack are
/// empty.
pub(super) fn usual(kind: Kind, layout: Layout) -> Object {
    let one = F32::new(1.0);
    match kind {
        Kind::Model => Object::Model(Box::new(Model {
            animation_speed: if layout.version.has_model_names() { one } else { F32::ZERO },
            number: if layout.version.has_model_numbers() { NO_NUMBER } else { 0 },
            scale: [one; 3],
            ..Model::default()
        })),
        Kind::Light => {
            Object::Light(Light { color: [one; 3], range: F32::new(50.0), ..Light::default() })
        }
        Kind::Sound => Object::Sound(Box::new(Sound {
            volume: F32::new(0.5),
            width: 10,
            height: 10,
            range: F32::new(100.0),
            cycle: if layout.has_sound_cycle { F32::new(4.0) } else { F32::ZERO },
            ..Sound::default()
        })),
        Kind::Effect => Object::Effect(Effect::default()),
    }
}
