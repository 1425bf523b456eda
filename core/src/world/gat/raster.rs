//! Shapes as cells: strokes without gaps, ellipses, polygons.

use super::area::{Area, Rect};
use super::region::Tip;

/// A cell, or a place beside the map.
pub(super) type Point = [i32; 2];

/// Every cell that a brush passes over on its way through the points.
pub(super) fn stroke(points: &[Point], size: u32, tip: Tip, map: Rect) -> Area {
    let size = size.min(i32::MAX as u32) as i32;
    let (min, max) = bounds_of(points);
    let start = size / 2;
    let rect = clipped([min[0] - start, min[1] - start], [max[0] + size, max[1] + size], map);
    let mut area = Area::empty(rect);
    let spans = brush_spans(size, tip);
    let mut dab = |[x, y]: Point| {
        for (row, (west, east)) in (y - start..).zip(&spans) {
            insert_span(&mut area, row, x - start + west, x - start + east, map);
        }
    };
    if let [point] = points {
        dab(*point);
    }
    for pair in points.windows(2) {
        if let [from, to] = pair {
            line(*from, *to).for_each(&mut dab);
        }
    }
    area
}

/// The spans of a brush, row by row from the south, from its south-west corner.
fn brush_spans(size: i32, tip: Tip) -> Vec<(i32, i32)> {
    let row = |row: i32| {
        // In half cells from the middle, so that even and odd sizes are as round.
        let is_in = |column: i32| {
            let (x, y) = (i64::from(2 * column - (size - 1)), i64::from(2 * row - (size - 1)));
            x * x + y * y <= i64::from(size) * i64::from(size)
        };
        match tip {
            Tip::Square => (0, size),
            Tip::Round => {
                let west = (0..size).find(|column| is_in(*column)).unwrap_or(size);
                (west, size - west)
            }
        }
    };
    (0..size).map(row).collect()
}

/// The cells of a line, both ends included: each touches the next.
fn line(from: Point, to: Point) -> impl Iterator<Item = Point> {
    let (dx, dy) = (i64::from(to[0]) - i64::from(from[0]), i64::from(to[1]) - i64::from(from[1]));
    let n_steps = dx.abs().max(dy.abs());
    let at = move |start: i32, d: i64, step: i64| {
        // Rounded to the nearest, halves to the north-east whichever end comes first.
        let offset = (2 * d * step + n_steps).div_euclid((2 * n_steps).max(1));
        (i64::from(start) + offset) as i32
    };
    (0..=n_steps).map(move |step| [at(from[0], dx, step), at(from[1], dy, step)])
}

/// The cells whose middle is in the ellipse that fills a rectangle.
pub(super) fn ellipse(rect: Rect, map: Rect) -> Area {
    let mut area = Area::empty(rect.within(map));
    let (width, height) = (f64::from(rect.width), f64::from(rect.height));
    for y in rect.y..rect.north().min(map.north()) {
        let up = 2.0 * (f64::from(y - rect.y) + 0.5) / height - 1.0;
        let half = (1.0 - up * up).max(0.0).sqrt() * width / 2.0;
        let west = (width / 2.0 - half - 0.5).ceil().max(0.0) as u32;
        let east = (width / 2.0 + half + 0.5).ceil() as u32;
        let east = east.min(rect.width.saturating_sub(west));
        area.insert_span(y, rect.x + west, rect.x.saturating_add(east).min(map.east()));
    }
    area
}

/// The cells inside a polygon and along its outline, holes where it crosses itself.
pub(super) fn polygon(points: &[Point], map: Rect) -> Area {
    let mut outline = points.to_vec();
    outline.extend(points.first());
    let area = stroke(&outline, 1, Tip::Square, map);
    let (min, max) = bounds_of(points);
    let mut inside = Area::empty(clipped(min, [max[0] + 1, max[1] + 1], map));
    let frame = inside.frame();
    for y in frame.y..frame.north() {
        let mut crossings: Vec<f64> = Vec::new();
        for pair in outline.windows(2) {
            let [[x0, y0], [x1, y1]] =
                [pair.first(), pair.last()].map(|p| p.map_or([0.0; 2], |p| p.map(f64::from)));
            let y = f64::from(y);
            if (y0 <= y) != (y1 <= y) {
                crossings.push(x0 + (y - y0) / (y1 - y0) * (x1 - x0));
            }
        }
        crossings.sort_by(f64::total_cmp);
        for pair in crossings.chunks_exact(2) {
            if let [west, east] = pair {
                let (west, east) = (west.ceil() as i32, east.floor() as i32 + 1);
                insert_span(&mut inside, y as i32, west, east, map);
            }
        }
    }
    area.union(&inside)
}

fn bounds_of(points: &[Point]) -> (Point, Point) {
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold((first, first), |(min, max), point| {
        ([min[0].min(point[0]), min[1].min(point[1])], [max[0].max(point[0]), max[1].max(point[1])])
    })
}

/// The part of the map from one corner to before the other.
fn clipped(min: Point, max: Point, map: Rect) -> Rect {
    let [x, y, east, north] = [min[0], min[1], max[0], max[1]].map(|n| n.max(0) as u32);
    let rect = Rect { x, y, width: east.saturating_sub(x), height: north.saturating_sub(y) };
    rect.within(map)
}

fn insert_span(area: &mut Area, y: i32, west: i32, east: i32, map: Rect) {
    let (Ok(y), Ok(east)) = (u32::try_from(y), u32::try_from(east)) else { return };
    area.insert_span(y, west.max(0) as u32, east.min(map.east()));
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::space::ragnarok::TilePos;

    const MAP: Rect = Rect { x: 0, y: 0, width: 9, height: 6 };

    fn check(area: &Area, expected: &Expect) {
        let row = |y| -> String {
            let letter = |x| if area.contains(TilePos { x, y }) { '#' } else { '.' };
            (0..MAP.width).map(letter).collect()
        };
        let rows: Vec<String> = (0..MAP.height).rev().map(row).collect();
        expected.assert_eq(&(rows.join("\n") + "\n"));
    }

    #[test]
    fn a_stroke_has_no_gaps_and_stays_on_the_map() {
        check(
            &stroke(&[[-3, -1], [20, 6]], 1, Tip::Round, MAP),
            &expect![[r#"
            .........
            .........
            .........
            ......###
            ..####...
            ##.......
        "#]],
        );
        check(
            &stroke(&[[2, 3], [7, 3]], 3, Tip::Round, MAP),
            &expect![[r#"
            .........
            .########
            .########
            .########
            .........
            .........
        "#]],
        );
        for size in 1..40 {
            for tip in [Tip::Round, Tip::Square] {
                let dab = stroke(&[[100, 100]], size, tip, Rect { width: 200, height: 200, ..MAP });
                assert_eq!((dab.bounds().width, dab.bounds().height), (size, size));
            }
        }
    }

    #[test]
    fn an_ellipse_fills_its_rectangle() {
        check(
            &ellipse(Rect { x: 1, y: 0, width: 7, height: 5 }, MAP),
            &expect![[r#"
            .........
            ..#####..
            .#######.
            .#######.
            .#######.
            ..#####..
        "#]],
        );
        check(
            &ellipse(Rect { x: 8, y: 5, width: 9, height: 9 }, MAP),
            &expect![[r#"
            .........
            .........
            .........
            .........
            .........
            .........
        "#]],
        );
    }

    #[test]
    fn a_polygon_holds_its_outline() {
        check(
            &polygon(&[[1, 0], [7, 0], [4, 5]], MAP),
            &expect![[r#"
            ....#....
            ...###...
            ...###...
            ..#####..
            ..#####..
            .#######.
        "#]],
        );
        check(
            &polygon(&[[3, 3]], MAP),
            &expect![[r#"
            .........
            .........
            ...#.....
            .........
            .........
            .........
        "#]],
        );
    }
}
