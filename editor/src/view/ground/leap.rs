//! How a ray passes over squares of cells that it can't meet.

use glam::DVec2;
use landwright_core::world::gat::area::Rect;

use super::{Square, Squares, Walk};
use crate::view::orbit::Ray;

/// Nothing is known but the cells.
pub(crate) struct NoSquares;

impl Squares for NoSquares {
    fn n_levels(&self) -> u32 {
        0
    }

    fn square(&self, _level: u32, _cell: [u32; 2]) -> Option<Square> {
        None
    }
}

/// A ray that passes this near, in world units, may meet the ground as well.
const SLACK_IN_WORLD: f64 = 0.01;

/// How many borders of cells lie at least between where a leap ends and where the square does: what
/// is between two squares is met by going from cell to cell.
const BORDERS_BEFORE_THE_END: f64 = 2.0;

/// Goes to the far side of the largest square around the cell that the ray passes above or below.
/// Answers with the cells that have to be asked one by one from there: the rest of that square,
/// or the smallest square where the ray may meet something in it.
pub(crate) fn leap(walk: &mut Walk, squares: &impl Squares, ray: &Ray, side: f64) -> Rect {
    let mut smallest = Rect::default();
    for level in (0..squares.n_levels()).rev() {
        let Some(square) = squares.square(level, walk.cell) else { continue };
        smallest = square.cells;
        let until = leaves_at(square.cells, ray, side);
        let [low, high] = square.heights.map(f64::from);
        let ends = [walk.entered_at, until].map(|distance| ray.at(distance).z);
        let is_above = ends.iter().all(|z| *z > high + SLACK_IN_WORLD);
        let is_below = ends.iter().all(|z| *z < low - SLACK_IN_WORLD);
        if is_above || is_below {
            walk.skip_to(until - BORDERS_BEFORE_THE_END * walk.spacing.min_element());
            return square.cells;
        }
    }
    smallest
}

/// The distance at which a ray leaves what lies over some cells.
fn leaves_at(cells: Rect, ray: &Ray, side: f64) -> f64 {
    let low = DVec2::new(f64::from(cells.x), f64::from(cells.y)) * side;
    let high = DVec2::new(f64::from(cells.east()), f64::from(cells.north())) * side;
    let until = |from: f64, way: f64, low: f64, high: f64| match way {
        way if way > 0.0 => (high - from) / way,
        way if way < 0.0 => (low - from) / way,
        _ => f64::INFINITY,
    };
    let (from, way) = (ray.from_in_world, ray.direction);
    until(from.x, way.x, low.x, high.x).min(until(from.y, way.y, low.y, high.y))
}

impl Walk {
    /// Goes on to the cell that the ray is in after a distance.
    fn skip_to(&mut self, distance: f64) {
        let [x, y] = &mut self.cell;
        let axes = [
            (x, &mut self.next.x, self.spacing.x, self.goes_east),
            (y, &mut self.next.y, self.spacing.y, self.goes_north),
        ];
        for (cell, next, spacing, is_up) in axes {
            // Of a ray that never crosses such a border this is no number, and becomes 0.
            let n_borders = ((distance - *next) / spacing).ceil() as u32;
            if n_borders > 0 {
                *cell = match is_up {
                    true => cell.saturating_add(n_borders),
                    false => cell.saturating_sub(n_borders),
                };
                *next += spacing * f64::from(n_borders);
                self.entered_at = self.entered_at.max(*next - spacing);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use glam::{DVec3, Vec2, Vec3, vec2};
    use landwright_core::format::number::F32;
    use landwright_core::format::ragnarok::gat::Version;
    use landwright_core::sample::ragnarok::{Plan, island};
    use landwright_core::sample::rng::Rng;
    use landwright_core::world::gat::GatMap;

    use super::super::{Ground, Hit, pick, pick_beyond};
    use super::*;
    use crate::view::orbit::Orbit;

    /// Squares of 8, 16, 32 … cells, by level, column and row.
    struct Asked(BTreeMap<[u32; 3], Square>);

    impl Asked {
        fn of(map: &GatMap) -> Asked {
            let mut squares = BTreeMap::new();
            for level in 0..6 {
                let side = 8 << level;
                for (y, x) in
                    (0..150).step_by(side).flat_map(|y| (0..200).step_by(side).map(move |x| (y, x)))
                {
                    let width = side as u32;
                    let cells = Rect { x, y, width, height: width }.within(map.rect());
                    let square = Square { cells, heights: map.height_range(cells) };
                    squares.insert([level, x / width, y / width], square);
                }
            }
            Asked(squares)
        }
    }

    impl Squares for Asked {
        fn n_levels(&self) -> u32 {
            6
        }

        fn square(&self, level: u32, [x, y]: [u32; 2]) -> Option<Square> {
            let side = 8 << level;
            self.0.get(&[level, x / side, y / side]).copied()
        }
    }

    /// Hills, and among them cells that stand out like towers, at borders of squares as well.
    fn map() -> GatMap {
        let plan = Plan { seed: 5, width: 200, height: 150, version: Version::V1_3 };
        let mut gat = island(plan).gat;
        let mut rng = Rng::new(8);
        for n in 0..300 {
            let at = [rng.below(200), rng.below(150)];
            let [x, y] = if n % 2 == 0 { at } else { at.map(|at| at / 8 * 8) };
            let height = F32::new(rng.unit() * 200.0 - 150.0);
            gat.tile_mut(x, y).unwrap().altitude = [height; 4];
        }
        GatMap::new(&gat).unwrap()
    }

    fn is_alike(walked: Option<Hit>, leapt: Option<Hit>) -> bool {
        match (walked, leapt) {
            (Some(a), Some(b)) => {
                a.cell == b.cell && (a.distance_in_world - b.distance_in_world).abs() < 1e-6
            }
            (a, b) => a == b,
        }
    }

    #[test]
    fn a_ray_that_leaps_meets_what_a_ray_that_walks_meets() {
        let map = map();
        let squares = Asked::of(&map);
        let mut rng = Rng::new(12);
        let size: Vec2 = vec2(800.0, 600.0);
        let mut n_hits = 0;
        for _ in 0..1000 {
            let orbit = Orbit {
                target_in_world: Vec3::new(rng.unit() * 1000.0, rng.unit() * 750.0, 0.0),
                distance_in_world: 20.0 + rng.unit() * 1500.0,
                yaw_degrees: (rng.unit() * 360.0).round(),
                pitch_degrees: rng.unit() * 100.0 - 10.0,
            };
            let ray = orbit.ray(vec2(rng.unit(), rng.unit()) * size, size);
            let (walked, leapt) = (pick(&map, &ray), pick_beyond(&map, &squares, &ray));
            assert!(is_alike(walked, leapt), "{walked:?} {leapt:?} {ray:?}");
            n_hits += usize::from(walked.is_some());
        }
        assert!(n_hits > 300, "{n_hits}");
    }

    #[test]
    fn straight_rays_and_strange_ones_are_the_same() {
        let map = map();
        let squares = Asked::of(&map);
        let from = [[502.5, 402.5, 900.0], [500.0, 400.0, 900.0], [-5.0, 400.0, -20.0]];
        let ways = [DVec3::NEG_Z, DVec3::Z, DVec3::X, DVec3::NEG_Y, DVec3::NAN, DVec3::INFINITY];
        for (from, direction) in from.into_iter().flat_map(|from| ways.map(|way| (from, way))) {
            let ray = Ray { from_in_world: DVec3::from(from), direction };
            let (walked, leapt) = (pick(&map, &ray), pick_beyond(&map, &squares, &ray));
            assert!(is_alike(walked, leapt), "{walked:?} {leapt:?} {ray:?}");
        }
    }
}
