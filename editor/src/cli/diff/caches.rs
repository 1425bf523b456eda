//! A folder of maps against the cache that a server has of them, by where one can walk.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use landwright_core::format::file::{Content, Kind};
use landwright_core::format::ragnarok::gat::Gat;
use landwright_core::problem::counted::counted;
use landwright_core::space::ragnarok::TilePos;
use landwright_core::vfs::disk;
use landwright_core::world::cache::walkable::{Types, change};
use landwright_core::world::cache::{Cache, Entry};
use landwright_core::world::three_way::{Change, Thing, WHOLE};
use serde_json::Value;

use super::side::Sides;
use super::words::Words;
use super::{Format, Tally};
use crate::cli::load;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{complain, shown};
use crate::cli::pool;

/// The columns of the table: other programs know them.
const COLUMNS: &str = "map\tstate\twidth_a\theight_a\twidth_b\theight_b\tcells\tx0\ty0\tx1\ty1";

/// Which side of a comparison the cache is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    FolderFirst,
    CacheFirst,
}

impl Order {
    /// `None` where the sides are not a folder and a cache.
    pub(super) fn of(sides: &Sides) -> Option<Order> {
        let is_cache = |path: &Path| !disk::is_folder(path) && is_cache(path);
        match () {
            () if !sides.is_folder => None,
            () if is_cache(&sides.b) => Some(Order::FolderFirst),
            () if is_cache(&sides.a) => Some(Order::CacheFirst),
            () => None,
        }
    }

    /// What is of the folder and of the cache, as the command has them.
    fn sorted<T>(self, folder: T, cache: T) -> [T; 2] {
        match self {
            Order::FolderFirst => [folder, cache],
            Order::CacheFirst => [cache, folder],
        }
    }
}

/// Whether a file is a map cache, by its name or else by its first bytes.
pub(super) fn is_cache(path: &Path) -> bool {
    let kind = load::kind_at(path);
    matches!(kind, Ok(Some(Kind::MapCache | Kind::Mcache | Kind::Fld2)))
        || load::name_of(path).to_ascii_lowercase().ends_with(".fld2.gz")
}

/// All that has one name, whatever its case: files of the folder by their names from there, and maps of
/// the cache by their places.
#[derive(Default)]
struct Named {
    files: Vec<(String, PathBuf)>,
    places: Vec<usize>,
}

impl Named {
    /// How often the name is there, on the side that has it more often.
    fn n_times(&self) -> usize {
        self.files.len().max(self.places.len())
    }
}

/// A map on both sides, or on one.
struct Both<'n> {
    /// As the row calls it.
    name: String,
    file: Option<&'n Path>,
    place: Option<usize>,
    /// All that has its name, where that is more than one, and this is the first of them.
    first_of: Option<&'n Named>,
}

/// What came of comparing a map.
struct Row {
    name: String,
    a: Option<Size>,
    b: Option<Size>,
    /// The cells that one can walk on one side alone, and whether that is the first.
    cells: Vec<(TilePos, bool)>,
    /// All of the same name on both sides, where it is there more than once, and this is the first row of it.
    same_name: Option<[Vec<String>; 2]>,
}

type Size = (i64, i64);

pub(super) fn compare(
    sides: &Sides,
    order: Order,
    format: Format,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let cache = read_cache(match order {
        Order::FolderFirst => &sides.b,
        Order::CacheFirst => &sides.a,
    })?;
    let entries = cache.entries();
    let maps = maps_of(sides, order, &entries)?;
    let pairs: Vec<Both<'_>> = maps.values().flat_map(|named| pairs_of(named, &entries)).collect();
    let several = || maps.values().filter(|named| named.n_times() > 1);
    several().take(MOST_NAMES).for_each(|named| tell_same_name(named, &entries));
    if let Some(n_more @ 1..) = several().count().checked_sub(MOST_NAMES) {
        let names = counted(n_more, "more name is", "more names are");
        complain(&format!("warning: {names} there more than once"));
    }
    let mut words = Words::new(format, true);
    if format == Format::Tsv {
        writeln!(out, "{COLUMNS}")?;
    } else {
        words.begin(out)?;
    }
    let mut tally = Tally::default();
    let work = |pair: &Both<'_>| row_of(sides, order, (&cache, &entries), pair);
    pool::each(&pairs, work, |row| {
        let row = match row {
            Ok(row) => row,
            Err(failure) => {
                tally.n_unread += 1;
                failure.tell();
                return Ok::<(), Failure>(());
            }
        };
        if row.state() == "equal" && row.same_name.is_none() {
            tally.n_equal += 1;
        } else {
            tally.n_different += 1;
        }
        match format {
            Format::Tsv => writeln!(out, "{}", row.to_tsv())?,
            _ => {
                let mut bytes = Vec::new();
                let mut told = words.of_file(&row.name, &mut bytes);
                row.changes(&mut |change| told.change(&change));
                told.finish()?;
                words.add(&bytes, out)?;
            }
        }
        Ok(())
    })?;
    if format != Format::Tsv {
        words.end(out)?;
    }
    out.flush()?;
    Ok(tally.outcome())
}

fn read_cache(path: &Path) -> Result<Cache, Failure> {
    let bytes = load::load(path)?.bytes;
    let unreadable =
        |why: &dyn std::fmt::Display| Failure::File(format!("error: {}: {why}", shown(path)));
    let read = Cache::read(&load::name_of(path), &bytes);
    let cache = read.ok_or_else(|| unreadable(&"is not a map cache"))?;
    cache.map_err(|error| unreadable(&error))
}

/// The maps of both sides, by their names in small letters.
fn maps_of(
    sides: &Sides,
    order: Order,
    entries: &[Entry],
) -> Result<BTreeMap<String, Named>, Failure> {
    let mut maps: BTreeMap<String, Named> = BTreeMap::new();
    let files = match order {
        Order::FolderFirst => sides.files_of_a()?,
        Order::CacheFirst => sides.files_of_b()?,
    };
    for (name, path) in files {
        if Kind::of_name(&name) == Some(Kind::Gat) {
            let key = stem(&name).to_ascii_lowercase();
            maps.entry(key).or_default().files.push((name, path));
        }
    }
    for (place, entry) in entries.iter().enumerate() {
        maps.entry(entry.name.to_ascii_lowercase()).or_default().places.push(place);
    }
    Ok(maps)
}

/// `maps/Isle.gat` → `Isle`.
fn stem(name: &str) -> String {
    Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Each file with the map of its name in the cache, and each further map of that name with the file.
fn pairs_of<'n>(named: &'n Named, entries: &[Entry]) -> Vec<Both<'n>> {
    let pair = |nth: usize| {
        let file = named.files.get(nth).or(named.files.first());
        let place = named.places.get(nth).or(named.places.first()).copied();
        let name = match file {
            Some((name, _)) if named.files.len() > 1 => {
                Path::new(name).with_extension("").to_string_lossy().replace('\\', "/")
            }
            Some((name, _)) => stem(name),
            None => {
                place.and_then(|it| entries.get(it)).map(|it| it.name.clone()).unwrap_or_default()
            }
        };
        let first_of = Some(named).filter(|named| nth == 0 && named.n_times() > 1);
        Both { name, file: file.map(|(_, path)| &**path), place, first_of }
    };
    (0..named.n_times()).map(pair).collect()
}

impl Named {
    /// The names of all files, and of all maps of the cache; of many, the first and how many more.
    fn all(&self, entries: &[Entry]) -> [Vec<String>; 2] {
        let files = self.files.iter().map(|(name, _)| name.clone());
        let places = self.places.iter().filter_map(|place| entries.get(*place));
        let maps = places.map(|entry| entry.name.clone());
        [first_of(files, self.files.len()), first_of(maps, self.places.len())]
    }
}

/// No person reads more files of one name.
const MOST_NAMES: usize = 20;

fn first_of(names: impl Iterator<Item = String>, n_names: usize) -> Vec<String> {
    let n_more = n_names.saturating_sub(MOST_NAMES);
    let more = (n_more > 0).then(|| format!("… and {n_more} more"));
    names.take(MOST_NAMES).chain(more).collect()
}

fn tell_same_name(named: &Named, entries: &[Entry]) {
    let [files, maps] = named.all(entries);
    if files.len() > 1 {
        let files = files.join(", ");
        complain(&format!(
            "warning: these maps have the same name: {files}; each is compared with the cache"
        ));
    }
    if let [first, _, ..] = maps.as_slice() {
        let n_maps = named.places.len();
        complain(&format!(
            "warning: the cache has {n_maps} maps called {first}; a server takes the first"
        ));
    }
}

fn row_of(
    sides: &Sides,
    order: Order,
    (cache, entries): (&Cache, &[Entry]),
    pair: &Both<'_>,
) -> Result<Row, Failure> {
    let gat = pair.file.map(|path| gat_at(sides, order, path)).transpose()?;
    let entry = pair.place.and_then(|place| Some((place, entries.get(place)?)));
    let size_of_gat = gat.as_ref().map(|gat| (gat.width().into(), gat.height().into()));
    let size_of_entry = entry.map(|(_, entry)| (entry.width, entry.height));
    let [a, b] = order.sorted(size_of_gat, size_of_entry);
    let same_name = pair.first_of.map(|named| {
        let [files, maps] = named.all(entries);
        order.sorted(files, maps)
    });
    let mut row = Row { name: pair.name.clone(), a, b, cells: Vec::new(), same_name };
    if let (Some(gat), Some((place, entry))) = (gat, entry)
        && a == b
    {
        let cached = Types::of_entry(cache, place, &entry.name)
            .map_err(|error| Failure::File(format!("error: {error}")))?;
        let [a, b] = order.sorted(Types::of_gat(&gat), cached);
        row.cells = a.walked_alone(&b).collect();
    }
    Ok(row)
}

fn gat_at(sides: &Sides, order: Order, path: &Path) -> Result<Gat, Failure> {
    let bytes = match order {
        Order::FolderFirst => sides.load_a(path)?.unwrap_or_default(),
        Order::CacheFirst => load::load(path)?.bytes,
    };
    let unreadable =
        |why: &dyn std::fmt::Display| Failure::File(format!("error: {}: {why}", shown(path)));
    match landwright_core::format::file::read(Kind::Gat, &bytes) {
        Ok(file) => match file.content {
            Content::Gat(gat) => Ok(gat),
            other => Err(unreadable(&format!("is a {} file", other.kind().name()))),
        },
        Err(error) => Err(unreadable(&error)),
    }
}

impl Row {
    fn state(&self) -> &'static str {
        match (self.a, self.b) {
            (Some(_), None) => "only-a",
            (None, _) => "only-b",
            (a, b) if a != b => "size",
            _ if self.cells.is_empty() => "equal",
            _ => "cells",
        }
    }

    fn to_tsv(&self) -> String {
        let [width_a, height_a] = in_columns(self.a);
        let [width_b, height_b] = in_columns(self.b);
        let state = self.state();
        let (mut cells, mut corners) = (String::new(), [const { String::new() }; 4]);
        if matches!(state, "equal" | "cells") {
            cells = self.cells.len().to_string();
        }
        let columns = self.cells.iter().map(|(tile, _)| tile.x);
        let rows = self.cells.iter().map(|(tile, _)| tile.y);
        let ends = [columns.clone().min(), rows.clone().min(), columns.max(), rows.max()];
        for (corner, end) in corners.iter_mut().zip(ends) {
            *corner = end.map(|end| end.to_string()).unwrap_or_default();
        }
        let name = self.name.escape_debug();
        let corners = corners.join("\t");
        format!("{name}\t{state}\t{width_a}\t{height_a}\t{width_b}\t{height_b}\t{cells}\t{corners}")
    }

    /// The same for people and as JSON: an entry for each cell.
    fn changes(&self, each: &mut dyn FnMut(Change)) {
        let of_map = |field: &'static str, a: Value, b: Value| Change {
            thing: Thing::Named("map".into()),
            field: field.into(),
            a,
            b,
        };
        if let Some([a, b]) = &self.same_name {
            each(of_map("same name", a.clone().into(), b.clone().into()));
        }
        let size = |size: Option<Size>| match size {
            Some((width, height)) => Value::from(format!("{width} × {height}")),
            None => Value::Null,
        };
        let (a, b) = (size(self.a), size(self.b));
        match self.state() {
            "only-a" | "only-b" => each(of_map(WHOLE, a, b)),
            "size" => each(of_map("size", a, b)),
            _ => self.cells.iter().copied().map(change).for_each(each),
        }
    }
}

fn in_columns(size: Option<Size>) -> [String; 2] {
    match size {
        Some((width, height)) => [width.to_string(), height.to_string()],
        None => [String::new(), String::new()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_names_the_first_are_listed_and_the_rest_counted() {
        let names = |n: usize| first_of((0..n).map(|n| n.to_string()), n);
        assert_eq!(names(2), ["0", "1"]);
        assert_eq!(names(MOST_NAMES).len(), MOST_NAMES);
        assert_eq!(names(65_535).len(), MOST_NAMES + 1);
        assert_eq!(names(25).last().unwrap(), "… and 5 more");
    }
}
