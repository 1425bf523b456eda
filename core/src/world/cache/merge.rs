//! Caches on several sides: map by map, and cell by cell in those that both sides changed. A map that
//! one side changed comes as that side packed it.

use std::borrow::Cow;

use serde_json::Value;

use crate::format::ragnarok::fld2::{Cell, Fld2};
use crate::format::ragnarok::map_cache::{self, MapCache};
use crate::format::ragnarok::mcache::Mcache;
use crate::format::ragnarok::packed::PackedCells;
use crate::world::three_way::{Change, Conflict, Each, FILE, Thing, Verdict, WHOLE};

use super::{Cache, Field, Held, name_of};

const TYPE: &str = "type";
/// What a bot's field holds of a cell.
const BITS: &str = "bits";
const SIZE: &str = "size";
const TAIL: &str = "tail";

/// Why caches can't be compared or put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{map}`: {reason}")]
pub struct Damaged {
    pub map: String,
    pub reason: String,
}

/// What makes one cache into another.
pub fn compare(a: &Cache, b: &Cache, each: Each<'_>) -> Result<(), Damaged> {
    match (&a.content, &b.content) {
        (Held::Many(a), Held::Many(b)) => compare_many(a, b, each),
        (Held::One(old), Held::One(new)) => {
            compare_maps(&Map::alone(&old.cells), &Map::alone(&new.cells), each)?;
            compare_tails(old.tail.0.len(), new.tail.0.len(), old.tail == new.tail, each);
            Ok(())
        }
        (Held::Field(old), Held::Field(new)) => {
            let (old, new) = (old.fld2(), new.fld2());
            compare_cells(&Grid::of_field(old), &Grid::of_field(new), "", each);
            compare_tails(old.tail.0.len(), new.tail.0.len(), old.tail == new.tail, each);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Puts together what both sides did to a cache.
pub fn merge(sides: [&Cache; 3]) -> Result<(Cache, Vec<Conflict>), Damaged> {
    let [base, ours, theirs] = sides;
    let mut conflicts = Vec::new();
    let content = match (&base.content, &ours.content, &theirs.content) {
        (Held::Many(base), Held::Many(ours), Held::Many(theirs)) => {
            Held::Many(merge_many([base, ours, theirs], &mut conflicts)?)
        }
        (Held::One(base), Held::One(ours), Held::One(theirs)) => {
            Held::One(merge_one([base, ours, theirs], &mut conflicts)?)
        }
        (Held::Field(base), Held::Field(ours), Held::Field(theirs)) => {
            Held::Field(merge_field([base, ours, theirs], &mut conflicts))
        }
        _ => ours.content.clone(),
    };
    Ok((Cache { name: ours.name.clone(), content }, conflicts))
}

/// A map with its cells still packed.
struct Map<'m> {
    /// Empty where the file has no other.
    name: String,
    cells: &'m PackedCells,
}

impl<'m> Map<'m> {
    fn alone(cells: &'m PackedCells) -> Map<'m> {
        Map { name: String::new(), cells }
    }

    fn of(entry: &'m map_cache::Entry) -> Map<'m> {
        Map { name: name_of(entry), cells: &entry.cells }
    }

    fn grid(&self) -> Result<Grid<'static>, Damaged> {
        let damaged = |reason: String| Damaged { map: self.name.clone(), reason };
        let side = |side: i16| u32::try_from(side).map_err(|_| damaged("has no size".to_owned()));
        let (width, height) = (side(self.cells.width)?, side(self.cells.height)?);
        let cells = self.cells.cells().map_err(|error| damaged(error.to_string()))?;
        Ok(Grid { field: TYPE, width, height, cells: cells.into() })
    }
}

/// Cells of a byte each, row by row.
struct Grid<'g> {
    field: &'static str,
    width: u32,
    height: u32,
    cells: Cow<'g, [u8]>,
}

impl Grid<'_> {
    fn of_field(fld2: &Fld2) -> Grid<'static> {
        let cells = fld2.cells().iter().map(|cell| cell.0).collect();
        let (width, height) = (fld2.width().into(), fld2.height().into());
        Grid { field: BITS, width, height, cells: Cow::Owned(cells) }
    }

    fn size(&self) -> String {
        format!("{} × {}", self.width, self.height)
    }

    fn thing(&self, map: &str, idx: usize) -> Thing {
        let width = self.width.max(1) as usize;
        let cell = Thing::Cell { x: (idx % width) as u32, y: (idx / width) as u32 };
        match map {
            "" => cell,
            map => Thing::Named(format!("{map}, {cell}").into()),
        }
    }
}

fn map_thing(map: &str) -> Thing {
    match map {
        "" => FILE,
        map => Thing::Named(map.to_owned().into()),
    }
}

fn compare_cells(a: &Grid<'_>, b: &Grid<'_>, map: &str, each: Each<'_>) {
    if (a.width, a.height) != (b.width, b.height) {
        let (thing, field) = (map_thing(map), SIZE.into());
        each(Change { thing, field, a: a.size().into(), b: b.size().into() });
        return;
    }
    let cells = a.cells.iter().zip(b.cells.iter()).enumerate();
    for (idx, (old, new)) in cells.filter(|(_, (old, new))| old != new) {
        let (thing, field) = (a.thing(map, idx), a.field.into());
        each(Change { thing, field, a: (*old).into(), b: (*new).into() });
    }
}

fn compare_maps(a: &Map<'_>, b: &Map<'_>, each: Each<'_>) -> Result<(), Damaged> {
    if a.cells != b.cells {
        compare_cells(&a.grid()?, &b.grid()?, &a.name, each);
    }
    Ok(())
}

fn compare_tails(a: usize, b: usize, is_same: bool, each: Each<'_>) {
    if !is_same {
        each(Change::of_file(TAIL, a, b));
    }
}

fn compare_many(a: &MapCache, b: &MapCache, each: Each<'_>) -> Result<(), Damaged> {
    for old in a.entries() {
        let new = b.find(old.name.as_bytes()).and_then(|idx| b.entries().get(idx));
        match new {
            Some(new) => compare_maps(&Map::of(old), &Map::of(new), each)?,
            None => each(whole(old, size_of(old), Value::Null)),
        }
    }
    for new in b.entries().iter().filter(|new| a.find(new.name.as_bytes()).is_none()) {
        each(whole(new, Value::Null, size_of(new)));
    }
    compare_tails(a.tail.0.len(), b.tail.0.len(), a.tail == b.tail, each);
    Ok(())
}

fn whole(entry: &map_cache::Entry, a: Value, b: Value) -> Change {
    Change { thing: map_thing(&name_of(entry)), field: WHOLE.into(), a, b }
}

fn size_of(entry: &map_cache::Entry) -> Value {
    format!("{} × {}", entry.cells.width, entry.cells.height).into()
}

fn merge_many(
    [base, ours, theirs]: [&MapCache; 3],
    conflicts: &mut Vec<Conflict>,
) -> Result<MapCache, Damaged> {
    let mut merged = ours.clone();
    let find =
        |cache: &MapCache, name: &[u8]| Some(cache.entries().get(cache.find(name)?)?.clone());
    for own in ours.entries() {
        let name = own.name.as_bytes();
        let Some(place) = merged.find(name) else { continue };
        match (find(base, name), find(theirs, name)) {
            (was, Some(there)) => {
                let was = was.map(|was| was.cells);
                let sides = [was.as_ref(), Some(&own.cells), Some(&there.cells)];
                let cells = merge_cells_of(&name_of(own), sides, conflicts)?;
                merged.replace(place, cells);
            }
            (Some(was), None) if was.cells == own.cells => drop(merged.remove(place)),
            (Some(was), None) => {
                let sides = [size_of(&was), size_of(own), Value::Null];
                conflicts.push(conflict(&name_of(own), WHOLE, sides));
            }
            (None, None) => {}
        }
    }
    for there in theirs.entries() {
        let name = there.name.as_bytes();
        if ours.find(name).is_some() || merged.find(name).is_some() {
            continue;
        }
        match find(base, name) {
            Some(was) if was.cells == there.cells => {}
            Some(was) => {
                let sides = [size_of(&was), Value::Null, size_of(there)];
                conflicts.push(conflict(&name_of(there), WHOLE, sides));
            }
            None => merged
                .add(there.clone())
                .map_err(|error| Damaged { map: name_of(there), reason: error.to_string() })?,
        }
    }
    let sides = [base, ours, theirs];
    // How far the stated size is off.
    let off = sides.map(|cache| cache.stated_size.wrapping_sub(cache.n_bytes() as u32));
    let size = merged.n_bytes() as u32;
    merged.stated_size =
        size.wrapping_add(*pick("stated size", off.each_ref(), |off| (*off).into(), conflicts));
    merged.padding =
        *pick("padding", sides.map(|it| &it.padding), |it| format!("{it:?}").into(), conflicts);
    merged.tail = pick(TAIL, sides.map(|it| &it.tail), |it| it.0.len().into(), conflicts).clone();
    Ok(merged)
}

fn merge_one(
    [base, ours, theirs]: [&Mcache; 3],
    conflicts: &mut Vec<Conflict>,
) -> Result<Mcache, Damaged> {
    let sides = [base, ours, theirs];
    let cells = merge_cells_of("", sides.map(|side| Some(&side.cells)), conflicts)?;
    let mut merged = ours.clone();
    if cells != ours.cells {
        // Whose cells they are, the checksum is of.
        merged.replace(cells);
        if merged.cells == theirs.cells {
            merged.checksum = theirs.checksum;
        }
    } else if theirs.cells == ours.cells {
        let sums = sides.map(|side| &side.checksum);
        merged.checksum = *pick("checksum", sums, |sum| String::from(*sum).into(), conflicts);
    }
    merged.tail = pick(TAIL, sides.map(|it| &it.tail), |it| it.0.len().into(), conflicts).clone();
    Ok(merged)
}

fn merge_field([base, ours, theirs]: [&Field; 3], conflicts: &mut Vec<Conflict>) -> Field {
    let sides = [base, ours, theirs].map(Field::fld2);
    let grids = sides.map(Grid::of_field);
    let cells = merge_grids("", grids.each_ref(), conflicts);
    let [_, own, _] = sides;
    let mut fld2 = own.clone();
    for (cell, bits) in fld2.cells_mut().iter_mut().zip(cells.iter()) {
        *cell = Cell(*bits);
    }
    fld2.tail = pick(TAIL, sides.map(|it| &it.tail), |it| it.0.len().into(), conflicts).clone();
    match fld2 == *theirs.fld2() {
        true => theirs.clone(),
        false => ours.with(fld2),
    }
}

/// Cells that only one side changed come as it packed them.
fn merge_cells_of(
    map: &str,
    [base, ours, theirs]: [Option<&PackedCells>; 3],
    conflicts: &mut Vec<Conflict>,
) -> Result<PackedCells, Damaged> {
    let damaged = |reason: String| Damaged { map: map.to_owned(), reason };
    let both = ours.zip(theirs).ok_or_else(|| damaged("is missing on one side".to_owned()));
    let (ours, theirs) = both?;
    let Some(base) = base else {
        if ours != theirs {
            let [ours, theirs] =
                [ours, theirs].map(|it| format!("{} × {}", it.width, it.height).into());
            conflicts.push(conflict(map, WHOLE, [Value::Null, ours, theirs]));
        }
        return Ok(ours.clone());
    };
    match Verdict::of(&base, &ours, &theirs) {
        Verdict::Keep => return Ok(ours.clone()),
        Verdict::Take => return Ok(theirs.clone()),
        Verdict::Conflict => {}
    }
    let grid = |cells| Map { name: map.to_owned(), cells }.grid();
    let grids = [grid(base)?, grid(ours)?, grid(theirs)?];
    let merged = merge_grids(map, grids.each_ref(), conflicts);
    let [_, own, other] = &grids;
    let is_of = |grid: &Grid<'_>| {
        (grid.width, grid.height, &*grid.cells) == (own.width, own.height, &*merged)
    };
    if is_of(own) {
        return Ok(ours.clone());
    }
    if is_of(other) {
        return Ok(theirs.clone());
    }
    PackedCells::pack(own.width, own.height, &merged).map_err(|error| damaged(error.to_string()))
}

/// The cells of ours with what only the other side changed.
fn merge_grids(map: &str, grids: [&Grid<'_>; 3], conflicts: &mut Vec<Conflict>) -> Vec<u8> {
    let [base, ours, theirs] = grids;
    let size = |grid: &Grid<'_>| (grid.width, grid.height);
    if size(base) != size(ours) || size(base) != size(theirs) {
        conflicts.push(conflict(map, SIZE, grids.map(|grid| grid.size().into())));
        return ours.cells.to_vec();
    }
    let cells = base.cells.iter().zip(ours.cells.iter()).zip(theirs.cells.iter()).enumerate();
    let merged = cells.map(|(idx, ((was, own), there))| match Verdict::of(was, own, there) {
        Verdict::Keep => *own,
        Verdict::Take => *there,
        Verdict::Conflict => {
            let [base, ours, theirs] = [was, own, there].map(|kind| Value::from(*kind));
            let (thing, field) = (grids[1].thing(map, idx), grids[1].field.into());
            conflicts.push(Conflict { thing, field, base, ours, theirs });
            *own
        }
    });
    merged.collect()
}

fn conflict(map: &str, field: &'static str, [base, ours, theirs]: [Value; 3]) -> Conflict {
    Conflict { thing: map_thing(map), field: field.into(), base, ours, theirs }
}

/// A value of the file as a whole.
fn pick<'v, T: PartialEq>(
    field: &'static str,
    sides: [&'v T; 3],
    value: impl Fn(&T) -> Value,
    conflicts: &mut Vec<Conflict>,
) -> &'v T {
    let [base, ours, theirs] = sides;
    match Verdict::of(base, ours, theirs) {
        Verdict::Keep => ours,
        Verdict::Take => theirs,
        Verdict::Conflict => {
            conflicts.push(conflict("", field, sides.map(value)));
            ours
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::name::Name;

    fn cache(maps: &[(&str, &[u8])]) -> Cache {
        let mut cache = MapCache::default();
        for (name, cells) in maps {
            let name = Name::new(name.as_bytes()).unwrap();
            let cells = PackedCells::pack(cells.len() as u32, 1, cells).unwrap();
            cache.add(map_cache::Entry { name, cells }).unwrap();
        }
        Cache { name: "map_cache".to_owned(), content: Held::Many(cache) }
    }

    fn changes(a: &Cache, b: &Cache) -> Vec<String> {
        let mut changes = Vec::new();
        let found = compare(a, b, &mut |Change { thing, field, a, b }| {
            changes.push(format!("{thing}: {field}: {a} {b}"));
        });
        found.unwrap();
        changes
    }

    #[test]
    fn maps_come_go_and_are_merged_cell_by_cell() {
        let base = cache(&[("a", &[0, 0, 0]), ("b", &[0]), ("c", &[0])]);
        let ours = cache(&[("a", &[1, 0, 5]), ("b", &[0]), ("c", &[0]), ("d", &[1])]);
        let theirs = cache(&[("a", &[0, 1, 1]), ("c", &[1]), ("e", &[1])]);
        let (merged, conflicts) = merge([&base, &ours, &theirs]).unwrap();
        let expected = cache(&[("a", &[1, 1, 5]), ("c", &[1]), ("d", &[1]), ("e", &[1])]);
        assert_eq!(merged.write(), expected.write());
        assert_eq!(
            serde_json::to_value(&conflicts).unwrap(),
            serde_json::json!([
                {"thing": "a, cell 2,0", "field": "type", "base": 0, "ours": 5, "theirs": 1}
            ])
        );
        assert_eq!(
            changes(&base, &theirs),
            [
                "a, cell 1,0: type: 0 1",
                "a, cell 2,0: type: 0 1",
                "b: whole: \"1 × 1\" null",
                "c, cell 0,0: type: 0 1",
                "e: whole: null \"1 × 1\"",
            ]
        );
    }

    #[test]
    fn a_map_that_is_damaged_on_both_sides_is_not_merged() {
        let [base, mut ours, mut theirs] = [1, 2, 3].map(|kind| cache(&[("a", &[kind])]));
        for (cache, bytes) in [(&mut ours, b"x"), (&mut theirs, b"y")] {
            let Held::Many(cache) = &mut cache.content else { unreachable!() };
            let mut cells = cache.entries()[0].cells.clone();
            cells.packed.0 = bytes.to_vec();
            cache.replace(0, cells);
        }
        assert!(merge([&base, &ours, &theirs]).is_err());
        let (merged, conflicts) = merge([&base, &base, &theirs]).unwrap();
        assert_eq!((merged.write(), conflicts), (theirs.write(), Vec::new()));
    }
}
