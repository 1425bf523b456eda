//! Another size, another version, or another map altogether.

use crate::problem::counted::counted;
use serde::{Deserialize, Serialize};

use crate::format::ragnarok::gat::{Terrain, Tile, Version};
use crate::space::ragnarok::altitude_from_height;

use super::GatMap;
use super::area::Rect;
use super::refusal::{Refusal, finite};
use crate::world::column::Column;

/// Gives the map another size. What does not fit is cut off, and what is new is filled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Resize {
    pub width: u32,
    pub height: u32,
    #[serde(default)]
    pub anchor: Anchor,
    #[serde(default)]
    pub fill: Fill,
}

/// Puts a new map in place of the old one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NewMap {
    pub width: u32,
    pub height: u32,
    #[serde(default = "version_1_2")]
    pub version: Version,
    #[serde(default)]
    pub fill: Fill,
}

/// What new cells are.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fill {
    #[serde(default)]
    pub terrain: Terrain,
    /// Above the zero of the world, in world units.
    #[serde(default)]
    pub height: f32,
}

/// Which part of the map keeps its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// No coordinates change.
    #[default]
    SouthWest,
    South,
    SouthEast,
    West,
    Middle,
    East,
    NorthWest,
    North,
    NorthEast,
}

/// As many as 8,192 × 8,192, four times the largest that anybody edits.
const MAX_CELLS: u64 = 1 << 26;

fn version_1_2() -> Version {
    Version::V1_2
}

impl Resize {
    pub(super) fn apply(&self, map: &mut GatMap) -> Result<(), Refusal> {
        check_size(self.width, self.height)?;
        let (x, y) = self.anchor.shares();
        let offset = |share: i64, old: u32, new: u32| (i64::from(new) - i64::from(old)) * share / 2;
        let x = offset(x, map.width, self.width);
        let y = offset(y, map.height, self.height);
        *map = moved(map, (self.width, self.height), (x, y), self.fill.tile()?);
        Ok(())
    }
}

impl NewMap {
    pub(super) fn apply(&self, map: &mut GatMap) -> Result<(), Refusal> {
        check_size(self.width, self.height)?;
        let nothing = GatMap::filled(self.version, 0, 0, Tile::default());
        *map = moved(&nothing, (self.width, self.height), (0, 0), self.fill.tile()?);
        Ok(())
    }
}

/// Keeps a rectangle alone.
pub(super) fn crop(map: &mut GatMap, rect: Rect) -> Result<(), Refusal> {
    if rect.within(map.rect()) != rect || rect.is_empty() {
        let Rect { x, y, width, height } = rect;
        let found = format!("{width} × {height} cells from ({x}, {y})");
        return Err(Refusal::argument("rectangle", &found, "a part of the map"));
    }
    let offset = (-i64::from(rect.x), -i64::from(rect.y));
    *map = moved(map, (rect.width, rect.height), offset, Tile::default());
    Ok(())
}

/// What a conversion to a version loses, in words; `None` where it loses nothing.
pub fn lost_by_converting(map: &GatMap, version: Version) -> Option<String> {
    if version == Version::V1_3 {
        return None;
    }
    let n_wet = map.terrain.iter().filter(|word| Terrain(*word).has_water_bit()).count();
    (n_wet > 0).then(|| {
        let cells = counted(n_wet, "cell", "cells");
        format!("the water bit of {cells} is lost: 1.2 has none")
    })
}

/// Changes the version, and says what is lost with it.
pub(super) fn convert(map: &mut GatMap, version: Version) -> Option<String> {
    let lost = lost_by_converting(map, version);
    map.version = version;
    if lost.is_some() {
        map.terrain.update(0..map.terrain.len(), |word| Terrain(word).without_water_bit().0);
    }
    lost
}

impl Fill {
    fn tile(self) -> Result<Tile, Refusal> {
        let altitude = altitude_from_height(finite("height", self.height)?);
        Ok(Tile { altitude: [altitude; 4], terrain: self.terrain })
    }
}

impl Anchor {
    /// Row by row from the north-west, as a map hangs on a wall.
    pub const ALL: [Anchor; 9] = [
        Anchor::NorthWest,
        Anchor::North,
        Anchor::NorthEast,
        Anchor::West,
        Anchor::Middle,
        Anchor::East,
        Anchor::SouthWest,
        Anchor::South,
        Anchor::SouthEast,
    ];

    /// How many halves of what is new come in front of the old, in x and in y.
    fn shares(self) -> (i64, i64) {
        match self {
            Anchor::SouthWest => (0, 0),
            Anchor::South => (1, 0),
            Anchor::SouthEast => (2, 0),
            Anchor::West => (0, 1),
            Anchor::Middle => (1, 1),
            Anchor::East => (2, 1),
            Anchor::NorthWest => (0, 2),
            Anchor::North => (1, 2),
            Anchor::NorthEast => (2, 2),
        }
    }
}

pub(in crate::world::gat) fn check_size(width: u32, height: u32) -> Result<(), Refusal> {
    for (argument, cells) in [("width", width), ("height", height)] {
        if !(1..=65_535).contains(&cells) {
            return Err(Refusal::argument(argument, &cells, "1 to 65535 cells"));
        }
    }
    match u64::from(width) * u64::from(height) {
        0..=MAX_CELLS => Ok(()),
        _ => Err(Refusal::TooLarge { width, height, max: MAX_CELLS }),
    }
}

/// The map on a sheet of another size, with an offset.
fn moved(map: &GatMap, (width, height): (u32, u32), offset: (i64, i64), fill: Tile) -> GatMap {
    let column = |column: &Column, value: u32| -> Column {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let old = cells.map(|(x, y)| {
            let x = u32::try_from(i64::from(x) - offset.0).ok()?;
            let y = u32::try_from(i64::from(y) - offset.1).ok()?;
            column.get(map.idx(crate::space::ragnarok::TilePos { x, y })?)
        });
        old.map(|old| old.unwrap_or(value)).collect()
    };
    let [a, b, c, d] = &map.altitude;
    let [sw, se, nw, ne] = fill.altitude.map(|altitude| altitude.to_bits());
    GatMap {
        version: map.version,
        width,
        height,
        terrain: column(&map.terrain, fill.terrain.0),
        altitude: [(a, sw), (b, se), (c, nw), (d, ne)].map(|(old, value)| column(old, value)),
        tail: map.tail.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{map, rows};
    use super::*;

    fn resized(width: u32, height: u32, anchor: Anchor) -> Vec<String> {
        let mut map = map(&["123", "456"]);
        let fill = Fill { terrain: Terrain(0), height: 2.0 };
        Resize { width, height, anchor, fill }.apply(&mut map).unwrap();
        rows(&map)
    }

    #[test]
    fn an_anchor_keeps_its_place() {
        assert_eq!(resized(4, 3, Anchor::SouthWest), ["0000", "1230", "4560"]);
        assert_eq!(resized(4, 3, Anchor::NorthEast), ["0123", "0456", "0000"]);
        assert_eq!(resized(5, 4, Anchor::Middle), ["00000", "01230", "04560", "00000"]);
        assert_eq!(resized(2, 1, Anchor::SouthEast), ["56"]);
        assert_eq!(resized(1, 2, Anchor::South), ["2", "5"]);
    }

    #[test]
    fn a_crop_is_a_part_of_the_map() {
        let mut map = map(&["123", "456"]);
        let rect = |x, y, width, height| Rect { x, y, width, height };
        assert!(crop(&mut map, rect(1, 1, 1, 2)).is_err());
        crop(&mut map, rect(1, 0, 2, 2)).unwrap();
        assert_eq!(rows(&map), ["23", "56"]);
    }

    #[test]
    fn what_a_conversion_loses_is_said() {
        let mut map = map(&["01"]);
        assert_eq!(convert(&mut map, Version::V1_3), None);
        map.terrain.set(0, 1 << 31 | 5);
        let lost = convert(&mut map, Version::V1_2).unwrap();
        assert_eq!(lost, "the water bit of 1 cell is lost: 1.2 has none");
        assert_eq!(rows(&map), ["51"]);
    }

    #[test]
    fn sizes_are_checked_before_anything_is_made() {
        let mut map = map(&["01"]);
        for (width, height) in [(0, 5), (70_000, 1), (65_535, 65_535)] {
            let fill = Fill::default();
            let new = NewMap { width, height, version: Version::V1_2, fill };
            assert!(new.apply(&mut map).is_err());
        }
    }
}
