//! Points, edges and polygons from above, as Detour calculates them.

use crate::nav::eq::mesh::Point;

/// Whether a point is over a polygon.
pub fn is_over([x, _, y]: Point, corners: &[Point]) -> bool {
    let mut is_inside = false;
    for ([ax, _, ay], [bx, _, by]) in edges(corners) {
        if (by > y) != (ay > y) && x < (ax - bx) * (y - by) / (ay - by) + bx {
            is_inside = !is_inside;
        }
    }
    is_inside
}

/// The edges of a polygon, the one between its first two corners first.
pub fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// The height of a triangle at a point, where it is over it.
pub fn height_at([x, _, y]: Point, [a, b, c]: [Point; 3]) -> Option<f32> {
    const LEAST: f32 = 1e-6;
    let [ax, az, ay] = a;
    let arm = |[px, pz, py]: Point| [px - ax, pz - az, py - ay];
    let ([cx, cz, cy], [bx, bz, by]) = (arm(c), arm(b));
    let (px, py) = (x - ax, y - ay);
    let whole = cx * by - cy * bx;
    if whole.abs() < LEAST {
        return None;
    }
    let sign = if whole < 0.0 { -1.0 } else { 1.0 };
    let u = sign * (by * px - bx * py);
    let v = sign * (cx * py - cy * px);
    (u >= 0.0 && v >= 0.0 && u + v <= sign * whole).then(|| az + (cz * u + bz * v) / (sign * whole))
}

/// How far along a segment, from 0 to 1, it is nearest to a point, and the square of the distance there.
pub fn along_segment([x, _, y]: Point, [ax, _, ay]: Point, [bx, _, by]: Point) -> (f32, f32) {
    let (arm_x, arm_y) = (bx - ax, by - ay);
    let length = arm_x * arm_x + arm_y * arm_y;
    let share = arm_x * (x - ax) + arm_y * (y - ay);
    let share = if length > 0.0 { share / length } else { share }.clamp(0.0, 1.0);
    let (off_x, off_y) = (ax + share * arm_x - x, ay + share * arm_y - y);
    (share, off_x * off_x + off_y * off_y)
}

pub fn between(a: Point, b: Point, share: f32) -> Point {
    let mut parts = a.into_iter().zip(b);
    std::array::from_fn(|_| parts.next().map_or(0.0, |(a, b)| a + (b - a) * share))
}

pub fn distance(a: Point, b: Point) -> f32 {
    distance_2(a, b).sqrt()
}

pub fn distance_2([ax, az, ay]: Point, [bx, bz, by]: Point) -> f32 {
    let (x, z, y) = (bx - ax, bz - az, by - ay);
    x * x + z * z + y * y
}

/// Twice the area of a triangle from above; its sign says on which side the last corner is.
pub fn turn([ax, _, ay]: Point, [bx, _, by]: Point, [cx, _, cy]: Point) -> f32 {
    (cx - ax) * (by - ay) - (bx - ax) * (cy - ay)
}

/// The middle of some corners.
pub fn middle(corners: &[Point]) -> Point {
    let n = corners.len().max(1) as f32;
    let sum = corners.iter().fold([0.0; 3], |[sx, sz, sy], [x, z, y]| [sx + x, sz + z, sy + y]);
    sum.map(|part| part / n)
}

/// How large a polygon is from above.
pub fn surface(corners: &[Point]) -> f64 {
    let Some(first) = corners.first() else { return 0.0 };
    let pairs = corners.iter().zip(corners.iter().skip(1));
    let twice: f64 = pairs.map(|(a, b)| f64::from(turn(*first, *a, *b))).sum();
    twice.abs() / 2.0
}

#[cfg(test)]
mod tests {
    use crate::nav::eq::mesh::shape::{along_segment, height_at, is_over, surface, turn};

    const SQUARE: [[f32; 3]; 4] =
        [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 4.0, 4.0], [4.0, 4.0, 0.0]];

    #[test]
    fn a_point_is_over_a_polygon_whatever_its_height() {
        assert!(is_over([1.0, 99.0, 1.0], &SQUARE));
        assert!(!is_over([5.0, 0.0, 1.0], &SQUARE));
        assert_eq!(surface(&SQUARE), 16.0);
    }

    #[test]
    fn a_triangle_has_its_height_inside_and_none_outside() {
        let [a, b, c, _] = SQUARE;
        assert_eq!(height_at([1.0, 0.0, 3.0], [a, b, c]), Some(1.0));
        assert_eq!(height_at([1.0, 0.0, 3.0], [a, c, b]), Some(1.0));
        assert_eq!(height_at([3.0, 0.0, 1.0], [a, b, c]), None);
        assert_eq!(height_at([0.0, 0.0, 1.0], [a, b, a]), None);
    }

    #[test]
    fn a_segment_is_nearest_at_an_end_or_between() {
        let [a, b, ..] = SQUARE;
        assert_eq!(along_segment([3.0, 0.0, 1.0], a, b), (0.25, 9.0));
        assert_eq!(along_segment([0.0, 0.0, 9.0], a, b), (1.0, 25.0));
        assert_eq!(along_segment([3.0, 0.0, 4.0], a, a), (0.0, 25.0));
        assert!(turn(a, b, [1.0, 0.0, 2.0]) > 0.0);
    }
}
