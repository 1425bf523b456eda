//! What differs between two files of rows.

use crate::world::eq::rows::Rows;
use crate::world::eq::rows::matching::{Names, matching};
use crate::world::eq::rows::row::Row;
use crate::world::three_way::{Line, WHOLE};

/// What makes the rows of one file into those of a different one, in the order of the first.
pub fn compare(before: &Rows, after: &Rows) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut names = Names::default();
    let whole = Row::place_in_words;
    for same in matching([before, after]) {
        let thing = names.of(&same);
        let mut line = |number: u32, field: &str, [ours, theirs]: [Option<String>; 2]| {
            let (row, field) = (number as usize, field.to_owned());
            lines.push(Line { row, thing: thing.clone(), field, base: None, ours, theirs });
        };
        match same {
            [Some((_, was)), Some((_, is))] if was == is => {}
            [Some((number, was)), Some((_, is))] => {
                if before.is_dump() && after.is_dump() && was.table.name != is.table.name {
                    line(number, "table", [was, is].map(|row| Some(row.table.name.clone())));
                }
                for column in columns([was, is]) {
                    let [old, new] = [was, is].map(|row| row.get(column).map(str::to_owned));
                    if old != new {
                        line(number, column, [old, new]);
                    }
                }
            }
            [Some((number, row)), None] => line(number, WHOLE, [whole(row), None]),
            [None, Some((number, row))] => line(number, WHOLE, [None, whole(row)]),
            [None, None] => {}
        }
    }
    lines
}

/// The columns of rows, each once.
pub(super) fn columns<const N: usize>(rows: [&Row; N]) -> Vec<&str> {
    let mut columns: Vec<&str> = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let is_known = rows.iter().take(n).any(|other| other.table == row.table);
        for column in row.table.columns.iter().filter(|_| !is_known) {
            if n == 0 || !columns.contains(&column.as_str()) {
                columns.push(column);
            }
        }
    }
    columns
}
