//! The lie of the land: how high every corner is, and which tiles stand on a ledge.

use crate::sample::noise::{blend, ease};
use crate::scene::chance::{mix, unit};

use super::town::Square;

/// Widths of the hills in tiles, and how high they are.
const HILLS: [(f32, f32); 3] = [(40.0, 26.0), (17.0, 9.0), (7.0, 2.0)];

/// Of the island without its hills.
const MIDDLE_HEIGHT: f32 = 41.0;
const RIM_HEIGHT: f32 = -38.0;

/// The width in tiles from which on an island is as high as that.
const FULL_SIZE: f32 = 128.0;

/// The ground of the town.
const TOWN_HEIGHT: f32 = 6.0;

/// Tiles around the town over which the land comes down, or up, to it.
const TOWN_SLOPE: f32 = 14.0;

/// How much a ledge stands over the land.
const LEDGE_HEIGHT: f32 = 9.0;

/// Widths of the ledges in tiles, and the noise from which on there is one.
const LEDGE_WIDTH: f32 = 26.0;
const LEDGE_NOISE: f32 = 0.74;

/// An island with a flat place for a town.
pub(super) struct Land {
    seed: u64,
    width: u16,
    height: u16,
    town: Square,
}

impl Land {
    pub(super) fn new(seed: u64, width: u16, height: u16, town: Square) -> Land {
        Land { seed, width, height, town }
    }

    /// The heights of the corners along the south of row `y`: one more than there are tiles.
    pub(super) fn corner_heights(&self, y: u32) -> Vec<f32> {
        let y = y as f32;
        let mut heights = vec![0.0; usize::from(self.width) + 1];
        for (octave, (width, height)) in (1..).zip(HILLS) {
            let noise = self.noise(octave, width, 0.0, y);
            for (sum, noise) in heights.iter_mut().zip(noise) {
                *sum += (noise - 0.5) * height;
            }
        }
        for (x, height) in (0..).zip(&mut heights) {
            let x = x as f32;
            let land = *height + self.slope(x, y);
            let share = (self.town.distance(x, y) / TOWN_SLOPE).min(1.0);
            *height = blend(TOWN_HEIGHT, land, share);
        }
        heights
    }

    /// How much the tiles of row `y` are raised over the land; 0.0 for most.
    pub(super) fn ledges(&self, y: u32) -> Vec<f32> {
        let y = y as f32 + 0.5;
        let noise = self.noise(0, LEDGE_WIDTH, 0.5, y).into_iter().take(self.width.into());
        let ledge = |(x, value)| {
            let is_near_town = self.town.distance(x as f32 + 0.5, y) < TOWN_SLOPE / 2.0;
            if !is_near_town && value > LEDGE_NOISE { LEDGE_HEIGHT } else { 0.0 }
        };
        (0..).zip(noise).map(ledge).collect()
    }

    /// The island without its hills: high in the middle of the map, low at its rim.
    fn slope(&self, x: f32, y: f32) -> f32 {
        let from_middle = |at: f32, side: u16| 2.0 * at / f32::from(side.max(1)) - 1.0;
        let (dx, dy) = (from_middle(x, self.width), from_middle(y, self.height));
        let nearness = (1.0 - (dx * dx + dy * dy)).max(0.0);
        // A small island rises less, or it would be all slopes.
        let scale = (f32::from(self.width.min(self.height)) / FULL_SIZE).min(1.0);
        scale * blend(RIM_HEIGHT, MIDDLE_HEIGHT, nearness)
    }

    /// Smooth noise from 0.0 to 1.0 along a row, for one place more than there are tiles: random
    /// values at every `width` tiles, and curves between them.
    fn noise(&self, octave: u64, width: f32, first_x: f32, y: f32) -> Vec<f32> {
        let low = (y / width).floor();
        let up = ease(y / width - low);
        let value =
            |column: u64, row: u64| unit(mix(mix(self.seed ^ octave << 60) ^ (column << 32 | row)));
        let n_columns = (f32::from(self.width) / width) as u64 + 3;
        let (south, north) = (low as u64, low as u64 + 1);
        let columns: Vec<f32> = (0..n_columns)
            .map(|column| blend(value(column, south), value(column, north), up))
            .collect();
        let noise = |x: u16| {
            let across = (f32::from(x) + first_x) / width;
            let left = across.floor();
            match columns.get(left as usize..) {
                Some([from, to, ..]) => blend(*from, *to, ease(across - left)),
                _ => 0.0,
            }
        };
        (0..=self.width).map(noise).collect()
    }
}
