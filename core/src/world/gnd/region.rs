//! Which cubes an action is about, and how far each corner is inside of them.

use serde::{Deserialize, Serialize};

use crate::space::ragnarok::TilePos;
use crate::world::corners::Vertex;
use crate::world::gat;
use crate::world::gat::area::{Area, Rect};
use crate::world::gnd::Ground;
use crate::world::gnd::refusal::Refusal;

/// Cubes, described. Places beside the ground are left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Region {
    Everything,
    Rectangle(Rect),
    Circle(Circle),
    /// The way of a round brush through some points.
    Brush(Brush),
}

/// The cubes whose middles are in a circle, and the one in its middle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Circle {
    /// In cubes from the south-west corner of the ground.
    pub at: [f64; 2],
    pub radius: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brush {
    pub points: Vec<[f64; 2]>,
    pub radius: f64,
}

/// No brush is wider, and no point farther out: both only make work.
const MAX_RADIUS: f64 = 512.0;
const FARTHEST: f64 = 1e6;

impl Region {
    /// The cubes that it means on a ground.
    pub(super) fn area(&self, ground: &Ground) -> Result<Area, Refusal> {
        match self {
            Region::Everything => Ok(Area::of_rect(ground.rect())),
            Region::Rectangle(of) => Ok(Area::of_rect(of.within(ground.rect()))),
            Region::Circle(Circle { at, radius }) => round(&[*at], *radius, ground.rect()),
            Region::Brush(Brush { points, radius }) => round(points, *radius, ground.rect()),
        }
    }

    /// How far a vertex is from the edge, inwards and in cubes; infinitely far where there is no edge.
    pub(super) fn depth(&self, [x, y]: Vertex) -> f64 {
        let (x, y) = (f64::from(x), f64::from(y));
        match self {
            Region::Everything => f64::INFINITY,
            Region::Rectangle(rect) => {
                let [west, south] = [rect.x, rect.y].map(f64::from);
                let [east, north] = [rect.east(), rect.north()].map(f64::from);
                (x - west).min(east - x).min(y - south).min(north - y)
            }
            Region::Circle(Circle { at, radius }) => radius - distance([x, y], &[*at]),
            Region::Brush(Brush { points, radius }) => radius - distance([x, y], points),
        }
    }
}

fn round(points: &[[f64; 2]], radius: f64, map: Rect) -> Result<Area, Refusal> {
    let refused = |argument, found: &str, expected| {
        Refusal::from(gat::refusal::Refusal::argument(argument, found, expected))
    };
    if !(0.0..=MAX_RADIUS).contains(&radius) {
        return Err(refused("radius", &radius.to_string(), "0 to 512 cubes"));
    }
    let is_far = |point: &&[f64; 2]| !point.iter().all(|at| at.abs() <= FARTHEST);
    if let Some([x, y]) = points.iter().find(is_far) {
        return Err(refused("points", &format!("({x}, {y})"), "places on or near the ground"));
    }
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for point in points {
        for ((low, high), at) in low.iter_mut().zip(&mut high).zip(point) {
            (*low, *high) = (low.min(at - radius), high.max(at + radius));
        }
    }
    // A cast saturates, which is what the edges of the map do.
    let [west, south] = low.map(|at| at.floor().max(0.0) as u32);
    let [east, north] = high.map(|at| at.floor().max(-1.0) as i64 + 1);
    let side = |end: i64, start: u32| u32::try_from(end - i64::from(start)).unwrap_or_default();
    let around = Rect { x: west, y: south, width: side(east, west), height: side(north, south) };
    let around = around.within(map);
    let mut area = Area::empty(around);
    for y in around.y..around.north() {
        for x in around.x..around.east() {
            let middle = [f64::from(x) + 0.5, f64::from(y) + 0.5];
            if distance(middle, points) <= radius {
                area.insert(TilePos { x, y });
            }
        }
    }
    for [x, y] in points.iter().filter(|point| point.iter().all(|at| *at >= 0.0)) {
        let under = TilePos { x: *x as u32, y: *y as u32 };
        if map.contains(under) {
            area.insert(under);
        }
    }
    Ok(area)
}

/// From a place to the way through some points.
fn distance(from: [f64; 2], points: &[[f64; 2]]) -> f64 {
    let lines = points.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    let to_lines = lines.map(|(a, b)| distance_to_line(from, a, b));
    let ends = points.iter().map(|point| distance_to_line(from, *point, *point));
    to_lines.chain(ends).fold(f64::INFINITY, f64::min)
}

fn distance_to_line([x, y]: [f64; 2], [a, b]: [f64; 2], [c, d]: [f64; 2]) -> f64 {
    let (dx, dy) = (c - a, d - b);
    let square = dx * dx + dy * dy;
    let share = if square > 0.0 { ((x - a) * dx + (y - b) * dy) / square } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    (x - a - share * dx).hypot(y - b - share * dy)
}
