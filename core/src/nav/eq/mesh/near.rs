//! The polygon nearest to a point.

use crate::nav::eq::mesh::shape::{along_segment, between, distance_2, edges, height_at, is_over};
use crate::nav::eq::mesh::{Loaded, Mesh, Point, Polygon};

/// How far a server looks from a point for a polygon: along x and y, and up and down.
pub const REACH: Point = [10.0, 200.0, 10.0];

/// A polygon, and where on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    pub polygon: usize,
    pub at: Point,
}

impl Polygon {
    /// Its height at a point that is over it.
    pub fn height_at(&self, point: Point) -> Option<f32> {
        if self.is_connection || !is_over(point, &self.corners) {
            return None;
        }
        let height = self.triangles.iter().find_map(|triangle| height_at(point, *triangle));
        height.or_else(|| {
            let [_, height, _] = self.on_edges(point)?;
            Some(height)
        })
    }

    /// The point of it that is nearest to another one, and whether that is over it.
    pub fn nearest(&self, point: Point) -> Option<(Point, bool)> {
        if let Some(height) = self.height_at(point) {
            let [x, _, y] = point;
            return Some(([x, height, y], true));
        }
        if let ([a, b], true) = (self.corners.as_slice(), self.is_connection) {
            let (share, _) = along_segment(point, *a, *b);
            return Some((between(*a, *b, share), false));
        }
        Some((self.on_edges(point)?, false))
    }

    fn on_edges(&self, point: Point) -> Option<Point> {
        let each = edges(&self.corners).map(|(a, b)| (along_segment(point, a, b), a, b));
        let nearest = each.reduce(|a, b| if b.0.1 < a.0.1 { b } else { a });
        nearest.map(|((share, _), a, b)| between(a, b, share))
    }
}

impl Mesh {
    /// The polygon nearest to a point within a reach, of those that are wanted.
    pub fn nearest(
        &self,
        point: Point,
        reach: Point,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<Near> {
        let (low, high) = around(point, reach);
        let [low_tile, high_tile] = [low, high].map(|corner| self.tile_place(corner));
        let ([low_x, low_y], [high_x, high_y]) = (low_tile?, high_tile?);
        let rows = self.by_place.range([low_x, i32::MIN]..=[high_x, i32::MAX]);
        let tiles =
            rows.filter(|([_, y], _)| (low_y..=high_y).contains(y)).flat_map(|(_, tiles)| tiles);
        let mut nearest = Nearest::default();
        for tile in tiles {
            self.nearest_in(*tile, point, (low, high), &is_wanted, &mut nearest);
        }
        nearest.found
    }

    /// The same in one tile, whatever its polygons are.
    pub(crate) fn nearest_in_tile(&self, tile: usize, point: Point, reach: Point) -> Option<Near> {
        let mut nearest = Nearest::default();
        self.nearest_in(tile, point, around(point, reach), &|_| true, &mut nearest);
        nearest.found
    }

    fn nearest_in(
        &self,
        tile: usize,
        point: Point,
        (low, high): (Point, Point),
        is_wanted: &impl Fn(usize) -> bool,
        nearest: &mut Nearest,
    ) {
        let Some(tile) = self.tiles.get(tile) else { return };
        let touched = match tile.boxes.is_empty() {
            true => self.touched(tile, low, high),
            false => tile.touched(low, high),
        };
        for polygon in touched.into_iter().filter(|polygon| is_wanted(*polygon)) {
            let found = self.polygons.get(polygon).and_then(|polygon| polygon.nearest(point));
            let Some((at, is_over)) = found else { continue };
            let off = distance_2(at, point);
            // What is below a point within a step is as good as what is at it.
            let off = if is_over {
                let ([_, height, _], [_, own, _]) = (at, point);
                ((height - own).abs() - tile.climb).max(0.0).powi(2)
            } else {
                off
            };
            if off < nearest.off {
                *nearest = Nearest { off, found: Some(Near { polygon, at }) };
            }
        }
    }

    fn tile_place(&self, [x, _, y]: Point) -> Option<[i32; 2]> {
        let ([ox, _, oy], [width, height]) = (self.grid.origin, self.grid.sides);
        let place = [(x - ox) / width, (y - oy) / height].map(f32::floor);
        place.iter().all(|number| number.is_finite()).then(|| place.map(|number| number as i32))
    }

    /// Polygons of a tile without a tree whose boxes touch a box.
    fn touched(&self, tile: &Loaded, low: Point, high: Point) -> Vec<usize> {
        let touches = |polygon: &Polygon| {
            let mut axes = (0..3).map(|axis| {
                let on_axis = polygon.corners.iter().filter_map(|corner| corner.get(axis).copied());
                let (least, most) = on_axis
                    .fold((f32::MAX, f32::MIN), |(least, most), at| (least.min(at), most.max(at)));
                let (low, high) = (low.get(axis).copied(), high.get(axis).copied());
                low.is_some_and(|low| low <= most) && high.is_some_and(|high| high >= least)
            });
            !polygon.is_connection && axes.all(|touches| touches)
        };
        let own = self.polygons.get(tile.first..tile.first + tile.n_polygons).unwrap_or_default();
        let touched = own.iter().enumerate().filter(|(_, polygon)| touches(polygon));
        touched.map(|(number, _)| tile.first + number).collect()
    }
}

struct Nearest {
    off: f32,
    found: Option<Near>,
}

impl Default for Nearest {
    fn default() -> Nearest {
        Nearest { off: f32::MAX, found: None }
    }
}

fn around([x, z, y]: Point, [rx, rz, ry]: Point) -> (Point, Point) {
    ([x - rx, z - rz, y - ry], [x + rx, z + rz, y + ry])
}

impl Loaded {
    /// Polygons whose boxes in the tree touch a box.
    fn touched(&self, low: Point, high: Point) -> Vec<usize> {
        let each = low.into_iter().zip(high).zip(self.low.into_iter().zip(self.high));
        let mut spans = each.map(|((from, to), (least, most))| {
            // Corners in the wrong order, as a damaged tile has them, clamp to nothing.
            let inside = |at: f32| (at.min(most).max(least) - least) * self.boxes_per_unit;
            ((inside(from) as u16) & 0xfffe, (inside(to) + 1.0) as u16 | 1)
        });
        let spans: [(u16, u16); 3] = std::array::from_fn(|_| spans.next().unwrap_or_default());
        let mut found = Vec::new();
        let mut next = 0_usize;
        while let Some(node) = self.boxes.get(next) {
            let own = node.low.into_iter().zip(node.high);
            let touches = own.zip(spans).all(|((low, high), (from, to))| from <= high && to >= low);
            let own = usize::try_from(node.index).ok();
            match own {
                Some(own) if touches && own < self.n_polygons => found.push(self.first + own),
                _ => {}
            }
            // A leaf and a box that is touched are followed by the next one.
            let skip =
                if touches || own.is_some() { 1 } else { node.index.unsigned_abs() as usize };
            next = next.saturating_add(skip.max(1));
        }
        found
    }
}
