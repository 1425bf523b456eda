//! How two maps differ, cell by cell, and the conflicts of a merge in the same words.

use serde_json::Value;

use crate::format::number::F32;
use crate::format::ragnarok::gat::{Gat, Version};
use crate::space::ragnarok::{Corner, TilePos};
use crate::world::three_way::{Change, Conflict, Each, FILE, Thing};

use super::GatMap;
use super::merge::{Conflicts, Value as Part};

const TYPE: &str = "type";
const VERSION: &str = "version";
/// The bytes behind the cells.
const TAIL: &str = "tail";
/// Of a map that has another size, no cell belongs to a cell of this one.
const SIZE: &str = "size";

/// What makes one map into another.
pub fn compare(a: &Gat, b: &Gat, each: Each<'_>) {
    if a.version != b.version {
        each(Change::of_file(VERSION, in_words(a.version), in_words(b.version)));
    }
    if (a.width(), a.height()) != (b.width(), b.height()) {
        each(Change::of_file(SIZE, size(a.width(), a.height()), size(b.width(), b.height())));
    } else {
        let width = a.width().max(1) as usize;
        let tiles = a.tiles().iter().zip(b.tiles()).enumerate();
        for (idx, (a, b)) in tiles.filter(|(_, (a, b))| a != b) {
            let thing = Thing::Cell { x: (idx % width) as u32, y: (idx / width) as u32 };
            if a.terrain != b.terrain {
                let (a, b) = (a.terrain.0.into(), b.terrain.0.into());
                each(Change { thing: thing.clone(), field: TYPE.into(), a, b });
            }
            for corner in Corner::ALL {
                let (a, b) = (corner.of(a.altitude), corner.of(b.altitude));
                if a != b {
                    let (thing, field) = (thing.clone(), altitude(corner).into());
                    each(Change { thing, field, a: number(a), b: number(b) });
                }
            }
        }
    }
    if a.tail != b.tail {
        each(Change::of_file(TAIL, a.tail.0.len(), b.tail.0.len()));
    }
}

/// The conflicts of a merge, field by field; `ours` is the side that stays.
pub fn conflicts(found: &Conflicts, [base, ours]: [&GatMap; 2]) -> Vec<Conflict> {
    let theirs = found.theirs();
    let mut list = Vec::new();
    let mut cell = |tile: TilePos,
                    field: &'static str,
                    value: &dyn Fn(&GatMap) -> Option<Value>| {
        let [base, ours, theirs] = [base, ours, theirs].map(|map| value(map).unwrap_or_default());
        let thing = Thing::Cell { x: tile.x, y: tile.y };
        list.push(Conflict { thing, field: field.into(), base, ours, theirs });
    };
    for tile in found.types().cells() {
        cell(tile, TYPE, &|map| Some(map.terrain(tile)?.0.into()));
    }
    for corner in Corner::ALL {
        for tile in found.heights(corner).cells() {
            let bits = |map: &GatMap| map.altitude_column(corner).get(map.idx(tile)?);
            cell(tile, altitude(corner), &|map| Some(number(F32::from_bits(bits(map)?))));
        }
    }
    for row in found.rows() {
        let (field, value): (_, fn(&GatMap) -> Value) = match row.value {
            Part::Version => (VERSION, |map| in_words(map.version).into()),
            Part::Tail => (TAIL, |map| map.tail.0.len().into()),
            Part::Type | Part::Heights => continue,
        };
        let [base, ours, theirs] = [base, ours, theirs].map(value);
        list.push(Conflict { thing: FILE, field: field.into(), base, ours, theirs });
    }
    list
}

/// Sides of different sizes, of which nothing can be merged.
pub fn conflict_of_sizes(sides: [&GatMap; 3]) -> Conflict {
    let [base, ours, theirs] = sides.map(|map| Value::from(size(map.width, map.height)));
    Conflict { thing: FILE, field: SIZE.into(), base, ours, theirs }
}

fn altitude(corner: Corner) -> &'static str {
    match corner {
        Corner::SouthWest => "altitude_sw",
        Corner::SouthEast => "altitude_se",
        Corner::NorthWest => "altitude_nw",
        Corner::NorthEast => "altitude_ne",
    }
}

/// The shortest number that gives the bits back.
fn number(value: F32) -> Value {
    let shortest = value.to_string();
    match shortest.parse::<f64>() {
        Ok(number) => number.into(),
        Err(_) => shortest.into(),
    }
}

fn in_words(version: Version) -> &'static str {
    match version {
        Version::V1_2 => "1.2",
        Version::V1_3 => "1.3",
    }
}

fn size(width: u32, height: u32) -> String {
    format!("{width} × {height}")
}

#[cfg(test)]
mod tests {
    use super::super::merge::merge;
    use super::*;
    use crate::format::ragnarok::gat::{Terrain, Tile};
    use crate::format::text::Opaque;

    fn gat(width: u32, types: &[u32]) -> Gat {
        let tile = |kind: &u32| Tile { terrain: Terrain(*kind), ..Tile::default() };
        let height = types.len() as u32 / width;
        Gat::new(Version::V1_2, width, height, types.iter().map(tile).collect()).unwrap()
    }

    fn changes(a: &Gat, b: &Gat) -> Vec<String> {
        let mut changes = Vec::new();
        compare(a, b, &mut |Change { thing, field, a, b }| {
            changes.push(format!("{thing}: {field}: {a} {b}"));
        });
        changes
    }

    #[test]
    fn each_cell_and_field_is_a_change() {
        let before = gat(2, &[0, 1, 0, 1]);
        assert!(changes(&before, &before).is_empty());
        let mut after = gat(2, &[0, 1, 5, 1]);
        after.tiles_mut()[3].altitude = [0.0, 0.1, 0.0, f32::NAN].map(F32::new);
        after.version = Version::V1_3;
        after.tail = Opaque(vec![1]);
        assert_eq!(
            changes(&before, &after),
            [
                "file: version: \"1.2\" \"1.3\"",
                "cell 0,1: type: 0 5",
                "cell 1,1: altitude_se: 0.0 0.1",
                "cell 1,1: altitude_ne: 0.0 \"0x7fc00000\"",
                "file: tail: 0 1",
            ]
        );
        assert_eq!(changes(&before, &gat(1, &[0, 1])), ["file: size: \"2 × 2\" \"1 × 2\""]);
    }

    #[test]
    fn conflicts_are_told_by_cell_and_field() {
        let [base, ours, theirs] =
            [[0, 0], [1, 0], [5, 0]].map(|types| GatMap::new(&gat(2, &types)).unwrap());
        let merged = merge(&base, &ours, &theirs).unwrap();
        let found = conflicts(&merged.conflicts, [&base, &ours]);
        let json = serde_json::to_value(&found).unwrap();
        assert_eq!(
            json,
            serde_json::json!([{"thing": "cell 0,0", "field": "type", "base": 0, "ours": 1, "theirs": 5}])
        );
    }
}
