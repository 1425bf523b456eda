//! ZGD: where one can stand in a zone of TERA, and how much room there is above.
//!
//! ```text
//! Payload                                     Volume
//!    921,600 cells, square by square          0  2  z       i16  its floor
//!                                             2  2  height  u16  of the room above it
//! Cell
//! 0  1    volume count  u8
//! 1  4×n  volumes
//! …  …    tail of the payload; kept, meaning unknown (none seen, 2026)
//! ```
//!
//! Squares and the cells within a square follow in columns along x. Both fields of a volume are
//! stored as what was added since the volume before it, wherever in the zone that was, starting
//! from zero and wrapping at 16 bits. A height of 32,767 is open sky in retail's files.

mod json;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use self::json::Json;
use super::{CELLS_PER_SQUARE, CELLS_PER_ZONE, SQUARES_PER_ZONE};
use super::{N_CELLS, N_CELLS_IN_SQUARE, N_SQUARES};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::packed::{self, Packed};
use crate::format::source::Source;
use crate::format::text::Opaque;

/// A payload may be this large: 17 volumes in every single cell, where the game has one in most
/// and five at most. Without a limit a file of a few hundred bytes could fill the memory.
pub const MAX_PAYLOAD: u64 = 64 << 20;

/// A volume of this height is open to the sky, in retail's files.
pub const OPEN_SKY: u16 = 32_767;

const VOLUME_SIZE: usize = 4;
/// A cell of 255 volumes.
const MAX_CELL: usize = 1 + 255 * VOLUME_SIZE;
/// Retail's zones have a volume in every cell, and a second one in 4 % of them.
const LIKELY_VOLUMES: usize = N_CELLS + N_CELLS / 8;

/// The volumes of every cell of a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Json", try_from = "Json")]
pub struct Zgd {
    /// Volumes in each cell, in the order of the file. Invariant: there are [`N_CELLS`].
    counts: Vec<u8>,
    /// Volumes of all cells. Invariant: as many as `counts` add up to.
    volumes: Vec<Volume>,
    /// Where the volumes of each square start. Invariant: there are [`N_SQUARES`], and they
    /// follow from `counts`.
    square_starts: Vec<u32>,
    pub tail: Opaque,
}

/// Accessible space in a cell: a floor, and the room above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "(i16, u16)", into = "(i16, u16)")]
pub struct Volume {
    pub z: i16,
    pub height: u16,
}

/// Whether the room above some floor of a cell reaches beyond the next floor, or floors are in
/// another order than from low to high.
pub fn overlap(cell: &[Volume]) -> bool {
    !cell.is_sorted_by(|low, high| low.top() <= i32::from(high.z))
}

impl Volume {
    /// The height at which the room above the floor ends.
    pub fn top(self) -> i32 {
        i32::from(self.z) + i32::from(self.height)
    }

    /// How high it is with another floor below the same ceiling, where that can be. Open sky stays
    /// open sky.
    pub fn height_above(self, z: i16) -> Option<u16> {
        match self.height {
            OPEN_SKY => Some(OPEN_SKY),
            _ => u16::try_from(self.top() - i32::from(z)).ok(),
        }
    }

    /// Goes on to the next volume by the difference that the file holds.
    fn plus(&mut self, difference: [u8; VOLUME_SIZE]) -> Volume {
        let [z_low, z_high, height_low, height_high] = difference;
        self.z = self.z.wrapping_add(i16::from_le_bytes([z_low, z_high]));
        self.height = self.height.wrapping_add(u16::from_le_bytes([height_low, height_high]));
        *self
    }
}

impl From<(i16, u16)> for Volume {
    fn from((z, height): (i16, u16)) -> Volume {
        Volume { z, height }
    }
}

impl From<Volume> for (i16, u16) {
    fn from(volume: Volume) -> (i16, u16) {
        (volume.z, volume.height)
    }
}

impl Zgd {
    /// A zone whose cells, given as cells counted from the zone's corner along x and y, have
    /// the volumes that `volumes_of` puts into the list that it is given; 255 at most are kept.
    pub fn from_cells(mut volumes_of: impl FnMut(u16, u16, &mut Vec<Volume>)) -> Zgd {
        let mut zgd = Zgd::with_room(LIKELY_VOLUMES);
        let mut cell = Vec::new();
        for idx in 0..N_CELLS {
            cell.clear();
            let (x, y) = cell_at(idx);
            volumes_of(x, y, &mut cell);
            cell.truncate(usize::from(u8::MAX));
            zgd.push_cell(&cell);
        }
        zgd
    }

    /// The volumes of a cell, counted from the zone's corner along x and y, in the order of the
    /// file. Outside the zone there are none.
    pub fn volumes_at(&self, cell_x: u16, cell_y: u16) -> &[Volume] {
        match cell_idx(cell_x, cell_y) {
            Some(idx) => self.volumes_of_cell(idx),
            None => &[],
        }
    }

    /// The volumes of every cell, in the order of the file.
    pub fn cells(&self) -> impl Iterator<Item = &[Volume]> {
        let mut rest = self.volumes.as_slice();
        self.counts.iter().map(move |count| {
            let (cell, after) = rest.split_at_checked(usize::from(*count)).unwrap_or((rest, &[]));
            rest = after;
            cell
        })
    }

    /// All volumes, in the order of the file.
    pub fn volumes(&self) -> &[Volume] {
        &self.volumes
    }

    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }

    /// How much memory it takes.
    pub fn n_bytes(&self) -> usize {
        let n_volumes = self.volumes.capacity() * size_of::<Volume>();
        self.counts.capacity() + n_volumes + self.square_starts.capacity() * 4 + self.tail.0.len()
    }

    /// The same zone with other volumes in some cells, given by their places in the file in rising
    /// order.
    pub fn with_cells<'v>(&self, cells: impl IntoIterator<Item = (usize, &'v [Volume])>) -> Zgd {
        let mut counts = self.counts.clone();
        let mut volumes = Vec::with_capacity(self.volumes.len() + CELLS_PER_SQUARE);
        let mut n_taken = 0;
        for (idx, cell) in cells {
            let (old, cell) = (self.range_of_cell(idx), cell.get(..255).unwrap_or(cell));
            let (Some(before), Some(count)) =
                (self.volumes.get(n_taken..old.start), counts.get_mut(idx))
            else {
                continue;
            };
            volumes.extend_from_slice(before);
            volumes.extend_from_slice(cell);
            *count = cell.len() as u8;
            n_taken = old.end;
        }
        volumes.extend_from_slice(self.volumes.get(n_taken..).unwrap_or_default());
        Zgd { square_starts: square_starts(&counts), counts, volumes, tail: self.tail.clone() }
    }

    /// The volumes of a cell by its place in the file.
    fn volumes_of_cell(&self, idx: usize) -> &[Volume] {
        self.volumes.get(self.range_of_cell(idx)).unwrap_or_default()
    }

    /// Where the volumes of a cell are among all.
    fn range_of_cell(&self, idx: usize) -> Range<usize> {
        let square = idx / N_CELLS_IN_SQUARE;
        let first_cell = square * N_CELLS_IN_SQUARE;
        let before = self.counts.get(first_cell..idx).unwrap_or_default();
        let n_before: usize = before.iter().map(|count| usize::from(*count)).sum();
        let start = self.square_starts.get(square).map_or(0, |start| *start as usize) + n_before;
        let count = self.counts.get(idx).map_or(0, |count| usize::from(*count));
        start..start + count
    }

    /// A zone without any cell yet.
    fn with_room(n_volumes: usize) -> Zgd {
        Zgd {
            counts: Vec::with_capacity(N_CELLS.min(n_volumes)),
            volumes: Vec::with_capacity(n_volumes),
            square_starts: Vec::with_capacity(N_SQUARES),
            tail: Opaque::default(),
        }
    }

    /// Appends a cell of 255 volumes at most.
    fn push_cell(&mut self, cell: &[Volume]) {
        self.start_cell();
        self.counts.push(cell.len() as u8);
        self.volumes.extend_from_slice(cell);
    }

    /// Notes where a square starts. There are no more volumes than cells × 255, which is less
    /// than a `u32` holds.
    fn start_cell(&mut self) {
        if self.counts.len().is_multiple_of(N_CELLS_IN_SQUARE) {
            self.square_starts.push(self.volumes.len() as u32);
        }
    }
}

/// The place in the file of a cell of a zone.
pub fn cell_idx(cell_x: u16, cell_y: u16) -> Option<usize> {
    let (x, y) = (usize::from(cell_x), usize::from(cell_y));
    let square = x / CELLS_PER_SQUARE * SQUARES_PER_ZONE + y / CELLS_PER_SQUARE;
    let cell = x % CELLS_PER_SQUARE * CELLS_PER_SQUARE + y % CELLS_PER_SQUARE;
    (x < CELLS_PER_ZONE && y < CELLS_PER_ZONE).then_some(square * N_CELLS_IN_SQUARE + cell)
}

/// The cell of a zone that has this place in the file.
pub fn cell_at(idx: usize) -> (u16, u16) {
    let (square, cell) = (idx / N_CELLS_IN_SQUARE, idx % N_CELLS_IN_SQUARE);
    let x = square / SQUARES_PER_ZONE * CELLS_PER_SQUARE + cell / CELLS_PER_SQUARE;
    let y = square % SQUARES_PER_ZONE * CELLS_PER_SQUARE + cell % CELLS_PER_SQUARE;
    (x as u16, y as u16)
}

pub fn read(payload: &[u8]) -> Result<Zgd, ReadError> {
    let mut bytes = Bytes::new(payload);
    bytes.expect_at_most(MAX_PAYLOAD)?;
    bytes.expect_items("cells", N_CELLS as u64, 1)?;
    read_from(&mut bytes)
}

/// Reads a brotli file, without its payload ever being in memory as a whole.
pub fn read_packed(file: &[u8]) -> Result<(Zgd, Packed), ReadError> {
    packed::read_with(file, MAX_PAYLOAD, |unpacker| read_from(unpacker))
}

fn read_from(source: &mut impl Source) -> Result<Zgd, ReadError> {
    let mut cells = Cells {
        counts: vec![0; N_CELLS],
        n_read: 0,
        volumes: Vec::with_capacity(source.room_for(LIKELY_VOLUMES, VOLUME_SIZE)),
        last: Volume::default(),
    };
    while cells.n_read < N_CELLS {
        let mut bytes = source.window(MAX_CELL)?;
        cells.read_window(&mut bytes)?;
        let offset = bytes.offset();
        source.move_on_to(offset);
    }
    let Cells { counts, volumes, .. } = cells;
    let tail = Opaque(source.read_rest()?);
    Ok(Zgd { square_starts: square_starts(&counts), counts, volumes, tail })
}

/// The cells of a zone while they are read. Nearly all are empty or have one volume: these are
/// read in runs, which takes a third less time than one by one.
struct Cells {
    /// Zero where not read yet.
    counts: Vec<u8>,
    n_read: usize,
    volumes: Vec<Volume>,
    last: Volume,
}

impl Cells {
    /// Reads cells while a whole one is sure to be there. A window too small for that is the
    /// end of the payload, and is read to where it fails.
    fn read_window(&mut self, bytes: &mut Bytes<'_>) -> Result<(), ReadError> {
        let is_end = bytes.n_left() < MAX_CELL;
        while self.n_read < N_CELLS && (is_end || bytes.n_left() >= MAX_CELL) {
            self.skip_empty(bytes);
            self.read_single(bytes);
            if self.n_read < N_CELLS && (is_end || bytes.n_left() >= MAX_CELL) {
                self.read_cell(bytes)?;
            }
        }
        Ok(())
    }

    /// Passes over empty cells.
    fn skip_empty(&mut self, bytes: &mut Bytes<'_>) {
        let n_unread = N_CELLS - self.n_read;
        let counts = bytes.as_slice().iter().take(n_unread);
        let n_empty = counts.take_while(|count| **count == 0).count();
        bytes.skip_to(bytes.offset() + n_empty);
        self.n_read += n_empty;
    }

    /// Reads cells of one volume.
    fn read_single(&mut self, bytes: &mut Bytes<'_>) {
        let (cells, _) = bytes.as_slice().as_chunks::<{ 1 + VOLUME_SIZE }>();
        let cells = cells.get(..N_CELLS - self.n_read).unwrap_or(cells);
        let n_single = cells.iter().take_while(|[count, ..]| *count == 1).count();
        let cells = cells.get(..n_single).unwrap_or_default();
        let mut last = self.last;
        self.volumes.extend(cells.iter().map(|[_, volume @ ..]| last.plus(*volume)));
        self.last = last;
        if let Some(counts) = self.counts.get_mut(self.n_read..self.n_read + n_single) {
            counts.fill(1);
        }
        self.n_read += n_single;
        bytes.skip_to(bytes.offset() + cells.as_flattened().len());
    }

    fn read_cell(&mut self, bytes: &mut Bytes<'_>) -> Result<(), ReadError> {
        let count = bytes.u8("volume count")?;
        for _ in 0..count {
            let volume = self.last.plus(bytes.array("volume")?);
            self.volumes.push(volume);
        }
        if let Some(unread) = self.counts.get_mut(self.n_read) {
            *unread = count;
        }
        self.n_read += 1;
        Ok(())
    }
}

/// Where the volumes of each square start. There are no more than 255 in each cell, which a
/// `u32` holds.
fn square_starts(counts: &[u8]) -> Vec<u32> {
    let n_in_square = |square: &[u8]| square.iter().map(|count| u32::from(*count)).sum::<u32>();
    let mut start = 0;
    let starts = counts.chunks(N_CELLS_IN_SQUARE).map(|square| {
        let own = start;
        start += n_in_square(square);
        own
    });
    starts.collect()
}

pub fn write(zgd: &Zgd) -> Vec<u8> {
    let len = zgd.counts.len() + zgd.volumes.len() * VOLUME_SIZE + zgd.tail.0.len();
    let mut out = Vec::with_capacity(len);
    let mut last = Volume::default();
    for cell in zgd.cells() {
        out.put_u8(cell.len() as u8);
        for volume in cell {
            out.put_i16(volume.z.wrapping_sub(last.z));
            out.put_u16(volume.height.wrapping_sub(last.height));
            last = *volume;
        }
    }
    out.put(&zgd.tail.0);
    out
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::format::packed::tests::packed;

    /// Empty but for three cells: one with two volumes, one that wraps, and the last.
    fn small() -> Zgd {
        Zgd::from_cells(|x, y, cell| match (x, y) {
            (0, 1) => cell.extend([(-20_000, 100), (500, 32_767)].map(Volume::from)),
            (8, 0) => cell.push(Volume { z: i16::MAX, height: 0 }),
            (959, 959) => cell.push(Volume { z: i16::MIN, height: u16::MAX }),
            _ => {}
        })
    }

    fn check_error(payload: &[u8], expect: &Expect) {
        let error = read(payload).unwrap_err();
        expect.assert_eq(&error.to_string());
        let unpacked = read_packed(&packed(payload)).unwrap_err();
        assert_eq!((unpacked.field, unpacked.offset), ("volume count", payload.len()));
    }

    #[test]
    fn what_is_read_is_written_back() {
        let mut zgd = small();
        zgd.tail = Opaque(b"tail".to_vec());
        let payload = write(&zgd);
        assert_eq!(payload.len(), N_CELLS + 4 * VOLUME_SIZE + 4);
        assert!(read(&payload).unwrap() == zgd);
        let (unpacked, _) = read_packed(&packed(&payload)).unwrap();
        assert!(unpacked == zgd && unpacked.n_opaque() == 4);
    }

    #[test]
    fn differences_run_on_over_the_zone() {
        let payload = write(&small());
        // The cell (0, 1) is the second of the file, (8, 0) the first of the second column of
        // squares, behind 120 squares of 64 cells.
        assert_eq!(payload[..11], [0, 2, 0xe0, 0xb1, 100, 0, 0x14, 0x50, 0x9b, 0x7f, 0]);
        let idx = 120 * 64 + 2 * VOLUME_SIZE;
        assert_eq!(payload[idx..idx + 6], [1, 0x0b, 0x7e, 0x01, 0x80, 0]);
    }

    #[test]
    fn a_cell_is_found_where_it_was_put() {
        let zgd = small();
        assert_eq!(zgd.volumes_at(0, 1), [(-20_000, 100), (500, 32_767)].map(Volume::from));
        assert_eq!(zgd.volumes_at(8, 0), [Volume { z: i16::MAX, height: 0 }]);
        assert_eq!(zgd.volumes_at(959, 959)[0].top(), 32_767);
        assert_eq!(
            [zgd.volumes_at(1, 0), zgd.volumes_at(960, 0), zgd.volumes_at(0, 960)],
            [&[]; 3]
        );
        for idx in (0..N_CELLS).step_by(77) {
            let (x, y) = cell_at(idx);
            assert_eq!(cell_idx(x, y), Some(idx));
        }
    }

    #[test]
    fn a_zone_with_other_cells_is_as_if_it_was_made_so() {
        let new = [Volume { z: 7, height: 8 }, Volume { z: 9, height: 10 }];
        let places = [(0, 0), (0, 1), (8, 0), (500, 500), (959, 959)];
        let mut cells: Vec<(usize, &[Volume])> = places
            .iter()
            .map(|(x, y)| (cell_idx(*x, *y).unwrap(), &new[..usize::from(x % 3)]))
            .collect();
        cells.sort_unstable_by_key(|(idx, _)| *idx);
        let mut small = small();
        small.tail = Opaque(vec![1]);
        let changed = small.with_cells(cells);
        let made = Zgd::from_cells(|x, y, cell| match places.contains(&(x, y)) {
            true => cell.extend(&new[..usize::from(x % 3)]),
            false => cell.extend(small.volumes_at(x, y)),
        });
        assert!(changed == Zgd { tail: Opaque(vec![1]), ..made });
        assert!(small.with_cells([]) == small);
    }

    #[test]
    fn json_keeps_everything() {
        let mut zgd = small();
        zgd.tail = Opaque(vec![1]);
        let json = serde_json::to_string(&zgd).unwrap();
        assert!(
            json.starts_with(r#"{"squares":[[[],[[-20000,100],[500,32767]],[],"#),
            "{json:.90}"
        );
        assert!(serde_json::from_str::<Zgd>(&json).unwrap() == zgd);
        for (found, wrong) in [("[[-20000", "[1,[-20000"), ("[[[],", "[["), ("[[[],", "[[[],[],")] {
            let json = json.replacen(found, wrong, 1);
            assert!(serde_json::from_str::<Zgd>(&json).is_err(), "{json:.90}");
        }
    }

    #[test]
    fn errors_say_where() {
        let payload = write(&small());
        check_error(
            &payload[..N_CELLS - 1],
            &expect!["cells at byte 0x0: needs 921600 bytes, 921599 are left"],
        );
        check_error(
            &payload[..payload.len() - 5],
            &expect!["volume count at byte 0xe100b: needs 1 byte, 0 are left"],
        );
        check_error(&[], &expect!["cells at byte 0x0: needs 921600 bytes, 0 are left"]);
    }
}
