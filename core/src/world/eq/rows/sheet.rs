//! Rows in a table with commas, semicolons or tabs between its cells, and names of columns in its first line.

use std::ops::Range;
use std::sync::Arc;

use crate::world::eq::rows::row::{Row, Table};
use crate::world::eq::rows::words::unended;
use crate::world::eq::rows::{Damage, Rows, Unfit, line_end};

/// A database has no table with more.
const MOST_COLUMNS: usize = 4096;

/// Where a row is in its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Origin {
    /// With the end of its line.
    line: Range<usize>,
    /// Without blanks around them.
    cells: Vec<Range<usize>>,
}

impl Origin {
    /// How many cells the line has, up to the last that is not empty.
    fn n_used(&self) -> usize {
        self.cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1)
    }
}

pub(super) struct Sheet {
    pub(super) table: Arc<Table>,
    pub(super) rows: Vec<(Row, Origin)>,
    pub(super) between: char,
}

/// Refuses a text without a point among its columns, and one with a quote that nothing closes.
pub(super) fn read(text: &str) -> Result<Sheet, Unfit> {
    let first = text.lines().find(|line| !line.trim().is_empty()).ok_or(Unfit::NoColumns)?;
    let between = match first {
        line if line.contains('\t') => '\t',
        line if !line.contains(',') && line.contains(';') => ';',
        _ => ',',
    };
    let mut lines = Lines { text, at: 0, between, is_first: true };
    let first = lines.next().ok_or(Unfit::NoColumns)?.map_err(Unfit::Text)?;
    let name = |cell: &Range<usize>| {
        let name = text.get(cell.clone()).unwrap_or_default();
        name.trim_matches(['\u{feff}', '#', '"', ' ']).to_lowercase()
    };
    let lines = lines.collect::<Result<Vec<Origin>, Damage>>().map_err(Unfit::Damaged);
    let named: Vec<String> = first.cells.iter().map(name).collect();
    let n_used = lines.iter().flatten().map(|origin| origin.n_used()).max().unwrap_or_default();
    let n_columns = named.len().max(n_used);
    let n_rows = lines.as_ref().map_or(0, Vec::len);
    if n_columns > MOST_COLUMNS || n_columns.saturating_mul(n_rows) / 16 > text.len() + 4096 {
        let reason = format!("{n_columns} columns are too many for this table");
        return Err(Unfit::Text(Damage { line: 1, reason }));
    }
    let columns = columns(&named, n_columns);
    // By its columns it may be a grid.
    let mut table = Table { name: "grid".to_owned(), columns };
    table.needs().ok_or(Unfit::NoColumns)?;
    let has = |column| table.place(column).is_some();
    table.name = match () {
        () if table.is_grid() => "grid",
        () if has("gridid") => "grid_entries",
        () if has("doorid") => "doors",
        () if has("target_zone_id") => "zone_points",
        () => "spawn2",
    }
    .to_owned();
    let table = Arc::new(table);
    let rows = lines?.into_iter().map(|origin| {
        let value = |cell: &Range<usize>| text.get(cell.clone()).map(str::to_owned);
        let mut values: Vec<Option<String>> = origin.cells.iter().map(value).collect();
        values.resize(table.columns.len(), None);
        (Row { table: Arc::clone(&table), values }, origin)
    });
    Ok(Sheet { rows: rows.collect(), table, between })
}

/// Each column by a name of its own, so that none hides behind a different one. Cells may be behind the
/// last name.
fn columns(named: &[String], n_columns: usize) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    for number in 1..=n_columns {
        let name = named.get(number - 1).map_or("", String::as_str);
        let mut own = match name {
            "" => format!("column {number}"),
            name if columns.iter().any(|known| known == name) => {
                format!("{name} (column {number})")
            }
            name => name.to_owned(),
        };
        while columns.contains(&own) {
            own.push('\'');
        }
        columns.push(own);
    }
    columns
}

/// Where rows are, without lines that are blank or a remark.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    between: char,
    is_first: bool,
}

impl Iterator for Lines<'_> {
    type Item = Result<Origin, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.text.get(self.at..)?;
            let line = rest.split_inclusive('\n').next()?;
            let is_remark = !self.is_first && line.starts_with('#');
            if !line.trim().is_empty() && !is_remark {
                break;
            }
            self.at += line.len();
        }
        self.is_first = false;
        let origin = origin(self.text, self.at, self.between);
        self.at = origin.as_ref().map_or(self.text.len(), |origin| origin.line.end);
        Some(origin)
    }
}

/// The row that begins at a place. A quote opens only at the start of a cell, and holds ends of lines.
fn origin(text: &str, start: usize, between: char) -> Result<Origin, Damage> {
    let shown = text.get(start..).unwrap_or_default();
    let (mut cells, mut from, mut line_end) = (Vec::new(), 0, shown.len());
    let (mut is_start, mut quote) = (true, None);
    let mut chars = shown.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' if quote.is_some() => {
                // Two of them are one that belongs to the text.
                if chars.next_if(|(_, next)| *next == '"').is_none() {
                    quote = None;
                }
            }
            _ if quote.is_some() => {}
            '"' if is_start => (is_start, quote) = (false, Some(at)),
            '\n' => {
                line_end = at + 1;
                break;
            }
            c if c == between => {
                cells.push(from..at);
                (from, is_start) = (at + c.len_utf8(), true);
            }
            c => is_start &= c.is_whitespace() || c == '\u{feff}',
        }
    }
    if let Some(at) = quote {
        return Err(unended(text, start + at));
    }
    let line = shown.get(..line_end).unwrap_or_default();
    cells.push(from..line.trim_end_matches(['\r', '\n']).len());
    let without_blanks = |cell: Range<usize>| {
        let shown = shown.get(cell.clone()).unwrap_or_default();
        let from = start + cell.start + shown.len() - shown.trim_start().len();
        from..from + shown.trim().len()
    };
    let cells = cells.into_iter().map(without_blanks).collect();
    Ok(Origin { line: start..start + line_end, cells })
}

/// The text with the cells of now.
pub(super) fn write(rows: &Rows, between: char, origins: &[Origin]) -> String {
    let text = &rows.base.text;
    let get = |range: Range<usize>| text.get(range).unwrap_or_default();
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for ((origin, was), is) in origins.iter().zip(&rows.base.rows).zip(&rows.rows) {
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
    let newline = line_end(text);
    let ends_line = text.is_empty() || text.ends_with('\n');
    for row in rows.rows.iter().skip(rows.base.rows.len()).flatten() {
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

/// Every line that is no row, but for blank ones and the one with the names of columns.
pub(super) fn remarks<'t>(text: &'t str, origins: &[Origin]) -> Vec<&'t str> {
    let ends = origins.iter().map(|origin| origin.line.end);
    let starts = origins.iter().map(|origin| origin.line.start).chain([text.len()]);
    let between = [0].into_iter().chain(ends).zip(starts);
    let between = between.filter_map(|(from, to)| text.get(from..to));
    let lines = between.flat_map(str::lines).map(str::trim_end);
    lines.filter(|line| !line.is_empty()).skip(1).collect()
}

/// A cell as a person reads it, without its quotes.
pub(super) fn shown(cell: &str) -> String {
    let text = cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    text.map_or_else(|| cell.to_owned(), |text| text.replace("\"\"", "\""))
}

/// A cell that was written elsewhere, as the first of a line: a remark begins with the same sign.
pub(super) fn first(cell: &str) -> String {
    if cell.starts_with('#') {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// A text as a cell.
pub(super) fn quoted(text: &str, between: char) -> String {
    // The first cell of a remark begins with this sign.
    match text.contains([between, '"', '\r', '\n']) || text.trim() != text || text.starts_with('#')
    {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
