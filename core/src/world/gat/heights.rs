//! Heights: what happens to the corners of cells, and to those of their neighbours.

use serde::{Deserialize, Serialize};

use crate::space::ragnarok::{Corner, TilePos, altitude_from_height, height_from_altitude};
use crate::world::corners::{Strokes, at_vertex, mean, vertex};

use super::GatMap;
use super::refusal::{Refusal, finite};
use super::region::Region;

/// Moves the corners of cells up or down.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShapeHeights {
    pub region: Region,
    pub how: How,
    #[serde(default)]
    pub neighbours: Neighbours,
    /// Nothing outside is shaped, but for corners that are joined to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Region>,
}

/// Gives one corner of one cell a height.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SetCorner {
    pub x: u32,
    pub y: u32,
    pub corner: Corner,
    pub height: f32,
    #[serde(default)]
    pub neighbours: Neighbours,
}

/// What happens to heights, which point up, in world units. Corners that are no number or
/// infinite are mended by those that set a height, and left alone by the others.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum How {
    Set {
        height: f32,
    },
    Raise {
        by: f32,
    },
    Lower {
        by: f32,
    },
    /// Corners that are no number or infinite get a height; all others stay.
    Mend {
        height: f32,
    },
    /// To the mean height of all its corners.
    Flatten,
    /// Towards the mean of the corners around each, all the way where `strength` is 1.
    Smooth {
        strength: f32,
    },
    /// Hills of a width in cells, up to `height` up or down. The same seed gives the same hills.
    Noise {
        seed: u64,
        height: f32,
        width: f32,
    },
    /// From one cell to another, at the heights that they have, or that are given.
    Ramp {
        from: [u32; 2],
        to: [u32; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from_height: Option<f32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_height: Option<f32>,
    },
}

/// What becomes of corners of other cells at the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Neighbours {
    /// Those at the same height come along; those that were torn apart stay apart.
    #[default]
    Joined,
    /// They stay, and the ground is torn.
    Alone,
}

impl ShapeHeights {
    pub(super) fn apply(&self, map: &mut GatMap) -> Result<(), Refusal> {
        let before = map.clone();
        self.shape(&before, map)
    }

    /// A piece of the stroke of a brush: the map with the cells of the region shaped as they were
    /// when the stroke began. Where pieces lie over each other, a corner is shaped once.
    pub fn stroke(&self, start: &GatMap, map: &GatMap) -> Result<GatMap, Refusal> {
        let mut map = map.clone();
        self.shape(start, &mut map)?;
        Ok(map)
    }

    fn shape(&self, before: &GatMap, map: &mut GatMap) -> Result<(), Refusal> {
        let mut area = self.region.area(before)?;
        if let Some(within) = &self.within {
            area = area.intersection(&within.area(before)?);
        }
        let strokes = Strokes { before, area: &area, neighbours: self.neighbours };
        strokes.shape(map, self.how, &|_| 1.0)
    }
}

impl How {
    pub(in crate::world) fn check(self) -> Result<(), Refusal> {
        match self {
            How::Set { height } | How::Mend { height } => finite("height", height).map(|_| ()),
            How::Raise { by } | How::Lower { by } => finite("by", by).map(|_| ()),
            How::Flatten => Ok(()),
            How::Smooth { strength } if (0.0..=1.0).contains(&strength) => Ok(()),
            How::Smooth { strength } => Err(Refusal::argument("strength", &strength, "0 to 1")),
            How::Noise { height, width, .. } => {
                finite("height", height)?;
                match width {
                    width if width >= 1.0 && width.is_finite() => Ok(()),
                    width => Err(Refusal::argument("width", &width, "1 cell or more")),
                }
            }
            How::Ramp { from, to, .. } if from == to => {
                let found = format!("({}, {})", to[0], to[1]);
                Err(Refusal::argument("to", &found, "a different cell than from"))
            }
            How::Ramp { from_height, to_height, .. } => {
                finite("from-height", from_height.unwrap_or_default())?;
                finite("to-height", to_height.unwrap_or_default()).map(|_| ())
            }
        }
    }
}

impl SetCorner {
    pub(super) fn apply(&self, map: &mut GatMap) -> Result<(), Refusal> {
        let height = finite("height", self.height)?;
        let tile = TilePos { x: self.x, y: self.y };
        let (width, height_of_map) = (map.width, map.height);
        let outside = Refusal::Outside { x: self.x, y: self.y, width, height: height_of_map };
        let old = map.altitude(tile, self.corner).ok_or(outside)?;
        let new = altitude_from_height(height);
        if self.neighbours == Neighbours::Joined {
            for (other, corner) in at_vertex(vertex(tile, self.corner)) {
                if map.altitude(other, corner) == Some(old) {
                    map.set_altitude(other, corner, new);
                }
            }
        }
        map.set_altitude(tile, self.corner, new);
        Ok(())
    }
}

impl GatMap {
    /// The mean height of the corners of a cell; `None` where none of them is a number.
    pub fn mean_height(&self, tile: TilePos) -> Option<f32> {
        mean(self.tile(tile)?.altitude.into_iter().map(height_from_altitude))
    }
}

#[cfg(test)]
mod tests {
    use super::super::area::Rect;
    use super::super::region::Tip;
    use super::super::tests::map;
    use super::*;
    use crate::format::number::F32;

    fn shape(map: &mut GatMap, rect: [u32; 4], how: How, neighbours: Neighbours) {
        let [x, y, width, height] = rect;
        let region = Region::Rectangle(Rect { x, y, width, height });
        ShapeHeights { region, how, neighbours, within: None }.apply(map).unwrap();
    }

    /// The heights of the corners of a cell: south-west, south-east, north-west, north-east.
    fn heights(map: &GatMap, x: u32, y: u32) -> [f32; 4] {
        let tile = map.tile(TilePos { x, y }).unwrap();
        tile.altitude.map(height_from_altitude)
    }

    #[test]
    fn neighbours_come_along_or_stay() {
        let mut joined = map(&["000", "000", "000"]);
        shape(&mut joined, [1, 1, 1, 1], How::Set { height: 4.0 }, Neighbours::Joined);
        assert_eq!(heights(&joined, 1, 1), [4.0; 4]);
        assert_eq!(heights(&joined, 0, 0), [0.0, 0.0, 0.0, 4.0]);
        assert_eq!(heights(&joined, 2, 1), [4.0, 0.0, 4.0, 0.0]);
        let mut alone = map(&["000", "000", "000"]);
        shape(&mut alone, [1, 1, 1, 1], How::Raise { by: 4.0 }, Neighbours::Alone);
        assert_eq!(heights(&alone, 1, 1), [4.0; 4]);
        assert_eq!(heights(&alone, 2, 1), [0.0; 4]);
        shape(&mut alone, [1, 1, 1, 1], How::Lower { by: 1.0 }, Neighbours::Joined);
        assert_eq!(heights(&alone, 2, 1), [0.0; 4], "what is torn stays torn");
    }

    #[test]
    fn a_stroke_in_pieces_is_the_stroke_as_a_whole() {
        let start = GatMap::new(&super::super::tests::sample(4, 40, 30)).unwrap();
        let shape = |points: &[[i32; 2]], how, neighbours| {
            let (points, tip) = (points.to_vec(), Tip::Round);
            let region = Region::Brush { points, size: 7, tip };
            ShapeHeights { region, how, neighbours, within: None }
        };
        let way = [[5, 5], [20, 9], [20, 9], [12, 20], [6, 6]];
        for neighbours in [Neighbours::Joined, Neighbours::Alone] {
            for how in [
                How::Raise { by: 2.0 },
                How::Smooth { strength: 0.5 },
                How::Noise { seed: 3, height: 4.0, width: 5.0 },
                How::Set { height: 1.0 },
            ] {
                let pieces = way.windows(2).fold(start.clone(), |map, pair| {
                    shape(pair, how, neighbours).stroke(&start, &map).unwrap()
                });
                let mut whole = start.clone();
                shape(&way, how, neighbours).apply(&mut whole).unwrap();
                assert_eq!(pieces, whole, "{how:?} {neighbours:?}");
            }
        }
    }

    #[test]
    fn flat_smooth_and_ramps() {
        let mut map = map(&["0000"]);
        shape(&mut map, [2, 0, 2, 1], How::Set { height: 8.0 }, Neighbours::Alone);
        let mut flat = map.clone();
        shape(&mut flat, [0, 0, 4, 1], How::Flatten, Neighbours::Joined);
        assert!((0..4).all(|x| heights(&flat, x, 0) == [4.0; 4]));
        shape(&mut map, [0, 0, 4, 1], How::Smooth { strength: 1.0 }, Neighbours::Joined);
        assert!(heights(&map, 1, 0).iter().all(|height| (0.0..=8.0).contains(height)));
        let ramp =
            How::Ramp { from: [0, 0], to: [3, 0], from_height: Some(0.0), to_height: Some(3.0) };
        shape(&mut map, [0, 0, 4, 1], ramp, Neighbours::Joined);
        assert_eq!(heights(&map, 0, 0), [0.0, 0.5, 0.0, 0.5]);
        assert_eq!(heights(&map, 3, 0), [2.5, 3.0, 2.5, 3.0]);
    }

    #[test]
    fn noise_is_the_same_for_the_same_seed_and_tears_nothing() {
        let noisy = |seed| {
            let mut map = map(&["0000", "0000"]);
            let noise = How::Noise { seed, height: 3.0, width: 2.0 };
            shape(&mut map, [0, 0, 4, 2], noise, Neighbours::Joined);
            map
        };
        assert_eq!(noisy(1), noisy(1));
        assert_ne!(noisy(1), noisy(2));
        let [_, south_east, _, north_east] = heights(&noisy(1), 0, 0);
        let [south_west, _, north_west, _] = heights(&noisy(1), 1, 0);
        assert_eq!([south_east, north_east], [south_west, north_west]);
    }

    #[test]
    fn what_is_no_number_is_kept_until_it_is_set() {
        let mut map = map(&["0"]);
        let odd = F32::from_bits(0xffc0_1234);
        map.set_altitude(TilePos { x: 0, y: 0 }, Corner::NorthWest, odd);
        shape(&mut map, [0, 0, 1, 1], How::Raise { by: 1.0 }, Neighbours::Joined);
        assert_eq!(map.altitude(TilePos { x: 0, y: 0 }, Corner::NorthWest), Some(odd));
        shape(&mut map, [0, 0, 1, 1], How::Flatten, Neighbours::Joined);
        assert_eq!(heights(&map, 0, 0), [1.0; 4]);
    }

    #[test]
    fn one_corner_is_moved_with_those_joined_to_it() {
        let mut map = map(&["00", "00"]);
        let corner = SetCorner {
            x: 0,
            y: 0,
            corner: Corner::NorthEast,
            height: 2.0,
            neighbours: Neighbours::Joined,
        };
        corner.apply(&mut map).unwrap();
        assert_eq!(heights(&map, 1, 1), [2.0, 0.0, 0.0, 0.0]);
        SetCorner { height: 5.0, neighbours: Neighbours::Alone, ..corner }.apply(&mut map).unwrap();
        assert_eq!(heights(&map, 0, 0), [0.0, 0.0, 0.0, 5.0]);
        assert_eq!(heights(&map, 1, 1), [2.0, 0.0, 0.0, 0.0]);
    }
}
