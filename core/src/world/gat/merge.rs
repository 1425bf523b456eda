//! What two sides did to a map, merged value by value. Each value that only one side changed is as
//! that side has it. Where both changed it, ours stays, and the place is listed as a conflict.
//!
//! Conflicts are data: what they are about, where, and what the other side has. Each of them can be
//! decided for the other side later, when the map has gone on.

use serde::{Deserialize, Serialize};

use crate::problem::counted::counted;
use crate::space::ragnarok::{Corner, TilePos};
use crate::world::three_way::{is_in_conflict, pick};

use super::GatMap;
use super::area::{Area, Rect};
use super::cover::cover;
use crate::world::column::Column;

/// Both sides of a map in one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    pub map: GatMap,
    pub conflicts: Conflicts,
}

/// The two sides have different sizes, so that no cell of one belongs to a cell of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it has a different size there")]
pub struct OtherSize;

/// What both sides changed, each in its own way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflicts {
    /// All of the other side.
    theirs: GatMap,
    places: Places,
}

/// Words of a map that are in conflict.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    types: Area,
    /// By corner.
    heights: [Area; 4],
    version: bool,
    tail: bool,
}

/// What a conflict is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Type,
    Heights,
    /// The version of the file.
    Version,
    /// The bytes behind the cells.
    Tail,
}

/// A place of conflict, as a row of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    pub value: Value,
    /// The cells in conflict; none where it is about the file as a whole.
    pub cells: Area,
    /// Around the cells.
    pub bounds: Rect,
    pub n_cells: u64,
}

/// How places are kept: cells as spans of row, west and east.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    types: Vec<(u32, u32, u32)>,
    heights: [Vec<(u32, u32, u32)>; 4],
    version: bool,
    tail: bool,
}

/// Merges what two sides made of a map.
pub fn merge(before: &GatMap, ours: &GatMap, theirs: &GatMap) -> Result<Merged, OtherSize> {
    let size = |map: &GatMap| (map.width, map.height);
    if size(ours) != size(before) || size(theirs) != size(before) {
        return Err(OtherSize);
    }
    let mut map = ours.clone();
    let conflicting = |places: Vec<usize>| {
        let cell = |idx: &usize| {
            let TilePos { x, y } = before.tile_pos(*idx);
            Rect { x, y, width: 1, height: 1 }
        };
        let mut area = Area::empty(places.iter().map(cell).fold(Rect::default(), Rect::around));
        places.iter().for_each(|idx| area.insert(before.tile_pos(*idx)));
        area
    };
    let (terrain, places) = merged([&before.terrain, &ours.terrain, &theirs.terrain]);
    map.terrain = terrain;
    let types = conflicting(places);
    let mut heights: [Area; 4] = Default::default();
    let columns = before.altitude.iter().zip(&ours.altitude).zip(&theirs.altitude);
    let into = map.altitude.iter_mut().zip(&mut heights);
    for ((into, area), ((before, ours), theirs)) in into.zip(columns) {
        let (altitude, places) = merged([before, ours, theirs]);
        *into = altitude;
        *area = conflicting(places);
    }
    let versions = [&before.version, &ours.version, &theirs.version];
    let tails = [&before.tail, &ours.tail, &theirs.tail];
    (map.version, map.tail) = (pick(versions), pick(tails));
    let (version, tail) = (is_in_conflict(versions), is_in_conflict(tails));
    let places = Places { types, heights, version, tail };
    let conflicts = Conflicts { theirs: theirs.clone(), places };
    Ok(Merged { map, conflicts })
}

/// A column of both sides, and the places where both changed it.
fn merged([before, ours, theirs]: [&Column; 3]) -> (Column, Vec<usize>) {
    let (to_ours, to_theirs) = (before.patch_to(ours), before.patch_to(theirs));
    let mut both = before.clone();
    to_theirs.put(&mut both);
    to_ours.put(&mut both);
    let word = |column: &Column, idx| column.get(idx).unwrap_or_default();
    let conflicts = to_theirs.places().filter(|idx| {
        let [before, ours, theirs] = [before, ours, theirs].map(|column| word(column, *idx));
        is_in_conflict([&before, &ours, &theirs])
    });
    (both, conflicts.collect())
}

impl Conflicts {
    /// The other side.
    pub fn theirs(&self) -> &GatMap {
        &self.theirs
    }

    /// The cells whose type is in conflict.
    pub(super) fn types(&self) -> &Area {
        &self.places.types
    }

    /// Those whose altitude at a corner is.
    pub(super) fn heights(&self, corner: Corner) -> &Area {
        corner.of(self.places.heights.each_ref())
    }

    pub fn is_empty(&self) -> bool {
        let Places { types, heights, version, tail } = &self.places;
        !version && !tail && types.is_empty() && heights.iter().all(Area::is_empty)
    }

    /// A row for every few cells that lie near each other, types first.
    pub fn rows(&self) -> Vec<Conflict> {
        let Places { types, heights, version, tail } = &self.places;
        let heights = heights.iter().fold(Area::default(), |all, area| all.union(area));
        let mut rows = boxes(Value::Type, types);
        rows.extend(boxes(Value::Heights, &heights));
        let whole = |value| Conflict::new(value, Area::default());
        rows.extend(version.then(|| whole(Value::Version)));
        rows.extend(tail.then(|| whole(Value::Tail)));
        rows
    }

    /// All that a row is about.
    pub fn places_of(&self, row: &Conflict) -> Places {
        let nothing = Places::default();
        match row.value {
            Value::Type => Places { types: row.cells.clone(), ..nothing },
            Value::Heights => {
                let heights = self.places.heights.each_ref();
                Places { heights: heights.map(|area| area.intersection(&row.cells)), ..nothing }
            }
            Value::Version => Places { version: true, ..nothing },
            Value::Tail => Places { tail: true, ..nothing },
        }
    }
}

impl Places {
    /// Those of them in some cells.
    pub fn within(&self, cells: &Area) -> Places {
        let heights = self.heights.each_ref().map(|area| area.intersection(cells));
        Places { types: self.types.intersection(cells), heights, version: false, tail: false }
    }

    /// A map with what the other side has there.
    pub fn taken(&self, map: &GatMap, theirs: &GatMap) -> Result<GatMap, OtherSize> {
        if (map.width, map.height) != (theirs.width, theirs.height) {
            return Err(OtherSize);
        }
        let mut new = map.clone();
        for tile in self.types.cells() {
            if let Some(terrain) = theirs.terrain(tile) {
                new.set_terrain(tile, terrain);
            }
        }
        for (corner, area) in Corner::ALL.into_iter().zip(&self.heights) {
            for tile in area.cells() {
                if let Some(altitude) = theirs.altitude(tile, corner) {
                    new.set_altitude(tile, corner, altitude);
                }
            }
        }
        if self.version {
            new.version = theirs.version;
        }
        if self.tail {
            new.tail.clone_from(&theirs.tail);
        }
        Ok(new)
    }

    /// What [`Places::from_json`] reads.
    pub fn to_json(&self) -> serde_json::Value {
        let spans = |area: &Area| area.spans().collect();
        let kept = Kept {
            types: spans(&self.types),
            heights: self.heights.each_ref().map(spans),
            version: self.version,
            tail: self.tail,
        };
        serde_json::to_value(kept).unwrap_or_default()
    }

    /// Those of a map; answers with what can't be read.
    pub fn from_json(json: &serde_json::Value, map: &GatMap) -> Result<Places, String> {
        let kept = Kept::deserialize(json).map_err(|error| error.to_string())?;
        let area = |spans: &Vec<(u32, u32, u32)>| {
            let mut area = Area::empty(map.rect());
            spans.iter().for_each(|(y, west, east)| area.insert_span(*y, *west, *east));
            area
        };
        let (types, heights) = (area(&kept.types), kept.heights.each_ref().map(area));
        Ok(Places { types, heights, version: kept.version, tail: kept.tail })
    }
}

impl Conflict {
    fn new(value: Value, cells: Area) -> Conflict {
        let (bounds, n_cells) = (cells.bounds(), cells.n_cells());
        Conflict { value, cells, bounds, n_cells }
    }

    /// "12 cells in (3, 4) to (10, 9)".
    pub fn place_in_words(&self) -> String {
        if matches!(self.value, Value::Version | Value::Tail) {
            return "file".to_owned();
        }
        let Rect { x, y, .. } = self.bounds;
        let (east, north) = (self.bounds.east(), self.bounds.north());
        if self.n_cells == 1 {
            return format!("cell ({x}, {y})");
        }
        let n_cells = usize::try_from(self.n_cells).unwrap_or(usize::MAX);
        let cells = counted(n_cells, "cell", "cells");
        let (east, north) = (east.saturating_sub(1), north.saturating_sub(1));
        format!("{cells} in ({x}, {y}) to ({east}, {north})")
    }
}

impl Value {
    pub fn in_words(self) -> &'static str {
        match self {
            Value::Type => "type",
            Value::Heights => "heights",
            Value::Version => "version",
            Value::Tail => "bytes after the cells",
        }
    }
}

/// Its cells by few boxes; each cell is in one of them.
fn boxes(value: Value, area: &Area) -> Vec<Conflict> {
    let span =
        |(y, west, east): (u32, u32, u32)| Rect { x: west, y, width: east - west, height: 1 };
    let rects: Vec<Rect> = area.spans().map(span).collect();
    let mut left = area.clone();
    let mut boxes = Vec::new();
    for rect in cover(&rects) {
        let cells = left.intersection(&Area::of_rect(rect));
        left.replace(rect, &Area::default());
        if !cells.is_empty() {
            boxes.push(Conflict::new(value, cells));
        }
    }
    boxes.sort_by_key(|conflict| (conflict.bounds.y, conflict.bounds.x));
    boxes
}

#[cfg(test)]
mod tests {
    use super::super::tests::{map, rows, sample};
    use super::*;
    use crate::format::number::F32;
    use crate::format::ragnarok::gat::{Terrain, Version};
    use crate::format::text::Opaque;
    use crate::sample::rng::Rng;

    /// A map with random changes, as few or as many as it comes.
    fn edited(map: &GatMap, rng: &mut Rng) -> GatMap {
        let mut new = map.clone();
        for _ in 0..rng.below(120) {
            let tile = TilePos { x: rng.below(map.width), y: rng.below(map.height) };
            if rng.below(2) == 0 {
                new.set_terrain(tile, Terrain(rng.below(4)));
            } else {
                let corner = Corner::ALL[rng.below(4) as usize];
                new.set_altitude(tile, corner, F32::from_bits(0x7fc0_0000 + rng.below(3)));
            }
        }
        if rng.below(8) == 0 {
            new.version = Version::V1_2;
        }
        if rng.below(4) == 0 {
            new.tail = Opaque(vec![rng.below(3) as u8]);
        }
        new
    }

    /// The five words of a cell.
    fn words(map: &GatMap, tile: TilePos) -> [u32; 5] {
        let altitude = Corner::ALL.map(|corner| map.altitude(tile, corner).unwrap().to_bits());
        let [a, b, c, d] = altitude;
        [map.terrain(tile).unwrap().0, a, b, c, d]
    }

    #[test]
    fn every_value_is_of_one_side_and_each_conflict_is_in_the_list() {
        let mut rng = Rng::new(17);
        let before = GatMap::new(&sample(3, 70, 2)).unwrap();
        let mut n_conflicts = 0;
        for round in 0..1500 {
            let (ours, theirs) = (edited(&before, &mut rng), edited(&before, &mut rng));
            let Merged { map, conflicts } = merge(&before, &ours, &theirs).unwrap();
            let rows = conflicts.rows();
            let taken = |map: GatMap, row| {
                let json = conflicts.places_of(row).to_json();
                Places::from_json(&json, &map).unwrap().taken(&map, &theirs).unwrap()
            };
            let (all, mut n_listed) = (rows.iter().fold(map.clone(), taken), 0);
            for tile in Area::of_rect(before.rect()).cells() {
                let [was, here, there, both, taken] =
                    [&before, &ours, &theirs, &map, &all].map(|map| words(map, tile));
                let mut is_listed = [false; 2];
                for n in 0..5 {
                    let sides = [&was[n], &here[n], &there[n]];
                    assert_eq!(both[n], pick(sides), "{round}: {tile:?}");
                    let expected = if is_in_conflict(sides) { there[n] } else { both[n] };
                    assert_eq!(taken[n], expected, "{round}: {tile:?}");
                    is_listed[usize::from(n > 0)] |= is_in_conflict(sides);
                }
                for (value, is_listed) in [Value::Type, Value::Heights].into_iter().zip(is_listed) {
                    let of = rows.iter().filter(|row| row.value == value);
                    let n = of.filter(|row| row.cells.contains(tile)).count();
                    assert_eq!(n, usize::from(is_listed), "{round}: {value:?} {tile:?}");
                    n_listed += n as u64;
                }
            }
            assert_eq!(rows.iter().map(|row| row.n_cells).sum::<u64>(), n_listed);
            n_conflicts += n_listed;
            let one = Area::of_rect(Rect { x: 0, y: 0, width: 1, height: 1 });
            let within = conflicts.places.within(&one).taken(&map, &theirs).unwrap();
            let first = TilePos { x: 0, y: 0 };
            assert_eq!(words(&within, first), words(&all, first), "{round}");
            assert_eq!((within.version, &within.tail), (map.version, &map.tail));
        }
        assert!(n_conflicts > 3000, "{n_conflicts}");
    }

    #[test]
    fn a_merge_has_both_changes_and_ours_where_they_meet() {
        let before = map(&["000"]);
        let Merged { map: both, conflicts } =
            merge(&before, &map(&["101"]), &map(&["055"])).unwrap();
        assert_eq!(rows(&both), ["151"]);
        let said: Vec<String> = conflicts.rows().iter().map(Conflict::place_in_words).collect();
        assert_eq!(said, ["cell (2, 0)"]);
        let taken = conflicts.places.taken(&both, conflicts.theirs()).unwrap();
        assert_eq!(rows(&taken), ["155"]);
    }

    #[test]
    fn a_version_that_only_the_other_side_changed_is_theirs() {
        let before = map(&["00"]);
        let mut theirs = before.clone();
        theirs.version = Version::V1_3;
        theirs.tail = Opaque(b"theirs".to_vec());
        let merged = merge(&before, &map(&["10"]), &theirs).unwrap();
        assert!(merged.conflicts.is_empty());
        assert_eq!(rows(&merged.map), ["10"]);
        assert_eq!((merged.map.version, &merged.map.tail), (theirs.version, &theirs.tail));
    }

    #[test]
    fn maps_of_different_sizes_are_not_merged() {
        let before = map(&["00"]);
        assert_eq!(merge(&before, &map(&["000"]), &before), Err(OtherSize));
        assert_eq!(merge(&before, &before, &map(&["0", "0"])), Err(OtherSize));
        let merged = merge(&before, &map(&["10"]), &map(&["20"])).unwrap();
        let Conflicts { theirs, places } = &merged.conflicts;
        assert_eq!(places.taken(&map(&["100"]), theirs), Err(OtherSize), "it was resized since");
    }
}
