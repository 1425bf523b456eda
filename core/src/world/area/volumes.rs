//! The volumes of cells that somebody touched, beside what the files of their zones had.
//!
//! The files themselves stay packed, and are no part of a document. What was there is kept with
//! each cell, so that an edit holds both sides wherever it is read again.
//!
//! ```text
//! As a journal has it               Cell
//! 0  4  zones  u32                  0  4  place in the file  u32
//!                                   4  1  volumes before     u8
//! Zone                              5  1  volumes now        u8
//! 0  4  x      u32                  …  4  i16 z and u16 height each, those before first
//! 4  4  y      u32
//! 8  4  cells  u32
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::format::bytes::{Bytes, Put};
use crate::format::tera::zgd::{Volume, cell_at, cell_idx};
use crate::format::tera::{CELLS_PER_SQUARE, N_CELLS};
use crate::format::{Malformed, ReadError};
use crate::space::tera::{CellInZone, Zone};

/// Cells of a square, and so of one item of a snapshot.
const N_CELLS_IN_SQUARE: usize = CELLS_PER_SQUARE * CELLS_PER_SQUARE;

/// The least that a cell takes in a journal.
const CELL_SIZE: u64 = 6;

/// Touched cells by zone. A clone is a snapshot and costs next to nothing.
#[derive(Debug, Clone, Default)]
pub struct Volumes {
    /// Invariant: no zone is without a cell.
    zones: Arc<BTreeMap<Zone, Arc<TouchedZone>>>,
}

/// The touched cells of a zone, square by square.
#[derive(Debug, Clone, Default)]
pub(super) struct TouchedZone {
    squares: BTreeMap<u16, Arc<Square>>,
}

/// The touched cells of a square, by their numbers.
#[derive(Debug, Clone, Default)]
struct Square {
    cells: Vec<Cell>,
    /// Of each cell: what was there, and behind it what is there now.
    volumes: Vec<Volume>,
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    number: u8,
    n_was: u8,
    n_now: u8,
}

/// What a cell had in its file, and what it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touched<'v> {
    pub was: &'v [Volume],
    pub now: &'v [Volume],
}

impl Volumes {
    /// Whether no cell was ever touched; one that is as it was again counts as well.
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// The zones with a touched cell.
    pub fn zones(&self) -> impl Iterator<Item = Zone> {
        self.zones.keys().copied()
    }

    pub fn has_zone(&self, zone: Zone) -> bool {
        self.zones.contains_key(&zone)
    }

    pub fn get(&self, zone: Zone, cell: CellInZone) -> Option<Touched<'_>> {
        self.zones.get(&zone)?.get(cell_idx(cell.x(), cell.y())?)
    }

    /// Every touched cell, zone by zone in the order of their files.
    pub fn cells(&self) -> impl Iterator<Item = (Zone, CellInZone, Touched<'_>)> {
        self.zones().flat_map(|zone| self.cells_of(zone))
    }

    /// The touched cells of a zone.
    pub(super) fn cells_of(
        &self,
        zone: Zone,
    ) -> impl Iterator<Item = (Zone, CellInZone, Touched<'_>)> {
        self.zones.get(&zone).into_iter().flat_map(move |touched| {
            touched.cells().filter_map(move |(idx, touched)| {
                let (x, y) = cell_at(idx);
                Some((zone, CellInZone::new(x, y)?, touched))
            })
        })
    }

    pub fn n_cells(&self) -> usize {
        let squares = self.zones.values().flat_map(|zone| zone.squares.values());
        squares.map(|square| square.cells.len()).sum()
    }

    /// Gives a cell other volumes, 255 at most. What it had first is kept.
    pub(super) fn put(&mut self, zone: Zone, cell: CellInZone, touched: Touched<'_>) {
        if let Some(idx) = cell_idx(cell.x(), cell.y()) {
            self.put_at(zone, idx, touched);
        }
    }

    fn put_at(&mut self, zone: Zone, idx: usize, touched: Touched<'_>) {
        let zone = Arc::make_mut(&mut self.zones).entry(zone).or_default();
        // There are 14,400 of them.
        let square = (idx / N_CELLS_IN_SQUARE) as u16;
        let squares = &mut Arc::make_mut(zone).squares;
        let square = Arc::make_mut(squares.entry(square).or_default());
        square.put((idx % N_CELLS_IN_SQUARE) as u8, touched);
    }

    /// Lets a zone be as other volumes have it, or as no cell of it was touched.
    pub(super) fn take_zone(&mut self, zone: Zone, of: Option<&Volumes>) {
        match of.and_then(|of| of.zone(zone)) {
            Some(touched) => Arc::make_mut(&mut self.zones).insert(zone, touched.clone()),
            None => Arc::make_mut(&mut self.zones).remove(&zone),
        };
    }

    /// What the cells of other volumes have here.
    pub(super) fn held_under(&self, other: &Volumes) -> Volumes {
        let mut held = Volumes::default();
        for (zone, idx, touched) in other.places() {
            let own = self.zones.get(&zone).and_then(|own| own.get(idx));
            let now = own.map_or(touched.was, |own| own.now);
            held.put_at(zone, idx, Touched { was: touched.was, now });
        }
        held
    }

    /// Gives the cells of other volumes what these have.
    pub(super) fn put_all(&mut self, other: &Volumes) {
        for (zone, idx, touched) in other.places() {
            self.put_at(zone, idx, touched);
        }
    }

    /// What makes these volumes into others: the cells that differ.
    pub(super) fn difference_to(&self, new: &Volumes) -> Volumes {
        let mut difference = Volumes::default();
        if Arc::ptr_eq(&self.zones, &new.zones) {
            return difference;
        }
        let zones: BTreeSet<Zone> = self.zones().chain(new.zones()).collect();
        let none = Arc::new(TouchedZone::default());
        for zone in zones {
            let of = |volumes: &Volumes| volumes.zones.get(&zone).unwrap_or(&none).clone();
            let (old, new) = (of(self), of(new));
            if Arc::ptr_eq(&old, &new) {
                continue;
            }
            let squares: BTreeSet<u16> =
                old.squares.keys().chain(new.squares.keys()).copied().collect();
            for square in squares {
                let is_same = match (old.squares.get(&square), new.squares.get(&square)) {
                    (Some(old), Some(new)) => Arc::ptr_eq(old, new),
                    _ => false,
                };
                let first = usize::from(square) * N_CELLS_IN_SQUARE;
                let cells = if is_same { 0..0 } else { first..first + N_CELLS_IN_SQUARE };
                for idx in cells {
                    let (was, old_now, new_now) = match (old.get(idx), new.get(idx)) {
                        (None, None) => continue,
                        (Some(old), None) => (old.was, old.now, old.was),
                        (None, Some(new)) => (new.was, new.was, new.now),
                        (Some(old), Some(new)) => (old.was, old.now, new.now),
                    };
                    if old_now != new_now {
                        difference.put_at(zone, idx, Touched { was, now: new_now });
                    }
                }
            }
        }
        difference
    }

    pub(super) fn zone(&self, zone: Zone) -> Option<&Arc<TouchedZone>> {
        self.zones.get(&zone)
    }

    /// About how much memory they take.
    pub fn n_bytes(&self) -> usize {
        let squares = self.zones.values().flat_map(|zone| zone.squares.values());
        squares
            .map(|square| {
                let cells = square.cells.capacity() * size_of::<Cell>();
                // And its place among the squares.
                4 * size_of::<Square>() + cells + square.volumes.capacity() * size_of::<Volume>()
            })
            .sum()
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_count(self.zones.len());
        for (zone, touched) in self.zones.iter() {
            out.put_u32(zone.x);
            out.put_u32(zone.y);
            out.put_count(touched.cells().count());
            for (idx, Touched { was, now }) in touched.cells() {
                out.put_u32(idx as u32);
                out.put_u8(was.len() as u8);
                out.put_u8(now.len() as u8);
                for volume in was.iter().chain(now) {
                    out.put_i16(volume.z);
                    out.put_u16(volume.height);
                }
            }
        }
    }

    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Volumes, ReadError> {
        let mut volumes = Volumes::default();
        let n_zones = bytes.u32("zones")?;
        for _ in 0..bytes.expect_items("zones", n_zones.into(), 12)? {
            let zone = Zone { x: bytes.u32("zone x")?, y: bytes.u32("zone y")? };
            let n_cells = bytes.u32("cells")?;
            for _ in 0..bytes.expect_items("cells", n_cells.into(), CELL_SIZE)? {
                let start = bytes.clone();
                let idx = bytes.u32("cell")?;
                if idx as usize >= N_CELLS {
                    let (found, expected) = (i64::from(idx), "a cell of a zone");
                    return Err(start.error("cell", Malformed::Unexpected { found, expected }));
                }
                let (n_was, n_now) = (bytes.u8("volumes before")?, bytes.u8("volumes now")?);
                let mut volume = || Ok(Volume { z: bytes.i16("z")?, height: bytes.u16("height")? });
                let was: Vec<Volume> =
                    (0..n_was).map(|_| volume()).collect::<Result<_, ReadError>>()?;
                let now: Vec<Volume> =
                    (0..n_now).map(|_| volume()).collect::<Result<_, ReadError>>()?;
                volumes.put_at(zone, idx as usize, Touched { was: &was, now: &now });
            }
        }
        Ok(volumes)
    }

    fn places(&self) -> impl Iterator<Item = (Zone, usize, Touched<'_>)> {
        let zones = self.zones.iter();
        zones.flat_map(|(zone, cells)| cells.cells().map(|(idx, touched)| (*zone, idx, touched)))
    }
}

/// Two are the same where all cells have the same volumes, whoever touched them.
impl PartialEq for Volumes {
    fn eq(&self, other: &Volumes) -> bool {
        self.difference_to(other).is_empty()
    }
}

impl Eq for Volumes {}

impl TouchedZone {
    pub(super) fn get(&self, idx: usize) -> Option<Touched<'_>> {
        let square = self.squares.get(&u16::try_from(idx / N_CELLS_IN_SQUARE).ok()?)?;
        square.get((idx % N_CELLS_IN_SQUARE) as u8)
    }

    /// By their places in the file.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, Touched<'_>)> {
        self.squares.iter().flat_map(|(number, square)| {
            let first = usize::from(*number) * N_CELLS_IN_SQUARE;
            square.cells().map(move |(cell, touched)| (first + usize::from(cell), touched))
        })
    }

    /// So many volumes were and are in them, all together.
    pub(super) fn n_volumes(&self) -> usize {
        self.squares.values().map(|square| square.volumes.len()).sum()
    }

    /// Between which cells others differ: the corners of their squares, the second one excluded.
    pub(super) fn difference(&self, other: &TouchedZone) -> Option<[[u16; 2]; 2]> {
        let numbers = self.squares.keys().chain(other.squares.keys());
        let differs = |number: &&u16| match (self.squares.get(number), other.squares.get(number)) {
            (Some(own), Some(other)) => !Arc::ptr_eq(own, other),
            (own, other) => own.is_some() != other.is_some(),
        };
        let corners = numbers.filter(differs).map(|number| {
            let (x, y) = cell_at(usize::from(*number) * N_CELLS_IN_SQUARE);
            [[x, y], [x, y].map(|low| low + CELLS_PER_SQUARE as u16)]
        });
        corners.reduce(|[low, high], [other_low, other_high]| {
            let [[ax, ay], [bx, by]] = [low, high];
            let [[cx, cy], [dx, dy]] = [other_low, other_high];
            [[ax.min(cx), ay.min(cy)], [bx.max(dx), by.max(dy)]]
        })
    }
}

impl Square {
    fn get(&self, number: u8) -> Option<Touched<'_>> {
        self.cells().find(|(own, _)| *own == number).map(|(_, touched)| touched)
    }

    fn cells(&self) -> impl Iterator<Item = (u8, Touched<'_>)> {
        let mut rest = self.volumes.as_slice();
        self.cells.iter().map(move |cell| {
            let mut take = |n: u8| {
                let (taken, after) = rest.split_at_checked(n.into()).unwrap_or((rest, &[]));
                rest = after;
                taken
            };
            let (was, now) = (take(cell.n_was), take(cell.n_now));
            (cell.number, Touched { was, now })
        })
    }

    fn put(&mut self, number: u8, touched: Touched<'_>) {
        let was = self.get(number).map_or(touched.was, |own| own.was);
        let new = (number, Touched { was, now: touched.now });
        let others = self.cells().filter(|(own, _)| *own != number);
        let mut cells: Vec<_> = others.chain([new]).collect();
        cells.sort_unstable_by_key(|(own, _)| *own);
        let mut square = Square::default();
        for (number, Touched { was, now }) in cells {
            let (n_was, n_now) = (was.len().min(255) as u8, now.len().min(255) as u8);
            square.cells.push(Cell { number, n_was, n_now });
            square
                .volumes
                .extend(was.iter().take(n_was.into()).chain(now.iter().take(n_now.into())));
        }
        *self = square;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::rng::Rng;

    fn volume(z: i16) -> Volume {
        Volume { z, height: 100 }
    }

    fn random(rng: &mut Rng, n: usize) -> Volumes {
        let mut volumes = Volumes::default();
        for _ in 0..n {
            let zone = Zone { x: 1000 + rng.below(2), y: 1000 };
            let (x, y) = (rng.below(20) as u16, rng.below(20) as u16);
            // What a file has is the same each time.
            let was = [volume(x as i16)];
            let now: Vec<Volume> = (0..rng.below(3)).map(|z| volume(z as i16)).collect();
            let cell = CellInZone::new(x, y).unwrap();
            volumes.put(zone, cell, Touched { was: &was, now: &now });
        }
        volumes
    }

    #[test]
    fn differences_lead_there_and_back() {
        let mut rng = Rng::new(7);
        for _ in 0..40 {
            let (old, new) = (random(&mut rng, 30), random(&mut rng, 30));
            let edit = old.difference_to(&new);
            let undo = old.held_under(&edit);
            let mut state = old.clone();
            state.put_all(&edit);
            assert_eq!(state, new);
            state.put_all(&undo);
            assert_eq!(state, old);
            assert!(new.difference_to(&new).is_empty());
        }
    }

    #[test]
    fn a_journal_gives_them_back_and_refuses_what_is_cut() {
        let volumes = random(&mut Rng::new(3), 40);
        let mut bytes = Vec::new();
        volumes.write(&mut bytes);
        let read = Volumes::read(&mut Bytes::new(&bytes)).unwrap();
        assert_eq!(read, volumes);
        assert_eq!(read.n_cells(), volumes.n_cells());
        for end in 0..bytes.len() {
            assert!(Volumes::read(&mut Bytes::new(&bytes[..end])).is_err(), "{end}");
        }
        bytes[12..16].copy_from_slice(&(N_CELLS as u32).to_le_bytes());
        assert!(Volumes::read(&mut Bytes::new(&bytes)).is_err());
    }

    #[test]
    fn what_was_there_first_stays_known() {
        let (zone, cell) = (Zone { x: 1, y: 1 }, CellInZone::new(9, 9).unwrap());
        let mut volumes = Volumes::default();
        let (was, first, second) = ([volume(1)], [volume(2), volume(3)], []);
        volumes.put(zone, cell, Touched { was: &was, now: &first });
        volumes.put(zone, cell, Touched { was: &first, now: &second });
        assert_eq!(volumes.get(zone, cell), Some(Touched { was: &was, now: &second }));
        let mut again = volumes.clone();
        again.put(zone, cell, Touched { was: &second, now: &was });
        assert!(again == Volumes::default() && !again.is_empty() && volumes != again);
    }
}
