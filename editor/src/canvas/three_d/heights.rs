//! How low and how high the ground is: of each patch, to know what can be seen of it.

use glam::Vec3;
use landwright_core::world::gat::area::Rect;

use super::patch::{PatchKey, QUADS_PER_PATCH};
use crate::view::ground::{Ground, Square, Squares};
use crate::view::orbit::Bounds;

/// The lowest and the highest corner of every patch.
#[derive(Debug)]
pub(crate) struct HeightRanges {
    size_in_cells: [u32; 2],
    /// From the finest level to the root.
    levels: Vec<Ranges>,
}

#[derive(Debug)]
struct Ranges {
    n_columns: u32,
    n_rows: u32,
    /// Row by row from the south-west.
    ranges: Vec<[f32; 2]>,
}

const NO_RANGE: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

impl HeightRanges {
    pub(crate) fn of(ground: &impl Ground) -> HeightRanges {
        let size = ground.size_in_cells();
        let levels = (0..=PatchKey::root(size).level).map(|level| {
            let side = QUADS_PER_PATCH << level;
            let [n_columns, n_rows] = size.map(|cells| cells.div_ceil(side));
            let ranges = vec![NO_RANGE; n_columns as usize * n_rows as usize];
            Ranges { n_columns, n_rows, ranges }
        });
        let mut heights = HeightRanges { size_in_cells: size, levels: levels.collect() };
        let [width, height] = size;
        heights.update(ground, Rect { x: 0, y: 0, width, height });
        heights
    }

    /// Asks some cells again.
    pub(crate) fn update(&mut self, ground: &impl Ground, cells: Rect) {
        let size = ground.size_in_cells();
        let [width, height] = size;
        let cells = cells.within(Rect { x: 0, y: 0, width, height });
        if cells.is_empty() {
            return;
        }
        let first = (cells.x / QUADS_PER_PATCH, cells.y / QUADS_PER_PATCH);
        let last = ((cells.east() - 1) / QUADS_PER_PATCH, (cells.north() - 1) / QUADS_PER_PATCH);
        for level in 0..self.levels.len() as u32 {
            for (column, row) in (first.1 >> level..=last.1 >> level)
                .flat_map(|row| (first.0 >> level..=last.0 >> level).map(move |c| (c, row)))
            {
                let key = PatchKey { level, column, row };
                let range = match key.children() {
                    None => ground.height_range(key.cells(size)),
                    Some(children) => children.map(|child| self.range(child)).into_iter().fold(
                        NO_RANGE,
                        |[low, high], [child_low, child_high]| {
                            [low.min(child_low), high.max(child_high)]
                        },
                    ),
                };
                if let Some(of) = self.levels.get_mut(level as usize)
                    && let Some(known) = of.at(column, row).and_then(|at| of.ranges.get_mut(at))
                {
                    *known = range;
                }
            }
        }
    }

    fn range(&self, key: PatchKey) -> [f32; 2] {
        let of = self.levels.get(key.level as usize);
        let range = of.and_then(|of| of.ranges.get(of.at(key.column, key.row)?));
        range.copied().unwrap_or(NO_RANGE)
    }

    pub(crate) fn size_in_cells(&self) -> [u32; 2] {
        self.size_in_cells
    }

    /// The box around the ground of a patch.
    pub(crate) fn bounds(&self, key: PatchKey, world_units_per_cell: f32) -> Bounds {
        let cells = key.cells(self.size_in_cells);
        bounds_of(cells, self.range(key), world_units_per_cell)
    }

    /// The box around all of the ground.
    pub(crate) fn all(&self, world_units_per_cell: f32) -> Bounds {
        self.bounds(PatchKey::root(self.size_in_cells), world_units_per_cell)
    }
}

impl Squares for HeightRanges {
    fn n_levels(&self) -> u32 {
        self.levels.len() as u32
    }

    fn square(&self, level: u32, [x, y]: [u32; 2]) -> Option<Square> {
        let side = QUADS_PER_PATCH << level;
        let key = PatchKey { level, column: x / side, row: y / side };
        Some(Square { cells: key.cells(self.size_in_cells), heights: self.range(key) })
    }
}

/// The box around some cells with corners of these heights.
pub(crate) fn bounds_of(cells: Rect, [low, high]: [f32; 2], world_units_per_cell: f32) -> Bounds {
    let [low, high] = if low <= high { [low, high] } else { [0.0; 2] };
    let corner = |x: u32, y: u32, height| {
        Vec3::new(x as f32 * world_units_per_cell, y as f32 * world_units_per_cell, height)
    };
    Bounds {
        low_in_world: corner(cells.x, cells.y, low),
        high_in_world: corner(cells.east(), cells.north(), high),
    }
}

impl Ranges {
    fn at(&self, column: u32, row: u32) -> Option<usize> {
        let is_inside = column < self.n_columns && row < self.n_rows;
        is_inside.then(|| row as usize * self.n_columns as usize + column as usize)
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::format::number::F32;
    use landwright_core::format::ragnarok::gat::{Gat, Tile, Version};
    use landwright_core::world::gat::GatMap;

    use super::*;

    #[test]
    fn heights_that_change_move_the_bounds_of_all_that_they_are_in() {
        let mut gat = Gat::filled(Version::V1_2, 200, 100, Tile::default());
        let level = GatMap::new(&gat).unwrap();
        let mut heights = HeightRanges::of(&level);
        assert_eq!(heights.all(5.0).extent(), Vec3::new(1000.0, 500.0, 0.0));
        gat.tile_mut(100, 70).unwrap().altitude = [F32::new(-40.0); 4];
        let hill = GatMap::new(&gat).unwrap();
        heights.update(&hill, Rect { x: 100, y: 70, width: 1, height: 1 });
        assert_eq!(heights.all(5.0).extent().z, 40.0);
        let patch = |column, row| heights.bounds(PatchKey { level: 0, column, row }, 5.0);
        assert_eq!((patch(1, 1).extent().z, patch(0, 1).extent().z), (40.0, 0.0));
        assert_eq!(patch(3, 1).high_in_world, Vec3::new(1000.0, 500.0, 0.0));
        heights.update(&level, Rect { x: 90, y: 60, width: 50, height: 50 });
        assert_eq!(heights.all(5.0).extent().z, 0.0);
    }

    #[test]
    fn a_map_without_cells_has_no_extent() {
        let map = GatMap::new(&Gat::filled(Version::V1_2, 0, 0, Tile::default())).unwrap();
        assert_eq!(HeightRanges::of(&map).all(5.0).extent(), Vec3::ZERO);
    }
}
