//! LOD: a number for each of 31 × 31 patches around the camera, such as `PATCHTYPE.LOD`.
//!
//! ```text
//! 0  n     name   bytes, zero byte
//!    3844  cells  31 rows of 31 × i32
//! ```
//!
//! One real file has been seen (2026-11), with numbers from 0 to 10. They seem to say how finely the
//! ground is drawn.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::rose::grid::Grid;
use crate::format::rose::zero_text::{self, ZeroText};
use crate::format::text::Opaque;

/// Patches on each side.
pub const SIDE: u32 = 31;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form")]
pub struct Lod {
    pub name: ZeroText,
    /// Invariant: 31 × 31.
    cells: Grid<i32>,
    /// What follows the last field.
    pub tail: Opaque,
}

impl Lod {
    /// `None` unless there are 31 × 31 cells.
    pub fn new(name: ZeroText, cells: Grid<i32>) -> Option<Lod> {
        let is_whole = (cells.width(), cells.height()) == (SIDE, SIDE);
        is_whole.then(|| Lod { name, cells, tail: Opaque::default() })
    }

    pub fn cells(&self) -> &Grid<i32> {
        &self.cells
    }

    pub fn get_mut(&mut self, column: u32, row: u32) -> Option<&mut i32> {
        self.cells.get_mut(column, row)
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Lod, ReadError> {
    let mut bytes = Bytes::new(data);
    let name = zero_text::read(&mut bytes, "name")?;
    let cells = Grid::read_cells(&mut bytes, (SIDE, SIDE), "cells", 4, |bytes| bytes.i32("cell"))?;
    Ok(Lod { name, cells, tail: Opaque(bytes.rest().to_vec()) })
}

pub fn write(lod: &Lod) -> Vec<u8> {
    let mut out = Vec::new();
    zero_text::write(&lod.name, &mut out);
    for cell in lod.cells.cells() {
        out.put_i32(*cell);
    }
    out.put(&lod.tail.0);
    out
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    name: ZeroText,
    cells: Grid<i32>,
    tail: Opaque,
}

impl TryFrom<Form> for Lod {
    type Error = &'static str;

    fn try_from(Form { name, cells, tail }: Form) -> Result<Lod, &'static str> {
        let lod = Lod::new(name, cells).ok_or("the cells of a LOD are 31 × 31")?;
        Ok(Lod { tail, ..lod })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences};
    use crate::format::text::Text;

    fn sample() -> Vec<u8> {
        let name = ZeroText::try_from(Text::from("block_height")).unwrap();
        let cells = Grid::from_fn(SIDE, SIDE, |x, y| if x == y { -1 } else { (x % 11) as i32 });
        write(&Lod::new(name, cells).unwrap())
    }

    #[test]
    fn what_is_read_is_written_back() {
        assert_eq!(sample().len(), 3857);
        check_prefixes(&sample(), read);
        check_law(&[sample(), vec![0xcd]].concat(), read, write);
    }

    #[test]
    fn a_cell_is_where_the_layout_says() {
        let data = sample();
        let mut lod = read(&data).unwrap();
        *lod.get_mut(1, 2).unwrap() = 7;
        assert_eq!(differences(&data, &write(&lod)), [13 + 4 * (2 * 31 + 1)]);
    }

    #[test]
    fn json_with_more_or_fewer_cells_is_refused() {
        let json = r#"{"name": "a", "cells": {"width": 1, "height": 1, "cells": [3]}, "tail": ""}"#;
        let error = serde_json::from_str::<Lod>(json).unwrap_err().to_string();
        assert_eq!(error, "the cells of a LOD are 31 × 31");
    }
}
