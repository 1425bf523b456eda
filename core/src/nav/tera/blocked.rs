//! Whether a straight way is one that nobody can walk, whatever is said of the few edges of the
//! game's own that its walking rule does not explain.

use super::Stride;
use super::ground::Ground;
use super::walk::{CutReason, Standing, walk};
use crate::space::tera::CellInWorld;

/// What no edge of the game's own goes beyond, or next to none.
const FAR: Stride = Stride { step_up: 60, step_down: 150, clearance: 16, reach: u16::MAX };

/// Whether something far too high, deep or low is in the way, and beside it as well.
pub fn is_blocked(ground: &impl Ground, from: Standing, to: Standing) -> bool {
    is_shut(ground, from, to) && !has_way_beside(ground, from, to)
}

fn is_shut(ground: &impl Ground, from: Standing, to: Standing) -> bool {
    walk(ground, from, to, &FAR)
        .is_err_and(|cut| !matches!(cut.reason, CutReason::Unknown | CutReason::OtherFloor(_)))
}

/// Whether one can walk beside the line, a cell to any side: some edges of the game's own cut a
/// corner.
fn has_way_beside(ground: &impl Ground, from: Standing, to: Standing) -> bool {
    let beside = |standing: Standing, x: i32, y: i32| {
        let CellInWorld { x: own_x, y: own_y } = standing.cell_in_world;
        let cell = CellInWorld { x: own_x.saturating_add(x), y: own_y.saturating_add(y) };
        Standing { cell_in_world: cell, ..standing }
    };
    let sides = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    sides.into_iter().any(|(x, y)| {
        let (start, end) = (beside(from, x, y), beside(to, x, y));
        !is_shut(ground, from, start) && !is_shut(ground, start, end) && !is_shut(ground, end, to)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tera::zgd::{Volume, Zgd};
    use crate::nav::tera::ground::Zones;
    use crate::space::tera::{Origin, Zone};

    #[test]
    fn a_wall_blocks_and_a_post_does_not() {
        // A wall along y at cell 20, and a post in the way at (10, 50).
        let zgd = Zgd::from_cells(|x, y, cell| {
            let z = if x == 20 || (x, y) == (10, 50) { 200 } else { 0 };
            cell.push(Volume { z, height: 500 });
        });
        let zones = [(Zone { x: 1000, y: 1000 }, &zgd)];
        let ground = Zones::new(Origin::USUAL, zones);
        let at = |x, y| Standing { cell_in_world: CellInWorld { x, y }, z: 0 };
        assert!(is_blocked(&ground, at(15, 5), at(25, 5)));
        assert!(!is_blocked(&ground, at(5, 50), at(15, 50)));
        assert!(!is_blocked(&ground, at(5, 5), at(15, 5)));
        assert!(is_blocked(&ground, at(5, 5), at(-5, 5)), "a hole");
    }
}
