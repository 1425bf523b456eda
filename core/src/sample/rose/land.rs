//! The lie of the land: hills and plateaus that run over the blocks' edges, and in each block a
//! pond and a level clearing.

use crate::format::number::F32;
use crate::format::rose::grid::Grid;
use crate::format::rose::him::{Him, QuadTail};
use crate::format::text::Opaque;
use crate::sample::noise::{blend, ease, smooth};
use crate::sample::rng::Rng;
use crate::scene::chance::mix;
use crate::space::rose::ZoneGrid;
use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::PosInWorldCm;

pub(super) const GRID: ZoneGrid = ZoneGrid::USUAL;
pub(super) const CELL_CM: f32 = 250.0;
const N_CELLS: u32 = 64;
pub(super) const N_CELLS_PER_PATCH: u32 = 4;

/// Widths of the hills in cells, and how high they are in cm.
const HILLS: [(f32, f32); 3] = [(70.0, 1_600.0), (24.0, 500.0), (8.0, 60.0)];
/// Where this noise is above the threshold, the land is a step higher, and steep at the rim.
const PLATEAU_WIDTH: f32 = 38.0;
const PLATEAU_NOISE: f32 = 0.58;
const PLATEAU_RIM: f32 = 0.07;
const PLATEAU_CM: f32 = 900.0;

/// Of a pond's bed under its water.
const POND_DEPTH_CM: f32 = 320.0;

/// A block of the zone without what stands on it.
#[derive(Debug, Clone)]
pub(super) struct Land {
    pub(super) block: BlockCoord,
    pub(super) heights_cm: Grid<F32>,
    pub(super) pond: Disc,
    pub(super) water_level_cm: f32,
    pub(super) clearing: Disc,
}

/// A circle, in cells from the north-west corner of the block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Disc {
    pub(super) column: f32,
    pub(super) row: f32,
    pub(super) radius: f32,
}

impl Disc {
    /// 1.0 in the middle, 0.0 from the rim on.
    fn nearness(&self, column: f32, row: f32) -> f32 {
        let (dx, dy) = (column - self.column, row - self.row);
        (1.0 - (dx * dx + dy * dy).sqrt() / self.radius).max(0.0)
    }

    pub(super) fn covers(&self, column: f32, row: f32) -> bool {
        self.nearness(column, row) > 0.0
    }
}

impl Land {
    pub(super) fn new(seed: u64, block: BlockCoord) -> Land {
        let (pond, clearing) = discs(seed, block);
        let lie = |column: f32, row: f32| lie_cm(seed, block, column, row);

        // Below all the land around: water never hangs over a slope.
        let water_level_cm =
            square_around(pond).map(|(column, row)| lie(column, row)).fold(f32::INFINITY, f32::min)
                - 40.0;
        let clearing_cm = lie(clearing.column, clearing.row);

        let heights_cm = Grid::from_fn(N_CELLS + 1, N_CELLS + 1, |column, row| {
            let (column, row) = (column as f32, row as f32);
            let in_pond = ease(pond.nearness(column, row) * 2.0);
            let in_clearing = ease(clearing.nearness(column, row) * 3.0);
            let height = blend(lie(column, row), water_level_cm - POND_DEPTH_CM, in_pond);
            F32::new(blend(height, clearing_cm, in_clearing))
        });
        Land { block, heights_cm, pond, water_level_cm, clearing }
    }

    pub(super) fn him(&self) -> Him {
        Him {
            n_cells_per_patch: N_CELLS_PER_PATCH,
            cell_cm: F32::new(CELL_CM),
            heights_cm: self.heights_cm.clone(),
            quads: QuadTail::of_heights(&self.heights_cm, N_CELLS_PER_PATCH),
            tail: Opaque::default(),
        }
    }

    /// The place of a column and row, which need not be whole, on the ground.
    pub(super) fn at(&self, column: f32, row: f32) -> PosInWorldCm {
        let area = GRID.area_of_block(self.block);
        let mut pos_in_world_cm = PosInWorldCm {
            x: area.west + f64::from(column) * GRID.cell_size_cm(),
            y: area.north - f64::from(row) * GRID.cell_size_cm(),
            z: 0.0,
        };
        pos_in_world_cm.z = self.ground_cm(pos_in_world_cm);
        pos_in_world_cm
    }

    pub(super) fn ground_cm(&self, pos_in_world_cm: PosInWorldCm) -> f64 {
        GRID.ground_height_cm(self.block, &self.heights_cm, pos_in_world_cm).unwrap_or_default()
    }

    /// The lowest and the highest of the heights at the corners of `size` × `size` cells.
    pub(super) fn range_cm(&self, column: u32, row: u32, size: u32) -> (f32, f32) {
        let vertices = (0..=size).flat_map(|dy| (0..=size).map(move |dx| (dx, dy)));
        vertices
            .filter_map(|(dx, dy)| self.heights_cm.get(column + dx, row + dy))
            .map(|height| height.get())
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), height| {
                (low.min(height), high.max(height))
            })
    }
}

/// The land before pond and clearing, which knows of no blocks: neighbours meet at their edges.
fn lie_cm(seed: u64, block: BlockCoord, column: f32, row: f32) -> f32 {
    let x = block.x as f32 * N_CELLS as f32 + column;
    let y = block.y as f32 * N_CELLS as f32 + row;
    let hills = (1..).zip(HILLS).map(|(octave, (width, height_cm))| {
        (smooth(seed ^ mix(octave), width, x, y) - 0.3) * height_cm
    });
    let plateau = smooth(seed ^ mix(0), PLATEAU_WIDTH, x, y) - PLATEAU_NOISE;
    hills.sum::<f32>() + PLATEAU_CM * ease(plateau / PLATEAU_RIM)
}

/// A pond in one quarter of the block and a clearing in the opposite one, well inside of it.
fn discs(seed: u64, block: BlockCoord) -> (Disc, Disc) {
    let mut rng = Rng::new(mix(seed ^ mix((block.x as u64) << 32 | block.y as u64)));
    let quarter = rng.below(4);
    let mut disc = |east: bool, south: bool| {
        let middle = |is_far| if is_far { 48.0 } else { 16.0 };
        Disc {
            column: middle(east) + 4.0 * rng.unit() - 2.0,
            row: middle(south) + 4.0 * rng.unit() - 2.0,
            radius: 10.0 + 3.0 * rng.unit(),
        }
    };
    let (east, south) = (quarter.is_multiple_of(2), quarter < 2);
    (disc(east, south), disc(!east, !south))
}

/// The places of the heights in the square around a circle.
fn square_around(disc: Disc) -> impl Iterator<Item = (f32, f32)> {
    let span = |middle: f32| {
        let first = (middle - disc.radius).floor() as u16;
        let last = (middle + disc.radius).ceil() as u16;
        first..=last
    };
    let rows = span(disc.row);
    span(disc.column)
        .flat_map(move |column| rows.clone().map(move |row| (f32::from(column), f32::from(row))))
}
