//! A document of one file as an open document: read, saved, compared and merged.

use std::any::Any;
use std::path::Path;

use landwright_core::problem::{Fix, Problem};
use landwright_core::vfs::Fingerprint;
use landwright_core::world::journal::Trouble;
use serde::Deserialize;

use crate::exchange::Format;
use crate::kind::FileRead;
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::left;
use crate::kind::document::merging::{Both, Merger, back_up};
use crate::kind::document::open::{Checker, Extent, OpenDocument, Reader, VersionReader};
use crate::kind::document::read::Read;
use crate::kind::document::saving::{SaveError, Saver};
use crate::kind::document::written::{Written, WrittenContent};
use crate::kind::single::{Merged, OneFile, Opened, Sole, opened_in};
use crate::model::check::actions_of;
use crate::model::open;
use crate::model::open::file_now;
use crate::versions::conflicts::{Conflict, Theirs, Undecided};
use crate::versions::differences::{At, FilesNow};

impl<T: OneFile> OpenDocument for T {
    fn noun(&self) -> &'static str {
        T::NOUN
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
        T::FORMATS
    }

    fn base_as_saved(&mut self) -> Option<BaseKeeper> {
        let file = self.common.file.clone().filter(|_| self.saved.is_numbered_as_read())?;
        Some(BaseKeeper::new(move |journal| left::keep_saved(journal, &file)))
    }

    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        let before = self.document().clone();
        self.editing.go(to)?;
        self.look_at_step(&before);
        Ok(())
    }

    fn check_again(&mut self) {
        self.common.checked = None;
        self.will_be_checked();
    }

    fn checker(&mut self, _extent: Extent) -> Checker {
        self.checks()
    }

    /// Only a person knows which thing or value was meant.
    fn fixes_in_bulk(&self) -> Vec<Fix> {
        Vec::new()
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<T::Action>(fixes);
        troubles.extend(self.act_all(title, &actions).warnings);
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        self.show_problem(problem);
    }

    fn saver(&self) -> Saver {
        let document = self.document().clone();
        Box::new(move |target, _| {
            let bytes = document.file_bytes().map_err(SaveError::Content)?;
            let (fingerprint, said) = target.write_one(bytes)?;
            let content = WrittenContent(Box::new(document));
            Ok(Written::of_one_file(fingerprint, content, said))
        })
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(document) = written.content.0.downcast::<T::Doc>() {
            self.saved = *document;
            self.was_saved();
        }
    }

    fn reader(&self) -> Reader {
        Box::new(|path, _| open::read_one(path))
    }

    fn compares(&self) -> bool {
        true
    }

    fn files_now(&self) -> Option<FilesNow> {
        let (document, path) = (self.document().clone(), self.common.path_or_name());
        Some(Box::new(move |_| Ok(vec![file_now(path, document.file_bytes()?)])))
    }

    fn version_reader(&self) -> Option<VersionReader> {
        Some(Box::new(|files| {
            let file = files.into_iter().next().ok_or("nothing is different")?;
            // Its name tells the format, and its folder has all that lies beside it.
            let path = file.path.with_file_name(&file.name);
            let file = FileRead { path: &path, bytes: &file.bytes, code_page: file.code_page };
            Ok(Box::new(T::document_in(&file)?))
        }))
    }

    fn become_version(&mut self, title: &str, version: Box<dyn Any + Send>) -> Result<(), String> {
        let Ok(version) = version.downcast::<T::Doc>() else { return Ok(()) };
        let version = self.document().numbered(&version);
        if self.document().laid_over(&version).is_none() {
            return Err(format!("{}; open it instead", T::Doc::UNLIKE));
        }
        match self.become_state(title, &version) {
            true => Ok(()),
            false => Err(format!("its {} are the same", T::Doc::PARTS)),
        }
    }

    fn show_difference(&mut self, _file: &Path, at: &At) -> bool {
        self.show_difference_at(at)
    }

    fn take_surroundings(&mut self, read: Read) -> Vec<String> {
        if let Some((_, beside, _)) = opened_in::<T>(read) {
            self.take_beside(beside);
        }
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        if let Some((document, beside, fingerprint)) = opened_in::<T>(read) {
            become_file(self, title, &document, Some(beside), &fingerprint);
        }
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        let document = self.saved.clone();
        match self.common.file.as_ref().map(|file| file.fingerprint) {
            Some(fingerprint) => {
                become_file(self, "Discard unsaved changes", &document, None, &fingerprint);
            }
            None => drop(self.become_state("Discard unsaved changes", &document)),
        }
        Ok(())
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        if let Some((document, ..)) = opened_in::<T>(read) {
            self.saved = self.document().numbered(&document);
            self.editing.forget_saved();
        }
        Vec::new()
    }

    fn can_merge(&self) -> bool {
        T::Doc::MERGES
    }

    fn merger(&self, read: &Read) -> Option<Merger> {
        let content: &dyn Any = &*read.content.0;
        let theirs = content.downcast_ref::<Opened<T>>()?.saved.clone();
        let (saved, ours) = (self.saved.clone(), self.document().clone());
        let file = self.common.file.as_ref().map(|file| file.path.clone());
        let fingerprint = read.fingerprint;
        Some(Box::new(move |session, _| {
            if ours.laid_over(&theirs).is_none() {
                return Some(Err(format!("{} on disk, so nothing was merged", T::Doc::UNLIKE)));
            }
            let merged = T::Doc::merged(&saved, &ours, &theirs);
            Some(merged.and_then(|merged| {
                let has_lost = !merged.conflicts.is_empty() || !merged.told.is_empty();
                let file = file.filter(|_| has_lost);
                let theirs = file.map(|file| back_up(session, &file, fingerprint));
                Ok(Both(Box::new((merged, theirs.transpose()?))))
            }))
        }))
    }

    fn take_merged(&mut self, both: Both, theirs: Read) -> Undecided {
        let (Both(merged), Some((theirs, ..))) = (both, opened_in::<T>(theirs)) else {
            return Undecided::default();
        };
        let Ok(merged) = merged.downcast::<(Merged<T::Doc>, Option<Theirs>)>() else {
            return Undecided::default();
        };
        let (Merged { document, conflicts, told }, kept) = *merged;
        self.become_state("Merge with the version on disk", &document);
        self.saved = self.document().numbered(&theirs);
        self.take_base();
        self.editing.forget_saved();
        Undecided { conflicts, told, theirs: kept }
    }

    fn show_conflict(&mut self, conflict: &Conflict) -> bool {
        self.show_conflict_at(conflict).unwrap_or_else(|| self.show_difference_at(&conflict.at))
    }

    fn take_theirs(&mut self, title: &str, conflicts: &[&Conflict]) -> Result<(), String> {
        let takes =
            conflicts.iter().map(|conflict| <T::Doc as Sole>::Take::deserialize(&conflict.take));
        let takes = takes.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let document = self.document().with_takes(&takes)?;
        self.become_state(title, &document);
        Ok(())
    }
}

/// What is on disk, as a step that can be undone. Where no edit leads there, there is nothing that the steps
/// could be undone on, so they are gone.
fn become_file<T: OneFile>(
    open: &mut T,
    title: &str,
    file: &T::Doc,
    beside: Option<T::Beside>,
    saved: &Fingerprint,
) {
    let document = open.document().numbered(file);
    open.saved = document.clone();
    if open.document().laid_over(&document).is_some() {
        open.become_state(title, &document);
        open.take_base();
        open.editing.mark_saved(saved);
        beside.into_iter().for_each(|beside| open.look_beside(beside));
        open.look();
    } else {
        open.begin_anew(document, *saved);
        let beside = beside.or_else(|| {
            let path = open.common.path_or_name();
            T::beside(open.document(), &path).ok()
        });
        open.look_anew(beside);
    }
}
