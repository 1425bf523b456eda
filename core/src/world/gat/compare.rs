//! How two maps differ, cell by cell, and the conflicts of a merge in the same words.

use serde_json::Value;

use crate::format::number::F32;
use crate::format::ragnarok::gat::{Gat, Version};
use crate::space::ragnarok::{Corner, TilePos};
use crate::world::three_way::{Change, Conflict, Each, FILE, Thing, Wanted};

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

/// The first map with the wanted ones of the changes that [`compare`] finds. Of a map that has another
/// size, all cells come together.
pub fn take(a: &Gat, b: &Gat, wanted: Wanted<'_>) -> Gat {
    let size_of = |map: &Gat| (map.width(), map.height());
    let is_same_size = size_of(a) == size_of(b);
    let is_wanted = |field, a: Value, b: Value| wanted(&Change::of_file(field, a, b));
    let [old_size, new_size] = [size_of(a), size_of(b)].map(|(x, y)| size(x, y).into());
    let is_resized = !is_same_size && is_wanted(SIZE, old_size, new_size);
    let mut taken = if is_resized { b.clone() } else { a.clone() };
    (taken.version, taken.tail) = (a.version, a.tail.clone());
    if a.version != b.version
        && is_wanted(VERSION, in_words(a.version).into(), in_words(b.version).into())
    {
        taken.version = b.version;
    }
    if a.tail != b.tail && is_wanted(TAIL, a.tail.0.len().into(), b.tail.0.len().into()) {
        taken.tail = b.tail.clone();
    }
    if !is_same_size {
        return taken;
    }
    let width = a.width().max(1) as usize;
    let pairs = taken.tiles_mut().iter_mut().zip(b.tiles()).enumerate();
    for (idx, (own, other)) in pairs.filter(|(_, (own, other))| own != other) {
        let thing = Thing::Cell { x: (idx % width) as u32, y: (idx / width) as u32 };
        let is_wanted = |field: &'static str, a, b| {
            wanted(&Change { thing: thing.clone(), field: field.into(), a, b })
        };
        if own.terrain != other.terrain
            && is_wanted(TYPE, own.terrain.0.into(), other.terrain.0.into())
        {
            own.terrain = other.terrain;
        }
        let heights = own.altitude.iter_mut().zip(other.altitude);
        for (corner, (own, other)) in Corner::ALL.into_iter().zip(heights) {
            if *own != other && is_wanted(altitude(corner), number(*own), number(other)) {
                *own = other;
            }
        }
    }
    taken
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
    fn the_wanted_changes_are_taken_and_no_others() {
        let before = gat(2, &[0, 1, 0, 1]);
        let mut after = gat(2, &[2, 1, 5, 1]);
        after.tiles_mut()[3].altitude = [0.0, 0.1, 0.0, f32::NAN].map(F32::new);
        after.version = Version::V1_3;
        after.tail = Opaque(vec![1]);
        let all = changes(&before, &after);
        let said = |Change { thing, field, a, b }: &Change| format!("{thing}: {field}: {a} {b}");
        for n in 0..1 << all.len() {
            let wanted = |change: &Change| {
                let place = all.iter().position(|one| *one == said(change));
                place.is_some_and(|place| n >> place & 1 == 1)
            };
            let taken = take(&before, &after, &wanted);
            let expected: Vec<String> = all
                .iter()
                .enumerate()
                .filter(|(place, _)| n >> place & 1 == 1)
                .map(|(_, one)| one.clone())
                .collect();
            assert_eq!(changes(&before, &taken), expected);
        }
        let small = gat(1, &[0, 1]);
        assert_eq!(take(&before, &small, &|_| true), small);
        assert_eq!(take(&before, &small, &|_| false), before);
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
