//! The boxes of regions that newer zones have: the first that holds a point decides.

use crate::format::eq::wtr;
use crate::format::number::F32;
use crate::space::eq::{Kind, exchanged};

use super::cell::Cell;
use super::placing::PI;

/// Parts of a body are so far outside of what is cut from it, so that none is flat.
const APART: f64 = 1e-6;
/// So many boxes are cut from a box, and in so many pieces: real files have a few dozen boxes, and a
/// damaged one may not take hours.
const MOST_BEFORE: usize = 1000;
const MOST_PIECES: usize = 1000;
/// So many planes of pieces are gone through in a whole file. After that, boxes stay whole.
const MOST_PLANES: usize = 100_000;

/// The number of the kind of region that a point is in.
pub fn kind_in(boxes: &[wtr::Box], point: [f64; 3]) -> i32 {
    // The server hands the point over as it does for a tree.
    let point = exchanged(point);
    let found = boxes.iter().find(|one| holds(one, point));
    found.map_or(Kind::Normal.number(), |one| one.kind)
}

fn holds(one: &wtr::Box, point: [f64; 3]) -> bool {
    let [x, y, z] = in_box(one, point);
    let [ex, ey, ez] = extent(one);
    x.abs() <= ex && y.abs() <= ey && z.abs() <= ez
}

fn extent(one: &wtr::Box) -> [f64; 3] {
    one.extent.map(|extent| number(extent).abs())
}

/// A point back from where a box is to where it was made: moved, scaled, and turned about z, y and x.
fn in_box(one: &wtr::Box, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [px, py, pz] = one.position.map(number);
    let [sx, sy, sz] = one.scale.map(number);
    let (x, y, z) = ((x - px) / sx, (y - py) / sy, (z - pz) / sz);
    let [tx, ty, tz] = one.turns.map(|turn| f64::from(turn.get() * PI / 180.0));
    let (sin, cos) = tz.sin_cos();
    let (x, y) = (cos * x + sin * y, -sin * x + cos * y);
    let (sin, cos) = ty.sin_cos();
    let (x, z) = (cos * x - sin * z, sin * x + cos * z);
    let (sin, cos) = tx.sin_cos();
    [x, cos * y + sin * z, -sin * y + cos * z]
}

fn number(number: F32) -> f64 {
    f64::from(number.get())
}

/// The six planes that a box has in front; `None` for a box that holds nothing.
fn planes(one: &wtr::Box) -> Option<[[f64; 4]; 6]> {
    // The way back is linear, so its rows come from where it takes the origin and the axes.
    let origin = in_box(one, [0.0; 3]);
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| in_box(one, axis));
    let [[xx, yx, zx], [xy, yy, zy], [xz, yz, zz]] = axes;
    let ([x0, y0, z0], [ex, ey, ez]) = (origin, extent(one));
    let rows = [
        ([xx - x0, xy - x0, xz - x0], x0, ex),
        ([yx - y0, yy - y0, yz - y0], y0, ey),
        ([zx - z0, zy - z0, zz - z0], z0, ez),
    ];
    let [x, y, z] =
        rows.map(|([a, b, c], from, end)| [[a, b, c, end + from], [-a, -b, -c, end - from]]);
    let [[x_low, x_high], [y_low, y_high], [z_low, z_high]] = [x, y, z];
    let planes = [x_low, x_high, y_low, y_high, z_low, z_high].map(|plane| {
        let [a, b, c, _] = plane;
        let length = (a * a + b * b + c * c).sqrt();
        plane.map(|number| number / length)
    });
    planes.iter().flatten().all(|number| number.is_finite()).then_some(planes)
}

/// A box as a body, with its planes and what is around it.
struct Whole {
    kind: i32,
    planes: [[f64; 4]; 6],
    bounds: [[f64; 3]; 2],
}

impl Whole {
    fn of(one: &wtr::Box) -> Option<Whole> {
        let planes = planes(one)?;
        Some(Whole { kind: one.kind, planes, bounds: Cell::new(&planes)?.bounds() })
    }

    fn meets(&self, other: &Whole) -> bool {
        let ([low, high], [other_low, other_high]) = (self.bounds, other.bounds);
        let is_below = |a: [f64; 3], b: [f64; 3]| a.iter().zip(&b).all(|(a, b)| a <= b);
        is_below(low, other_high) && is_below(other_low, high)
    }
}

/// What each box holds that no box before it does, in bodies with the kind of the box. Boxes of normal
/// ground only take from others.
pub(super) fn cells(boxes: &[wtr::Box]) -> Vec<(i32, Cell)> {
    let mut cells = Vec::new();
    let mut before: Vec<Whole> = Vec::new();
    let mut n_planes_left = MOST_PLANES;
    for own in boxes.iter().filter_map(Whole::of) {
        let mut pieces = vec![own.planes.to_vec()];
        let n_before = if n_planes_left > 0 { MOST_BEFORE } else { 0 };
        let others = before.iter().take(n_before);
        for other in others.filter(|other| other.kind != own.kind && other.meets(&own)) {
            n_planes_left = n_planes_left.saturating_sub(pieces.iter().map(Vec::len).sum());
            if n_planes_left == 0 {
                break;
            }
            let left: Vec<_> = pieces.iter().flat_map(|piece| without(piece, other)).collect();
            if left.len() > MOST_PIECES {
                break;
            }
            pieces = left;
        }
        if own.kind != Kind::Normal.number() {
            let pieces = pieces.iter().filter_map(|planes| Cell::new(planes));
            cells.extend(pieces.map(|cell| (own.kind, cell)));
        }
        before.push(own);
    }
    cells
}

/// The parts of a body that are outside of a box, by their planes.
fn without(piece: &[[f64; 4]], other: &Whole) -> Vec<Vec<[f64; 4]>> {
    let behind = |(number, [a, b, c, d]): (usize, &[f64; 4])| {
        let inside = other.planes.iter().take(number);
        let outside = [-a, -b, -c, -d - APART];
        let planes: Vec<_> = piece.iter().chain(inside).copied().chain([outside]).collect();
        Cell::new(&planes).map(|_| planes)
    };
    other.planes.iter().enumerate().filter_map(behind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nav::eq::nearest::Nearest;

    #[test]
    fn a_point_is_in_the_first_box_that_holds_it() {
        let three = |x: f32, y: f32, z: f32| [x, y, z].map(F32::new);
        let large = wtr::Box {
            kind: 1,
            position: three(100.0, 0.0, 0.0),
            turns: three(0.0, 0.0, 90.0),
            scale: three(1.0, 1.0, 1.0),
            extent: three(20.0, 5.0, 5.0),
        };
        let small = wtr::Box { kind: 2, turns: three(0.0, 0.0, 0.0), ..large };
        let boxes = [large, small];
        // The server's x is the box's y: turned by 90 degrees, the box is long there.
        assert_eq!(kind_in(&boxes, [15.0, 100.0, 0.0]), 1);
        assert_eq!(kind_in(&boxes, [0.0, 115.0, 0.0]), 2);
        assert_eq!(kind_in(&boxes, [0.0, 115.0, 9.0]), 0);
    }

    fn upright(kind: i32, position: [f32; 3], extent: [f32; 3]) -> wtr::Box {
        let three = |numbers: [f32; 3]| numbers.map(F32::new);
        wtr::Box {
            kind,
            position: three(position),
            turns: three([0.0; 3]),
            scale: three([1.0; 3]),
            extent: three(extent),
        }
    }

    #[test]
    fn a_box_is_as_far_as_its_nearest_point_and_its_hidden_part_is_not_there() {
        let water = upright(1, [0.0; 3], [10.0, 10.0, 5.0]);
        let lava = upright(2, [5.0, 0.0, 0.0], [10.0, 10.0, 5.0]);
        let nearest = Nearest::of_boxes(&[water, lava]);
        // Points have the x of a box second. Lava begins where the water ends, at 10.
        let rows = [
            ([0.0, 0.0, 0.0], Some(0.0), Some(10.0)),
            ([0.0, 12.0, 0.0], Some(2.0), Some(0.0)),
            ([13.0, -14.0, 0.0], Some(5.0), Some((24.0_f64 * 24.0 + 9.0).sqrt())),
            ([0.0, 0.0, 8.0], Some(3.0), Some((100.0_f64 + 9.0).sqrt())),
        ];
        for (point, to_water, to_lava) in rows {
            for (kind, expected) in [(Kind::Water, to_water), (Kind::Lava, to_lava)] {
                let found = nearest.distance(kind, point).unwrap();
                assert!((found - expected.unwrap()).abs() < 1e-4, "{kind:?} {point:?}: {found}");
            }
        }
        let hidden = Nearest::of_boxes(&[water, wtr::Box { kind: 2, ..water }]);
        assert_eq!(hidden.distance(Kind::Lava, [0.0; 3]), None);
        let nowhere = wtr::Box { scale: [F32::ZERO; 3], ..water };
        assert_eq!(Nearest::of_boxes(&[nowhere]).distance(Kind::Water, [0.0; 3]), None);
    }

    #[test]
    fn a_file_of_many_boxes_that_meet_is_read_in_short_time() {
        let small = (0..400_u16).map(|n| {
            let [x, y, z] = [n % 20, n / 20, n % 7].map(f32::from);
            upright(1, [x * 4.0 - 40.0, y * 4.0 - 40.0, z], [0.5; 3])
        });
        let large = (0..2000).map(|_| upright(2, [0.0; 3], [100.0; 3]));
        let boxes: Vec<wtr::Box> = small.chain(large).collect();
        let start = std::time::Instant::now();
        assert!(!cells(&boxes).is_empty());
        assert!(start.elapsed().as_secs() < 60);
    }

    #[test]
    fn a_turned_and_scaled_box_is_as_far_as_the_nearest_of_many_points_in_it() {
        let three = |numbers: [f32; 3]| numbers.map(F32::new);
        let one = wtr::Box {
            turns: three([20.0, -35.0, 50.0]),
            scale: three([2.0, 1.0, 0.5]),
            ..upright(1, [30.0, -7.0, 4.0], [6.0, 5.0, 4.0])
        };
        let nearest = Nearest::of_boxes(&[one]);
        let steps = || (-60..=60).map(|n| f64::from(n) / 4.0);
        let inside: Vec<[f64; 3]> = steps()
            .flat_map(|x| {
                steps().flat_map(move |y| steps().map(move |z| [x - 7.0, y + 30.0, z + 4.0]))
            })
            .filter(|at| holds(&one, exchanged(*at)))
            .collect();
        assert!(inside.len() > 1000);
        for point in [[-7.0, 60.0, 4.0], [20.0, 30.0, 12.0], [-30.0, 5.0, -20.0]] {
            let squares = inside.iter().map(|at| {
                at.iter().zip(&point).map(|(a, b): (&f64, &f64)| (a - b) * (a - b)).sum::<f64>()
            });
            let sampled = squares.min_by(f64::total_cmp).unwrap().sqrt();
            let found = nearest.distance(Kind::Water, point).unwrap();
            assert!(
                found <= sampled + 1e-9 && sampled < found + 0.3,
                "{point:?} {found} {sampled}"
            );
        }
        for at in inside.iter().step_by(97) {
            assert_eq!(nearest.distance(Kind::Water, *at), Some(0.0), "{at:?}");
        }
    }
}
