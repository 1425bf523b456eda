//! What open rows do as every open document does it, in their own way.

use std::any::Any;
use std::collections::BTreeSet;

use landwright_core::check;
use landwright_core::problem::{Fix, Problem, Spot, Thing};
use landwright_core::vfs::Fingerprint;
use landwright_core::world::eq::rows::action::Action;
use landwright_core::world::eq::rows::document::EditedRows;
use landwright_core::world::journal::{Journal, Trouble};
use landwright_core::world::{Document, Editing};

use crate::exchange::Format;
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::open::{Checker, Extent, Found, OpenDocument, Reader};
use crate::kind::document::read::{Read, ReadContent};
use crate::kind::document::saving::{SaveError, Saver};
use crate::kind::document::written::{Written, WrittenContent};
use crate::kind::everquest::message::Way;
use crate::kind::rows::Read as RowsRead;
use crate::kind::rows::document::RowsDocument;
use crate::kind::table::around::Tables;
use crate::model::check::actions_of;
use crate::model::open;

impl OpenDocument for RowsDocument {
    fn noun(&self) -> &'static str {
        "table"
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn history(&self) -> &dyn History {
        &self.editing
    }

    fn history_mut(&mut self) -> &mut dyn History {
        &mut self.editing
    }

    fn formats(&self) -> &'static [Format] {
        &[]
    }

    /// What a step changed is selected: it is what a person wants to see of it.
    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        let before = self.edited().clone();
        self.editing.go(to)?;
        self.look();
        let old: std::collections::BTreeMap<u32, _> = before.rows().rows().collect();
        let now = self.edited().rows().rows();
        let changed = now.filter(|(number, row)| old.get(number) != Some(row));
        let changed: BTreeSet<u32> = changed.map(|(number, _)| number).collect();
        if !changed.is_empty() {
            self.select(&changed, Way::Replace);
        }
        Ok(())
    }

    fn checker(&mut self, _extent: Extent) -> Checker {
        let (rows, name) = (self.edited().clone(), self.common.name.clone());
        let path = self.common.file.as_ref().map(|file| file.path.clone());
        Box::new(move |file, _| {
            let around = Tables::default();
            let beside = |name: &str| around.beside(path.as_ref()?, name);
            let zone = rows.rows().zone_of_file(&name);
            Found::all(check::eq_rows::check(file, rows.rows(), &zone, &beside))
        })
    }

    /// Only a person knows what was meant.
    fn fixes_in_bulk(&self) -> Vec<Fix> {
        Vec::new()
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<Action>(fixes);
        troubles.extend(self.act_all(title, &actions).warnings);
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        let Spot::Thing(Thing::Object { index, .. }) = problem.place.spot else { return };
        self.select(&BTreeSet::from([index]), Way::Replace);
        self.n_shows += 1;
    }

    fn saver(&self) -> Saver {
        let rows = self.edited().clone();
        Box::new(move |target, _| {
            let bytes = rows.to_bytes().map_err(SaveError::Content)?;
            let (fingerprint, said) = target.write_one(bytes)?;
            let content = WrittenContent(Box::new(rows));
            Ok(Written::of_one_file(fingerprint, content, said))
        })
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(rows) = written.content.0.downcast::<EditedRows>() {
            self.saved = *rows;
        }
    }

    fn reader(&self) -> Reader {
        Box::new(|path, _| open::read_one(path))
    }

    fn take_surroundings(&mut self, read: Read) -> Vec<String> {
        if let Some((read, _)) = rows_in(read) {
            self.take_lay(read.lay);
        }
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        if let Some((read, fingerprint)) = rows_in(read) {
            self.become_rows(title, read, &fingerprint);
        }
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        if let Some(edit) = self.edited().edit_to(&self.saved) {
            self.apply("Discard unsaved changes", &edit);
        }
        if let Some(fingerprint) = self.common.file.as_ref().map(|file| file.fingerprint) {
            self.editing.mark_saved(&fingerprint);
        }
        Ok(())
    }

    fn keep_mine(&mut self, _read: Read) -> Vec<String> {
        self.editing.forget_saved();
        Vec::new()
    }
}

impl RowsDocument {
    /// Different rows, which are what is on disk, as a step that can be undone. Where the text before all
    /// changes is different, there is nothing that steps could be undone on, so they are gone.
    fn become_rows(&mut self, title: &str, read: RowsRead, saved: &Fingerprint) {
        let RowsRead { saved: rows, lay, .. } = read;
        if self.edited().is_of_same_text(&rows) {
            if let Some(edit) = self.edited().edit_to(&rows) {
                self.apply(title, &edit);
            }
            self.editing.mark_saved(saved);
        } else {
            let journal = self.editing.take_journal();
            // Where this fails, the next start offers what is in it.
            let _ = journal.map(Journal::remove);
            self.editing = Editing::new(rows.clone());
            self.first = rows.clone();
            self.common.begin_anew(*saved);
            self.selection.clear();
        }
        self.saved = rows;
        self.take_lay(lay);
        self.look();
    }
}

fn rows_in(read: Read) -> Option<(RowsRead, Fingerprint)> {
    let ReadContent(content) = read.content;
    let content: Box<dyn Any> = content;
    Some((*content.downcast::<RowsRead>().ok()?, read.fingerprint))
}
