//! A table as a document: rows of cells, whatever format holds them (STB, STL, LTB).
//!
//! A row's number is the id that other tables use, so a row that goes is emptied or makes the rows
//! behind it move up: the person decides. A cell is the bytes that the file has. What nobody changed
//! is written as it was read.

mod cells;
mod source;
pub mod edit;
pub mod refusal;
pub mod action;
pub mod schema;
pub mod merge;
pub mod exchange;

use std::sync::Arc;

use crate::format::file::record::naming::is_same_name;
use crate::format::rose::meaning::{self, Column};
use crate::format::text::{CodePage, Text};

use self::cells::Coding;
use self::refusal::Refusal;
use self::source::Source;

pub use self::source::{TableContent, Unfit};

/// More rows than any real table has, and few enough for every list of them.
pub const MOST_ROWS: usize = 1 << 20;

/// A table. A clone is a snapshot and costs next to nothing.
#[derive(Debug, Clone)]
pub struct Table {
    base: Arc<Base>,
    rows: Arc<Vec<Arc<Row>>>,
}

/// What no edit changes.
#[derive(Debug)]
struct Base {
    /// As other tables call it: the name of its file without the ending, in capitals.
    name: String,
    source: Source,
    /// That of the project.
    code_page: CodePage,
    /// For each column.
    codings: Vec<Coding>,
    columns: Vec<Head>,
    /// The rows as they were read.
    rows: Arc<Vec<Arc<Row>>>,
}

/// A row: its cells, and which row of the file it was.
#[derive(Debug, Clone)]
pub struct Row {
    /// `None` where it is new.
    origin: Option<u32>,
    cells: Vec<Text>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// As scripts and sheets call it: a number, or `name`, `key` or `id`.
    pub id: String,
    /// As the file calls it; may be empty, and may be there twice.
    pub title: String,
    /// What is known of it.
    pub known: Option<Column>,
}

impl Base {
    fn coding_at(&self, place: usize) -> Coding {
        let usual = Coding { code_page: self.code_page, ends_in_zero: false };
        self.codings.get(place).copied().unwrap_or(usual)
    }
}

/// A table is what is in its rows.
impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        Arc::ptr_eq(&self.rows, &other.rows) || self.rows == other.rows
    }
}

impl Table {
    /// A table from the content of a file, with texts in a code page unless they are Unicode.
    pub fn new(file: &str, content: TableContent, code_page: CodePage) -> Result<Table, Unfit> {
        let name = meaning::table_name(file);
        let source = Source::new(content)?;
        let coding = source.coding(code_page);
        let codings = source.codings(coding);
        let rows = Arc::new(source.rows()?.into_iter().map(Arc::new).collect::<Vec<_>>());
        let columns = source.heads(&name, coding);
        let rows_read = Arc::clone(&rows);
        let base = Base { name, source, code_page, codings, columns, rows: rows_read };
        Ok(Table { base: Arc::new(base), rows })
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Refusal> {
        let is_as_read = Arc::ptr_eq(&self.rows, &self.base.rows) || self.rows == self.base.rows;
        match is_as_read {
            true => Ok(self.base.source.write()),
            false => self.base.source.write_rows(&self.rows, &self.base.rows),
        }
    }

    pub fn name(&self) -> &str {
        &self.base.name
    }

    pub fn n_rows(&self) -> usize {
        self.rows.len()
    }

    pub fn columns(&self) -> &[Head] {
        &self.base.columns
    }

    pub fn rows(&self) -> impl ExactSizeIterator<Item = &Row> {
        self.rows.iter().map(|row| &**row)
    }

    pub fn row(&self, row: usize) -> Option<&Row> {
        self.rows.get(row).map(|row| &**row)
    }

    /// The bytes of a cell, by its place in [`Table::columns`].
    pub fn cell(&self, row: usize, place: usize) -> Option<&Text> {
        self.row(row)?.cells.get(place)
    }

    /// A cell in words that give its bytes back: see [`Table::typed`].
    pub fn shown(&self, row: usize, place: usize) -> Option<String> {
        self.cell(row, place).map(|cell| self.base.coding_at(place).show(cell.as_bytes()))
    }

    /// The bytes of what a person typed into a column, or of `hex:` and digits.
    pub fn typed(&self, place: usize, text: &str) -> Result<Text, Refusal> {
        self.base.coding_at(place).read(text)
    }

    /// Whether a cell is no text in its code page.
    pub fn is_garbled(&self, row: usize, place: usize) -> bool {
        let cell = self.cell(row, place).map(Text::as_bytes).unwrap_or_default();
        !cell.is_ascii() && self.code_page_of(place).decode(cell).contains('\u{fffd}')
    }

    /// Of a column: newer clients have some in Unicode.
    pub fn code_page_of(&self, place: usize) -> CodePage {
        self.base.coding_at(place).code_page
    }

    /// As it was opened with.
    pub fn code_page(&self) -> CodePage {
        self.base.code_page
    }

    /// Whether rows are found by a key, and not by their number.
    pub fn has_keys(&self) -> bool {
        self.base.source.has_keys()
    }

    /// The place of a column that somebody named: by its number, its known name, or its title; or by
    /// number and title, as sheets and lists of differences name it. `-` and `_` are alike.
    pub fn place_of(&self, column: &str) -> Result<usize, Refusal> {
        let heads = self.columns();
        let of = |is_it: &dyn Fn(&Head) -> bool| -> Vec<usize> {
            (0..).zip(heads).filter(|(_, head)| is_it(head)).map(|(place, _)| place).collect()
        };
        let wanted = column.trim();
        let known = |head: &Head| {
            head.known.as_ref().is_some_and(|known| is_same_name(&known.name, wanted))
        };
        let titled = |head: &Head| !wanted.is_empty() && is_same_name(&head.title, wanted);
        let in_words = |head: &Head| is_same_name(&head.in_words(), wanted);
        for found in [of(&|head| head.id == wanted), of(&in_words), of(&known), of(&titled)] {
            match found.as_slice() {
                [] => {}
                [place] => return Ok(*place),
                _ => return Err(Refusal::Ambiguous { column: wanted.to_owned() }),
            }
        }
        Err(Refusal::NoColumn { column: wanted.to_owned(), n_columns: heads.len() })
    }

    /// The same rows over what a file of as many columns has besides them, such as the titles of its
    /// columns: for a file that a different program wrote anew. `None` where the columns differ.
    pub fn over(&self, file: &Table) -> Option<Table> {
        if self.columns().len() != file.columns().len() {
            return None;
        }
        let read = &file.base.rows;
        let row = |(n, row): (usize, &Arc<Row>)| match read.get(n) {
            Some(same) if same == row => Arc::clone(same),
            _ => {
                let origin = u32::try_from(n).ok().filter(|_| n < read.len());
                Arc::new(Row { origin, cells: row.cells.clone() })
            }
        };
        let rows: Vec<Arc<Row>> = self.rows.iter().enumerate().map(row).collect();
        let is_as_read = rows.len() == read.len()
            && rows.iter().zip(read.iter()).all(|(row, read)| Arc::ptr_eq(row, read));
        let rows = if is_as_read { Arc::clone(read) } else { Arc::new(rows) };
        Some(Table { base: Arc::clone(&file.base), rows })
    }

    fn empty_row(&self) -> Row {
        Row { origin: None, cells: vec![Text::default(); self.columns().len()] }
    }

    fn set(&mut self, row: usize, place: usize, text: Text) {
        if self.cell(row, place).is_none_or(|old| *old == text) {
            return;
        }
        if let Some(held) = Arc::make_mut(&mut self.rows).get_mut(row)
            && let Some(cell) = Arc::make_mut(held).cells.get_mut(place)
        {
            *cell = text;
        }
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Row) -> bool {
        self.cells == other.cells
    }
}

impl Row {
    pub fn cells(&self) -> &[Text] {
        &self.cells
    }

    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(Text::is_empty)
    }
}

impl Head {
    /// In words: the number, and the title where there is one.
    pub fn in_words(&self) -> String {
        match self.title.trim() {
            "" => self.id.clone(),
            title if title == self.id => title.to_owned(),
            title => format!("{} {title}", self.id),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
