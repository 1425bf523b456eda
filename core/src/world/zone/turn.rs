//! Turning things and making them larger.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::space::rose::position::PosInFileCm;
use crate::world::sum::{BadSetting, Sum, nearest};

use super::Zone;
use super::place::{Snap, middle_of, put_thing, too_far};
use super::refusal::{Refusal, finite};
use super::selection::Selection;
use super::setting::Setting;
use super::thing::{Kind, ThingId};

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
        let (mut moved, mut unturned) = (Vec::new(), Without::default());
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
            match thing.object_mut() {
                Some(object) => {
                    let opened = zone.rotation_as_opened(id);
                    turn(&mut object.rotation_xyzw, degrees, opened);
                }
                None => unturned.count(thing.kind()),
            }
            moved.push((id, thing));
        }
        let mut notes = zone.put_moved(moved)?;
        notes.extend(unturned.note("rotation"));
        Ok(notes)
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
                Rotation::Degrees(to) => turned_to(before, to, zone.rotation_as_opened(id))?,
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
        let mut unscaled = Without::default();
        for id in self.things.some_things(zone)? {
            let Some(mut thing) = zone.thing(id).cloned() else { continue };
            let Some(object) = thing.object_mut() else {
                unscaled.count(thing.kind());
                continue;
            };
            for (scale, by) in object.scale.iter_mut().zip(by) {
                if by != 1.0 {
                    let new = nearest(f64::from(scale.get()) * by);
                    *scale = new.ok_or_else(|| Refusal::argument("by", &by, "less"))?;
                }
            }
            zone.replace(id, thing);
        }
        Ok(unscaled.note("scale").into_iter().collect())
    }
}

/// Things that an action passes over since they have not what it changes.
#[derive(Default)]
struct Without {
    kinds: BTreeMap<Kind, usize>,
}

impl Without {
    fn count(&mut self, kind: Kind) {
        *self.kinds.entry(kind).or_default() += 1;
    }

    fn note(self, what: &str) -> Option<String> {
        let kinds = self.kinds.iter().map(|(kind, n)| format!("{n} {kind}"));
        let kinds: Vec<String> = kinds.collect();
        let have = if self.kinds.values().sum::<usize>() == 1 { "has" } else { "have" };
        (!kinds.is_empty()).then(|| format!("{} {have} no {what}", kinds.join(" and ")))
    }
}

impl Zone {
    fn rotation_as_opened(&self, id: ThingId) -> Option<[F32; 4]> {
        Some(self.thing_as_opened(id)?.object()?.rotation_xyzw)
    }
}

fn turned_to(
    mut xyzw: [F32; 4],
    to: &Setting,
    opened: Option<[F32; 4]>,
) -> Result<[F32; 4], Refusal> {
    let refused = |bad: BadSetting| Refusal::argument("to", &bad.found, &bad.expected);
    let sum = to.sum().map_err(refused)?;
    if let Sum::Plus(by) = sum {
        let [by] = finite("to", [by])?;
        turn(&mut xyzw, by, opened);
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

/// How far the parts of a rotation are from where it was when it is there again.
const ROUNDED: f64 = 3e-7;

/// Turns a rotation about the vertical of the world. Where that leads to the one that was opened, but
/// for rounding, its bits are there again: a rotation and its opposite are the same.
fn turn(xyzw: &mut [F32; 4], degrees: f64, opened: Option<[F32; 4]>) {
    let degrees = degrees.rem_euclid(360.0);
    if degrees == 0.0 {
        return;
    }
    let (sine, cosine) = sine_and_cosine(degrees / 2.0);
    let [x, y, z, w] = xyzw.map(|part| f64::from(part.get()));
    let new = [
        cosine * x - sine * y,
        cosine * y + sine * x,
        cosine * z + sine * w,
        cosine * w - sine * z,
    ];
    let is_there_again = |opened: &[F32; 4]| {
        [1.0, -1.0].iter().any(|sign| {
            let parts = opened.iter().zip(new);
            let mut off = parts.map(|(part, new)| f64::from(part.get()) * sign - new);
            off.all(|off| off.abs() <= ROUNDED)
        })
    };
    if let Some(opened) = opened.filter(is_there_again) {
        *xyzw = opened;
        return;
    }
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
