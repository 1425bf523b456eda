//! From where a scene is seen.

use glam::camera::rh::proj::directx::perspective_infinite_reverse;
use glam::{Mat4, Vec3, Vec4};
use landwright_core::scene::cull::Sight;
use landwright_core::scene::mesh::Bounds;

/// An eye that looks somewhere. Up is up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Camera {
    pub(crate) eye_m: Vec3,
    /// As on a compass: 0 is north, 90 is east.
    pub(crate) yaw_degrees: f32,
    /// How far it looks down: 0 is level, 90 straight down.
    pub(crate) pitch_degrees: f32,
}

/// The same as shaders have it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Eye {
    pub(crate) sight: Sight,
    /// To the right edge of the picture, and to the upper one, at a distance of 1.
    pub(crate) right: Vec3,
    pub(crate) up: Vec3,
    pub(crate) forward: Vec3,
}

/// From the upper to the lower edge of the picture.
const FIELD_OF_VIEW_DEGREES: f32 = 45.0;
/// What is nearer is not drawn. Depth is kept as its inverse, so this may be small.
const NEAR_M: f32 = 0.05;
const MARGIN: f32 = 1.04;

impl Camera {
    /// Right, up and forward, each of length 1.
    pub(crate) fn axes(&self) -> [Vec3; 3] {
        let (sin_yaw, cos_yaw) = self.yaw_degrees.to_radians().sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch_degrees.to_radians().sin_cos();
        let right = Vec3::new(cos_yaw, -sin_yaw, 0.0);
        let up = Vec3::new(sin_yaw * sin_pitch, cos_yaw * sin_pitch, cos_pitch);
        let forward = Vec3::new(sin_yaw * cos_pitch, cos_yaw * cos_pitch, -sin_pitch);
        [right, up, forward]
    }

    /// Half of the picture's width and height at a distance of 1.
    pub(crate) fn half([width, height]: [u32; 2]) -> [f32; 2] {
        let half = (FIELD_OF_VIEW_DEGREES.to_radians() / 2.0).tan();
        [half * width.max(1) as f32 / height.max(1) as f32, half]
    }

    pub(crate) fn sight(&self, size_in_pixels: [u32; 2]) -> Sight {
        let [right, up, forward] = self.axes();
        let row = |axis: Vec3| axis.extend(-axis.dot(self.eye_m));
        let camera_from_world =
            Mat4::from_cols(row(right), row(up), row(-forward), Vec4::W).transpose();
        let [width, height] = size_in_pixels.map(|side| side.max(1) as f32);
        let field_of_view = FIELD_OF_VIEW_DEGREES.to_radians();
        let clip_from_camera = perspective_infinite_reverse(field_of_view, width / height, NEAR_M);
        let [_, half] = Camera::half(size_in_pixels);
        Sight {
            eye_m: self.eye_m,
            clip_from_world: clip_from_camera * camera_from_world,
            pixels_at_1_m: height / (2.0 * half),
        }
    }

    pub(crate) fn eye(&self, size_in_pixels: [u32; 2]) -> Eye {
        let [right, up, forward] = self.axes();
        let [half_width, half_height] = Camera::half(size_in_pixels);
        let sight = self.sight(size_in_pixels);
        Eye { sight, right: right * half_width, up: up * half_height, forward }
    }

    /// All of a box from a direction, as large as it fits.
    pub(crate) fn fitting(
        bounds: &Bounds,
        [yaw_degrees, pitch_degrees]: [f32; 2],
        size_in_pixels: [u32; 2],
    ) -> Camera {
        let mut camera = Camera { eye_m: Vec3::ZERO, yaw_degrees, pitch_degrees };
        if bounds.is_empty() {
            return camera;
        }
        let [right, up, forward] = camera.axes();
        let [half_width, half_height] = Camera::half(size_in_pixels);
        let corners = bounds.corners();
        // The planes through the eye that touch the box on both sides meet at the eye; the farther of both
        // pairs wins, and the other is put in the middle.
        let along = |axis: Vec3, half: f32| {
            let far = |sign: f32| {
                let at = corners.map(|it| it.dot(axis) * sign + it.dot(forward) * -half);
                at.into_iter().fold(f32::NEG_INFINITY, f32::max)
            };
            (far(1.0), far(-1.0))
        };
        let (right_most, left_most) = along(right, half_width);
        let (upper_most, lower_most) = along(up, half_height);
        // At the eye e: right·e + half·forward·e … gives both middles and the depth.
        let depth_of = |most: f32, least: f32, half: f32| -(most + least) / (2.0 * half);
        let depth = depth_of(right_most, left_most, half_width).min(depth_of(
            upper_most,
            lower_most,
            half_height,
        ));
        let middle = (bounds.low_m + bounds.high_m) / 2.0;
        let away = (middle.dot(forward) - depth).max(0.2) * MARGIN;
        let x = (right_most - left_most) / 2.0;
        let y = (upper_most - lower_most) / 2.0;
        camera.eye_m = right * x + up * y + forward * (middle.dot(forward) - away);
        camera
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_that_is_fitted_fills_the_picture_and_no_more() {
        let bounds = Bounds { low_m: Vec3::new(5.0, -3.0, 0.0), high_m: Vec3::new(9.0, 7.0, 2.0) };
        for angles in [[0.0, 50.0], [130.0, 10.0], [-40.0, 89.0]] {
            let camera = Camera::fitting(&bounds, angles, [1280, 800]);
            let sight = camera.sight([1280, 800]);
            let seen = bounds.corners().map(|corner| sight.clip_from_world.project_point3(corner));
            let most = seen.iter().fold(0.0_f32, |most, at| most.max(at.x.abs()).max(at.y.abs()));
            assert!((0.85..=1.0).contains(&most), "{angles:?}: {most}");
        }
    }
}
