//! What the ground looks like, and where one may walk on it.

use crate::format::rose::grid::Grid;
use crate::format::rose::mov::{Mov, Walk};
use crate::format::rose::til::{self, Til};
use crate::format::rose::zon::tile::{Tile, TileRotation};
use crate::format::text::Opaque;
use crate::sample::rng::Rng;
use crate::space::rose::{MOV_CELLS_PER_BLOCK, PATCHES_PER_BLOCK};

use super::land::{Land, N_CELLS_PER_PATCH};

/// How many pictures there are of each kind of ground, so that a meadow is no chessboard.
pub(super) const N_VARIANTS: u32 = 3;

/// What the paint knows; the textures of the zone are in this order.
const GROUNDS: [(Ground, &str); 4] = [
    (Ground::Grass, "GRASS"),
    (Ground::Sand, "SAND"),
    (Ground::Rock, "ROCK"),
    (Ground::Paving, "PAVING"),
];

/// Where a neighbour of another ground may be, and how the blend is turned to face it.
const SIDES: [(i32, i32, TileRotation); 4] = [
    (1, 0, TileRotation::NONE),
    (-1, 0, TileRotation::FLIP_HORIZONTAL),
    (0, 1, TileRotation::CLOCKWISE_90),
    (0, -1, TileRotation::COUNTER_CLOCKWISE_90),
];

/// How high a step a cell of 5 m may rise, and how deep it may be under water.
const MAX_CLIMB_CM: f32 = 320.0;
const MAX_WADE_CM: f32 = 60.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Grass,
    Sand,
    Rock,
    Paving,
}

impl Ground {
    /// What one of [`textures`] shows.
    pub(super) fn of_texture(number: u32) -> Ground {
        let ground = GROUNDS.get((number / N_VARIANTS) as usize);
        ground.map_or(Ground::Grass, |(ground, _)| *ground)
    }
}

/// Paths of the textures that [`tiles`] show.
pub(super) fn textures() -> impl Iterator<Item = String> {
    GROUNDS.into_iter().flat_map(|(_, name)| {
        (1..=N_VARIANTS).map(move |n| format!(r"3DDATA\TERRAIN\TILES\SAMPLE\{name}_{n:02}.DDS"))
    })
}

/// The tiles of the zone: each ground in its variants, then each blended into each other one,
/// turned to each side.
pub(super) fn tiles() -> Vec<Tile> {
    let n_variants = N_VARIANTS as i32;
    let plain = |ground: Ground, variant: i32| Tile {
        layer1: ground as i32 * n_variants,
        layer2: ground as i32 * n_variants,
        offset1: variant,
        offset2: variant,
        blend: 0,
        rotation: TileRotation::NONE,
        tile_type: 0,
    };
    let mut tiles = Vec::new();
    for (ground, _) in GROUNDS {
        tiles.extend((0..n_variants).map(|variant| plain(ground, variant)));
    }
    for (ground, _) in GROUNDS {
        for (other, _) in GROUNDS {
            tiles.extend(SIDES.map(|(_, _, rotation)| Tile {
                layer2: other as i32 * n_variants,
                blend: 1,
                rotation,
                ..plain(ground, 0)
            }));
        }
    }
    tiles
}

pub(super) fn til(land: &Land, rng: &mut Rng) -> Til {
    let tiles = Grid::from_fn(PATCHES_PER_BLOCK, PATCHES_PER_BLOCK, |x, y| {
        let here = ground_at(land, x, y);
        let variant = rng.below(N_VARIANTS);
        let tile = match edge(land, here, x, y) {
            None => here as u32 * N_VARIANTS + variant,
            Some((side, other)) => {
                let n_grounds = GROUNDS.len() as u32;
                let pair = here as u32 * n_grounds + other as u32;
                n_grounds * N_VARIANTS + pair * SIDES.len() as u32 + side
            }
        };
        til::Tile {
            brush: here as u8,
            tile_index: variant as u8,
            tile_set: here as u8,
            tile: tile as i32,
        }
    });
    Til { tiles, tail: Opaque::default() }
}

/// The first side on which another ground lies. Past the edge of the block there is none.
fn edge(land: &Land, here: Ground, x: u32, y: u32) -> Option<(u32, Ground)> {
    let neighbour = |(side, (dx, dy, _)): (u32, (i32, i32, _))| {
        let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        let is_inside = x < PATCHES_PER_BLOCK && y < PATCHES_PER_BLOCK;
        is_inside.then(|| (side, ground_at(land, x, y)))
    };
    (0..).zip(SIDES).filter_map(neighbour).find(|(_, other)| *other != here)
}

/// What most of a patch is, which is inside of the block.
fn ground_at(land: &Land, x: u32, y: u32) -> Ground {
    let n = N_CELLS_PER_PATCH;
    let (column, row) = (x * n, y * n);
    let (low, high) = land.range_cm(column, row, n);
    let (middle_column, middle_row) = ((column + n / 2) as f32, (row + n / 2) as f32);
    if land.clearing.covers(middle_column, middle_row) {
        Ground::Paving
    } else if land.pond.covers(middle_column, middle_row) && low < land.water_level_cm {
        Ground::Sand
    } else if high - low > 1.5 * MAX_CLIMB_CM {
        Ground::Rock
    } else {
        Ground::Grass
    }
}

/// Water and steep ground are blocked, and the clearing is for people alone.
pub(super) fn mov(land: &Land) -> Mov {
    let side = MOV_CELLS_PER_BLOCK;
    let cells = Grid::from_fn(side, side, |x, y| walk_at(land, x, y));
    Mov { cells, tail: Opaque::default() }
}

fn walk_at(land: &Land, x: u32, y: u32) -> Walk {
    let (low, high) = land.range_cm(2 * x, 2 * y, 2);
    let (column, row) = ((2 * x + 1) as f32, (2 * y + 1) as f32);
    let is_deep = land.pond.covers(column, row) && low < land.water_level_cm - MAX_WADE_CM;
    if is_deep || high - low > MAX_CLIMB_CM {
        Walk::BLOCKED
    } else if land.clearing.covers(column, row) {
        Walk::BLOCKED_FOR_MONSTERS
    } else {
        Walk::OPEN
    }
}
