//! What an open table does as every open document does it, in its own way.

use std::any::Any;
use std::path::Path;

use landwright_core::check;
use landwright_core::problem::counted::counted;
use landwright_core::problem::{Fix, Problem, Spot, Thing};
use landwright_core::vfs::Fingerprint;
use landwright_core::world::Editing;
use landwright_core::world::journal::Trouble;
use landwright_core::world::table::Table;
use landwright_core::world::table::action::Action;
use landwright_core::world::table::edit::Edit;
use landwright_core::world::table::merge::{Merged, merge};

use crate::exchange::Format;
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::merging::{Both, Merger, back_up};
use crate::kind::document::open::{Checker, Extent, Found, OpenDocument, Reader, VersionReader};
use crate::kind::document::read::{Read, ReadContent};
use crate::kind::document::saving::{SaveError, Saver};
use crate::kind::document::written::{Written, WrittenContent};
use crate::kind::table::around::Tables;
use crate::kind::table::conflicts;
use crate::kind::table::document::{TableDocument, key_place};
use crate::kind::table::{Read as TableRead, table_of};
use crate::model::check::actions_of;
use crate::model::open;
use crate::model::open::file_now;
use crate::versions::conflicts::{Conflict, Theirs, Undecided};
use crate::versions::differences::{At, FilesNow};

impl OpenDocument for TableDocument {
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
        &[Format::Csv]
    }

    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        let before = self.table().clone();
        self.editing.go(to)?;
        // What a step changed is what a person wants to see of it.
        let rows = Edit::between(&before, self.table()).and_then(|edit| edit.rows().next());
        self.look();
        if let Some(rows) = rows {
            self.show_row(rows.start.min(self.table().n_rows().saturating_sub(1)), None);
        }
        Ok(())
    }

    /// The tables beside it may have changed as well.
    fn check_again(&mut self) {
        (self.common.checked, self.is_named) = (None, false);
    }

    fn checker(&mut self, _extent: Extent) -> Checker {
        let table = self.table().clone();
        let path = self.common.file.as_ref().map(|file| file.path.clone());
        Box::new(move |file, _| {
            let around = Tables::default();
            let beside = |name: &str| around.beside(path.as_ref()?, name);
            Found::all(check::table::check(file, &table, &beside))
        })
    }

    /// Only a person knows which row, key or text was meant.
    fn fixes_in_bulk(&self) -> Vec<Fix> {
        Vec::new()
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<Action>(fixes);
        troubles.extend(self.act_all(title, &actions).warnings);
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        if let Spot::Thing(Thing::Cell { x, y }) = problem.place.spot {
            let place = self.place_of_number(x);
            self.show_row(y as usize, place);
        }
    }

    fn saver(&self) -> Saver {
        let table = self.table().clone();
        Box::new(move |target, _| {
            let bytes = table.to_bytes().map_err(|error| SaveError::Content(error.to_string()))?;
            let (fingerprint, said) = target.write_one(bytes)?;
            let content = WrittenContent(Box::new(table));
            Ok(Written::of_one_file(fingerprint, content, said))
        })
    }

    fn compares(&self) -> bool {
        true
    }

    fn files_now(&self) -> Option<FilesNow> {
        let (table, path) = (self.table().clone(), self.common.path_or_name());
        Some(Box::new(move |_| {
            let bytes = table.to_bytes().map_err(|error| error.to_string())?;
            Ok(vec![file_now(path, bytes)])
        }))
    }

    fn version_reader(&self) -> Option<VersionReader> {
        Some(Box::new(|files| {
            let file = files.into_iter().next().ok_or("nothing is different")?;
            Ok(Box::new(table_of(&file.name, &file.bytes, file.code_page)?))
        }))
    }

    fn become_version(&mut self, title: &str, version: Box<dyn Any + Send>) -> Result<(), String> {
        let Ok(table) = version.downcast::<Table>() else { return Ok(()) };
        if table.columns().len() != self.table().columns().len() {
            return Err("it has other columns; open it, or copy its rows".to_owned());
        }
        match Edit::between(self.table(), &table) {
            Some(edit) => self.apply(title, edit),
            None => return Err("its rows are the same, and nothing else can be taken".to_owned()),
        }
        Ok(())
    }

    fn show_difference(&mut self, _file: &Path, at: &At) -> bool {
        let At::Thing { name, field } = at else { return false };
        let table = self.table();
        let Some(row) = (0..table.n_rows()).find(|row| table.row_in_words(*row) == *name) else {
            return false;
        };
        let place = table.columns().iter().position(|head| head.in_words() == *field);
        self.show_row(row, place);
        true
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(table) = written.content.0.downcast::<Table>() {
            self.saved = *table;
        }
    }

    fn reader(&self) -> Reader {
        Box::new(|path, _| open::read_one(path))
    }

    fn take_surroundings(&mut self, _read: Read) -> Vec<String> {
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        if let Some((table, fingerprint)) = table_in(read) {
            self.become_table(title, table, &fingerprint);
        }
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        if let Some(fingerprint) = self.common.file.as_ref().map(|file| file.fingerprint) {
            self.become_table("Discard unsaved changes", self.saved.clone(), &fingerprint);
        }
        Ok(())
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        if let Some((table, _)) = table_in(read) {
            self.saved = table;
            self.editing.forget_saved();
        }
        Vec::new()
    }

    fn can_merge(&self) -> bool {
        true
    }

    fn merger(&self, read: &Read) -> Option<Merger> {
        let ReadContent(content) = &read.content;
        let content: &dyn Any = &**content;
        let theirs = content.downcast_ref::<TableRead>()?.saved.clone();
        let (saved, ours) = (self.saved.clone(), self.table().clone());
        let file = self.common.file.as_ref().map(|file| file.path.clone());
        let fingerprint = read.fingerprint;
        Some(Box::new(move |session, _| {
            let merged = merge(&saved, &ours, &theirs).map_err(|error| error.to_string());
            Some(merged.and_then(|merged| {
                let is_clean = merged.report.conflicts.is_empty();
                let file = file.filter(|_| !is_clean);
                let theirs = file.map(|file| back_up(session, &file, fingerprint));
                Ok(Both(Box::new((merged, theirs.transpose()?))))
            }))
        }))
    }

    fn take_merged(&mut self, both: Both, theirs: Read) -> Undecided {
        let (Both(merged), Some((theirs, _))) = (both, table_in(theirs)) else {
            return Undecided::default();
        };
        let Ok(both) = merged.downcast::<(Merged, Option<Theirs>)>() else {
            return Undecided::default();
        };
        let (Merged { table, report, takes }, kept) = *both;
        if let Some(edit) = Edit::between(self.table(), &table) {
            self.apply("Merge with the version on disk", edit);
        }
        self.take_base(&theirs);
        self.saved = theirs;
        self.editing.forget_saved();
        let conflicts = conflicts::of(report.conflicts, takes);
        Undecided { conflicts, told: Vec::new(), theirs: kept }
    }

    fn show_conflict(&mut self, conflict: &Conflict) -> bool {
        self.show_conflict_at(conflict)
    }

    fn take_theirs(&mut self, title: &str, conflicts: &[&Conflict]) -> Result<(), String> {
        self.take_theirs_in(title, conflicts)
    }
}

impl TableDocument {
    /// Another table, which is what is on disk, as a step that can be undone. With different columns
    /// there is nothing that its steps could be undone on, so they are gone.
    fn become_table(&mut self, title: &str, table: Table, saved: &Fingerprint) {
        if table.columns().len() == self.table().columns().len() {
            if let Some(edit) = Edit::between(self.table(), &table) {
                self.apply(title, edit);
            }
            self.take_base(&table);
            self.editing.mark_saved(saved);
        } else {
            let journal = self.editing.take_journal();
            // Where this fails, the next start offers what is in it.
            let _ = journal.map(landwright_core::world::journal::Journal::remove);
            self.editing = Editing::new(table.clone());
            self.first = table.clone();
            self.common.begin_anew(*saved);
        }
        self.saved = table;
        self.key_place = key_place(self.table());
        self.is_named = false;
        self.look();
    }

    /// Takes over what the file has besides its rows.
    fn take_base(&mut self, file: &Table) {
        self.editing.look_around(|table| {
            if let Some(over) = table.over(file) {
                *table = over;
            }
        });
    }

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

fn table_in(read: Read) -> Option<(Table, Fingerprint)> {
    let ReadContent(content) = read.content;
    let content: Box<dyn Any> = content;
    Some((content.downcast::<TableRead>().ok()?.saved, read.fingerprint))
}
