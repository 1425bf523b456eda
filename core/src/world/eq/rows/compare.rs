//! What differs between two files of rows.

use std::collections::BTreeMap;

use crate::world::eq::rows::Rows;
use crate::world::eq::rows::row::Row;
use crate::world::three_way::{Line, WHOLE};

/// Rows by their tables and keys. Those that say the same are counted.
fn by_key(rows: &Rows) -> BTreeMap<(String, usize), (u32, &Row)> {
    let mut found: BTreeMap<(String, usize), (u32, &Row)> = BTreeMap::new();
    let mut n_alike: BTreeMap<String, usize> = BTreeMap::new();
    for (number, row) in rows.rows() {
        let key = row.in_words();
        let n = n_alike.entry(key.clone()).or_default();
        *n += 1;
        found.insert((key, *n), (number, row));
    }
    found
}

/// What makes the rows of one file into those of a different one.
pub fn compare(before: &Rows, after: &Rows) -> Vec<Line> {
    let (before, after) = (by_key(before), by_key(after));
    let mut lines = Vec::new();
    let mut line = |number: u32, key: &(String, usize), field: &str, sides: [Option<String>; 2]| {
        let [ours, theirs] = sides;
        let thing = match key {
            (name, 1) => name.clone(),
            (name, n) => format!("{name} ({n})"),
        };
        lines.push(Line {
            row: number as usize,
            thing,
            field: field.to_owned(),
            base: None,
            ours,
            theirs,
        });
    };
    let whole = |row: &Row| row.point().map(|point| format!("at {}", point.join(", ")));
    for (key, (number, was)) in &before {
        match after.get(key) {
            None => line(*number, key, WHOLE, [whole(was), None]),
            Some((_, is)) => {
                for column in &was.table.columns {
                    let [old, new] = [was, is].map(|row| row.get(column).map(str::to_owned));
                    if old != new {
                        line(*number, key, column, [old, new]);
                    }
                }
            }
        }
    }
    for (key, (number, row)) in after.iter().filter(|(key, _)| !before.contains_key(*key)) {
        line(*number, key, WHOLE, [None, whole(row)]);
    }
    lines
}
