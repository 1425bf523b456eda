//! Rows that go: a person decides whether the rows behind them move up, and hears what refers to rows
//! that would have other numbers then.

use std::path::Path;

use landwright_core::format::file::Content;
use landwright_core::format::rose::meaning::{Meaning, columns_to, item};
use landwright_core::problem::counted::counted;
use landwright_core::world::table::action::{Action, DeleteRow, Deletion};

use super::act::rows_in_words;
use super::around::Tables;
use super::document::TableDocument;
use super::message::ToTable;
use crate::kind::single::OneFile;
use crate::message::sent::{Question, Sent, Wishes};

/// More tables are only counted.
const MOST_TOLD: usize = 6;

impl TableDocument {
    /// Looks at the tables around it first, beside the window.
    pub(super) fn ask_to_delete(&self) -> Wishes {
        let rows = self.selected_rows();
        let Some(first) = rows.iter().min().copied() else { return Wishes::default() };
        let file = self.common.file.as_ref().map(|file| file.path.clone());
        let (name, has_keys) = (self.table().name().to_owned(), self.table().has_keys());
        let title = format!("Searching references to {}", rows_in_words(&rows));
        Wishes::job(title, move |_| {
            let told = match file.filter(|_| !has_keys) {
                Some(file) => referring(&file, &name, |row| row >= first),
                None => Vec::new(),
            };
            Sent::new(ToTable::Referred { rows, told })
        })
    }

    pub(super) fn question(&self, rows: &[usize], told: &[String]) -> Question {
        let what = rows_in_words(rows);
        let delete = |how| Sent::new(ToTable::Delete(rows.to_vec(), how));
        let shift = ("Delete and move up".to_owned(), delete(Deletion::Shift));
        let blank = (
            if rows.len() == 1 { "Empty the row" } else { "Empty the rows" }.to_owned(),
            delete(Deletion::Blank),
        );
        if self.table().has_keys() {
            let text = "Other tables find texts by their keys, so nothing else moves.".to_owned();
            let answers = vec![("Delete".to_owned(), delete(Deletion::Shift))];
            return Question { heading: format!("Delete {what}?"), texts: vec![text], answers };
        }
        let first = rows.iter().min().copied().unwrap_or_default();
        let last = self.table().n_rows().saturating_sub(1);
        let mut texts = vec![match first < last {
            true => format!(
                "Other tables use the row number as id. If you empty rows, they keep their \
                numbers. If you delete them, all rows from {} to {last} get different numbers.",
                first + 1
            ),
            false => "It is the last row, so no other row gets a different number.".to_owned(),
        }];
        match told {
            [] => texts.push(
                "In the tables of this folder, no known reference points to these rows.".to_owned(),
            ),
            told => {
                texts.push("These refer to the deleted rows or to rows after them:".to_owned());
                texts.extend(told.iter().take(MOST_TOLD).map(|line| format!("•  {line}")));
                if told.len() > MOST_TOLD {
                    let n_more = counted(told.len() - MOST_TOLD, "column", "columns");
                    texts.push(format!("•  and {n_more} more"));
                }
            }
        }
        Question { heading: format!("Delete {what}?"), texts, answers: vec![blank, shift] }
    }

    pub(super) fn delete(&mut self, rows: &[usize], how: Deletion) -> Wishes {
        let followed = self.keys_that_go(rows);
        let mut last_first = rows.to_vec();
        last_first.sort_unstable_by(|a, b| b.cmp(a));
        let actions: Vec<Action> =
            last_first.into_iter().map(|row| Action::DeleteRow(DeleteRow { row, how })).collect();
        let title = match how {
            Deletion::Blank => format!("Empty {}", rows_in_words(rows)),
            Deletion::Shift => format!("Delete {}", rows_in_words(rows)),
        };
        let revision = self.editing.revision();
        let mut wishes = self.act_all(&title, &actions);
        // Every row that goes would say the same.
        wishes.notes.truncate(1);
        if self.editing.revision() != revision {
            wishes.others.extend(self.follow_deleted(followed));
        }
        wishes
    }

    /// Says what refers to the row that keys mean.
    pub(super) fn find_references(&self) -> Wishes {
        let (row, name) = (self.cursor.row, self.table().name().to_owned());
        let Some(file) = self.common.file.as_ref().map(|file| file.path.clone()) else {
            return Wishes::warn("Save the table first: references are searched in its folder");
        };
        Wishes::job(format!("Searching references to row {row}"), move |_| {
            let told = referring(&file, &name, |other| other == row);
            let told = match told.is_empty() {
                true => vec![format!("no known reference to row {row} of {name}")],
                false => {
                    told.into_iter().map(|line| format!("Row {row} of {name}: {line}")).collect()
                }
            };
            Sent::new(ToTable::Told(told))
        })
    }
}

/// The columns of tables beside a file with numbers of its rows, and how many cells have them.
fn referring(file: &Path, table: &str, is_meant: impl Fn(usize) -> bool) -> Vec<String> {
    let around = Tables::default();
    let mut told = Vec::new();
    for (from, column) in columns_to(table) {
        let content = around.beside(file, &format!("{from}.STB"));
        let Some(Content::Stb(stb)) = content.as_deref() else { continue };
        let refers = |row: &usize| {
            let cell =
                stb.cell(*row, column.column).and_then(|cell| std::str::from_utf8(cell).ok());
            let number = cell.and_then(|cell| cell.trim().parse::<u32>().ok());
            let number = number.filter(|number| *number > 0);
            let to = match column.meaning {
                Meaning::Item => {
                    number.and_then(item).filter(|(to, _)| *to == table).map(|it| it.1)
                }
                _ => number,
            };
            to.and_then(|to| usize::try_from(to).ok()).is_some_and(&is_meant)
        };
        let rows: Vec<usize> = (0..stb.n_rows()).filter(refers).collect();
        let Some(first) = rows.first() else { continue };
        let cells = counted(rows.len(), "cell", "cells");
        told.push(format!("{cells} of {from}, column {}, first in row {first}", column.name));
    }
    told
}
