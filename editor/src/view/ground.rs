//! Ground made of cells with a height at each corner: what a ray meets on it.
//!
//! A cell is two triangles, divided from its south-east to its north-west corner. Where
//! neighbours don't meet there is a wall between them, which belongs to the higher one. What is
//! drawn is made by the same rules, so that a person hits what is seen.

mod leap;
#[cfg(test)]
pub(crate) mod trial;

use glam::{DVec2, DVec3, Vec3, dvec2};
use landwright_core::format::number::F32;
use landwright_core::space::ragnarok::{
    Corner, TilePos, WORLD_UNITS_PER_TILE, height_from_altitude,
};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::area::Rect;

use super::orbit::Ray;

/// Its south-west corner is where east and north are 0.
pub trait Ground {
    /// Columns and rows.
    fn size_in_cells(&self) -> [u32; 2];

    fn world_units_per_cell(&self) -> f32;

    /// Whether there is ground: a map may have gaps.
    fn is_there(&self, _cell: [u32; 2]) -> bool {
        true
    }

    /// South-west, south-east, north-west, north-east, in world units; always finite. `None`
    /// beside the map, and something in a gap.
    fn corner_heights(&self, cell: [u32; 2]) -> Option<[f32; 4]>;

    /// The lowest and the highest corner of some cells; the first is the greater where there are
    /// none.
    fn height_range(&self, cells: Rect) -> [f32; 2] {
        let columns = move |y| (cells.x..cells.east()).map(move |x| [x, y]);
        let corners = (cells.y..cells.north())
            .flat_map(columns)
            .filter_map(|cell| self.corner_heights(cell))
            .flatten();
        corners.fold(NO_HEIGHTS, |[low, high], height| [low.min(height), high.max(height)])
    }
}

const NO_HEIGHTS: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

/// Where a ray meets the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    pub cell: [u32; 2],
    pub at_in_world: DVec3,
    pub distance_in_world: f64,
}

/// Heights beyond this are drawn here, so that a broken corner does not hide the map.
const MAX_HEIGHT_IN_WORLD: f32 = 20_000.0;

/// A height that can be drawn, of whatever a file says.
pub fn drawn_height(height: f32) -> f32 {
    if height.is_nan() { 0.0 } else { height.clamp(-MAX_HEIGHT_IN_WORLD, MAX_HEIGHT_IN_WORLD) }
}

impl Ground for GatMap {
    fn size_in_cells(&self) -> [u32; 2] {
        [self.width(), self.height()]
    }

    fn world_units_per_cell(&self) -> f32 {
        WORLD_UNITS_PER_TILE
    }

    fn corner_heights(&self, [x, y]: [u32; 2]) -> Option<[f32; 4]> {
        let idx = self.idx(TilePos { x, y })?;
        let height = |corner| {
            let word = self.altitude_column(corner).get(idx).unwrap_or_default();
            drawn_height(height_from_altitude(F32::from_bits(word)))
        };
        Some(Corner::ALL.map(height))
    }

    fn height_range(&self, cells: Rect) -> [f32; 2] {
        let cells = cells.within(self.rect());
        let mut range = NO_HEIGHTS;
        for corner in Corner::ALL {
            let column = self.altitude_column(corner);
            for y in cells.y..cells.north() {
                let start = y as usize * self.width() as usize;
                let row = start + cells.x as usize..start + cells.east() as usize;
                for word in column.pieces(row).flatten() {
                    let height = drawn_height(height_from_altitude(F32::from_bits(*word)));
                    range = [range[0].min(height), range[1].max(height)];
                }
            }
        }
        range
    }
}

/// The middle of a cell; `None` beside the map.
pub fn middle_in_world(ground: &impl Ground, cell: [u32; 2]) -> Option<Vec3> {
    let [sw, se, nw, ne] = ground.corner_heights(cell).filter(|_| ground.is_there(cell))?;
    let [x, y] = cell.map(|n| (n as f32 + 0.5) * ground.world_units_per_cell());
    Some(Vec3::new(x, y, (sw + se + nw + ne) / 4.0))
}

/// The known facts about the heights of a ground in squares of cells, so that a ray passes over
/// many of them at once.
pub trait Squares {
    /// From the smallest squares to one that holds all cells.
    fn n_levels(&self) -> u32;

    /// The square that a cell lies in, with its lowest and its highest corner.
    fn square(&self, level: u32, cell: [u32; 2]) -> Option<Square>;
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Square {
    pub cells: Rect,
    pub heights: [f32; 2],
}

/// The first cell that a ray meets, from above or below.
pub fn pick(ground: &impl Ground, ray: &Ray) -> Option<Hit> {
    pick_beyond(ground, &leap::NoSquares, ray)
}

/// As [`pick`], without asking the cells of squares that the ray passes above or below.
pub fn pick_beyond(ground: &impl Ground, squares: &impl Squares, ray: &Ray) -> Option<Hit> {
    let side = f64::from(ground.world_units_per_cell());
    let mut walk = Walk::start(ground.size_in_cells(), side, ray)?;
    let mut asked = Rect::default();
    loop {
        let [x, y] = walk.cell;
        if !asked.contains(TilePos { x, y }) {
            asked = leap::leap(&mut walk, squares, ray, side);
        }
        let heights = ground.corner_heights(walk.cell)?;
        let corners = corners_in_world(walk.cell, heights, side);
        let until = walk.leaves_at();
        let is_there = ground.is_there(walk.cell);
        let met = meets_cell(ray, &corners, walk.entered_at, until).filter(|_| is_there);
        if let Some(distance) = met {
            return Some(hit(ray, walk.cell, distance));
        }
        let step = walk.step();
        let beyond = ground.corner_heights(walk.cell)?;
        if !(is_there && ground.is_there(walk.cell)) {
            continue;
        }
        let beyond = corners_in_world(walk.cell, beyond, side);
        let crossing = ray.at(until);
        let height_here = height_at_border(&corners, step, crossing);
        let height_beyond = height_at_border(&beyond, step.opposite(), crossing);
        let (low, high) = (height_here.min(height_beyond), height_here.max(height_beyond));
        if low < crossing.z && crossing.z < high {
            let is_here = height_here > height_beyond;
            let cell = if is_here { step.back_from(walk.cell)? } else { walk.cell };
            return Some(hit(ray, cell, until));
        }
    }
}

fn hit(ray: &Ray, cell: [u32; 2], distance: f64) -> Hit {
    Hit { cell, at_in_world: ray.at(distance), distance_in_world: distance }
}

/// A ray on its way over the cells.
pub(crate) struct Walk {
    pub(crate) cell: [u32; 2],
    size: [u32; 2],
    pub(crate) entered_at: f64,
    /// The distance to the next border between columns, and between rows.
    next: DVec2,
    /// From a border to the next one.
    spacing: DVec2,
    goes_east: bool,
    goes_north: bool,
}

/// Which side of a cell is crossed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    East,
    West,
    North,
    South,
}

impl Walk {
    /// At the first cell; `None` where the ray passes by the map.
    pub(crate) fn start(size: [u32; 2], side: f64, ray: &Ray) -> Option<Walk> {
        let [width, height] = size.map(f64::from);
        let (from, way) = (ray.from_in_world.truncate() / side, ray.direction.truncate() / side);
        if !(from.is_finite() && way.is_finite()) || size.contains(&0) {
            return None;
        }
        let (x_in, x_out) = crossing(from.x, way.x, width)?;
        let (y_in, y_out) = crossing(from.y, way.y, height)?;
        let (entered, left) = (x_in.max(y_in).max(0.0), x_out.min(y_out));
        if entered > left {
            return None;
        }
        let at = from + way * entered;
        let index = |at: f64, n: u32| (at.floor().max(0.0) as u32).min(n - 1);
        let cell = [index(at.x, size[0]), index(at.y, size[1])];
        let border = |cell: u32, way: f64| f64::from(cell) + if way > 0.0 { 1.0 } else { 0.0 };
        let distance = |cell: u32, from: f64, way: f64| match way == 0.0 {
            true => f64::INFINITY,
            false => ((border(cell, way) - from) / way).max(entered),
        };
        Some(Walk {
            cell,
            size,
            entered_at: entered,
            next: dvec2(distance(cell[0], from.x, way.x), distance(cell[1], from.y, way.y)),
            spacing: dvec2(1.0, 1.0) / way.abs(),
            goes_east: way.x > 0.0,
            goes_north: way.y > 0.0,
        })
    }

    pub(crate) fn leaves_at(&self) -> f64 {
        self.next.min_element()
    }

    /// Goes on to the next cell, which may lie beside the map. Says which side it went through.
    pub(crate) fn step(&mut self) -> Side {
        self.entered_at = self.leaves_at();
        let [x, y] = &mut self.cell;
        let [width, height] = self.size;
        // What is before the first becomes what is behind the last: beside the map as well.
        let moved = |n: &mut u32, len: u32, is_up: bool| {
            *n = if is_up { *n + 1 } else { n.checked_sub(1).unwrap_or(len) };
        };
        if self.next.x <= self.next.y {
            self.next.x += self.spacing.x;
            moved(x, width, self.goes_east);
            if self.goes_east { Side::East } else { Side::West }
        } else {
            self.next.y += self.spacing.y;
            moved(y, height, self.goes_north);
            if self.goes_north { Side::North } else { Side::South }
        }
    }
}

impl Side {
    fn opposite(self) -> Side {
        match self {
            Side::East => Side::West,
            Side::West => Side::East,
            Side::North => Side::South,
            Side::South => Side::North,
        }
    }

    /// The cell that was left through this side.
    fn back_from(self, [x, y]: [u32; 2]) -> Option<[u32; 2]> {
        Some(match self {
            Side::East => [x.checked_sub(1)?, y],
            Side::West => [x.checked_add(1)?, y],
            Side::North => [x, y.checked_sub(1)?],
            Side::South => [x, y.checked_add(1)?],
        })
    }
}

/// When something is between 0 and `end` that starts at `from` and moves by `way`.
fn crossing(from: f64, way: f64, end: f64) -> Option<(f64, f64)> {
    if way == 0.0 {
        return (0.0..=end).contains(&from).then_some((f64::NEG_INFINITY, f64::INFINITY));
    }
    let (a, b) = (-from / way, (end - from) / way);
    Some((a.min(b), a.max(b)))
}

fn corners_in_world([x, y]: [u32; 2], heights: [f32; 4], side: f64) -> [DVec3; 4] {
    let [sw, se, nw, ne] = heights.map(f64::from);
    let (west, south) = (f64::from(x) * side, f64::from(y) * side);
    let (east, north) = (west + side, south + side);
    [
        DVec3::new(west, south, sw),
        DVec3::new(east, south, se),
        DVec3::new(west, north, nw),
        DVec3::new(east, north, ne),
    ]
}

/// Where a ray meets one of the two triangles of a cell while it is above or below the cell.
fn meets_cell(ray: &Ray, [sw, se, nw, ne]: &[DVec3; 4], from: f64, until: f64) -> Option<f64> {
    let slack = 1e-7 * until.clamp(1.0, 1e12);
    [[sw, se, nw], [ne, nw, se]]
        .into_iter()
        .filter_map(|[a, b, c]| {
            let across = (b - a).cross(c - a);
            let distance = (a - ray.from_in_world).dot(across) / ray.direction.dot(across);
            let is_inside = distance >= from - slack && distance <= until + slack;
            // A plane that is met outside of its own half of the cell is not met.
            let at = ray.at(distance);
            let side = (b - a).truncate().length();
            let share = ((at - a).truncate() / (b + c - a * 2.0).truncate()).element_sum();
            let is_in_half = share <= 1.0 + 1e-6 && side > 0.0;
            (distance >= 0.0 && is_inside && is_in_half).then_some(distance)
        })
        .reduce(f64::min)
}

/// The height of a cell's side where a ray crosses it.
fn height_at_border([sw, se, nw, ne]: &[DVec3; 4], side: Side, at: DVec3) -> f64 {
    let (a, b) = match side {
        Side::East => (se, ne),
        Side::West => (sw, nw),
        Side::North => (nw, ne),
        Side::South => (sw, se),
    };
    let way = (b - a).truncate();
    let share = (at - a).truncate().dot(way) / way.length_squared();
    a.z + (b.z - a.z) * share.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, vec2};
    use landwright_core::format::ragnarok::gat::Version;
    use landwright_core::sample::ragnarok::{Plan, island};
    use landwright_core::sample::rng::Rng;

    use super::super::orbit::Orbit;
    use super::trial::Steps;
    use super::*;

    fn ray(from: [f64; 3], to: [f64; 3]) -> Ray {
        let (from, to) = (DVec3::from(from), DVec3::from(to));
        Ray { from_in_world: from, direction: (to - from).normalize() }
    }

    fn sample() -> GatMap {
        let plan = Plan { seed: 7, width: 60, height: 50, version: Version::V1_3 };
        GatMap::new(&island(plan).gat).unwrap()
    }

    #[test]
    fn straight_down_is_the_cell_below() {
        let ground = Steps(&[&[0.0, 5.0, 0.0], &[1.0, 2.0, 3.0]]);
        let hit = pick(&ground, &ray([3.5, 2.5, 50.0], [3.5, 2.5, 0.0])).unwrap();
        assert_eq!(hit.cell, [1, 1]);
        assert_eq!((hit.at_in_world.z, hit.distance_in_world), (5.0, 45.0));
        let from_below = pick(&ground, &ray([5.0, 1.0, -50.0], [5.0, 1.0, 0.0])).unwrap();
        assert_eq!((from_below.cell, from_below.at_in_world.z), ([2, 0], 3.0));
        for beside in [[-0.5, 1.0], [6.5, 1.0], [1.0, -0.1], [1.0, 4.1]] {
            let [x, y] = beside;
            assert_eq!(pick(&ground, &ray([x, y, 50.0], [x, y, 0.0])), None);
        }
    }

    #[test]
    fn walls_belong_to_the_higher_cell() {
        let ground = Steps(&[&[0.0, 6.0, 0.0]]);
        let from_west = pick(&ground, &ray([-10.0, 1.0, 3.0], [10.0, 1.0, 3.0])).unwrap();
        assert_eq!(from_west.cell, [1, 0]);
        assert_eq!(from_west.at_in_world.x, 2.0);
        let from_east = pick(&ground, &ray([10.0, 1.0, 3.0], [-10.0, 1.0, 3.0])).unwrap();
        assert_eq!((from_east.cell, from_east.at_in_world.x), ([1, 0], 4.0));
        let over = pick(&ground, &ray([-10.0, 1.0, 7.0], [10.0, 1.0, 7.0]));
        assert_eq!(over, None);
        // From inside of the hill outwards: the wall is left through, and hit.
        let inside = pick(&ground, &ray([3.0, 1.0, 3.0], [10.0, 1.0, 3.0])).unwrap();
        assert_eq!((inside.cell, inside.at_in_world.x), ([1, 0], 4.0));
    }

    #[test]
    fn every_cell_that_is_seen_from_straight_above_is_the_one_that_is_met() {
        let map = sample();
        let mut rng = Rng::new(3);
        for _ in 0..2000 {
            let (x, y) = (rng.below(60), rng.below(50));
            let inside = dvec2(rng.unit().into(), rng.unit().into()) * 0.8 + 0.1;
            let at = (dvec2(x.into(), y.into()) + inside) * 5.0;
            let hit = pick(&map, &ray([at.x, at.y, 1e4], [at.x, at.y, 0.0])).unwrap();
            assert_eq!(hit.cell, [x, y]);
            let heights = map.corner_heights([x, y]).unwrap().map(f64::from);
            let low = heights.into_iter().fold(f64::INFINITY, f64::min);
            let high = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let at = hit.at_in_world.z;
            assert!((low - 1e-6..=high + 1e-6).contains(&at), "{low} {at} {high}");
        }
    }

    /// The nearest place on any triangle or wall, found without a walk.
    fn nearest(map: &GatMap, ray: &Ray) -> Option<f64> {
        let meets = |triangle: [DVec3; 3]| {
            let [a, b, c] = triangle;
            let (ab, ac) = (b - a, c - a);
            let p = ray.direction.cross(ac);
            let det = ab.dot(p);
            let t = ray.from_in_world - a;
            let u = t.dot(p) / det;
            let q = t.cross(ab);
            let (v, distance) = (ray.direction.dot(q) / det, ac.dot(q) / det);
            let is_hit = det.abs() > 1e-12 && u >= 0.0 && v >= 0.0 && u + v <= 1.0;
            (is_hit && distance >= 0.0).then_some(distance)
        };
        let corners = |x, y| Some(corners_in_world([x, y], map.corner_heights([x, y])?, 5.0));
        let mut found = Vec::new();
        for (x, y) in (0..50).flat_map(|y| (0..60).map(move |x| (x, y))) {
            let [sw, se, nw, ne] = corners(x, y).unwrap();
            let mut triangles = vec![[sw, se, nw], [ne, nw, se]];
            if let Some([w_sw, _, w_nw, _]) = corners(x + 1, y) {
                triangles.extend([[se, ne, w_sw], [w_sw, w_nw, ne], [se, w_nw, w_sw]]);
            }
            if let Some([s_sw, s_se, ..]) = corners(x, y + 1) {
                triangles.extend([[nw, ne, s_sw], [s_sw, s_se, ne], [nw, s_se, s_sw]]);
            }
            found.extend(triangles.into_iter().filter_map(meets));
        }
        found.into_iter().reduce(f64::min)
    }

    #[test]
    fn the_walk_finds_what_a_search_of_all_triangles_finds() {
        let map = sample();
        let mut rng = Rng::new(11);
        let size: Vec2 = vec2(800.0, 600.0);
        let mut n_hits = 0;
        for _ in 0..100 {
            let orbit = Orbit {
                target_in_world: Vec3::new(rng.unit() * 300.0, rng.unit() * 250.0, 0.0),
                distance_in_world: 20.0 + rng.unit() * 300.0,
                yaw_degrees: rng.unit() * 360.0,
                pitch_degrees: rng.unit() * 100.0 - 10.0,
            };
            let ray = orbit.ray(vec2(rng.unit(), rng.unit()) * size, size);
            let (walked, searched) = (pick(&map, &ray), nearest(&map, &ray));
            let distance = walked.map(|hit| hit.distance_in_world);
            match (distance, searched) {
                (Some(a), Some(b)) => assert!((a - b).abs() < 1e-3, "{a} {b} {ray:?}"),
                (a, b) => assert_eq!(a, b, "{ray:?}"),
            }
            n_hits += usize::from(walked.is_some());
        }
        assert!(n_hits > 30, "{n_hits}");
    }

    #[test]
    fn a_range_of_heights_is_that_of_its_corners() {
        /// The same ground, asked cell by cell.
        struct Slowly<'m>(&'m GatMap);
        impl Ground for Slowly<'_> {
            fn size_in_cells(&self) -> [u32; 2] {
                self.0.size_in_cells()
            }
            fn world_units_per_cell(&self) -> f32 {
                5.0
            }
            fn corner_heights(&self, cell: [u32; 2]) -> Option<[f32; 4]> {
                self.0.corner_heights(cell)
            }
        }
        let map = sample();
        for (x, y, width, height) in [(0, 0, 60, 50), (59, 49, 1, 1), (20, 30, 90, 3)] {
            let cells = Rect { x, y, width, height };
            assert_eq!(map.height_range(cells), Slowly(&map).height_range(cells));
        }
        assert_eq!(map.height_range(Rect::default()), NO_HEIGHTS);
    }

    #[test]
    fn no_ray_and_no_height_is_too_strange() {
        let map = sample();
        for bad in [f64::NAN, f64::INFINITY] {
            let strange = Ray { from_in_world: DVec3::splat(bad), direction: DVec3::NEG_Z };
            assert_eq!(pick(&map, &strange), None);
            let strange = Ray { from_in_world: DVec3::ONE, direction: DVec3::splat(bad) };
            assert_eq!(pick(&map, &strange), None);
        }
        assert_eq!(drawn_height(f32::NAN), 0.0);
        assert_eq!(drawn_height(f32::NEG_INFINITY), -MAX_HEIGHT_IN_WORLD);
        assert_eq!(drawn_height(12.5), 12.5);
    }
}
