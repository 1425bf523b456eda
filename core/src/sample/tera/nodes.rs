//! Where the path nodes of a zone stand.

use crate::format::tera::CELLS_PER_SQUARE;
use crate::format::tera::apd::NodeRange;
use crate::format::tera::zgd::{Volume, Zgd};
use crate::nav::tera::Stride;
use crate::sample::rng::Rng;
use crate::scene::chance::mix;
use crate::space::tera::{CellInSquare, CellInZone, Origin, PosInWorld, SquareInZone, Zone};

/// How many cells away an obstacle still draws nodes.
const NEAR: i32 = 4;

/// Cells that are tried in each square.
const N_TRIES: u32 = 7;

/// A zone whose nodes are being planted.
pub(super) struct Planted<'a> {
    pub(super) seed: u64,
    pub(super) origin: Origin,
    pub(super) zone: Zone,
    pub(super) zgd: &'a Zgd,
    /// The nodes of all zones, in the order of the file.
    pub(super) places: &'a mut Vec<PosInWorld>,
}

impl<'a> Planted<'a> {
    /// Plants the nodes of a square: one on each floor in its middle, and some near obstacles.
    pub(super) fn plant(&mut self, square: SquareInZone) -> NodeRange {
        let first = self.places.len();
        let centre = square.cell(CellInSquare::CENTRE);
        for volume in self.volumes(centre) {
            self.add(centre, *volume);
        }
        let place = [self.zone.x, self.zone.y, square.x().into(), square.y().into()];
        let seed = place.into_iter().fold(self.seed, |seed, at| mix(seed ^ u64::from(at)));
        let mut rng = Rng::new(seed);
        let side = CELLS_PER_SQUARE as u32;
        let mut taken = vec![CellInSquare::CENTRE];
        for _ in 0..rng.below(N_TRIES) {
            let cell = CellInSquare::new(rng.below(side) as u8, rng.below(side) as u8);
            let Some(cell) = cell.filter(|cell| !taken.contains(cell)) else { continue };
            taken.push(cell);
            let cell = square.cell(cell);
            let volumes = self.volumes(cell);
            let floor = volumes.get(rng.below(volumes.len() as u32) as usize);
            if let Some(volume) = floor
                && self.is_near_obstacle(cell)
            {
                self.add(cell, *volume);
            }
        }
        NodeRange { first: first as u32, count: (self.places.len() - first) as u8 }
    }

    fn add(&mut self, cell: CellInZone, volume: Volume) {
        let cell_in_world = self.origin.world_from_zone(self.zone, cell);
        self.places.extend(cell_in_world.map(|cell| cell.centre(volume.z)));
    }

    /// Whether there is a step that can't be climbed, a second floor, or none, a few cells away.
    fn is_near_obstacle(&self, cell: CellInZone) -> bool {
        let near = -NEAR..=NEAR;
        let mut offsets = near.clone().flat_map(|x| near.clone().map(move |y| (x, y)));
        let step_up = Stride::default().step_up;
        let is_step = |own: &Volume, other: Option<CellInZone>| {
            let other = other.map_or(&[][..], |cell| self.volumes(cell));
            other.iter().any(|other| own.z.abs_diff(other.z) > step_up)
        };
        offsets.any(|(x, y)| match beside(cell, x, y) {
            Some(near) => match self.volumes(near) {
                [own] => is_step(own, beside(near, 1, 0)) || is_step(own, beside(near, 0, 1)),
                _ => true,
            },
            None => false,
        })
    }

    fn volumes(&self, cell: CellInZone) -> &'a [Volume] {
        self.zgd.volumes_at(cell.x(), cell.y())
    }
}

/// The cell that is so many cells away, in the same zone.
fn beside(cell: CellInZone, x: i32, y: i32) -> Option<CellInZone> {
    let moved = |at: u16, by: i32| u16::try_from(i32::from(at) + by).ok();
    CellInZone::new(moved(cell.x(), x)?, moved(cell.y(), y)?)
}
