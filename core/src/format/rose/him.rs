//! HIM: the heights of a block, `x_y.HIM`.
//!
//! ```text
//! 0   4    width     u32  65
//! 4   4    height    u32  65
//! 8   4    grid      u32  4    cells in a patch, along one side
//! 12  4    scale     f32  250  centimetres in a cell, along one side
//! 16  4×n  heights   f32  centimetres, row by row from the **north**
//!          quad tail, where there is one
//!          tail      whatever follows
//!
//! Quad tail
//! 0     5    magic      u8 length 4, "quad"
//! 5     4    n patches  u32  256
//! 9     8×n  patches    f32 max, f32 min; row by row from the **south**
//!       4    n quads    u32  85
//!       8×n  quads      f32 max, f32 min
//! ```
//!
//! A block has one row and column more than it has cells: its last are the next block's first.
//!
//! A patch's max and min are over its 5×5 heights, with the rows counted from the south, other
//! than those of the heights. The quads gather them into a tree, level by level, 1 + 4 + 16 + 64
//! of them: the children of a quad are its quarters (0,0), (1,0), (1,1), (0,1), as column and row
//! of the patches, in this order. A quad starts from max -10 and min 10000, so that a block all
//! below -10 has a quad with a wrong max. New clients write FLT_MAX and -FLT_MAX for all of them.
//! They are kept as they are until the heights change.

mod quads;

use serde::{Deserialize, Serialize};

use super::grid::Grid;
use super::list::{self, Record};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::Opaque;

const QUAD_MAGIC: &[u8] = b"\x04quad";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Him {
    /// Cells in a patch, along one side.
    pub n_cells_per_patch: u32,
    pub cell_cm: F32,
    pub heights_cm: Grid<F32>,
    /// `None` where the file ends with the heights, or where what follows is no quad tail.
    pub quads: Option<QuadTail>,
    /// What follows the last field.
    pub tail: Opaque,
}

/// How high and how low the ground is, by patch and in ever larger squares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuadTail {
    pub patches: Vec<HeightRange>,
    pub quads: Vec<HeightRange>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeightRange {
    pub max_cm: F32,
    pub min_cm: F32,
}

impl Him {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Him, ReadError> {
    let mut bytes = Bytes::new(data);
    let extent = (bytes.u32("width")?, bytes.u32("height")?);
    let n_cells_per_patch = bytes.u32("grid")?;
    let cell_cm = bytes.f32("scale")?;
    let heights_cm =
        Grid::read_cells(&mut bytes, extent, "heights", 4, |bytes| bytes.f32("height"))?;

    let mut after_quads = bytes.clone();
    // Whatever is no quad tail is kept as the tail.
    let quads = QuadTail::read(&mut after_quads).ok();
    let mut rest = if quads.is_some() { after_quads } else { bytes };
    let tail = Opaque(rest.rest().to_vec());
    Ok(Him { n_cells_per_patch, cell_cm, heights_cm, quads, tail })
}

pub fn write(him: &Him) -> Vec<u8> {
    let n_ranges = him.quads.as_ref().map_or(0, |quads| quads.patches.len() + quads.quads.len());
    let n_numbers = him.heights_cm.cells().len() + 2 * n_ranges;
    let mut out = Vec::with_capacity(16 + 13 + n_numbers * 4 + him.tail.0.len());
    out.put_u32(him.heights_cm.width());
    out.put_u32(him.heights_cm.height());
    out.put_u32(him.n_cells_per_patch);
    out.put_f32(him.cell_cm);
    out.put_f32s(him.heights_cm.cells());
    if let Some(quads) = &him.quads {
        quads.write(&mut out);
    }
    out.put(&him.tail.0);
    out
}

impl QuadTail {
    fn read(bytes: &mut Bytes<'_>) -> Result<QuadTail, ReadError> {
        bytes.magic("quad magic", QUAD_MAGIC)?;
        Ok(QuadTail { patches: list::read(bytes)?, quads: list::read(bytes)? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put(QUAD_MAGIC);
        list::write(&self.patches, out);
        list::write(&self.quads, out);
    }
}

impl Record for HeightRange {
    const NAME: &'static str = "height ranges";
    const MIN_SIZE: u64 = 8;

    fn read(bytes: &mut Bytes<'_>) -> Result<HeightRange, ReadError> {
        Ok(HeightRange { max_cm: bytes.f32("max")?, min_cm: bytes.f32("min")? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_f32(self.max_cm);
        out.put_f32(self.min_cm);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, differences, words};

    fn heights() -> Vec<u8> {
        words(&[3, 2, 4, 250f32.to_bits(), 1, 2, 3, 0x7fc0_0001, 0x8000_0000, 6])
    }

    fn quad_tail() -> Vec<u8> {
        let patches = words(&[2, 10, 11, f32::MAX.to_bits(), f32::MIN.to_bits()]);
        [b"\x04quad".to_vec(), patches, words(&[1, 12, 13])].concat()
    }

    #[test]
    fn what_is_read_is_written_back() {
        check_law(&heights(), read, write);
        check_law(&[heights(), quad_tail()].concat(), read, write);
        check_law(&[heights(), quad_tail(), b"old".to_vec()].concat(), read, write);
        check_law(&[heights(), b"\x04Quad then something else".to_vec()].concat(), read, write);
    }

    #[test]
    fn what_is_no_quad_tail_is_kept() {
        let check = |behind: &[u8], n_patches: Option<usize>, n_opaque: usize| {
            let him = read(&[&heights(), behind].concat()).unwrap();
            assert_eq!(him.quads.as_ref().map(|quads| quads.patches.len()), n_patches);
            assert_eq!(him.n_opaque(), n_opaque);
        };
        check(b"", None, 0);
        check(&quad_tail(), Some(2), 0);
        check(&[quad_tail(), vec![0; 7]].concat(), Some(2), 7);
        check(b"\x04quad\xff\xff\xff\xff", None, 9);
    }

    #[test]
    fn heights_stand_row_by_row() {
        let him = read(&heights()).unwrap();
        assert_eq!(him.heights_cm.get(2, 1), Some(&F32::from_bits(6)));
        assert_eq!((him.n_cells_per_patch, him.cell_cm), (4, F32::new(250.0)));
    }

    #[test]
    fn an_edit_of_one_height_changes_its_bytes_alone() {
        let data = [heights(), quad_tail()].concat();
        let mut him = read(&data).unwrap();
        *him.heights_cm.get_mut(1, 1).unwrap() = F32::ZERO;
        assert_eq!(differences(&data, &write(&him)), [16 + 4 * 4 + 3]);
    }

    #[test]
    fn errors_say_where() {
        let error = read(&words(&[u32::MAX, u32::MAX, 4, 0])).unwrap_err().to_string();
        let needed = "more bytes than a file can have";
        assert_eq!(error, format!("heights at byte 0x10: needs {needed}, 0 are left"));
    }
}
