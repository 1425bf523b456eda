//! The handles of a gizmo in space. They lie level where the selection stands, and what is near to
//! the hand is as large as what is far.

use std::f64::consts::TAU;

use glam::{Vec2, Vec3, vec2};

use super::gizmo::{ARM_POINTS, GizmoKind, Handle, REACH_POINTS, RING_POINTS, SQUARE_POINTS};
use crate::view::ViewSize;
use crate::view::orbit::{Lens, NEAR_IN_WORLD, Orbit};

/// A gizmo in a view.
#[derive(Debug, Clone, Copy)]
pub struct Handles {
    pub kind: GizmoKind,
    at_in_world: Vec3,
    m_per_point: f32,
    lens: Lens,
}

/// A ring is drawn with so many pieces.
const N_PIECES: u32 = 72;
/// An arm that points to the eye, or away from it, is too short to be told from the middle.
const SHORTEST_POINTS: f32 = 10.0;

impl Handles {
    /// `None` behind the eye, or nowhere.
    pub fn new(
        kind: GizmoKind,
        at_in_world: Vec3,
        orbit: &Orbit,
        size: ViewSize,
    ) -> Option<Handles> {
        let [_, _, forward] = orbit.axes();
        let depth = (at_in_world - orbit.eye_in_world()).dot(forward);
        let m_per_point = 1.0 / orbit.points_per_world_unit(depth, size);
        let is_seen = depth > NEAR_IN_WORLD && at_in_world.is_finite();
        is_seen.then(|| Handles { kind, at_in_world, m_per_point, lens: orbit.lens(size) })
    }

    pub fn m_per_point(&self) -> f32 {
        self.m_per_point
    }

    /// How high all of it lies.
    pub fn height_in_world(&self) -> f32 {
        self.at_in_world.z
    }

    /// Where a place of the gizmo is seen, so many points to the east and to the north of its
    /// middle as they would be in the middle of a view from above.
    pub fn seen(&self, east_points: f64, north_points: f64) -> Option<Vec2> {
        let away = vec2(east_points as f32, north_points as f32) * self.m_per_point;
        self.lens.view_from_world(self.at_in_world + away.extend(0.0))
    }

    /// From the square in the middle to the end of an arm; `None` where that is hardly seen.
    pub fn arm(&self, handle: Handle) -> Option<[Vec2; 2]> {
        let (east, north) = match handle {
            Handle::MoveX | Handle::ScaleX => (1.0, 0.0),
            Handle::MoveY | Handle::ScaleY => (0.0, 1.0),
            Handle::MoveBoth | Handle::ScaleAll | Handle::Turn => return None,
        };
        let at = |points: f64| self.seen(east * points, north * points);
        let ends = [at(SQUARE_POINTS)?, at(ARM_POINTS)?];
        (ends[0].distance(ends[1]) >= SHORTEST_POINTS).then_some(ends)
    }

    pub fn square(&self) -> Option<[Vec2; 4]> {
        let side = SQUARE_POINTS;
        let [a, b, c, d] = [(-side, -side), (side, -side), (side, side), (-side, side)]
            .map(|(east, north)| self.seen(east, north));
        Some([a?, b?, c?, d?])
    }

    /// A part of the ring, from an angle to another, in degrees against the clock from the east.
    pub fn ring(&self, from_degrees: f64, to_degrees: f64) -> Vec<Vec2> {
        let (from, to) = (from_degrees.to_radians(), to_degrees.to_radians());
        let n_pieces = ((to - from).abs() / TAU * f64::from(N_PIECES)).ceil().max(1.0);
        let point = |n: u32| {
            let (sine, cosine) = (from + (to - from) * f64::from(n) / n_pieces).sin_cos();
            self.seen(cosine * RING_POINTS, sine * RING_POINTS)
        };
        (0..=n_pieces as u32).filter_map(point).collect()
    }

    /// What the pointer would take hold of, in points from the view's top left corner.
    pub fn handle_at(&self, point: Vec2) -> Option<Handle> {
        let reach = REACH_POINTS as f32;
        let arms = match self.kind {
            GizmoKind::Rotate => {
                let ring = self.ring(0.0, 360.0);
                let is_on_it = off_line(&ring, point) <= reach;
                return is_on_it.then_some(Handle::Turn);
            }
            GizmoKind::Move => [Handle::MoveBoth, Handle::MoveX, Handle::MoveY],
            GizmoKind::Scale => [Handle::ScaleAll, Handle::ScaleX, Handle::ScaleY],
        };
        let [both, east, north] = arms;
        let middle = self.seen(0.0, 0.0)?;
        if middle.distance(point) <= SQUARE_POINTS as f32 + reach / 2.0 {
            return Some(both);
        }
        let off = |handle| self.arm(handle).map(|ends| (off_line(&ends, point), handle));
        let nearest = [east, north].into_iter().filter_map(off);
        let nearest = nearest.filter(|(off, _)| *off <= reach).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(_, handle)| handle)
    }
}

/// How far a point is from a line of some pieces.
fn off_line(line: &[Vec2], point: Vec2) -> f32 {
    let pieces = line.iter().zip(line.iter().skip(1));
    let off = pieces.map(|(from, to)| {
        let way = *to - *from;
        let along = (point - *from).dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
        (*from + way * along.clamp(0.0, 1.0)).distance(point)
    });
    off.fold(f32::INFINITY, f32::min)
}

#[cfg(test)]
mod tests {
    use glam::vec3;

    use super::*;

    const SIZE: Vec2 = vec2(800.0, 600.0);
    const AT: Vec3 = vec3(120.0, 80.0, 7.0);

    fn orbit(yaw_degrees: f32, pitch_degrees: f32, distance_in_world: f32) -> Orbit {
        let target_in_world = AT + vec3(3.0, -2.0, 0.0);
        Orbit { target_in_world, distance_in_world, yaw_degrees, pitch_degrees }
    }

    #[test]
    fn handles_are_taken_where_they_are_drawn_from_wherever_one_looks() {
        for (yaw, pitch, distance) in [(0.0, 90.0, 30.0), (75.0, 40.0, 900.0), (200.0, 25.0, 60.0)]
        {
            let orbit = orbit(yaw, pitch, distance);
            let handle = |kind, east, north| {
                let handles = Handles::new(kind, AT, &orbit, SIZE).unwrap();
                handles.handle_at(handles.seen(east, north).unwrap())
            };
            use GizmoKind::{Move, Rotate, Scale};
            assert_eq!(handle(Move, 0.0, 0.0), Some(Handle::MoveBoth));
            assert_eq!(handle(Move, ARM_POINTS, 0.0), Some(Handle::MoveX));
            assert_eq!(handle(Move, 0.0, ARM_POINTS), Some(Handle::MoveY));
            assert_eq!(handle(Move, -ARM_POINTS, 0.0), None, "arms have one end");
            assert_eq!(handle(Scale, 0.0, 0.0), Some(Handle::ScaleAll));
            assert_eq!(handle(Scale, ARM_POINTS, 0.0), Some(Handle::ScaleX));
            assert_eq!(handle(Scale, 0.0, ARM_POINTS), Some(Handle::ScaleY));
            assert_eq!(handle(Rotate, 0.0, -RING_POINTS), Some(Handle::Turn));
            assert_eq!(handle(Rotate, 0.0, 0.0), None);
            assert_eq!(handle(Rotate, 300.0, 0.0), None);
        }
    }

    #[test]
    fn handles_are_as_large_on_the_screen_from_near_and_from_far() {
        for distance in [20.0, 300.0, 9000.0] {
            let orbit = Orbit { target_in_world: AT, ..orbit(0.0, 50.0, distance) };
            let handles = Handles::new(GizmoKind::Move, AT, &orbit, SIZE).unwrap();
            let [from, to] = handles.arm(Handle::MoveX).unwrap();
            let expected = (ARM_POINTS - SQUARE_POINTS) as f32;
            assert!((from.distance(to) - expected).abs() < 0.5, "{distance}: {from} {to}");
        }
    }

    #[test]
    fn an_arm_that_points_to_the_eye_is_none_and_neither_are_handles_behind_it() {
        let level = Orbit { target_in_world: AT, ..orbit(0.0, 1.0, 50.0) };
        let handles = Handles::new(GizmoKind::Move, AT, &level, SIZE).unwrap();
        assert!(handles.arm(Handle::MoveY).is_none() && handles.arm(Handle::MoveX).is_some());
        let away = Orbit { yaw_degrees: 180.0, target_in_world: AT - Vec3::Y * 200.0, ..level };
        assert!(Handles::new(GizmoKind::Move, AT, &away, SIZE).is_none());
        let nowhere = Vec3::splat(f32::NAN);
        assert!(Handles::new(GizmoKind::Move, nowhere, &level, SIZE).is_none());
    }
}
