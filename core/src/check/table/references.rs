//! Cells that name a row of another table which is not there, or is empty.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Around, at_cells, known, plain, stb};
use crate::format::file::Content;
use crate::format::rose::meaning::{Column, Meaning, item};
use crate::problem::{Problem, Rule, Severity};
use crate::world::table::Table;

pub(super) const MISSING: Rule = Rule {
    code: "table-row-missing",
    severity: Severity::Warning,
    title: "Reference to a row that does not exist",
    explanation: "\
A cell refers to a row of another table by its number, but that table has fewer rows. Or it refers \
to an item, but no table of items has that number. The game reads past the table, or shows \
nothing.

Most often the tables are from different versions of the game, or rows were deleted from the other \
table. Take both from one client, add the row, or choose a different one. There is no bulk fix: \
only you know which row was meant.",
};

pub(super) const EMPTY: Rule = Rule {
    code: "table-row-empty",
    severity: Severity::Hint,
    title: "Reference to an empty row",
    explanation: "\
A cell refers to a row of another table in which every cell is empty. For the game this means \
nothing: no sound, no effect, no shop.

Real tables have many of these, left after an entry was removed. Fill the row, or empty the cell. \
There is no bulk fix: the row may be filled later.",
};

/// The tables that were asked for, each with which of its rows are filled.
type Tables = BTreeMap<&'static str, Option<Vec<bool>>>;

pub(super) fn check(file: &str, table: &Table, around: Around<'_>) -> Vec<Problem> {
    let mut tables = Tables::new();
    let mut problems = Vec::new();
    for (place, column) in known(table) {
        if !matches!(column.meaning, Meaning::Row(_) | Meaning::Item) {
            continue;
        }
        // Missing rows by their number; all that are empty as one, since real tables have many.
        let mut found: BTreeMap<Option<i64>, Vec<(usize, usize)>> = BTreeMap::new();
        let mut first_empty = 0;
        for row in 0..table.n_rows() {
            let number = plain(table, row, place).and_then(|text| text.parse::<i64>().ok());
            let Some(number) = number.filter(|number| *number > 0) else { continue };
            if let Some(is_missing) = trouble(column, number, &mut tables, around) {
                let cells = found.entry(is_missing.then_some(number)).or_default();
                if !is_missing && cells.is_empty() {
                    first_empty = number;
                }
                cells.push((row, column.column));
            }
        }
        problems.extend(found.iter().filter_map(|(missing, cells)| {
            let rule = if missing.is_some() { &MISSING } else { &EMPTY };
            let number = missing.unwrap_or(first_empty);
            at_cells(rule, file, cells, message(column, number, cells, &tables))
        }));
    }
    problems
}

/// Whether a number names a row that is missing (true) or empty (false); `None` where the row is
/// there, or its table is not at hand.
fn trouble(column: &Column, number: i64, tables: &mut Tables, around: Around<'_>) -> Option<bool> {
    let Some((to, row)) = target(column, number) else { return Some(true) };
    let filled = tables.entry(to).or_insert_with(|| {
        let content: Rc<Content> = around(&format!("{to}.STB"))?;
        let stb = stb(&content)?;
        let is_filled = |row: usize| stb.row(row).is_some_and(|mut row| row.any(|c| !c.is_empty()));
        Some((0..stb.n_rows()).map(is_filled).collect())
    });
    match filled.as_ref()?.get(row) {
        None => Some(true),
        Some(is_filled) => (!is_filled).then_some(false),
    }
}

/// The table and row that a number names.
fn target(column: &Column, number: i64) -> Option<(&'static str, usize)> {
    match column.meaning {
        Meaning::Row(to) => Some((to, usize::try_from(number).ok()?)),
        Meaning::Item => {
            let (to, row) = item(u32::try_from(number).ok()?)?;
            Some((to, usize::try_from(row).ok()?))
        }
        _ => None,
    }
}

fn message(column: &Column, number: i64, cells: &[(usize, usize)], tables: &Tables) -> String {
    let row = cells.first().map_or(0, |(row, _)| *row);
    let cell = format!("row {row}, column {} ({})", column.column, column.name);
    let Some((to, target)) = target(column, number) else {
        return format!("{cell} refers to item {number}, but no table of items has such numbers");
    };
    let n_rows = tables.get(to).and_then(Option::as_ref).map_or(0, Vec::len);
    match target < n_rows {
        true => format!("{cell} refers to row {target} of {to}, which is empty"),
        false => format!("{cell} refers to row {target} of {to}, which has only {n_rows} rows"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{found, table_of};

    #[test]
    fn rows_that_are_not_there_or_empty_are_named_once_each() {
        let warps: &[&[&str]] = &[
            &["string", "int", "string"],
            &["a", "1", "x"],
            &["b", "2", "x"],
            &["c", "9", "x"],
            &["d", " 9 ", "x"],
            &["e", "0", "x"],
            &["f", "-1", "x"],
            &["g", "", "x"],
        ];
        let warps = table_of(&[0, 1, 2], warps);
        let zones = table_of(&[0], &[&["head"], &["Town"], &[""]]);
        let all = found(&[("WARP.STB", warps), ("LIST_ZONE.STB", zones)]);
        let expected = [
            "table-row-empty: row 2, column 1 (zone) refers to row 2 of LIST_ZONE, which is empty",
            "table-row-missing: row 3, column 1 (zone) refers to row 9 of LIST_ZONE, which has \
             only 3 rows, and so in 1 more places",
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn items_are_looked_up_in_their_own_table() {
        let shops = table_of(&[0, 2, 3, 4], &[&["Shop", "12001", "12000001", "99001"]]);
        let materials = table_of(&[0], &[&["none"], &["Iron"]]);
        let all = found(&[("LIST_SELL.STB", shops), ("LIST_NATURAL.STB", materials)]);
        let expected = "table-row-missing: row 0, column 4 (item-3) refers to item 99001, but no \
                        table of items has such numbers";
        assert_eq!(all, [expected]);
    }
}
