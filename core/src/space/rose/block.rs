//! Blocks, and what they are cut into: patches, cells, MOV cells and the vertices of a HIM.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::position::{PosInFileCm, PosInWorldCm};
use super::{MOV_CELLS_PER_BLOCK, N_BLOCKS, PATCHES_PER_BLOCK, ZoneGrid};

/// A block, as the names of its files count: `33_32` is x 33, y 32. x counts east, y south.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockCoord {
    pub x: i32,
    pub y: i32,
}

/// A patch of a block: an entry of its TIL. Counted from the north-west.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PatchInBlock {
    pub x: u32,
    pub y: u32,
}

/// A cell of a block, as an IFO counts them. Counted from the north-west.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellInBlock {
    pub x: u32,
    pub y: u32,
}

/// A cell of the MOV of a block: two cells wide. Counted from the north-west.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MovCellInBlock {
    pub x: u32,
    pub y: u32,
}

/// A height of the HIM of a block. Row 0 is the north edge, column 0 the west edge; the last of
/// either is the edge to the neighbour, and the same place as its first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HimVertex {
    pub row: u32,
    pub column: u32,
}

/// A rectangle of the world in cm, with its south and west edge, without the north and east one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AreaInWorldCm {
    pub west: f64,
    pub south: f64,
    pub east: f64,
    pub north: f64,
}

impl AreaInWorldCm {
    pub fn contains(&self, pos_in_world_cm: PosInWorldCm) -> bool {
        let PosInWorldCm { x, y, .. } = pos_in_world_cm;
        (self.west..self.east).contains(&x) && (self.south..self.north).contains(&y)
    }
}

impl BlockCoord {
    /// The block that the name of a file starts with: `33_32.IFO`, `33_32`.
    pub fn from_file_name(name: &str) -> Option<BlockCoord> {
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        let (x, y) = stem.split_once('_')?;
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| is_plain)
        };
        Some(BlockCoord { x: number(x)?, y: number(y)? })
    }

    /// Whether it is one of the 65 × 65 that a world has.
    pub fn is_in_world(self) -> bool {
        (0..N_BLOCKS).contains(&self.x) && (0..N_BLOCKS).contains(&self.y)
    }
}

/// As the names of files begin: `33_32`.
impl fmt::Display for BlockCoord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.x, self.y)
    }
}

/// As it is called.
impl Serialize for BlockCoord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As it is called, or as its two numbers: `"33_32"` or `[33, 32]`.
impl<'de> Deserialize<'de> for BlockCoord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BlockCoord, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Given {
            Numbers([i32; 2]),
            Name(String),
        }
        let expected = "a block such as \"33_32\" or [33, 32]";
        let wrong = |found: &str| serde::de::Error::custom(format!("{found} is not {expected}"));
        match Given::deserialize(deserializer) {
            Ok(Given::Numbers([x, y])) => Ok(BlockCoord { x, y }),
            Ok(Given::Name(name)) => {
                BlockCoord::from_file_name(&name).ok_or_else(|| wrong(&format!("{name:?}")))
            }
            Err(_) => Err(wrong("this")),
        }
    }
}

impl PatchInBlock {
    /// Where the patch stands in the entries of a TIL, the north row first.
    pub fn til_index(self) -> usize {
        index_in_rows(self.x, self.y, PATCHES_PER_BLOCK)
    }

    /// Where the patch stands in the patch table of a HIM, which has the **south** row first.
    pub fn him_patch_index(self) -> usize {
        index_in_rows(self.x, (PATCHES_PER_BLOCK - 1).saturating_sub(self.y), PATCHES_PER_BLOCK)
    }

    pub fn from_til_index(index: usize) -> Option<PatchInBlock> {
        let (x, y) = place_in_rows(index, PATCHES_PER_BLOCK)?;
        Some(PatchInBlock { x, y })
    }

    pub fn from_him_patch_index(index: usize) -> Option<PatchInBlock> {
        let (x, row_from_south) = place_in_rows(index, PATCHES_PER_BLOCK)?;
        Some(PatchInBlock { x, y: PATCHES_PER_BLOCK - 1 - row_from_south })
    }
}

impl MovCellInBlock {
    /// Where the cell stands in a MOV, the north row first.
    pub fn mov_index(self) -> usize {
        index_in_rows(self.x, self.y, MOV_CELLS_PER_BLOCK)
    }
}

fn index_in_rows(x: u32, y: u32, n_per_row: u32) -> usize {
    y as usize * n_per_row as usize + x as usize
}

fn place_in_rows(index: usize, n_per_row: u32) -> Option<(u32, u32)> {
    let index = u32::try_from(index).ok()?;
    let (x, y) = (index % n_per_row, index / n_per_row);
    (y < n_per_row).then_some((x, y))
}

impl ZoneGrid {
    /// The block that a position is in, wherever that is: see [`BlockCoord::is_in_world`].
    /// `None` for one that is not finite, or too far for a block to have a number.
    pub fn block_at(self, pos_in_world_cm: PosInWorldCm) -> Option<BlockCoord> {
        let size = self.block_size_cm();
        let x = whole(pos_in_world_cm.x / size)?;
        let y_from_south = whole(pos_in_world_cm.y / size)?;
        Some(BlockCoord { x, y: (N_BLOCKS - 1).checked_sub(y_from_south)? })
    }

    pub fn area_of_block(self, block: BlockCoord) -> AreaInWorldCm {
        let size = self.block_size_cm();
        let south = (f64::from(N_BLOCKS - 1) - f64::from(block.y)) * size;
        let west = f64::from(block.x) * size;
        AreaInWorldCm { west, south, east: west + size, north: south + size }
    }

    /// The middle of a block, which block 0 of its IFO holds as the last row of a matrix.
    pub fn middle_of_block(self, block: BlockCoord) -> PosInFileCm {
        let AreaInWorldCm { west, south, east, north } = self.area_of_block(block);
        self.file_from_world(PosInWorldCm {
            x: (west + east) / 2.0,
            y: (south + north) / 2.0,
            z: 0.0,
        })
    }

    /// The cell that a position is in. On the border of two cells it is the eastern and the
    /// northern one, as with blocks.
    pub fn cell_at(self, pos_in_world_cm: PosInWorldCm) -> Option<(BlockCoord, CellInBlock)> {
        let (block, x, y) = self.part_at(pos_in_world_cm, self.cells_per_block())?;
        Some((block, CellInBlock { x, y }))
    }

    pub fn patch_at(self, pos_in_world_cm: PosInWorldCm) -> Option<(BlockCoord, PatchInBlock)> {
        let (block, x, y) = self.part_at(pos_in_world_cm, PATCHES_PER_BLOCK)?;
        Some((block, PatchInBlock { x, y }))
    }

    pub fn mov_cell_at(
        self,
        pos_in_world_cm: PosInWorldCm,
    ) -> Option<(BlockCoord, MovCellInBlock)> {
        let (block, x, y) = self.part_at(pos_in_world_cm, MOV_CELLS_PER_BLOCK)?;
        Some((block, MovCellInBlock { x, y }))
    }

    pub fn area_of_cell(self, block: BlockCoord, cell: CellInBlock) -> AreaInWorldCm {
        self.area_of_part(block, cell.x, cell.y, self.cells_per_block())
    }

    pub fn area_of_patch(self, block: BlockCoord, patch: PatchInBlock) -> AreaInWorldCm {
        self.area_of_part(block, patch.x, patch.y, PATCHES_PER_BLOCK)
    }

    pub fn area_of_mov_cell(self, block: BlockCoord, cell: MovCellInBlock) -> AreaInWorldCm {
        self.area_of_part(block, cell.x, cell.y, MOV_CELLS_PER_BLOCK)
    }

    /// The patch that a cell belongs to.
    pub fn patch_of_cell(self, cell: CellInBlock) -> PatchInBlock {
        let n = self.cells_per_patch();
        PatchInBlock { x: cell.x / n, y: cell.y / n }
    }

    /// Where a height stands, with `z` as given.
    pub fn him_vertex_in_world(self, block: BlockCoord, vertex: HimVertex, z: f64) -> PosInWorldCm {
        let AreaInWorldCm { west, north, .. } = self.area_of_block(block);
        let x = west + f64::from(vertex.column) * self.cell_size_cm();
        let y = north - f64::from(vertex.row) * self.cell_size_cm();
        PosInWorldCm { x, y, z }
    }

    /// The height of a block that is nearest to a position; at its border, where the position is
    /// outside.
    pub fn him_vertex_near(self, block: BlockCoord, pos_in_world_cm: PosInWorldCm) -> HimVertex {
        let AreaInWorldCm { west, north, .. } = self.area_of_block(block);
        let last = f64::from(self.cells_per_block());
        // A float as an integer saturates, and NaN is 0.
        let nearest = |cells: f64| cells.round().clamp(0.0, last) as u32;
        HimVertex {
            row: nearest((north - pos_in_world_cm.y) / self.cell_size_cm()),
            column: nearest((pos_in_world_cm.x - west) / self.cell_size_cm()),
        }
    }

    /// Of the `n` × `n` parts of a block, counted from the north-west, the one at a position.
    fn part_at(self, pos_in_world_cm: PosInWorldCm, n: u32) -> Option<(BlockCoord, u32, u32)> {
        let block = self.block_at(pos_in_world_cm)?;
        let AreaInWorldCm { west, south, .. } = self.area_of_block(block);
        let part_size = self.block_size_cm() / f64::from(n);
        // Rounding may lead a hair over the far border.
        let part = |cm: f64| (cm / part_size).floor().clamp(0.0, f64::from(n - 1)) as u32;
        let y_from_south = part(pos_in_world_cm.y - south);
        Some((block, part(pos_in_world_cm.x - west), n - 1 - y_from_south))
    }

    fn area_of_part(self, block: BlockCoord, x: u32, y: u32, n: u32) -> AreaInWorldCm {
        let AreaInWorldCm { west, north, .. } = self.area_of_block(block);
        let part_size = self.block_size_cm() / f64::from(n);
        let west = west + f64::from(x) * part_size;
        let north = north - f64::from(y) * part_size;
        AreaInWorldCm { west, south: north - part_size, east: west + part_size, north }
    }
}

/// The whole part of a number, rounded down, where it has one.
fn whole(number: f64) -> Option<i32> {
    let floor = number.floor();
    let is_in_range = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&floor);
    is_in_range.then_some(floor as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: ZoneGrid = ZoneGrid::USUAL;
    const BLOCK: BlockCoord = BlockCoord { x: 33, y: 32 };

    fn world(x: f64, y: f64) -> PosInWorldCm {
        PosInWorldCm { x, y, z: 0.0 }
    }

    #[test]
    fn a_block_is_written_as_it_is_called_and_read_as_two_numbers_too() {
        let block = BlockCoord { x: 33, y: 32 };
        assert_eq!(serde_json::to_string(&block).unwrap(), r#""33_32""#);
        for json in [r#""33_32""#, "[33,32]"] {
            assert_eq!(serde_json::from_str::<BlockCoord>(json).unwrap(), block);
        }
        for (json, wrong) in [
            (r#""here""#, "\"here\" is not a block such as \"33_32\" or [33, 32]"),
            ("[33]", "this is not a block such as \"33_32\" or [33, 32]"),
        ] {
            let error = serde_json::from_str::<BlockCoord>(json).unwrap_err().to_string();
            assert!(error.starts_with(wrong), "{error}");
        }
    }

    #[test]
    fn blocks_count_east_and_south() {
        assert_eq!(GRID.block_at(world(0.0, 0.0)), Some(BlockCoord { x: 0, y: 64 }));
        let middle = GRID.world_from_file(PosInFileCm { x: 0.0, y: 0.0, z: 0.0 });
        assert_eq!(GRID.block_at(middle), Some(BlockCoord { x: 32, y: 32 }));
        let south_west = world(33.0 * 16_000.0, 32.0 * 16_000.0);
        assert_eq!(GRID.block_at(south_west), Some(BLOCK));
        assert_eq!(GRID.block_at(world(south_west.x, south_west.y - 0.01)).unwrap().y, 33);
        assert_eq!(GRID.block_at(world(south_west.x - 0.01, south_west.y)).unwrap().x, 32);
        assert_eq!(GRID.block_at(world(f64::NAN, 0.0)), None);
        assert_eq!(GRID.block_at(world(0.0, 1e300)), None);
        assert!(!GRID.block_at(world(-1.0, 0.0)).unwrap().is_in_world());
    }

    #[test]
    fn a_block_reaches_from_its_south_west_corner() {
        let area = GRID.area_of_block(BLOCK);
        assert_eq!((area.west, area.east), (528_000.0, 544_000.0));
        assert_eq!((area.south, area.north), (512_000.0, 528_000.0));
        assert!(area.contains(world(area.west, area.south)));
        assert!(!area.contains(world(area.west, area.north)));
    }

    #[test]
    fn the_middle_of_a_block_is_the_translation_of_its_matrix() {
        for (bx, by) in [(33, 32), (31, 30), (0, 64), (64, 0)] {
            let middle = GRID.middle_of_block(BlockCoord { x: bx, y: by });
            assert_eq!(middle.x, f64::from(bx - 32) * 16_000.0);
            assert_eq!(middle.y, f64::from(32 - by) * 16_000.0);
        }
    }

    #[test]
    fn file_names_name_blocks() {
        assert_eq!(BlockCoord::from_file_name("33_32.IFO"), Some(BLOCK));
        assert_eq!(BlockCoord::from_file_name("33_32"), Some(BLOCK));
        assert_eq!(BLOCK.to_string(), "33_32");
        for name in ["", "_", "33", "33_", "a_b.IFO", "+3_2.IFO", "33_32_1.IFO", "99999999999_1"] {
            assert_eq!(BlockCoord::from_file_name(name), None, "{name}");
        }
    }

    #[test]
    fn cells_count_from_the_north_west() {
        let AreaInWorldCm { west, south, east, north } = GRID.area_of_block(BLOCK);
        let cell = |x, y| GRID.cell_at(world(x, y)).map(|(_, cell)| (cell.x, cell.y)).unwrap();
        assert_eq!(cell(west, north - 0.01), (0, 0));
        assert_eq!(cell(west, south), (0, 63));
        assert_eq!(cell(east - 0.01, south), (63, 63));
        assert_eq!(cell(west + 250.0, north - 250.0), (1, 0));
        assert_eq!(cell(west + 249.99, north - 250.01), (0, 1));
    }

    #[test]
    fn the_middle_of_every_part_is_in_that_part() {
        for (x, y) in (0..64).flat_map(|x| (0..64).map(move |y| (x, y))) {
            let cell = CellInBlock { x, y };
            let middle = middle(GRID.area_of_cell(BLOCK, cell));
            assert_eq!(GRID.cell_at(middle), Some((BLOCK, cell)));
            let patch = GRID.patch_of_cell(cell);
            assert_eq!(GRID.patch_at(middle), Some((BLOCK, patch)));
            assert!(GRID.area_of_patch(BLOCK, patch).contains(middle));
            let mov_cell = MovCellInBlock { x: x / 2, y: y / 2 };
            assert_eq!(GRID.mov_cell_at(middle), Some((BLOCK, mov_cell)));
            assert!(GRID.area_of_mov_cell(BLOCK, mov_cell).contains(middle));
        }
    }

    fn middle(area: AreaInWorldCm) -> PosInWorldCm {
        world((area.west + area.east) / 2.0, (area.south + area.north) / 2.0)
    }

    #[test]
    fn heights_count_from_the_north_and_share_the_edges() {
        let vertex = |row, column| HimVertex { row, column };
        let at = |block, vertex| GRID.him_vertex_in_world(block, vertex, 0.0);
        assert_eq!(at(BLOCK, vertex(0, 0)), world(528_000.0, 528_000.0));
        assert_eq!(at(BLOCK, vertex(64, 64)), world(544_000.0, 512_000.0));
        let (east, south) = (BlockCoord { x: 34, y: 32 }, BlockCoord { x: 33, y: 33 });
        for n in 0..=64 {
            assert_eq!(at(BLOCK, vertex(n, 64)), at(east, vertex(n, 0)));
            assert_eq!(at(BLOCK, vertex(64, n)), at(south, vertex(0, n)));
            let near = at(BLOCK, vertex(n, n));
            let near = world(near.x + 120.0, near.y - 120.0);
            assert_eq!(GRID.him_vertex_near(BLOCK, near), vertex(n, n));
        }
        assert_eq!(GRID.him_vertex_near(BLOCK, world(0.0, f64::INFINITY)), vertex(0, 0));
    }

    #[test]
    fn patch_rows_run_from_the_south_in_a_him_and_from_the_north_in_a_til() {
        let north_west = PatchInBlock { x: 0, y: 0 };
        let south_east = PatchInBlock { x: 15, y: 15 };
        assert_eq!((north_west.til_index(), north_west.him_patch_index()), (0, 240));
        assert_eq!((south_east.til_index(), south_east.him_patch_index()), (255, 15));
        for index in 0..256 {
            assert_eq!(PatchInBlock::from_til_index(index).unwrap().til_index(), index);
            assert_eq!(PatchInBlock::from_him_patch_index(index).unwrap().him_patch_index(), index);
        }
        assert_eq!(PatchInBlock::from_til_index(256), None);
        assert_eq!(PatchInBlock::from_him_patch_index(256), None);
    }
}
