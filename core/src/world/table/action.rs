//! What can be done to a table, as data: scripts, sheets and tools all say it in this way.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::format::rose::meaning::columns_to;
use crate::format::text::Text;
use crate::problem::counted::counted;
use crate::world::scripted::Scripted;

use super::edit::Edit;
use super::refusal::Refusal;
use super::{MOST_ROWS, Row, Table};

/// Something to do to a table, with its arguments. As JSON, `action` is its name and the arguments
/// stand beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    SetCell(SetCell),
    SetCells(SetCells),
    AddRow(AddRow),
    DuplicateRow(DuplicateRow),
    DeleteRow(DeleteRow),
}

/// Puts a text into a cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetCell {
    pub row: usize,
    pub column: ColumnName,
    pub to: Typed,
}

/// Puts texts into cells, and adds rows behind the others.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetCells {
    #[serde(default)]
    pub cells: Vec<SetCell>,
    #[serde(default)]
    pub add: Vec<AddRow>,
}

/// Adds a row behind the others.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddRow {
    /// By column; the others are empty.
    #[serde(default)]
    pub cells: BTreeMap<String, Typed>,
}

/// Adds a copy of a row behind the others, or puts it into a row that is empty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DuplicateRow {
    pub row: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
    /// By column: where the copy differs.
    #[serde(default)]
    pub cells: BTreeMap<String, Typed>,
}

/// Takes a row away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteRow {
    pub row: usize,
    #[serde(default)]
    pub how: Deletion,
}

/// What becomes of the rows behind one that goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deletion {
    /// They keep their numbers: the row stays, empty.
    #[default]
    Blank,
    /// They move up, and what refers to them means other rows.
    Shift,
}

/// A column by its number, its known name, or its title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a column, by its number from 0 or its name")]
pub enum ColumnName {
    Number(u32),
    Name(String),
}

/// What a cell gets: text in words, or `hex:` and digits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a whole number or a text")]
pub enum Typed {
    Number(i64),
    Text(String),
}

/// What an action comes to on a table as it is.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// `None` where nothing changes.
    pub edit: Option<Edit>,
    /// What a person should know about it.
    pub notes: Vec<String>,
}

impl Action {
    /// Checks the action against a table; nothing is changed.
    pub fn resolve(&self, table: &Table) -> Result<Resolved, Refusal> {
        let mut new = table.clone();
        let mut notes = Vec::new();
        match self {
            Action::SetCell(set) => new.set_typed(set)?,
            Action::SetCells(set) => {
                for cell in &set.cells {
                    new.set_typed(cell)?;
                }
                for row in &set.add {
                    new.add(table.empty_row(), &row.cells)?;
                }
            }
            Action::AddRow(add) => new.add(table.empty_row(), &add.cells)?,
            Action::DuplicateRow(duplicate) => new.duplicate(duplicate, &mut notes)?,
            Action::DeleteRow(delete) => new.delete(*delete, &mut notes)?,
        }
        Ok(Resolved { edit: Edit::between(table, &new), notes })
    }

    /// For a history of steps.
    pub fn title(&self) -> String {
        match self {
            Action::SetCell(set) => format!("Set a cell of row {}", set.row),
            Action::SetCells(SetCells { cells, add }) => {
                let cells = counted(cells.len(), "cell", "cells");
                match add.len() {
                    0 => format!("Set {cells}"),
                    n => format!("Set {cells} and add {}", counted(n, "row", "rows")),
                }
            }
            Action::AddRow(_) => "Add a row".to_owned(),
            Action::DuplicateRow(duplicate) => format!("Duplicate row {}", duplicate.row),
            Action::DeleteRow(DeleteRow { row, how: Deletion::Blank }) => {
                format!("Empty row {row}")
            }
            Action::DeleteRow(DeleteRow { row, how: Deletion::Shift }) => {
                format!("Delete row {row}")
            }
        }
    }
}

impl Scripted for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::SetCell(_) => "set-cell",
            Action::SetCells(_) => "set-cells",
            Action::AddRow(_) => "add-row",
            Action::DuplicateRow(_) => "duplicate-row",
            Action::DeleteRow(_) => "delete-row",
        }
    }
}

impl Table {
    fn set_typed(&mut self, set: &SetCell) -> Result<(), Refusal> {
        let place = self.place_of(&set.column.to_string())?;
        self.check_row(set.row)?;
        let text = self.checked(set.row, place, &set.to)?;
        if self.has_keys() && place == KEY {
            self.check_key(&text, Some(set.row))?;
        }
        self.set(set.row, place, text);
        Ok(())
    }

    /// Adds a row with other texts in some columns.
    fn add(&mut self, mut row: Row, cells: &BTreeMap<String, Typed>) -> Result<(), Refusal> {
        let n_rows = self.n_rows();
        if n_rows >= MOST_ROWS {
            return Err(Refusal::TooManyRows(MOST_ROWS));
        }
        self.put_cells(&mut row, n_rows, cells)?;
        if self.has_keys() {
            self.give_key(&mut row)?;
        }
        Arc::make_mut(&mut self.rows).push(Arc::new(row));
        Ok(())
    }

    fn duplicate(
        &mut self,
        duplicate: &DuplicateRow,
        notes: &mut Vec<String>,
    ) -> Result<(), Refusal> {
        let DuplicateRow { row, to, cells } = duplicate;
        self.check_row(*row)?;
        let mut copy = self.row(*row).cloned().unwrap_or_else(|| self.empty_row());
        let Some(to) = to else {
            if self.has_keys() {
                // Its key and id are those of the other row.
                copy.cells.iter_mut().take(2).for_each(|cell| *cell = Text::default());
            }
            notes.push(format!("the copy is row {}", self.n_rows()));
            return self.add(copy, cells);
        };
        self.check_row(*to)?;
        let kept = self.row(*to).cloned().unwrap_or_else(|| self.empty_row());
        let n_kept = if self.has_keys() { 2 } else { 0 };
        if kept.cells.iter().skip(n_kept).any(|cell| !cell.is_empty()) {
            return Err(Refusal::NotEmpty { row: *to });
        }
        for (cell, kept) in copy.cells.iter_mut().zip(kept.cells).take(n_kept) {
            *cell = kept;
        }
        self.put_cells(&mut copy, *to, cells)?;
        if let Some(held) = Arc::make_mut(&mut self.rows).get_mut(*to) {
            *held = Arc::new(copy);
        }
        Ok(())
    }

    fn delete(&mut self, delete: DeleteRow, notes: &mut Vec<String>) -> Result<(), Refusal> {
        let DeleteRow { row, how } = delete;
        self.check_row(row)?;
        if how == Deletion::Shift {
            Arc::make_mut(&mut self.rows).remove(row);
            notes.extend(self.moved_note(row));
            return Ok(());
        }
        let first = if self.has_keys() { 2 } else { 0 };
        (first..self.columns().len()).for_each(|place| self.set(row, place, Text::default()));
        Ok(())
    }

    /// What refers to rows that have other numbers now.
    fn moved_note(&self, first: usize) -> Option<String> {
        let last = self.n_rows().checked_sub(1).filter(|last| *last >= first)?;
        if self.has_keys() {
            return None;
        }
        let moved = format!("rows {} to {} are now rows {first} to {last}", first + 1, last + 1);
        let referring = columns_to(self.name());
        let names = referring.iter().map(|(table, column)| format!("{table} {}", column.name));
        let names = names.collect::<Vec<_>>().join(", ");
        Some(match referring.is_empty() {
            true => moved,
            false => format!("{moved}; these columns refer to rows of this table: {names}"),
        })
    }

    fn put_cells(
        &self,
        row: &mut Row,
        number: usize,
        cells: &BTreeMap<String, Typed>,
    ) -> Result<(), Refusal> {
        for (column, typed) in cells {
            let place = self.place_of(column)?;
            let text = self.checked(number, place, typed)?;
            if let Some(cell) = row.cells.get_mut(place) {
                *cell = text;
            }
        }
        Ok(())
    }

    /// A new entry has a key of its own, and an id behind all others where none is given.
    fn give_key(&self, row: &mut Row) -> Result<(), Refusal> {
        let key = row.cells.first().filter(|key| !key.is_empty()).ok_or(Refusal::NoKey)?;
        self.check_key(key, None)?;
        if let Some(id) = row.cells.get_mut(1).filter(|id| id.is_empty()) {
            let ids = self.rows().filter_map(|row| {
                std::str::from_utf8(row.cells.get(1)?.as_bytes()).ok()?.parse::<u32>().ok()
            });
            let next = ids.max().map_or(1, |last| last.saturating_add(1));
            *id = Text::from(next.to_string().as_str());
        }
        Ok(())
    }

    fn check_key(&self, key: &Text, own: Option<usize>) -> Result<(), Refusal> {
        let same = self.rows().position(|row| row.cells.first() == Some(key));
        match same.filter(|row| Some(*row) != own) {
            None => Ok(()),
            Some(row) => {
                let key = self.shown(row, KEY).unwrap_or_default();
                Err(Refusal::DoubledKey { key, row })
            }
        }
    }

    fn check_row(&self, row: usize) -> Result<(), Refusal> {
        let n_rows = self.n_rows();
        if row < n_rows { Ok(()) } else { Err(Refusal::NoRow { row, n_rows }) }
    }

    /// The bytes of what was typed for a cell, if it takes them.
    fn checked(&self, row: usize, place: usize, typed: &Typed) -> Result<Text, Refusal> {
        let text = self.typed(place, &typed.to_string())?;
        // What is there already can stay, however it came there.
        if self.cell(row, place) != Some(&text) {
            self.base.source.check(row, place, &text)?;
        }
        Ok(text)
    }
}

/// The place of the column by which entries are found, where they are.
const KEY: usize = 0;

impl std::fmt::Display for ColumnName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ColumnName::Number(number) => number.fmt(f),
            ColumnName::Name(name) => name.fmt(f),
        }
    }
}

impl std::fmt::Display for Typed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Typed::Number(number) => number.fmt(f),
            Typed::Text(text) => text.fmt(f),
        }
    }
}
