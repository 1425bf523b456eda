//! Placed objects of an open zone: selected, moved, turned, scaled, added and removed, each as one step.
//! Floors and the view in 3D follow beside the window.

use std::collections::BTreeSet;
use std::sync::Arc;

use landwright_core::format::number::F32;
use landwright_core::problem::counted::counted;
use landwright_core::world::eq::action::{
    Action, AddObject, MoveObjects, RemoveObjects, SetObject,
};
use landwright_core::world::eq::document::EditedZone;
use landwright_core::world::eq::object::{Object, Scale, models, objects};

use crate::kind::everquest::document::EqDocument;
use crate::kind::everquest::lay::Laid;
use crate::kind::everquest::message::{Part, ToObjects, ToZone, Way};
use crate::kind::single::OneFile;
use crate::message::sent::{Sent, Wishes};

/// A turn has so many parts, and a command turns by one in 32.
const CIRCLE: f32 = 512.0;
const TURN: f32 = 16.0;

/// What is placed in an open zone.
#[derive(Debug)]
pub(super) struct Placement {
    pub(super) all: Arc<Vec<Object>>,
    /// Those that floors and the view in 3D are made of, and whether they are being made again.
    pub(super) laid: Arc<Vec<Object>>,
    is_laying: bool,
    pub(super) chosen: BTreeSet<u32>,
    /// What can be placed, and the one that is placed next.
    pub(super) models: BTreeSet<String>,
    pub(super) model: String,
    pub(super) are_hidden: bool,
    /// Whether a box selects objects, and not regions.
    pub(super) are_boxed: bool,
}

impl Placement {
    pub(super) fn new(now: &EditedZone, laid: &EditedZone) -> Placement {
        let models = models(now.zone());
        Placement {
            all: Arc::new(objects(now.zone())),
            laid: Arc::new(objects(laid.zone())),
            is_laying: false,
            chosen: BTreeSet::new(),
            model: models.first().cloned().unwrap_or_default(),
            models,
            are_hidden: false,
            are_boxed: false,
        }
    }

    pub(super) fn chosen_ones(&self) -> impl Iterator<Item = &Object> {
        self.all.iter().filter(|object| self.chosen.contains(&object.number))
    }

    /// Lets what is known of objects follow what the zone has become.
    pub(super) fn look(&mut self, zone: &EditedZone) {
        self.all = Arc::new(objects(zone.zone()));
        let numbers: BTreeSet<u32> = self.all.iter().map(|object| object.number).collect();
        self.chosen.retain(|number| numbers.contains(number));
    }

    /// Those that are not as a list has them.
    pub(super) fn different(&self, before: &[Object]) -> BTreeSet<u32> {
        let changed = self.all.iter().filter(|object| !before.contains(object));
        changed.map(|object| object.number).collect()
    }

    fn choose(&mut self, objects: &BTreeSet<u32>, way: Way) {
        match way {
            Way::Replace => self.chosen.clone_from(objects),
            Way::Add => self.chosen.extend(objects),
            Way::Toggle => {
                for object in objects {
                    if !self.chosen.remove(object) {
                        self.chosen.insert(*object);
                    }
                }
            }
        }
    }
}

impl EqDocument {
    pub(super) fn take_for_objects(&mut self, message: &ToObjects) -> Wishes {
        match message {
            ToObjects::Choose { objects, way } => {
                if *way == Way::Replace && !objects.is_empty() {
                    self.select(&BTreeSet::new(), Way::Replace);
                }
                self.choose(objects, *way);
            }
            ToObjects::Move([x, y]) => return self.move_chosen([*x, *y, 0.0]),
            ToObjects::Set(part, text) => return self.set_chosen(*part, text),
            ToObjects::Model(model) => self.placement.model.clone_from(model),
            ToObjects::Hide(are_hidden) => self.placement.are_hidden = *are_hidden,
            ToObjects::Box(are_boxed) => self.placement.are_boxed = *are_boxed,
        }
        Wishes::default()
    }

    pub(super) fn choose(&mut self, objects: &BTreeSet<u32>, way: Way) {
        self.placement.choose(objects, way);
        self.n_looks += 1;
    }

    fn chosen_in_words(&self) -> String {
        counted(self.placement.chosen.len(), "object", "objects")
    }

    fn chosen_numbers(&self) -> Vec<u32> {
        self.placement.chosen.iter().copied().collect()
    }

    fn move_chosen(&mut self, by: [f32; 3]) -> Wishes {
        let title = format!("Move {}", self.chosen_in_words());
        let action = MoveObjects { objects: self.chosen_numbers(), by: by.map(F32::new) };
        self.act_all(&title, &[Action::MoveObjects(action)])
    }

    /// Counter-clockwise as seen from above.
    pub(super) fn turn_chosen(&mut self, n_steps: f32) -> Wishes {
        let title = format!("Turn {}", self.chosen_in_words());
        let turn = |object: &Object| {
            let [heading, ..] = object.place.turns;
            let heading = (heading.get() + n_steps * TURN).rem_euclid(CIRCLE);
            let heading = Some(F32::new(heading));
            let set = SetObject { object: object.number, heading, ..SetObject::default() };
            Action::SetObject(set)
        };
        let actions: Vec<Action> = self.placement.chosen_ones().map(turn).collect();
        self.act_all(&title, &actions)
    }

    fn set_chosen(&mut self, part: Part, text: &str) -> Wishes {
        let Some(value) = number(text) else {
            return Wishes::warn(format!("`{text}` is no number"));
        };
        let set = |object: &u32| {
            let mut set = SetObject { object: *object, ..SetObject::default() };
            let field = match part {
                Part::X => &mut set.x,
                Part::Y => &mut set.y,
                Part::Z => &mut set.z,
                Part::Heading => &mut set.heading,
                Part::Pitch => &mut set.pitch,
                Part::Roll => &mut set.roll,
                Part::Scale => {
                    set.scale = Some(Scale::Even(value));
                    return Action::SetObject(set);
                }
            };
            *field = Some(value);
            Action::SetObject(set)
        };
        let actions: Vec<Action> = self.placement.chosen.iter().map(set).collect();
        self.act_all(&format!("Set {} of {}", part.name(), self.chosen_in_words()), &actions)
    }

    /// Adds an object where a person clicked last.
    pub(super) fn add_object(&mut self) -> Wishes {
        let Some(found) = &self.found else { return Wishes::default() };
        let [x, y, z] = found.at.map(|number| F32::new(number as f32));
        let model = self.placement.model.clone();
        let title = format!("Add {model}");
        let (heading, pitch, roll, scale) = (None, None, None, None);
        let add = AddObject { model, x, y, z, heading, pitch, roll, scale };
        let before = Arc::clone(&self.placement.all);
        let wishes = self.act_all(&title, &[Action::AddObject(add)]);
        self.choose(&self.placement.different(&before), Way::Replace);
        wishes
    }

    pub(super) fn remove_objects(&mut self) -> Wishes {
        let title = format!("Remove {}", self.chosen_in_words());
        let remove = RemoveObjects { objects: self.chosen_numbers() };
        self.act_all(&title, &[Action::RemoveObjects(remove)])
    }

    /// Objects are obstacles and are drawn: both are made again where they changed.
    pub(super) fn follow_objects(&mut self) -> Wishes {
        let placement = &mut self.placement;
        if placement.is_laying || placement.all == placement.laid {
            return Wishes::default();
        }
        placement.is_laying = true;
        let of = Arc::clone(&placement.all);
        let (zone, volumes) = (self.zone().clone(), Arc::clone(&self.volumes));
        let path = self.common.path_or_name();
        let title = format!("Placing the objects of {}", self.common.title);
        Wishes::job(title, move |_| {
            let laid = Laid::of(zone.zone(), &path, &volumes);
            Sent::new(ToZone::Laid(of, laid.map(Arc::new)))
        })
    }

    pub(super) fn take_laid(
        &mut self,
        of: &Arc<Vec<Object>>,
        laid: &Result<Arc<Laid>, String>,
    ) -> Wishes {
        (self.placement.laid, self.placement.is_laying) = (Arc::clone(of), false);
        let laid = match laid {
            Ok(laid) => laid,
            Err(error) => return Wishes::warn(format!("The floors stay as they were: {error}")),
        };
        self.ground = Arc::clone(&laid.ground);
        self.plan = Arc::clone(&laid.plan);
        self.drawn = Arc::clone(&laid.drawn);
        (self.plan_below, self.is_drawing) = (None, false);
        if let Some(at) = self.found.as_ref().map(|found| found.at) {
            self.ask(at);
        }
        self.n_looks += 1;
        self.n_casts += 1;
        Wishes::default()
    }
}

/// A number that an object can have.
pub(super) fn number(text: &str) -> Option<F32> {
    let number = text.trim().parse::<f32>().ok()?;
    number.is_finite().then(|| F32::new(number))
}
