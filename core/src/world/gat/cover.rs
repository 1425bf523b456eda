//! Few rectangles over cells that lie far apart: what is drawn again after a stroke. A long slanting
//! line is covered by squares along it, and not by all that lies between its ends.

use super::area::Rect;

/// Along each side of a square that is covered as a whole or not at all.
const SQUARE: u32 = 32;

/// Two rectangles become one where it has no more cells than this besides theirs: another
/// rectangle costs as well.
const EXTRA: u64 = (SQUARE * SQUARE) as u64;

/// Rectangles that together hold all cells of some others, in a fixed order and not many.
pub fn cover(rects: &[Rect]) -> Vec<Rect> {
    let bounds = rects.iter().fold(Rect::default(), |bounds, rect| bounds.around(*rect));
    if bounds.is_empty() {
        return Vec::new();
    }
    if rects.len() == 1 || n_cells(bounds) <= EXTRA {
        return vec![bounds];
    }
    let mut squares = Squares::over(bounds);
    rects.iter().for_each(|rect| squares.add(*rect));
    squares.joined()
}

/// What is covered in each square, row by row from the south-west.
struct Squares {
    first_column: u32,
    first_row: u32,
    n_columns: usize,
    covered: Vec<Rect>,
}

impl Squares {
    fn over(bounds: Rect) -> Squares {
        let (first_column, first_row) = (bounds.x / SQUARE, bounds.y / SQUARE);
        let n_columns = (bounds.east().div_ceil(SQUARE) - first_column) as usize;
        let n_rows = (bounds.north().div_ceil(SQUARE) - first_row) as usize;
        let covered = vec![Rect::default(); n_columns * n_rows];
        Squares { first_column, first_row, n_columns, covered }
    }

    fn add(&mut self, rect: Rect) {
        if rect.is_empty() {
            return;
        }
        let columns = rect.x / SQUARE..rect.east().div_ceil(SQUARE);
        for row in rect.y / SQUARE..rect.north().div_ceil(SQUARE) {
            let start = (row - self.first_row) as usize * self.n_columns;
            let first = start + (columns.start - self.first_column) as usize;
            let squares = self.covered.iter_mut().skip(first);
            for (column, covered) in columns.clone().zip(squares) {
                let (x, y) = (column * SQUARE, row * SQUARE);
                let square = Rect { x, y, width: SQUARE, height: SQUARE };
                *covered = covered.around(rect.within(square));
            }
        }
    }

    /// Squares beside each other are joined to rows, and rows above each other to blocks.
    fn joined(&self) -> Vec<Rect> {
        let mut done = Vec::new();
        // What may still grow to the north.
        let mut open: Vec<Rect> = Vec::new();
        for squares in self.covered.chunks(self.n_columns.max(1)) {
            let mut row: Vec<Rect> = Vec::new();
            for square in squares.iter().filter(|square| !square.is_empty()) {
                match row.last_mut().and_then(|last| Some((joined(*last, *square)?, last))) {
                    Some((both, last)) => *last = both,
                    None => row.push(*square),
                }
            }
            for rect in &mut row {
                let below = open.iter().position(|below| joined(*below, *rect).is_some());
                let below = below.map(|at| open.swap_remove(at));
                *rect = below.map_or(*rect, |below| below.around(*rect));
            }
            done.extend(std::mem::replace(&mut open, row));
        }
        done.extend(open);
        done
    }
}

/// The rectangle around two of them, where that is not much more than both.
fn joined(a: Rect, b: Rect) -> Option<Rect> {
    let both = a.around(b);
    (n_cells(both) <= n_cells(a) + n_cells(b) + EXTRA).then_some(both)
}

fn n_cells(rect: Rect) -> u64 {
    u64::from(rect.width) * u64::from(rect.height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::rng::Rng;
    use crate::space::ragnarok::TilePos;

    fn rect(x: u32, y: u32, width: u32, height: u32) -> Rect {
        Rect { x, y, width, height }
    }

    fn n_covered(rects: &[Rect]) -> u64 {
        rects.iter().copied().map(n_cells).sum()
    }

    #[test]
    fn a_slanting_line_is_covered_along_its_way() {
        for rise in [1, 3, 10] {
            let line: Vec<Rect> =
                (0..1000).map(|n| rect(100 + rise * n, 100 + n, rise + 2, 3)).collect();
            let covered = cover(&line);
            assert!(n_covered(&covered) < 130 * u64::from(rise) * 1000, "{rise}");
            assert!(covered.len() <= 70 * rise as usize, "{rise}: {}", covered.len());
        }
    }

    #[test]
    fn what_is_full_is_one_rectangle() {
        let rows: Vec<Rect> = (5..4000).map(|y| rect(3, y, 4000, 1)).collect();
        assert_eq!(cover(&rows), [rect(3, 5, 4000, 3995)]);
        assert_eq!(cover(&[rect(0, 0, 4096, 4096)]), [rect(0, 0, 4096, 4096)]);
        assert_eq!(cover(&[rect(40, 40, 3, 3), rect(50, 45, 3, 3)]), [rect(40, 40, 13, 8)]);
        assert!(cover(&[]).is_empty());
        assert!(cover(&[Rect::default()]).is_empty());
    }

    #[test]
    fn far_apart_is_not_joined() {
        let ends = [rect(0, 0, 3, 3), rect(4000, 4000, 3, 3), rect(4000, 0, 3, 3)];
        let covered = cover(&ends);
        assert_eq!(covered.len(), 3);
        assert!(ends.iter().all(|end| covered.contains(end)));
    }

    #[test]
    fn nothing_is_left_out() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let n = 1 + rng.below(12);
            let rects: Vec<Rect> = (0..n)
                .map(|_| {
                    let [x, y] = [rng.below(300), rng.below(300)];
                    rect(x, y, rng.below(90), rng.below(20))
                })
                .collect();
            let covered = cover(&rects);
            for of in rects.iter().filter(|of| !of.is_empty()) {
                for (x, y) in
                    (of.y..of.north()).flat_map(|y| (of.x..of.east()).map(move |x| (x, y)))
                {
                    let tile = TilePos { x, y };
                    assert!(covered.iter().any(|rect| rect.contains(tile)), "{rects:?} {tile:?}");
                }
            }
        }
    }
}
