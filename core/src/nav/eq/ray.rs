//! Rays as the server casts them, in 32-bit floats and in its own steps.
//!
//! A ray that meets a triangle at its very edge may pass through the seam between two. That is what
//! the server does, so it is what these answer; `column.rs` has the truth.

use super::NO_HEIGHT;
use super::ground::{Ground, Triangle};

/// How far above a point a server looks for its floor: the rule `Map:FindBestZHeightAdjust`.
pub const HEIGHT_ADJUST: f32 = 1.0;

/// A triangle is as good as edge-on below this.
const EDGE_ON: f64 = 0.000_01;

impl Ground {
    /// The floor that the server gives a point: the nearest below a unit above it, or else the
    /// nearest above. Undersides count as floors.
    pub fn best_z(&self, [x, y, z]: [f32; 3]) -> Option<f32> {
        let from = [x, y, z + HEIGHT_ADJUST];
        self.down(from).or_else(|| self.up(from))
    }

    /// The nearest height below or above a point.
    pub fn closest_z(&self, point: [f32; 3]) -> Option<f32> {
        let [.., z] = point;
        closest(z, self.down(point), self.up(point))
    }

    /// The nearest height below a point.
    pub fn down(&self, point: [f32; 3]) -> Option<f32> {
        self.vertical(point, NO_HEIGHT)
    }

    /// The nearest height above a point.
    pub fn up(&self, point: [f32; 3]) -> Option<f32> {
        self.vertical(point, -NO_HEIGHT)
    }

    fn vertical(&self, from: [f32; 3], to_z: f32) -> Option<f32> {
        let [x, y, z] = from;
        let ray = Ray::new(from, [x, y, to_z])?;
        let hit = ray.nearest(self.around(x, y))?;
        let [.., slope] = ray.direction;
        Some(z + slope * hit)
    }

    /// Whether nothing is between two points, as the server looks.
    pub fn is_seen(&self, from: [f32; 3], to: [f32; 3]) -> bool {
        if from.iter().chain(&to).any(|number| !number.is_finite()) {
            return false;
        }
        let Some(ray) = Ray::new(from, to) else { return true };
        let ([x0, y0, _], [x1, y1, _]) = (from, to);
        let (low, high) = ([x0.min(x1), y0.min(y1)], [x0.max(x1), y0.max(y1)]);
        let is_near = |(_, triangle): &(u32, &Triangle)| ray.may_meet(triangle);
        ray.nearest(self.within(low, high).filter(is_near)).is_none()
    }
}

/// The nearer of the heights below and above a point, as the server chooses it.
pub(super) fn closest(z: f32, below: Option<f32>, above: Option<f32>) -> Option<f32> {
    let to_below = (below.unwrap_or(NO_HEIGHT) - z).abs();
    above.filter(|above| (z - above).abs() < to_below).or(below)
}

/// From a point, in a direction of the length of one, so far.
struct Ray {
    from: [f32; 3],
    direction: [f32; 3],
    length: f32,
}

impl Ray {
    /// `None` where there is no way between the points.
    fn new(from: [f32; 3], to: [f32; 3]) -> Option<Ray> {
        let direction = minus(to, from);
        let length = dot(direction, direction).sqrt();
        if length < 0.000_000_000_1 || !length.is_finite() {
            return None;
        }
        let share = 1.0 / length;
        Some(Ray { from, direction: direction.map(|number| number * share), length })
    }

    /// How far the nearest triangle is.
    fn nearest<'t>(&self, triangles: impl Iterator<Item = (u32, &'t Triangle)>) -> Option<f32> {
        let hits = triangles.filter_map(|(_, triangle)| self.meets(triangle));
        hits.filter(|hit| *hit < self.length).min_by(f32::total_cmp)
    }

    /// How far it is to where the ray meets a triangle, in the steps of the server.
    fn meets(&self, [a, b, c]: &Triangle) -> Option<f32> {
        let (to_b, to_c) = (minus(*b, *a), minus(*c, *a));
        let normal = cross(self.direction, to_c);
        let area = dot(to_b, normal);
        if f64::from(area) > -EDGE_ON && f64::from(area) < EDGE_ON {
            return None;
        }
        let share = 1.0 / area;
        let to_from = minus(self.from, *a);
        let u = share * dot(to_from, normal);
        if !(0.0..=1.0).contains(&u) {
            return None;
        }
        let across = cross(to_from, to_b);
        let v = share * dot(self.direction, across);
        if v < 0.0 || u + v > 1.0 {
            return None;
        }
        let distance = share * dot(to_c, across);
        (distance > 0.0).then_some(distance)
    }

    /// Whether a triangle is on both sides of the ray seen from above, which is quick to say.
    fn may_meet(&self, triangle: &Triangle) -> bool {
        let ([x0, y0, _], [dx, dy, _]) = (self.from, self.direction);
        let sides = triangle.map(|[x, y, _]| dx * (y - y0) - dy * (x - x0));
        let slack = 0.01;
        sides.iter().any(|side| *side >= -slack) && sides.iter().any(|side| *side <= slack)
    }
}

fn minus([x, y, z]: [f32; 3], [a, b, c]: [f32; 3]) -> [f32; 3] {
    [x - a, y - b, z - c]
}

fn dot([x, y, z]: [f32; 3], [a, b, c]: [f32; 3]) -> f32 {
    x * a + y * b + z * c
}

fn cross([x, y, z]: [f32; 3], [a, b, c]: [f32; 3]) -> [f32; 3] {
    [y * c - b * z, z * a - c * x, x * b - a * y]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two floors and a wall between them: the lower at 0, the upper at 10, the wall at x = 5.
    fn room() -> Ground {
        let floor = |z: f32| [[0.0, 0.0, z], [100.0, 0.0, z], [0.0, 100.0, z]];
        let wall = [[5.0, -100.0, 0.0], [5.0, 100.0, 0.0], [5.0, 0.0, 9.0]];
        Ground::new(vec![floor(0.0), floor(10.0), wall])
    }

    #[test]
    fn the_best_height_is_below_a_unit_above_the_point_or_else_above() {
        let ground = room();
        for (z, best) in [(3.0, 0.0), (9.5, 10.0), (11.0, 10.0), (-0.5, 0.0), (-5.0, 0.0)] {
            let found = ground.best_z([20.0, 20.0, z]).unwrap();
            assert!((found - best).abs() < 1e-4, "{z}: {found}");
        }
        assert_eq!(ground.best_z([-20.0, 20.0, 3.0]), None);
        let closest = |z: f32| ground.closest_z([20.0, 20.0, z]).unwrap();
        assert!((closest(7.0) - 10.0).abs() < 1e-4 && closest(3.0).abs() < 1e-4);
        assert_eq!((ground.down([20.0, 20.0, 0.0]), ground.up([20.0, 20.0, 10.0])), (None, None));
    }

    #[test]
    fn a_wall_is_in_the_way_of_sight() {
        let ground = room();
        assert!(!ground.is_seen([1.0, 1.0, 2.0], [9.0, 1.0, 2.0]));
        assert!(ground.is_seen([1.0, 1.0, 2.0], [4.0, 1.0, 2.0]));
        assert!(ground.is_seen([6.0, 1.0, 2.0], [9.0, 50.0, 2.0]));
        assert!(ground.is_seen([1.0, 1.0, 2.0], [1.0, 1.0, 2.0]));
        assert!(!ground.is_seen([f32::NAN, 1.0, 2.0], [1.0, 1.0, 2.0]));
    }
}
