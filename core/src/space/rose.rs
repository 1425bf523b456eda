//! ROSE: positions in files, the world, and the blocks, patches and cells that it is cut into.
//!
//! | space | unit | origin and directions |
//! |---|---|---|
//! | in a file | cm, f32 | the middle of the world; x east, y north, z up |
//! | world | cm | the south-west corner of the world, 32.5 blocks from the middle |
//! | world | m | the same |
//! | block `33_32` | 16 × 16 patches, 160 m | x counts east, y counts **south**; world y 0 is the south edge of block y 64 |
//! | patch in a block | 4 × 4 cells, 10 m | from the north-west; an entry of a TIL |
//! | cell in a block | 2.5 m | from the north-west; what an IFO calls the cell of an object |
//! | MOV cell in a block | 5 m | from the north-west |
//! | HIM vertex in a block | 2.5 m apart | 65 × 65, row 0 on the north edge; the last row and column are the first of the neighbour |
//!
//! Positions are kept as the bits that their files hold, and looked at in f64. Most of them are
//! no round numbers: writing one back from the world in f32 changes two coordinates in five.

pub mod block;
pub mod position;
pub mod ground;
pub mod pose;

use crate::format::number::F32;

/// Blocks along a side of the world, as the names of files count them: 0 to 64.
pub const N_BLOCKS: i32 = 65;
/// Patches along a side of a block.
pub const PATCHES_PER_BLOCK: u32 = 16;
/// Cells of a MOV along a side of a block.
pub const MOV_CELLS_PER_BLOCK: u32 = 32;

/// How finely a zone is cut, as its ZON says: all that the spaces of a zone depend on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ZoneGrid {
    /// 1 to 64.
    cells_per_patch: u32,
    /// 1 cm to 1 km.
    cell_size_cm: f64,
}

impl ZoneGrid {
    /// What every zone that we know of says: 4 cells of 250 cm to a patch.
    pub const USUAL: ZoneGrid = ZoneGrid { cells_per_patch: 4, cell_size_cm: 250.0 };

    /// From the fields `grid per patch` and `grid size` of a ZON, or `None` where no world is cut
    /// like that: what goes over its cells would never end.
    pub fn from_zon(grid_per_patch: u32, grid_size: F32) -> Option<ZoneGrid> {
        let cell_size_cm = f64::from(grid_size.get());
        let is_usable =
            (1..=64).contains(&grid_per_patch) && (1.0..=100_000.0).contains(&cell_size_cm);
        is_usable.then_some(ZoneGrid { cells_per_patch: grid_per_patch, cell_size_cm })
    }

    pub fn cells_per_patch(self) -> u32 {
        self.cells_per_patch
    }

    pub fn cells_per_block(self) -> u32 {
        PATCHES_PER_BLOCK * self.cells_per_patch
    }

    pub fn cell_size_cm(self) -> f64 {
        self.cell_size_cm
    }

    pub fn patch_size_cm(self) -> f64 {
        f64::from(self.cells_per_patch) * self.cell_size_cm
    }

    pub fn block_size_cm(self) -> f64 {
        f64::from(PATCHES_PER_BLOCK) * self.patch_size_cm()
    }

    pub fn mov_cell_size_cm(self) -> f64 {
        self.block_size_cm() / f64::from(MOV_CELLS_PER_BLOCK)
    }

    /// How far the origin of positions in files is from the corner of the world, along x and y.
    pub fn half_offset_cm(self) -> f64 {
        f64::from(N_BLOCKS) / 2.0 * self.block_size_cm()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_from_the_zon() {
        let grid = ZoneGrid::from_zon(4, F32::new(250.0)).unwrap();
        assert_eq!(grid, ZoneGrid::USUAL);
        assert_eq!(grid.cells_per_block(), 64);
        assert_eq!(grid.patch_size_cm(), 1_000.0);
        assert_eq!(grid.block_size_cm(), 16_000.0);
        assert_eq!(grid.mov_cell_size_cm(), 500.0);
        assert_eq!(grid.half_offset_cm(), 520_000.0);
        assert_eq!(ZoneGrid::from_zon(2, F32::new(100.0)).unwrap().half_offset_cm(), 104_000.0);
    }

    #[test]
    fn a_zon_that_cuts_nothing_is_refused() {
        for size in [0.0, -250.0, 0.001, 0.999, 100_001.0, f32::NAN, f32::INFINITY] {
            assert_eq!(ZoneGrid::from_zon(4, F32::new(size)), None);
        }
        assert_eq!(ZoneGrid::from_zon(0, F32::new(250.0)), None);
        assert_eq!(ZoneGrid::from_zon(65, F32::new(250.0)), None);
        assert_eq!(ZoneGrid::from_zon(u32::MAX, F32::new(250.0)), None);
        assert!(ZoneGrid::from_zon(64, F32::new(1.0)).is_some());
        assert!(ZoneGrid::from_zon(1, F32::new(100_000.0)).is_some());
    }
}
