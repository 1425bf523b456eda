//! Changes of a dump: statements behind it, which lead from its rows to those of now.
//!
//! They begin behind a line of their own, so that they are found again. Where anything else is behind that
//! line, the file is refused: its rows are not those that a database has after it.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use crate::world::eq::rows::row::{Row, Table};
use crate::world::eq::rows::words::{
    Word, expression, list, names, quoted as text_len, table_name, words,
};
use crate::world::eq::rows::{Rows, line_end};

const MARK: &str = "-- Changes by Landwright";

/// Ends the last statement of a dump that leaves it open, before the changes.
const ENDED: &str = "; -- Ended by Landwright";

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
    // Lines of the dump end alike, but a value in the changes may have lines that end in their own way.
    let marks = ["\n", "\r\n"].map(|end| format!("{end}{MARK}{end}"));
    let found = marks.iter().filter_map(|mark| Some((text.rfind(mark.as_str())?, mark)));
    let (at, mark) = found.max_by_key(|(at, _)| *at)?;
    let (before, changes) = (text.get(..at)?, text.get(at + mark.len()..)?);
    let open = before.strip_suffix(&ended(before));
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
    let base = &rows.base;
    let end = line_end(&base.text);
    for (was, is) in base.rows.iter().zip(&rows.rows) {
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
    for row in rows.rows.iter().skip(base.rows.len()).flatten() {
        let given = row.table.columns.iter().zip(&row.values);
        let given = given.filter_map(|(column, value)| Some((column, value.as_ref()?)));
        let (columns, values): (Vec<String>, Vec<&str>) =
            given.map(|(column, value)| (format!("`{column}`"), value.as_str())).unzip();
        let (table, columns, values) = (row.table.in_sql(), columns.join(", "), values.join(", "));
        let _ = write!(out, "INSERT INTO {table} ({columns}) VALUES ({values});{end}");
    }
    if out.is_empty() { out } else { format!("{}{out}", mark(&base.text)) }
}

/// Does changes again. `None` where they are not as [`write`] writes them.
pub(super) fn redo(rows: &mut Rows, changes: &str) -> Option<()> {
    let (words, damage) = words(changes);
    if damage.is_some() {
        return None;
    }
    let base = Arc::clone(&rows.base);
    let named = Named::of(&base.rows);
    for statement in words.split(|word| word.is(';')).filter(|it| !it.is_empty()) {
        let mut words = statement.iter().peekable();
        match words.next()?.text() {
            "UPDATE" => update(rows, &named, changes, &mut words)?,
            "DELETE" => {
                words.next_if(|word| word.is_plain("FROM"))?;
                let table = table_name(&mut words)?;
                let number = named.number(&table, &mut words)?;
                *rows.rows.get_mut(number)? = None;
            }
            "INSERT" => insert(rows, changes, &mut words)?,
            _ => return None,
        }
    }
    // The same rows would be written as the same statements.
    (write(rows).strip_prefix(&mark(&base.text))? == changes).then_some(())
}

type Words<'w, 't> = std::iter::Peekable<std::slice::Iter<'w, Word<'t>>>;

fn update(rows: &mut Rows, named: &Named<'_>, sql: &str, words: &mut Words<'_, '_>) -> Option<()> {
    let table = table_name(words)?;
    words.next_if(|word| word.is_plain("SET"))?;
    let mut set = Vec::new();
    loop {
        let column = words.next()?.text();
        words.next_if(|word| word.is('='))?;
        set.push((column, expression(sql, words, "WHERE")?));
        if words.next_if(|word| word.is(',')).is_none() {
            break;
        }
    }
    let number = named.number(&table, words)?;
    let row = rows.rows.get_mut(number)?.as_mut()?;
    for (column, value) in set {
        let place = row.table.place(column)?;
        *row.values.get_mut(place)? = Some(value.to_owned());
    }
    Some(())
}

/// Rows of a dump by how conditions name them.
struct Named<'r>(HashMap<Condition<'r>, Option<usize>>);

/// The name of a table, and the keys with their values.
type Condition<'r> = (&'r str, Vec<(&'r str, &'r str)>);

impl<'r> Named<'r> {
    /// Several rows of one name have none.
    fn of(rows: &'r [Row]) -> Named<'r> {
        let mut named: HashMap<Condition<'r>, Option<usize>> = HashMap::new();
        for (number, row) in rows.iter().enumerate() {
            let condition = (row.table.name.as_str(), row.keys_in_sql());
            named.entry(condition).and_modify(|number| *number = None).or_insert(Some(number));
        }
        Named(named)
    }

    /// The row of the dump that a condition names.
    fn number(&self, table: &str, words: &mut Words<'_, '_>) -> Option<usize> {
        words.next_if(|word| word.is_plain("WHERE"))?;
        let mut keys = Vec::new();
        loop {
            let key = words.next()?.text();
            words.next_if(|word| word.is('='))?;
            keys.push((key, words.next()?.text()));
            if words.next_if(|word| word.is_plain("AND")).is_none() {
                break;
            }
        }
        self.0.get(&(table, keys)).copied().flatten()
    }
}

fn insert(rows: &mut Rows, sql: &str, words: &mut Words<'_, '_>) -> Option<()> {
    words.next_if(|word| word.is_plain("INTO"))?;
    let name = table_name(words)?;
    words.next_if(|word| word.is('('))?;
    let columns = names(words);
    words.next_if(|word| word.is_plain("VALUES"))?;
    words.next_if(|word| word.is('('))?;
    let values = list(sql, words);
    let has_all = |table: &&Arc<Table>| {
        table.name == name && columns.iter().all(|column| table.place(column).is_some())
    };
    let table = Arc::clone(rows.base.tables.iter().find(has_all)?);
    let mut row = Row { values: vec![None; table.columns.len()], table };
    for (column, value) in columns.iter().zip(values) {
        let place = row.table.place(column)?;
        *row.values.get_mut(place)? = Some(value.to_owned());
    }
    rows.rows.push(Some(row));
    Some(())
}
