//! The ground of a block as a picture, in whatever size it is looked at.

use eframe::egui::{Color32, ColorImage};
use landwright_core::sample::rng::mix;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::ground::{Cut, InWorld};

use crate::view::Shown;
use crate::view::zone::ZoneGround;

/// What makes two pictures of a block the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    pub(super) ground: ZoneGround,
    pub(super) shading: Shown,
    pub(super) heights: HeightRange,
}

/// The lowest and the highest ground, in cm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct HeightRange {
    low: f32,
    high: f32,
}

const PLAIN: [f32; 3] = [118.0, 120.0, 116.0];
const NO_GROUND: Color32 = Color32::from_rgb(58, 58, 68);
/// From low to high.
const RAMP: [[f32; 3]; 5] = [
    [58.0, 84.0, 88.0],
    [86.0, 118.0, 86.0],
    [142.0, 146.0, 96.0],
    [170.0, 140.0, 108.0],
    [232.0, 228.0, 222.0],
];

impl HeightRange {
    /// From every fourth height: what lies between is little higher or lower.
    pub(super) fn of(zone: &Zone) -> HeightRange {
        let mut range = HeightRange { low: f32::INFINITY, high: f32::NEG_INFINITY };
        let n = Cut::Heights.n_per_block(zone.grid()) as i32;
        for block in zone.blocks() {
            let steps = || (0..=n).step_by(4);
            for (x, y) in steps().flat_map(|y| steps().map(move |x| (x, y))) {
                let at = InWorld { x: block.x * n + x, y: block.y * n + y };
                let height = zone.height(at).map(|height| height.get());
                if let Some(height) = height.filter(|height| height.is_finite()) {
                    range =
                        HeightRange { low: range.low.min(height), high: range.high.max(height) };
                }
            }
        }
        range
    }

    /// A little more reaches as far for the eye: not every stroke gives all blocks new colours.
    pub(super) fn covers(self, other: HeightRange) -> bool {
        let slack = (self.high - self.low).max(100.0) * 0.2;
        other.low >= self.low - slack && other.high <= self.high + slack
    }

    fn colour(self, height_cm: f32) -> [f32; 3] {
        let share = (height_cm - self.low) / (self.high - self.low).max(1.0);
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        let at = share * (RAMP.len() - 1) as f32;
        let step = (at as usize).min(RAMP.len() - 2);
        let from = RAMP.get(step).copied().unwrap_or(PLAIN);
        let to = RAMP.get(step + 1).copied().unwrap_or(PLAIN);
        let mut parts = from.into_iter().zip(to);
        let part = |(from, to): (f32, f32)| from + (to - from) * (at - step as f32);
        std::array::from_fn(|_| parts.next().map(part).unwrap_or_default())
    }
}

/// A square picture of a block, the north row first.
pub(super) fn picture(zone: &Zone, block: BlockCoord, look: Look, side: usize) -> ColorImage {
    let relief = Relief::of(zone, block);
    let tiles = tiles_of(zone, block);
    let n_patches = Cut::Patches.n_per_block(zone.grid()) as usize;
    let places: Vec<(usize, f32, usize)> = (0..side)
        .map(|n| {
            let share = (n as f32 + 0.5) / side.max(1) as f32;
            let at = share * relief.n_cells as f32;
            let cell = (at as usize).min(relief.n_cells.saturating_sub(1));
            (cell, at - cell as f32, (share * n_patches as f32) as usize)
        })
        .collect();
    let mut pixels = Vec::with_capacity(side * side);
    for (row, south, patch_row) in &places {
        for (column, east, patch_column) in &places {
            let ground = relief.at([*column, *row], [*east, *south]);
            let tile = tiles.get(patch_row * n_patches + patch_column).copied().flatten();
            pixels.push(pixel(look, ground, tile));
        }
    }
    ColorImage::new([side, side], pixels)
}

fn pixel(look: Look, ground: Option<Ground>, tile: Option<[f32; 3]>) -> Color32 {
    let colour = match (look.ground, ground) {
        (ZoneGround::Tiles, _) if tile.is_some() => tile,
        (ZoneGround::Heights, Some(ground)) => Some(look.heights.colour(ground.height_cm)),
        (_, Some(_)) => Some(PLAIN),
        (_, None) => None,
    };
    let Some(parts) = colour else { return NO_GROUND };
    let light = if look.shading.is_yes() { ground.map_or(1.0, |ground| ground.light) } else { 1.0 };
    let [r, g, b] = parts.map(|part| (part * light).clamp(0.0, 255.0) as u8);
    Color32::from_rgb(r, g, b)
}

fn tiles_of(zone: &Zone, block: BlockCoord) -> Vec<Option<[f32; 3]>> {
    let patches = Cut::Patches.of_block(zone.grid(), block);
    patches.map(|at| zone.tile(at).map(colour_of_tile)).collect()
}

/// Always the same for a tile; quiet, so that symbols are seen over it.
pub(super) fn colour_of_tile(tile: i32) -> [f32; 3] {
    let [a, b, c, ..] = mix(u64::from(tile.cast_unsigned()) + 1).to_le_bytes();
    let parts = [a, b, c].map(f32::from);
    let mean = parts.iter().sum::<f32>() / 3.0;
    parts.map(|part| 112.0 + (part - mean) * 0.28 + (mean - 128.0) * 0.18)
}

/// What is known of a place on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ground {
    height_cm: f32,
    /// 1 where it is level; more on the side of the sun.
    light: f32,
}

/// The heights of a block and how the sun falls on them, where they meet.
struct Relief {
    n_cells: usize,
    /// One more along each side than there are cells. NaN where none is known.
    corners: Vec<Ground>,
}

impl Relief {
    fn of(zone: &Zone, block: BlockCoord) -> Relief {
        let n = Cut::Heights.n_per_block(zone.grid()) as i32;
        // One more on every side, for the slope at the edges.
        let around = || -1..=n + 1;
        let heights: Vec<f32> = around()
            .flat_map(|y| around().map(move |x| (x, y)))
            .map(|(x, y)| {
                let at =
                    |n_blocks: i32, place: i32| n_blocks.saturating_mul(n).saturating_add(place);
                let at = InWorld { x: at(block.x, x), y: at(block.y, y) };
                let height = zone.height(at).map(|height| height.get());
                height.filter(|height| height.is_finite()).unwrap_or(f32::NAN)
            })
            .collect();
        let per_row = n as usize + 3;
        let height = |x: usize, y: usize| heights.get(y * per_row + x).copied().unwrap_or(f32::NAN);
        let cell_cm = zone.grid().cell_size_cm() as f32;
        let corner = |x: usize, y: usize| {
            let own = height(x, y);
            let known = |at: f32| if at.is_nan() { own } else { at };
            let to_east = known(height(x + 1, y)) - known(height(x - 1, y));
            let to_south = known(height(x, y + 1)) - known(height(x, y - 1));
            Ground { height_cm: own, light: light(to_east, to_south, 2.0 * cell_cm) }
        };
        let side = n as usize + 1;
        let corners = (1..=side).flat_map(|y| (1..=side).map(move |x| (x, y)));
        Relief { n_cells: n as usize, corners: corners.map(|(x, y)| corner(x, y)).collect() }
    }

    /// A place in a cell, so far from its north-west corner.
    fn at(&self, [column, row]: [usize; 2], [east, south]: [f32; 2]) -> Option<Ground> {
        let corner = |x: usize, y: usize| self.corners.get(y * (self.n_cells + 1) + x).copied();
        let [nw, ne] = [corner(column, row)?, corner(column + 1, row)?];
        let [sw, se] = [corner(column, row + 1)?, corner(column + 1, row + 1)?];
        let blend = |of: fn(Ground) -> f32| {
            let (north, south_edge) =
                (of(nw) + (of(ne) - of(nw)) * east, of(sw) + (of(se) - of(sw)) * east);
            north + (south_edge - north) * south
        };
        let ground = Ground { height_cm: blend(|at| at.height_cm), light: blend(|at| at.light) };
        (!ground.height_cm.is_nan()).then_some(ground)
    }
}

/// The sun stands in the north-west, half way up.
fn light(to_east: f32, to_south: f32, over_cm: f32) -> f32 {
    let (east, south) = (to_east / over_cm, to_south / over_cm);
    let facing = (1.0 + east + south) / (1.0 + east * east + south * south).sqrt();
    if facing.is_finite() { (0.35 + 0.65 * facing).clamp(0.35, 1.35) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::super::scene::tests::Stand;
    use super::*;

    fn look(zone: &Zone, ground: ZoneGround, shading: Shown) -> Look {
        Look { ground, shading, heights: HeightRange::of(zone) }
    }

    #[test]
    fn the_sunny_side_is_lighter_and_level_ground_keeps_its_colour() {
        assert_eq!(light(0.0, 0.0, 500.0), 1.0);
        assert!(light(100.0, 0.0, 500.0) > 1.0, "it rises to the east: the west side");
        assert!(light(-100.0, 0.0, 500.0) < 1.0);
        assert!(light(0.0, 100.0, 500.0) > 1.0);
        assert_eq!(light(f32::NAN, 0.0, 500.0), 1.0);
    }

    #[test]
    fn blocks_have_no_seam_between_them() {
        let zone = Stand::new(2, 1, 0).zone;
        let blocks: Vec<BlockCoord> = zone.blocks().collect();
        let look = look(&zone, ZoneGround::Heights, Shown::Yes);
        let [west, east] = [blocks[0], blocks[1]].map(|block| picture(&zone, block, look, 256));
        for row in 0..256 {
            let (a, b) = (west.pixels[row * 256 + 255], east.pixels[row * 256]);
            let parts = a.to_array().into_iter().zip(b.to_array());
            let apart = parts.map(|(a, b)| a.abs_diff(b)).max().unwrap();
            assert!(apart < 14, "row {row}: {a:?} {b:?}");
        }
    }

    #[test]
    fn tiles_keep_their_colour_whatever_the_size() {
        let zone = Stand::new(1, 1, 0).zone;
        let block = zone.blocks().next().unwrap();
        let flat = look(&zone, ZoneGround::Tiles, Shown::No);
        for side in [16, 64, 512] {
            let image = picture(&zone, block, flat, side);
            let first = image.pixels[0];
            let tile = zone.tile(InWorld { x: block.x * 16, y: block.y * 16 }).unwrap();
            let [r, g, b] = colour_of_tile(tile).map(|part| part as u8);
            assert_eq!(first, Color32::from_rgb(r, g, b));
        }
        let nowhere = picture(&zone, BlockCoord { x: 1, y: 1 }, flat, 16);
        assert!(nowhere.pixels.iter().all(|pixel| *pixel == NO_GROUND));
    }
}
