//! The camera of a 3D view. It looks at a place from some distance; north is away while it is not
//! turned, and up is up.
//!
//! Worlds are vectors of east, north and up, in world units. Views are points from the top left
//! corner, as in the view from above.

use glam::camera::rh::proj::directx::perspective_infinite_reverse;
use glam::{DVec3, Mat4, Vec2, Vec3, Vec4, vec2};

use super::ViewSize;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Orbit {
    /// What it looks at: the middle of the view, and what turning goes around.
    pub target_in_world: Vec3,
    /// From the eye to the target.
    pub distance_in_world: f32,
    /// Where it looks, as on a compass: 0 is north, 90 is east.
    pub yaw_degrees: f32,
    /// How far it looks down: 0 is level, 90 straight down.
    pub pitch_degrees: f32,
}

/// A half line from the eye into the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    pub from_in_world: DVec3,
    /// Of length 1.
    pub direction: DVec3,
}

/// Where places are seen from an orbit, for many of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lens {
    clip_from_world: Mat4,
    size: ViewSize,
}

/// A box in the world; its sides lie along east, north and up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub low_in_world: Vec3,
    pub high_in_world: Vec3,
}

/// A way to go, as seen from the camera.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Flight {
    pub right: f32,
    pub forward: f32,
    /// Straight up, wherever the camera looks.
    pub up: f32,
}

/// From the upper to the lower edge of the view.
const FIELD_OF_VIEW_DEGREES: f32 = 45.0;

/// Half of that at a distance of 1.
pub const HALF_OF_VIEW_AT_1: f32 = 0.414_213_56;

/// What is nearer is not drawn. Depth is kept as its inverse, so this may be small.
pub const NEAR_IN_WORLD: f32 = 1.0;

const DEGREES_PER_POINT: f32 = 0.3;
const MIN_PITCH_DEGREES: f32 = -60.0;
const MIN_DISTANCE_IN_WORLD: f32 = 8.0;
const MAX_DISTANCE_IN_WORLD: f32 = 100_000.0;

/// While the eye is low, the ground moves no faster under the hand than at this sine.
const MIN_PAN_SINE: f32 = 0.25;

impl Orbit {
    /// As a map is first looked at.
    pub const FIRST_YAW_DEGREES: f32 = 0.0;
    pub const FIRST_PITCH_DEGREES: f32 = 50.0;

    /// All of a box, with a margin, as a map is first looked at.
    pub fn fit(bounds: Bounds, size: ViewSize) -> Orbit {
        let mut orbit = Orbit {
            target_in_world: Vec3::ZERO,
            distance_in_world: MIN_DISTANCE_IN_WORLD,
            yaw_degrees: Orbit::FIRST_YAW_DEGREES,
            pitch_degrees: Orbit::FIRST_PITCH_DEGREES,
        };
        orbit.fit_again(bounds, size);
        orbit
    }

    /// From a place in the world.
    pub fn from_eye(eye_in_world: Vec3, yaw_degrees: f32, pitch_degrees: f32) -> Orbit {
        let distance_in_world = MIN_DISTANCE_IN_WORLD;
        let orbit =
            Orbit { target_in_world: eye_in_world, distance_in_world, yaw_degrees, pitch_degrees };
        let [_, _, forward] = orbit.axes();
        Orbit { target_in_world: eye_in_world + forward * distance_in_world, ..orbit }
    }

    /// All of a box, with a margin, from the same direction.
    pub fn fit_again(&mut self, bounds: Bounds, size: ViewSize) {
        let [right, up, forward] = self.axes();
        self.target_in_world = bounds.middle();
        let half = half_view(size);
        // What is near is seen larger, so the middle of the box is not the middle of its picture.
        for _ in 0..4 {
            let needed = bounds.corners().map(|corner| {
                let away = corner - self.target_in_world;
                let aside = (away.dot(right).abs() / half.x).max(away.dot(up).abs() / half.y);
                aside - away.dot(forward)
            });
            let distance = needed.into_iter().fold(MIN_DISTANCE_IN_WORLD, f32::max) * 1.04;
            self.distance_in_world = distance.min(MAX_DISTANCE_IN_WORLD);
            let seen = bounds.corners().map(|corner| self.view_from_world(corner, size));
            let seen = seen.into_iter().flatten();
            let (low, high) =
                seen.fold((Vec2::MAX, Vec2::MIN), |(low, high), at| (low.min(at), high.max(at)));
            let off = (size - low - high) / 2.0;
            if !off.is_finite() || self.pitch_degrees.abs() < 5.0 {
                return;
            }
            self.pan(off, size);
        }
    }

    /// How it looks in a view that had another size before: what was fitted then goes on fitting.
    pub fn resized(self, bounds: Bounds, [before, now]: [ViewSize; 2]) -> Orbit {
        let fitted = |size| {
            let mut orbit = self;
            orbit.fit_again(bounds, size);
            orbit
        };
        if before != now && self == fitted(before) { fitted(now) } else { self }
    }

    /// Right, up and forward, each of length 1.
    pub fn axes(&self) -> [Vec3; 3] {
        let (sin_yaw, cos_yaw) = self.yaw_degrees.to_radians().sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch_degrees.to_radians().sin_cos();
        let right = Vec3::new(cos_yaw, -sin_yaw, 0.0);
        let up = Vec3::new(sin_yaw * sin_pitch, cos_yaw * sin_pitch, cos_pitch);
        let forward = Vec3::new(sin_yaw * cos_pitch, cos_yaw * cos_pitch, -sin_pitch);
        [right, up, forward]
    }

    pub fn eye_in_world(&self) -> Vec3 {
        let [_, _, forward] = self.axes();
        self.target_in_world - forward * self.distance_in_world
    }

    /// For the graphics card: depth is 1 at the near plane and 0 infinitely far away.
    pub fn clip_from_world(&self, size: ViewSize) -> Mat4 {
        let [right, up, forward] = self.axes();
        let eye = self.eye_in_world();
        let row = |axis: Vec3| axis.extend(-axis.dot(eye));
        let camera_from_world =
            Mat4::from_cols(row(right), row(up), row(-forward), Vec4::W).transpose();
        let aspect = size.x.max(1.0) / size.y.max(1.0);
        let field_of_view = FIELD_OF_VIEW_DEGREES.to_radians();
        perspective_infinite_reverse(field_of_view, aspect, NEAR_IN_WORLD) * camera_from_world
    }

    /// Where a place is seen; `None` behind the eye.
    pub fn view_from_world(&self, at_in_world: Vec3, size: ViewSize) -> Option<Vec2> {
        self.lens(size).view_from_world(at_in_world)
    }

    pub fn lens(&self, size: ViewSize) -> Lens {
        Lens { clip_from_world: self.clip_from_world(size), size }
    }

    pub fn ray(&self, point: Vec2, size: ViewSize) -> Ray {
        let axes = self.axes().map(Vec3::as_dvec3);
        let [right, up, forward] = axes;
        let half = half_view(size).as_dvec2();
        let at = (point / size.max(Vec2::ONE)).as_dvec2() * 2.0 - 1.0;
        let direction = forward + right * (at.x * half.x) - up * (at.y * half.y);
        let from_in_world =
            self.target_in_world.as_dvec3() - forward * f64::from(self.distance_in_world);
        Ray { from_in_world, direction: direction.normalize_or(forward) }
    }

    /// How many points a world unit takes up at a distance from the eye.
    pub fn points_per_world_unit(&self, distance_in_world: f32, size: ViewSize) -> f32 {
        size.y / (2.0 * half_view(size).y * distance_in_world.max(NEAR_IN_WORLD))
    }

    /// Turns around the target: the world follows the pointer.
    pub fn turn(&mut self, by_points: Vec2) {
        self.yaw_degrees = (self.yaw_degrees + by_points.x * DEGREES_PER_POINT).rem_euclid(360.0);
        self.pitch_degrees =
            (self.pitch_degrees + by_points.y * DEGREES_PER_POINT).clamp(MIN_PITCH_DEGREES, 90.0);
    }

    /// Turns the eye where it is, as one looks around while flying.
    pub fn look_around(&mut self, by_points: Vec2) {
        let eye = self.eye_in_world();
        self.turn(by_points);
        let [_, _, forward] = self.axes();
        self.target_in_world = eye + forward * self.distance_in_world;
    }

    /// Takes what is in the middle of the view, at the distance of a place, for the target. What
    /// is seen stays the same.
    pub fn hold(&mut self, at_in_world: Vec3) {
        let [_, _, forward] = self.axes();
        let eye = self.eye_in_world();
        let distance = (at_in_world - eye).dot(forward);
        if distance >= MIN_DISTANCE_IN_WORLD {
            self.distance_in_world = distance.min(MAX_DISTANCE_IN_WORLD);
            self.target_in_world = eye + forward * self.distance_in_world;
        }
    }

    /// Moves over the ground: what lies at the target's height follows the pointer.
    pub fn pan(&mut self, by_points: Vec2, size: ViewSize) {
        let scale = 1.0 / self.points_per_world_unit(self.distance_in_world, size);
        let [right, ..] = self.axes();
        let ahead = Vec3::new(-right.y, right.x, 0.0);
        let sine = self.pitch_degrees.to_radians().sin();
        let sine = if sine < 0.0 { sine.min(-MIN_PAN_SINE) } else { sine.max(MIN_PAN_SINE) };
        self.target_in_world += (ahead * (by_points.y / sine) - right * by_points.x) * scale;
    }

    /// Comes closer by a factor, and keeps a place of the world where it is seen.
    pub fn zoom_at(&mut self, factor: f32, held_in_world: Vec3) {
        let distance = (self.distance_in_world / factor.max(1e-3))
            .clamp(MIN_DISTANCE_IN_WORLD, MAX_DISTANCE_IN_WORLD);
        let share = distance / self.distance_in_world;
        self.target_in_world = held_in_world + (self.target_in_world - held_in_world) * share;
        self.distance_in_world = distance;
    }

    pub fn fly(&mut self, way: Flight, by_world_units: f32) {
        let [right, _, forward] = self.axes();
        let way = right * way.right + forward * way.forward + Vec3::Z * way.up;
        self.target_in_world += way.normalize_or_zero() * by_world_units;
    }

    /// Keeps the target near what there is to see, so that nobody gets lost beside it.
    pub fn keep_near(&mut self, bounds: Bounds) {
        let margin = Vec3::new(0.0, 0.0, bounds.extent().max_element().max(100.0));
        self.target_in_world =
            self.target_in_world.clamp(bounds.low_in_world - margin, bounds.high_in_world + margin);
    }
}

/// Half of the view's width and height, at a distance of 1.
fn half_view(size: ViewSize) -> Vec2 {
    let half_height = HALF_OF_VIEW_AT_1;
    vec2(half_height * size.x.max(1.0) / size.y.max(1.0), half_height)
}

impl Lens {
    /// Where a place is seen; `None` behind the eye.
    pub fn view_from_world(&self, at_in_world: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * at_in_world.extend(1.0);
        (clip.w > NEAR_IN_WORLD * 0.5).then(|| {
            let at = vec2(clip.x, -clip.y) / clip.w;
            (at + 1.0) * 0.5 * self.size
        })
    }

    /// Whether a point of the view may show some of what reaches so far around it.
    pub fn shows(&self, point: Vec2, reach_points: f32) -> bool {
        let beyond = (point - self.size / 2.0).abs() - self.size / 2.0;
        beyond.max_element() <= reach_points
    }
}

impl Ray {
    pub fn at(&self, distance_in_world: f64) -> DVec3 {
        self.from_in_world + self.direction * distance_in_world
    }

    /// Where it goes through a height; `None` where it never does.
    pub fn at_height(&self, height_in_world: f64) -> Option<DVec3> {
        let distance = (height_in_world - self.from_in_world.z) / self.direction.z;
        (distance.is_finite() && distance >= 0.0).then(|| self.at(distance))
    }
}

impl Bounds {
    pub fn middle(&self) -> Vec3 {
        (self.low_in_world + self.high_in_world) / 2.0
    }

    pub fn extent(&self) -> Vec3 {
        self.high_in_world - self.low_in_world
    }

    pub fn corners(&self) -> [Vec3; 8] {
        let ends = [self.low_in_world, self.high_in_world];
        let [low, high] = ends;
        [
            low,
            Vec3 { x: high.x, ..low },
            Vec3 { y: high.y, ..low },
            Vec3 { z: low.z, ..high },
            Vec3 { z: high.z, ..low },
            Vec3 { y: low.y, ..high },
            Vec3 { x: low.x, ..high },
            high,
        ]
    }

    pub fn distance_to(&self, at_in_world: Vec3) -> f32 {
        at_in_world.distance(at_in_world.clamp(self.low_in_world, self.high_in_world))
    }

    /// Whether some of it may be in the view. A box that only touches a corner may pass as well.
    pub fn may_be_seen(&self, clip_from_world: &Mat4) -> bool {
        let corners = self.corners().map(|corner| *clip_from_world * corner.extend(1.0));
        let is_beyond = |side: fn(Vec4) -> f32| corners.iter().all(|clip| side(*clip) < 0.0);
        let sides: [fn(Vec4) -> f32; 5] = [
            |clip| clip.w + clip.x,
            |clip| clip.w - clip.x,
            |clip| clip.w + clip.y,
            |clip| clip.w - clip.y,
            |clip| clip.w - NEAR_IN_WORLD,
        ];
        !sides.into_iter().any(is_beyond)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = vec2(800.0, 600.0);

    const MAP: Bounds = Bounds {
        low_in_world: Vec3::new(0.0, 0.0, -20.0),
        high_in_world: Vec3::new(500.0, 400.0, 60.0),
    };

    fn turned() -> Orbit {
        Orbit {
            target_in_world: Vec3::new(100.0, 80.0, 10.0),
            distance_in_world: 300.0,
            yaw_degrees: 35.0,
            pitch_degrees: 40.0,
        }
    }

    #[test]
    fn north_is_away_east_is_right_and_up_is_up() {
        let orbit = Orbit { target_in_world: MAP.middle(), ..Orbit::fit(MAP, SIZE) };
        let see = |offset: Vec3| orbit.view_from_world(MAP.middle() + offset, SIZE).unwrap();
        let middle = see(Vec3::ZERO);
        assert!(middle.distance(SIZE / 2.0) < 0.01, "{middle}");
        assert!(see(Vec3::Y * 50.0).y < middle.y && see(Vec3::Z * 50.0).y < middle.y);
        assert!(see(Vec3::X * 50.0).x > middle.x);
        let straight_down = Orbit { pitch_degrees: 90.0, ..orbit };
        assert!(straight_down.view_from_world(MAP.middle() + Vec3::Y, SIZE).unwrap().y < 300.0);
        let to_the_east = Orbit { yaw_degrees: 90.0, pitch_degrees: 0.0, ..orbit };
        assert!(to_the_east.axes()[2].distance(Vec3::X) < 1e-6);
    }

    #[test]
    fn fitting_shows_all_of_it_and_not_much_more() {
        for (yaw, pitch) in [(0.0, 50.0), (0.0, 90.0), (33.0, 10.0), (200.0, -20.0)] {
            for size in [SIZE, vec2(300.0, 900.0)] {
                let mut orbit =
                    Orbit { yaw_degrees: yaw, pitch_degrees: pitch, ..Orbit::fit(MAP, size) };
                orbit.fit_again(MAP, size);
                let seen = MAP.corners().map(|corner| orbit.view_from_world(corner, size).unwrap());
                let near = |at: Vec2| at.cmpge(Vec2::ZERO).all() && at.cmple(size).all();
                assert!(seen.into_iter().all(near), "{yaw} {pitch} {seen:?}");
                let low = seen.into_iter().reduce(Vec2::min).unwrap();
                let high = seen.into_iter().reduce(Vec2::max).unwrap();
                assert!(((high - low) / size).max_element() > 0.8, "{yaw} {pitch} {seen:?}");
                let off = (size - low - high) / 2.0;
                assert!(off.abs().max_element() < 0.1 * size.max_element(), "{yaw} {pitch} {off}");
            }
        }
    }

    #[test]
    fn what_was_fitted_goes_on_fitting_in_a_narrower_view() {
        let narrow = vec2(300.0, 600.0);
        let fitted = Orbit { yaw_degrees: 40.0, ..Orbit::fit(MAP, SIZE) };
        let mut again = fitted;
        again.fit_again(MAP, SIZE);
        let resized = again.resized(MAP, [SIZE, narrow]);
        let seen = MAP.corners().map(|corner| resized.view_from_world(corner, narrow).unwrap());
        assert!(seen.iter().all(|at| at.cmpge(Vec2::ZERO).all() && at.cmple(narrow).all()));
        assert_ne!(resized.distance_in_world, again.distance_in_world);
        assert_eq!(resized.resized(MAP, [narrow, SIZE]), again);
        assert_eq!(turned().resized(MAP, [SIZE, narrow]), turned(), "somebody chose this");
    }

    #[test]
    fn a_ray_goes_through_what_is_seen_there() {
        let orbit = turned();
        for place in [Vec3::new(90.0, 100.0, 5.0), Vec3::new(180.0, 60.0, 30.0)] {
            let point = orbit.view_from_world(place, SIZE).unwrap();
            let ray = orbit.ray(point, SIZE);
            let distance = (place.as_dvec3() - ray.from_in_world).length();
            assert!(ray.at(distance).distance(place.as_dvec3()) < 1e-2);
            let at_height = ray.at_height(f64::from(place.z)).unwrap();
            assert!(at_height.distance(place.as_dvec3()) < 1e-1);
        }
        let behind = orbit.eye_in_world() - orbit.axes()[2] * 10.0;
        assert_eq!(orbit.view_from_world(behind, SIZE), None);
        let level = Orbit { pitch_degrees: 0.0, ..orbit }.ray(SIZE / 2.0, SIZE);
        assert_eq!(level.at_height(0.0).filter(|at| at.is_finite()), None);
    }

    #[test]
    fn zooming_keeps_the_place_under_the_pointer_and_has_ends() {
        let mut orbit = turned();
        let held = Vec3::new(120.0, 130.0, 12.0);
        let before = orbit.view_from_world(held, SIZE).unwrap();
        orbit.zoom_at(2.5, held);
        assert!(orbit.view_from_world(held, SIZE).unwrap().distance(before) < 0.05);
        assert!((orbit.distance_in_world - 120.0).abs() < 1e-3);
        for _ in 0..100 {
            orbit.zoom_at(2.5, held);
        }
        assert_eq!(orbit.distance_in_world, MIN_DISTANCE_IN_WORLD);
        assert!(orbit.view_from_world(held, SIZE).unwrap().distance(before) < 0.5);
        orbit.zoom_at(1e-9, held);
        assert!(orbit.distance_in_world <= MAX_DISTANCE_IN_WORLD);
    }

    #[test]
    fn panning_moves_the_ground_with_the_pointer() {
        let mut orbit = Orbit { pitch_degrees: 60.0, ..turned() };
        let place = orbit.target_in_world;
        orbit.pan(vec2(6.0, -4.0), SIZE);
        let after = orbit.view_from_world(place, SIZE).unwrap();
        assert!(after.distance(SIZE / 2.0 + vec2(6.0, -4.0)) < 0.3, "{after}");
        assert_eq!(orbit.target_in_world.z, place.z);
    }

    #[test]
    fn turning_keeps_the_target_and_looking_around_keeps_the_eye() {
        let mut orbit = turned();
        orbit.turn(vec2(100.0, 20.0));
        assert_eq!((orbit.yaw_degrees, orbit.pitch_degrees), (65.0, 46.0));
        assert_eq!(orbit.target_in_world, turned().target_in_world);
        orbit.turn(vec2(0.0, 1e6));
        assert_eq!(orbit.pitch_degrees, 90.0);
        let mut orbit = turned();
        let eye = orbit.eye_in_world();
        orbit.look_around(vec2(-50.0, 30.0));
        assert!(orbit.eye_in_world().distance(eye) < 1e-3);
        orbit.fly(Flight { forward: 1.0, ..Flight::default() }, 10.0);
        assert!((orbit.eye_in_world().distance(eye) - 10.0).abs() < 1e-3);
    }

    #[test]
    fn another_target_in_the_middle_shows_the_same() {
        let mut orbit = turned();
        let place = Vec3::new(120.0, 130.0, 12.0);
        let (eye, before) = (orbit.eye_in_world(), orbit.view_from_world(place, SIZE).unwrap());
        orbit.hold(orbit.eye_in_world() + orbit.axes()[2] * 120.0 + orbit.axes()[0] * 7.0);
        assert!((orbit.distance_in_world - 120.0).abs() < 1e-2);
        assert!(orbit.eye_in_world().distance(eye) < 1e-2);
        assert!(orbit.view_from_world(place, SIZE).unwrap().distance(before) < 0.05);
        let held = orbit;
        orbit.hold(eye);
        assert_eq!(orbit, held, "nothing can be held that near");
    }

    #[test]
    fn what_is_out_of_view_is_left_out() {
        let orbit = turned();
        let clip = orbit.clip_from_world(SIZE);
        let at = |middle: Vec3| Bounds {
            low_in_world: middle - Vec3::splat(5.0),
            high_in_world: middle + Vec3::splat(5.0),
        };
        let [right, up, forward] = orbit.axes();
        assert!(at(orbit.target_in_world).may_be_seen(&clip));
        assert!(MAP.may_be_seen(&clip));
        for away in [right * 400.0, right * -400.0, up * 300.0, up * -300.0, forward * -320.0] {
            assert!(!at(orbit.target_in_world + away).may_be_seen(&clip), "{away}");
        }
        assert_eq!(MAP.distance_to(Vec3::new(250.0, 200.0, 160.0)), 100.0);
        assert_eq!(MAP.distance_to(MAP.middle()), 0.0);
    }

    #[test]
    fn a_world_unit_is_as_large_as_it_is_drawn() {
        let orbit = turned();
        let [right, ..] = orbit.axes();
        let beside = orbit.view_from_world(orbit.target_in_world + right, SIZE).unwrap();
        let expected = orbit.points_per_world_unit(orbit.distance_in_world, SIZE);
        assert!((beside.x - 400.0 - expected).abs() < 1e-2);
    }
}
