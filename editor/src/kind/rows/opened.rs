//! Rows as a document of one file: how they are read, checked and shown.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use landwright_core::check;
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::world::eq::rows::Rows;
use landwright_core::world::eq::rows::action::{Action, Around};
use landwright_core::world::eq::rows::document::EditedRows;

use crate::kind::FileRead;
use crate::kind::document::open::{Checker, Found};
use crate::kind::everquest::message::Way;
use crate::kind::navigation::lay::Lay;
use crate::kind::rows::document::RowsDocument;
use crate::kind::single::{Merged, OneFile, Single, Sole};
use crate::kind::table::around::Tables;
use crate::versions::name_of;

impl Sole for EditedRows {
    type Take = ();

    const PARTS: &'static str = "rows";
    const UNLIKE: &'static str = "its text is different";

    fn file_bytes(&self) -> Result<Vec<u8>, String> {
        self.to_bytes()
    }

    /// Rows behind a removed one have other numbers in the saved file.
    fn is_numbered_as_read(&self) -> bool {
        self.rows().is_numbered_as_read()
    }

    /// Steps are changes of one text.
    fn laid_over(&self, file: &EditedRows) -> Option<EditedRows> {
        self.is_of_same_text(file).then(|| self.clone())
    }

    const MERGES: bool = false;

    fn merged(
        _base: &EditedRows,
        _ours: &EditedRows,
        _theirs: &EditedRows,
    ) -> Result<Merged<EditedRows>, String> {
        Err("tables of a server can't be merged".to_owned())
    }

    fn with_takes(&self, _takes: &[()]) -> Result<EditedRows, String> {
        Err("tables of a server can't be merged".to_owned())
    }
}

impl OneFile for RowsDocument {
    type Doc = EditedRows;
    type Action = Action;
    type Beside = Lay;

    const NOUN: &'static str = "table";

    fn document_in(file: &FileRead<'_>) -> Result<EditedRows, String> {
        let rows = Rows::open(&file.name(), file.bytes).map_err(|unfit| unfit.to_string())?;
        Ok(EditedRows::new(rows))
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
            let zone = rows.rows().zone_of_file(&name);
            Found::all(check::eq_rows::check(file, rows.rows(), &zone, &beside))
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

    fn show_problem(&mut self, problem: &Problem) {
        let Spot::Thing(Thing::Object { index, .. }) = problem.place.spot else { return };
        self.select(&BTreeSet::from([index]), Way::Replace);
        self.n_shows += 1;
    }
}
