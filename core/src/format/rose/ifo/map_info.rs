//! Which block of the zone the file is.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::ShortText;

/// The place of the block in the zone. The game goes by the name of the file instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapInfo {
    pub width: u32,
    pub height: u32,
    pub block_x: u32,
    pub block_y: u32,
    /// Row by row; y and z are swapped, and the last row moves the block to its place.
    pub matrix: [F32; 16],
    /// As the file: `31_30`.
    pub name: ShortText,
}

impl MapInfo {
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<MapInfo, ReadError> {
        Ok(MapInfo {
            width: bytes.u32("map width")?,
            height: bytes.u32("map height")?,
            block_x: bytes.u32("block x")?,
            block_y: bytes.u32("block y")?,
            matrix: bytes.f32s("map matrix")?,
            name: bytes.short_text("map name")?,
        })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_u32(self.width);
        out.put_u32(self.height);
        out.put_u32(self.block_x);
        out.put_u32(self.block_y);
        out.put_f32s(&self.matrix);
        out.put_short_text(&self.name);
    }
}
