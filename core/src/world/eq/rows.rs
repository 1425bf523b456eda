//! Rows of a server's database: spawn points, grids, doors and zone points, from a table or a dump.
//!
//! A row is known by its number in the file, counted from 1. One that is removed keeps it, and new ones
//! are behind all others. All other bytes of the file stay.

pub mod row;
pub mod dump;
pub mod action;
pub mod grid;
pub mod schema;
pub mod compare;
pub mod merge;
pub mod take;
pub mod document;
mod keys;
mod letters;
mod matching;
mod sheet;
mod statements;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use self::letters::Letters;
use self::row::{InZone, Row, Table};
use self::sheet::{Origin, Sheet};
use crate::format::text::CodePage;

/// A file of rows.
#[derive(Debug, Clone)]
pub struct Rows {
    base: Arc<Base>,
    /// As they are now: those of the text, and then the new ones.
    rows: Vec<Option<Row>>,
}

/// A file as it was read. No edit changes it, but one may put another file in its place.
#[derive(Debug)]
struct Base {
    form: Form,
    /// Without the changes that a dump has at its end.
    text: Box<str>,
    letters: Letters,
    /// As the text has them.
    rows: Vec<Row>,
    tables: Vec<Arc<Table>>,
    /// Whether no `;` is behind the last statement of a dump.
    is_open: bool,
    /// What a person should hear of a dump.
    notes: Vec<String>,
    damage: Vec<Damage>,
}

#[derive(Debug, PartialEq)]
enum Form {
    /// Changes are statements behind the text. Some statements have none of the rows.
    Dump { others: Vec<Range<usize>>, ends: Vec<Range<usize>> },
    /// Changes are in their places.
    Sheet { between: char, origins: Vec<Origin> },
}

/// Something wrong in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Damage {
    pub line: usize,
    pub reason: String,
}

impl Damage {
    fn at(text: &str, at: usize, reason: &str) -> Damage {
        let before = text.get(..at).unwrap_or_default();
        Damage { line: before.matches('\n').count() + 1, reason: reason.to_owned() }
    }
}

/// Why a file holds no rows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    #[error("no line with the names of columns has x, y and z, or id, zoneid, type and type2")]
    NoColumns,
    #[error("no INSERT has columns x, y and z, or those of a grid{}", unread(.0))]
    NoRows(Vec<String>),
    /// Of a text that may hold something else than rows.
    #[error("{0}")]
    Text(Damage),
    /// Of a text that has rows.
    #[error("{0}")]
    Damaged(Damage),
    #[error(
        "line {0} begins changes of Landwright that are not as it wrote them, so a database would have \
         different rows; read the dump into it and dump it anew, or remove all from that line on"
    )]
    Changes(usize),
}

fn unread(unread: &[String]) -> String {
    if unread.is_empty() { String::new() } else { format!(" ({})", unread.join("; ")) }
}

impl Unfit {
    /// Where a file is damaged that has rows; `None` for a file of something else.
    pub fn damage(&self) -> Option<Damage> {
        match self {
            Unfit::Damaged(damage) => Some(damage.clone()),
            Unfit::Changes(line) => {
                let reason = "changes of Landwright begin here, and are not as it wrote them";
                Some(Damage { line: *line, reason: reason.to_owned() })
            }
            Unfit::NoColumns | Unfit::NoRows(_) | Unfit::Text(_) => None,
        }
    }
}

/// Whether a file may hold rows, by its name.
pub fn is_one(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ["sql", "csv", "tsv"].contains(&ending.as_str()))
}

impl Rows {
    /// Opens a table or, by its name, a dump. The code page is that of texts that are not Unicode.
    pub fn open(name: &str, bytes: &[u8], code_page: CodePage) -> Result<Rows, Unfit> {
        let (text, letters) = Letters::read(bytes, code_page);
        match name.to_ascii_lowercase().ends_with(".sql") {
            true => Rows::of_dump(&text, letters),
            false => Base::of_sheet(&text, letters).map(Rows::of),
        }
    }

    fn of_dump(text: &str, letters: Letters) -> Result<Rows, Unfit> {
        if let Some(parts) = statements::parted(text)
            && let Ok(base) = Base::of_dump(parts.dump, letters)
            && statements::line_of_mark(parts.dump).is_none()
            && base.is_open == parts.is_ended
        {
            let mut rows = Rows::of(base);
            if statements::redo(&mut rows, parts.changes).is_some() {
                return Ok(rows);
            }
        }
        match statements::line_of_mark(text) {
            Some(line) => Err(Unfit::Changes(line)),
            None => Base::of_dump(text, letters).map(Rows::of),
        }
    }

    fn of(base: Base) -> Rows {
        Rows::over(Arc::new(base))
    }

    /// The rows of a file without a change.
    fn over(base: Arc<Base>) -> Rows {
        Rows { rows: base.rows.iter().cloned().map(Some).collect(), base }
    }

    pub fn is_dump(&self) -> bool {
        matches!(self.base.form, Form::Dump { .. })
    }

    /// What a person should hear of a dump.
    pub fn notes(&self) -> &[String] {
        &self.base.notes
    }

    /// Rows that are left out, and why.
    pub fn damage(&self) -> &[Damage] {
        &self.base.damage
    }

    /// Every row that is there, with its number.
    pub fn rows(&self) -> impl Iterator<Item = (u32, &Row)> {
        (1..).zip(&self.rows).filter_map(|(number, row)| Some((number, row.as_ref()?)))
    }

    /// The zone that all rows are in which name one; `None` where they are of several, or name none.
    pub fn zone(&self) -> Option<String> {
        let mut zones = self.zones().into_iter();
        zones.next().filter(|_| zones.next().is_none()).map(|(zone, _)| zone)
    }

    /// The zones that rows name, in lower case, each with the number of its first row.
    pub fn zones(&self) -> BTreeMap<String, u32> {
        let mut zones: BTreeMap<String, u32> = BTreeMap::new();
        for (number, row) in self.rows() {
            if let Some(InZone::Named(name)) = row.zone()
                && !zones.contains_key(&name)
            {
                zones.insert(name, number);
            }
        }
        zones
    }

    /// The zone that rows are in: the one that they name, or else the one that the file is called after.
    pub fn zone_of_file(&self, name: &str) -> String {
        let stem = || name.split(['.', '_']).next().unwrap_or_default().to_lowercase();
        self.zone().unwrap_or_else(stem)
    }

    /// The tables of the file, by name.
    pub fn tables(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.base.tables.iter()
    }

    /// Whether rows have the numbers that they get when the file is read again. Statements keep those of
    /// a removed row of the dump.
    pub fn is_numbered_as_read(&self) -> bool {
        let from = if self.is_dump() { self.base.rows.len() } else { 0 };
        self.rows.iter().skip(from).all(Option::is_some)
    }

    /// Whether both have the same rows in the same order, no matter how an empty value is written.
    pub fn has_the_same_rows(&self, other: &Rows) -> bool {
        let is_empty = |value: &str| value.is_empty() || value.eq_ignore_ascii_case("null");
        let is_same = |a: &Row, b: &Row| {
            let given = |row: &Row, column: &str| {
                row.get(column).filter(|value| !is_empty(value)).map(str::to_owned)
            };
            let columns = a.table.columns.iter().chain(&b.table.columns);
            a == b || columns.into_iter().all(|column| given(a, column) == given(b, column))
        };
        let (mut own, mut others) = (self.rows(), other.rows());
        own.by_ref().all(|(_, row)| others.next().is_some_and(|(_, other)| is_same(row, other)))
            && others.next().is_none()
    }

    /// A value of a row as a person reads and types it, without the quotes and escapes of the file.
    pub fn shown(&self, value: &str) -> String {
        match &self.base.form {
            Form::Dump { .. } => statements::shown(value),
            Form::Sheet { .. } => sheet::shown(value),
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let text = match &self.base.form {
            Form::Dump { .. } => {
                let changes = self.changes();
                let is_ended = self.base.is_open && !changes.is_empty();
                let end = if is_ended { statements::ended(&self.base.text) } else { String::new() };
                format!("{}{end}{changes}", self.base.text)
            }
            Form::Sheet { between, origins } => sheet::write(self, *between, origins),
        };
        self.base.letters.write(&text)
    }

    /// Statements that make the rows of the file into those of now; empty where nothing changed.
    pub fn changes(&self) -> String {
        statements::write(self)
    }
}

/// How lines of a text end: as the first one does, since a value may have line ends of its own.
fn line_end(text: &str) -> &'static str {
    let first = text.split_once('\n').map(|(first, _)| first);
    if first.is_some_and(|first| first.ends_with('\r')) { "\r\n" } else { "\n" }
}

impl Base {
    /// How a text is written, as words for a person.
    fn habits(&self) -> [(&'static str, &'static str); 2] {
        let mark = if self.text.starts_with('\u{feff}') { "yes" } else { "no" };
        let ends = if line_end(&self.text) == "\n" { "LF" } else { "CRLF" };
        [("byte order mark", mark), ("line end", ends)]
    }

    fn of_sheet(text: &str, letters: Letters) -> Result<Base, Unfit> {
        let Sheet { table, rows, between } = sheet::read(text)?;
        let (rows, origins): (Vec<Row>, Vec<Origin>) = rows.into_iter().unzip();
        Ok(Base {
            form: Form::Sheet { between, origins },
            text: text.into(),
            letters,
            rows,
            tables: vec![table],
            is_open: false,
            notes: Vec::new(),
            damage: Vec::new(),
        })
    }

    fn of_dump(text: &str, letters: Letters) -> Result<Base, Unfit> {
        let read = dump::read(text).map_err(|unread| match unread.has_rows {
            true => Unfit::Damaged(unread.damage),
            false => Unfit::Text(unread.damage),
        })?;
        let dump::Dump { rows, mut notes, unread, short, is_open, others, ends } = read;
        if rows.is_empty() {
            return Err(Unfit::NoRows(unread));
        }
        notes.extend(unread.into_iter().map(|unread| format!("{unread}; skipped")));
        let mut tables: Vec<Arc<Table>> = Vec::new();
        for row in &rows {
            if !tables.iter().any(|own| Arc::ptr_eq(own, &row.table)) {
                tables.push(Arc::clone(&row.table));
            }
        }
        Ok(Base {
            form: Form::Dump { others, ends },
            text: text.into(),
            letters,
            rows,
            tables,
            is_open,
            notes,
            damage: short,
        })
    }

    /// Whether it is the same file, byte for byte.
    fn is_same(&self, other: &Base) -> bool {
        let is_form =
            matches!(self.form, Form::Dump { .. }) == matches!(other.form, Form::Dump { .. });
        is_form && self.letters == other.letters && self.text == other.text
    }

    /// How much memory it takes, but for the allocations of its values.
    fn n_bytes(&self) -> usize {
        let values: usize = self.rows.iter().map(|row| row.values.len()).sum();
        self.text.len() * 2 + values * size_of::<Option<String>>()
    }

    /// All of it that is around the rows: the statements of a dump that have none of them, or the remarks
    /// of a table.
    fn around(&self) -> Vec<&str> {
        match &self.form {
            Form::Dump { others, ends } => {
                let text = |range: &Range<usize>| self.text.get(range.clone());
                // They are the same in many statements, and a dump may part its rows in other ways.
                let ends: BTreeSet<&str> = ends.iter().filter_map(text).collect();
                others.iter().filter_map(text).chain(ends).collect()
            }
            Form::Sheet { origins, .. } => sheet::remarks(&self.text, origins),
        }
    }
}

#[cfg(test)]
mod tests;
