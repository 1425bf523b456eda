//! `.fld2`: the cells of one map for the OpenKore bot, once unpacked with gzip.
//!
//! ```text
//! 0   2  width   u16
//! 2   2  height  u16
//! 4   n  cells, n = width × height, row by row from the south-west
//!     …  tail, empty in every file seen
//! ```

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::error::WrongCellCount;
use crate::format::text::Opaque;

/// A grid of cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Fld2 {
    width: u16,
    height: u16,
    /// Row by row from the south-west; always `width` × `height` of them.
    cells: Vec<Cell>,
    /// What follows the cells.
    pub tail: Opaque,
}

/// What the bot may do on a cell: bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub u8);

impl Cell {
    pub const WALKABLE: Cell = Cell(1);
    /// Arrows fly over it.
    pub const SNIPABLE: Cell = Cell(2);
    pub const WATER: Cell = Cell(4);
    pub const CLIFF: Cell = Cell(8);

    pub fn has(self, bits: Cell) -> bool {
        self.0 & bits.0 == bits.0
    }
}

impl Fld2 {
    pub fn new(width: u16, height: u16, cells: Vec<Cell>) -> Result<Fld2, WrongCellCount> {
        WrongCellCount::check(width.into(), height.into(), cells.len())?;
        Ok(Fld2 { width, height, cells, tail: Opaque::default() })
    }

    pub fn width(&self) -> u16 {
        self.width
    }

    pub fn height(&self) -> u16 {
        self.height
    }

    /// Row by row from the south-west.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub fn cells_mut(&mut self) -> &mut [Cell] {
        &mut self.cells
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

/// A grid as JSON has it, before its cells were counted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    width: u16,
    height: u16,
    cells: Vec<Cell>,
    tail: Opaque,
}

impl TryFrom<Parts> for Fld2 {
    type Error = WrongCellCount;

    fn try_from(parts: Parts) -> Result<Fld2, WrongCellCount> {
        let fld2 = Fld2::new(parts.width, parts.height, parts.cells)?;
        Ok(Fld2 { tail: parts.tail, ..fld2 })
    }
}

pub fn read(data: &[u8]) -> Result<Fld2, ReadError> {
    let mut bytes = Bytes::new(data);
    let width = bytes.u16("width")?;
    let height = bytes.u16("height")?;
    let n_cells = bytes.expect_items("cells", u64::from(width) * u64::from(height), 1)?;
    let cells = bytes.slice("cells", n_cells)?.iter().map(|cell| Cell(*cell)).collect();
    let tail = Opaque(bytes.rest().to_vec());
    Ok(Fld2 { width, height, cells, tail })
}

pub fn write(fld2: &Fld2) -> Vec<u8> {
    let mut out = Vec::with_capacity(4 + fld2.cells.len());
    out.put_u16(fld2.width);
    out.put_u16(fld2.height);
    out.extend(fld2.cells.iter().map(|cell| cell.0));
    out.put(&fld2.tail.0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_back() {
        let cells = [1, 0, 5, 10, 255, 6].map(Cell);
        let sample = Fld2::new(3, 2, cells.to_vec()).unwrap();
        let mut data = write(&sample);
        assert_eq!(read(&data), Ok(sample.clone()));
        for len in 0..data.len() {
            assert!(read(&data[..len]).is_err(), "{len}");
        }
        data.push(9);
        assert_eq!(write(&read(&data).unwrap()), data);
        let json = serde_json::to_string(&sample).unwrap();
        assert_eq!(serde_json::from_str::<Fld2>(&json).unwrap(), sample);
        assert!(serde_json::from_str::<Fld2>(&json.replace(":3", ":4")).is_err());
    }

    #[test]
    fn a_cell_is_bits() {
        assert!(Cell(5).has(Cell::WALKABLE) && Cell(5).has(Cell::WATER));
        assert!(!Cell(5).has(Cell::CLIFF));
    }
}
