//! Whether a body of some width and height gets straight from one place to another: a charge, a
//! knock-back, a skill that sweeps over the ground.
//!
//! The body is an upright cylinder whose axis follows the floor along the line. It gets on as long as
//! every cell that it touches has room for it, above what it can step onto, and its axis meets no step
//! that is too high or too deep.

use super::Stride;
use super::ground::Ground;
use super::walk::{CutReason, Standing, walk};
use crate::space::tera::{CellInWorld, PosInWorld, UNITS_PER_CELL};

/// The body, in the game's units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    pub radius: u16,
    pub height: u16,
}

/// No body is wider: that is 40 m.
pub const MAX_RADIUS: u16 = 1000;

/// Nobody asks farther: that is 800 m.
pub const FARTHEST: f64 = 20_000.0;

/// The line is looked at every so many units: a quarter of a cell.
const STEP: f64 = 4.0;

/// Where a body stops, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// The last place of its axis where there was room.
    pub at: PosInWorld,
    pub why: Why,
}

/// Why a body stops, in the words that people read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    #[error("a wall in the cell at ({}, {})", middle(.0)[0], middle(.0)[1])]
    Wall(CellInWorld),
    #[error("too low a ceiling, {room} above the floor, in the cell at ({}, {})", middle(.cell)[0], middle(.cell)[1])]
    Ceiling { cell: CellInWorld, room: i32 },
    #[error("a step of {0} up")]
    StepUp(i32),
    #[error("a step of {0} down")]
    StepDown(i32),
    #[error("no floor in the cell at ({}, {})", middle(.0)[0], middle(.0)[1])]
    NoFloor(CellInWorld),
    #[error("no geometry from the cell at ({}, {}) on", middle(.0)[0], middle(.0)[1])]
    Unknown(CellInWorld),
    #[error("it ends on a different floor, at a height of {0}")]
    OtherFloor(i32),
    #[error("it is more than {FARTHEST} units away")]
    TooFar,
}

fn middle(cell: &CellInWorld) -> [f64; 2] {
    let PosInWorld { x, y, .. } = cell.centre(0);
    [x, y]
}

/// Moves a body straight from a place to another; each stands on the floor nearest to it. `Ok` where it
/// comes to the end.
pub fn pass(
    ground: &impl Ground,
    from: PosInWorld,
    to: PosInWorld,
    body: Body,
    stride: &Stride,
) -> Result<(), Stop> {
    let length = from.distance_on_ground(to);
    let is_near = length <= FARTHEST && from.is_finite() && to.is_finite();
    if !is_near {
        return Err(Stop { at: from, why: Why::TooFar });
    }
    let last = Standing { cell_in_world: cell_of(from, from), z: from.z.round() as i32 };
    let mut sweep = Sweep { ground, body, stride, last };
    let n_steps = (length / STEP).ceil() as u32;
    let mut at = from;
    for n in 0..=n_steps {
        let part = if n_steps == 0 { 1.0 } else { f64::from(n) / f64::from(n_steps) };
        let next = PosInWorld {
            x: from.x + (to.x - from.x) * part,
            y: from.y + (to.y - from.y) * part,
            z: at.z,
        };
        sweep.enter(cell_of(next, from), n == 0).map_err(|why| Stop { at, why })?;
        let z = f64::from(sweep.last.z);
        if n == 0 {
            at = PosInWorld { z, ..from };
        }
        sweep.has_room(next).map_err(|why| Stop { at, why })?;
        at = PosInWorld { z, ..next };
    }
    match ground.nearest_floor(sweep.last.cell_in_world, to.z.round() as i32) {
        Some(floor) if i32::from(floor.z) == sweep.last.z => Ok(()),
        _ => Err(Stop { at, why: Why::OtherFloor(sweep.last.z) }),
    }
}

/// Places as far away as [`FARTHEST`] from one that has a cell have one, give or take the world's end.
fn cell_of(pos: PosInWorld, from: PosInWorld) -> CellInWorld {
    let cell = CellInWorld::of(pos).or_else(|| CellInWorld::of(from));
    cell.unwrap_or(CellInWorld { x: i32::MAX, y: i32::MAX })
}

/// A body on its way.
struct Sweep<'a, G> {
    ground: &'a G,
    body: Body,
    stride: &'a Stride,
    /// The floor below its axis.
    last: Standing,
}

impl<G: Ground> Sweep<'_, G> {
    /// Takes the axis into a cell.
    fn enter(&mut self, cell: CellInWorld, is_start: bool) -> Result<(), Why> {
        if cell == self.last.cell_in_world && !is_start {
            return Ok(());
        }
        if !self.ground.is_known(cell) {
            return Err(Why::Unknown(cell));
        }
        let floor = self.ground.nearest_floor(cell, self.last.z).ok_or(Why::NoFloor(cell))?;
        let next = Standing { cell_in_world: cell, z: floor.z.into() };
        if !is_start {
            let stride = Stride { clearance: 0, ..*self.stride };
            walk(self.ground, self.last, next, &stride).map_err(|cut| match cut.reason {
                CutReason::StepUp(by) => Why::StepUp(by),
                CutReason::StepDown(by) => Why::StepDown(by),
                CutReason::OtherFloor(z) => Why::OtherFloor(z),
                CutReason::Empty => Why::NoFloor(cell),
                CutReason::Unknown => Why::Unknown(cell),
                CutReason::Clearance(_) => Why::Wall(cell),
            })?;
        }
        self.last = next;
        Ok(())
    }

    /// Whether every cell that the body touches has room for it.
    fn has_room(&self, axis: PosInWorld) -> Result<(), Why> {
        let radius = f64::from(self.body.radius);
        let own = self.last.cell_in_world;
        let reach = i32::from(self.body.radius) / UNITS_PER_CELL + 1;
        for x in own.x.saturating_sub(reach)..=own.x.saturating_add(reach) {
            for y in own.y.saturating_sub(reach)..=own.y.saturating_add(reach) {
                let cell = CellInWorld { x, y };
                if cell == own || distance_to(axis, cell) < radius {
                    self.room_in(cell)?;
                }
            }
        }
        Ok(())
    }

    fn room_in(&self, cell: CellInWorld) -> Result<(), Why> {
        if !self.ground.is_known(cell) {
            return Err(Why::Unknown(cell));
        }
        let step = self.last.z + i32::from(self.stride.step_up);
        let top = self.last.z + i32::from(self.body.height);
        let volumes = self.ground.volumes(cell).iter();
        let below =
            volumes.filter(|volume| i32::from(volume.z) <= step && volume.top() > self.last.z);
        match below.map(|volume| volume.top()).max() {
            None => Err(Why::Wall(cell)),
            Some(ceiling) if ceiling < top => {
                Err(Why::Ceiling { cell, room: ceiling - self.last.z })
            }
            Some(_) => Ok(()),
        }
    }
}

/// How far a place is from the nearest point of a cell, on the ground.
fn distance_to(pos: PosInWorld, cell: CellInWorld) -> f64 {
    let side = f64::from(UNITS_PER_CELL);
    let off = |at: f64, cell: i32| {
        let low = f64::from(cell) * side;
        (low - at).max(at - (low + side)).max(0.0)
    };
    off(pos.x, cell.x).hypot(off(pos.y, cell.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tera::zgd::Volume;

    /// A plain with a wall along y at cell 10 that is open from y = 20 to 23, a step of 40 down at
    /// cell 30, a bridge over x = 40 that is 60 above the ground, and nothing beyond x = 60.
    struct Yard {
        plain: [Volume; 1],
        wall: [Volume; 1],
        low: [Volume; 1],
        bridge: [Volume; 2],
    }

    fn yard() -> Yard {
        let volume = |z, height| Volume { z, height };
        Yard {
            plain: [volume(0, 32_767)],
            wall: [volume(300, 32_467)],
            low: [volume(-80, 32_767)],
            bridge: [volume(0, 50), volume(60, 32_707)],
        }
    }

    impl Ground for Yard {
        fn volumes(&self, cell: CellInWorld) -> &[Volume] {
            match (cell.x, cell.y) {
                (10, y) if !(20..24).contains(&y) => &self.wall,
                (x, _) if x > 60 => &[],
                (40, _) => &self.bridge,
                (x, y) if x >= 30 && y > 100 => &self.low,
                _ => &self.plain,
            }
        }

        fn is_known(&self, cell: CellInWorld) -> bool {
            cell.x < 100
        }
    }

    fn check(from: [f64; 2], to: [f64; 2], body: (u16, u16), expected: Option<(f64, Why)>) {
        let at = |[x, y]: [f64; 2]| PosInWorld { x, y, z: 0.0 };
        let body = Body { radius: body.0, height: body.1 };
        let found = pass(&yard(), at(from), at(to), body, &Stride::default());
        let found = found.err().map(|stop| (stop.at.x, stop.why));
        assert_eq!(found, expected, "{from:?} {to:?} {body:?}");
    }

    #[test]
    fn a_thin_body_comes_to_the_wall_and_a_wide_one_stops_before_it() {
        check([8.0, 40.0], [120.0, 40.0], (0, 50), None);
        check([8.0, 40.0], [248.0, 40.0], (0, 50), Some((156.0, Why::StepUp(300))));
        check([8.0, 40.0], [248.0, 40.0], (20, 50), Some((140.0, wall_at(1))));
    }

    fn wall_at(y: i32) -> Why {
        Why::Wall(CellInWorld { x: 10, y })
    }

    #[test]
    fn a_gate_lets_through_what_is_as_wide() {
        // The gate is 64 wide, from 320 to 384.
        check([8.0, 352.0], [248.0, 352.0], (32, 50), None);
        check([8.0, 352.0], [248.0, 352.0], (33, 50), Some((148.0, wall_at(19))));
        check([8.0, 340.0], [248.0, 340.0], (21, 50), Some((152.0, wall_at(19))));
    }

    #[test]
    fn a_ceiling_stops_what_is_too_high_and_steps_stop_all() {
        let cell = CellInWorld { x: 40, y: 3 };
        check([488.0, 56.0], [800.0, 56.0], (0, 50), None);
        check(
            [488.0, 56.0],
            [800.0, 56.0],
            (0, 51),
            Some((636.0, Why::Ceiling { cell, room: 50 })),
        );
        check([400.0, 1800.0], [600.0, 1800.0], (0, 50), Some((476.0, Why::StepDown(80))));
    }

    #[test]
    fn what_is_not_known_or_not_there_is_told_apart() {
        let empty = Why::NoFloor(CellInWorld { x: 61, y: 3 });
        check([900.0, 56.0], [1_200.0, 56.0], (0, 50), Some((972.0, empty)));
        let far = Why::Unknown(CellInWorld { x: 100, y: 3 });
        check(
            [1_700.0, 56.0],
            [1_710.0, 56.0],
            (0, 50),
            Some((1_700.0, Why::Unknown(CellInWorld { x: 106, y: 3 }))),
        );
        assert!(far.to_string().starts_with("no geometry"));
        check([900.0, 56.0], [9e9, 56.0], (0, 50), Some((900.0, Why::TooFar)));
        check([900.0, 56.0], [f64::NAN, 56.0], (0, 50), Some((900.0, Why::TooFar)));
    }

    #[test]
    fn the_other_end_has_to_be_on_the_same_floor() {
        let at = |x, z| PosInWorld { x, y: 56.0, z };
        let body = Body { radius: 0, height: 40 };
        let found = pass(&yard(), at(600.0, 0.0), at(648.0, 60.0), body, &Stride::default());
        assert_eq!(found.unwrap_err().why, Why::OtherFloor(0));
        assert_eq!(
            pass(&yard(), at(648.0, 60.0), at(648.0, 60.0), body, &Stride::default()),
            Ok(())
        );
    }
}
