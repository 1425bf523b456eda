//! What can be seen from a place.

use glam::{Mat4, Vec3, Vec4};

use super::mesh::{Ball, Bounds};

/// From where a picture is taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sight {
    pub eye_m: Vec3,
    /// Depth is 1 near and 0 infinitely far away.
    pub clip_from_world: Mat4,
    /// How many pixels a metre has that is a metre away.
    pub pixels_at_1_m: f32,
}

/// The room that is seen: what is on the inner side of each plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frustum {
    planes: [Vec4; 5],
}

impl Frustum {
    pub fn of(clip_from_world: &Mat4) -> Frustum {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| clip_from_world.row(row));
        let planes = [w + x, w - x, w + y, w - y, w - z];
        Frustum { planes: planes.map(|plane| plane / plane.truncate().length().max(1e-12)) }
    }

    /// Whether any of a ball may be seen.
    pub fn sees(&self, ball: &Ball) -> bool {
        let middle = ball.middle_m.extend(1.0);
        self.planes.iter().all(|plane| plane.dot(middle) >= -ball.radius_m)
    }

    /// Whether any of a box may be seen.
    pub fn sees_box(&self, bounds: &Bounds) -> bool {
        self.planes.iter().all(|plane| {
            let inner =
                Vec3::select(plane.truncate().cmpge(Vec3::ZERO), bounds.high_m, bounds.low_m);
            plane.dot(inner.extend(1.0)) >= 0.0
        })
    }
}

impl Sight {
    /// How many pixels across a ball is.
    pub fn pixels_across(&self, ball: &Ball) -> f32 {
        let away = (self.eye_m.distance(ball.middle_m) - ball.radius_m).max(0.05);
        2.0 * ball.radius_m * self.pixels_at_1_m / away
    }
}

#[cfg(test)]
mod tests {
    use glam::camera::rh::proj::directx::perspective_infinite_reverse;

    use super::*;

    #[test]
    fn what_is_beside_or_behind_is_not_seen() {
        // Looks along −z.
        let clip_from_world = perspective_infinite_reverse(1.0, 1.0, 0.1);
        let frustum = Frustum::of(&clip_from_world);
        let ball = |x, z| Ball { middle_m: Vec3::new(x, 0.0, z), radius_m: 1.0 };
        assert!(frustum.sees(&ball(0.0, -10.0)) && frustum.sees(&ball(5.5, -10.0)));
        assert!(!frustum.sees(&ball(9.0, -10.0)) && !frustum.sees(&ball(0.0, 3.0)));
        let cube =
            |z| Bounds { low_m: Vec3::new(-1.0, -1.0, z), high_m: Vec3::new(1.0, 1.0, z + 1.0) };
        assert!(frustum.sees_box(&cube(-5.0)) && !frustum.sees_box(&cube(1.0)));
    }
}
