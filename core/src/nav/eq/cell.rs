//! Regions as convex bodies: their corners, and how far a point is from them.
//!
//! A region has no end where the tree has no plane, so each is cut off at a large box.

/// Where regions end that have no end: as far as the server looks.
pub const FAR: f64 = 100_000.0;

/// As near to a plane as a point counts as on it.
const ON_PLANE: f64 = 1e-7;

type Point = [f64; 3];

/// A convex body, in the axes that its planes are in.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Those that cut something off, each with the face that is on it. A point is inside where all
    /// of them have it in front.
    faces: Vec<Face>,
}

#[derive(Debug, Clone, PartialEq)]
struct Face {
    plane: [f64; 4],
    corners: Vec<Point>,
}

impl Cell {
    /// What is in front of all planes; `None` where that is nothing.
    pub fn new(planes: &[[f64; 4]]) -> Option<Cell> {
        let mut faces = whole();
        for plane in planes {
            let length = dot(normal(*plane), normal(*plane)).sqrt();
            if length <= 0.0 || !length.is_finite() {
                continue;
            }
            cut(&mut faces, plane.map(|number| number / length));
            if faces.is_empty() {
                return None;
            }
        }
        Some(Cell { faces })
    }

    /// The lowest and the highest corner.
    pub fn bounds(&self) -> [Point; 2] {
        let corners = self.faces.iter().flat_map(|face| &face.corners);
        corners.fold([[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]], |[low, high], corner| {
            let [[lx, ly, lz], [hx, hy, hz], [x, y, z]] = [low, high, *corner];
            [[lx.min(x), ly.min(y), lz.min(z)], [hx.max(x), hy.max(y), hz.max(z)]]
        })
    }

    /// The corners of each of its faces, in their order round it.
    pub fn faces(&self) -> impl Iterator<Item = &[Point]> {
        self.faces.iter().map(|face| face.corners.as_slice())
    }

    /// Each of its faces with the direction that is inside.
    pub(super) fn sides(&self) -> impl Iterator<Item = (Point, &[Point])> {
        self.faces.iter().map(|face| (normal(face.plane), face.corners.as_slice()))
    }

    /// How far a point is from the nearest point of the body; 0 inside.
    pub fn distance(&self, point: Point) -> f64 {
        let outside = self.faces.iter().filter(|face| height(face.plane, point) < 0.0);
        let distance = outside.map(|face| face.distance_squared(point)).min_by(f64::total_cmp);
        distance.unwrap_or_default().sqrt()
    }
}

impl Face {
    fn distance_squared(&self, point: Point) -> f64 {
        let up = height(self.plane, point);
        let foot = along(point, normal(self.plane), -up);
        let edges = || self.corners.iter().zip(self.corners.iter().cycle().skip(1));
        // Corners run so that the inside of each edge is to its left, seen from in front.
        let is_inside = edges().all(|(from, to)| {
            let side = cross(minus(*to, *from), minus(foot, *from));
            dot(side, normal(self.plane)) >= 0.0
        });
        if is_inside {
            return up * up;
        }
        let distances = edges().map(|(from, to)| to_edge_squared(point, *from, *to));
        distances.min_by(f64::total_cmp).unwrap_or(f64::INFINITY)
    }
}

/// The box that everything is cut from, with the front of each plane inside.
fn whole() -> Vec<Face> {
    let mut faces = Vec::new();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let unit =
                |at: usize| std::array::from_fn(|axis| if axis == at % 3 { 1.0 } else { 0.0 });
            let up: Point = Point::map(unit(axis), |number| number * sign);
            let right: Point = unit(axis + 1);
            let ahead = cross(up, right);
            let centre = up.map(|number| -number * FAR);
            let corner = |a: f64, b: f64| along(along(centre, right, a * FAR), ahead, b * FAR);
            let corners = vec![corner(1., 1.), corner(-1., 1.), corner(-1., -1.), corner(1., -1.)];
            let [x, y, z] = up;
            faces.push(Face { plane: [x, y, z, FAR], corners });
        }
    }
    faces
}

/// Cuts off what is behind a plane.
fn cut(faces: &mut Vec<Face>, plane: [f64; 4]) {
    let is_behind = |corner: &Point| height(plane, *corner) < -ON_PLANE;
    if !faces.iter().flat_map(|face| &face.corners).any(is_behind) {
        return;
    }
    let mut rim = Vec::new();
    faces.retain_mut(|face| {
        face.corners = cut_face(&face.corners, plane, &mut rim);
        face.corners.len() >= 3
    });
    let corners = in_order(&rim, normal(plane));
    if corners.len() >= 3 && !faces.is_empty() {
        faces.push(Face { plane, corners });
    }
}

/// What is left of a face, and the points of it that are on the plane.
fn cut_face(corners: &[Point], plane: [f64; 4], rim: &mut Vec<Point>) -> Vec<Point> {
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let (start, end) = (height(plane, *from), height(plane, *to));
        if start >= -ON_PLANE {
            kept.push(*from);
        }
        if start.abs() <= ON_PLANE {
            rim.push(*from);
        } else if (start > ON_PLANE && end < -ON_PLANE) || (start < -ON_PLANE && end > ON_PLANE) {
            let point = along(*from, minus(*to, *from), start / (start - end));
            kept.push(point);
            rim.push(point);
        }
    }
    kept
}

/// The corners of a convex face in their order round a normal, each once.
fn in_order(points: &[Point], up: Point) -> Vec<Point> {
    let share = 1.0 / points.len().max(1) as f64;
    let centre = points.iter().fold([0.0; 3], |sum, point| along(sum, *point, share));
    let [x, y, z] = up.map(f64::abs);
    let axis = if x <= y && x <= z {
        [1., 0., 0.]
    } else if y <= z {
        [0., 1., 0.]
    } else {
        [0., 0., 1.]
    };
    let right = cross(axis, up);
    let ahead = cross(up, right);
    let angle = |point: &Point| {
        let arm = minus(*point, centre);
        dot(arm, ahead).atan2(dot(arm, right))
    };
    let mut ordered: Vec<(f64, Point)> =
        points.iter().map(|point| (angle(point), *point)).collect();
    ordered.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut corners: Vec<Point> = ordered.into_iter().map(|(_, point)| point).collect();
    let is_same = |a: &Point, b: &Point| {
        let arm = minus(*a, *b);
        dot(arm, arm) <= ON_PLANE * ON_PLANE
    };
    corners.dedup_by(|a, b| is_same(a, b));
    while corners.len() > 1
        && corners.first().zip(corners.last()).is_some_and(|(a, b)| is_same(a, b))
    {
        corners.pop();
    }
    corners
}

fn to_edge_squared(point: Point, from: Point, to: Point) -> f64 {
    let edge = minus(to, from);
    let arm = minus(point, from);
    let length = dot(edge, edge);
    let share = if length > 0.0 { (dot(arm, edge) / length).clamp(0.0, 1.0) } else { 0.0 };
    let rest = along(arm, edge, -share);
    dot(rest, rest)
}

fn normal([x, y, z, _]: [f64; 4]) -> Point {
    [x, y, z]
}

/// How far in front of a plane a point is.
fn height(plane: [f64; 4], point: Point) -> f64 {
    let [.., d] = plane;
    dot(normal(plane), point) + d
}

fn along([x, y, z]: Point, [a, b, c]: Point, share: f64) -> Point {
    [x + a * share, y + b * share, z + c * share]
}

pub(super) fn minus([x, y, z]: Point, [a, b, c]: Point) -> Point {
    [x - a, y - b, z - c]
}

pub(super) fn dot([x, y, z]: Point, [a, b, c]: Point) -> f64 {
    x * a + y * b + z * c
}

pub(super) fn cross([x, y, z]: Point, [a, b, c]: Point) -> Point {
    [y * c - b * z, z * a - c * x, x * b - a * y]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube() -> Vec<[f64; 4]> {
        vec![
            [1., 0., 0., 1.],
            [-1., 0., 0., 1.],
            [0., 2., 0., 2.],
            [0., -1., 0., 1.],
            [0., 0., 1., 1.],
            [0., 0., -1., 1.],
        ]
    }

    #[test]
    fn a_cube_is_as_far_as_its_face_its_edge_or_its_corner() {
        let cell = Cell::new(&cube()).unwrap();
        assert_eq!(cell.bounds(), [[-1.0; 3], [1.0; 3]]);
        assert_eq!(cell.faces().map(<[Point]>::len).collect::<Vec<_>>(), [4; 6]);
        let rows = [
            ([0.5, 0.2, -0.3], 0.0),
            ([3.0, 0.5, 0.5], 2.0),
            ([4.0, 5.0, 0.0], 5.0),
            ([3.0, 3.0, 2.0], 3.0),
        ];
        for (point, distance) in rows {
            assert!((cell.distance(point) - distance).abs() < 1e-9, "{point:?}");
        }
    }

    #[test]
    fn a_body_without_end_is_cut_off_far_away_and_an_empty_one_is_none() {
        let half = Cell::new(&[[0.0, 0.0, 1.0, 0.0]]).unwrap();
        assert_eq!(half.bounds(), [[-FAR, -FAR, 0.0], [FAR, FAR, FAR]]);
        assert_eq!(half.distance([3.0, 4.0, -7.0]), 7.0);
        let mut empty = cube();
        empty.push([1.0, 0.0, 0.0, -2.0]);
        assert_eq!(Cell::new(&empty), None);
        assert!(Cell::new(&[[0.0; 4], [f64::NAN; 4]]).is_some());
    }

    #[test]
    fn distances_equal_those_to_the_nearest_of_many_points_inside() {
        let mut state = 7_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 8) / f64::from(1 << 24) * 2.0 - 1.0
        };
        for _ in 0..20 {
            let mut planes = cube();
            planes.extend((0..5).map(|_| [next(), next(), next(), 0.7]));
            let cell = Cell::new(&planes).unwrap();
            let is_inside = |point: Point| planes.iter().all(|plane| height(*plane, point) >= 0.0);
            let point = [next() * 3.0, next() * 3.0, next() * 3.0];
            // The nearest of points on a lattice, which is a little farther than the truth.
            let steps = || (0..=50).map(|n| f64::from(n) / 25.0 - 1.0);
            let lattice =
                steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| [x, y, z])));
            let nearest = lattice.filter(|at| is_inside(*at)).map(|at| {
                let arm = minus(point, at);
                dot(arm, arm).sqrt()
            });
            let nearest = nearest.min_by(f64::total_cmp).unwrap();
            let distance = cell.distance(point);
            assert!(
                distance <= nearest + 1e-9 && nearest < distance + 0.08,
                "{distance} {nearest}"
            );
        }
    }
}
