//! A row of a server's table: which one it is, which zone it is in, and its point.

use std::sync::Arc;

use crate::space::eq::zones::name_of;
use crate::world::eq::rows::words::quoted;

/// A table, as far as its columns are known.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// As the file calls it.
    pub name: String,
    /// In lower case, in the order of the file.
    pub columns: Vec<String>,
}

/// A row, with its values as they are written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Row {
    pub table: Arc<Table>,
    /// For each column; `None` where nothing is given.
    pub values: Vec<Option<String>>,
}

/// How a row names its zone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum InZone {
    /// By its short name, in lower case.
    Named(String),
    /// By its number.
    Numbered(String),
}

/// Which columns say which row it is, by how a table has them.
const KEYS: [&[&str]; 4] =
    [&["id"], &["gridid", "zoneid", "number"], &["doorid", "zone"], &["zone", "number"]];

/// Tables have a point in one of these.
const POINTS: [[&str; 3]; 3] =
    [["x", "y", "z"], ["pos_x", "pos_y", "pos_z"], ["safe_x", "safe_y", "safe_z"]];

/// A grid has no point: it says how its waypoints are walked.
const GRID: [&str; 3] = ["id", "type", "type2"];

/// Grids are numbered in each zone anew.
const GRID_KEYS: [&str; 2] = ["id", "zoneid"];

/// Zones with higher numbers have no name that is known.
const MOST_KNOWN: u32 = 255;

/// Whether a zone has a number that is known.
pub fn is_known_zone(zone: &str) -> bool {
    (1..=MOST_KNOWN).any(|number| name_of(number) == Some(zone))
}

/// A value without its quotes.
pub fn bare(value: &str) -> &str {
    value.trim().trim_matches(['\'', '"'])
}

/// A value in the same words, no matter how it is written.
pub(super) fn same_value(value: &str) -> String {
    let value = bare(value).to_lowercase();
    // Whole numbers may have more digits than a float keeps.
    let whole = value.parse::<i128>().ok().filter(|whole| whole.unsigned_abs() > 1 << 53);
    let number = value.parse::<f64>().ok().filter(|number| whole.is_none() && number.is_finite());
    match (whole, number) {
        (Some(whole), _) => whole.to_string(),
        (None, Some(number)) => number.to_string(),
        (None, None) => value,
    }
}

/// Whether SQL has a value as it is written: a number, or one text in quotes.
fn is_constant(value: &str) -> bool {
    match value.chars().next() {
        Some(quote @ ('\'' | '"')) => quoted(value, quote) == Some(value.len()),
        _ => value.parse::<f64>().is_ok_and(f64::is_finite),
    }
}

impl Table {
    /// Its name in quotes, each part by itself.
    pub fn in_sql(&self) -> String {
        let parts: Vec<String> = self.name.split('.').map(|part| format!("`{part}`")).collect();
        parts.join(".")
    }

    /// Its name without the one of its database.
    pub fn own_name(&self) -> &str {
        Table::own_name_in(&self.name)
    }

    pub(super) fn own_name_in(name: &str) -> &str {
        name.rsplit_once('.').map_or(name, |(_, own)| own)
    }

    pub fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|own| own == column)
    }

    /// What the columns of its point are called.
    pub fn point(&self) -> Option<[&'static str; 3]> {
        let has_all = |point: &&[&str; 3]| point.iter().all(|name| self.place(name).is_some());
        POINTS.iter().find(has_all).copied()
    }

    /// The name of its database, where the file gives it.
    pub(super) fn database(&self) -> Option<&str> {
        self.name.rsplit_once('.').map(|(database, _)| database)
    }

    /// Whether its rows say how waypoints are walked. A copy with a different name is no such table.
    pub fn is_grid(&self) -> bool {
        let has = |name: &&str| self.place(name).is_some();
        let is_called = self.own_name().eq_ignore_ascii_case("grid");
        is_called && self.point().is_none() && GRID.iter().chain(&GRID_KEYS).all(has)
    }

    /// Whether its rows are the waypoints of grids.
    pub(super) fn is_waypoints(&self) -> bool {
        self.own_name().eq_ignore_ascii_case("grid_entries")
    }

    /// The columns that every row has: those of its point, or what makes a grid. `None` for other tables.
    pub(super) fn needs(&self) -> Option<[&'static str; 3]> {
        self.point().or_else(|| self.is_grid().then_some(GRID))
    }

    pub(super) fn keys(&self) -> &'static [&'static str] {
        if self.is_grid() {
            return &GRID_KEYS;
        }
        let has_all = |keys: &&&[&str]| keys.iter().all(|key| self.place(key).is_some());
        KEYS.iter().find(has_all).copied().unwrap_or_default()
    }
}

impl Row {
    /// As it is written; `None` where the table has no such column, or the row no value.
    pub fn get(&self, column: &str) -> Option<&str> {
        self.values.get(self.table.place(column)?)?.as_deref()
    }

    /// The columns that say which row it is, with their values. Empty where one has none.
    pub fn keys(&self) -> Vec<(&'static str, &str)> {
        let keys = self.table.keys();
        let is_given =
            |value: &&str| !["", "null", "default"].contains(&&*value.to_ascii_lowercase());
        let value = |key: &&'static str| Some((*key, self.get(key).filter(is_given)?));
        let found: Vec<_> = keys.iter().filter_map(value).collect();
        if found.len() == keys.len() { found } else { Vec::new() }
    }

    /// The keys that a statement can name the row by: each is a number or a text in quotes.
    pub fn keys_in_sql(&self) -> Vec<(&'static str, &str)> {
        let keys = self.keys();
        if keys.iter().all(|(_, value)| is_constant(value)) { keys } else { Vec::new() }
    }

    /// The row as a database finds it by its keys: in the same words, no matter how they are written.
    pub(super) fn identity(&self) -> Option<Vec<String>> {
        let keys = self.keys_in_sql();
        let same = |(key, value): (&str, &str)| [key.to_owned(), same_value(value)];
        let named =
            [self.table.name.clone()].into_iter().chain(keys.iter().copied().flat_map(same));
        (!keys.is_empty()).then(|| named.collect())
    }

    /// x, y and z as they are written.
    pub fn point(&self) -> Option<[&str; 3]> {
        let [x, y, z] = self.table.point()?.map(|name| self.get(name));
        Some([x?, y?, z?])
    }

    /// Whether it has a value in all columns that rows of its table need.
    pub(super) fn is_whole(&self) -> bool {
        let needs = self.table.needs();
        needs.is_some_and(|needs| needs.iter().all(|column| self.get(column).is_some()))
    }

    /// Where it is, or how a grid is walked, for people.
    pub fn place_in_words(&self) -> Option<String> {
        let walked = || {
            let [_, wander, pause] = GRID.map(|column| self.get(column));
            Some(format!("of type {}, type2 {}", wander?, pause?))
        };
        let at = self.point().map(|point| format!("at {}", point.join(", ")));
        at.or_else(|| walked().filter(|_| self.table.is_grid()))
    }

    /// x, y and z, where they are numbers.
    pub fn at(&self) -> Option<[f64; 3]> {
        let [x, y, z] = self.point()?.map(|number| bare(number).parse::<f64>().ok());
        Some([x?, y?, z?]).filter(|at| at.iter().all(|number| number.is_finite()))
    }

    /// The first heading that no compass has, with its column. A circle has 512 parts; 999 keeps what a player
    /// had.
    pub fn odd_heading(&self) -> Option<(&'static str, f64)> {
        ["heading", "target_heading", "dest_heading"].into_iter().find_map(|column| {
            let heading = bare(self.get(column)?).parse::<f64>().ok()?;
            let is_kept = heading == 999.0 && self.get("target_zone_id").is_some();
            (heading > 512.0 && !is_kept).then_some((column, heading))
        })
    }

    pub fn zone(&self) -> Option<InZone> {
        let named = self.get("zone").map(|name| InZone::Named(bare(name).to_lowercase()));
        let number = || self.get("zoneid").map(|number| InZone::Numbered(bare(number).to_owned()));
        named.or_else(number)
    }

    /// Which row it is, for people: its table and keys.
    pub fn in_words(&self) -> String {
        let keys = self.keys();
        let keys: Vec<String> = keys.iter().map(|(key, value)| format!("{key} {value}")).collect();
        [vec![self.table.name.clone()], keys].concat().join(" ")
    }
}
