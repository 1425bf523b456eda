//! TIL: which tile of the zone lies where in a block, `x_y.TIL`.
//!
//! ```text
//! 0  4    width   u32  16
//! 4  4    height  u32  16
//! 8  7×n  tiles, row by row from the **north**
//!
//! Tile
//! 0  1  brush       u8
//! 1  1  tile index  u8
//! 2  1  tile set    u8
//! 3  4  tile        i32  index into the tiles of the ZON
//! ```
//!
//! A tile covers 4×4 cells of the heights, 10 m. The first three bytes are what the painter's
//! brush remembers; the game draws by the fourth field.

use serde::{Deserialize, Serialize};

use super::grid::Grid;
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::text::Opaque;

const TILE_SIZE: u64 = 7;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Til {
    pub tiles: Grid<Tile>,
    /// What follows the last field.
    pub tail: Opaque,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    pub brush: u8,
    pub tile_index: u8,
    pub tile_set: u8,
    /// Index into the tiles of the ZON.
    pub tile: i32,
}

impl Til {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Til, ReadError> {
    let mut bytes = Bytes::new(data);
    let extent = (bytes.u32("width")?, bytes.u32("height")?);
    let tiles = Grid::read_cells(&mut bytes, extent, "tiles", TILE_SIZE, |bytes| {
        Ok(Tile {
            brush: bytes.u8("brush")?,
            tile_index: bytes.u8("tile index")?,
            tile_set: bytes.u8("tile set")?,
            tile: bytes.i32("tile")?,
        })
    })?;
    Ok(Til { tiles, tail: Opaque(bytes.rest().to_vec()) })
}

pub fn write(til: &Til) -> Vec<u8> {
    let tiles_size = til.tiles.cells().len() * TILE_SIZE as usize;
    let mut out = Vec::with_capacity(8 + tiles_size + til.tail.0.len());
    out.put_u32(til.tiles.width());
    out.put_u32(til.tiles.height());
    for tile in til.tiles.cells() {
        out.put_u8(tile.brush);
        out.put_u8(tile.tile_index);
        out.put_u8(tile.tile_set);
        out.put_i32(tile.tile);
    }
    out.put(&til.tail.0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, differences};

    const SAMPLE: &[u8] = b"\x02\0\0\0\x01\0\0\0\x01\x02\x03\x04\0\0\0\xff\xfe\xfd\xfc\xff\xff\xff";

    #[test]
    fn what_is_read_is_written_back() {
        check_law(SAMPLE, read, write);
        check_law(&[SAMPLE, b"stale"].concat(), read, write);
    }

    #[test]
    fn every_field_is_where_the_layout_says() {
        let til = read(SAMPLE).unwrap();
        let tile = |brush, tile_index, tile_set, tile| Tile { brush, tile_index, tile_set, tile };
        assert_eq!(til.tiles.cells(), [tile(1, 2, 3, 4), tile(255, 254, 253, -4)]);
    }

    #[test]
    fn an_edit_of_one_tile_changes_its_bytes_alone() {
        let mut til = read(SAMPLE).unwrap();
        til.tiles.get_mut(1, 0).unwrap().tile = -3;
        assert_eq!(differences(SAMPLE, &write(&til)), [8 + 7 + 3]);
    }

    #[test]
    fn errors_say_where() {
        let error = read(&SAMPLE[..20]).unwrap_err().to_string();
        assert_eq!(error, "tiles at byte 0x8: needs 14 bytes, 12 are left");
    }
}
