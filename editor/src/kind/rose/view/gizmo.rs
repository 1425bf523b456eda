//! What stands at the selection to be taken hold of: arrows to move along, a ring to turn with,
//! boxes to make larger with. As large on the screen whatever the zoom is.

/// A gizmo at a place, in cm of the files.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gizmo {
    pub kind: GizmoKind,
    /// What it turns and grows about.
    pub at_file_cm: [f64; 2],
    /// How far the hand has turned by now, against the clock.
    pub turned_degrees: f64,
    /// What the pointer is over or holds.
    pub handle: Option<Handle>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GizmoKind {
    #[default]
    Move,
    Rotate,
    Scale,
}

/// A part of a gizmo that the pointer takes hold of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Handle {
    /// Along x alone, to the east.
    MoveX,
    /// Along y alone, to the north.
    MoveY,
    MoveBoth,
    Turn,
    ScaleX,
    ScaleY,
    ScaleAll,
}

/// What something that is drawn would be, in points.
pub const ARM_POINTS: f64 = 56.0;
pub const RING_POINTS: f64 = 48.0;
/// Half a side of the square in the middle.
pub const SQUARE_POINTS: f64 = 9.0;
/// How far from a handle the pointer may be.
pub const REACH_POINTS: f64 = 8.0;

impl Gizmo {
    pub fn new(kind: GizmoKind, at_file_cm: [f64; 2]) -> Gizmo {
        Gizmo { kind, at_file_cm, turned_degrees: 0.0, handle: None }
    }

    /// What the pointer would take hold of, where a point of the screen is so many cm.
    pub fn handle_at(&self, pointer_file_cm: [f64; 2], cm_per_point: f64) -> Option<Handle> {
        let [x, y] = pointer_file_cm;
        let [middle_x, middle_y] = self.at_file_cm;
        let east = (x - middle_x) / cm_per_point;
        let north = (y - middle_y) / cm_per_point;
        if !(east.is_finite() && north.is_finite()) {
            return None;
        }
        let is_in_square = east.abs().max(north.abs()) <= SQUARE_POINTS + REACH_POINTS / 2.0;
        let (on_x, on_y) = (is_on_arm(east, north), is_on_arm(north, east));
        match self.kind {
            GizmoKind::Rotate => {
                let off = (east.hypot(north) - RING_POINTS).abs();
                (off <= REACH_POINTS).then_some(Handle::Turn)
            }
            GizmoKind::Move if is_in_square => Some(Handle::MoveBoth),
            GizmoKind::Move if on_x => Some(Handle::MoveX),
            GizmoKind::Move if on_y => Some(Handle::MoveY),
            GizmoKind::Scale if is_in_square => Some(Handle::ScaleAll),
            GizmoKind::Scale if on_x => Some(Handle::ScaleX),
            GizmoKind::Scale if on_y => Some(Handle::ScaleY),
            GizmoKind::Move | GizmoKind::Scale => None,
        }
    }

    /// How far a hand that went from one place to another turned, in degrees against the clock:
    /// more than -180, up to 180.
    pub fn turn_of(&self, from_file_cm: [f64; 2], to_file_cm: [f64; 2]) -> f64 {
        let [middle_x, middle_y] = self.at_file_cm;
        let angle = |[x, y]: [f64; 2]| (y - middle_y).atan2(x - middle_x).to_degrees();
        let turn = (angle(to_file_cm) - angle(from_file_cm)).rem_euclid(360.0);
        if turn > 180.0 { turn - 360.0 } else { turn }
    }

    /// How many times larger a hand made it that went from one place to another; 1 where it
    /// began in the middle.
    pub fn growth_of(&self, from_file_cm: [f64; 2], to_file_cm: [f64; 2]) -> f64 {
        let [middle_x, middle_y] = self.at_file_cm;
        let away = |[x, y]: [f64; 2]| (x - middle_x).hypot(y - middle_y);
        let growth = away(to_file_cm) / away(from_file_cm);
        if growth.is_finite() { growth.clamp(0.01, 100.0) } else { 1.0 }
    }
}

/// Both in points.
fn is_on_arm(along: f64, aside: f64) -> bool {
    (0.0..=ARM_POINTS + REACH_POINTS).contains(&along) && aside.abs() <= REACH_POINTS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handle(kind: GizmoKind, east_points: f64, north_points: f64) -> Option<Handle> {
        let cm_per_point = 25.0;
        let at = [1000.0 + east_points * cm_per_point, -500.0 + north_points * cm_per_point];
        Gizmo::new(kind, [1000.0, -500.0]).handle_at(at, cm_per_point)
    }

    #[test]
    fn handles_are_where_they_are_drawn_at_every_zoom() {
        use GizmoKind::{Move, Rotate, Scale};
        assert_eq!(handle(Move, 0.0, 0.0), Some(Handle::MoveBoth));
        assert_eq!(handle(Move, 40.0, 3.0), Some(Handle::MoveX));
        assert_eq!(handle(Move, -3.0, 40.0), Some(Handle::MoveY));
        assert_eq!(handle(Move, -40.0, 0.0), None, "arms have one end");
        assert_eq!(handle(Move, 40.0, 40.0), None);
        assert_eq!(handle(Rotate, 0.0, -RING_POINTS), Some(Handle::Turn));
        assert_eq!(handle(Rotate, 0.0, 0.0), None);
        assert_eq!(handle(Scale, 0.0, 0.0), Some(Handle::ScaleAll));
        assert_eq!(handle(Scale, ARM_POINTS, 0.0), Some(Handle::ScaleX));
        assert_eq!(handle(Scale, 0.0, ARM_POINTS), Some(Handle::ScaleY));
        assert_eq!(handle(Move, f64::NAN, 0.0), None);
        let gizmo = Gizmo::new(Move, [0.0, 0.0]);
        for cm_per_point in [0.5, 2.0, 900.0] {
            let at = [ARM_POINTS * cm_per_point, 0.0];
            assert_eq!(gizmo.handle_at(at, cm_per_point), Some(Handle::MoveX));
        }
    }

    #[test]
    fn turns_go_the_short_way_and_growth_is_never_nothing() {
        let gizmo = Gizmo::new(GizmoKind::Rotate, [0.0, 0.0]);
        assert_eq!(gizmo.turn_of([1.0, 0.0], [0.0, 1.0]), 90.0);
        assert_eq!(gizmo.turn_of([0.0, 1.0], [1.0, 0.0]), -90.0);
        assert_eq!(gizmo.turn_of([-1.0, 0.1], [-1.0, -0.1]).signum(), 1.0);
        assert_eq!(gizmo.growth_of([2.0, 0.0], [0.0, 3.0]), 1.5);
        assert_eq!(gizmo.growth_of([0.0, 0.0], [0.0, 3.0]), 1.0);
        assert_eq!(gizmo.growth_of([2.0, 0.0], [0.0, 0.0]), 0.01);
    }
}
