//! Models where they are placed: in the server's own steps, in 32-bit floats as it has them, and the same
//! in 64 bits, which is where they truly are.

use std::ops::{Add, Mul, Neg, Sub};

use crate::format::eq::map::{Placed, PlacedGroup};
use crate::format::number::F32;
use crate::space::eq::exchanged;

/// The server has π with so many digits.
#[expect(clippy::approx_constant, reason = "its bits are to come out the same")]
pub const PI: f32 = 3.14159;

/// The numbers that places are calculated in.
pub trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    const ZERO: Self;

    fn of(number: F32) -> Self;
    fn of_degrees(degrees: F32) -> Self;
    fn sin_cos(self) -> (Self, Self);
}

/// As the server has them.
impl Real for f32 {
    const ZERO: f32 = 0.0;

    fn of(number: F32) -> f32 {
        number.get()
    }

    fn of_degrees(degrees: F32) -> f32 {
        degrees.get() * PI / 180.0
    }

    fn sin_cos(self) -> (f32, f32) {
        self.sin_cos()
    }
}

/// As they are.
impl Real for f64 {
    const ZERO: f64 = 0.0;

    fn of(number: F32) -> f64 {
        f64::from(number.get())
    }

    fn of_degrees(degrees: F32) -> f64 {
        f64::from(degrees.get()).to_radians()
    }

    fn sin_cos(self) -> (f64, f64) {
        self.sin_cos()
    }
}

/// Turns a point about x, then y, then z, by radians.
pub fn turned(point: [f32; 3], turns: [f32; 3]) -> [f32; 3] {
    Turn::of(turns).of_point(point)
}

/// Sines and cosines of turns about x, y and z.
#[derive(Debug, Clone, Copy)]
struct Turn<N>([(N, N); 3]);

impl<N: Real> Turn<N> {
    fn of(turns: [N; 3]) -> Turn<N> {
        Turn(turns.map(N::sin_cos))
    }

    fn of_point(self, point: [N; 3]) -> [N; 3] {
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
pub struct Place<N> {
    turn: Turn<N>,
    scale: [N; 3],
    position: [N; 3],
}

impl<N: Real> Place<N> {
    pub fn of(placed: &Placed) -> Place<N> {
        Place {
            turn: Turn::of(placed.turns.map(N::of)),
            scale: placed.scale.map(N::of),
            position: placed.position.map(N::of),
        }
    }

    pub fn of_point(&self, point: [N; 3]) -> [N; 3] {
        exchanged(plus(times(self.turn.of_point(point), self.scale), self.position))
    }
}

/// The same for a model in a group, whose turns are in degrees.
#[derive(Debug, Clone, Copy)]
pub struct PlaceInGroup<N> {
    scale: [N; 3],
    position: [N; 3],
    /// Of the group about x, its own about x, about y the other way round, and about z.
    turns: [Turn<N>; 2],
    group_y: Turn<N>,
    group_z: Turn<N>,
    /// Where its place is once the group is turned about x.
    correction: [N; 3],
    group_scale: [N; 3],
    group_tile: [N; 3],
    group_position: [N; 3],
}

impl<N: Real> PlaceInGroup<N> {
    pub fn of(placed: &Placed, group: &PlacedGroup) -> PlaceInGroup<N> {
        let position = placed.position.map(N::of);
        let [x, y, z] = placed.turns.map(N::of_degrees);
        let [group_x, group_y, group_z] = group.turns.map(N::of_degrees);
        let group_turn = Turn::of([group_x, N::ZERO, N::ZERO]);
        PlaceInGroup {
            scale: placed.scale.map(N::of),
            position,
            turns: [group_turn, Turn::of([x, -y, z])],
            group_y: Turn::of([N::ZERO, group_y, N::ZERO]),
            group_z: Turn::of([N::ZERO, N::ZERO, group_z]),
            correction: group_turn.of_point(position),
            group_scale: group.scale.map(N::of),
            group_tile: group.tile.map(N::of),
            group_position: group.position.map(N::of),
        }
    }

    pub fn of_point(&self, point: [N; 3]) -> [N; 3] {
        let [group_x, own] = self.turns;
        let point = plus(times(point, self.scale), self.position);
        let point = self.group_y.of_point(group_x.of_point(point));
        let point = plus(point, self.correction.map(N::neg));
        let point = plus(own.of_point(point), self.correction);
        let point = times(self.group_z.of_point(point), self.group_scale);
        exchanged(plus(plus(point, self.group_tile), self.group_position))
    }
}

fn plus<N: Real>([x, y, z]: [N; 3], [dx, dy, dz]: [N; 3]) -> [N; 3] {
    [x + dx, y + dy, z + dz]
}

fn times<N: Real>([x, y, z]: [N; 3], [sx, sy, sz]: [N; 3]) -> [N; 3] {
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
        let placed = placed([0.0, 0.0, std::f32::consts::FRAC_PI_2]);
        let [x, y, z] = Place::<f32>::of(&placed).of_point([1.0, 0.0, 2.0]);
        assert!((x - 21.0).abs() < 1e-5 && (y - 10.0).abs() < 1e-5 && (z - 32.0).abs() < 1e-5);
        let [x, y, z] = Place::<f64>::of(&placed).of_point([1.0, 0.0, 2.0]);
        assert!((x - 21.0).abs() < 1e-7 && (y - 10.0).abs() < 1e-6 && z == 32.0);
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
        let place = PlaceInGroup::<f32>::of(&placed, &group);
        assert_eq!(place.of_point([1.0, 2.0, 3.0]), [22.0, 111.0, 71.0]);
    }
}
