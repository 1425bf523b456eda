//! A row of a server's table: which one it is, which zone it is in, and its point.

use std::sync::Arc;

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

    pub(super) fn keys(&self) -> &'static [&'static str] {
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

    /// x, y and z, where they are numbers.
    pub fn at(&self) -> Option<[f64; 3]> {
        let [x, y, z] = self.point()?.map(|number| bare(number).parse::<f64>().ok());
        Some([x?, y?, z?]).filter(|at| at.iter().all(|number| number.is_finite()))
    }

    /// A heading that no compass has: a circle has 512 parts. 999 keeps what a player had.
    pub fn odd_heading(&self) -> Option<f64> {
        let heading = bare(self.get("heading")?).parse::<f64>().ok()?;
        let is_kept = heading == 999.0 && self.get("target_zone_id").is_some();
        (heading > 512.0 && !is_kept).then_some(heading)
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
