//! The ground of a zone in space: in metres, from the south-west corner of its blocks.

use glam::Vec3;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::gat::area::Rect;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::ground::{Cut, InWorld};

use super::span::ZoneSpan;
use crate::view::ground::{Ground, drawn_height};

/// Heights beside each other, to be asked often.
#[derive(Debug, Clone)]
pub struct Relief {
    span: ZoneSpan,
    /// Columns and rows of cells.
    size_in_cells: [u32; 2],
    m_per_cell: f32,
    /// The blocks that there are: row by row from the south.
    has_block: Vec<bool>,
    /// One more along each side than there are cells; row by row from the south. 0 where none is
    /// known.
    heights_m: Vec<f32>,
}

impl Relief {
    pub fn of(zone: &Zone) -> Relief {
        let span = ZoneSpan::of(zone);
        let side = zone.grid().cells_per_block();
        let size_in_cells = span.size_in_blocks().map(|n| n.saturating_mul(side));
        let n_corners = size_in_cells.map(|n| n as usize + 1);
        let [n_columns, n_rows] = span.size_in_blocks().map(|n| n as usize);
        let mut relief = Relief {
            span,
            has_block: vec![false; n_columns.saturating_mul(n_rows)],
            size_in_cells,
            m_per_cell: (zone.grid().cell_size_cm() / 100.0) as f32,
            heights_m: vec![0.0; n_corners[0].saturating_mul(n_corners[1])],
        };
        for block in zone.blocks() {
            if let Some(has) =
                relief.place_of_block(block).and_then(|at| relief.has_block.get_mut(at))
            {
                *has = true;
            }
            relief.update(zone, block);
        }
        relief
    }

    pub fn span(&self) -> &ZoneSpan {
        &self.span
    }

    /// Whether the zone has the blocks that it had.
    pub fn has_blocks_of(&self, zone: &Zone) -> bool {
        let n_blocks = self.has_block.iter().filter(|has| **has).count();
        let is_there = |block: BlockCoord| {
            self.place_of_block(block).and_then(|at| self.has_block.get(at)) == Some(&true)
        };
        n_blocks == zone.blocks().count() && zone.blocks().all(is_there)
    }

    fn place_of_block(&self, block: BlockCoord) -> Option<usize> {
        let first = self.span.first_block();
        let [n_columns, n_rows] = self.span.size_in_blocks();
        let column = u32::try_from(block.x - first.x).ok().filter(|column| *column < n_columns)?;
        let row = u32::try_from(block.y - first.y).ok().filter(|row| *row < n_rows)?;
        Some((n_rows - 1 - row) as usize * n_columns as usize + column as usize)
    }

    /// Asks a block again. Answers with its cells and those beside it that share its corners, and
    /// whether any of them has another height.
    pub fn update(&mut self, zone: &Zone, block: BlockCoord) -> Asked {
        let side = zone.grid().cells_per_block();
        let first = self.span.first_block();
        let (column, row) = (block.x.abs_diff(first.x), block.y.abs_diff(first.y));
        let [n_columns, n_rows] = self.size_in_cells;
        let (west, north) = (column * side, n_rows.saturating_sub(row * side));
        let mut has_moved = false;
        for at in Cut::Heights.of_block(zone.grid(), block) {
            let InWorld { x, y } = at;
            let n = side as i32;
            let (Ok(x), Ok(y)) = (u32::try_from(x - block.x * n), u32::try_from(y - block.y * n))
            else {
                continue;
            };
            let height = zone.height(at).map_or(0.0, |height| drawn_height(height.get() / 100.0));
            let place =
                north.checked_sub(y).and_then(|from_south| self.place(west + x, from_south));
            if let Some(known) = place.and_then(|place| self.heights_m.get_mut(place)) {
                has_moved |= *known != height;
                *known = height;
            }
        }
        let map = Rect { x: 0, y: 0, width: n_columns, height: n_rows };
        let own = Rect { x: west, y: north.saturating_sub(side), width: side, height: side };
        Asked { cells: own.grown(1, map), has_moved }
    }

    fn place(&self, x: u32, y: u32) -> Option<usize> {
        let [width, height] = self.size_in_cells;
        let is_inside = x <= width && y <= height;
        is_inside.then(|| y as usize * (width as usize + 1) + x as usize)
    }

    /// Where a place of the files is in space.
    pub fn space_from_file(&self, at: PosInFileCm) -> Vec3 {
        let on_map = self.span.map_from_file(at) * self.m_per_cell;
        on_map.extend(drawn_height((at.z / 100.0) as f32))
    }

    pub fn file_from_space(&self, at_in_world: Vec3) -> PosInFileCm {
        let at = self.span.file_from_map(at_in_world.truncate() / self.m_per_cell);
        PosInFileCm { z: f64::from(at_in_world.z) * 100.0, ..at }
    }

    /// How high the ground is below or above a place in space.
    pub fn ground_m(&self, at_in_world: Vec3) -> Option<f32> {
        let at = at_in_world.truncate() / self.m_per_cell;
        let cell = at.floor();
        if !(cell.is_finite() && cell.min_element() >= 0.0) {
            return None;
        }
        let cell_of_map = [cell.x as u32, cell.y as u32];
        let heights = self.corner_heights(cell_of_map).filter(|_| self.is_there(cell_of_map));
        let [sw, se, nw, ne] = heights?;
        let share = at - cell;
        let (south, north) = (sw + (se - sw) * share.x, nw + (ne - nw) * share.x);
        Some(south + (north - south) * share.y)
    }
}

/// What came of asking a block again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Asked {
    pub cells: Rect,
    pub has_moved: bool,
}

impl Ground for Relief {
    fn size_in_cells(&self) -> [u32; 2] {
        self.size_in_cells
    }

    fn is_there(&self, [x, y]: [u32; 2]) -> bool {
        let [n_columns, _] = self.span.size_in_blocks();
        let side = self.span.grid().cells_per_block().max(1);
        let at = (y / side) as usize * n_columns as usize + (x / side) as usize;
        x / side < n_columns && self.has_block.get(at).copied().unwrap_or_default()
    }

    fn world_units_per_cell(&self) -> f32 {
        self.m_per_cell
    }

    fn corner_heights(&self, [x, y]: [u32; 2]) -> Option<[f32; 4]> {
        let [width, height] = self.size_in_cells;
        if x >= width || y >= height {
            return None;
        }
        let row = self.place(x, y)?;
        let above = row + width as usize + 1;
        let at = |place: usize| self.heights_m.get(place).copied();
        Some([at(row)?, at(row + 1)?, at(above)?, at(above + 1)?])
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::space::rose::position::PosInWorldCm;

    use glam::DVec3;

    use super::super::span::tests::{zone, zone_without};
    use super::*;
    use crate::view::ground::pick;
    use crate::view::orbit::Ray;

    #[test]
    fn heights_in_space_are_those_of_the_files() {
        let zone = zone(2, 2);
        let relief = Relief::of(&zone);
        assert_eq!(relief.size_in_cells(), [128, 128]);
        for block in zone.blocks() {
            let area = zone.grid().area_of_block(block);
            for (east, south) in [(100.0, 100.0), (5_010.0, 12_300.0), (15_900.0, 15_990.0)] {
                let at = PosInWorldCm { x: area.west + east, y: area.north - south, z: 0.0 };
                let in_space = relief.space_from_file(zone.grid().file_from_world(at));
                let ground = relief.ground_m(in_space).unwrap();
                let known = zone.ground_cm(at).unwrap() / 100.0;
                assert!((f64::from(ground) - known).abs() < 0.01, "{ground} {known}");
            }
        }
        assert_eq!(relief.ground_m(Vec3::new(-1.0, 0.0, 0.0)), None);
        assert_eq!(relief.ground_m(Vec3::splat(1e9)), None);
    }

    #[test]
    fn where_no_block_is_there_is_no_ground() {
        let whole = zone(3, 1);
        let zone = zone_without("31_30", 3, 1);
        let relief = Relief::of(&zone);
        assert_eq!(relief.size_in_cells(), [192, 64]);
        assert!(relief.has_blocks_of(&zone) && !relief.has_blocks_of(&whole));
        let is_there = [0, 63, 64, 127, 128, 191].map(|x| relief.is_there([x, 5]));
        assert_eq!(is_there, [true, true, false, false, true, true]);
        let in_gap = Vec3::new(96.5 * relief.m_per_cell, 12.0, 0.0);
        assert_eq!(relief.ground_m(in_gap), None);
        let down = |x: f32| {
            let from_in_world = DVec3::new(f64::from(x), 12.0, 9_000.0);
            pick(&relief, &Ray { from_in_world, direction: DVec3::NEG_Z })
        };
        assert!(down(in_gap.x).is_none() && down(12.0).is_some());
        // Through the gap, a low ray meets the block behind it.
        let from_in_world = DVec3::new(f64::from(in_gap.x), 12.0, 5.0);
        let hit = pick(&relief, &Ray { from_in_world, direction: DVec3::new(1.0, 0.0, -0.01) });
        assert!(hit.is_none_or(|hit| hit.cell[0] >= 128), "{hit:?}");
    }

    #[test]
    fn places_in_space_come_back() {
        let relief = Relief::of(&zone(1, 1));
        let at = Vec3::new(12.5, 99.0, 3.25);
        let back = relief.space_from_file(relief.file_from_space(at));
        assert!(back.distance(at) < 1e-2, "{back}");
    }

    #[test]
    fn a_block_that_is_asked_again_names_its_cells() {
        let zone = zone(2, 2);
        let mut relief = Relief::of(&zone);
        let block = zone.blocks().next().unwrap();
        let before = relief.heights_m.clone();
        let Asked { cells, has_moved } = relief.update(&zone, block);
        assert!(relief.heights_m == before && !has_moved);
        assert_eq!(cells, Rect { x: 0, y: 63, width: 65, height: 65 }, "the north-west");
    }
}
