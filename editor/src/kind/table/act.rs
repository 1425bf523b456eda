//! What a person does to the cells and rows of a table, each as one step.

use std::collections::BTreeMap;

use landwright_core::problem::counted::counted;
use landwright_core::world::Document;
use landwright_core::world::table::Table;
use landwright_core::world::table::action::{
    Action, AddRow, ColumnName, DuplicateRow, SetCell, SetCells, Typed,
};
use landwright_core::world::table::refusal::Refusal;

use super::document::TableDocument;
use super::sight::Cell;
use crate::kind::single::OneFile;
use crate::message::sent::Wishes;

impl TableDocument {
    pub(super) fn set_cell(&mut self, cell: Cell, text: &str) -> Wishes {
        if self.table().shown(cell.row, cell.place).as_deref() == Some(text) {
            return Wishes::default();
        }
        let Some(set) = self.set(cell, text) else { return Wishes::default() };
        let title = format!("Set {}", self.cell_in_words(cell));
        self.act_all(&title, &[Action::SetCell(set)])
    }

    pub(super) fn set(&self, cell: Cell, text: &str) -> Option<SetCell> {
        let head = self.table().columns().get(cell.place)?;
        let column = ColumnName::Name(head.id.clone());
        Some(SetCell { row: cell.row, column, to: Typed::Text(text.to_owned()) })
    }

    pub(super) fn add_row(&mut self) -> Wishes {
        let mut cells = BTreeMap::new();
        if self.table().has_keys() {
            cells.insert("key".to_owned(), Typed::Text(self.next_key()));
        }
        let wishes = self.act_all("Add a row", &[Action::AddRow(AddRow { cells })]);
        self.show_row(self.table().n_rows().saturating_sub(1), None);
        wishes
    }

    /// Copies have keys of their own, and the texts of those that are copied.
    pub(super) fn duplicate_rows(&mut self) -> Wishes {
        let rows = self.selected_rows();
        let n_before = self.table().n_rows();
        let (mut copied, mut actions) = (Vec::new(), Vec::new());
        let keyed = self.keyed();
        for row in &rows {
            let mut cells = BTreeMap::new();
            if let Some(keyed) = &keyed
                && let Some((from, to)) = self.key_for_copy(keyed, *row, &copied)
            {
                cells.insert(keyed.column.clone(), Typed::Text(to.clone()));
                copied.push((from, to));
            }
            actions.push(Action::DuplicateRow(DuplicateRow { row: *row, to: None, cells }));
        }
        let mut wishes = self.act_all(&format!("Duplicate {}", rows_in_words(&rows)), &actions);
        if self.table().n_rows() > n_before {
            self.show_row(n_before, None);
            wishes.others.extend(keyed.and_then(|keyed| self.follow_copied(keyed, copied)));
        }
        // Every copy would say the same.
        wishes.notes.truncate(1);
        wishes
    }

    /// Empties what is selected.
    pub(super) fn clear_cells(&mut self) -> Wishes {
        let cells: Vec<SetCell> =
            self.selected_cells().filter_map(|cell| self.set(cell, "")).collect();
        let title = match cells.as_slice() {
            [_] => format!("Empty {}", self.cell_in_words(self.cursor)),
            cells => format!("Empty {}", counted(cells.len(), "cell", "cells")),
        };
        self.act_all(&title, &[Action::SetCells(SetCells { cells, add: Vec::new() })])
    }

    /// Row by row, and from left to right.
    pub(super) fn selected_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let ([_, _], [left, right]) = self.selected();
        let places: Vec<usize> =
            self.places().get(left..=right).map(<[usize]>::to_vec).unwrap_or_default();
        let rows = self.selected_rows();
        rows.into_iter().flat_map(move |row| {
            let places = places.clone();
            places.into_iter().map(move |place| Cell { row, place })
        })
    }

    pub fn cell_in_words(&self, cell: Cell) -> String {
        let head = self.table().columns().get(cell.place);
        let column = head.map(super::columns::title).unwrap_or_default();
        format!("{column} of row {}", cell.row)
    }

    /// A key that no entry has yet, like that of the last one.
    fn next_key(&self) -> String {
        let table = self.table();
        let last = table.shown(table.n_rows().saturating_sub(1), 0).unwrap_or_default();
        free_key(&last, (0..table.n_rows()).filter_map(|row| table.shown(row, 0)))
    }
}

/// The first key in the style of one that nobody has: `LNPC001` and so on.
pub(super) fn free_key(model: &str, taken: impl Iterator<Item = String>) -> String {
    let stem = model.trim_end_matches(|c: char| c.is_ascii_digit());
    let n_digits = model.len() - stem.len();
    let stem = if model.is_empty() { "KEY" } else { stem };
    let numbers = taken.filter_map(|key| key.strip_prefix(stem)?.parse::<u64>().ok());
    let next = numbers.max().map_or(1, |last| last.saturating_add(1));
    format!("{stem}{next:0n_digits$}")
}

/// A table after several actions, and what a person should know.
pub(super) fn after_all(
    table: &Table,
    actions: &[Action],
) -> Result<(Table, Vec<String>), Refusal> {
    let (mut after, mut notes) = (table.clone(), Vec::new());
    for action in actions {
        let resolved = action.resolve(&after)?;
        if let Some(edit) = &resolved.edit {
            after.put(edit);
        }
        notes.extend(resolved.notes);
    }
    Ok((after, notes))
}

/// "row 5", "rows 5 and 9", "12 rows".
pub(super) fn rows_in_words(rows: &[usize]) -> String {
    match rows {
        [row] => format!("row {row}"),
        [first, second] => format!("rows {first} and {second}"),
        rows => counted(rows.len(), "row", "rows"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_key_goes_on_where_the_others_end() {
        let free = |model: &str, taken: &[&str]| {
            free_key(model, taken.iter().map(|key| (*key).to_owned()))
        };
        assert_eq!(free("LNPC001", &["LNPC001", "LNPC009", "LZON050"]), "LNPC010");
        assert_eq!((free("abc", &["abc"]), free("", &[])), ("abc1".into(), "KEY1".into()));
        assert_eq!(rows_in_words(&[1, 2, 3]), "3 rows");
    }
}
