//! Painting: terrain for the cells of an area, mirrored if wished.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::ragnarok::gat::{Terrain, Version};
use crate::space::ragnarok::{Corner, TilePos};

use super::GatMap;
use super::area::Area;
use super::refusal::Refusal;
use super::region::Region;

/// Gives cells terrain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Paint {
    pub region: Region,
    pub ink: Ink,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirror: Option<Mirror>,
    /// Nothing outside is painted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Region>,
}

/// What is painted with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ink {
    /// A type, of any number below 65536: the low word. All other bits stay as they are.
    Type(u32),
    /// All 32 bits.
    Raw(u32),
    /// The water bit of version 1.3 alone.
    Water(bool),
}

/// Paints the other side as well.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mirror {
    pub across: Across,
    /// In tiles, in steps of a half: `[8.0, 8.0]` is the corner between four cells, `[8.5, 8.5]`
    /// the middle of one. The middle of the map where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[f32; 2]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Across {
    /// West to east.
    X,
    /// South to north.
    Y,
    /// Both, which makes four.
    Both,
    /// Half a turn around the point.
    Point,
}

/// One cell with what it gets; the rest of it stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellValue {
    pub x: u32,
    pub y: u32,
    /// All 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<Terrain>,
    /// As in the file: of the corners south-west, south-east, north-west, north-east.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub altitude: Option<[F32; 4]>,
}

impl Paint {
    pub(super) fn apply(&self, map: &mut GatMap) -> Result<(), Refusal> {
        self.ink.check(map)?;
        let mut area = self.region.area(map)?;
        if let Some(mirror) = self.mirror {
            area = mirror.area(&area, map)?;
        }
        if let Some(within) = &self.within {
            area = area.intersection(&within.area(map)?);
        }
        let ink = self.ink;
        for range in ranges(&area, map.width) {
            map.terrain.update(range, |old| ink.over(old));
        }
        Ok(())
    }
}

/// The cells of an area in the columns of a map; rows that are in it whole are one with the next.
fn ranges(area: &Area, width: u32) -> impl Iterator<Item = Range<usize>> {
    let range = move |(y, west, east): (u32, u32, u32)| {
        let start = y as usize * width as usize;
        start + west as usize..start + east as usize
    };
    let mut ranges = area.spans().map(range).peekable();
    std::iter::from_fn(move || {
        let mut whole = ranges.next()?;
        while let Some(next) = ranges.next_if(|next| next.start == whole.end) {
            whole.end = next.end;
        }
        Some(whole)
    })
}

impl Ink {
    fn check(self, map: &GatMap) -> Result<(), Refusal> {
        match self {
            Ink::Type(kind) if kind > Terrain::MAX_KIND => {
                Err(Refusal::argument("type", &kind, "below 65536; use raw for all bits"))
            }
            Ink::Water(_) if map.version == Version::V1_2 => Err(Refusal::NoWaterBit),
            _ => Ok(()),
        }
    }

    fn over(self, old: u32) -> u32 {
        let old = Terrain(old);
        match self {
            Ink::Type(kind) => old.with_kind(kind).0,
            Ink::Raw(word) => word,
            Ink::Water(true) => old.with_water_bit().0,
            Ink::Water(false) => old.without_water_bit().0,
        }
    }
}

impl Mirror {
    /// An area together with its images.
    pub fn area(self, area: &Area, map: &GatMap) -> Result<Area, Refusal> {
        let [x, y] = self.at.unwrap_or([map.width as f32 / 2.0, map.height as f32 / 2.0]);
        let twice = |value: f32| match value {
            value if value.abs() <= 1e6 && (value * 2.0).fract() == 0.0 => Ok((value * 2.0) as i64),
            value => Err(Refusal::argument("at", &value, "tiles in steps of a half")),
        };
        let (x2, y2) = (twice(x)?, twice(y)?);
        let flips: &[(bool, bool)] = match self.across {
            Across::X => &[(true, false)],
            Across::Y => &[(false, true)],
            Across::Both => &[(true, false), (false, true), (true, true)],
            Across::Point => &[(true, true)],
        };
        let mut all = Area::empty(map.rect());
        all = all.union(area);
        for (flips_x, flips_y) in flips {
            for (y, west, east) in area.spans() {
                let (west, east) = (i64::from(west), i64::from(east));
                let (west, east) = if *flips_x { (x2 - east, x2 - west) } else { (west, east) };
                let y = if *flips_y { y2 - 1 - i64::from(y) } else { i64::from(y) };
                let east = east.clamp(0, map.width.into()) as u32;
                if let Ok(y) = u32::try_from(y) {
                    all.insert_span(y, west.max(0).min(i64::from(east)) as u32, east);
                }
            }
        }
        Ok(all)
    }
}

/// Gives single cells what a list says.
pub(super) fn set_cells(map: &mut GatMap, cells: &[CellValue]) -> Result<(), Refusal> {
    for cell in cells {
        let tile = TilePos { x: cell.x, y: cell.y };
        if map.idx(tile).is_none() {
            let (width, height) = (map.width, map.height);
            return Err(Refusal::Outside { x: cell.x, y: cell.y, width, height });
        }
        if let Some(terrain) = cell.terrain {
            map.set_terrain(tile, terrain);
        }
        if let Some(altitude) = cell.altitude {
            for corner in Corner::ALL {
                map.set_altitude(tile, corner, corner.of(altitude));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::action::Action;
    use super::super::tests::{map, rows};
    use super::*;
    use crate::world::Document;

    fn painted(json: &str, drawn: &[&str]) -> Vec<String> {
        let mut map = map(drawn);
        let action: Action = serde_json::from_str(json).unwrap();
        let edit = action.resolve(&map).unwrap().edit.unwrap();
        map.put(&edit);
        rows(&map)
    }

    #[test]
    fn paint_covers_its_region_and_stays_within() {
        let empty = ["0000", "0000", "0000"];
        assert_eq!(
            painted(
                r#"{"action":"paint","region":{"brush":{"points":[[0,0],[3,0]]}},"ink":{"type":5},
                    "within":{"rectangle":{"x":1,"y":0,"width":9,"height":9}}}"#,
                &empty
            ),
            ["0000", "0000", "0555"]
        );
        let mirrored = |mirror: &str| {
            let json = format!(
                r#"{{"action":"paint","region":{{"spans":[[0,0,2]]}},"ink":{{"raw":1}},"mirror":{mirror}}}"#
            );
            painted(&json, &empty)
        };
        assert_eq!(mirrored(r#"{"across":"x"}"#), ["0000", "0000", "1111"]);
        assert_eq!(mirrored(r#"{"across":"y"}"#), ["1100", "0000", "1100"]);
        assert_eq!(mirrored(r#"{"across":"point"}"#), ["0011", "0000", "1100"]);
        assert_eq!(mirrored(r#"{"across":"both"}"#), ["1111", "0000", "1111"]);
        assert_eq!(mirrored(r#"{"across":"x","at":[1.5,0]}"#), ["0000", "0000", "1110"]);
    }

    #[test]
    fn the_water_bit_is_on_its_own() {
        let mut map = map(&["05"]);
        let paint = |map: &mut GatMap, ink| {
            Paint { region: Region::Everything, ink, mirror: None, within: None }.apply(map)
        };
        assert_eq!(paint(&mut map, Ink::Water(true)), Err(Refusal::NoWaterBit));
        assert!(paint(&mut map, Ink::Type(1 << 31)).is_err());
        map.version = Version::V1_3;
        paint(&mut map, Ink::Water(true)).unwrap();
        assert!(map.terrain.iter().eq([1 << 31, 1 << 31 | 5]));
        paint(&mut map, Ink::Type(1)).unwrap();
        assert!(map.terrain.iter().eq([1 << 31 | 1; 2]));
        paint(&mut map, Ink::Water(false)).unwrap();
        assert!(map.terrain.iter().eq([1; 2]));
    }

    #[test]
    fn a_type_is_the_low_word_and_all_other_bits_stay() {
        let mut map = map(&["00"]);
        map.set_terrain(TilePos { x: 0, y: 0 }, Terrain(0x1234_0005));
        let paint = |map: &mut GatMap, region, ink| {
            Paint { region, ink, mirror: None, within: None }.apply(map)
        };
        paint(&mut map, Region::Type(5), Ink::Type(1)).unwrap();
        assert!(map.terrain.iter().eq([0x1234_0001, 0]));
        assert!(paint(&mut map, Region::Everything, Ink::Type(0x1_0000)).is_err());
        paint(&mut map, Region::Everything, Ink::Raw(3)).unwrap();
        assert!(map.terrain.iter().eq([3, 3]));
    }
}
