//! Water: the planes that the game draws, and the grid that it drew before them.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::rose::grid::Grid;
use crate::format::rose::list::{self, Record};

/// The surfaces of water in a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaterPlanes {
    /// 2000 in every file seen.
    pub size: F32,
    pub planes: Vec<WaterPlane>,
}

/// A level rectangle of water. Unlike everywhere else the height stands in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaterPlane {
    pub start_x_height_y: [F32; 3],
    pub end_x_height_y: [F32; 3],
}

impl WaterPlanes {
    pub(super) fn none() -> WaterPlanes {
        WaterPlanes { size: F32::new(2000.0), planes: Vec::new() }
    }

    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<WaterPlanes, ReadError> {
        Ok(WaterPlanes { size: bytes.f32("water size")?, planes: list::read(bytes)? })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_f32(self.size);
        list::write(&self.planes, out);
    }
}

impl Record for WaterPlane {
    const NAME: &'static str = "water planes";
    const MIN_SIZE: u64 = 24;

    fn read(bytes: &mut Bytes<'_>) -> Result<WaterPlane, ReadError> {
        Ok(WaterPlane {
            start_x_height_y: bytes.f32s("water plane start")?,
            end_x_height_y: bytes.f32s("water plane end")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_f32s(&self.start_x_height_y);
        out.put_f32s(&self.end_x_height_y);
    }
}

/// A patch of the old grid of water.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OldWaterPatch {
    /// 0 or 1.
    pub has_water: u8,
    pub height_cm: F32,
    pub water_type: u32,
    pub id: u32,
    pub reserved: u32,
}

const PATCH_SIZE: u64 = 17;

pub(super) fn read_old_water(bytes: &mut Bytes<'_>) -> Result<Grid<OldWaterPatch>, ReadError> {
    let extent = (bytes.u32("water width")?, bytes.u32("water height")?);
    Grid::read_cells(bytes, extent, "water patches", PATCH_SIZE, |bytes| {
        Ok(OldWaterPatch {
            has_water: bytes.u8("has water")?,
            height_cm: bytes.f32("water height")?,
            water_type: bytes.u32("water type")?,
            id: bytes.u32("water id")?,
            reserved: bytes.u32("water reserved")?,
        })
    })
}

pub(super) fn write_old_water(water: &Grid<OldWaterPatch>, out: &mut Vec<u8>) {
    out.put_u32(water.width());
    out.put_u32(water.height());
    for patch in water.cells() {
        out.put_u8(patch.has_water);
        out.put_f32(patch.height_cm);
        out.put_u32(patch.water_type);
        out.put_u32(patch.id);
        out.put_u32(patch.reserved);
    }
}
