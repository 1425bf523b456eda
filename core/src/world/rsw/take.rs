//! What makes a scene into a different one, in steps that can be taken one by one.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::format::ReadError;
use crate::format::ragnarok::rsw::object::Object;
use crate::format::ragnarok::rsw::{self, Layout, Rsw};
use crate::format::text::Opaque;
use crate::problem::aligned::matched;
use crate::world::numbered::Table;
use crate::world::rsw::Scene;
use crate::world::rsw::object::{Kind, ObjectId, called};
use crate::world::rsw::part::{Part, WorldPart};
use crate::world::three_way::{Change, Thing, WHOLE, Wanted};

/// The field of a file whose objects are in a different order.
const ORDER: &str = "order of the objects";

/// A step that makes something of a scene what it is on the other side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Take {
    /// A part as an object of the other side has it.
    Part {
        id: ObjectId,
        part: Part,
        object: Object,
    },
    Delete {
        id: ObjectId,
    },
    /// An object that is not there, behind one that the other side has before it.
    Put {
        id: ObjectId,
        behind: Option<ObjectId>,
        object: Object,
    },
    /// The objects of the other side in its order.
    Order {
        ids: Vec<ObjectId>,
    },
    /// A part of a world, which is kept as a file without objects.
    World {
        part: WorldPart,
        world: Opaque,
    },
}

/// A step, and what a person sees of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Difference {
    pub(super) change: Change,
    pub(super) take: Take,
}

/// What makes a scene into a different one that has the same numbers.
pub(super) fn differences(before: &Scene, after: &Scene) -> Vec<Difference> {
    let mut all = Vec::new();
    of_worlds(before, after, &mut all);
    for (id, object) in before.objects() {
        match after.object(id) {
            Some(new) if new == object => {}
            Some(new) => of_object(before, id, [object, new], &mut all),
            None => {
                let change = whole(before, id, object, [true, false]);
                all.push(Difference { change, take: Take::Delete { id } });
            }
        }
    }
    let mut behind = None;
    for (id, object) in after.objects() {
        if before.object(id).is_none() {
            let change = whole(after, id, object, [false, true]);
            let take = Take::Put { id, behind, object: object.clone() };
            all.push(Difference { change, take });
        }
        behind = Some(id);
    }
    if !are_in_one_order(before, after) {
        let ids: Vec<ObjectId> = after.order.to_vec();
        let change = Change::of_file(ORDER, "as before", "different");
        all.push(Difference { change, take: Take::Order { ids } });
    }
    all
}

/// Whether the objects that both have are in the same order.
pub(super) fn are_in_one_order(a: &Scene, b: &Scene) -> bool {
    let shared = |scene: &Scene, other: &Scene| -> Vec<ObjectId> {
        scene.order.iter().copied().filter(|id| other.object(*id).is_some()).collect()
    };
    Arc::ptr_eq(&a.order, &b.order) || shared(a, b) == shared(b, a)
}

fn of_worlds(before: &Scene, after: &Scene, all: &mut Vec<Difference>) {
    let (old, new) = (before.world(), after.world());
    if old == new {
        return;
    }
    let bytes = Opaque(rsw::write(new));
    for part in WorldPart::all().filter(|part| !part.is_same(old, new)) {
        let [a, b] = part.shown([old, new], before.code_page());
        let change = change("world".to_owned(), part.name(), a.into(), b.into());
        all.push(Difference { change, take: Take::World { part, world: bytes.clone() } });
    }
}

fn of_object(scene: &Scene, id: ObjectId, sides: [&Object; 2], all: &mut Vec<Difference>) {
    let [old, new] = sides;
    for part in Part::all().filter(|part| part.bytes_of(old) != part.bytes_of(new)) {
        let [a, b] = part.shown(sides, scene.code_page());
        let change = change(scene.in_words(id), part.name(), a.into(), b.into());
        all.push(Difference { change, take: Take::Part { id, part, object: new.clone() } });
    }
}

/// An object that came or went, with all of it.
fn whole(scene: &Scene, id: ObjectId, object: &Object, is_on: [bool; 2]) -> Change {
    let value = || serde_json::to_value(object).unwrap_or_default();
    let [a, b] = is_on.map(|is_there| if is_there { value() } else { Value::Null });
    // Where it is new, its number says nothing: nobody has given it one.
    let name = match is_on {
        [false, true] => {
            let (kind, name) = (Kind::of(object), called(object, scene.code_page()));
            format!("new {kind} {name}").trim_end().to_owned()
        }
        _ => scene.in_words(id),
    };
    change(name, WHOLE, a, b)
}

fn change(thing: String, field: &'static str, a: Value, b: Value) -> Change {
    Change { thing: Thing::Named(thing.into()), field: field.into(), a, b }
}

impl Take {
    /// Takes the step; one whose object is gone by now, or there again, is refused.
    pub(super) fn apply(&self, scene: &mut Scene) -> Result<(), String> {
        let gone = |id: &ObjectId| format!("object {id} is not there any more");
        match self {
            Take::Part { id, part, object } => {
                let mut own = scene.object(*id).cloned().ok_or_else(|| gone(id))?;
                part.copy(&mut own, object);
                scene.replace(*id, own);
            }
            Take::Delete { id } => {
                scene.object(*id).ok_or_else(|| gone(id))?;
                scene.remove(&[*id]);
            }
            Take::Put { id, behind, object } => {
                if scene.object(*id).is_some() {
                    return Err(format!("object {id} is there already"));
                }
                let place = match behind {
                    Some(before) => scene.place_of(*before).map(|place| place + 1),
                    None => Some(0),
                };
                scene.put_at(*id, object.clone(), place).map_err(|error| error.to_string())?;
            }
            Take::Order { ids } => scene.order_as(ids),
            Take::World { part, world } => {
                let theirs = world_of(&world.0, scene.layout()).map_err(|e| e.to_string())?;
                let mut world = scene.world().clone();
                part.copy(&mut world, &theirs);
                scene.set_world(world);
            }
        }
        Ok(())
    }
}

fn world_of(bytes: &[u8], layout: Layout) -> Result<Rsw, ReadError> {
    rsw::read_laid_out(bytes, |own| own == layout)
}

impl Scene {
    /// Puts objects into an order; those that it does not name stay behind those before them.
    fn order_as(&mut self, ids: &[ObjectId]) {
        let named: BTreeSet<ObjectId> = ids.iter().copied().collect();
        let mut behind: HashMap<Option<ObjectId>, Vec<ObjectId>> = HashMap::new();
        let mut before = None;
        for id in self.order.iter() {
            match named.contains(id) {
                true => before = Some(*id),
                false => behind.entry(before).or_default().push(*id),
            }
        }
        let mut order = behind.remove(&None).unwrap_or_default();
        for id in ids.iter().filter(|id| self.object(**id).is_some()) {
            order.push(*id);
            order.extend(behind.remove(&Some(*id)).unwrap_or_default());
        }
        self.order = Arc::new(order);
    }

    /// A file of the same scene with the numbers of this one, as far as its objects are those of this one.
    pub fn numbering(&self, file: &Scene) -> Scene {
        self.numbered(file, self.objects.len())
    }

    /// A file of the same scene with the numbers of this one: objects are the same by their content,
    /// and new ones have numbers from `free` on.
    pub(super) fn numbered(&self, file: &Scene, free: usize) -> Scene {
        let everything = Layout::of_everything();
        let bytes = |object: &Object| {
            let mut bytes = Vec::new();
            object.write(everything, &mut bytes);
            bytes
        };
        let [old, new] = [self, file].map(|scene| scene.objects().collect::<Vec<_>>());
        let [old_bytes, new_bytes] = [&old, &new]
            .map(|side| side.iter().map(|(_, object)| bytes(object)).collect::<Vec<_>>());
        let alike = |a: usize, b: usize| match (old.get(a), new.get(b)) {
            (Some((_, a)), Some((_, b))) => likeness(a, b),
            _ => 0.0,
        };
        let matched = matched(&old_bytes, &new_bytes, alike);
        let mut ids: Vec<Option<ObjectId>> = vec![None; new.len()];
        for (n, (id, _)) in old.iter().enumerate() {
            if let Some(place) = matched.place_of(n).and_then(|place| ids.get_mut(place)) {
                *place = Some(*id);
            }
        }
        let mut objects = Table::default();
        objects.reserve(free.max(self.objects.len()));
        let mut order = Vec::with_capacity(new.len());
        for (known, (own, _)) in ids.into_iter().zip(new) {
            let Some(object) = file.objects.get(own.0).cloned() else { continue };
            let id = match known {
                Some(id) => id,
                None => ObjectId(u32::try_from(objects.len()).unwrap_or(u32::MAX)),
            };
            objects.set(id.0, Some(object));
            order.push(id);
        }
        Scene { objects, order: Arc::new(order), ..file.clone() }
    }
}

/// The share of their fields that are the same, from 0 to 1.
fn likeness(a: &Object, b: &Object) -> f32 {
    if Kind::of(a) != Kind::of(b) {
        return 0.0;
    }
    let both = Part::all().filter_map(|part| Some((part.bytes_of(a)?, part.bytes_of(b)?)));
    let (mut n, mut n_same) = (0_u16, 0_u16);
    for (a, b) in both {
        n += 1;
        n_same += u16::from(a == b);
    }
    f32::from(n_same) / f32::from(n.max(1))
}

/// What makes one scene into a different one.
pub fn compare(a: &Scene, b: &Scene) -> Vec<Change> {
    let b = a.numbered(b, 0);
    differences(a, &b).into_iter().map(|difference| difference.change).collect()
}

/// The first scene with the wanted ones of the changes that [`compare`] finds.
pub fn take(a: &Scene, b: &Scene, wanted: Wanted<'_>) -> Result<Scene, String> {
    let b = a.numbered(b, 0);
    let mut taken = a.clone();
    for Difference { change, take } in differences(a, &b) {
        if wanted(&change) {
            take.apply(&mut taken)?;
        }
    }
    Ok(taken)
}
