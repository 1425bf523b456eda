//! Heights that are no number, and ground that is torn where somebody walks.

use crate::nav::ragnarok::cell::ServerCell;
use crate::problem::{Problem, Rule, Severity};
use crate::space::ragnarok::{Corner, TilePos, height_from_altitude};
use crate::world::gat::GatMap;
use crate::world::gat::action::Action;
use crate::world::gat::area::{Area, Rect};
use crate::world::gat::group::Group;
use crate::world::gat::heights::{How, Neighbours, ShapeHeights};
use crate::world::gat::rows::{Cell, Rows};

use super::problems;
use crate::check::fix;

pub(super) const NOT_FINITE: Rule = Rule {
    code: "gat-height-not-finite",
    severity: Severity::Error,
    title: "Height that is not a number",
    explanation: "\
A corner of a cell has an altitude that is not a number or is infinite. Clients are unpredictable \
here: a character in this cell may fall, fly or vanish.

Give the cell the height of the ground around it.",
};

pub(super) const JUMP: Rule = Rule {
    code: "gat-height-jump",
    severity: Severity::Hint,
    title: "Height jump between walkable cells",
    explanation: "\
Two walkable cells are side by side, and where they meet one is more than ten world units (two \
cells) higher. Servers know no heights, so players walk straight up the step.

Original maps have such steps too, at ledges and bridges. Block the edge, or smooth the ground.",
};

pub(super) const CRACK: Rule = Rule {
    code: "gat-crack",
    severity: Severity::Hint,
    title: "Crack between neighbouring cells",
    explanation: "\
Two walkable cells are side by side, and the corners where they meet differ by less than one world \
unit. That is too little for a step, but they are not the same.

Tools leave such cracks when they round heights or move a single cell. Nobody sees it, since the \
ground is drawn from the GND, but a character may twitch there.",
};

/// In world units.
const JUMP_ABOVE: f32 = 10.0;
const CRACK_BELOW: f32 = 1.0;

pub(super) fn torn_problems(file: &str, jumps: &[Group], cracks: &[Group]) -> Vec<Problem> {
    let jump = |group: &Group| {
        format!("{} with a step of more than {JUMP_ABOVE} to a neighbour", group.counted())
    };
    let crack = |group: &Group| {
        format!("{} with a gap of less than {CRACK_BELOW} to a neighbour", group.counted())
    };
    let mut found = problems(&JUMP, file, jumps, jump, |_| Vec::new());
    found.extend(problems(&CRACK, file, cracks, crack, |_| Vec::new()));
    found
}

/// The cells of a rectangle that have a height that is no number.
pub(super) fn not_finite(map: &GatMap, rect: Rect) -> Area {
    let mut area = Area::empty(rect);
    let mut rows = Rows::default();
    for y in rect.y..rect.north() {
        rows.read(map, y, rect.x..rect.east());
        for (x, cell) in (rect.x..).zip(rows.cells()) {
            if !cell.altitudes.iter().all(|altitude| altitude.is_finite()) {
                area.insert(TilePos { x, y });
            }
        }
    }
    area
}

pub(super) fn not_finite_problems(file: &str, map: &GatMap, groups: &[Group]) -> Vec<Problem> {
    let message = |group: &Group| format!("{} with a height that is not a number", group.counted());
    problems(&NOT_FINITE, file, groups, message, |group| {
        let shape = ShapeHeights {
            region: group.region(),
            how: How::Mend { height: height_nearby(map, group) },
            neighbours: Neighbours::Alone,
            within: None,
        };
        vec![fix(
            "Give those corners the height of the ground around them",
            &Action::ShapeHeights(shape),
        )]
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
pub(super) fn torn(map: &GatMap, rect: Rect) -> (Area, Area) {
    let (mut jumps, mut cracks) = (Area::empty(rect), Area::empty(rect));
    let near = rect.grown(1, map.rect());
    let mut rows = Rows::default();
    let mut read = |y: u32, cells: &mut Vec<Ground>| {
        cells.clear();
        if y < near.north() {
            rows.read(map, y, rect.x..near.east());
            cells.extend(rows.cells().map(Ground::of));
        }
    };
    let (mut here, mut north) = (Vec::new(), Vec::new());
    read(rect.y, &mut here);
    for y in rect.y..rect.north() {
        read(y + 1, &mut north);
        let beside = |cells: &[Ground], at: usize| cells.get(at).copied().unwrap_or_default();
        for (n, (x, own)) in (rect.x..rect.east()).zip(&here).enumerate() {
            let [_, se, nw, ne] = own.altitudes;
            let east = beside(&here, n + 1);
            let [east_sw, _, east_nw, _] = east.altitudes;
            let above = beside(&north, n);
            let [above_sw, above_se, ..] = above.altitudes;
            for (other, edge) in
                [(east, [(se, east_sw), (ne, east_nw)]), (above, [(nw, above_sw), (ne, above_se)])]
            {
                if !own.is_walkable || !other.is_walkable {
                    continue;
                }
                let gap = edge.iter().map(|(own, other)| (own - other).abs()).fold(0.0, f32::max);
                if gap > JUMP_ABOVE && gap.is_finite() {
                    jumps.insert(TilePos { x, y });
                } else if gap > 0.0 && gap < CRACK_BELOW {
                    cracks.insert(TilePos { x, y });
                }
            }
        }
        std::mem::swap(&mut here, &mut north);
    }
    (jumps, cracks)
}

/// What is asked of a cell; nobody walks where there is none.
#[derive(Debug, Clone, Copy, Default)]
struct Ground {
    is_walkable: bool,
    altitudes: [f32; 4],
}

impl Ground {
    fn of(cell: Cell) -> Ground {
        let server_cell = ServerCell::from_type(cell.terrain.kind());
        let is_walkable = server_cell.is_some_and(ServerCell::is_walkable);
        Ground { is_walkable, altitudes: cell.altitudes }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, of_code};
    use super::*;
    use crate::world::Document;
    use crate::world::gat::tests::map;
    use crate::world::scripted::Scripted;

    fn set(map: &mut GatMap, cell: [u32; 2], altitude: &str) {
        let [x, y] = cell;
        let json = format!(
            r#"{{"action":"set-cells","cells":[{{"x":{x},"y":{y},"altitude":[{altitude},{altitude},{altitude},{altitude}]}}]}}"#
        );
        let action: Action = serde_json::from_str(&json).unwrap();
        map.put(&action.resolve(map).unwrap().edit.unwrap());
    }

    fn found(map: &GatMap) -> Vec<Problem> {
        let mut found = of_code(map, "gat-height-not-finite");
        found.extend(of_code(map, "gat-height-jump"));
        found.extend(of_code(map, "gat-crack"));
        found
    }

    #[test]
    fn jumps_and_cracks_are_about_ground_that_is_walked_on() {
        let mut map = map(&["00100"]);
        set(&mut map, [1, 0], "0.5");
        set(&mut map, [2, 0], "99.0");
        set(&mut map, [4, 0], "-11.0");
        let found = found(&map);
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
        let found = found(&map);
        assert_eq!(
            codes(&found)[0],
            ("gat-height-not-finite", "1 cell with a height that is not a number".to_owned())
        );
        let crate::problem::Change::Action { name, arguments } = &found[0].fixes[0].change else {
            panic!()
        };
        let action = Action::from_parts(name, arguments).unwrap();
        let mended = action.resolve(&map).unwrap().map;
        assert_eq!(mended.tile(TilePos { x: 1, y: 0 }), mended.tile(TilePos { x: 0, y: 0 }));
        assert!(of_code(&mended, "gat-height-not-finite").is_empty());
    }

    #[test]
    fn corners_that_are_numbers_keep_their_bits() {
        let mut map = map(&["00"]);
        let json = r#"{"action":"set-cells","cells":[{"x":0,"y":0,"altitude":[-4.5,"0x7fc00000",-3.25,-4.0]}]}"#;
        let action: Action = serde_json::from_str(json).unwrap();
        map = action.resolve(&map).unwrap().map;
        let before = map.tile(TilePos { x: 0, y: 0 }).unwrap().altitude;
        let found = found(&map);
        let crate::problem::Change::Action { name, arguments } = &found[0].fixes[0].change else {
            panic!()
        };
        let mended = Action::from_parts(name, arguments).unwrap().resolve(&map).unwrap().map;
        let after = mended.tile(TilePos { x: 0, y: 0 }).unwrap().altitude;
        assert_eq!([after[0], after[2], after[3]], [before[0], before[2], before[3]]);
        assert!(after[1].get().is_finite());
    }
}
