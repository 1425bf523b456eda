//! Models where they are placed, in the server's own steps and in 32-bit floats as it has them.

use crate::format::eq::map::{Placed, PlacedGroup};
use crate::format::number::F32;
use crate::space::eq::exchanged;

/// The server has π with so many digits.
#[expect(clippy::approx_constant, reason = "its bits are to come out the same")]
pub const PI: f32 = 3.14159;

/// Turns a point about x, then y, then z, by radians.
pub fn turned(point: [f32; 3], turns: [f32; 3]) -> [f32; 3] {
    Turn::of(turns).of_point(point)
}

/// Sines and cosines of turns about x, y and z.
#[derive(Debug, Clone, Copy)]
struct Turn([(f32, f32); 3]);

impl Turn {
    fn of(turns: [f32; 3]) -> Turn {
        Turn(turns.map(f32::sin_cos))
    }

    fn of_degrees(turns: [F32; 3]) -> [f32; 3] {
        turns.map(|turn| turn.get() * PI / 180.0)
    }

    fn of_point(self, point: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = point;
        let Turn([(sin_x, cos_x), (sin_y, cos_y), (sin_z, cos_z)]) = self;
        let (y, z) = (cos_x * y - sin_x * z, sin_x * y + cos_x * z);
        let (x, z) = (cos_y * x + sin_y * z, -(sin_y * x) + cos_y * z);
        let (x, y) = (cos_z * x - sin_z * y, sin_z * x + cos_z * y);
        [x, y, z]
    }
}

/// How points of a model get to where it is placed, in the server's axes.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    turn: Turn,
    scale: [f32; 3],
    position: [f32; 3],
}

impl Place {
    pub fn of(placed: &Placed) -> Place {
        Place {
            turn: Turn::of(placed.turns.map(F32::get)),
            scale: placed.scale.map(F32::get),
            position: placed.position.map(F32::get),
        }
    }

    pub fn of_point(&self, point: [f32; 3]) -> [f32; 3] {
        exchanged(plus(times(self.turn.of_point(point), self.scale), self.position))
    }
}

/// The same for a model in a group, whose turns are in degrees.
#[derive(Debug, Clone, Copy)]
pub struct PlaceInGroup {
    scale: [f32; 3],
    position: [f32; 3],
    /// Of the group about x, its own about x, about y the other way round, and about z.
    turns: [Turn; 2],
    group_y: Turn,
    group_z: Turn,
    /// Where its place is once the group is turned about x.
    correction: [f32; 3],
    group_scale: [f32; 3],
    group_tile: [f32; 3],
    group_position: [f32; 3],
}

impl PlaceInGroup {
    pub fn of(placed: &Placed, group: &PlacedGroup) -> PlaceInGroup {
        let position = placed.position.map(F32::get);
        let [x, y, z] = Turn::of_degrees(placed.turns);
        let [group_x, group_y, group_z] = Turn::of_degrees(group.turns);
        let group_turn = Turn::of([group_x, 0.0, 0.0]);
        PlaceInGroup {
            scale: placed.scale.map(F32::get),
            position,
            turns: [group_turn, Turn::of([x, -y, z])],
            group_y: Turn::of([0.0, group_y, 0.0]),
            group_z: Turn::of([0.0, 0.0, group_z]),
            correction: group_turn.of_point(position),
            group_scale: group.scale.map(F32::get),
            group_tile: group.tile.map(F32::get),
            group_position: group.position.map(F32::get),
        }
    }

    pub fn of_point(&self, point: [f32; 3]) -> [f32; 3] {
        let [group_x, own] = self.turns;
        let point = plus(times(point, self.scale), self.position);
        let point = self.group_y.of_point(group_x.of_point(point));
        let point = plus(point, self.correction.map(|number| -number));
        let point = plus(own.of_point(point), self.correction);
        let point = times(self.group_z.of_point(point), self.group_scale);
        exchanged(plus(plus(point, self.group_tile), self.group_position))
    }
}

fn plus([x, y, z]: [f32; 3], [dx, dy, dz]: [f32; 3]) -> [f32; 3] {
    [x + dx, y + dy, z + dz]
}

fn times([x, y, z]: [f32; 3], [sx, sy, sz]: [f32; 3]) -> [f32; 3] {
    [x * sx, y * sy, z * sz]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::Text;

    fn placed(turns: [f32; 3]) -> Placed {
        let one = [1.0_f32; 3].map(F32::new);
        let position = [10.0, 20.0, 30.0].map(F32::new);
        Placed { model: Text::default(), position, turns: turns.map(F32::new), scale: one }
    }

    #[test]
    fn a_placed_point_is_turned_then_moved_and_its_axes_exchanged() {
        let place = Place::of(&placed([0.0, 0.0, std::f32::consts::FRAC_PI_2]));
        let [x, y, z] = place.of_point([1.0, 0.0, 2.0]);
        assert!((x - 21.0).abs() < 1e-5 && (y - 10.0).abs() < 1e-5 && (z - 32.0).abs() < 1e-5);
    }

    #[test]
    fn a_group_that_is_not_turned_moves_its_models() {
        let zero = [F32::ZERO; 3];
        let placed = placed([0.0; 3]);
        let group = PlacedGroup {
            position: [100.0, 0.0, 0.0].map(F32::new),
            turns: zero,
            scale: [1.0, 1.0, 2.0].map(F32::new),
            tile: [0.0, 0.0, 5.0].map(F32::new),
            placed: vec![placed.clone()],
        };
        let place = PlaceInGroup::of(&placed, &group);
        assert_eq!(place.of_point([1.0, 2.0, 3.0]), [22.0, 111.0, 71.0]);
    }
}
