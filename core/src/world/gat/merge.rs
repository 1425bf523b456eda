//! What two sides did to a map, merged value by value. Each value that only one side changed is as
//! that side has it. Where both changed it, ours stays, and the place is listed as a conflict.
//!
//! Conflicts are data: what they are about, where, and what the other side has. They stay true
//! while the map goes on: a conflict is over as soon as the map has what the other side has.

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

/// How conflicts are kept: cells as spans of row, west and east.
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
    let conflicts = Conflicts { theirs: theirs.clone(), types, heights, version, tail };
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
        &self.types
    }

    /// Those whose altitude at a corner is.
    pub(super) fn heights(&self, corner: Corner) -> &Area {
        corner.of(self.heights.each_ref())
    }

    pub fn is_empty(&self) -> bool {
        let n_values = usize::from(self.version) + usize::from(self.tail);
        n_values == 0 && self.types.is_empty() && self.heights.iter().all(Area::is_empty)
    }

    /// Those that a map still has: where it does not have what the other side has. None where the
    /// map has another size by now.
    pub fn left_in(&self, map: &GatMap) -> Conflicts {
        let is_alike = (map.width, map.height) == (self.theirs.width, self.theirs.height);
        let left = |area: &Area, ours: &Column, theirs: &Column| {
            let mut left = Area::empty(area.bounds());
            let differs = |tile: &TilePos| {
                let idx = map.idx(*tile);
                idx.is_some_and(|idx| ours.get(idx) != theirs.get(idx))
            };
            area.cells().filter(|_| is_alike).filter(differs).for_each(|tile| left.insert(tile));
            left
        };
        let mut heights = self.heights.clone();
        let columns = map.altitude.iter().zip(&self.theirs.altitude);
        for (area, (ours, theirs)) in heights.iter_mut().zip(columns) {
            *area = left(area, ours, theirs);
        }
        Conflicts {
            theirs: self.theirs.clone(),
            types: left(&self.types, &map.terrain, &self.theirs.terrain),
            heights,
            version: self.version && is_alike && map.version != self.theirs.version,
            tail: self.tail && is_alike && map.tail != self.theirs.tail,
        }
    }

    /// Those of an earlier merge, and these. One that was decided counts too: an undo brings it back.
    pub fn with_earlier(mut self, earlier: &Conflicts) -> Conflicts {
        let size = (self.theirs.width, self.theirs.height);
        if (earlier.theirs.width, earlier.theirs.height) == size {
            self.types = self.types.union(&earlier.types);
            for (area, earlier) in self.heights.iter_mut().zip(&earlier.heights) {
                *area = area.union(earlier);
            }
            self.version |= earlier.version;
            self.tail |= earlier.tail;
        }
        self
    }

    /// A row for every few cells that lie near each other, types first.
    pub fn rows(&self) -> Vec<Conflict> {
        let heights = self.heights.iter().fold(Area::default(), |all, area| all.union(area));
        let mut rows = boxes(Value::Type, &self.types);
        rows.extend(boxes(Value::Heights, &heights));
        let whole = |value| Conflict::new(value, Area::default());
        rows.extend(self.version.then(|| whole(Value::Version)));
        rows.extend(self.tail.then(|| whole(Value::Tail)));
        rows
    }

    /// How many cells have a conflict, be it of the type or of the heights.
    pub fn n_cells(&self) -> u64 {
        self.cells().n_cells()
    }

    /// Every cell with a conflict.
    pub fn cells(&self) -> Area {
        self.heights.iter().fold(self.types.clone(), |all, area| all.union(area))
    }

    /// A map with what the other side has in all conflicts.
    pub fn taken(&self, map: &GatMap) -> GatMap {
        let mut new = self.taken_within(map, &Area::of_rect(map.rect()));
        if self.version {
            new.version = self.theirs.version;
        }
        if self.tail {
            new.tail.clone_from(&self.theirs.tail);
        }
        new
    }

    /// The same of the conflicts in some cells.
    pub fn taken_within(&self, map: &GatMap, cells: &Area) -> GatMap {
        let mut new = map.clone();
        for tile in self.types.intersection(cells).cells() {
            self.take_type(&mut new, tile);
        }
        for (corner, area) in Corner::ALL.into_iter().zip(&self.heights) {
            for tile in area.intersection(cells).cells() {
                self.take_height(&mut new, tile, corner);
            }
        }
        new
    }

    /// The same of one row.
    pub fn taken_of(&self, map: &GatMap, conflict: &Conflict) -> GatMap {
        let mut new = map.clone();
        match conflict.value {
            Value::Type => {
                self.types
                    .intersection(&conflict.cells)
                    .cells()
                    .for_each(|tile| self.take_type(&mut new, tile));
            }
            Value::Heights => {
                for (corner, area) in Corner::ALL.into_iter().zip(&self.heights) {
                    for tile in area.intersection(&conflict.cells).cells() {
                        self.take_height(&mut new, tile, corner);
                    }
                }
            }
            Value::Version => new.version = self.theirs.version,
            Value::Tail => new.tail.clone_from(&self.theirs.tail),
        }
        new
    }

    fn take_type(&self, map: &mut GatMap, tile: TilePos) {
        if let Some(terrain) = self.theirs.terrain(tile) {
            map.set_terrain(tile, terrain);
        }
    }

    fn take_height(&self, map: &mut GatMap, tile: TilePos, corner: Corner) {
        if let Some(altitude) = self.theirs.altitude(tile, corner) {
            map.set_altitude(tile, corner, altitude);
        }
    }

    /// What [`Conflicts::from_json`] reads, together with the other side.
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

    /// Answers with what can't be read.
    pub fn from_json(json: serde_json::Value, theirs: GatMap) -> Result<Conflicts, String> {
        let kept: Kept = serde_json::from_value(json).map_err(|error| error.to_string())?;
        let area = |spans: &Vec<(u32, u32, u32)>| {
            let mut area = Area::empty(theirs.rect());
            spans.iter().for_each(|(y, west, east)| area.insert_span(*y, *west, *east));
            area
        };
        let (types, heights) = (area(&kept.types), kept.heights.each_ref().map(area));
        Ok(Conflicts { types, heights, version: kept.version, tail: kept.tail, theirs })
    }
}

impl Conflict {
    fn new(value: Value, cells: Area) -> Conflict {
        let (bounds, n_cells) = (cells.bounds(), cells.n_cells());
        Conflict { value, cells, bounds, n_cells }
    }

    /// "type of 12 cells in (3, 4) to (10, 9)".
    pub fn in_words(&self) -> String {
        let of = match self.value {
            Value::Type => "type",
            Value::Heights => "heights",
            Value::Version => return "version of the file".to_owned(),
            Value::Tail => return "bytes after the cells".to_owned(),
        };
        let Rect { x, y, .. } = self.bounds;
        let (east, north) = (self.bounds.east(), self.bounds.north());
        if self.n_cells == 1 {
            return format!("{of} of cell ({x}, {y})");
        }
        let cells = counted(self.n_cells as usize, "cell", "cells");
        let (east, north) = (east.saturating_sub(1), north.saturating_sub(1));
        format!("{of} of {cells} in ({x}, {y}) to ({east}, {north})")
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
            let (mut all, mut n_listed) = (conflicts.taken(&map), 0);
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
            assert!(conflicts.left_in(&all).is_empty(), "{round}");
            assert_eq!(conflicts.left_in(&map), conflicts, "{round}");
            // Row by row comes to the same as all at once.
            let by_rows = rows.iter().fold(map.clone(), |map, row| conflicts.taken_of(&map, row));
            assert_eq!(by_rows, all, "{round}");
            all = conflicts.taken_within(&map, &conflicts.cells());
            assert_eq!((all.version, &all.tail), (map.version, &map.tail));
            let json = conflicts.to_json();
            assert_eq!(Conflicts::from_json(json, theirs).unwrap().rows(), rows, "{round}");
        }
        assert!(n_conflicts > 3000, "{n_conflicts}");
    }

    #[test]
    fn a_merge_has_both_changes_and_ours_where_they_meet() {
        let before = map(&["000"]);
        let Merged { map: both, conflicts } =
            merge(&before, &map(&["101"]), &map(&["055"])).unwrap();
        assert_eq!(rows(&both), ["151"]);
        let said: Vec<String> = conflicts.rows().iter().map(Conflict::in_words).collect();
        assert_eq!(said, ["type of cell (2, 0)"]);
        assert_eq!(rows(&conflicts.taken(&both)), ["155"]);
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
        assert!(merged.conflicts.left_in(&map(&["100"])).is_empty(), "the map was resized since");
    }

    #[test]
    fn conflicts_of_an_earlier_merge_stay_in_the_list() {
        let (first, second) = (map(&["200"]), map(&["220"]));
        let once = merge(&map(&["000"]), &map(&["100"]), &first).unwrap();
        let here = map(&["110"]);
        let twice = merge(&first, &here, &second).unwrap();
        assert_eq!(rows(&twice.map), ["110"]);
        let both = twice.conflicts.with_earlier(&once.conflicts).left_in(&twice.map);
        assert_eq!(rows(&both.taken(&twice.map)), ["220"]);
    }
}
