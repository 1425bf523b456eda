//! MOV: where one may walk in a block, `x_y.MOV`.
//!
//! ```text
//! 0  4  width   u32  32
//! 4  4  height  u32  32
//! 8  n  cells   u8, row by row from the **north**; a cell is 500 cm wide
//! ```

use serde::{Deserialize, Serialize};

use super::grid::Grid;
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::text::Opaque;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mov {
    pub cells: Grid<Walk>,
    /// What follows the last field.
    pub tail: Opaque,
}

/// Who may walk on a cell, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Walk(pub u8);

impl Walk {
    pub const OPEN: Walk = Walk(0);
    pub const BLOCKED: Walk = Walk(1);
    /// Players may walk there. As other tools have it: not proven on a file as of 2026-11.
    pub const BLOCKED_FOR_MONSTERS: Walk = Walk(2);
}

impl Mov {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Mov, ReadError> {
    let mut bytes = Bytes::new(data);
    let extent = (bytes.u32("width")?, bytes.u32("height")?);
    let cells =
        Grid::read_cells(&mut bytes, extent, "cells", 1, |bytes| Ok(Walk(bytes.u8("cell")?)))?;
    Ok(Mov { cells, tail: Opaque(bytes.rest().to_vec()) })
}

pub fn write(mov: &Mov) -> Vec<u8> {
    let mut out = Vec::with_capacity(8 + mov.cells.cells().len() + mov.tail.0.len());
    out.put_u32(mov.cells.width());
    out.put_u32(mov.cells.height());
    for cell in mov.cells.cells() {
        out.put_u8(cell.0);
    }
    out.put(&mov.tail.0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, differences};

    const SAMPLE: &[u8] = b"\x02\0\0\0\x02\0\0\0\x00\x01\x02\xff";

    #[test]
    fn what_is_read_is_written_back() {
        check_law(SAMPLE, read, write);
        check_law(&[SAMPLE, b"stale"].concat(), read, write);
    }

    #[test]
    fn an_edit_of_one_cell_changes_its_byte_alone() {
        let mut mov = read(SAMPLE).unwrap();
        assert_eq!(mov.cells.get(0, 1), Some(&Walk::BLOCKED_FOR_MONSTERS));
        *mov.cells.get_mut(0, 1).unwrap() = Walk::OPEN;
        assert_eq!(differences(SAMPLE, &write(&mov)), [10]);
    }

    #[test]
    fn errors_say_where() {
        let error = read(&SAMPLE[..11]).unwrap_err().to_string();
        assert_eq!(error, "cells at byte 0x8: needs 4 bytes, 3 are left");
    }
}
