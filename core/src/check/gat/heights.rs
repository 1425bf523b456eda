//! Heights that are no number, and ground that is torn where somebody walks.

use crate::format::number::F32;
use crate::problem::{Problem, Rule, Severity};
use crate::space::ragnarok::{Corner, TilePos, height_from_altitude};
use crate::world::gat::GatMap;
use crate::world::gat::action::Action;
use crate::world::gat::area::{Area, Rect};
use crate::world::gat::group::Group;
use crate::world::gat::heights::{How, Neighbours, ShapeHeights};

use super::{fix, problems};

pub(super) const NOT_FINITE: Rule = Rule {
    code: "gat-height-not-finite",
    severity: Severity::Error,
    title: "Height that is no number",
    explanation: "\
A corner of a cell has an altitude that is not a number or infinite. What a client does with it \
can't be told: whoever stands there may fall, fly or vanish.

Give the cell the height of the ground around it.",
};

pub(super) const JUMP: Rule = Rule {
    code: "gat-height-jump",
    severity: Severity::Hint,
    title: "Height jump between walkable cells",
    explanation: "\
Two walkable cells lie side by side, and where they meet one is more than ten world units (two \
cells) higher. Servers know no heights, so players walk straight up the step.

At ledges and bridges original maps have it too. Block the edge, or smooth the ground.",
};

pub(super) const CRACK: Rule = Rule {
    code: "gat-crack",
    severity: Severity::Hint,
    title: "Crack between neighbouring cells",
    explanation: "\
Two walkable cells lie side by side, and the corners where they meet differ by less than one world \
unit: too little for a step, too much to be the same.

It is what tools leave behind that round heights or move one cell alone. Nobody sees it, since the \
ground is drawn from the GND, but a character may twitch there.",
};

/// In world units.
const JUMP_ABOVE: f32 = 10.0;
const CRACK_BELOW: f32 = 1.0;

pub(super) fn check(file: &str, map: &GatMap, rect: Rect) -> Vec<Problem> {
    let mut found = not_finite(file, map, rect);
    let (jumps, cracks) = torn(map, rect);
    let jump = |group: &Group| {
        format!("{} with a step of more than {JUMP_ABOVE} to a neighbour", group.counted())
    };
    let crack = |group: &Group| {
        format!("{} with a gap of less than {CRACK_BELOW} to a neighbour", group.counted())
    };
    found.extend(problems(&JUMP, file, &Group::all_of(&jumps), jump, |_| Vec::new()));
    found.extend(problems(&CRACK, file, &Group::all_of(&cracks), crack, |_| Vec::new()));
    found
}

fn not_finite(file: &str, map: &GatMap, rect: Rect) -> Vec<Problem> {
    let mut area = Area::empty(rect);
    for tile in Area::of_rect(rect).cells() {
        let corners = Corner::ALL.map(|corner| map.altitude(tile, corner).unwrap_or(F32::ZERO));
        if corners.iter().any(|altitude| !altitude.get().is_finite()) {
            area.insert(tile);
        }
    }
    let message = |group: &Group| format!("{} with a height that is no number", group.counted());
    problems(&NOT_FINITE, file, &Group::all_of(&area), message, |group| {
        let shape = ShapeHeights {
            region: group.region(),
            how: How::Set { height: height_nearby(map, group) },
            neighbours: Neighbours::Alone,
            within: None,
        };
        vec![fix("Level with the ground around", &Action::ShapeHeights(shape))]
    })
}

/// The mean of the heights in and next to a group; 0 where there are none.
fn height_nearby(map: &GatMap, group: &Group) -> f32 {
    let area = group.region().area(map).unwrap_or_default().grown(1, map.rect());
    let heights = area.cells().flat_map(|tile| {
        Corner::ALL.map(|corner| map.altitude(tile, corner).map_or(f32::NAN, height_from_altitude))
    });
    let finite: Vec<f64> = heights.filter(|height| height.is_finite()).map(f64::from).collect();
    if finite.is_empty() { 0.0 } else { (finite.iter().sum::<f64>() / finite.len() as f64) as f32 }
}

/// Walkable cells with a jump, and with a crack, to a walkable neighbour in the east or north.
fn torn(map: &GatMap, rect: Rect) -> (Area, Area) {
    const EAST: [(Corner, Corner); 2] =
        [(Corner::SouthEast, Corner::SouthWest), (Corner::NorthEast, Corner::NorthWest)];
    const NORTH: [(Corner, Corner); 2] =
        [(Corner::NorthWest, Corner::SouthWest), (Corner::NorthEast, Corner::SouthEast)];
    let walkable = map.walkable_in(rect.grown(1, map.rect()));
    let (mut jumps, mut cracks) = (Area::empty(rect), Area::empty(rect));
    for tile in walkable.intersection(&Area::of_rect(rect)).cells() {
        let east = (TilePos { x: tile.x.saturating_add(1), ..tile }, EAST);
        let north = (TilePos { y: tile.y.saturating_add(1), ..tile }, NORTH);
        for (other, edge) in [east, north] {
            if !walkable.contains(other) {
                continue;
            }
            let gap = edge.into_iter().map(|(own, others)| {
                let altitude = |tile, corner| map.altitude(tile, corner).unwrap_or(F32::ZERO).get();
                (altitude(tile, own) - altitude(other, others)).abs()
            });
            let gap = gap.fold(0.0, f32::max);
            if gap > JUMP_ABOVE && gap.is_finite() {
                jumps.insert(tile);
            } else if gap > 0.0 && gap < CRACK_BELOW {
                cracks.insert(tile);
            }
        }
    }
    (jumps, cracks)
}

#[cfg(test)]
mod tests {
    use super::super::tests::codes;
    use super::*;
    use crate::world::Document;
    use crate::world::gat::tests::map;

    fn set(map: &mut GatMap, cell: [u32; 2], altitude: &str) {
        let [x, y] = cell;
        let json = format!(
            r#"{{"action":"set-cells","cells":[{{"x":{x},"y":{y},"altitude":[{altitude},{altitude},{altitude},{altitude}]}}]}}"#
        );
        let action: Action = serde_json::from_str(&json).unwrap();
        map.put(&action.resolve(map).unwrap().edit.unwrap());
    }

    #[test]
    fn jumps_and_cracks_are_about_ground_that_is_walked_on() {
        let mut map = map(&["00100"]);
        set(&mut map, [1, 0], "0.5");
        set(&mut map, [2, 0], "99.0");
        set(&mut map, [4, 0], "-11.0");
        let found = check("a.gat", &map, map.rect());
        assert_eq!(
            codes(&found),
            [
                ("gat-height-jump", "1 cell with a step of more than 10 to a neighbour".to_owned()),
                ("gat-crack", "1 cell with a gap of less than 1 to a neighbour".to_owned()),
            ]
        );
    }

    #[test]
    fn a_height_that_is_no_number_is_levelled() {
        let mut map = map(&["000"]);
        set(&mut map, [0, 0], "-4.0");
        set(&mut map, [1, 0], "\"0x7fc00000\"");
        set(&mut map, [2, 0], "-4.0");
        let found = check("a.gat", &map, map.rect());
        assert_eq!(
            codes(&found)[0],
            ("gat-height-not-finite", "1 cell with a height that is no number".to_owned())
        );
        let crate::problem::Change::Action { name, arguments } = &found[0].fixes[0].change else {
            panic!()
        };
        let action = Action::from_parts(name, arguments).unwrap();
        let mended = action.resolve(&map).unwrap().map;
        assert_eq!(mended.tile(TilePos { x: 1, y: 0 }), mended.tile(TilePos { x: 0, y: 0 }));
        assert!(check("a.gat", &mended, mended.rect()).is_empty());
    }
}
