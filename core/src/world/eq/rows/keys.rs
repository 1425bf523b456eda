//! Whether the keys of changed rows are free.

use std::collections::{HashMap, HashSet};

use crate::world::eq::rows::Rows;
use crate::world::eq::rows::action::Refusal;
use crate::world::eq::rows::row::{Row, same_value};

impl Rows {
    /// The rows of a dump that no statement can name: they have no key, or share it. New rows need no name.
    pub(super) fn nameless(&self) -> HashSet<usize> {
        let mut named: HashMap<Vec<String>, usize> = HashMap::new();
        let mut nameless = HashSet::new();
        for (idx, row) in self.base.rows.iter().enumerate().filter(|_| self.is_dump()) {
            let Some(own) = row.identity() else {
                nameless.insert(idx);
                continue;
            };
            if let Some(other) = named.insert(own, idx) {
                nameless.extend([idx, other]);
            }
        }
        nameless
    }

    /// How a row is known in versions of its file; `None` where nothing but its values says which it is.
    pub fn key_of(&self, row: &Row) -> Option<String> {
        self.key_in(&row.table.name.to_lowercase(), row)
    }

    /// The same where its table has another name.
    pub(super) fn key_in(&self, table: &str, row: &Row) -> Option<String> {
        let keys = if self.is_dump() { row.keys_in_sql() } else { row.keys() };
        let mut key = table.to_owned();
        for (column, value) in &keys {
            // It separates what it can't be part of.
            key.extend(["\0", column, "\0", &same_value(value)]);
        }
        // A server has several versions of a zone, with the same numbers in them.
        if let Some(version) =
            row.get("version").filter(|_| !keys.iter().any(|(key, _)| *key == "id"))
        {
            key.extend(["\0", &same_value(version)]);
        }
        (!keys.is_empty()).then_some(key)
    }

    /// Statements run one after the other, so no row may get a key that one has now, or a changed
    /// row one that a row had.
    pub(super) fn check_keys(&self, before: &[Option<Row>]) -> Result<(), Refusal> {
        let identity = |row: Option<&Row>| row.and_then(Row::identity);
        let is_new_key = |idx: usize, row: &Option<Row>| {
            let before = before.get(idx).and_then(Option::as_ref);
            row.as_ref() != before && identity(row.as_ref()) != identity(before)
        };
        let rows = self.rows.iter().enumerate();
        let anew: Vec<(usize, Vec<String>)> = rows
            .filter(|(idx, row)| is_new_key(*idx, row))
            .filter_map(|(idx, row)| Some((idx, identity(row.as_ref())?)))
            .collect();
        if !self.is_dump() || anew.is_empty() {
            return Ok(());
        }
        let places = |rows: &mut dyn Iterator<Item = Option<&Row>>| {
            let mut places: HashMap<Vec<String>, Vec<usize>> = HashMap::new();
            for (idx, row) in rows.enumerate() {
                identity(row).into_iter().for_each(|own| places.entry(own).or_default().push(idx));
            }
            places
        };
        let now = places(&mut self.rows.iter().map(Option::as_ref));
        let was = places(&mut self.base.rows.iter().map(Some));
        for (idx, key) in anew {
            let was = was.get(&key).filter(|_| idx < self.base.rows.len());
            let mut all = now.get(&key).into_iter().chain(was).flatten();
            if let Some(other) = all.find(|other| **other != idx) {
                let [row, other] =
                    [idx, *other].map(|idx| u32::try_from(idx + 1).unwrap_or(u32::MAX));
                return Err(Refusal::KeyTaken(row, other));
            }
        }
        Ok(())
    }
}
