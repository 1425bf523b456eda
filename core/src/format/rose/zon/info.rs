//! The extent of a zone, and which of its blocks are in use.
//!
//! ```text
//! 0   4    zone type        u32
//! 4   4    width            u32  64
//! 8   4    height           u32  64
//! 12  4    grid per patch   u32  4    cells in a patch, along one side
//! 16  4    grid size        f32  250  centimetres in a cell, along one side
//! 20  4    start x          u32  32
//! 24  4    start y          u32  32
//! 28  9×n  blocks, row by row from the **north**: u8 used, f32 x, f32 y
//! ```
//!
//! The file has the grid of blocks where its block is long enough for it; there is no other sign.
//! A used block has x = (column - 32) × 16000 and y = (32 - row) × 16000, an unused one zeros;
//! only (32, 32) says (-8000, 8000) in the files seen.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::rose::grid::{Grid, n_cells};

const CELL_SIZE: u64 = 9;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneInfo {
    /// 0, 1 and 3 were seen.
    pub zone_type: u32,
    pub extent: Extent,
    pub n_cells_per_patch: u32,
    pub cell_cm: F32,
    pub start_x: u32,
    pub start_y: u32,
}

/// Width and height of the zone in blocks, with a word on each block where the file has them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Extent {
    Bare {
        width: u32,
        height: u32,
    },
    /// Column and row are those of the block's file name.
    Blocks(Grid<ZoneBlock>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneBlock {
    /// 0 or 1.
    pub used: u8,
    pub x_file_cm: F32,
    pub y_file_cm: F32,
}

impl Extent {
    pub fn width(&self) -> u32 {
        match self {
            Extent::Bare { width, .. } => *width,
            Extent::Blocks(blocks) => blocks.width(),
        }
    }

    pub fn height(&self) -> u32 {
        match self {
            Extent::Bare { height, .. } => *height,
            Extent::Blocks(blocks) => blocks.height(),
        }
    }
}

impl ZoneInfo {
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<ZoneInfo, ReadError> {
        let zone_type = bytes.u32("zone type")?;
        let (width, height) = (bytes.u32("width")?, bytes.u32("height")?);
        let n_cells_per_patch = bytes.u32("grid per patch")?;
        let cell_cm = bytes.f32("grid size")?;
        let (start_x, start_y) = (bytes.u32("start x")?, bytes.u32("start y")?);

        let blocks_size = n_cells(width, height).saturating_mul(CELL_SIZE);
        let extent = if bytes.n_left() as u64 >= blocks_size {
            let blocks = Grid::read_cells(bytes, (width, height), "blocks", CELL_SIZE, |bytes| {
                Ok(ZoneBlock {
                    used: bytes.u8("block used")?,
                    x_file_cm: bytes.f32("block x")?,
                    y_file_cm: bytes.f32("block y")?,
                })
            })?;
            Extent::Blocks(blocks)
        } else {
            Extent::Bare { width, height }
        };
        Ok(ZoneInfo { zone_type, extent, n_cells_per_patch, cell_cm, start_x, start_y })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_u32(self.zone_type);
        out.put_u32(self.extent.width());
        out.put_u32(self.extent.height());
        out.put_u32(self.n_cells_per_patch);
        out.put_f32(self.cell_cm);
        out.put_u32(self.start_x);
        out.put_u32(self.start_y);
        if let Extent::Blocks(blocks) = &self.extent {
            for block in blocks.cells() {
                out.put_u8(block.used);
                out.put_f32(block.x_file_cm);
                out.put_f32(block.y_file_cm);
            }
        }
    }
}
