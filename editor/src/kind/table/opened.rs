//! A table as a document of one file: how it is read, checked, shown and merged.

use std::path::Path;

use landwright_core::check;
use landwright_core::format::file::{self, Kind as FileKind};
use landwright_core::problem::counted::counted;
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::world::table::action::Action;
use landwright_core::world::table::edit::Edit;
use landwright_core::world::table::merge::{self, Take, merge};
use landwright_core::world::table::{Table, TableContent};
use serde::Deserialize;

use crate::exchange::Format;
use crate::kind::FileRead;
use crate::kind::document::open::{Checker, Found};
use crate::kind::single::{Merged, OneFile, Single, Sole};
use crate::kind::table::act::after_all;
use crate::kind::table::around::Tables;
use crate::kind::table::conflicts;
use crate::kind::table::document::{TableDocument, key_place};
use crate::versions::conflicts::Conflict;
use crate::versions::differences::At;

impl Sole for Table {
    /// `None` for all that goes with the conflict before it.
    type Take = Option<Take>;

    const PARTS: &'static str = "rows";
    const UNLIKE: &'static str = "its columns are different";

    fn file_bytes(&self) -> Result<Vec<u8>, String> {
        self.to_bytes().map_err(|error| error.to_string())
    }

    fn laid_over(&self, file: &Table) -> Option<Table> {
        self.over(file)
    }

    fn merged(base: &Table, ours: &Table, theirs: &Table) -> Result<Merged<Table>, String> {
        let merged = merge(base, ours, theirs).map_err(|error| error.to_string())?;
        let merge::Merged { table, report, takes } = merged;
        let conflicts = conflicts::of(report.conflicts, takes);
        Ok(Merged { document: table, conflicts, told: Vec::new() })
    }

    fn with_takes(&self, takes: &[Option<Take>]) -> Result<Table, String> {
        let takes: Vec<Take> = takes.iter().flatten().cloned().collect();
        self.with_theirs(&takes)
    }
}

impl OneFile for TableDocument {
    type Doc = Table;
    type Action = Action;
    type Beside = ();

    const NOUN: &'static str = "table";
    const FORMATS: &'static [Format] = &[Format::Csv];

    fn document_in(file: &FileRead<'_>) -> Result<Table, String> {
        let name = file.name();
        let kind = FileKind::of(&name, file.bytes).ok_or("is not a table")?;
        let read = file::read(kind, file.bytes).map_err(|error| error.to_string())?;
        let content = TableContent::of(read.content).ok_or("is not a table")?;
        Table::new(&name, content, file.code_page).map_err(|unfit| unfit.to_string())
    }

    fn beside(_table: &Table, _path: &Path) -> Result<(), String> {
        Ok(())
    }

    fn new(single: Single<Table>, (): ()) -> TableDocument {
        TableDocument::of(single)
    }

    fn look(&mut self) {
        self.follow();
    }

    fn look_at_step(&mut self, before: &Table) {
        let rows = Edit::between(before, self.table()).and_then(|edit| edit.rows().next());
        self.look();
        if let Some(rows) = rows {
            self.show_row(rows.start.min(self.table().n_rows().saturating_sub(1)), None);
        }
    }

    fn look_anew(&mut self, _beside: Option<()>) {
        self.look_beside(());
        self.look();
    }

    /// Its columns may have other titles, and tables beside it other names.
    fn look_beside(&mut self, (): ()) {
        self.key_place = key_place(self.table());
        self.is_named = false;
    }

    /// The tables beside it may have changed as well.
    fn will_be_checked(&mut self) {
        self.is_named = false;
    }

    fn checks(&self) -> Checker {
        let table = self.table().clone();
        let path = self.common.file.as_ref().map(|file| file.path.clone());
        Box::new(move |file, _| {
            let around = Tables::default();
            let beside = |name: &str| around.beside(path.as_ref()?, name);
            Found::all(check::table::check(file, &table, &beside))
        })
    }

    fn after(&self, actions: &[Action]) -> Result<(Table, Vec<String>), String> {
        after_all(self.table(), actions).map_err(|refusal| refusal.to_string())
    }

    fn show_problem(&mut self, problem: &Problem) {
        if let Spot::Thing(Thing::Cell { x, y }) = problem.place.spot {
            let place = self.place_of_number(x);
            self.show_row(y as usize, place);
        }
    }

    fn show_difference_at(&mut self, at: &At) -> bool {
        let At::Thing { name, field } = at else { return false };
        let table = self.table();
        let Some(row) = (0..table.n_rows()).find(|row| table.row_in_words(*row) == *name) else {
            return false;
        };
        let place = table.columns().iter().position(|head| head.in_words() == *field);
        self.show_row(row, place);
        true
    }

    fn show_conflict_at(&mut self, conflict: &Conflict) -> Option<bool> {
        let (row, place) = match Take::deserialize(&conflict.take) {
            Ok(Take::Cell { row, place, .. }) => (row, Some(place)),
            Ok(Take::Delete(row)) => (row, None),
            Ok(Take::Add { .. }) | Err(_) => return Some(false),
        };
        let Ok(row) = self.table().find_row(&row) else { return Some(false) };
        self.show_row(row, place);
        Some(true)
    }
}

impl TableDocument {
    /// The place of the column that problems call by a number.
    pub(super) fn place_of_number(&self, number: u32) -> Option<usize> {
        let id = number.to_string();
        let heads = self.table().columns();
        let by_id = || heads.iter().position(|head| head.id == id);
        match self.table().has_keys() {
            true => usize::try_from(number).ok().filter(|place| *place < heads.len()),
            false => by_id(),
        }
    }

    /// How large it is, in words.
    pub fn size_in_words(&self) -> String {
        let (n_rows, n_shown) = (self.table().n_rows(), self.shown().len());
        match n_shown == n_rows {
            true => counted(n_rows, "row", "rows"),
            false => {
                format!("{} of {}", counted(n_shown, "row", "rows"), counted(n_rows, "row", "rows"))
            }
        }
    }
}
