//! Rows of a server's database: spawn points, grids, doors and zone points, from a table or a dump.
//!
//! A row is known by its number in the file, counted from 1. One that is removed keeps it, and new ones
//! are behind all others. All other bytes of the file stay.

pub mod row;
pub mod dump;
pub mod action;
pub mod schema;
pub mod compare;
pub mod document;
mod keys;
mod sheet;
mod statements;
mod words;

use std::sync::Arc;

use self::row::{InZone, Row, Table};
use self::sheet::{Origin, Sheet};

/// A file of rows.
#[derive(Debug, Clone)]
pub struct Rows {
    form: Form,
    /// Without the changes that a dump has at its end.
    text: Arc<str>,
    /// Whether the bytes are no UTF-8: then each is a letter of its own.
    is_latin: bool,
    /// As the text has them.
    base: Arc<Vec<Row>>,
    /// As they are now: those of the text, and then the new ones.
    rows: Vec<Option<Row>>,
    tables: Vec<Arc<Table>>,
    /// Whether no `;` is behind the last statement of a dump.
    is_open: bool,
    /// What a person should hear of a dump.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone)]
enum Form {
    /// Changes are statements behind the text.
    Dump,
    /// Changes are in their places.
    Sheet { between: char, origins: Arc<Vec<Origin>> },
}

/// Why a file holds no rows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    #[error("no line with the names of columns has x, y and z")]
    NoColumns,
    #[error("no INSERT has columns x, y and z{}", unread(.0))]
    NoRows(Vec<String>),
    #[error("{0}")]
    Text(String),
    #[error(
        "line {0} begins changes of Landwright that are not as it wrote them, so a database would have \
         different rows; read the dump into it and dump it anew, or remove all from that line on"
    )]
    Changes(usize),
}

fn unread(unread: &[String]) -> String {
    if unread.is_empty() { String::new() } else { format!(" ({})", unread.join("; ")) }
}

/// Whether a file may hold rows, by its name.
pub fn is_one(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ["sql", "csv", "tsv"].contains(&ending.as_str()))
}

impl Rows {
    /// Opens a table or, by its name, a dump.
    pub fn open(name: &str, bytes: &[u8]) -> Result<Rows, Unfit> {
        let (text, is_latin) = match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), false),
            Err(_) => (bytes.iter().copied().map(char::from).collect(), true),
        };
        match name.to_ascii_lowercase().ends_with(".sql") {
            true => Rows::of_dump(&text, is_latin),
            false => Rows::of_sheet(&text, is_latin),
        }
    }

    fn of_sheet(text: &str, is_latin: bool) -> Result<Rows, Unfit> {
        let Sheet { table, rows, between } = sheet::read(text)?;
        let (base, origins): (Vec<Row>, Vec<Origin>) = rows.into_iter().unzip();
        Ok(Rows {
            form: Form::Sheet { between, origins: Arc::new(origins) },
            text: text.into(),
            is_latin,
            rows: base.iter().cloned().map(Some).collect(),
            base: Arc::new(base),
            tables: vec![table],
            is_open: false,
            notes: Vec::new(),
        })
    }

    fn of_dump(text: &str, is_latin: bool) -> Result<Rows, Unfit> {
        if let Some(parts) = statements::parted(text)
            && let Ok(mut rows) = Rows::of_plain_dump(parts.dump, is_latin)
            && statements::line_of_mark(parts.dump).is_none()
            && rows.is_open == parts.is_ended
            && statements::redo(&mut rows, parts.changes).is_some()
        {
            return Ok(rows);
        }
        match statements::line_of_mark(text) {
            Some(line) => Err(Unfit::Changes(line)),
            None => Rows::of_plain_dump(text, is_latin),
        }
    }

    fn of_plain_dump(text: &str, is_latin: bool) -> Result<Rows, Unfit> {
        let dump::Dump { rows: base, mut notes, unread, is_open } =
            dump::read(text).map_err(Unfit::Text)?;
        if base.is_empty() {
            return Err(Unfit::NoRows(unread));
        }
        notes.extend(unread.into_iter().map(|unread| format!("{unread}; skipped")));
        let mut tables: Vec<Arc<Table>> = Vec::new();
        for row in &base {
            if !tables.iter().any(|own| Arc::ptr_eq(own, &row.table)) {
                tables.push(Arc::clone(&row.table));
            }
        }
        Ok(Rows {
            form: Form::Dump,
            text: text.into(),
            is_latin,
            rows: base.iter().cloned().map(Some).collect(),
            base: Arc::new(base),
            tables,
            is_open,
            notes,
        })
    }

    pub fn is_dump(&self) -> bool {
        matches!(self.form, Form::Dump)
    }

    /// Every row that is there, with its number.
    pub fn rows(&self) -> impl Iterator<Item = (u32, &Row)> {
        (1..).zip(&self.rows).filter_map(|(number, row)| Some((number, row.as_ref()?)))
    }

    /// The zone that all rows are in which name one; `None` where they are of several, or name none.
    pub fn zone(&self) -> Option<String> {
        let mut zones = self.rows().filter_map(|(_, row)| match row.zone() {
            Some(InZone::Named(name)) => Some(name),
            _ => None,
        });
        let first = zones.next()?;
        zones.all(|other| other == first).then_some(first)
    }

    /// The zone that rows are in: the one that they name, or else the one that the file is called after.
    pub fn zone_of_file(&self, name: &str) -> String {
        let stem = || name.split(['.', '_']).next().unwrap_or_default().to_lowercase();
        self.zone().unwrap_or_else(stem)
    }

    /// The tables of the file, by name.
    pub fn tables(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.tables.iter()
    }

    /// Whether rows have the numbers that they get when the file is read again. Statements keep those of
    /// a removed row of the dump.
    pub fn is_numbered_as_read(&self) -> bool {
        let from = if self.is_dump() { self.base.len() } else { 0 };
        self.rows.iter().skip(from).all(Option::is_some)
    }

    /// A value of a row as a person reads and types it, without the quotes and escapes of the file.
    pub fn shown(&self, value: &str) -> String {
        match &self.form {
            Form::Dump => statements::shown(value),
            Form::Sheet { .. } => sheet::shown(value),
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let text = match &self.form {
            Form::Dump => {
                let changes = self.changes();
                let is_ended = self.is_open && !changes.is_empty();
                let end = if is_ended { statements::ended(&self.text) } else { String::new() };
                format!("{}{end}{changes}", self.text)
            }
            Form::Sheet { between, origins } => sheet::write(self, *between, origins),
        };
        if !self.is_latin {
            return Ok(text.into_bytes());
        }
        let byte = |letter: char| {
            u8::try_from(letter)
                .map_err(|_| format!("the file has no UTF-8, so it can't hold `{letter}`"))
        };
        text.chars().map(byte).collect()
    }

    /// Statements that make the rows of the file into those of now; empty where nothing changed.
    pub fn changes(&self) -> String {
        statements::write(self)
    }
}

#[cfg(test)]
mod tests;
