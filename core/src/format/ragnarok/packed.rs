//! The cells of a map as both map caches hold them: one byte each, packed with zlib.
//!
//! ```text
//! 0   2  width         i16
//! 2   2  height        i16
//! 4   4  packed length i32
//! 8   …  packed        zlib: width × height types, row by row from the south-west
//! ```

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::error::Within;
use crate::format::error::WrongCellCount;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

/// The level that the servers' own tools pack with.
const LEVEL: u32 = 6;

/// Deflate never packs better than this: more cells than that can't come out.
const MAX_RATIO: u64 = 1032;

/// No map has more cells. A cache of a few kilobytes could fill the memory with them.
const MOST_CELLS: u64 = 1 << 26;

/// A grid of cells that is kept as it was packed, and unpacked when it is asked for.
///
/// Packing again what was unpacked may give other bytes, since packers differ: a grid that
/// nobody changed keeps its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackedCells {
    pub width: i16,
    pub height: i16,
    pub packed: Opaque,
}

/// Why cells can't be packed for a server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    #[error(
        "a server's map is 1 to {} cells wide and high, but this one is {width} × {height}",
        i16::MAX
    )]
    WrongSize { width: u32, height: u32 },
    #[error(transparent)]
    WrongCellCount(#[from] WrongCellCount),
    #[error("the packer failed: {reason}")]
    Packer { reason: String },
}

/// Why cells are of no use to a server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CellsFault {
    #[error("{width} × {height} cells are not a valid map size")]
    Size { width: i16, height: i16 },
    #[error("the cells can't be unpacked: {0}")]
    Packed(ReadError),
    #[error("{} the packed cells", n_behind(*.0))]
    Behind(u64),
}

fn n_behind(n_bytes: u64) -> String {
    match n_bytes {
        1 => "1 byte follows".to_owned(),
        n => format!("{n} bytes follow"),
    }
}

/// No map of a game is larger.
const LIKELY_SIDE: i16 = 2048;

/// Whether such cells begin here, by what is likely: a size, a length, and the head of a zlib stream.
pub(super) fn begins(bytes: &mut Bytes<'_>) -> bool {
    let mut side = || bytes.i16("side").is_ok_and(|side| (1..=LIKELY_SIDE).contains(&side));
    let has_sides = side() && side();
    has_sides
        && bytes.i32("packed length").is_ok_and(|len| len >= 8)
        && bytes.array("head").is_ok_and(|[method, flags]: [u8; 2]| {
            method & 0x0f == 8 && u16::from_be_bytes([method, flags]).is_multiple_of(31)
        })
}

impl PackedCells {
    /// Packs one byte per cell, row by row from the south-west.
    pub fn pack(width: u32, height: u32, cells: &[u8]) -> Result<PackedCells, PackError> {
        WrongCellCount::check(width, height, cells.len())?;
        let (Ok(signed_width @ 1..), Ok(signed_height @ 1..)) =
            (i16::try_from(width), i16::try_from(height))
        else {
            return Err(PackError::WrongSize { width, height });
        };
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(LEVEL));
        let packed = encoder.write_all(cells).and_then(|()| encoder.finish());
        let packed = packed.map_err(|error| PackError::Packer { reason: error.to_string() })?;
        Ok(PackedCells { width: signed_width, height: signed_height, packed: Opaque(packed) })
    }

    /// What a server would stumble over, if anything.
    pub fn fault(&self) -> Option<CellsFault> {
        let (width, height) = (self.width, self.height);
        if width <= 0 || height <= 0 {
            return Some(CellsFault::Size { width, height });
        }
        match self.unpacked() {
            Err(error) => Some(CellsFault::Packed(error)),
            Ok((_, n_read)) => {
                let n_behind = (self.packed.0.len() as u64).saturating_sub(n_read);
                (n_behind > 0).then_some(CellsFault::Behind(n_behind))
            }
        }
    }

    /// The type of every cell, row by row from the south-west. Offsets in an error count from
    /// the start of the packed bytes.
    pub fn cells(&self) -> Result<Vec<u8>, ReadError> {
        self.unpacked().map(|(cells, _)| cells)
    }

    /// The cells, and how many of the packed bytes they are.
    fn unpacked(&self) -> Result<(Vec<u8>, u64), ReadError> {
        let fail =
            |field, malformed| Err(ReadError { offset: 0, within: Within::File, field, malformed });
        let n_cells = match (u64::try_from(self.width), u64::try_from(self.height)) {
            (Ok(width), Ok(height)) => width * height,
            _ => {
                let found = i64::from(self.width.min(self.height));
                let expected = "a width and height of 0 or more";
                return fail("size", Malformed::Unexpected { found, expected });
            }
        };
        if n_cells > MOST_CELLS {
            return fail("cells", Malformed::TooLarge { limit: MOST_CELLS });
        }
        let packed = &self.packed.0;
        if n_cells > (packed.len() as u64).saturating_mul(MAX_RATIO) {
            let malformed = Malformed::Truncated { needed: n_cells, left: packed.len() };
            return fail("cells", malformed);
        }
        let mut cells = Vec::with_capacity(usize::try_from(n_cells).unwrap_or_default());
        // One more than there may be, to notice it.
        let mut decoder = ZlibDecoder::new(packed.as_slice());
        let unpacked = decoder.by_ref().take(n_cells + 1).read_to_end(&mut cells);
        match unpacked {
            Err(error) => fail("cells", Malformed::BrokenStream { reason: error.to_string() }),
            Ok(n) if n as u64 > n_cells => fail("cells", Malformed::TooLarge { limit: n_cells }),
            Ok(n) if (n as u64) < n_cells => {
                fail("cells", Malformed::Truncated { needed: n_cells, left: n })
            }
            Ok(_) => Ok((cells, decoder.total_in())),
        }
    }

    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<PackedCells, ReadError> {
        let width = bytes.i16("width")?;
        let height = bytes.i16("height")?;
        let start = bytes.clone();
        let len = bytes.i32("packed length")?;
        let Ok(len) = usize::try_from(len) else {
            let (found, expected) = (i64::from(len), "0 or more");
            return Err(start.error("packed length", Malformed::Unexpected { found, expected }));
        };
        let packed = Opaque(bytes.slice("packed", len)?.to_vec());
        Ok(PackedCells { width, height, packed })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_i16(self.width);
        out.put_i16(self.height);
        out.put_u32(self.packed.0.len() as u32);
        out.put(&self.packed.0);
    }

    /// How many bytes `write` gives.
    pub(super) fn n_bytes(&self) -> usize {
        8 + self.packed.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_out_as_they_went_in() {
        let cells = [0, 1, 5, 3, 2, 255];
        let packed = PackedCells::pack(3, 2, &cells).unwrap();
        assert_eq!(packed.packed.0[..2], [0x78, 0x9c], "zlib at level 6");
        assert_eq!(packed.cells(), Ok(cells.to_vec()));
    }

    #[test]
    fn what_no_server_could_hold_is_not_packed() {
        let error = |width, height, n| {
            PackedCells::pack(width, height, &vec![0; n]).unwrap_err().to_string()
        };
        assert_eq!(error(2, 2, 3), "3 cells do not fill 2 × 2");
        assert_eq!(
            error(40_000, 1, 40_000),
            "a server's map is 1 to 32767 cells wide and high, but this one is 40000 × 1"
        );
        assert!(PackedCells::pack(0, 0, &[]).is_err());
    }

    #[test]
    fn a_bomb_is_stopped_at_the_stated_size() {
        let bomb = PackedCells::pack(1000, 1000, &vec![0; 1_000_000]).unwrap();
        let small = PackedCells { width: 10, height: 10, ..bomb.clone() };
        assert_eq!(
            small.cells().unwrap_err().to_string(),
            "cells at byte 0x0: is larger than 100 bytes, the limit for reading"
        );
        let empty = PackedCells { width: i16::MAX, height: i16::MAX, packed: Opaque(vec![0; 9]) };
        assert!(empty.cells().is_err(), "nothing is allocated for what can't be there");
        let packed = Opaque(vec![0; 1 << 20]);
        let huge = PackedCells { width: i16::MAX, height: i16::MAX, packed };
        assert_eq!(
            huge.cells().unwrap_err().to_string(),
            "cells at byte 0x0: is larger than 67108864 bytes, the limit for reading"
        );
        let negative = PackedCells { width: -1, ..bomb };
        assert!(negative.cells().is_err());
    }

    #[test]
    fn cells_that_are_missing_are_told() {
        let packed = PackedCells::pack(3, 2, &[0; 6]).unwrap();
        let large = PackedCells { width: 4, ..packed };
        assert_eq!(
            large.cells().unwrap_err().to_string(),
            "cells at byte 0x0: needs 8 bytes, 6 are left"
        );
    }
}
