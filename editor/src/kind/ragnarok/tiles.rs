//! The ground from above in tiles: small squares of a picture in several sizes, so that it is sharp when near
//! and cheap when far.

use std::time::{Duration, Instant};

use landwright_core::stage::ragnarok::above::{Above, Care, Part};
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::picture::image::Image;

/// Pixels along a side of a tile.
const TILE: u32 = 256;
/// Cells have 32 pixels in the sharpest tiles, as textures of real maps have.
const SHARPEST: i8 = 5;
/// Cells of the largest maps still have a share of a pixel.
const COARSEST: i8 = -6;
/// What stands in for all others has so many pixels along its longest side at most.
const BASE: u32 = 512;
/// After so long, what was drawn is shown before more is.
const TIME_TO_DRAW: Duration = Duration::from_millis(80);
/// A cube is two cells wide.
const CELLS_PER_CUBE: f64 = 2.0;

/// A tile: where it is, counted from the south-west in tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TileKey {
    /// A cell is two to the power of this pixels wide.
    pub(crate) level: i8,
    pub(crate) x: u32,
    pub(crate) y: u32,
}

/// A tile that was drawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Drawn {
    pub(crate) key: TileKey,
    pub(crate) image: Image,
}

impl TileKey {
    /// Of which tiles are as sharp as a screen can show them.
    pub(crate) fn level(pixels_per_cell: f32, size_in_cells: [u32; 2]) -> i8 {
        let base = base_level(size_in_cells);
        let wanted = pixels_per_cell.max(f32::MIN_POSITIVE).log2().round();
        (wanted.clamp(f32::from(COARSEST), f32::from(SHARPEST)) as i8).max(base)
    }

    /// The tiles of a level that some cells are in.
    pub(crate) fn of(level: i8, cells: Rect) -> Vec<TileKey> {
        if cells.is_empty() {
            return Vec::new();
        }
        let side = side_in_cells(level);
        let tile = |cell: u32| (f64::from(cell) / side) as u32;
        let (columns, rows) =
            (tile(cells.x)..=tile(cells.east() - 1), tile(cells.y)..=tile(cells.north() - 1));
        rows.flat_map(|y| columns.clone().map(move |x| TileKey { level, x, y })).collect()
    }

    /// Those that stand in for all others.
    pub(crate) fn base(size_in_cells: [u32; 2]) -> Vec<TileKey> {
        let [width, height] = size_in_cells;
        TileKey::of(base_level(size_in_cells), Rect { x: 0, y: 0, width, height })
    }

    /// The coarser one that it is a part of.
    pub(crate) fn coarser(self, size_in_cells: [u32; 2]) -> Option<TileKey> {
        let level = self.level - 1;
        let is_there = level >= base_level(size_in_cells);
        is_there.then_some(TileKey { level, x: self.x / 2, y: self.y / 2 })
    }

    /// Where it is on the ground, in cells from the south-west: its low and its high corner.
    pub(crate) fn corners_in_cells(self, size_in_cells: [u32; 2]) -> [[f64; 2]; 2] {
        let side = side_in_cells(self.level);
        let [width, height] = size_in_cells.map(f64::from);
        let low = [f64::from(self.x) * side, f64::from(self.y) * side];
        let [x, y] = low;
        [low, [(x + side).min(width), (y + side).min(height)]]
    }

    fn draw(self, above: &Above<'_>, size_in_cells: [u32; 2]) -> Drawn {
        let [low, high] = self.corners_in_cells(size_in_cells);
        let side = side_in_cells(self.level);
        let pixels = |low: f64, high: f64| {
            ((high - low) / side * f64::from(TILE)).ceil().clamp(1.0, f64::from(TILE)) as u32
        };
        let ([west, south], [east, north]) = (low, high);
        let size = [pixels(west, east), pixels(south, north)];
        let part = Part {
            low: low.map(|cells| cells / CELLS_PER_CUBE),
            high: high.map(|cells| cells / CELLS_PER_CUBE),
        };
        Drawn { key: self, image: above.part(part, size, Care::Quick) }
    }
}

/// Draws some tiles, in their order: at least one, and as many as there is time for.
pub(crate) fn draw(
    above: &Above<'_>,
    size_in_cells: [u32; 2],
    keys: &[TileKey],
    mut goes_on: impl FnMut(usize) -> bool,
) -> Vec<Drawn> {
    let until = Instant::now().checked_add(TIME_TO_DRAW);
    let mut drawn = Vec::new();
    for key in keys {
        let is_late = until.is_some_and(|until| Instant::now() >= until);
        if !drawn.is_empty() && (is_late || !goes_on(drawn.len())) {
            break;
        }
        drawn.push(key.draw(above, size_in_cells));
    }
    drawn
}

/// Cells along a side of a tile.
fn side_in_cells(level: i8) -> f64 {
    f64::from(TILE) / 2.0_f64.powi(i32::from(level))
}

fn base_level([width, height]: [u32; 2]) -> i8 {
    let longest = f64::from(width.max(height).max(1));
    let level = (f64::from(BASE) / longest).log2().floor();
    level.clamp(f64::from(COARSEST), f64::from(SHARPEST)) as i8
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [400, 300];

    #[test]
    fn the_base_covers_all_and_is_small() {
        for size in [SIZE, [1, 1], [60, 80], [512, 512], [4096, 10]] {
            let base = TileKey::base(size);
            assert!((1..=4).contains(&base.len()), "{size:?}: {}", base.len());
            let corners = base.iter().map(|key| key.corners_in_cells(size));
            let far = corners
                .fold([0.0_f64; 2], |[x, y], [_, [east, north]]| [x.max(east), y.max(north)]);
            assert_eq!(far, size.map(f64::from));
            assert!(base.iter().all(|key| key.coarser(size).is_none()));
        }
    }

    #[test]
    fn tiles_are_as_sharp_as_the_screen_and_lie_in_coarser_ones() {
        assert_eq!([0.1, 1.0, 3.0, 30.0, 96.0].map(|it| TileKey::level(it, SIZE)), [0, 0, 2, 5, 5]);
        let cells = Rect { x: 100, y: 60, width: 40, height: 20 };
        for level in 0..=5 {
            let tiles = TileKey::of(level, cells);
            for key in &tiles {
                let [[west, south], [east, north]] = key.corners_in_cells(SIZE);
                assert!(west < 140.0 && east > 100.0 && south < 80.0 && north > 60.0, "{key:?}");
                let mut above = *key;
                while let Some(coarser) = above.coarser(SIZE) {
                    let [[x, y], [right, top]] = coarser.corners_in_cells(SIZE);
                    assert!(x <= west && y <= south && right >= east && top >= north);
                    above = coarser;
                }
                assert!(TileKey::base(SIZE).contains(&above));
            }
        }
        assert_eq!(TileKey::of(3, Rect::default()), []);
    }
}
