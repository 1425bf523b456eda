//! TERA: the world of an area, and the zones, squares and cells that it is cut into.
//!
//! | space | unit | origin and directions |
//! |---|---|---|
//! | world | 1/25 m | a zone's corner, which one differs by continent; z up |
//! | world | m | the same |
//! | cell in the world | 16 units | the same, counted in both directions |
//! | zone, as in `x1002y1006.zgd` | 15,360 units | somewhere west of everything, along the same x and y |
//! | square in a zone | 128 units | the zone's corner, 0 to 119 |
//! | cell in a zone | 16 units | the zone's corner, 0 to 959 |
//! | cell in a square | 16 units | the square's corner, 0 to 7 |
//!
//! Which zone the world starts in is an attribute of the continent in the game's data centre,
//! and in no file of the server's: see [`Origin`]. The in-game map draws x up and y to the
//! right.

pub mod cell;
pub mod octant;
pub mod origin;

pub use cell::{CellInSquare, CellInWorld, CellInZone, SquareInWorld, SquareInZone, Zone};
pub use octant::Octant;
pub use origin::Origin;

use crate::format::number::F32;

pub const UNITS_PER_METRE: f64 = 25.0;
/// Along one side.
pub const UNITS_PER_CELL: i32 = 16;
/// Along one side.
pub const UNITS_PER_SQUARE: i32 = 128;
/// Along one side.
pub const UNITS_PER_ZONE: i32 = 15_360;

/// A position in the game's units, as an APD holds it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PosInWorld {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

/// A position in metres, as a person reads it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PosInWorldM {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

impl PosInWorld {
    /// The position that a file's bits mean. Not finite where they are not.
    pub fn from_bits([x, y, z]: [F32; 3]) -> PosInWorld {
        let [x, y, z] = [x, y, z].map(|value| f64::from(value.get()));
        PosInWorld { x, y, z }
    }

    /// Whether it is a place at all: damaged files have others.
    pub fn is_finite(self) -> bool {
        [self.x, self.y, self.z].into_iter().all(f64::is_finite)
    }

    /// The nearest bits that a file can hold.
    pub fn to_bits(self) -> [F32; 3] {
        [self.x, self.y, self.z].map(|value| F32::new(value as f32))
    }

    pub fn from_m(pos_in_world_m: PosInWorldM) -> PosInWorld {
        let PosInWorldM { x, y, z } = pos_in_world_m;
        PosInWorld { x: x * UNITS_PER_METRE, y: y * UNITS_PER_METRE, z: z * UNITS_PER_METRE }
    }

    pub fn to_m(self) -> PosInWorldM {
        let PosInWorld { x, y, z } = self;
        PosInWorldM { x: x / UNITS_PER_METRE, y: y / UNITS_PER_METRE, z: z / UNITS_PER_METRE }
    }

    /// Made of operations that give the same bits on every machine, as `hypot` doesn't: which
    /// of two nodes is nearer decides about edges.
    pub fn distance(self, other: PosInWorld) -> f64 {
        let [x, y, z] = [other.x - self.x, other.y - self.y, other.z - self.z];
        (x * x + y * y + z * z).sqrt()
    }

    /// The distance that is left when height does not count.
    pub fn distance_on_ground(self, other: PosInWorld) -> f64 {
        let [x, y] = [other.x - self.x, other.y - self.y];
        (x * x + y * y).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_five_units_are_a_metre() {
        let pos_in_world = PosInWorld { x: -12.5, y: 15_360.0, z: 0.25 };
        let pos_in_world_m = PosInWorldM { x: -0.5, y: 614.4, z: 0.01 };
        assert_eq!(pos_in_world.to_m(), pos_in_world_m);
        assert_eq!(PosInWorld::from_m(pos_in_world_m), pos_in_world);
    }

    #[test]
    fn distances_count_height_or_not() {
        let a = PosInWorld { x: 1.0, y: 2.0, z: 3.0 };
        let b = PosInWorld { x: 4.0, y: 6.0, z: -9.0 };
        assert_eq!((a.distance_on_ground(b), a.distance(b)), (5.0, 13.0));
    }
}
