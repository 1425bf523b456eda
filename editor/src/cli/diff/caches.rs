//! A folder of maps against the cache that a server has of them, by where one can walk.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use landwright_core::format::file::{Content, Kind};
use landwright_core::format::ragnarok::gat::{Gat, Terrain};
use landwright_core::nav::ragnarok::cell::ServerCell;
use landwright_core::world::cache::Cache;
use landwright_core::world::three_way::{Change, Thing, WHOLE};
use serde_json::Value;

use super::side::Sides;
use super::words::Words;
use super::{Format, Tally};
use crate::cli::load;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::shown;
use crate::cli::pool;

/// The columns of the table: other programs know them.
const COLUMNS: &str = "map\tstate\twidth_a\theight_a\twidth_b\theight_b\tcells\tx0\ty0\tx1\ty1";

/// Whether a file is a map cache, by its name or else by its first bytes.
pub(super) fn is_cache(path: &Path) -> bool {
    let kind = load::kind_at(path);
    matches!(kind, Ok(Some(Kind::MapCache | Kind::Mcache | Kind::Fld2)))
        || load::name_of(path).to_ascii_lowercase().ends_with(".fld2.gz")
}

/// A map on both sides, or on one.
struct Row {
    name: String,
    a: Option<(u32, u32)>,
    b: Option<(i64, i64)>,
    /// The cells that one can walk on one side alone, and whether that is the first.
    cells: Vec<(u32, u32, bool)>,
}

pub(super) fn compare(
    sides: &Sides,
    cache: &Path,
    format: Format,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let bytes = load::load(cache)?.bytes;
    let unreadable =
        |why: &dyn std::fmt::Display| Failure::File(format!("error: {}: {why}", shown(cache)));
    let read = Cache::read(&load::name_of(cache), &bytes);
    let cache = read.ok_or_else(|| unreadable(&"is not a map cache"))?;
    let cache = cache.map_err(|error| unreadable(&error))?;
    let mut maps: BTreeMap<String, (Option<PathBuf>, bool)> = BTreeMap::new();
    for (name, path) in sides.files_of_a()? {
        if Kind::of_name(&name) == Some(Kind::Gat) {
            let stem = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy();
            maps.entry(stem.to_ascii_lowercase()).or_default().0 = Some(path);
        }
    }
    for entry in cache.entries() {
        maps.entry(entry.name.to_ascii_lowercase()).or_default().1 = true;
    }
    let maps: Vec<_> = maps.into_iter().collect();
    let mut words = Words::new(format, true);
    if format == Format::Tsv {
        writeln!(out, "{COLUMNS}")?;
    } else {
        words.begin(out)?;
    }
    let mut tally = Tally::default();
    let work = |(name, (path, is_cached)): &(String, (Option<PathBuf>, bool))| {
        row_of(sides, &cache, name, path.as_deref(), *is_cached)
    };
    pool::each(&maps, work, |row| {
        let row = match row {
            Ok(row) => row,
            Err(failure) => {
                tally.n_unread += 1;
                failure.tell();
                return Ok::<(), Failure>(());
            }
        };
        let is_equal = row.state() == "equal";
        if is_equal {
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

fn row_of(
    sides: &Sides,
    cache: &Cache,
    name: &str,
    path: Option<&Path>,
    is_cached: bool,
) -> Result<Row, Failure> {
    let gat = path.map(|path| gat_at(sides, path)).transpose()?;
    let entry = cache.entries().into_iter().find(|it| it.name.eq_ignore_ascii_case(name));
    let entry = entry.filter(|_| is_cached);
    let size = |gat: &Gat| (gat.width(), gat.height());
    let a = gat.as_ref().map(size);
    let b = entry.as_ref().map(|entry| (entry.width, entry.height));
    let mut row = Row { name: name.to_owned(), a, b, cells: Vec::new() };
    if let (Some(gat), Some(entry)) = (gat, entry)
        && a.map(|(width, height)| (width.into(), height.into())) == b
    {
        let map =
            cache.map(&entry.name).map_err(|error| Failure::File(format!("error: {error}")))?;
        let width = gat.width().max(1) as usize;
        let cached = map.terrain_column().iter().map(Terrain);
        let cells = gat.tiles().iter().map(|tile| tile.terrain).zip(cached).enumerate();
        let different = cells.filter(|(_, (a, b))| is_walkable(*a) != is_walkable(*b));
        let cell = |(idx, (a, _)): (usize, (Terrain, Terrain))| {
            ((idx % width) as u32, (idx / width) as u32, is_walkable(a))
        };
        row.cells = different.map(cell).collect();
    }
    Ok(row)
}

fn gat_at(sides: &Sides, path: &Path) -> Result<Gat, Failure> {
    let bytes = sides.load_a(path)?.unwrap_or_default();
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

/// As a server has it: a cell under water is walked as any other.
fn is_walkable(terrain: Terrain) -> bool {
    ServerCell::from_type(terrain.0 & 0xff).is_some_and(ServerCell::is_walkable)
}

impl Row {
    fn state(&self) -> &'static str {
        match (self.a, self.b) {
            (Some(_), None) => "only-a",
            (None, _) => "only-b",
            (Some((width, height)), Some(b)) if (width.into(), height.into()) != b => "size",
            _ if self.cells.is_empty() => "equal",
            _ => "cells",
        }
    }

    fn to_tsv(&self) -> String {
        let size = |side: Option<(String, String)>| side.unwrap_or_default();
        let (width_a, height_a) = size(self.a.map(|(w, h)| (w.to_string(), h.to_string())));
        let (width_b, height_b) = size(self.b.map(|(w, h)| (w.to_string(), h.to_string())));
        let state = self.state();
        let (mut cells, mut corners) = (String::new(), [const { String::new() }; 4]);
        if matches!(state, "equal" | "cells") {
            cells = self.cells.len().to_string();
        }
        let (columns, rows) = (self.cells.iter().map(|it| it.0), self.cells.iter().map(|it| it.1));
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
        let named = || Thing::Named("map".into());
        let size = |size: Option<(i64, i64)>| match size {
            Some((width, height)) => Value::from(format!("{width} × {height}")),
            None => Value::Null,
        };
        let (a, b) = (size(self.a.map(|(w, h)| (w.into(), h.into()))), size(self.b));
        match self.state() {
            "only-a" | "only-b" => each(Change { thing: named(), field: WHOLE.into(), a, b }),
            "size" => each(Change { thing: named(), field: "size".into(), a, b }),
            _ => {
                for (x, y, is_in_a) in &self.cells {
                    let thing = Thing::Cell { x: *x, y: *y };
                    let (a, b) = (Value::from(*is_in_a), Value::from(!is_in_a));
                    each(Change { thing, field: "walkable".into(), a, b });
                }
            }
        }
    }
}
