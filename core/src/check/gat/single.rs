//! Single cells that differ from everything around them.

use crate::problem::{Problem, Rule, Severity};
use crate::world::gat::GatMap;
use crate::world::gat::action::Action;
use crate::world::gat::area::{Area, Rect, Way};
use crate::world::gat::group::Group;
use crate::world::gat::paint::{Ink, Paint};

use crate::check::fix;

pub(super) const HOLE: Rule = Rule {
    code: "gat-one-cell-hole",
    severity: Severity::Hint,
    title: "Single walkable cell",
    explanation: "\
A walkable cell has blocked ground on all four sides. Nobody can walk to it, and players who \
teleport there can't leave.

Most often it was missed while painting. Block it, unless a script puts somebody there.",
};

pub(super) const WALL: Rule = Rule {
    code: "gat-one-cell-wall",
    severity: Severity::Hint,
    title: "Single blocked cell",
    explanation: "\
A single cell is blocked and all eight around it are walkable. Lamps, trees and signs look like \
this in original maps, but so does a slip of the brush.

If nothing is there, make it walkable.",
};

/// Single walkable cells, and single blocked ones, of a rectangle.
pub(super) fn holes_and_walls(map: &GatMap, rect: Rect) -> (Area, Area) {
    use Way::{Back, On, Stay};
    let walkable = map.walkable_in(rect.grown(1, map.rect()));
    let beside = |east, north| walkable.beside(east, north);
    let sides = [(Back, Stay), (On, Stay), (Stay, Back), (Stay, On)];
    let corners = [(Back, Back), (Back, On), (On, Back), (On, On)];
    let any_side = sides.map(|(east, north)| beside(east, north)).into_iter();
    let any_side = any_side.fold(Area::default(), |all, area| all.union(&area));
    let asked = Area::of_rect(rect);
    let holes = asked.intersection(&walkable).difference(&any_side);
    let all_around = sides.into_iter().chain(corners);
    let walls = all_around.fold(asked.difference(&walkable), |left, (east, north)| {
        left.intersection(&beside(east, north))
    });
    (holes, walls)
}

pub(super) fn problems(file: &str, holes: &[Group], walls: &[Group]) -> Vec<Problem> {
    let paint = |group: &Group, title: &str, kind: u32| {
        let paint =
            Paint { region: group.region(), ink: Ink::Type(kind), mirror: None, within: None };
        vec![fix(title, &Action::Paint(paint)).one_by_one()]
    };
    let hole = |_: &Group| "a single walkable cell among blocked ones".to_owned();
    let wall = |_: &Group| "a single blocked cell among walkable ones".to_owned();
    let mut found = super::problems(&HOLE, file, holes, hole, |group| paint(group, "Block it", 1));
    found.extend(super::problems(&WALL, file, walls, wall, |group| {
        paint(group, "Make it walkable", 0)
    }));
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, fixed, of_code};
    use crate::world::gat::tests::map;

    #[test]
    fn holes_ask_the_sides_and_walls_all_around() {
        let map = map(&["00011", "05010", "00011", "11101"]);
        let mut found = of_code(&map, "gat-one-cell-hole");
        found.extend(of_code(&map, "gat-one-cell-wall"));
        assert_eq!(
            codes(&found),
            [
                ("gat-one-cell-hole", "a single walkable cell among blocked ones"),
                ("gat-one-cell-hole", "a single walkable cell among blocked ones"),
                ("gat-one-cell-wall", "a single blocked cell among walkable ones"),
            ]
            .map(|(code, message)| (code, message.to_owned()))
        );
        assert_eq!(fixed(&map, &found), ["00011", "00011", "00011", "11111"]);
    }
}
