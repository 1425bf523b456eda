//! An open table: its history, the cells that are selected, and what of it is in sight.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use landwright_core::format::rose::meaning::Meaning;
use landwright_core::world::table::Table;
use landwright_core::world::{Editing, Revision};

use super::names::Names;
use super::sight::{Cell, Sight};
use crate::kind::single::OneFile;
use crate::kind::single::Single;

#[derive(Debug)]
pub struct TableDocument {
    pub(super) single: Single<Table>,
    /// The cell that keys mean, and the opposite corner of what is selected.
    pub(super) cursor: Cell,
    pub(super) anchor: Cell,
    /// Grows when the cell is to be brought into sight.
    pub(super) n_shows: u64,
    /// Grows when the cell is to be typed into, or the field of the search.
    pub(super) n_edits: u64,
    pub(super) n_searches: u64,
    pub(super) sight: Sight,
    /// The cell where somebody began to type what is searched for.
    pub(super) searched_from: Cell,
    shown: Arc<Vec<u32>>,
    /// Of which state they are the rows.
    shown_of: Option<(Revision, Sight)>,
    pub(super) names: Arc<Names>,
    pub(super) is_named: bool,
    /// The place of the column that says what a row is.
    pub(super) key_place: usize,
}

impl Deref for TableDocument {
    type Target = Single<Table>;

    fn deref(&self) -> &Single<Table> {
        &self.single
    }
}

impl DerefMut for TableDocument {
    fn deref_mut(&mut self) -> &mut Single<Table> {
        &mut self.single
    }
}

impl TableDocument {
    pub(super) fn of(single: Single<Table>) -> TableDocument {
        let key_place = key_place(single.document());
        let mut document = TableDocument {
            single,
            cursor: Cell { row: 0, place: key_place },
            anchor: Cell { row: 0, place: key_place },
            n_shows: 0,
            n_edits: 0,
            n_searches: 0,
            sight: Sight::default(),
            searched_from: Cell { row: 0, place: key_place },
            shown: Arc::default(),
            shown_of: None,
            names: Arc::default(),
            is_named: false,
            key_place,
        };
        document.follow();
        document
    }

    pub fn table(&self) -> &Table {
        self.editing.document()
    }

    pub fn editing(&self) -> &Editing<Table> {
        &self.editing
    }

    pub fn sight(&self) -> &Sight {
        &self.sight
    }

    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    /// The numbers of the rows that are shown, in their order.
    pub fn shown(&self) -> &Arc<Vec<u32>> {
        &self.shown
    }

    /// Where a row is among those that are shown.
    pub fn position_of(&self, row: usize) -> Option<usize> {
        match self.sight.is_whole() {
            true => Some(row).filter(|row| *row < self.shown.len()),
            false => self.shown.iter().position(|shown| *shown as usize == row),
        }
    }

    /// Places of columns as they are shown: the one that says what a row is comes first.
    pub fn places(&self) -> Vec<usize> {
        let others = (0..self.table().columns().len()).filter(|place| *place != self.key_place);
        std::iter::once(self.key_place).chain(others).collect()
    }

    /// The positions of the rows and columns that are selected, first and last.
    pub fn selected(&self) -> ([usize; 2], [usize; 2]) {
        let position = |cell: Cell| self.position_of(cell.row).unwrap_or_default();
        let column = |cell: Cell| self.column_of(cell.place);
        let sorted = |a: usize, b: usize| [a.min(b), a.max(b)];
        let (cursor, anchor) = (self.cursor, self.anchor);
        (sorted(position(cursor), position(anchor)), sorted(column(cursor), column(anchor)))
    }

    /// Where a column is shown.
    pub fn column_of(&self, place: usize) -> usize {
        match place.cmp(&self.key_place) {
            std::cmp::Ordering::Less => place + 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => place,
        }
    }

    /// The numbers of the rows that are selected.
    pub fn selected_rows(&self) -> Vec<usize> {
        let [first, last] = self.selected().0;
        let rows = self.shown.get(first..=last.min(self.shown.len().saturating_sub(1)));
        rows.unwrap_or_default().iter().map(|row| *row as usize).collect()
    }

    /// What a cell refers to or is called elsewhere.
    pub fn name_of(&self, cell: Cell) -> Option<&str> {
        self.names.of(self.table(), cell)
    }

    /// Goes to a cell, which is brought into sight.
    pub(super) fn go(&mut self, to: Cell, grows: bool) {
        let n_columns = self.table().columns().len();
        self.cursor = Cell { row: to.row, place: to.place.min(n_columns.saturating_sub(1)) };
        if !grows {
            self.anchor = self.cursor;
        }
        self.n_shows += 1;
    }

    /// Goes to a row, and shows all rows where it is hidden.
    pub(super) fn show_row(&mut self, row: usize, place: Option<usize>) {
        if row >= self.table().n_rows() {
            return;
        }
        if self.position_of(row).is_none() {
            (self.sight.only_found, self.sight.filters) = (false, Vec::new());
            self.look();
        }
        self.go(Cell { row, place: place.unwrap_or(self.cursor.place) }, false);
    }

    /// Lets what is shown follow what the table has become.
    pub(super) fn follow(&mut self) {
        let of = (self.editing.revision(), self.sight.clone());
        if self.shown_of.as_ref() != Some(&of) {
            self.shown = Arc::new(self.sight.rows(self.table()));
            self.shown_of = Some(of);
        }
        let last = self.shown.len().saturating_sub(1);
        let last_place = self.table().columns().len().saturating_sub(1);
        self.cursor.place = self.cursor.place.min(last_place);
        self.anchor.place = self.anchor.place.min(last_place);
        let shown = |row: usize| self.position_of(row).is_some();
        let nearest = self.shown.iter().rev().find(|row| **row as usize <= self.cursor.row);
        let nearest = nearest.or(self.shown.first()).or(self.shown.get(last)).copied();
        let nearest = nearest.unwrap_or_default() as usize;
        let (is_cursor, is_anchor) = (shown(self.cursor.row), shown(self.anchor.row));
        if !is_cursor {
            self.cursor.row = nearest;
        }
        if !is_cursor || !is_anchor {
            self.anchor = self.cursor;
        }
    }
}

/// The column that says best what a row is: its key, its name, or its first text.
pub(super) fn key_place(table: &Table) -> usize {
    if table.has_keys() {
        return 0;
    }
    let n_filled = |place: usize| {
        table
            .rows()
            .filter(|row| row.cells().get(place).is_some_and(|cell| !cell.is_empty()))
            .count()
    };
    let n_named = n_filled(0);
    let is_text = |known: &Meaning| matches!(known, Meaning::Text | Meaning::Key(_));
    let heads = table.columns().iter().enumerate();
    let known = heads.filter_map(|(place, head)| Some((place, head.known.as_ref()?.meaning)));
    let first_text =
        known.into_iter().find(|(_, meaning)| is_text(meaning)).map(|(place, _)| place);
    match first_text {
        Some(place) if n_filled(place) > n_named => place,
        _ if n_named == 0 && table.columns().len() > 1 => 1,
        _ => 0,
    }
}
