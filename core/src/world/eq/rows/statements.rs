//! Changes of a dump: statements behind it, which lead from its rows to those of now.
//!
//! They begin behind a line of their own, so that they are found again. Where anything else is behind that
//! line, the file is refused: its rows are not those that a database has after it.

use std::fmt::Write;
use std::sync::Arc;

use crate::world::eq::rows::Rows;
use crate::world::eq::rows::row::{Row, Table};
use crate::world::eq::rows::words::{Word, list, quoted as text_len, table_name, words};

const MARK: &str = "-- Changes by Landwright";

/// Ends the last statement of a dump that leaves it open, before the changes.
const ENDED: &str = "; -- Ended by Landwright";

/// How lines of a text end.
fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The line before changes of a dump.
fn mark(dump: &str) -> String {
    let end = line_end(dump);
    format!("{end}{MARK}{end}")
}

/// Before the changes of a dump that leaves its last statement open.
pub(super) fn ended(dump: &str) -> String {
    format!("{}{ENDED}", line_end(dump))
}

/// The number of a line that begins changes.
pub(super) fn line_of_mark(text: &str) -> Option<usize> {
    text.lines().position(|line| line.trim() == MARK).map(|idx| idx + 1)
}

/// A dump in parts.
pub(super) struct Parts<'t> {
    pub(super) dump: &'t str,
    /// Whether [`ended`] is behind it.
    pub(super) is_ended: bool,
    pub(super) changes: &'t str,
}

/// The parts of a dump that has changes behind it.
pub(super) fn parted(text: &str) -> Option<Parts<'_>> {
    let mark = mark(text);
    let at = text.rfind(&mark)?;
    let (before, changes) = (text.get(..at)?, text.get(at + mark.len()..)?);
    let open = before.strip_suffix(&ended(text));
    Some(Parts { dump: open.unwrap_or(before), is_ended: open.is_some(), changes })
}

/// A text in the quotes of SQL.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "''"))
}

/// A value as a person reads it: a text without its quotes and escapes, all else as it is.
pub(super) fn shown(value: &str) -> String {
    let Some(quote @ ('\'' | '"')) = value.chars().next() else { return value.to_owned() };
    if text_len(value, quote) != Some(value.len()) {
        return value.to_owned();
    }
    let mut out = String::new();
    let mut chars = value.get(1..value.len() - 1).unwrap_or_default().chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some('t') => out.push('\t'),
                Some('0') => out.push('\0'),
                Some('b') => out.push('\u{8}'),
                Some('Z') => out.push('\u{1a}'),
                // These two keep it.
                Some(wild @ ('%' | '_')) => out.extend(['\\', wild]),
                other => out.extend(other),
            },
            c if c == quote => out.extend(chars.next()),
            c => out.push(c),
        }
    }
    out
}

pub(super) fn write(rows: &Rows) -> String {
    let mut out = String::new();
    let end = line_end(&rows.text);
    for (was, is) in rows.base.iter().zip(&rows.rows) {
        let condition = || {
            let keys = was.keys_in_sql();
            let keys: Vec<String> =
                keys.iter().map(|(key, value)| format!("`{key}` = {value}")).collect();
            keys.join(" AND ")
        };
        let table = was.table.in_sql();
        let Some(is) = is else {
            // A string takes everything.
            let _ = write!(out, "DELETE FROM {table} WHERE {};{end}", condition());
            continue;
        };
        let pairs = was.table.columns.iter().zip(was.values.iter().zip(&is.values));
        let changed: Vec<String> = pairs
            .filter(|(_, (was, is))| was != is)
            .map(|(column, (_, is))| format!("`{column}` = {}", is.as_deref().unwrap_or("NULL")))
            .collect();
        if !changed.is_empty() {
            let _ = write!(
                out,
                "UPDATE {table} SET {} WHERE {};{end}",
                changed.join(", "),
                condition()
            );
        }
    }
    for row in rows.rows.iter().skip(rows.base.len()).flatten() {
        let given = row.table.columns.iter().zip(&row.values);
        let given = given.filter_map(|(column, value)| Some((column, value.as_ref()?)));
        let (columns, values): (Vec<String>, Vec<&str>) =
            given.map(|(column, value)| (format!("`{column}`"), value.as_str())).unzip();
        let (table, columns, values) = (row.table.in_sql(), columns.join(", "), values.join(", "));
        let _ = write!(out, "INSERT INTO {table} ({columns}) VALUES ({values});{end}");
    }
    if out.is_empty() { out } else { format!("{}{out}", mark(&rows.text)) }
}

/// Does changes again. `None` where they are not as [`write`] writes them.
pub(super) fn redo(rows: &mut Rows, changes: &str) -> Option<()> {
    let words = words(changes).ok()?;
    for statement in words.split(|word| *word == Word::Sign(';')).filter(|it| !it.is_empty()) {
        let mut words = statement.iter().peekable();
        match words.next()?.text().as_str() {
            "UPDATE" => update(rows, &mut words)?,
            "DELETE" => {
                words.next_if(|word| word.is_plain("FROM"))?;
                let table = table_name(&mut words)?;
                let number = named(rows, &table, &mut words)?;
                *rows.rows.get_mut(number)? = None;
            }
            "INSERT" => insert(rows, &mut words)?,
            _ => return None,
        }
    }
    // The same rows would be written as the same statements.
    (write(rows).strip_prefix(&mark(&rows.text))? == changes).then_some(())
}

type Words<'w> = std::iter::Peekable<std::slice::Iter<'w, Word>>;

fn update(rows: &mut Rows, words: &mut Words<'_>) -> Option<()> {
    let table = table_name(words)?;
    words.next_if(|word| word.is_plain("SET"))?;
    let mut set = Vec::new();
    loop {
        let column = words.next()?.text();
        words.next_if(|word| **word == Word::Sign('='))?;
        set.push((column, words.next()?.text()));
        if words.next_if(|word| **word == Word::Sign(',')).is_none() {
            break;
        }
    }
    let number = named(rows, &table, words)?;
    let row = rows.rows.get_mut(number)?.as_mut()?;
    for (column, value) in set {
        let place = row.table.place(&column)?;
        *row.values.get_mut(place)? = Some(value);
    }
    Some(())
}

/// The row of the dump that a condition names.
fn named(rows: &Rows, table: &str, words: &mut Words<'_>) -> Option<usize> {
    words.next_if(|word| word.is_plain("WHERE"))?;
    let mut keys = Vec::new();
    loop {
        let key = words.next()?.text();
        words.next_if(|word| **word == Word::Sign('='))?;
        keys.push((key, words.next()?.text()));
        if words.next_if(|word| word.is_plain("AND")).is_none() {
            break;
        }
    }
    let is_meant = |row: &&Row| {
        let own = row.keys_in_sql();
        row.table.name == table
            && own.len() == keys.len()
            && own.iter().zip(&keys).all(|(own, (key, value))| *own == (key, value))
    };
    let mut meant = rows.base.iter().enumerate().filter(|(_, row)| is_meant(row));
    let (number, _) = meant.next()?;
    meant.next().is_none().then_some(number)
}

fn insert(rows: &mut Rows, words: &mut Words<'_>) -> Option<()> {
    words.next_if(|word| word.is_plain("INTO"))?;
    let name = table_name(words)?;
    words.next_if(|word| **word == Word::Sign('('))?;
    let columns = list(words);
    words.next_if(|word| word.is_plain("VALUES"))?;
    words.next_if(|word| **word == Word::Sign('('))?;
    let values = list(words);
    let has_all = |table: &&Arc<Table>| {
        table.name == name && columns.iter().all(|column| table.place(column).is_some())
    };
    let table = Arc::clone(rows.tables.iter().find(has_all)?);
    let mut row = Row { values: vec![None; table.columns.len()], table };
    for (column, value) in columns.iter().zip(values) {
        let place = row.table.place(column)?;
        *row.values.get_mut(place)? = Some(value);
    }
    rows.rows.push(Some(row));
    Some(())
}
