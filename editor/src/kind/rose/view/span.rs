//! How a zone lies in a view: in cells of 250 cm from the south-west corner of its blocks, east to
//! the right and north up.
//!
//! A camera counts in f32. Cells from the corner of the zone, and not of the world, keep the
//! thousandth part of a cell on the largest of zones.

use glam::{Vec2, vec2};
use landwright_core::space::rose::ZoneGrid;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::space::rose::position::{PosInFileCm, PosInWorldCm};
use landwright_core::world::zone::Zone;

use crate::view::{Camera, MAX_POINTS_PER_CELL, MIN_POINTS_PER_CELL, ViewSize};

/// The box around the blocks of a zone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ZoneSpan {
    grid: ZoneGrid,
    /// The block in the north-west corner of the box.
    first: BlockCoord,
    n_columns: u32,
    n_rows: u32,
    west_cm: f64,
    south_cm: f64,
}

impl ZoneSpan {
    pub fn of(zone: &Zone) -> ZoneSpan {
        let middle = BlockCoord { x: 32, y: 32 };
        let start = zone.blocks().next().unwrap_or(middle);
        let (low, high) = zone.blocks().fold((start, start), |(low, high), block| {
            let low = BlockCoord { x: low.x.min(block.x), y: low.y.min(block.y) };
            (low, BlockCoord { x: high.x.max(block.x), y: high.y.max(block.y) })
        });
        let grid = zone.grid();
        let side = |low: i32, high: i32| high.abs_diff(low).saturating_add(1);
        let south_west = grid.area_of_block(BlockCoord { x: low.x, y: high.y });
        ZoneSpan {
            grid,
            first: low,
            n_columns: side(low.x, high.x),
            n_rows: side(low.y, high.y),
            west_cm: south_west.west,
            south_cm: south_west.south,
        }
    }

    pub fn grid(&self) -> ZoneGrid {
        self.grid
    }

    /// Columns and rows.
    pub fn size_in_blocks(&self) -> [u32; 2] {
        [self.n_columns, self.n_rows]
    }

    /// The block in the north-west corner, whether the zone has it or not.
    pub fn first_block(&self) -> BlockCoord {
        self.first
    }

    pub fn cells_per_block(&self) -> f32 {
        self.grid.cells_per_block() as f32
    }

    pub fn size_in_cells(&self) -> Vec2 {
        vec2(self.n_columns as f32, self.n_rows as f32) * self.cells_per_block()
    }

    pub fn map_from_world(&self, pos_in_world_cm: PosInWorldCm) -> Vec2 {
        let cell = self.grid.cell_size_cm();
        let (x, y) = (pos_in_world_cm.x - self.west_cm, pos_in_world_cm.y - self.south_cm);
        vec2((x / cell) as f32, (y / cell) as f32)
    }

    /// On the level 0.
    pub fn world_from_map(&self, at: Vec2) -> PosInWorldCm {
        let cell = self.grid.cell_size_cm();
        let (x, y) = (f64::from(at.x) * cell, f64::from(at.y) * cell);
        PosInWorldCm { x: x + self.west_cm, y: y + self.south_cm, z: 0.0 }
    }

    pub fn map_from_file(&self, pos_in_file_cm: PosInFileCm) -> Vec2 {
        self.map_from_world(self.grid.world_from_file(pos_in_file_cm))
    }

    /// On the level 0.
    pub fn file_from_map(&self, at: Vec2) -> PosInFileCm {
        self.grid.file_from_world(self.world_from_map(at))
    }

    pub fn cells_from_cm(&self, cm: f64) -> f32 {
        (cm / self.grid.cell_size_cm()) as f32
    }

    pub fn cm_from_cells(&self, cells: f32) -> f64 {
        f64::from(cells) * self.grid.cell_size_cm()
    }

    pub fn m_per_cell(&self) -> f32 {
        (self.grid.cell_size_cm() / 100.0) as f32
    }

    /// The south-west and the north-east corner of a block.
    pub fn corners_of_block(&self, block: BlockCoord) -> [Vec2; 2] {
        let side = self.cells_per_block();
        let column = (block.x - self.first.x) as f32;
        let row_from_south = self.n_rows as f32 - 1.0 - (block.y - self.first.y) as f32;
        let low = vec2(column, row_from_south) * side;
        [low, low + side]
    }

    /// All of the zone, with a margin.
    pub fn fit(&self, size: ViewSize) -> Camera {
        self.fit_box([Vec2::ZERO, self.size_in_cells()], size)
    }

    /// Some of it, with a margin; no nearer than a few cells.
    pub fn fit_box(&self, [low, high]: [Vec2; 2], size: ViewSize) -> Camera {
        let cells = (high - low).max(Vec2::splat(16.0));
        let scale = (size / cells).min_element() * 0.95;
        Camera {
            middle_in_cells: (low + high) / 2.0,
            points_per_cell: scale.clamp(MIN_POINTS_PER_CELL, MAX_POINTS_PER_CELL),
        }
    }

    /// Keeps some of the zone in view, so that nobody gets lost beside it.
    pub fn keep_near(&self, camera: &mut Camera) {
        camera.middle_in_cells = camera.middle_in_cells.clamp(Vec2::ZERO, self.size_in_cells());
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use landwright_core::format::text::CodePage;
    use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone as Sample};
    use landwright_core::vfs::memory::Memory;
    use landwright_core::vfs::{Vfs, VfsPath};
    use landwright_core::world::zone::load::open;

    use super::*;

    pub(crate) fn zone(n_columns: u32, n_rows: u32) -> Zone {
        zone_without("-", n_columns, n_rows)
    }

    /// The same without the files that have something in their names.
    pub(crate) fn zone_without(part: &str, n_columns: u32, n_rows: u32) -> Zone {
        let memory = Memory::new("sample");
        let files = Sample::new(Plan { seed: 1, n_columns, n_rows, n_objects: 0 }).files();
        for file in files.into_iter().filter(|file| !file.path.contains(part)) {
            memory.put(&VfsPath::new(&file.path).unwrap(), &file.bytes);
        }
        let mut vfs = Vfs::default();
        vfs.push(memory);
        open(&vfs, &VfsPath::new(ZONE_FOLDER).unwrap(), CodePage::Cp949).unwrap().zone
    }

    #[test]
    fn north_is_up_and_blocks_lie_beside_each_other() {
        let zone = zone(3, 2);
        let span = ZoneSpan::of(&zone);
        assert_eq!(span.size_in_cells(), vec2(192.0, 128.0));
        let first = span.first_block();
        let [low, high] = span.corners_of_block(first);
        assert_eq!([low, high], [vec2(0.0, 64.0), vec2(64.0, 128.0)], "the north-west");
        for block in zone.blocks() {
            let area = zone.grid().area_of_block(block);
            let [low, high] = span.corners_of_block(block);
            let corner = |x, y| span.map_from_world(PosInWorldCm { x, y, z: 0.0 });
            assert_eq!(corner(area.west, area.south), low);
            assert_eq!(corner(area.east, area.north), high);
        }
    }

    #[test]
    fn places_come_back_and_all_of_a_zone_fits() {
        let span = ZoneSpan::of(&zone(2, 2));
        let at = vec2(17.25, 99.5);
        assert_eq!(span.map_from_file(span.file_from_map(at)), at);
        assert_eq!(span.cells_from_cm(span.cm_from_cells(3.5)), 3.5);
        let size = vec2(800.0, 600.0);
        let camera = span.fit(size);
        for corner in [Vec2::ZERO, span.size_in_cells()] {
            let seen = camera.view_from_cell(corner, size);
            assert!(seen.min_element() >= 0.0 && seen.x <= 800.0 && seen.y <= 600.0, "{seen}");
        }
    }
}
