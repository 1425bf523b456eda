//! Keys of texts: doubled ones, and those that a table and its texts do not share.

use std::collections::{BTreeMap, BTreeSet};

use super::{Around, at_cells, known, plain, stb, stl};
use crate::format::rose::meaning::{self, Meaning};
use crate::problem::{Problem, Rule, Severity};
use crate::world::table::Table;

pub(super) const DOUBLED: Rule = Rule {
    code: "table-doubled-key",
    severity: Severity::Warning,
    title: "Duplicate key in a table of texts",
    explanation: "\
Two entries of a table of texts (STL) have the same key. The game uses the first and never shows \
the second.

Delete one of them, or give it a different key. There is no bulk fix: only you know which text is \
the right one.",
};

pub(super) const WITHOUT_TEXT: Rule = Rule {
    code: "table-text-missing",
    severity: Severity::Information,
    title: "Key without a text",
    explanation: "\
A row has a key for its name and description, but the table of texts (STL) beside it has no entry \
with that key. The game shows nothing, or the key itself.

Most often the two files are from different versions. Add the entry to the table of texts, or take \
both files from one client.",
};

pub(super) const UNUSED: Rule = Rule {
    code: "table-text-unused",
    severity: Severity::Hint,
    title: "Text that no row uses",
    explanation: "\
A table of texts (STL) has entries with keys that no row of the table beside it has. They do no \
harm, and scripts may use some of them.

Real files have many of these. Look here if a text does not appear in the game: its key may be \
spelled differently in the table.",
};

/// Where an entry has its key.
const KEY: usize = 0;

pub(super) fn check(file: &str, table: &Table, around: Around<'_>) -> Vec<Problem> {
    match table.has_keys() {
        true => doubled(file, table).into_iter().chain(unused(file, table, around)).collect(),
        false => without_text(file, table, around),
    }
}

fn doubled(file: &str, table: &Table) -> Vec<Problem> {
    let mut rows: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for row in 0..table.n_rows() {
        if let Some(key) = table.cell(row, KEY) {
            rows.entry(key.as_bytes()).or_default().push(row);
        }
    }
    let problem = |rows: &Vec<usize>| {
        let [first, second, ..] = rows.as_slice() else { return None };
        let key = table.shown(*first, KEY).unwrap_or_default();
        let more = if rows.len() > 2 { " and others" } else { "" };
        let message = format!(
            "the key `{key}` is in rows {first} and {second}{more}; the game uses the first"
        );
        at_cells(&DOUBLED, file, &[(*second, KEY)], message)
    };
    rows.values().filter_map(problem).collect()
}

fn without_text(file: &str, table: &Table, around: Around<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (place, column) in known(table) {
        let Meaning::Key(to) = column.meaning else { continue };
        let Some(content) = around(&format!("{to}.STL")) else { continue };
        let Some(texts) = stl(&content) else { continue };
        let keys: BTreeSet<&[u8]> = texts.keys().iter().map(|key| key.name.as_bytes()).collect();
        let is_missing = |row: &usize| {
            let key = plain(table, *row, place).filter(|key| is_key(key));
            key.is_some_and(|key| !keys.contains(key.as_bytes()))
        };
        let cells: Vec<(usize, usize)> =
            (0..table.n_rows()).filter(is_missing).map(|row| (row, column.column)).collect();
        let first = cells.first().map_or(0, |(row, _)| *row);
        let key = plain(table, first, place).unwrap_or_default();
        let message = format!("row {first} has the key `{key}`, but {to}.STL has no text for it");
        problems.extend(at_cells(&WITHOUT_TEXT, file, &cells, message));
    }
    problems
}

fn unused(file: &str, texts: &Table, around: Around<'_>) -> Option<Problem> {
    let uses = |table: &&str| {
        let mut columns = meaning::columns(table).into_iter();
        columns.find(|c| matches!(c.meaning, Meaning::Key(to) if to == texts.name()))
    };
    let (table, column) =
        meaning::tables().into_iter().find_map(|table| Some((table, uses(&table)?)))?;
    let content = around(&format!("{table}.STB"))?;
    let rows = stb(&content)?;
    let cells = (0..rows.n_rows()).filter_map(|row| rows.cell(row, column.column));
    let used: BTreeSet<&[u8]> = cells.map(|cell| cell.trim_ascii()).collect();
    let is_unused = |row: &usize| {
        texts.cell(*row, KEY).is_some_and(|key| !used.contains(key.as_bytes().trim_ascii()))
    };
    let cells: Vec<(usize, usize)> =
        (0..texts.n_rows()).filter(is_unused).map(|row| (row, KEY)).collect();
    let first = cells.first().map_or(0, |(row, _)| *row);
    let key = texts.shown(first, KEY).unwrap_or_default();
    let message = format!("the key `{key}` is in no row of {table}.STB");
    at_cells(&UNUSED, file, &cells, message)
}

/// Rows for people say what a column is, in the column of keys as well: those are no keys.
fn is_key(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && text.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{found, table_of};
    use crate::format::rose::stl::{self, Key, Kind, Stl};
    use crate::format::text::{Text, Text32};

    fn texts(keys: &[&str]) -> Vec<u8> {
        let key = |name: &&str| Key { name: Text32::try_from(Text::from(*name)).unwrap(), id: 1 };
        let keys: Vec<Key> = keys.iter().map(key).collect();
        let rows = vec![vec![Text::from("Bat"), Text::default()]; keys.len()];
        stl::write(&Stl::new(Kind::Itst01, keys, &[rows]).unwrap())
    }

    #[test]
    fn a_key_that_only_one_side_has_is_told_on_that_side() {
        let zones: &[&[&str]] =
            &[&["head", "string"], &["Town", "LZON001"], &["a", "LZON002"], &["b", "LZON003"]];
        let zones = || table_of(&[0, 26], zones);
        let keys = || texts(&["LZON001", "LZON009"]);
        let missing = "table-text-missing: row 2 has the key `LZON002`, but LIST_ZONE_S.STL has no \
                       text for it, and so in 1 more places";
        assert_eq!(found(&[("LIST_ZONE.STB", zones()), ("LIST_ZONE_S.STL", keys())]), [missing]);
        let unused = "table-text-unused: the key `LZON009` is in no row of LIST_ZONE.STB";
        assert_eq!(found(&[("LIST_ZONE_S.STL", keys()), ("LIST_ZONE.STB", zones())]), [unused]);
    }

    #[test]
    fn a_key_that_is_there_three_times_is_told_once() {
        let all = found(&[("A.STL", texts(&["a", "b", "a", "a"]))]);
        let expected = "table-doubled-key: the key `a` is in rows 0 and 2 and others; the game \
            uses the first";
        assert_eq!(all, [expected]);
    }
}
