//! Stamps: tiles that were copied from a map, to be put down elsewhere.

use serde::{Deserialize, Serialize};

use crate::format::ragnarok::gat::Tile;
use crate::space::ragnarok::{Corner, TilePos};

use super::GatMap;
use super::area::{Area, Rect};
use super::refusal::Refusal;
use super::region::Region;

/// Tiles in a rectangle, with holes where nothing was copied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Stamp {
    width: u32,
    height: u32,
    /// Row by row from the south-west; always `width` × `height` of them.
    tiles: Vec<Option<Tile>>,
}

/// Puts a stamp down with its south-west corner on a cell. What lies beside the map is left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Paste {
    pub stamp: Stamp,
    pub x: i32,
    pub y: i32,
    #[serde(default)]
    pub what: What,
    /// Done before the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flip: Option<Flip>,
    /// Quarters, to the left.
    #[serde(default)]
    pub turns: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Region>,
}

/// Which part of the tiles is put down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    #[default]
    Both,
    Types,
    Heights,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flip {
    /// West becomes east.
    X,
    /// South becomes north.
    Y,
}

impl Stamp {
    /// The tiles of an area.
    pub fn copied(map: &GatMap, area: &Area) -> Stamp {
        let Rect { x, y, width, height } = area.bounds();
        let cells = (y..y + height).flat_map(|y| (x..x + width).map(move |x| TilePos { x, y }));
        let tiles = cells.map(|cell| map.tile(cell).filter(|_| area.contains(cell))).collect();
        Stamp { width, height, tiles }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    /// Row by row from the south-west.
    pub fn tiles(&self) -> &[Option<Tile>] {
        &self.tiles
    }

    fn tile(&self, x: u32, y: u32) -> Option<Tile> {
        *self.tiles.get(y as usize * self.width as usize + x as usize)?
    }

    pub fn flipped(&self, flip: Flip) -> Stamp {
        let (width, height) = (self.width, self.height);
        Stamp::made(width, height, |x, y| {
            let (tile, corners) = match flip {
                Flip::X => (self.tile(width - 1 - x, y), [1, 0, 3, 2]),
                Flip::Y => (self.tile(x, height - 1 - y), [2, 3, 0, 1]),
            };
            tile.map(|tile| with_corners(tile, corners))
        })
    }

    /// Turned to the left by a quarter: what was in the east is in the north.
    pub fn turned(&self) -> Stamp {
        let last_row = self.height.saturating_sub(1);
        Stamp::made(self.height, self.width, |x, y| {
            let tile = self.tile(y, last_row - x)?;
            Some(with_corners(tile, [2, 0, 3, 1]))
        })
    }

    fn made(width: u32, height: u32, tile: impl Fn(u32, u32) -> Option<Tile>) -> Stamp {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Stamp { width, height, tiles: cells.map(|(x, y)| tile(x, y)).collect() }
    }
}

/// A tile whose corners are those of these numbers.
fn with_corners(tile: Tile, corners: [u8; 4]) -> Tile {
    let [south_west, south_east, north_west, north_east] = tile.altitude;
    let altitude = corners.map(|corner| match corner {
        0 => south_west,
        1 => south_east,
        2 => north_west,
        _ => north_east,
    });
    Tile { altitude, ..tile }
}

impl Paste {
    pub(super) fn apply(&self, map: &mut GatMap) -> Result<(), Refusal> {
        if self.turns > 3 {
            return Err(Refusal::argument("turns", &self.turns, "0 to 3"));
        }
        let within = self.within.as_ref().map(|region| region.area(map)).transpose()?;
        let mut stamp = match self.flip {
            Some(flip) => self.stamp.flipped(flip),
            None => self.stamp.clone(),
        };
        for _ in 0..self.turns {
            stamp = stamp.turned();
        }
        let columns = (0..stamp.width).zip(i64::from(self.x)..);
        let rows = (0..stamp.height).zip(i64::from(self.y)..);
        for ((row, y), (column, x)) in rows.flat_map(|row| columns.clone().map(move |c| (row, c))) {
            let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { continue };
            let cell = TilePos { x, y };
            if let Some(tile) = stamp.tile(column, row)
                && within.as_ref().is_none_or(|within| within.contains(cell))
            {
                self.put(map, cell, tile);
            }
        }
        Ok(())
    }

    fn put(&self, map: &mut GatMap, cell: TilePos, tile: Tile) {
        if self.what != What::Heights {
            map.set_terrain(cell, tile.terrain);
        }
        if self.what != What::Types {
            for corner in Corner::ALL {
                map.set_altitude(cell, corner, corner.of(tile.altitude));
            }
        }
    }
}

/// A stamp as JSON has it, before its tiles were counted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    width: u32,
    height: u32,
    tiles: Vec<Option<Tile>>,
}

impl TryFrom<Parts> for Stamp {
    type Error = String;

    fn try_from(Parts { width, height, tiles }: Parts) -> Result<Stamp, String> {
        match u64::from(width) * u64::from(height) {
            n if n == tiles.len() as u64 => Ok(Stamp { width, height, tiles }),
            _ => Err(format!("{} tiles do not make a stamp of {width} × {height}", tiles.len())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{map, rows, sample};
    use super::*;

    fn stamp(drawn: &[&str]) -> Stamp {
        let map = map(drawn);
        Stamp::copied(&map, &Area::of_rect(map.rect()))
    }

    fn pasted(stamp: Stamp, x: i32, y: i32, flip: Option<Flip>, turns: u8) -> Vec<String> {
        let mut map = map(&["0000", "0000", "0000"]);
        let paste = Paste { stamp, x, y, what: What::Types, flip, turns, within: None };
        paste.apply(&mut map).unwrap();
        rows(&map)
    }

    #[test]
    fn a_stamp_is_flipped_turned_and_put_down() {
        let stamp = || stamp(&["123", "456"]);
        assert_eq!(pasted(stamp(), 1, 0, None, 0), ["0000", "0123", "0456"]);
        assert_eq!(pasted(stamp(), 1, 0, Some(Flip::X), 0), ["0000", "0321", "0654"]);
        assert_eq!(pasted(stamp(), 1, 0, Some(Flip::Y), 0), ["0000", "0456", "0123"]);
        assert_eq!(pasted(stamp(), 0, 0, None, 1), ["3600", "2500", "1400"]);
        assert_eq!(pasted(stamp(), 0, 0, None, 2), ["0000", "6540", "3210"]);
        assert_eq!(pasted(stamp(), -1, 2, None, 0), ["5600", "0000", "0000"]);
    }

    #[test]
    fn corners_turn_with_their_tile() {
        let map = GatMap::new(&sample(1, 12, 7)).unwrap();
        let stamp = Stamp::copied(&map, &Area::of_rect(map.rect()));
        let turned = (0..4).fold(stamp.clone(), |stamp, _| stamp.turned());
        assert_eq!(turned, stamp);
        for flip in [Flip::X, Flip::Y] {
            assert_eq!(stamp.flipped(flip).flipped(flip), stamp);
        }
        assert_eq!(stamp.turned().turned(), stamp.flipped(Flip::X).flipped(Flip::Y));
        // The south-west corner of the map becomes the south-east corner.
        let [south_west, ..] = stamp.tile(0, 0).unwrap().altitude;
        let [_, south_east, ..] = stamp.turned().tile(6, 0).unwrap().altitude;
        assert_eq!(south_east, south_west);
    }

    #[test]
    fn holes_leave_what_is_there() {
        let source = map(&["11", "11"]);
        let area = Region::Spans(vec![[0, 0, 1], [1, 1, 2]]).area(&source).unwrap();
        let stamp = Stamp::copied(&source, &area);
        assert_eq!(pasted(stamp, 1, 1, None, 0), ["0010", "0100", "0000"]);
    }

    #[test]
    fn json_gives_a_stamp_back_and_counts_its_tiles() {
        let stamp = stamp(&["12"]);
        let json = serde_json::to_string(&stamp).unwrap();
        assert_eq!(serde_json::from_str::<Stamp>(&json).unwrap(), stamp);
        let wrong = json.replace("\"width\":2", "\"width\":3");
        assert!(serde_json::from_str::<Stamp>(&wrong).is_err());
    }
}
