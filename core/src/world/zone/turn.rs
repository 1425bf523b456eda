//! Turning things and making them larger.

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::space::rose::position::PosInFileCm;
use crate::world::sum::{BadSetting, Sum, nearest};

use super::Zone;
use super::place::{Snap, middle_of, put_thing, too_far};
use super::refusal::{Refusal, finite};
use super::selection::Selection;
use super::setting::Setting;

/// Turns things about the vertical, against the clock as seen from above.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rotate {
    pub things: Selection,
    pub degrees: f64,
    #[serde(default)]
    pub about: About,
    /// Where they come to stand that go around a middle.
    #[serde(default)]
    pub snap: Snap,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// Each about itself.
    #[default]
    Each,
    /// All about their middle.
    Middle,
}

/// Gives things a rotation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetRotation {
    pub things: Selection,
    pub to: Rotation,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rotation {
    /// About the vertical alone, against the clock as seen from above. A sum such as `+90` turns
    /// each thing further, and leaves it tilted as it is.
    Degrees(Setting),
    /// x, y, z, w, as they are.
    Quaternion([F32; 4]),
    /// As it is, made one long.
    Unit,
}

/// Makes things so many times as large.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    pub things: Selection,
    pub by: [f64; 3],
}

impl Rotate {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let [degrees] = finite("degrees", [self.degrees])?;
        let things = self.things.some_things(zone)?;
        let (sine, cosine) = sine_and_cosine(degrees);
        let [middle_x, middle_y] = middle_of(zone, &things);
        let mut moved = Vec::new();
        for id in things {
            let Some(mut thing) = zone.thing(id).cloned() else { continue };
            if self.about == About::Middle {
                let at = thing.pos_in_file_cm();
                let (x, y) = (at.x - middle_x, at.y - middle_y);
                let to = PosInFileCm {
                    x: middle_x + x * cosine - y * sine,
                    y: middle_y + x * sine + y * cosine,
                    z: at.z,
                };
                thing = put_thing(zone, &thing, to, self.snap).ok_or_else(|| too_far(zone, id))?;
            }
            if let Some(object) = thing.object_mut() {
                turn(&mut object.rotation_xyzw, degrees);
            }
            moved.push((id, thing));
        }
        zone.put_moved(moved)
    }
}

impl SetRotation {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        for id in self.things.some_things(zone)? {
            let Some(mut thing) = zone.thing(id).cloned() else { continue };
            let kind = thing.kind();
            let Some(object) = thing.object_mut() else {
                return Err(Refusal::NoField { id, kind, field: "rotation".to_owned() });
            };
            let before = object.rotation_xyzw;
            object.rotation_xyzw = match &self.to {
                Rotation::Quaternion(bits) => *bits,
                Rotation::Degrees(to) => turned_to(before, to)?,
                Rotation::Unit => unit(before),
            };
            zone.replace(id, thing);
        }
        Ok(Vec::new())
    }
}

impl Scale {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let by = finite("by", self.by)?;
        for id in self.things.some_things(zone)? {
            let Some(mut thing) = zone.thing(id).cloned() else { continue };
            let Some(object) = thing.object_mut() else { continue };
            for (scale, by) in object.scale.iter_mut().zip(by) {
                if by != 1.0 {
                    let new = nearest(f64::from(scale.get()) * by);
                    *scale = new.ok_or_else(|| Refusal::argument("by", &by, "less"))?;
                }
            }
            zone.replace(id, thing);
        }
        Ok(Vec::new())
    }
}

fn turned_to(mut xyzw: [F32; 4], to: &Setting) -> Result<[F32; 4], Refusal> {
    let refused = |bad: BadSetting| Refusal::argument("to", &bad.found, &bad.expected);
    let sum = to.sum().map_err(refused)?;
    if let Sum::Plus(by) = sum {
        let [by] = finite("to", [by])?;
        turn(&mut xyzw, by);
        return Ok(xyzw);
    }
    let [_, _, z, w] = xyzw.map(|part| f64::from(part.get()));
    let [degrees] = finite("to", [sum.of((2.0 * z.atan2(w)).to_degrees())])?;
    let (sine, cosine) = sine_and_cosine(degrees / 2.0);
    Ok([0.0, 0.0, sine as f32, cosine as f32].map(F32::new))
}

/// Right angles are exact: a thing turned four times by 90° is where it was.
fn sine_and_cosine(degrees: f64) -> (f64, f64) {
    let turns = degrees.rem_euclid(360.0);
    match turns {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        _ => turns.to_radians().sin_cos(),
    }
}

/// Turns a rotation about the vertical of the world.
fn turn(xyzw: &mut [F32; 4], degrees: f64) {
    let (sine, cosine) = sine_and_cosine(degrees / 2.0);
    let [x, y, z, w] = xyzw.map(|part| f64::from(part.get()));
    let new = [
        cosine * x - sine * y,
        cosine * y + sine * x,
        cosine * z + sine * w,
        cosine * w - sine * z,
    ];
    for (bits, (old, new)) in xyzw.iter_mut().zip([x, y, z, w].into_iter().zip(new)) {
        if old != new {
            *bits = F32::new(new as f32);
        }
    }
}

/// The same rotation, one long; none at all where it says nothing.
fn unit(xyzw: [F32; 4]) -> [F32; 4] {
    let parts = xyzw.map(|part| f64::from(part.get()));
    let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length.is_finite() && length > 1e-6 {
        parts.map(|part| F32::new((part / length) as f32))
    } else {
        [0.0, 0.0, 0.0, 1.0].map(F32::new)
    }
}
