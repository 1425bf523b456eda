//! Rotations that are none, and things without size.

use crate::check::fix;
use crate::problem::{Rule, Severity};
use crate::world::zone::Listed;
use crate::world::zone::action::Action;
use crate::world::zone::field::Field;
use crate::world::zone::selection::Selection;
use crate::world::zone::thing::Thing;
use crate::world::zone::turn::{Rotation, SetRotation};

use super::found::{Found, fixes};

/// How far from 1 the length of a rotation may be.
const TOLERANCE: f64 = 0.01;
/// Ten times the largest of real zones, and more.
const LARGEST_SCALE: f32 = 1_000.0;

pub(super) const ROTATION: Rule = Rule {
    code: "zone-rotation",
    severity: Severity::Warning,
    title: "Invalid rotation",
    explanation: "\
A rotation is four numbers whose squares add up to 1. Here they do not, or they are not numbers at \
all: the object is drawn skewed, in a different size, or not at all.

The fix gives it the length 1 and keeps its direction. If it has no direction, the fix resets the \
rotation.",
};

pub(super) const NO_SCALE: Rule = Rule {
    code: "zone-scale-zero",
    severity: Severity::Warning,
    title: "Object without size",
    explanation: "\
The scale of an object is 0 or not a number along an axis. It is flat or invisible, and players \
can't click on it in the game.

The fix gives it its original size.",
};

pub(super) const ODD_SCALE: Rule = Rule {
    code: "zone-scale-odd",
    severity: Severity::Warning,
    title: "Object with an impossible scale",
    explanation: "\
The scale of an object is less than 0 or more than 1,000 along an axis. Less than 0 turns it inside \
out: its faces can be seen only from behind. More than 1,000 makes it larger than a zone. Boxes that \
nobody sees are up to 100 times as large in the game's own zones.

The fix gives it its original size, or the same size without the sign.",
};

pub(super) fn check(found: &mut Found<'_>, listed: Listed, thing: &Thing) {
    let Some(object) = thing.object() else { return };
    let squares = object.rotation_xyzw.map(|part| f64::from(part.get()).powi(2));
    let length = squares.iter().sum::<f64>().sqrt();
    let is_rotation = (length - 1.0).abs() <= TOLERANCE;
    if !is_rotation {
        found.add(&ROTATION, listed, || {
            let things = Selection::of(listed.id);
            let action = Action::SetRotation(SetRotation { things, to: Rotation::Unit });
            let message = format!("the rotation has the length {length:.3}, and must have 1");
            (message, vec![fix("Give the rotation the length 1", &action)])
        });
    }
    for (scale, field) in object.scale.iter().zip([Field::ScaleX, Field::ScaleY, Field::ScaleZ]) {
        if scale.get() == 0.0 || !scale.get().is_finite() {
            found.add(&NO_SCALE, listed, || {
                let fix = fixes::set(listed.id, field, 1.0);
                // Some people hide a thing with 0.
                let is_number = scale.get().is_finite();
                let fix = if is_number { fix.one_by_one() } else { fix };
                (format!("the {field} is {scale}"), vec![fix])
            });
        } else if scale.get() < 0.0 || scale.get() > LARGEST_SCALE {
            found.add(&ODD_SCALE, listed, || {
                let size = scale.get().abs();
                let to = if size > LARGEST_SCALE { 1.0 } else { f64::from(size) };
                let fix = fixes::set(listed.id, field, to).one_by_one();
                (format!("the {field} is {scale}"), vec![fix])
            });
        }
    }
}
