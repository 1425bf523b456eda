//! Finds places for objects, and stands them on the ground.

use crate::format::number::F32;
use crate::format::rose::ifo::object::{Object, ObjectType};
use crate::format::rose::mov::{Mov, Walk};
use crate::sample::rng::Rng;
use crate::space::rose::position::{PosInFileCm, PosInWorldCm};

use super::land::{CELL_CM, Disc, GRID, Land};

/// In cells: nothing stands nearer to the edge of its block.
const MARGIN: f32 = 1.0;
/// After that many a place is taken that is only nearly what was wished for.
const N_TRIES: u32 = 400;

/// What sort of place an object wants.
#[derive(Debug, Clone, Copy)]
pub(super) enum Spot {
    /// Off the water.
    Dry,
    /// Where monsters walk, as many metres off the edge of the block.
    Open {
        margin_m: u32,
    },
    Clearing,
}

pub(super) struct Placer<'a> {
    pub(super) land: &'a Land,
    pub(super) mov: &'a Mov,
    pub(super) rng: Rng,
}

impl Placer<'_> {
    /// An object on the ground, turned any way about the vertical.
    pub(super) fn object(&mut self, object_type: ObjectType, object_id: u32, spot: Spot) -> Object {
        let at = self.place(spot);
        let (position_file_cm, at) = stored(self.land, at);
        let cell = GRID.cell_at(at).map(|(_, cell)| cell);
        Object {
            name: Default::default(),
            warp_id: 0,
            event_id: 0,
            object_type,
            object_id: object_id as i32,
            cell_x: cell.map_or(0, |cell| cell.x as i32),
            cell_y: cell.map_or(0, |cell| cell.y as i32),
            rotation_xyzw: self.turn(),
            position_file_cm,
            scale: [F32::new(1.0); 3],
        }
    }

    /// A number from `first` to `last`.
    pub(super) fn number(&mut self, first: u32, last: u32) -> u32 {
        first + self.rng.below(last.saturating_sub(first) + 1)
    }

    /// One of a list that is not empty, with its place in it.
    pub(super) fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<(u32, &'i T)> {
        let idx = self.rng.below(items.len() as u32);
        items.get(idx as usize).map(|item| (idx, item))
    }

    fn place(&mut self, spot: Spot) -> PosInWorldCm {
        let (mut column, mut row) = (0.0, 0.0);
        for _ in 0..N_TRIES {
            (column, row) = self.candidate(spot);
            if self.suits(spot, column, row) {
                break;
            }
        }
        self.land.at(column, row)
    }

    fn candidate(&mut self, spot: Spot) -> (f32, f32) {
        let (first, span) = match spot {
            Spot::Dry => (MARGIN, 64.0 - 2.0 * MARGIN),
            Spot::Open { margin_m } => {
                let margin = MARGIN + margin_m as f32 * 100.0 / CELL_CM;
                (margin, 64.0 - 2.0 * margin)
            }
            Spot::Clearing => {
                let Disc { column, row, radius } = self.land.clearing;
                let reach = radius * 0.6;
                let mut along = |middle: f32| middle + reach * (2.0 * self.rng.unit() - 1.0);
                return (along(column), along(row));
            }
        };
        (first + span * self.rng.unit(), first + span * self.rng.unit())
    }

    fn suits(&self, spot: Spot, column: f32, row: f32) -> bool {
        match spot {
            Spot::Dry | Spot::Clearing => !self.land.pond.covers(column, row),
            Spot::Open { .. } => {
                let cell = self.mov.cells.get((column / 2.0) as u32, (row / 2.0) as u32);
                cell == Some(&Walk::OPEN) && !self.land.pond.covers(column, row)
            }
        }
    }

    /// A rotation about the vertical, without sine and cosine: those differ between machines.
    fn turn(&mut self) -> [F32; 4] {
        let t = 2.0 * self.rng.unit() - 1.0;
        let (z, w) = (2.0 * t / (1.0 + t * t), (1.0 - t * t) / (1.0 + t * t));
        [0.0, 0.0, z, w].map(F32::new)
    }
}

/// The bits for a place on the ground, and the place that they mean.
pub(super) fn stored(land: &Land, at: PosInWorldCm) -> ([F32; 3], PosInWorldCm) {
    let PosInFileCm { x, y, .. } = GRID.file_from_world(at);
    let [x, y] = [x, y].map(|cm| F32::new(cm as f32));
    let mut at = GRID.world_from_file(PosInFileCm::from_bits([x, y, F32::ZERO]));
    at.z = land.ground_cm(at);
    ([x, y, F32::new(at.z as f32)], at)
}
