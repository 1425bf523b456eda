//! Walkable ground that can't be reached from the rest.

use crate::problem::{Problem, Rule, Severity};
use crate::world::gat::GatMap;
use crate::world::gat::action::Action;
use crate::world::gat::group::Group;
use crate::world::gat::paint::{Ink, Paint};

use super::{fix, problems};

pub(super) const ISLAND: Rule = Rule {
    code: "gat-island",
    severity: Severity::Hint,
    title: "Ground that can't be walked to",
    explanation: "\
These walkable cells do not hang together with the largest walkable part of the map. Diagonal steps \
need both neighbours free, so cells that touch at a corner alone are apart.

Rooms that warps lead to are so on purpose. Where no warp leads, monsters that spawn there can't be \
reached, and players who teleport there are stuck: block the ground, or open a way.",
};

pub(super) fn check(file: &str, map: &GatMap) -> Vec<Problem> {
    let mut groups = Group::all_of(&map.walkable_in(map.rect()));
    let largest =
        groups.iter().enumerate().max_by_key(|(n, group)| (group.n_cells(), usize::MAX - n));
    let Some((largest, _)) = largest else { return Vec::new() };
    groups.remove(largest);
    // Single cells have a rule of their own.
    groups.retain(|group| group.n_cells() > 1);
    let message = |group: &Group| format!("{} that can't be walked to", group.counted());
    problems(&ISLAND, file, &groups, message, |group| {
        let paint = Paint { region: group.region(), ink: Ink::Type(1), mirror: None, within: None };
        vec![fix("Block the island", &Action::Paint(paint))]
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, fixed};
    use crate::world::gat::tests::map;

    #[test]
    fn what_touches_at_a_corner_is_apart() {
        let map = map(&["00155", "00150", "11000", "00111"]);
        let found = super::check("a.gat", &map);
        let island = |n: &str| ("gat-island", format!("{n} that can't be walked to"));
        assert_eq!(codes(&found), [island("2 cells"), island("4 cells")]);
        assert_eq!(fixed(&map, &found), ["11155", "11150", "11000", "11111"]);
    }
}
