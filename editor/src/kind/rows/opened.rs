//! Rows as a document of one file: how they are read, checked and shown.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use landwright_core::check;
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::world::eq::rows::Rows;
use landwright_core::world::eq::rows::action::{Action, Around};
use landwright_core::world::eq::rows::document::EditedRows;
use landwright_core::world::eq::rows::merge::{self, merge};
use landwright_core::world::eq::rows::take::Take;
use serde::Deserialize;

use crate::kind::FileRead;
use crate::kind::document::open::{Checker, Found};
use crate::kind::everquest;
use crate::kind::everquest::message::Way;
use crate::kind::navigation::lay::Lay;
use crate::kind::rows::conflicts;
use crate::kind::rows::document::RowsDocument;
use crate::kind::single::{Merged, OneFile, Single, Sole};
use crate::kind::table::around::Tables;
use crate::versions::conflicts::Conflict;
use crate::versions::differences::At;
use crate::versions::name_of;

impl Sole for EditedRows {
    type Take = Take;

    const PARTS: &'static str = "rows";
    const UNLIKE: &'static str = "its text is different";

    fn file_bytes(&self) -> Result<Vec<u8>, String> {
        self.to_bytes()
    }

    /// Rows behind a removed one have other numbers in the saved file.
    fn is_numbered_as_read(&self) -> bool {
        self.rows().is_numbered_as_read()
    }

    /// Edits change all of it.
    fn laid_over(&self, _file: &EditedRows) -> Option<EditedRows> {
        Some(self.clone())
    }

    fn merged(
        base: &EditedRows,
        ours: &EditedRows,
        theirs: &EditedRows,
    ) -> Result<Merged<EditedRows>, String> {
        let merge::Merged { rows, conflicts, takes } =
            merge(base.rows(), ours.rows(), theirs.rows())?;
        let document = EditedRows::new(rows);
        let (conflicts, told) = conflicts::of(conflicts, takes);
        Ok(Merged { document, conflicts, told })
    }

    fn with_takes(&self, takes: &[Take]) -> Result<EditedRows, String> {
        let document = EditedRows::new(self.rows().with_theirs(takes)?);
        document.to_bytes()?;
        Ok(document)
    }
}

impl OneFile for RowsDocument {
    type Doc = EditedRows;
    type Action = Action;
    type Beside = Lay;

    const NOUN: &'static str = "table";

    fn document_in(file: &FileRead<'_>) -> Result<EditedRows, String> {
        let rows = Rows::open(&file.name(), file.bytes, file.code_page);
        rows.map(EditedRows::new).map_err(|unfit| unfit.to_string())
    }

    /// The zone of rows, where its files are near.
    fn beside(rows: &EditedRows, path: &Path) -> Result<Lay, String> {
        Ok(Lay::named(path, &rows.rows().zone_of_file(&name_of(path))))
    }

    fn new(single: Single<EditedRows>, lay: Lay) -> RowsDocument {
        RowsDocument::of(single, lay)
    }

    fn look(&mut self) {
        self.follow();
    }

    fn look_at_step(&mut self, before: &EditedRows) {
        self.look();
        if self.edited().file() != before.file() {
            return;
        }
        let old: BTreeMap<u32, _> = before.rows().rows().collect();
        let now = self.edited().rows().rows();
        let changed = now.filter(|(number, row)| old.get(number) != Some(row));
        let changed: BTreeSet<u32> = changed.map(|(number, _)| number).collect();
        if !changed.is_empty() {
            self.select(&changed, Way::Replace);
        }
    }

    fn look_anew(&mut self, lay: Option<Lay>) {
        self.selection.clear();
        lay.into_iter().for_each(|lay| self.take_lay(lay));
        self.look();
    }

    fn look_beside(&mut self, lay: Lay) {
        self.take_lay(lay);
    }

    fn take_beside(&mut self, lay: Lay) {
        self.take_lay(lay);
    }

    fn checks(&self) -> Checker {
        let (rows, name) = (self.edited().clone(), self.common.name.clone());
        let path = self.common.file.as_ref().map(|file| file.path.clone());
        Box::new(move |file, _| {
            let around = Tables::default();
            let beside = |name: &str| around.beside(path.as_ref()?, name);
            let ignored = |zone: &str| everquest::beside(path.as_ref()?, &format!("{zone}.ignore"));
            let zone = rows.rows().zone_of_file(&name);
            Found::all(check::eq_rows::check(file, rows.rows(), &zone, &beside, &ignored))
        })
    }

    fn after(&self, actions: &[Action]) -> Result<(EditedRows, Vec<String>), String> {
        let mut after = self.edited().rows().clone();
        let zone = after.zone_of_file(&self.common.name);
        let ground = self.zone.as_ref().map(|zone| (&*zone.ground, &*zone.volumes));
        let around = Around { zone: &zone, ground };
        let mut notes = Vec::new();
        for action in actions {
            let done = action.apply(&mut after, &around).map_err(|refusal| refusal.to_string())?;
            notes.extend(done.1);
        }
        let after = EditedRows::new(after);
        // What can't be written is no step.
        after.to_bytes()?;
        Ok((after, notes))
    }

    /// The row that a difference is about, where only one is called so.
    fn show_difference_at(&mut self, at: &At) -> bool {
        let At::Thing { name, .. } = at else { return false };
        let rows = self.edited().rows().rows();
        let mut meant = rows.filter(|(_, row)| row.in_words() == *name).map(|(number, _)| number);
        let number = meant.next().filter(|_| meant.next().is_none());
        drop(meant);
        self.show_row(number)
    }

    fn show_conflict_at(&mut self, conflict: &Conflict) -> Option<bool> {
        let number = match Take::deserialize(&conflict.take).ok()? {
            Take::Field { row, .. } | Take::Delete { row } => self.edited().rows().number_of(&row),
            Take::Add { .. } => None,
        };
        Some(self.show_row(number))
    }

    fn show_problem(&mut self, problem: &Problem) {
        // A line has no row.
        let Spot::Thing(Thing::Object { list: "row", index, .. }) = problem.place.spot else {
            return;
        };
        self.select(&BTreeSet::from([index]), Way::Replace);
        self.n_shows += 1;
    }
}
