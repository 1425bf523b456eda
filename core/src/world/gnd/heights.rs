//! Heights: what brushes do to the corners of cubes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::space::ragnarok::{Corner, TilePos, altitude_from_height};
use crate::world::corners::{Corners, Strokes};
use crate::world::gat::heights::{How, Neighbours};
use crate::world::gat::refusal::{Refusal as BadHeight, finite};
use crate::world::gnd::Ground;
use crate::world::gnd::refusal::Refusal;
use crate::world::gnd::region::Region;

/// Moves the corners of cubes up or down. Corners of neighbours at the same place and height come along.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapeHeights {
    pub region: Region,
    pub how: How,
    /// Over so many cubes from the edge inwards it grows from nothing to all of it.
    #[serde(default)]
    pub falloff: f64,
}

/// Gives corners of one cube heights, and no others: where they leave their neighbours, the ground is torn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetCorners {
    pub x: u32,
    pub y: u32,
    /// In world units upwards.
    pub heights: BTreeMap<Corner, f32>,
}

impl ShapeHeights {
    pub(super) fn apply(&self, before: &Ground, ground: &mut Ground) -> Result<(), Refusal> {
        if !(self.falloff >= 0.0 && self.falloff.is_finite()) {
            let bad = BadHeight::argument("falloff", &self.falloff, "0 cubes or more");
            return Err(bad.into());
        }
        let area = self.region.area(before)?;
        let strokes = Strokes { before, area: &area, neighbours: Neighbours::Joined };
        strokes.shape(ground, self.how, &|vertex| match self.falloff {
            0.0 => 1.0,
            falloff => eased(self.region.depth(vertex) / falloff),
        })?;
        Ok(())
    }
}

/// A curve from 0 to 1 that is level at both ends.
fn eased(share: f64) -> f32 {
    let share = share.clamp(0.0, 1.0) as f32;
    share * share * (3.0 - 2.0 * share)
}

impl SetCorners {
    pub(super) fn apply(&self, ground: &mut Ground) -> Result<(), Refusal> {
        let (x, y) = (self.x, self.y);
        if x >= ground.width() || y >= ground.height() {
            let (width, height) = (ground.width(), ground.height());
            return Err(Refusal::Outside { x, y, width, height });
        }
        for (corner, height) in &self.heights {
            let altitude = altitude_from_height(finite("heights", *height)?);
            ground.put_altitude(TilePos { x, y }, *corner, altitude);
        }
        Ok(())
    }
}
