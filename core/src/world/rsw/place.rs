//! Where objects are: moving, turning and scaling them.

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::ragnarok::rsw::object::Object;
use crate::world::rsw::Scene;
use crate::world::rsw::object::ObjectId;
use crate::world::rsw::refusal::{Refusal, finite};
use crate::world::rsw::selection::Selection;
use crate::world::sum::nearest;
use crate::world::zone::turn::About;

/// Moves objects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    pub objects: Selection,
    /// To the east, down and to the north, in world units.
    pub by: [f64; 3],
}

/// Puts an object somewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PutAt {
    pub object: ObjectId,
    /// x, y and z, in world units from the middle of the map.
    pub at: [f64; 3],
}

/// Turns objects about the vertical axis, clockwise as seen from above.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rotate {
    pub objects: Selection,
    pub degrees: f64,
    #[serde(default)]
    pub about: About,
}

/// Makes models so many times as large.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    pub objects: Selection,
    pub by: [f64; 3],
}

impl Move {
    pub(super) fn apply(&self, scene: &mut Scene) -> Result<(), Refusal> {
        let by = finite("by", self.by)?;
        for id in self.objects.objects(scene)? {
            let Some(object) = scene.object(id).cloned() else { continue };
            let moved = moved(object, by).ok_or(Refusal::TooFar(id))?;
            scene.replace(id, moved);
        }
        Ok(())
    }
}

impl PutAt {
    pub(super) fn apply(&self, scene: &mut Scene) -> Result<(), Refusal> {
        let at = finite("at", self.at)?;
        let id = self.object;
        let mut object = scene.object(id).cloned().ok_or(Refusal::NoObject(id))?;
        for (own, to) in position_mut(&mut object).iter_mut().zip(at) {
            *own = changed(*own, to).ok_or(Refusal::TooFar(id))?;
        }
        scene.replace(id, object);
        Ok(())
    }
}

impl Rotate {
    pub(super) fn apply(&self, scene: &mut Scene) -> Result<(), Refusal> {
        let [degrees] = finite("degrees", [self.degrees])?;
        let objects = self.objects.objects(scene)?;
        let middle = middle_of(scene, &objects);
        let (sine, cosine) = degrees.rem_euclid(360.0).to_radians().sin_cos();
        for id in objects {
            let Some(mut object) = scene.object(id).cloned() else { continue };
            if self.about == About::Middle {
                let [x, _, z] = position_of(&object);
                let (x, z) = (x - middle[0], z - middle[1]);
                let to = [x * cosine + z * sine, z * cosine - x * sine];
                let [own_x, _, own_z] = position_mut(&mut object);
                for ((own, to), middle) in [own_x, own_z].into_iter().zip(to).zip(middle) {
                    *own = changed(*own, middle + to).ok_or(Refusal::TooFar(id))?;
                }
            }
            if let Object::Model(model) = &mut object {
                let [_, turn, _] = &mut model.rotation;
                *turn =
                    changed(*turn, f64::from(turn.get()) + degrees).ok_or(Refusal::TooFar(id))?;
            }
            scene.replace(id, object);
        }
        Ok(())
    }
}

impl Scale {
    pub(super) fn apply(&self, scene: &mut Scene) -> Result<(), Refusal> {
        let by = finite("by", self.by)?;
        let mut n_models = 0;
        for id in self.objects.objects(scene)? {
            let Some(Object::Model(mut model)) = scene.object(id).cloned() else { continue };
            n_models += 1;
            for (own, by) in model.scale.iter_mut().zip(by) {
                *own = changed(*own, f64::from(own.get()) * by).ok_or(Refusal::TooFar(id))?;
            }
            scene.replace(id, Object::Model(model));
        }
        if n_models == 0 { Err(Refusal::NothingSelected) } else { Ok(()) }
    }
}

/// An object so far away; `None` where no float says that.
pub(super) fn moved(object: Object, by: [f64; 3]) -> Option<Object> {
    let mut object = object;
    for (own, by) in position_mut(&mut object).iter_mut().zip(by) {
        *own = changed(*own, f64::from(own.get()) + by)?;
    }
    Some(object)
}

/// A number that is there already keeps its bits.
fn changed(before: F32, to: f64) -> Option<F32> {
    match f64::from(before.get()) == to || before.get().is_nan() && to.is_nan() {
        true => Some(before),
        false => nearest(to),
    }
}

pub(super) fn position_mut(object: &mut Object) -> &mut [F32; 3] {
    match object {
        Object::Model(model) => &mut model.position,
        Object::Light(light) => &mut light.position,
        Object::Sound(sound) => &mut sound.position,
        Object::Effect(effect) => &mut effect.position,
    }
}

fn position_of(object: &Object) -> [f64; 3] {
    object.position().map(|number| f64::from(number.get()))
}

/// The middle of the box around objects, x and z.
fn middle_of(scene: &Scene, objects: &[ObjectId]) -> [f64; 2] {
    let places = objects.iter().filter_map(|id| scene.object(*id)).map(position_of);
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for [x, _, z] in places.filter(|at| at.iter().all(|number| number.is_finite())) {
        low = [low[0].min(x), low[1].min(z)];
        high = [high[0].max(x), high[1].max(z)];
    }
    let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    middle.map(|middle| if middle.is_finite() { middle } else { 0.0 })
}
