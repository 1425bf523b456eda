//! The quad tail that heights have: to be made anew when they change.

use super::{HeightRange, QuadTail};
use crate::format::number::F32;
use crate::format::rose::grid::Grid;

/// What a quad's range starts from, however high or low the ground is.
const QUAD_START: HeightRange = HeightRange { max_cm: F32::new(-10.0), min_cm: F32::new(10_000.0) };

impl QuadTail {
    /// The patches and quads of these heights, as the files of old clients have them.
    ///
    /// `None` where the heights are not those of 2 × 2 patches, of 4 × 4, or any further power of
    /// two: 16 × 16 in every file seen.
    pub fn of_heights(heights_cm: &Grid<F32>, n_cells_per_patch: u32) -> Option<QuadTail> {
        let side = n_patches_along_side(heights_cm, n_cells_per_patch)?;
        let n = n_cells_per_patch;
        let mut patches = Vec::with_capacity(side as usize * side as usize);
        for row_from_south in 0..side {
            let north_row = heights_cm.height() - 1 - (row_from_south + 1) * n;
            for column in 0..side {
                let heights = (0..=n).flat_map(|row| (0..=n).map(move |column| (column, row)));
                let heights = heights
                    .filter_map(|(c, r)| heights_cm.get(column * n + c, north_row + r).copied());
                patches.push(heights.map(HeightRange::of).reduce(HeightRange::with)?);
            }
        }
        let patches = Grid::new(side, side, patches).ok()?;
        let quads = quads(&patches);
        Some(QuadTail { patches: patches.into_cells(), quads })
    }
}

impl HeightRange {
    fn of(height_cm: F32) -> HeightRange {
        HeightRange { max_cm: height_cm, min_cm: height_cm }
    }

    /// Widened to hold another. What is not a number widens nothing.
    fn with(self, other: HeightRange) -> HeightRange {
        let is_higher = other.max_cm.get() > self.max_cm.get() || self.max_cm.get().is_nan();
        let is_lower = other.min_cm.get() < self.min_cm.get() || self.min_cm.get().is_nan();
        HeightRange {
            max_cm: if is_higher { other.max_cm } else { self.max_cm },
            min_cm: if is_lower { other.min_cm } else { self.min_cm },
        }
    }
}

/// How many patches there are along each side, where quads can halve them down to 2 × 2.
fn n_patches_along_side(heights_cm: &Grid<F32>, n_cells_per_patch: u32) -> Option<u32> {
    let n_cells = heights_cm.width().checked_sub(1)?;
    let side = n_cells.checked_div(n_cells_per_patch)?;
    let is_square = heights_cm.height() == heights_cm.width();
    let fits = side >= 2 && side.is_power_of_two() && side * n_cells_per_patch == n_cells;
    (is_square && fits).then_some(side)
}

/// Level by level from the whole block down to 2 × 2 patches, each quad's quarters in turn.
fn quads(patches: &Grid<HeightRange>) -> Vec<HeightRange> {
    let mut quads = Vec::new();
    let mut level = vec![(0, 0)];
    let mut size = patches.width();
    while size >= 2 {
        let half = size / 2;
        let mut next = Vec::with_capacity(level.len() * 4);
        for (x, y) in level {
            let inside = (0..size).flat_map(|row| (0..size).map(move |column| (column, row)));
            let inside = inside.filter_map(|(c, r)| patches.get(x + c, y + r).copied());
            quads.push(inside.fold(QUAD_START, HeightRange::with));
            next.extend([(x, y), (x + half, y), (x + half, y + half), (x, y + half)]);
        }
        level = next;
        size = half;
    }
    quads
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heights(side: u32, height: impl Fn(u32, u32) -> f32) -> Grid<F32> {
        let cells = (0..side).flat_map(|row| (0..side).map(move |column| (column, row)));
        let cells = cells.map(|(column, row)| F32::new(height(column, row)));
        Grid::new(side, side, cells.collect()).unwrap()
    }

    fn ranges(ranges: &[HeightRange]) -> Vec<(f32, f32)> {
        ranges.iter().map(|range| (range.max_cm.get(), range.min_cm.get())).collect()
    }

    #[test]
    fn patches_count_from_the_south_and_share_their_edges() {
        // 4 × 4 patches of one cell; each row of heights is 10 lower than the one north of it.
        let tail = QuadTail::of_heights(&heights(5, |x, row| (x + 90 - 10 * row) as f32), 1);
        let tail = tail.unwrap();
        let patches = ranges(&tail.patches);
        assert_eq!(patches[..5], [(61., 50.), (62., 51.), (63., 52.), (64., 53.), (71., 60.)]);
        assert_eq!(patches[15], (94., 83.));
        let quads = [(94., 50.), (72., 50.), (74., 52.), (94., 72.), (92., 70.)];
        assert_eq!(ranges(&tail.quads), quads);
    }

    #[test]
    fn a_block_has_256_patches_and_85_quads() {
        let tail = QuadTail::of_heights(&heights(65, |_, _| 7.0), 4).unwrap();
        assert_eq!((tail.patches.len(), tail.quads.len()), (256, 85));
    }

    #[test]
    fn quads_start_from_numbers_of_their_own() {
        let tail = |height: f32| QuadTail::of_heights(&heights(3, |_, _| height), 1).unwrap();
        assert_eq!(ranges(&tail(-500.0).quads), [(-10.0, -500.0)]);
        assert_eq!(ranges(&tail(20_000.0).quads), [(20_000.0, 10_000.0)]);
    }

    #[test]
    fn what_is_no_number_is_passed_over() {
        let odd = |x, _| if x < 2 { f32::NAN } else { 5.0 };
        let tail = QuadTail::of_heights(&heights(3, odd), 1).unwrap();
        assert_eq!(ranges(&tail.quads), [(5.0, 5.0)]);
        assert!(tail.patches[0].max_cm.get().is_nan());
    }

    #[test]
    fn heights_that_quads_cannot_halve_have_none() {
        for (side, n_cells_per_patch) in [(1, 1), (2, 1), (4, 1), (65, 0), (65, 3), (64, 4)] {
            let heights = heights(side, |_, _| 0.0);
            assert_eq!(QuadTail::of_heights(&heights, n_cells_per_patch), None, "{side}");
        }
    }
}
