//! Walking in a straight line, cell by cell.

use super::Stride;
use super::ground::Ground;
use crate::format::tera::zgd::Volume;
use crate::space::tera::CellInWorld;

/// A place to stand: a floor in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    pub cell_in_world: CellInWorld,
    pub z: i32,
}

/// Where a walk is cut off: between two cells that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The last floor that was reached.
    pub before: Standing,
    /// The cell that could not be entered.
    pub cell_in_world: CellInWorld,
    pub reason: CutReason,
}

/// Why a cell could not be entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutReason {
    /// There is no volume.
    Empty,
    /// Nobody knows which volumes there are: the geometry of the zone is missing.
    Unknown,
    /// The step is this high.
    StepUp(i32),
    /// The step is this deep.
    StepDown(i32),
    /// There is only this much room on both sides of the step; less than 0 where a floor is
    /// above the other's room.
    Clearance(i32),
    /// The walk came to this floor of the cell that it was to end in, and not to the right one.
    OtherFloor(i32),
}

/// Walks straight from one place to another, and says where that is cut off.
///
/// In each cell the floor nearest to the last one is taken. Where the line passes exactly
/// through a corner, the cells beside it are not entered. The reach of the stride is left out:
/// it is about which walks are tried.
pub fn walk(
    ground: &impl Ground,
    from: Standing,
    to: Standing,
    stride: &Stride,
) -> Result<(), Cut> {
    let nothing_at = |cell: CellInWorld| match ground.is_known(cell) {
        true => CutReason::Empty,
        false => CutReason::Unknown,
    };
    let Some(start) = ground.nearest_floor(from.cell_in_world, from.z) else {
        return Err(cut(from, from.cell_in_world, nothing_at(from.cell_in_world)));
    };
    let (mut cell_in_world, mut volume) = (from.cell_in_world, start);
    for next_cell in line(from.cell_in_world, to.cell_in_world) {
        let z = i32::from(volume.z);
        let before = Standing { cell_in_world, z };
        let next = ground
            .nearest_floor(next_cell, z)
            .ok_or_else(|| cut(before, next_cell, nothing_at(next_cell)))?;
        step(volume, next, stride).map_err(|reason| cut(before, next_cell, reason))?;
        (cell_in_world, volume) = (next_cell, next);
    }
    let arrived = Standing { cell_in_world, z: i32::from(volume.z) };
    let wanted = ground.nearest_floor(to.cell_in_world, to.z).map(|volume| volume.z);
    match wanted {
        Some(z) if z == volume.z => Ok(()),
        _ => Err(cut(arrived, to.cell_in_world, CutReason::OtherFloor(arrived.z))),
    }
}

/// The floors that a straight walk comes to, however far it climbs or falls: in each cell the one
/// nearest to the last, up to where nobody knows which volumes there are.
pub fn floors(
    ground: &impl Ground,
    from: Standing,
    to: Standing,
) -> impl Iterator<Item = Standing> {
    let cells = std::iter::once(from.cell_in_world)
        .chain(line(from.cell_in_world, to.cell_in_world))
        .take_while(|cell| ground.is_known(*cell));
    let mut z = from.z;
    cells.filter_map(move |cell_in_world| {
        z = ground.nearest_floor(cell_in_world, z)?.z.into();
        Some(Standing { cell_in_world, z })
    })
}

fn cut(before: Standing, cell_in_world: CellInWorld, reason: CutReason) -> Cut {
    Cut { before, cell_in_world, reason }
}

/// Whether one step from a volume into the next can be done.
fn step(from: Volume, to: Volume, stride: &Stride) -> Result<(), CutReason> {
    let rise = i32::from(to.z) - i32::from(from.z);
    let room = from.top().min(to.top()) - i32::from(from.z.max(to.z));
    if rise > i32::from(stride.step_up) {
        Err(CutReason::StepUp(rise))
    } else if -rise > i32::from(stride.step_down) {
        Err(CutReason::StepDown(-rise))
    } else if room < i32::from(stride.clearance) {
        Err(CutReason::Clearance(room))
    } else {
        Ok(())
    }
}

/// The cells of the line between two cells, without the first.
///
/// One for each step along the longer axis, the nearest to the line, and of two as near the one
/// that keeps to the last course (Bresenham's line). Of all lines that were tried this one
/// explains the game's edges best: one that takes in every cell it touches finds five times as
/// many steps that are too high.
fn line(from: CellInWorld, to: CellInWorld) -> impl Iterator<Item = CellInWorld> {
    let (delta_x, delta_y) = (to.x.abs_diff(from.x), to.y.abs_diff(from.y));
    let n_steps = i64::from(delta_x.max(delta_y));
    // How far the line is ahead of the cell, in halves of a cell and times the number of steps.
    let (mut off_x, mut off_y) = (0, 0);
    let advance = move |at: i32, to: i32, delta: u32, off: &mut i64| {
        *off += 2 * i64::from(delta);
        if *off <= n_steps {
            return at;
        }
        *off -= 2 * n_steps;
        if to < at { at.saturating_sub(1) } else { at.saturating_add(1) }
    };
    let mut cell = from;
    (0..n_steps).map(move |_| {
        cell.x = advance(cell.x, to.x, delta_x, &mut off_x);
        cell.y = advance(cell.y, to.y, delta_y, &mut off_y);
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of cells along x, given as the volumes of each; everything beside it is empty.
    struct Strip(Vec<Vec<Volume>>);

    impl Strip {
        fn new(cells: &[&[(i16, u16)]]) -> Strip {
            let volumes = |cell: &&[(i16, u16)]| cell.iter().copied().map(Volume::from).collect();
            Strip(cells.iter().map(volumes).collect())
        }
    }

    impl Ground for Strip {
        fn volumes(&self, cell_in_world: CellInWorld) -> &[Volume] {
            let x = usize::try_from(cell_in_world.x).ok().filter(|_| cell_in_world.y == 0);
            x.and_then(|x| self.0.get(x)).map_or(&[], Vec::as_slice)
        }
    }

    fn at(x: i32, z: i32) -> Standing {
        Standing { cell_in_world: CellInWorld { x, y: 0 }, z }
    }

    /// Walks from the first cell to the last, from and to the lowest floor.
    fn check(cells: &[&[(i16, u16)]], expected: Result<(), (i32, CutReason)>) {
        let strip = Strip::new(cells);
        let floor = |cell: &[(i16, u16)]| cell.first().map_or(0, |(z, _)| i32::from(*z));
        let from = at(0, floor(cells[0]));
        let to = at(cells.len() as i32 - 1, floor(cells[cells.len() - 1]));
        let found = walk(&strip, from, to, &Stride::default());
        assert_eq!(found.map_err(|cut| (cut.cell_in_world.x, cut.reason)), expected, "{cells:?}");
    }

    #[test]
    fn a_walk_is_cut_where_a_step_is_too_much() {
        check(&[&[(0, 100)]], Ok(()));
        check(&[&[(0, 100)], &[(15, 100)], &[(30, 100)]], Ok(()));
        check(&[&[(0, 100)], &[(0, 100)], &[(16, 100)]], Err((2, CutReason::StepUp(16))));
        check(&[&[(0, 200)], &[(-50, 200)], &[(-100, 200)]], Ok(()));
        check(&[&[(0, 200)], &[(-51, 200)], &[(-51, 200)]], Err((1, CutReason::StepDown(51))));
        check(&[&[(0, 100)], &[], &[(0, 100)]], Err((1, CutReason::Empty)));
        check(&[&[]], Err((0, CutReason::Empty)));
    }

    #[test]
    fn there_must_be_room_on_both_sides_of_a_step() {
        check(&[&[(0, 50)], &[(0, 50)]], Ok(()));
        check(&[&[(0, 50)], &[(5, 50)]], Err((1, CutReason::Clearance(45))));
        check(&[&[(0, 100)], &[(0, 49)]], Err((1, CutReason::Clearance(49))));
        check(&[&[(0, 5)], &[(10, 100)]], Err((1, CutReason::Clearance(-5))));
    }

    #[test]
    fn the_floor_nearest_to_the_last_one_is_taken() {
        // Over a bridge, and not down into the water below it.
        check(&[&[(0, 300)], &[(-90, 80), (2, 300)], &[(0, 300)]], Ok(()));
        // Up a ramp onto a floor above the one that was wanted.
        let ramp: &[&[(i16, u16)]] = &[&[(0, 300)], &[(14, 300)], &[(-20, 30), (26, 300)]];
        check(ramp, Err((2, CutReason::OtherFloor(26))));
    }

    #[test]
    fn floors_are_met_beyond_a_drop_a_hole_and_a_wall() {
        let strip = Strip::new(&[&[(0, 100)], &[(-900, 100), (400, 9)], &[], &[(-880, 9)]]);
        let met = |from, to| floors(&strip, from, to).map(|floor| floor.z).collect::<Vec<_>>();
        assert_eq!(met(at(0, 3), at(3, 0)), [0, 400, -880]);
        assert_eq!(met(at(3, 0), at(0, 3)), [-880, -900, 0]);
    }

    #[test]
    fn a_cut_says_from_where() {
        let strip = Strip::new(&[&[(0, 100)], &[(10, 100)], &[(90, 100)]]);
        let cut = walk(&strip, at(0, 3), at(2, 90), &Stride::default()).unwrap_err();
        assert_eq!(cut.before, at(1, 10));
        assert_eq!(cut.cell_in_world, CellInWorld { x: 2, y: 0 });
    }

    #[test]
    fn a_line_goes_to_its_end_whichever_way_and_however_far() {
        let cells = |x, y| {
            let line = line(CellInWorld { x: 0, y: 0 }, CellInWorld { x, y });
            line.map(|cell| (cell.x, cell.y)).collect::<Vec<_>>()
        };
        assert_eq!(cells(4, 2), [(1, 0), (2, 1), (3, 1), (4, 2)]);
        assert_eq!(cells(-4, -2), [(-1, 0), (-2, -1), (-3, -1), (-4, -2)]);
        assert_eq!(cells(-1, 3), [(0, 1), (-1, 2), (-1, 3)]);
        assert_eq!(cells(2, -2), [(1, -1), (2, -2)]);
        assert_eq!(cells(0, 0), []);
        for (x, y) in [(7, 3), (-7, 3), (3, -7), (100, 99), (0, 5)] {
            assert_eq!(cells(x, y).last(), Some(&(x, y)));
        }
        let (from, to) =
            (CellInWorld { x: i32::MIN, y: i32::MAX }, CellInWorld { x: i32::MAX, y: 0 });
        assert_eq!(line(from, to).nth(1), Some(CellInWorld { x: i32::MIN + 2, y: i32::MAX - 1 }));
    }
}
