//! The faces of a cube: its top, and the walls to two of its neighbours.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::ragnarok::gnd::Cube;

/// Where a cube may have a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    Top,
    /// The wall to the cube in the north.
    North,
    /// The wall to the cube in the east.
    East,
}

impl Face {
    pub const ALL: [Face; 3] = [Face::Top, Face::North, Face::East];
    pub const WALLS: [Face; 2] = [Face::North, Face::East];

    pub fn name(self) -> &'static str {
        match self {
            Face::Top => "top",
            Face::North => "north",
            Face::East => "east",
        }
    }

    /// The number of the surface that a cube has there; below zero: none.
    pub fn of(self, cube: &Cube) -> i32 {
        match self {
            Face::Top => cube.top,
            Face::North => cube.north,
            Face::East => cube.east,
        }
    }

    /// Its place among the words of a cube.
    pub(super) fn word(self) -> usize {
        match self {
            Face::Top => 4,
            Face::North => 5,
            Face::East => 6,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
