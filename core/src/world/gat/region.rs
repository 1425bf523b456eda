//! Which cells an action is about, as data: the shape of a tool, or a selection.

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::ragnarok::gat::Terrain;
use crate::nav::ragnarok::cell::ServerCell;
use crate::space::ragnarok::{Corner, TilePos, height_from_altitude};

use super::GatMap;
use super::area::{Area, Rect};
use super::flood::flood;
use super::raster::{ellipse, polygon, stroke};
use super::refusal::{Refusal, finite};

/// Cells, described. What lies beside the map is left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Region {
    Everything,
    Rectangle(Rect),
    /// The ellipse that fills a rectangle.
    Ellipse(Rect),
    /// The way of a brush through some points: a dab where there is one, a line where there are
    /// two.
    Brush {
        points: Vec<[i32; 2]>,
        /// In cells across.
        #[serde(default = "one")]
        size: u32,
        #[serde(default)]
        tip: Tip,
    },
    /// What a polygon or a lasso encloses, its outline included.
    Polygon {
        points: Vec<[i32; 2]>,
    },
    /// What hangs together with a cell and is like it: flood fill, and the wand.
    Connected {
        x: u32,
        y: u32,
        #[serde(default)]
        ways: Ways,
        #[serde(default)]
        by: Likeness,
    },
    /// Every cell of a type, wherever it is; the water bit is not asked.
    Type(u32),
    /// Every cell with exactly this terrain.
    Raw(u32),
    /// Spans of rows: y, the first x, and the x behind the last.
    Spans(Vec<[u32; 3]>),
    /// What is in any of them.
    AnyOf(Vec<Region>),
    /// What is in all of them.
    AllOf(Vec<Region>),
    /// What is in the first and in none of the others.
    Without(Vec<Region>),
    /// The rest of the map.
    Not(Box<Region>),
    Grow {
        of: Box<Region>,
        by: u32,
    },
    Shrink {
        of: Box<Region>,
        by: u32,
    },
}

/// The shape of a brush.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tip {
    #[default]
    Round,
    Square,
}

/// Which neighbours hang together: those at the sides, or those at the corners too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ways {
    #[default]
    Four,
    Eight,
}

/// What makes cells alike.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Likeness {
    /// The same terrain, water bit included.
    #[default]
    Terrain,
    /// A middle that is at most as much higher or lower than that of the first cell.
    Height { within: f32 },
}

fn one() -> u32 {
    1
}

/// No brush is wider, and no point farther out: both only make work.
const MAX_BRUSH: u32 = 1024;
const FARTHEST: i32 = 1 << 17;

impl Region {
    /// An area as data, for a script or a journal of actions.
    pub fn of_area(area: &Area) -> Region {
        Region::Spans(area.spans().map(|(y, west, east)| [y, west, east]).collect())
    }

    /// The cells that it means on a map.
    pub fn area(&self, map: &GatMap) -> Result<Area, Refusal> {
        let rect = map.rect();
        Ok(match self {
            Region::Everything => Area::of_rect(rect),
            Region::Rectangle(of) => Area::of_rect(of.within(rect)),
            Region::Ellipse(of) => ellipse(*of, rect),
            Region::Brush { points, size, tip } => {
                check_brush(*size)?;
                stroke(check_points(points)?, *size, *tip, rect)
            }
            Region::Polygon { points } => polygon(check_points(points)?, rect),
            Region::Connected { x, y, ways, by } => {
                let from = TilePos { x: *x, y: *y };
                flood(&alike(map, from, *by)?, from, *ways)
            }
            Region::Type(kind) => map.cells_where(|word| Terrain(word).kind() == *kind),
            Region::Raw(raw) => map.cells_where(|word| word == *raw),
            Region::Spans(spans) => of_spans(spans, rect),
            Region::AnyOf(regions) => regions.iter().try_fold(Area::default(), |all, region| {
                Ok::<_, Refusal>(all.union(&region.area(map)?))
            })?,
            Region::AllOf(regions) => {
                regions.iter().try_fold(Area::of_rect(rect), |all, region| {
                    Ok::<_, Refusal>(all.intersection(&region.area(map)?))
                })?
            }
            Region::Without(regions) => {
                let mut areas = regions.iter().map(|region| region.area(map));
                let first = areas.next().transpose()?.unwrap_or_default();
                areas.try_fold(first, |left, area| Ok::<_, Refusal>(left.difference(&area?)))?
            }
            Region::Not(region) => region.area(map)?.inverted(rect),
            Region::Grow { of, by } => of.area(map)?.grown(*by, rect),
            Region::Shrink { of, by } => of.area(map)?.shrunk(*by, rect),
        })
    }
}

fn check_brush(size: u32) -> Result<(), Refusal> {
    match size {
        1..=MAX_BRUSH => Ok(()),
        size => Err(Refusal::argument("size", &size, "1 to 1024 cells")),
    }
}

fn check_points(points: &[[i32; 2]]) -> Result<&[[i32; 2]], Refusal> {
    let is_far = |point: &&[i32; 2]| point.iter().any(|n| !(-FARTHEST..=FARTHEST).contains(n));
    match points.iter().find(is_far) {
        Some([x, y]) => {
            Err(Refusal::argument("points", &format!("({x}, {y})"), "cells on or near the map"))
        }
        None if points.is_empty() => Err(Refusal::argument("points", "empty", "at least one cell")),
        None => Ok(points),
    }
}

fn of_spans(spans: &[[u32; 3]], map: Rect) -> Area {
    let rect = |[y, west, east]: &[u32; 3]| {
        Rect { x: *west, y: *y, width: east.saturating_sub(*west), height: 1 }.within(map)
    };
    let bounds = spans.iter().map(rect).fold(Rect::default(), Rect::around);
    let mut area = Area::empty(bounds);
    for span in spans.iter().map(rect).filter(|span| !span.is_empty()) {
        area.insert_span(span.y, span.x, span.east());
    }
    area
}

fn alike(map: &GatMap, from: TilePos, by: Likeness) -> Result<Area, Refusal> {
    let (width, height) = (map.width, map.height);
    let outside = Refusal::Outside { x: from.x, y: from.y, width, height };
    let terrain = map.terrain(from).ok_or(outside)?;
    match by {
        Likeness::Terrain => {
            let look = |terrain: Terrain| (terrain.kind(), terrain.has_water_bit());
            Ok(map.cells_where(|word| look(Terrain(word)) == look(terrain)))
        }
        Likeness::Height { within } => {
            let within = finite("within", within)?;
            let middle = map.middle_height(from);
            let is_alike = |tile: &TilePos| (map.middle_height(*tile) - middle).abs() <= within;
            let mut area = Area::empty(map.rect());
            let all = (0..height).flat_map(|y| (0..width).map(move |x| TilePos { x, y }));
            all.filter(is_alike).for_each(|tile| area.insert(tile));
            Ok(area)
        }
    }
}

impl GatMap {
    /// The cells whose terrain is as asked for.
    pub fn cells_where(&self, is_asked: impl Fn(u32) -> bool) -> Area {
        self.cells_where_in(self.rect(), is_asked)
    }

    /// As [`GatMap::cells_where`], but only the cells of a rectangle are asked.
    pub fn cells_where_in(&self, rect: Rect, is_asked: impl Fn(u32) -> bool) -> Area {
        let rect = rect.within(self.rect());
        let mut area = Area::empty(rect);
        let mut words = Vec::new();
        for y in rect.y..rect.north() {
            let start = y as usize * self.width as usize;
            self.terrain
                .read_into(start + rect.x as usize..start + rect.east() as usize, &mut words);
            // The bits of a word of the area; its first ones may lie beside the rectangle.
            let mut n_beside = rect.x % 64;
            let (head, rest) = words.split_at(words.len().min(64 - n_beside as usize));
            let chunks = std::iter::once(head).chain(rest.chunks(64));
            for (bits, words) in area.row_mut(y).iter_mut().zip(chunks) {
                let asked = words.iter().enumerate();
                let asked = asked.fold(0, |bits, (n, word)| bits | u64::from(is_asked(*word)) << n);
                *bits = asked << n_beside;
                n_beside = 0;
            }
        }
        area
    }

    /// The cells of a rectangle that servers let people walk on, by their types alone.
    pub fn walkable_in(&self, rect: Rect) -> Area {
        self.cells_where_in(rect, |word| {
            ServerCell::from_type(Terrain(word).kind()).is_some_and(ServerCell::is_walkable)
        })
    }

    /// The mean height of a cell's corners.
    pub(super) fn middle_height(&self, tile: TilePos) -> f32 {
        let corners = Corner::ALL.map(|corner| self.altitude(tile, corner).unwrap_or(F32::ZERO));
        corners.map(height_from_altitude).iter().sum::<f32>() / 4.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::map;
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: &[&str]) {
        let map = map(&["00100", "01110", "00133", "50100"]);
        let region: Region = serde_json::from_str(json).unwrap();
        let area = region.area(&map).unwrap();
        let letter = |x, y| if area.contains(TilePos { x, y }) { '#' } else { '.' };
        let row = |y| (0..5).map(|x| letter(x, y)).collect::<String>();
        let rows: Vec<String> = (0..4).rev().map(row).collect();
        assert_eq!(rows, expected);
        let again = Region::of_area(&area).area(&map).unwrap();
        assert!(again.cells().eq(area.cells()));
    }

    #[test]
    fn regions_mean_cells() {
        check(
            r#"{"rectangle":{"x":3,"y":1,"width":9,"height":9}}"#,
            &["...##", "...##", "...##", "....."],
        );
        check(r#"{"connected":{"x":0,"y":3}}"#, &["##...", "#....", "##...", ".#..."]);
        check(
            r#"{"connected":{"x":0,"y":3,"ways":"eight"}}"#,
            &["##...", "#....", "##...", ".#..."],
        );
        check(r#"{"connected":{"x":0,"y":0,"by":{"height":{"within":1.0}}}}"#, &["#####"; 4]);
        check(r#"{"type":3}"#, &[".....", ".....", "...##", "....."]);
        check(
            r#"{"all-of":[{"type":0},{"not":{"brush":{"points":[[0,0]],"size":7}}}]}"#,
            &["...##", "....#", ".....", "....#"],
        );
        check(
            r#"{"without":[{"type":1},{"spans":[[2,0,2]]}]}"#,
            &["..#..", "..##.", "..#..", "..#.."],
        );
        check(r#"{"grow":{"of":{"type":5},"by":1}}"#, &[".....", ".....", "##...", "##..."]);
        check(
            r#"{"shrink":{"of":{"rectangle":{"x":0,"y":0,"width":4,"height":4}},"by":1}}"#,
            &["###..", "###..", "###..", "###.."],
        );
        check(r#"{"any-of":[]}"#, &["....."; 4]);
        check(r#""everything""#, &["#####"; 4]);
    }

    #[test]
    fn a_part_of_the_map_is_asked_alone() {
        let map = GatMap::new(&super::super::tests::sample(2, 200, 9)).unwrap();
        for (x, width) in [(0, 200), (0, 64), (63, 2), (64, 64), (70, 130), (199, 9), (130, 3)] {
            let rect = Rect { x, y: 2, width, height: 5 };
            let all = map.walkable_in(map.rect());
            let expected = all.intersection(&Area::of_rect(rect.within(map.rect())));
            assert!(map.walkable_in(rect).cells().eq(expected.cells()), "{rect:?}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let refused = |json: &str| -> String {
            let region: Region = serde_json::from_str(json).unwrap();
            region.area(&map(&["00"])).unwrap_err().to_string()
        };
        assert_eq!(
            refused(r#"{"connected":{"x":2,"y":0}}"#),
            "cell (2, 0) is outside the map of 2 × 1"
        );
        assert_eq!(
            refused(r#"{"brush":{"points":[[0,0]],"size":0}}"#),
            "size is 0, and has to be 1 to 1024 cells"
        );
        assert_eq!(
            refused(r#"{"polygon":{"points":[[0,999999]]}}"#),
            "points is (0, 999999), and has to be cells on or near the map"
        );
        assert!(serde_json::from_str::<Region>(r#"{"sphere":1}"#).is_err());
    }
}
