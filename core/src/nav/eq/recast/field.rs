//! Columns of solid spans, made of triangles.

use crate::nav::eq::mesh::Point;
use crate::nav::eq::recast::{Cells, Settings};

/// No span is above.
pub(super) const NO_CEILING: i32 = i32::MAX;

/// What is solid in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) is_walked: bool,
}

/// A square of columns.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) side: usize,
    /// Row by row, the lowest span of each first.
    pub(super) columns: Vec<Vec<Span>>,
}

impl Field {
    /// The columns of a square; `None` where no triangle is in it.
    pub(super) fn new(
        triangles: &[[Point; 3]],
        settings: &Settings,
        origin: Point,
        side: usize,
    ) -> Option<Field> {
        let [x, _, y] = origin;
        let length = side as f32 * settings.cell;
        let touches = |triangle: &&[Point; 3]| {
            let [[ax, _, ay], [bx, _, by], [cx, _, cy]] = **triangle;
            let (low_x, high_x) = (ax.min(bx).min(cx), ax.max(bx).max(cx));
            let (low_y, high_y) = (ay.min(by).min(cy), ay.max(by).max(cy));
            low_x <= x + length && high_x >= x && low_y <= y + length && high_y >= y
        };
        let mut touching = triangles.iter().filter(touches).peekable();
        touching.peek()?;
        let mut field = Field { side, columns: vec![Vec::new(); side * side] };
        let least_up = settings.steepest.to_radians().cos();
        let climb = settings.cells().climb;
        for triangle in touching {
            field.add(triangle, up(triangle) > least_up, settings, origin, climb);
        }
        Some(field)
    }

    fn add(
        &mut self,
        triangle: &[Point; 3],
        is_walked: bool,
        settings: &Settings,
        [origin_x, origin_z, origin_y]: Point,
        climb: i32,
    ) {
        let cell = settings.cell;
        let cells = |at: f32| (at / cell).floor().clamp(0.0, self.side as f32) as usize;
        let relative = triangle.map(|[x, z, y]| [x - origin_x, z - origin_z, y - origin_y]);
        let (mut rest, side) = (relative.to_vec(), self.side);
        let (from, to) = span_on(&rest, 2);
        for row in cells(from)..(cells(to) + 1).min(side) {
            let (own, above) = split(&rest, 2, (row + 1) as f32 * cell);
            rest = above;
            // What is before the first row is in no row.
            let (_, mut own) = if row == 0 { split(&own, 2, 0.0) } else { (Vec::new(), own) };
            if own.len() < 3 {
                continue;
            }
            let (from, to) = span_on(&own, 0);
            for column in cells(from)..(cells(to) + 1).min(side) {
                let (inside, right) = split(&own, 0, (column + 1) as f32 * cell);
                own = right;
                let (_, inside) =
                    if column == 0 { split(&inside, 0, 0.0) } else { (Vec::new(), inside) };
                if inside.len() < 3 {
                    continue;
                }
                let (low, high) = span_on(&inside, 1);
                let low = (low / settings.cell_height).floor() as i32;
                let high = (high / settings.cell_height).ceil() as i32;
                let span = Span { low, high: high.max(low + 1), is_walked };
                if let Some(spans) = self.columns.get_mut(row * side + column) {
                    insert(spans, span, climb);
                }
            }
        }
    }

    /// Without what nobody walks on: steps from the side, ledges, and where it is too low.
    pub(super) fn filtered(mut self, cells: &Cells) -> Field {
        for spans in &mut self.columns {
            let mut below: Option<Span> = None;
            for span in spans {
                let own = *span;
                let is_step = below.is_some_and(|below| {
                    below.is_walked && (span.high - below.high).abs() <= cells.climb
                });
                span.is_walked |= is_step;
                below = Some(Span { is_walked: own.is_walked, ..own });
            }
        }
        let mut fallen = Vec::new();
        for (place, spans) in self.columns.iter().enumerate() {
            for (number, span) in spans.iter().enumerate().filter(|(_, span)| span.is_walked) {
                let top = spans.get(number + 1).map_or(NO_CEILING, |above| above.low);
                if self.is_ledge(place, span.high, top, cells) {
                    fallen.push((place, number));
                }
            }
        }
        for (place, number) in fallen {
            let span = self.columns.get_mut(place).and_then(|spans| spans.get_mut(number));
            if let Some(span) = span {
                span.is_walked = false;
            }
        }
        for spans in &mut self.columns {
            let mut top = NO_CEILING;
            for span in spans.iter_mut().rev() {
                span.is_walked &= top.saturating_sub(span.high) > cells.height;
                top = span.low;
            }
        }
        self
    }

    fn is_ledge(&self, place: usize, floor: i32, top: i32, cells: &Cells) -> bool {
        let (row, column) = (place / self.side, place % self.side);
        let mut deepest = i32::MAX;
        let (mut low, mut high) = (floor, floor);
        for direction in 0..4 {
            let Some(beside) = step(row, column, direction, self.side) else {
                deepest = deepest.min(-cells.climb - floor);
                continue;
            };
            let spans = self.columns.get(beside).map(Vec::as_slice).unwrap_or_default();
            let first = spans.first().map_or(NO_CEILING, |span| span.low);
            if top.min(first).saturating_sub(floor.max(-cells.climb)) > cells.height {
                deepest = deepest.min(-cells.climb - floor);
            }
            for (number, span) in spans.iter().enumerate() {
                let above = spans.get(number + 1).map_or(NO_CEILING, |above| above.low);
                if top.min(above).saturating_sub(floor.max(span.high)) <= cells.height {
                    continue;
                }
                deepest = deepest.min(span.high - floor);
                if (span.high - floor).abs() <= cells.climb {
                    (low, high) = (low.min(span.high), high.max(span.high));
                }
            }
        }
        deepest < -cells.climb || high - low > cells.climb
    }
}

/// The place beside a column: to lower x, higher y, higher x and lower y.
pub(super) fn step(row: usize, column: usize, direction: usize, side: usize) -> Option<usize> {
    let (row, column) = match direction {
        0 => (row, column.checked_sub(1)?),
        1 => (row + 1, column),
        2 => (row, column + 1),
        _ => (row.checked_sub(1)?, column),
    };
    (row < side && column < side).then_some(row * side + column)
}

/// How far a triangle looks up, from -1 to 1.
fn up([a, b, c]: &[Point; 3]) -> f32 {
    let arm = |[ax, az, ay]: Point, [bx, bz, by]: Point| [bx - ax, bz - az, by - ay];
    let ([ux, uz, uy], [vx, vz, vy]) = (arm(*a, *b), arm(*a, *c));
    let normal = [uz * vy - uy * vz, uy * vx - ux * vy, ux * vz - uz * vx];
    let length = normal.iter().map(|part| part * part).sum::<f32>().sqrt();
    let [_, up, _] = normal;
    if length > 0.0 { up / length } else { 0.0 }
}

fn along(at: &Point, axis: usize) -> f32 {
    at.get(axis).copied().unwrap_or_default()
}

fn span_on(corners: &[Point], axis: usize) -> (f32, f32) {
    corners
        .iter()
        .map(|corner| along(corner, axis))
        .fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at), high.max(at)))
}

/// The parts of a polygon below and above a place on an axis.
fn split(corners: &[Point], axis: usize, at: f32) -> (Vec<Point>, Vec<Point>) {
    let (mut below, mut above) = (Vec::with_capacity(8), Vec::with_capacity(8));
    let Some(mut last) = corners.last().copied() else { return (below, above) };
    for corner in corners {
        let (from, to) = (along(&last, axis) - at, along(corner, axis) - at);
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            let share = from / (from - to);
            let mut each = last.into_iter().zip(*corner);
            let cut = std::array::from_fn(|own| match own {
                own if own == axis => {
                    each.next();
                    at
                }
                _ => each.next().map_or(0.0, |(a, b)| a + (b - a) * share),
            });
            below.push(cut);
            above.push(cut);
        }
        if to <= 0.0 {
            below.push(*corner);
        }
        if to >= 0.0 {
            above.push(*corner);
        }
        last = *corner;
    }
    (below, above)
}

/// Adds a span to a column, in one with all that it touches.
fn insert(spans: &mut Vec<Span>, mut span: Span, climb: i32) {
    let first = spans.partition_point(|own| own.high < span.low);
    let end = spans.partition_point(|own| own.low <= span.high).max(first);
    for own in spans.get(first..end).unwrap_or_default() {
        // Of two that end about as high, it is walked on if either is; or else as the higher one says.
        let high = span.high.max(own.high);
        span.is_walked = match (span.high - own.high).abs() <= climb {
            true => span.is_walked || own.is_walked,
            false if own.high > span.high => own.is_walked,
            false => span.is_walked,
        };
        (span.low, span.high) = (span.low.min(own.low), high);
    }
    spans.splice(first..end, [span]);
}
