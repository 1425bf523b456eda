//! Which rows of versions of a file are the same: those of one key, and of all others those that are alike.

use std::collections::HashMap;

use crate::problem::aligned::matched;
use crate::world::eq::rows::Rows;
use crate::world::eq::rows::row::Row;

/// A row in versions of its file, with its numbers there.
pub(super) type Same<'r, const N: usize> = [Option<(u32, &'r Row)>; N];

/// All rows in the order of the first version, and behind them those that the next ones have alone.
pub(super) fn matching<'r, const N: usize>(versions: [&'r Rows; N]) -> Vec<Same<'r, N>> {
    let tables = Tables::of(versions);
    let keys = versions.map(|rows| keys(rows, &tables));
    let mut numbers: HashMap<&str, [usize; N]> = HashMap::new();
    for (version, keys) in keys.iter().enumerate() {
        for key in keys.iter().flatten() {
            let number = numbers.entry(key).or_insert([0; N]);
            number.get_mut(version).into_iter().for_each(|number| *number += 1);
        }
    }
    let is_unique = |key: &&str| {
        let numbers = numbers.get(key);
        numbers.is_some_and(|numbers| numbers.iter().all(|number| *number <= 1))
    };
    let mut found: Vec<Same<'r, N>> = Vec::new();
    let mut by_key: HashMap<&str, usize> = HashMap::new();
    // Rows without a key of their own: those of the first version, and by their values those of the last
    // one, the first of them at the end.
    let mut first_loose: Vec<usize> = Vec::new();
    let mut last_loose: HashMap<&Row, Vec<usize>> = HashMap::new();
    for (version, (rows, keys)) in versions.into_iter().zip(&keys).enumerate() {
        let first_row = |n: &usize| Some(found.get(*n)?.first()?.as_ref()?.1);
        let old: Vec<&Row> = first_loose.iter().filter_map(first_row).collect();
        let new = rows.rows().zip(keys);
        let new = new.filter(|(_, key)| key.as_deref().filter(is_unique).is_none());
        let new: Vec<&Row> = new.map(|((_, row), _)| row).collect();
        let mut same = same_loose(&first_loose, &old, &new, &tables);
        let mut own_loose: HashMap<&Row, Vec<usize>> = HashMap::new();
        let mut n_loose = 0;
        for ((number, row), key) in rows.rows().zip(keys) {
            let key = key.as_deref().filter(is_unique);
            let known = match key {
                Some(key) => by_key.get(key).copied(),
                None => {
                    n_loose += 1;
                    same.remove(&(n_loose - 1)).or_else(|| last_loose.get_mut(row)?.pop())
                }
            };
            let thing = known.unwrap_or_else(|| {
                found.push([None; N]);
                let thing = found.len() - 1;
                match key {
                    Some(key) => _ = by_key.insert(key, thing),
                    None if version == 0 => first_loose.push(thing),
                    None => own_loose.entry(row).or_default().push(thing),
                }
                thing
            });
            if let Some(place) = found.get_mut(thing).and_then(|same| same.get_mut(version)) {
                *place = Some((number, row));
            }
        }
        own_loose.values_mut().for_each(|things| things.reverse());
        last_loose = own_loose;
    }
    found
}

fn keys(rows: &Rows, tables: &Tables) -> Vec<Option<String>> {
    rows.rows().map(|(_, row)| rows.key_in(&tables.name_of(row), row)).collect()
}

/// By which name tables are the same in versions: a dump may name the database of each table, or none.
struct Tables {
    /// Whether no version has tables of one name in several databases.
    by_own_name: bool,
}

impl Tables {
    fn of<const N: usize>(versions: [&Rows; N]) -> Tables {
        let is_clear = |rows: &Rows| {
            let mut databases: HashMap<String, String> = HashMap::new();
            rows.tables().all(|table| {
                let whole = table.name.to_lowercase();
                let known = databases.entry(table.own_name().to_lowercase());
                *known.or_insert_with(|| whole.clone()) == whole
            })
        };
        Tables { by_own_name: versions.into_iter().all(is_clear) }
    }

    fn name_of(&self, row: &Row) -> String {
        let name = if self.by_own_name { row.table.own_name() } else { &row.table.name };
        name.to_lowercase()
    }
}

/// For rows of a version without keys, by their places among those, which of the first version they are.
fn same_loose(
    things: &[usize],
    old: &[&Row],
    new: &[&Row],
    tables: &Tables,
) -> HashMap<usize, usize> {
    let likeness = |a: usize, b: usize| match (old.get(a), new.get(b)) {
        (Some(a), Some(b))
            if a.table.name == b.table.name || tables.name_of(a) == tables.name_of(b) =>
        {
            let columns = &a.table.columns;
            let n_same = columns.iter().filter(|column| a.get(column) == b.get(column)).count();
            n_same as f32 / columns.len().max(1) as f32
        }
        _ => 0.0,
    };
    let matched = matched(old, new, likeness);
    let places = things.iter().enumerate();
    places.filter_map(|(place, thing)| Some((matched.place_of(place)?, *thing))).collect()
}

/// Names of rows for a list. Of rows that say the same of themselves, the next ones are counted.
#[derive(Default)]
pub(super) struct Names(HashMap<String, usize>);

impl Names {
    pub(super) fn of<const N: usize>(&mut self, same: &Same<'_, N>) -> String {
        let name = same.iter().flatten().next().map(|(_, row)| row.in_words()).unwrap_or_default();
        match self.0.get_mut(&name) {
            Some(n) => {
                *n += 1;
                format!("{name} ({n})")
            }
            None => {
                self.0.insert(name.clone(), 1);
                name
            }
        }
    }
}
