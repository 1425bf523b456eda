//! The town in the middle of the island: a wall with gates, streets, houses, a market.

use crate::scene::chance::{mix, unit};

/// From one street to the next, and how much of that the houses take.
const BLOCK: u32 = 9;
const HOUSE: u32 = 6;

/// How wide a gate is to either side of its middle.
const GATE: u32 = 2;

/// The part of the lots that are gardens.
const GARDENS: f32 = 0.2;

/// A square of tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Square {
    x: u32,
    y: u32,
    side: u32,
}

impl Square {
    /// How far a place is from the square, in tiles; 0.0 inside.
    pub(super) fn distance(&self, x: f32, y: f32) -> f32 {
        let outside = |at: f32, start: u32| {
            let start = start as f32;
            (start - at).max(at - start - self.side as f32).max(0.0)
        };
        let (dx, dy) = (outside(x, self.x), outside(y, self.y));
        // Not `hypot`, which may differ between machines.
        (dx * dx + dy * dy).sqrt()
    }
}

/// What a tile is to the town.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lot {
    Outside,
    /// A house, or the town's wall.
    Built,
    /// A street, a gate, a garden or the market.
    Street,
}

pub(super) struct Town {
    seed: u64,
    square: Square,
}

impl Town {
    /// In the middle of the map, a third as wide, of whole blocks: from one to seven.
    pub(super) fn new(seed: u64, width: u16, height: u16) -> Town {
        let (width, height) = (u32::from(width), u32::from(height));
        // An odd number of blocks has the market in the middle.
        let n_blocks = (width.min(height) / 3 / BLOCK).clamp(1, 7) | 1;
        let side = n_blocks * BLOCK + 5;
        let start = |map_side: u32| (map_side / 2).saturating_sub(side / 2);
        Town { seed, square: Square { x: start(width), y: start(height), side } }
    }

    pub(super) fn square(&self) -> Square {
        self.square
    }

    /// Where houses stand: the tile in the middle of each.
    pub(super) fn houses(&self) -> Vec<[u32; 2]> {
        let Square { x: left, y: low, side } = self.square;
        let n_blocks = (side - 5) / BLOCK;
        let middle = |start: u32, block: u32| start + 4 + block * BLOCK + HOUSE / 2;
        let blocks = (0..n_blocks).flat_map(|y| (0..n_blocks).map(move |x| (x, y)));
        let places = blocks.map(|(x, y)| [middle(left, x), middle(low, y)]);
        places.filter(|[x, y]| self.lot(*x, *y) == Lot::Built).collect()
    }

    pub(super) fn lot(&self, x: u32, y: u32) -> Lot {
        let Square { x: left, y: low, side } = self.square;
        let (Some(x), Some(y)) = (x.checked_sub(left), y.checked_sub(low)) else {
            return Lot::Outside;
        };
        if x >= side || y >= side {
            return Lot::Outside;
        }
        let last = side - 1;
        let is_gate = |along: u32| along.abs_diff(side / 2) <= GATE;
        if x == 0 || x == last {
            return if is_gate(y) { Lot::Street } else { Lot::Built };
        }
        if y == 0 || y == last {
            return if is_gate(x) { Lot::Street } else { Lot::Built };
        }
        self.inner_lot(x, y)
    }

    /// Inside the wall: a street along it, then blocks with a street behind each.
    fn inner_lot(&self, x: u32, y: u32) -> Lot {
        let (Some(x), Some(y)) = (x.checked_sub(4), y.checked_sub(4)) else { return Lot::Street };
        let (block_x, block_y) = (x / BLOCK, y / BLOCK);
        let is_house = x % BLOCK < HOUSE && y % BLOCK < HOUSE;
        let middle = (self.square.side - 5) / BLOCK / 2;
        let is_market = (block_x, block_y) == (middle, middle);
        let place = u64::from(block_x) << 32 | u64::from(block_y);
        let is_garden = unit(mix(self.seed ^ mix(place + 1))) < GARDENS;
        if is_house && !is_market && !is_garden { Lot::Built } else { Lot::Street }
    }
}
