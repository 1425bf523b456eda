//! What a person does to the objects of a scene, each as one step.

use std::collections::{BTreeMap, BTreeSet};

use landwright_core::format::ragnarok::rsw::object::Object;
use landwright_core::problem::counted::counted;
use landwright_core::world::rsw::Scene;
use landwright_core::world::rsw::action::{
    Action, Add, Delete, Duplicate, Resolved, Set, SetWorld,
};
use landwright_core::world::rsw::field::{Field, Value, WorldField, value_of};
use landwright_core::world::rsw::object::{Kind, ObjectId};
use landwright_core::world::rsw::place::{Move, PutAt, Rotate, Scale};
use landwright_core::world::rsw::selection::Selection;
use landwright_core::world::zone::setting::Setting;
use landwright_core::world::zone::turn::About;

use crate::kind::scene::document::SceneDocument;
use crate::kind::single::OneFile;
use crate::message::sent::Wishes;
use crate::view::hand::Phase;

/// A copy is so far to the east and to the north of what it was made of: a cell.
const COPY_BY: [f64; 3] = [5.0, 0.0, -5.0];
const TURN_DEGREES: f64 = 15.0;
const LARGER: f64 = 1.1;

impl SceneDocument {
    fn selected(&self) -> Selection {
        Selection::Ids(self.selection.iter().copied().collect())
    }

    fn selected_in_words(&self) -> String {
        match self.selection.first().filter(|_| self.selection.len() == 1) {
            Some(one) => self.scene().in_words(*one),
            None => counted(self.selection.len(), "object", "objects"),
        }
    }

    pub(super) fn delete(&mut self) -> Wishes {
        let title = format!("Delete {}", self.selected_in_words());
        self.act_all(&title, &[Action::Delete(Delete { objects: self.selected() })])
    }

    pub(super) fn duplicate(&mut self) -> Wishes {
        let title = format!("Duplicate {}", self.selected_in_words());
        let duplicate = Duplicate { objects: self.selected(), by: COPY_BY };
        self.act_all(&title, &[Action::Duplicate(duplicate)])
    }

    pub(super) fn turn(&mut self, steps: f64) -> Wishes {
        let title = format!("Rotate {}", self.selected_in_words());
        let about = if self.selection.len() > 1 { About::Middle } else { About::Each };
        let rotate = Rotate { objects: self.selected(), degrees: TURN_DEGREES * steps, about };
        self.act_all(&title, &[Action::Rotate(rotate)])
    }

    pub(super) fn scale(&mut self, is_up: bool) -> Wishes {
        let title = format!("Scale {}", self.selected_in_words());
        let by = if is_up { LARGER } else { 1.0 / LARGER };
        let scale = Scale { objects: self.selected(), by: [by; 3] };
        self.act_all(&title, &[Action::Scale(scale)])
    }

    /// Onto the ground that was read.
    pub(super) fn drop_to_ground(&mut self) -> Wishes {
        let title = format!("Put {} on the ground", self.selected_in_words());
        let Some(land) = self.land() else {
            return Wishes::warn(format!("{title}: the ground is not known"));
        };
        let dropped = |id: &ObjectId| {
            let [x, _, z] =
                self.scene().object(*id)?.position().map(|number| f64::from(number.get()));
            let y = f64::from(land.altitude_at([x, z])?);
            Some(Action::PutAt(PutAt { object: *id, at: [x, y, z] }))
        };
        let actions: Vec<Action> = self.selection.iter().filter_map(dropped).collect();
        match actions.is_empty() {
            true => Wishes::warn(format!("{title}: there is no ground below")),
            false => self.act_all(&title, &actions),
        }
    }

    /// Where somebody clicked last, on the ground.
    fn aim_on_ground(&self) -> [f64; 3] {
        let [x, z] = self.aim;
        let y = self.land().and_then(|land| land.altitude_at(self.aim)).map_or(0.0, f64::from);
        [x, y, z]
    }

    /// A model of a file, as models usually are.
    pub(super) fn add_model(&mut self, file: &str) -> Wishes {
        let fields = BTreeMap::from([(Field::File, Setting::Typed(file.to_owned()))]);
        let add = Add { kind: Kind::Model, at: self.aim_on_ground(), fields };
        self.act_all(&format!("Add {file}"), &[Action::Add(add)])
    }

    /// One more of a kind, like the selected one, where somebody clicked last.
    pub(super) fn add(&mut self, kind: Kind) -> Wishes {
        let mut objects = self.selection.iter().filter_map(|id| self.scene().object(*id));
        let like = objects.rfind(|object| Kind::of(object) == kind);
        let fields = like.map(|object| fields_of(self.scene(), object)).unwrap_or_default();
        let add = Add { kind, at: self.aim_on_ground(), fields };
        self.act_all(&format!("Add {kind}"), &[Action::Add(add)])
    }

    pub(super) fn set(&mut self, field: Field, text: &str) -> Wishes {
        // Only those that have it: a person sees the fields of all.
        let has_it = |id: &ObjectId| {
            self.scene().kind(*id).is_some_and(|kind| field.is_of(kind, self.scene().layout()))
        };
        let objects = Selection::Ids(self.selection.iter().copied().filter(has_it).collect());
        let title = format!("Set {field} of {}", self.selected_in_words());
        let to = setting_of(text);
        self.act_all(&title, &[Action::Set(Set { objects, field, to })])
    }

    pub(super) fn set_world(&mut self, field: WorldField, text: &str) -> Wishes {
        let to = setting_of(text);
        self.act_all(&format!("Set {field}"), &[Action::SetWorld(SetWorld { field, to })])
    }

    /// The selected objects go with the pointer: one step from press to release.
    pub(super) fn drag(&mut self, phase: Phase, by: [f64; 2]) -> Wishes {
        match phase {
            Phase::Press => {
                let title = format!("Move {}", self.selected_in_words());
                self.begin(&title);
                self.dragged_from = Some(self.scene().clone());
            }
            Phase::Drag | Phase::Hop => {
                let Some(before) = &self.dragged_from else { return Wishes::default() };
                let [x, z] = by;
                let moving = Action::Move(Move { objects: self.selected(), by: [x, 0.0, z] });
                if let Ok(Resolved { scene, .. }) = moving.resolve(before) {
                    self.editing.grow_to(scene);
                    self.look();
                }
            }
            Phase::Release | Phase::Close => self.end_drag(),
            Phase::GiveUp => {
                self.dragged_from = None;
                self.editing.cancel();
                self.look();
            }
        }
        Wishes::default()
    }

    pub(super) fn end_drag(&mut self) {
        self.dragged_from = None;
        self.editing.end();
        self.look();
    }

    /// Every object with the same file as a selected one; of effects, with the same number.
    pub(super) fn select_alike(&mut self) {
        let sort = |object: &Object| {
            let field = if Kind::of(object) == Kind::Effect { Field::Effect } else { Field::File };
            let value = value_of(object, field).map(|value| value.shown(self.scene().code_page()));
            (Kind::of(object), value.map(|text| text.to_lowercase()))
        };
        let own: BTreeSet<_> =
            self.selection.iter().filter_map(|id| self.scene().object(*id)).map(sort).collect();
        let alike = self.scene().objects().filter(|(_, object)| own.contains(&sort(object)));
        let alike: BTreeSet<ObjectId> = alike.map(|(id, _)| id).collect();
        self.select_alone(&alike);
    }
}

/// What is typed may be `hex:` and digits, as cells of sheets are.
pub(super) fn setting_of(text: &str) -> Setting {
    Setting::of_cell(text)
}

/// Everything but the place, as somebody would type it.
fn fields_of(scene: &Scene, object: &Object) -> BTreeMap<Field, Setting> {
    let is_place = |field: &Field| matches!(field, Field::X | Field::Y | Field::Z);
    let fields = Field::of_kind(Kind::of(object), scene.layout()).filter(|field| !is_place(field));
    let typed = |value: Value<'_>| setting_of(&value.shown(scene.code_page()));
    fields.filter_map(|field| Some((field, typed(value_of(object, field)?)))).collect()
}
