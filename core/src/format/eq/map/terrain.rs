//! The ground of newer zones: square tiles, flat or with a height for each corner of a quad.
//!
//! ```text
//! 1  whether it is flat
//! 8  position 2f
//! 4  flat: height f32
//! …  not flat: a byte of flags for each quad (1: no quad there), heights f32 of the corners
//! ```

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

/// No zone has tiles of more quads along a side.
const MOST_QUADS: u32 = 1 << 12;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    pub quads_per_tile: u32,
    pub units_per_quad: F32,
    pub tiles: Vec<Tile>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// The byte that says so; 0 for one with heights.
    pub is_flat: u8,
    pub position: [F32; 2],
    /// A byte for each quad, along y first; none in a flat tile.
    pub flags: Opaque,
    /// Of each corner, along y first; one in a flat tile.
    pub heights: Vec<F32>,
}

pub(super) fn read(
    bytes: &mut Bytes<'_>,
    n_tiles: u64,
    quads_per_tile: u32,
    units_per_quad: F32,
) -> Result<Ground, ReadError> {
    if quads_per_tile > MOST_QUADS {
        let found = i64::from(quads_per_tile);
        let malformed = Malformed::Unexpected { found, expected: "4096 or less" };
        return Err(bytes.error("quads along a tile", malformed));
    }
    let n_quads = u64::from(quads_per_tile).pow(2);
    let n_corners = u64::from(quads_per_tile + 1).pow(2);
    let tiles = bytes.items("tiles", n_tiles, 13, |bytes| {
        let is_flat = bytes.u8("whether it is flat")?;
        let position = bytes.f32s("position")?;
        let (n_quads, n_corners) = if is_flat == 0 { (n_quads, n_corners) } else { (0, 1) };
        let len = bytes.expect_items("flags", n_quads, 1)?;
        let flags = Opaque(bytes.slice("flags", len)?.to_vec());
        let heights = bytes.items("heights", n_corners, 4, |bytes| bytes.f32("height"))?;
        Ok(Tile { is_flat, position, flags, heights })
    })?;
    Ok(Ground { quads_per_tile, units_per_quad, tiles })
}

pub(super) fn write(ground: &Ground, out: &mut Vec<u8>) {
    for tile in &ground.tiles {
        out.put_u8(tile.is_flat);
        out.put_f32s(&tile.position);
        out.put(&tile.flags.0);
        out.put_f32s(&tile.heights);
    }
}
