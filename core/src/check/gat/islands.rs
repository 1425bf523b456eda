//! Walkable ground that can't be reached from the rest.

use std::ops::ControlFlow;

use crate::problem::{Problem, Rule, Severity};
use crate::world::gat::GatMap;
use crate::world::gat::action::Action;
use crate::world::gat::area::Rect;
use crate::world::gat::group::{Group, Pieces};
use crate::world::gat::paint::{Ink, Paint};

use crate::check::fix;

pub(super) const ISLAND: Rule = Rule {
    code: "gat-island",
    severity: Severity::Hint,
    title: "Ground that can't be reached",
    explanation: "\
These walkable cells are cut off from the largest walkable part of the map. Diagonal steps need \
both neighbours free, so cells that touch only at a corner are not connected.

Rooms that warps lead to are cut off on purpose. If no warp leads there, players can't reach \
monsters that spawn there, and players who teleport there are stuck. Block the ground, or open a \
way.",
};

/// So many rows are read before it is asked whether to go on.
const ROWS_AT_ONCE: u32 = 64;

/// The islands of a map, or `None` where `goes_on` breaks.
pub(super) fn find(map: &GatMap, goes_on: &dyn Fn() -> ControlFlow<()>) -> Option<Vec<Group>> {
    let all = map.rect();
    let mut pieces = Pieces::default();
    for y in (0..all.height).step_by(ROWS_AT_ONCE as usize) {
        if goes_on().is_break() {
            return None;
        }
        let rows = Rect { y, height: ROWS_AT_ONCE, ..all }.within(all);
        pieces.add(map.walkable_in(rows).spans());
    }
    let sizes = pieces.sizes();
    let mainland = sizes.largest();
    // Single cells have a rule of their own.
    Some(pieces.groups(|piece| Some(piece) != mainland && sizes.n_cells(piece) > 1))
}

pub(super) fn problems(file: &str, islands: &[Group]) -> Vec<Problem> {
    let message = |group: &Group| format!("{} that can't be reached", group.counted());
    super::problems(&ISLAND, file, islands, message, |group| {
        let paint = Paint { region: group.region(), ink: Ink::Type(1), mirror: None, within: None };
        vec![fix("Block the island", &Action::Paint(paint)).one_by_one()]
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, fixed, of_code};
    use crate::world::gat::tests::map;

    #[test]
    fn ground_that_a_warp_leads_to_is_no_island() {
        let map = map(&["00155", "00150", "11000", "00111"]);
        let islands = |entrances: &[(u32, u32)]| {
            let found = crate::check::gat::check_entered("a.gat", &map, entrances);
            found.iter().filter(|problem| problem.code == "gat-island").count()
        };
        assert_eq!((islands(&[]), islands(&[(2, 1), (9, 9)])), (2, 2));
        assert_eq!((islands(&[(1, 0)]), islands(&[(1, 0), (0, 3)])), (1, 0));
    }

    #[test]
    fn what_touches_at_a_corner_is_apart() {
        let map = map(&["00155", "00150", "11000", "00111"]);
        let found = of_code(&map, "gat-island");
        let island = |n: &str| ("gat-island", format!("{n} that can't be reached"));
        assert_eq!(codes(&found), [island("2 cells"), island("4 cells")]);
        assert_eq!(fixed(&map, &found), ["11155", "11150", "11000", "11111"]);
    }
}
