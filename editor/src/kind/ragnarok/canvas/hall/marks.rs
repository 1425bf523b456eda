//! Lines on the ground: the outline of cells, and ways from cell to cell.

use glam::{Vec2, Vec3};
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::gat::area::{Area, Rect};

use crate::canvas::three_d::scene::Line;
use crate::kind::ragnarok::tool::outline::outline;
use crate::view::ground::{Ground, middle_in_world};

/// So far above the ground, in world units, that they are not half in it.
const LIFT: f32 = 0.15;

/// How lines look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pen {
    pub(crate) colour: [u8; 4],
    pub(crate) width_in_pixels: f32,
}

/// Dark below and light above, so that it is seen on every ground.
pub(crate) fn twice(mut lines: Vec<Line>) -> Vec<Line> {
    let below = lines.iter().map(|line| Line {
        colour: [0, 0, 0, 150],
        width_in_pixels: line.width_in_pixels * 2.0,
        ..*line
    });
    let mut all: Vec<Line> = below.collect();
    all.append(&mut lines);
    all
}

/// The edge of some cells, as far as it lies in a rectangle, on their own ground.
pub(crate) fn edges(ground: &impl Ground, cells: &Area, inside: Rect, pen: Pen) -> Vec<Line> {
    let mut lines = Vec::new();
    for [start, end] in outline(cells, inside) {
        let side = if start.x == end.x { Side::West } else { Side::South };
        let n = ((end.x - start.x) + (end.y - start.y)).round().max(0.0) as u32;
        let (x, y) = (start.x as u32, start.y as u32);
        for step in 0..n {
            let at = match side {
                Side::West => [x, y + step],
                Side::South => [x + step, y],
            };
            lines.extend(edge(ground, cells, at, side).map(|ends| line(ends, pen)));
        }
    }
    lines
}

fn line([from, to]: [Vec3; 2], pen: Pen) -> Line {
    Line::new(from, to, pen.colour, pen.width_in_pixels)
}

/// Which side of a cell a line is, and the opposite side of the cell before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    West,
    South,
}

/// One side of a cell of the area: the west side of `at` or the east side of the cell before it,
/// and in the same way for south and north.
fn edge(ground: &impl Ground, cells: &Area, at: [u32; 2], side: Side) -> Option<[Vec3; 2]> {
    let [x, y] = at;
    let length = ground.world_units_per_cell();
    let before = match side {
        Side::West => x.checked_sub(1).map(|x| [x, y]),
        Side::South => y.checked_sub(1).map(|y| [x, y]),
    };
    let is_in = |[x, y]: [u32; 2]| cells.contains(TilePos { x, y });
    let own = if is_in(at) { at } else { before.filter(|before| is_in(*before))? };
    let [sw, se, nw, ne] = ground.corner_heights(own)?;
    let corner =
        |x: u32, y: u32, height| Vec3::new(x as f32 * length, y as f32 * length, height + LIFT);
    let is_own = own == at;
    Some(match side {
        Side::West => {
            let [from, to] = if is_own { [sw, nw] } else { [se, ne] };
            [corner(x, y, from), corner(x, y + 1, to)]
        }
        Side::South => {
            let [from, to] = if is_own { [sw, se] } else { [nw, ne] };
            [corner(x, y, from), corner(x + 1, y, to)]
        }
    })
}

/// From middle to middle of some cells; those beside the map are left out.
pub(crate) fn way(ground: &impl Ground, cells: &[[i32; 2]], pen: Pen) -> Vec<Line> {
    let middles: Vec<Vec3> = cells.iter().filter_map(|cell| middle(ground, *cell)).collect();
    middles.iter().zip(middles.iter().skip(1)).map(|(from, to)| line([*from, *to], pen)).collect()
}

/// A straight line over the map, on the ground under it.
pub(crate) fn over_ground(ground: &impl Ground, [from, to]: [Vec2; 2], pen: Pen) -> Vec<Line> {
    let [width, height] = ground.size_in_cells();
    if width == 0 || height == 0 {
        return Vec::new();
    }
    let side = ground.world_units_per_cell();
    let n_steps = from.distance(to).ceil().clamp(1.0, 10_000.0);
    let points: Vec<Vec3> = (0..=n_steps as u32)
        .filter_map(|n| {
            let at = from.lerp(to, n as f32 / n_steps);
            let [x, y] = at.max(Vec2::ZERO).floor().to_array().map(|at| at as u32);
            let middle = middle_in_world(ground, [x.min(width - 1), y.min(height - 1)])?;
            Some((at * side).extend(middle.z + LIFT + 0.5))
        })
        .collect();
    points.windows(2).filter_map(|ends| Some(line(ends.try_into().ok()?, pen))).collect()
}

/// A little above the middle of a cell.
pub(crate) fn middle(ground: &impl Ground, [x, y]: [i32; 2]) -> Option<Vec3> {
    let cell = [u32::try_from(x).ok()?, u32::try_from(y).ok()?];
    Some(middle_in_world(ground, cell)? + Vec3::Z * (LIFT + 0.5))
}

#[cfg(test)]
mod tests {
    use landwright_core::format::number::F32;
    use landwright_core::format::ragnarok::gat::{Gat, Tile, Version};
    use landwright_core::world::gat::GatMap;

    use super::*;

    const PEN: Pen = Pen { colour: [255; 4], width_in_pixels: 2.0 };

    /// Level, but for the cell (2, 1), which is 10 higher.
    fn map() -> GatMap {
        let mut gat = Gat::filled(Version::V1_2, 6, 4, Tile::default());
        gat.tile_mut(2, 1).unwrap().altitude = [F32::new(-10.0); 4];
        GatMap::new(&gat).unwrap()
    }

    #[test]
    fn an_outline_lies_on_the_ground_of_its_own_cells() {
        let map = map();
        let area = Area::of_rect(Rect { x: 1, y: 1, width: 2, height: 1 });
        let lines = edges(&map, &area, map.rect(), PEN);
        assert_eq!(lines.len(), 6);
        let high = lines.iter().filter(|line| line.from_in_world[2] > 10.0);
        assert_eq!(high.count(), 3, "three sides of the high cell are in the outline");
        let level = lines.iter().filter(|line| line.from_in_world[2] == line.to_in_world[2]);
        assert_eq!(level.count(), 6);
        let hole = Area::of_rect(map.rect()).difference(&area);
        let around = edges(&map, &hole, map.rect(), PEN);
        assert!(around.iter().all(|line| line.from_in_world[2] < 1.0), "{around:?}");
        assert_eq!(edges(&map, &Area::default(), map.rect(), PEN), []);
    }

    #[test]
    fn a_line_over_the_map_follows_the_ground() {
        let map = map();
        let ends = [Vec2::new(2.5, 0.0), Vec2::new(2.5, 4.0)];
        let lines = over_ground(&map, ends, PEN);
        let heights: Vec<f32> = lines.iter().map(|line| line.to_in_world[2]).collect();
        assert_eq!(heights, [10.65, 0.65, 0.65, 0.65]);
        assert_eq!(lines[3].to_in_world, [12.5, 20.0, 0.65]);
    }

    #[test]
    fn a_way_goes_over_the_ground_and_stays_on_the_map() {
        let map = map();
        let lines = way(&map, &[[-1, 1], [1, 1], [2, 1], [3, 1]], PEN);
        let heights: Vec<[f32; 2]> =
            lines.iter().map(|line| [line.from_in_world[2], line.to_in_world[2]]).collect();
        assert_eq!(heights, [[0.65, 10.65], [10.65, 0.65]]);
        let doubled = twice(lines);
        assert_eq!(doubled.len(), 4);
        assert_eq!(doubled[0].width_in_pixels, 4.0);
        assert_eq!(doubled[3].width_in_pixels, 2.0);
    }
}
