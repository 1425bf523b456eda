//! Lines of equal height, worked out in squares of cells and kept until those change.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use eframe::egui;
use egui::{Color32, Painter, Shape, Stroke};
use glam::{Vec2, vec2};
use landwright_core::space::ragnarok::{TilePos, height_from_altitude};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::area::Rect;

use crate::canvas::stage::Stage;
use crate::kind::ragnarok::changes::{Seen, Stale};
use crate::kind::ragnarok::document::MapDocument;
use crate::view::id::DocumentId;

/// The lines of all documents.
#[derive(Default)]
pub(crate) struct Contours(BTreeMap<DocumentId, Lines>);

struct Lines {
    distance: f32,
    seen: Seen,
    /// By column and row, from the south-west.
    squares: BTreeMap<(u32, u32), Vec<Line>>,
    was_used: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Line {
    ends_in_cells: [Vec2; 2],
    /// Every fifth is drawn stronger.
    is_fifth: bool,
}

/// The cells across a square.
const SQUARE: u32 = 64;

/// Lines would be all that is seen of smaller cells.
const FROM_POINTS: f32 = 1.5;

/// How many squares are worked out for a frame, and the rest for the next ones.
const SQUARES_PER_FRAME: usize = 12;

/// A steeper cell shows no more lines.
const MAX_LEVELS: i32 = 12;

impl Contours {
    pub(crate) fn forget_unused(&mut self) {
        self.0.retain(|_, lines| std::mem::take(&mut lines.was_used));
    }

    pub(crate) fn show(
        &mut self,
        painter: &Painter,
        stage: &Stage,
        document: &MapDocument,
        distance: f32,
    ) {
        let lines = self.0.entry(document.id).or_insert_with(|| Lines::new(document, distance));
        lines.was_used = true;
        if stage.camera.points_per_cell < FROM_POINTS {
            return;
        }
        lines.follow(document, distance);
        let visible = stage.visible(document.map().rect());
        let mut n_left = SQUARES_PER_FRAME;
        for place in squares_of(visible) {
            let drawn = match lines.squares.entry(place) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(_) if n_left == 0 => {
                    painter.ctx().request_repaint();
                    break;
                }
                Entry::Vacant(free) => {
                    n_left -= 1;
                    free.insert(square(document.shown(), place, distance))
                }
            };
            painter.extend(drawn.iter().map(|line| {
                let alpha = if line.is_fifth { 210 } else { 110 };
                let stroke = Stroke::new(1.0, Color32::from_black_alpha(alpha));
                let ends = line.ends_in_cells.map(|end| stage.screen_from_cell(end));
                Shape::line_segment(ends, stroke)
            }));
        }
    }
}

impl Lines {
    fn new(document: &MapDocument, distance: f32) -> Lines {
        let seen = document.changes.now();
        Lines { distance, seen, squares: BTreeMap::new(), was_used: true }
    }

    /// Forgets what is not so any more.
    fn follow(&mut self, document: &MapDocument, distance: f32) {
        if self.distance != distance {
            *self = Lines::new(document, distance);
        }
        match document.changes.heights_since(self.seen) {
            Stale::Nothing => {}
            Stale::Everything => self.squares.clear(),
            Stale::Cells(rects) => {
                for rect in rects.into_iter().filter(|rect| !rect.is_empty()) {
                    squares_of(rect).for_each(|place| {
                        self.squares.remove(&place);
                    });
                }
            }
        }
        self.seen = document.changes.now();
    }
}

fn squares_of(cells: Rect) -> impl Iterator<Item = (u32, u32)> {
    let columns = cells.x / SQUARE..cells.east().div_ceil(SQUARE);
    let rows = cells.y / SQUARE..cells.north().div_ceil(SQUARE);
    rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
}

fn square(map: &GatMap, (column, row): (u32, u32), distance: f32) -> Vec<Line> {
    let rect = Rect { x: column * SQUARE, y: row * SQUARE, width: SQUARE, height: SQUARE };
    let rect = rect.within(map.rect());
    let mut lines = Vec::new();
    for (x, y) in (rect.y..rect.north()).flat_map(|y| (rect.x..rect.east()).map(move |x| (x, y))) {
        if let Some(tile) = map.tile(TilePos { x, y }) {
            let heights = tile.altitude.map(height_from_altitude);
            add_cell(&mut lines, vec2(x as f32, y as f32), heights, distance);
        }
    }
    lines
}

/// The lines across one cell, whose corners have these heights.
fn add_cell(lines: &mut Vec<Line>, south_west: Vec2, heights: [f32; 4], distance: f32) {
    let low = heights.into_iter().fold(f32::INFINITY, f32::min);
    let high = heights.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let levels = (high - low) / distance;
    if low == high || !levels.is_finite() || heights.iter().any(|height| !height.is_finite()) {
        return;
    }
    let first = (low / distance).ceil() as i32;
    let last = ((high / distance).floor() as i32).min(first.saturating_add(MAX_LEVELS));
    let [sw, se, nw, ne] = heights;
    let sides = [
        (sw, se, vec2(0.0, 0.0), vec2(1.0, 0.0)),
        (se, ne, vec2(1.0, 0.0), vec2(1.0, 1.0)),
        (ne, nw, vec2(1.0, 1.0), vec2(0.0, 1.0)),
        (nw, sw, vec2(0.0, 1.0), vec2(0.0, 0.0)),
    ];
    for level in first..=last {
        let height = level as f32 * distance;
        // A side is crossed where one end lies below the level and the other does not.
        let crossings = sides.iter().filter(|(a, b, ..)| (*a < height) != (*b < height));
        let points: Vec<Vec2> = crossings
            .map(|(a, b, from, to)| south_west + from.lerp(*to, (height - a) / (b - a)))
            .collect();
        for pair in points.chunks_exact(2) {
            if let [a, b] = pair {
                let is_fifth = level % 5 == 0;
                lines.push(Line { ends_in_cells: [*a, *b], is_fifth });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(heights: [f32; 4]) -> Vec<Line> {
        let mut lines = Vec::new();
        add_cell(&mut lines, vec2(10.0, 20.0), heights, 5.0);
        lines
    }

    #[test]
    fn a_slope_is_crossed_at_each_level_and_flat_ground_at_none() {
        // From 0 in the west to 20 in the east.
        let found = lines([0.0, 20.0, 0.0, 20.0]);
        let columns: Vec<f32> = found.iter().map(|line| line.ends_in_cells[0].x).collect();
        assert_eq!(columns, [10.25, 10.5, 10.75, 11.0]);
        assert!(found.iter().all(|line| line.ends_in_cells[0].x == line.ends_in_cells[1].x));
        assert!(lines([5.0; 4]).is_empty());
        assert!(lines([1.0, 2.0, 3.0, 4.0]).is_empty());
    }

    #[test]
    fn a_saddle_has_two_lines_and_a_cell_that_is_no_number_none() {
        assert_eq!(lines([0.0, 6.0, 6.0, 0.0]).len(), 2);
        assert!(lines([0.0, f32::NAN, 20.0, 0.0]).is_empty());
        assert!(lines([0.0, f32::INFINITY, 20.0, 0.0]).is_empty());
        assert!(lines([0.0, 1e30, 0.0, 0.0]).len() <= 1 + MAX_LEVELS as usize);
    }

    #[test]
    fn every_fifth_level_is_stronger() {
        let fifths = lines([-30.0, 30.0, -30.0, 30.0]);
        let n_strong = fifths.iter().filter(|line| line.is_fifth).count();
        assert_eq!((fifths.len(), n_strong), (12, 3));
    }
}
