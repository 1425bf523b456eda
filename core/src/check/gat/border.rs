//! The last row and the last column, which no server lets anybody walk on.

use crate::problem::{Problem, Rule, Severity};
use crate::space::ragnarok::TilePos;
use crate::world::gat::GatMap;
use crate::world::gat::action::Action;
use crate::world::gat::area::{Area, Rect};
use crate::world::gat::group::Group;
use crate::world::gat::paint::{Ink, Paint};

use crate::check::fix;
use crate::nav::ragnarok::cell::ServerCell;

pub(super) const WALKABLE_BORDER: Rule = Rule {
    code: "gat-walkable-border",
    severity: Severity::Hint,
    title: "Walkable last row or column",
    explanation: "\
Cells in the northernmost row or the easternmost column are walkable. Servers block both, whatever \
the file says: the client lets a player click there, and nothing happens.

Many original maps are like this, and it does no harm. Block the cells if players wonder.",
};

/// The cells of the last row and column that are walkable, as far as they lie in a rectangle.
pub(super) fn walkable(map: &GatMap, rect: Rect) -> Area {
    let mut area = Area::empty(rect);
    let last = (map.width().saturating_sub(1), map.height().saturating_sub(1));
    let mut ask = |tile: TilePos| {
        let cell = map.terrain(tile).and_then(|terrain| ServerCell::from_type(terrain.kind()));
        if rect.contains(tile) && cell.is_some_and(ServerCell::is_walkable) {
            area.insert(tile);
        }
    };
    (rect.x..rect.east()).for_each(|x| ask(TilePos { x, y: last.1 }));
    (rect.y..rect.north()).for_each(|y| ask(TilePos { x: last.0, y }));
    area
}

pub(super) fn problems(file: &str, groups: &[Group]) -> Vec<Problem> {
    let message =
        |group: &Group| format!("{} on the border, where servers let nobody walk", group.counted());
    super::problems(&WALKABLE_BORDER, file, groups, message, |group| {
        let paint = Paint { region: group.region(), ink: Ink::Type(1), mirror: None, within: None };
        vec![fix("Block them", &Action::Paint(paint))]
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, fixed, of_code};
    use crate::world::gat::tests::map;

    #[test]
    fn the_northern_row_and_the_eastern_column_are_asked() {
        let map = map(&["0010", "0000", "0005"]);
        let found = of_code(&map, "gat-walkable-border");
        let border = |n: &str| {
            ("gat-walkable-border", format!("{n} on the border, where servers let nobody walk"))
        };
        assert_eq!(codes(&found), [border("2 cells"), border("2 cells")]);
        assert_eq!(fixed(&map, &found), ["1111", "0001", "0005"]);
    }
}
