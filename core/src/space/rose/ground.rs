//! How high the ground is at a place.

use super::ZoneGrid;
use super::block::BlockCoord;
use super::position::PosInWorldCm;
use crate::format::number::F32;
use crate::format::rose::grid::Grid;

impl ZoneGrid {
    /// The height of the ground between the four heights of a HIM around a position, which is
    /// in the block or at its border; the `z` of the position means nothing.
    ///
    /// Both axes are blended straight. The game draws two triangles a cell, which differ by what
    /// the cell is not flat. `None` outside, and where the heights are those of another grid.
    pub fn ground_height_cm(
        self,
        block: BlockCoord,
        heights_cm: &Grid<F32>,
        pos_in_world_cm: PosInWorldCm,
    ) -> Option<f64> {
        let n_cells = self.cells_per_block();
        if (heights_cm.width(), heights_cm.height()) != (n_cells + 1, n_cells + 1) {
            return None;
        }
        let area = self.area_of_block(block);
        let (column, east) = cell_and_share(pos_in_world_cm.x - area.west, self, n_cells)?;
        let (row, south) = cell_and_share(area.north - pos_in_world_cm.y, self, n_cells)?;
        let height = |column, row| Some(f64::from(heights_cm.get(column, row)?.get()));
        let north_edge = blend(height(column, row)?, height(column + 1, row)?, east);
        let south_edge = blend(height(column, row + 1)?, height(column + 1, row + 1)?, east);
        Some(blend(north_edge, south_edge, south))
    }
}

/// The cell at a distance from the first edge of a block, and how far it is in that cell, from
/// 0.0 to 1.0.
fn cell_and_share(distance_cm: f64, grid: ZoneGrid, n_cells: u32) -> Option<(u32, f64)> {
    let cells = distance_cm / grid.cell_size_cm();
    if !(0.0..=f64::from(n_cells)).contains(&cells) {
        return None;
    }
    let cell = (cells as u32).min(n_cells - 1);
    Some((cell, cells - f64::from(cell)))
}

fn blend(from: f64, to: f64, share: f64) -> f64 {
    from + (to - from) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: ZoneGrid = ZoneGrid::USUAL;
    const BLOCK: BlockCoord = BlockCoord { x: 33, y: 32 };

    /// Each column 1 cm higher than the one west of it, each row 100 cm lower than the one north.
    fn slope() -> Grid<F32> {
        let heights = (0..65 * 65).map(|n| F32::new((n % 65 - 100 * (n / 65)) as f32));
        Grid::new(65, 65, heights.collect()).unwrap()
    }

    #[test]
    fn the_ground_is_straight_between_heights() {
        let area = GRID.area_of_block(BLOCK);
        let check = |east: f64, south: f64, height: Option<f64>| {
            let at = PosInWorldCm { x: area.west + east, y: area.north - south, z: 1e9 };
            assert_eq!(GRID.ground_height_cm(BLOCK, &slope(), at), height, "{east} {south}");
        };
        check(0.0, 0.0, Some(0.0));
        check(250.0, 500.0, Some(-199.0));
        check(125.0, 0.0, Some(0.5));
        check(500.0, 62.5, Some(-23.0));
        check(16_000.0, 16_000.0, Some(64.0 - 6_400.0));
        check(16_000.5, 0.0, None);
        check(0.0, -0.5, None);
        check(f64::NAN, 0.0, None);
    }

    #[test]
    fn heights_of_another_grid_say_nothing() {
        let small = Grid::new(2, 2, vec![F32::ZERO; 4]).unwrap();
        let area = GRID.area_of_block(BLOCK);
        let at = PosInWorldCm { x: area.west, y: area.north, z: 0.0 };
        assert_eq!(GRID.ground_height_cm(BLOCK, &small, at), None);
    }
}
