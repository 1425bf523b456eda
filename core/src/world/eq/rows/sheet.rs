//! Rows in a table with commas, semicolons or tabs between its cells, and names of columns in its first line.

use std::ops::Range;
use std::sync::Arc;

use crate::world::eq::rows::Rows;
use crate::world::eq::rows::row::{Row, Table};

/// Where a row is in its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Origin {
    /// With the end of its line.
    line: Range<usize>,
    /// Without blanks around them.
    cells: Vec<Range<usize>>,
}

pub(super) struct Sheet {
    pub(super) table: Arc<Table>,
    pub(super) rows: Vec<(Row, Origin)>,
    pub(super) between: char,
}

/// `None` where no point is among the columns.
pub(super) fn read(text: &str) -> Option<Sheet> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len();
        start..at
    });
    let is_blank =
        |line: &Range<usize>| text.get(line.clone()).unwrap_or_default().trim().is_empty();
    let mut lines = lines.filter(|line| !is_blank(line));
    let first = lines.next()?;
    let shown = text.get(first.clone()).unwrap_or_default();
    let between = match shown {
        line if line.contains('\t') => '\t',
        line if !line.contains(',') && line.contains(';') => ';',
        _ => ',',
    };
    let name = |cell: &Range<usize>| {
        let name = text.get(cell.clone()).unwrap_or_default();
        name.trim_matches(['\u{feff}', '#', '"', ' ']).to_lowercase()
    };
    let columns: Vec<String> = cells(text, first, between).iter().map(name).collect();
    let mut table = Table { name: String::new(), columns };
    table.point()?;
    let has = |column| table.place(column).is_some();
    table.name = match () {
        () if has("gridid") => "grid_entries",
        () if has("doorid") => "doors",
        () if has("target_zone_id") => "zone_points",
        () => "spawn2",
    }
    .to_owned();
    let table = Arc::new(table);
    let is_remark =
        |line: &Range<usize>| text.get(line.clone()).unwrap_or_default().starts_with('#');
    let rows = lines.filter(|line| !is_remark(line)).map(|line| {
        let cells = cells(text, line.clone(), between);
        let value = |cell: &Range<usize>| text.get(cell.clone()).map(str::to_owned);
        let mut values: Vec<Option<String>> = cells.iter().map(value).collect();
        values.resize(table.columns.len(), None);
        (Row { table: Arc::clone(&table), values }, Origin { line, cells })
    });
    let rows = rows.collect();
    Some(Sheet { table, rows, between })
}

/// Where the cells of a line are, without the blanks around them.
fn cells(text: &str, line: Range<usize>, between: char) -> Vec<Range<usize>> {
    let shown = text.get(line.clone()).unwrap_or_default();
    let mut ends = Vec::new();
    let mut is_quoted = false;
    for (at, c) in shown.trim_end_matches(['\r', '\n']).char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            c if c == between && !is_quoted => ends.push(at),
            _ => {}
        }
    }
    ends.push(shown.trim_end_matches(['\r', '\n']).len());
    let mut start = 0;
    let mut cells = Vec::new();
    for end in ends {
        let cell = shown.get(start..end).unwrap_or_default();
        let from = start + cell.len() - cell.trim_start().len();
        let to = from + cell.trim().len();
        cells.push(line.start + from..line.start + to);
        start = end + between.len_utf8();
    }
    cells
}

/// The text with the cells of now.
pub(super) fn write(rows: &Rows, between: char, origins: &[Origin]) -> String {
    let text = &rows.text;
    let get = |range: Range<usize>| text.get(range).unwrap_or_default();
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for ((origin, was), is) in origins.iter().zip(rows.base.iter()).zip(&rows.rows) {
        let Some(is) = is else {
            out.push_str(get(done..origin.line.start));
            done = origin.line.end;
            continue;
        };
        for ((cell, was), is) in origin.cells.iter().zip(&was.values).zip(&is.values) {
            if was != is {
                out.push_str(get(done..cell.start));
                out.push_str(is.as_deref().unwrap_or_default());
                done = cell.end;
            }
        }
        // Cells that the line did not have.
        let n_cells = origin.cells.len();
        let more = is.values.get(n_cells..).unwrap_or_default();
        if let Some(last) = more.iter().rposition(Option::is_some)
            && let Some(end) = origin.cells.last().map(|cell| cell.end)
        {
            out.push_str(get(done..end.max(done)));
            done = end.max(done);
            for value in more.iter().take(last + 1) {
                out.push(between);
                out.push_str(value.as_deref().unwrap_or_default());
            }
        }
    }
    out.push_str(get(done..text.len()));
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let ends_line = text.is_empty() || text.ends_with('\n');
    for row in rows.rows.iter().skip(rows.base.len()).flatten() {
        if !out.is_empty() && !out.ends_with('\n') {
            out.push_str(newline);
        }
        let cells: Vec<&str> =
            row.values.iter().map(|value| value.as_deref().unwrap_or_default()).collect();
        out.push_str(&cells.join(&between.to_string()));
        if ends_line {
            out.push_str(newline);
        }
    }
    out
}

/// A text as a cell.
pub(super) fn quoted(text: &str, between: char) -> String {
    match text.contains([between, '"']) || text.trim() != text {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
