//! Walking over the volumes of TERA, as the paths of the game itself were made.
//!
//! Nobody has the tool that made them, but one area of the game tells how it went about it. A
//! node's edge in each octant leads to the nearest node that can be walked to in a straight
//! line, where each cell along it adds the floor nearest to the last one, no step is higher or
//! deeper than a [`Stride`] allows, and there is room above. That gives 99 % of the game's
//! edges, and 1 % others (84,584 edges, November 2026).

pub mod connect;
pub mod ground;
pub mod field;
pub mod walk;
pub mod straight;
pub mod blocked;
pub mod steps;
pub mod plant;
pub mod route;

use serde::{Deserialize, Serialize};

/// What can be walked over, in the game's units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stride {
    /// The highest step up from cell to cell.
    pub step_up: u16,
    /// The deepest step down from cell to cell.
    pub step_down: u16,
    /// The room needed above both floors of a step.
    pub clearance: u16,
    /// How far an edge may lead, on the ground.
    pub reach: u16,
}

impl Default for Stride {
    /// As measured: 0.6 m up, 2 m down and 2 m of room, where a single unit more or less loses
    /// edges of the game or adds others. A reach of more than 12 m adds as many as it finds.
    fn default() -> Stride {
        Stride { step_up: 15, step_down: 50, clearance: 50, reach: 300 }
    }
}
