//! How two textures make a tile of the ground.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::rose::list::Record;

/// A tile: texture `layer1 + offset1`, and over it `layer2 + offset2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    pub layer1: i32,
    pub layer2: i32,
    pub offset1: i32,
    pub offset2: i32,
    /// 0 or 1: whether the second layer is drawn.
    pub blend: i32,
    pub rotation: TileRotation,
    /// 0 or 1; what it does is not known as of 2026-11.
    pub tile_type: i32,
}

/// How a tile's second layer lies, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct TileRotation(pub i32);

impl TileRotation {
    pub const UNKNOWN: TileRotation = TileRotation(0);
    pub const NONE: TileRotation = TileRotation(1);
    pub const FLIP_HORIZONTAL: TileRotation = TileRotation(2);
    pub const FLIP_VERTICAL: TileRotation = TileRotation(3);
    pub const FLIP: TileRotation = TileRotation(4);
    pub const CLOCKWISE_90: TileRotation = TileRotation(5);
    pub const COUNTER_CLOCKWISE_90: TileRotation = TileRotation(6);
}

impl Tile {
    /// Which texture the first layer shows.
    pub fn texture1(&self) -> i64 {
        i64::from(self.layer1) + i64::from(self.offset1)
    }

    /// Which texture the second layer shows.
    pub fn texture2(&self) -> i64 {
        i64::from(self.layer2) + i64::from(self.offset2)
    }
}

impl Record for Tile {
    const NAME: &'static str = "tiles";
    const MIN_SIZE: u64 = 28;

    fn read(bytes: &mut Bytes<'_>) -> Result<Tile, ReadError> {
        Ok(Tile {
            layer1: bytes.i32("layer 1")?,
            layer2: bytes.i32("layer 2")?,
            offset1: bytes.i32("offset 1")?,
            offset2: bytes.i32("offset 2")?,
            blend: bytes.i32("blend")?,
            rotation: TileRotation(bytes.i32("rotation")?),
            tile_type: bytes.i32("tile type")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_i32(self.layer1);
        out.put_i32(self.layer2);
        out.put_i32(self.offset1);
        out.put_i32(self.offset2);
        out.put_i32(self.blend);
        out.put_i32(self.rotation.0);
        out.put_i32(self.tile_type);
    }
}
