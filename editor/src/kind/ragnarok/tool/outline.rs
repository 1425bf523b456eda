//! The edge of some cells as lines, for showing selections and what a tool is about to touch.

use glam::{Vec2, vec2};
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::gat::area::{Area, Rect};

/// Both ends, in cells from the south-west corner of the map.
pub type Line = [Vec2; 2];

/// The lines between cells of an area and those that are not in it, as far as they lie in a
/// rectangle. Lines that go on in the same direction are one.
pub fn outline(area: &Area, inside: Rect) -> Vec<Line> {
    let mut lines = Vec::new();
    let is_in = |x: u32, y: u32| area.contains(TilePos { x, y });
    let below = |n: u32| n.checked_sub(1);
    for y in inside.y..=inside.north() {
        run(inside.x..inside.east(), &mut lines, |x| {
            let south = below(y).is_some_and(|south| is_in(x, south));
            let along = is_in(x, y) != south;
            along.then(|| [vec2(x as f32, y as f32), vec2(x as f32 + 1.0, y as f32)])
        });
    }
    for x in inside.x..=inside.east() {
        run(inside.y..inside.north(), &mut lines, |y| {
            let west = below(x).is_some_and(|west| is_in(west, y));
            let along = is_in(x, y) != west;
            along.then(|| [vec2(x as f32, y as f32), vec2(x as f32, y as f32 + 1.0)])
        });
    }
    lines
}

fn run(
    places: impl Iterator<Item = u32>,
    lines: &mut Vec<Line>,
    line_at: impl Fn(u32) -> Option<Line>,
) {
    let mut open: Option<Line> = None;
    for place in places {
        match (line_at(place), &mut open) {
            (Some([_, end]), Some(line)) => line[1] = end,
            (Some(line), None) => open = Some(line),
            (None, _) => lines.extend(open.take()),
        }
    }
    lines.extend(open);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_has_four_lines() {
        let area = Area::of_rect(Rect { x: 2, y: 1, width: 3, height: 2 });
        let all = Rect { x: 0, y: 0, width: 10, height: 10 };
        let lines = outline(&area, all);
        assert_eq!(lines.len(), 4);
        assert!(lines.contains(&[vec2(2.0, 1.0), vec2(5.0, 1.0)]));
        assert!(lines.contains(&[vec2(5.0, 1.0), vec2(5.0, 3.0)]));
        assert!(outline(&Area::default(), all).is_empty());
    }
}
