//! What a person does to rows, each as one step.

use std::collections::{BTreeMap, BTreeSet};

use landwright_core::nav::eq::answer::Verdict;
use landwright_core::problem::counted::counted;
use landwright_core::world::eq::rows::action::{
    Action, AddRow, Cell, DropRows, MoveRows, RemoveRows, Selection, SetRows,
};
use landwright_core::world::eq::rows::row::Row;

use crate::kind::everquest::message::Way;
use crate::kind::rows::document::RowsDocument;
use crate::kind::single::OneFile;
use crate::message::sent::Wishes;

/// Columns that a copy of a row does not take over.
const OWN: [&str; 2] = ["id", "number"];

impl RowsDocument {
    fn chosen(&self) -> Selection {
        Selection::Numbers(self.selection.iter().copied().collect())
    }

    fn chosen_in_words(&self) -> String {
        counted(self.selection.len(), "row", "rows")
    }

    /// Moves the selected rows. Each is as high above its floor as it was, where it was on one.
    pub(super) fn move_rows(&mut self, [dx, dy]: [f64; 2]) -> Wishes {
        let rises = self.selected().filter_map(|(number, row)| {
            let at @ [x, y, z] = row.at()?;
            let (was, is) = (self.answer(at)?, self.answer([x + dx, y + dy, z])?);
            let above = match was.verdict {
                Verdict::Fine => z - was.best_z?,
                _ => 0.0,
            };
            let stays = was.is_in_liquid || is.is_in_liquid;
            Some((number, is.best_z.filter(|_| !stays)? + above - z))
        });
        let rises: BTreeMap<u32, f64> = rises.collect();
        let title = format!("Move {}", self.chosen_in_words());
        let moved = |number: &u32| {
            let rise = rises.get(number).copied().unwrap_or_default();
            let rows = Selection::Numbers(vec![*number]);
            Action::MoveRows(MoveRows { rows, by: [dx, dy, rise] })
        };
        let actions: Vec<Action> = self.selection.iter().map(moved).collect();
        self.act_all(&title, &actions)
    }

    pub(super) fn set_column(&mut self, column: &str, text: &str) -> Wishes {
        let title = format!("Set {column} of {}", self.chosen_in_words());
        let fields = BTreeMap::from([(column.to_owned(), cell(text))]);
        self.act_all(&title, &[Action::SetRows(SetRows { rows: self.chosen(), fields })])
    }

    pub(super) fn drop_rows(&mut self) -> Wishes {
        let title = format!("Put {} on the floor", self.chosen_in_words());
        let rows = self.chosen();
        self.act_all(&title, &[Action::DropRows(DropRows { rows, size: None })])
    }

    pub(super) fn remove_rows(&mut self) -> Wishes {
        let title = format!("Remove {}", self.chosen_in_words());
        let rows = self.chosen();
        self.act_all(&title, &[Action::RemoveRows(RemoveRows { rows })])
    }

    /// Adds a row where a person clicked last, like the one that is selected.
    pub(super) fn add_row(&mut self) -> Wishes {
        let Some([x, y]) = self.aim else { return Wishes::default() };
        let like: Option<Row> = self.selected().next().map(|(_, row)| row.clone());
        let table = like.as_ref().map_or_else(|| self.table.clone(), |row| row.table.name.clone());
        let tables = self.edited().rows().tables();
        let own = tables.filter(|own| own.name == table).find_map(|own| own.point());
        let Some(point) = own else { return Wishes::default() };
        let mut fields = BTreeMap::new();
        for (column, value) in like.iter().flat_map(|row| row.table.columns.iter().zip(&row.values))
        {
            if let Some(value) = value.as_deref().filter(|_| !OWN.contains(&column.as_str())) {
                fields.insert(column.clone(), Cell::Written(value.to_owned()));
            }
        }
        let z = self.floor_at([x, y]).unwrap_or_default();
        for (column, number) in point.into_iter().zip([x, y, z]) {
            let number = (number * 1e3).round() / 1e3;
            fields.insert(column.to_owned(), cell(&number.to_string()));
        }
        let title = format!("Add a row of {table}");
        let add = AddRow { fields, table: Some(table) };
        let wishes = self.act_all(&title, &[Action::AddRow(add)]);
        if wishes.warnings.is_empty() {
            let last = self.edited().rows().rows().last().map(|(number, _)| number);
            self.select(&last.into_iter().collect::<BTreeSet<u32>>(), Way::Replace);
        }
        wishes
    }

    /// The highest floor of a column.
    pub(super) fn floor_at(&self, [x, y]: [f64; 2]) -> Option<f64> {
        self.zone.as_ref()?.ground.column(x, y).floors().last()
    }
}

/// What a person typed, as a value.
fn cell(text: &str) -> Cell {
    match text.parse::<serde_json::Number>() {
        _ if text.eq_ignore_ascii_case("null") => Cell::Null,
        Ok(number) => Cell::Number(number),
        Err(_) => Cell::Text(text.to_owned()),
    }
}
