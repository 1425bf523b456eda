//! What is open, compared with other versions of it: what is on disk, backups, commits, other files.
//! Differences are taken over one by one, or a version as a whole, each as a step that can be undone.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::vfs::disk;
use landwright_core::world::Revision;

use crate::kind::document::work::For;
use crate::message::dialog::Dialog;
use crate::message::{Panel, Request};
use crate::model::Model;
use crate::model::open::load;
use crate::model::tick::Done;
use crate::versions::comparing::{Compare, Comparing, Comparison};
use crate::versions::differences::{Differences, FileNow, Row};
use crate::versions::{self, Version};
use crate::view::id::DocumentId;

impl Model {
    pub(crate) fn compare(&mut self, id: DocumentId, what: Compare) {
        match what {
            Compare::Look => self.look_for_versions(id),
            Compare::With(version) => self.compare_with(id, version),
            Compare::AskFile => self.requests.push(Request::AskWhatToCompare(id)),
            Compare::WithFile(path) => self.compare_with(id, versions::of_file(path)),
            Compare::Back => {
                if let Some(document) = self.document_mut(id) {
                    document.common_mut().comparing.shown = None;
                }
                self.look_for_versions(id);
            }
            Compare::Again => {
                let comparison = self.comparison(id).map(|shown| shown.version.clone());
                if let Some(version) = comparison {
                    self.compare_with(id, version);
                }
            }
            Compare::Show(row) => self.show_difference(id, row),
            Compare::Take(row) => self.take_version(id, Some(row)),
            Compare::TakeAll => self.take_version(id, None),
        }
    }

    /// Brings the Compare panel to the front, for the document in front.
    pub(crate) fn start_comparing(&mut self, id: DocumentId) {
        self.requests.push(Request::ShowPanel(Panel::Compare));
        self.look_for_versions(id);
    }

    /// What is on disk is another version now, and there may be one more backup.
    pub(crate) fn compare_after_save(&mut self, id: DocumentId) {
        let Some(document) = self.document(id) else { return };
        let Comparing { versions, shown } = &document.common().comparing;
        match (shown, versions) {
            (Some(_), _) => self.compare(id, Compare::Again),
            (None, Some(_)) => self.look_for_versions(id),
            (None, None) => {}
        }
    }

    /// The next or the previous difference of the list.
    pub(crate) fn step_through_differences(&mut self, id: DocumentId, by: isize) {
        let Some(shown) = self.comparison(id) else { return };
        let Some(Ok(found)) = &shown.found else { return };
        let n_rows = found.rows.len();
        if n_rows == 0 {
            return;
        }
        let next = match (shown.row, by) {
            (None, 0..) => 0,
            (None, _) => n_rows - 1,
            (Some(row), by) => (row.min(n_rows - 1) + n_rows).saturating_add_signed(by) % n_rows,
        };
        self.show_difference(id, next);
    }

    pub(crate) fn has_differences(&self, id: DocumentId) -> bool {
        let found = self.comparison(id).and_then(|shown| shown.found.as_ref());
        found.is_some_and(|found| found.as_ref().is_ok_and(|found| !found.rows.is_empty()))
    }

    fn comparison(&self, id: DocumentId) -> Option<&Comparison> {
        self.document(id)?.common().comparing.shown.as_ref()
    }

    fn look_for_versions(&mut self, id: DocumentId) {
        let Some(document) = self.document_mut(id) else { return };
        let files = document.files();
        let common = document.common_mut();
        let main = common.file.as_ref().map(|file| file.path.clone());
        common.comparing.versions = None;
        let title = format!("Looking for versions of {}", common.title);
        self.jobs.start_for((id, For::Comparing), title, move |_| {
            // The file that it is called by comes first.
            let main = main.filter(|main| !disk::is_folder(main));
            let mut all: Vec<PathBuf> = main.iter().cloned().collect();
            all.extend(files.into_iter().filter(|file| Some(file) != main.as_ref()));
            let versions = versions::of(&all);
            Done::of_kind(move |model| model.take_versions(id, versions))
        });
    }

    fn take_versions(&mut self, id: DocumentId, versions: Vec<Version>) {
        if let Some(document) = self.document_mut(id) {
            document.common_mut().comparing.versions = Some(versions);
        }
    }

    fn compare_with(&mut self, id: DocumentId, version: Version) {
        let Some(document) = self.document_mut(id) else { return };
        let Some(files_now) = document.files_now() else {
            let noun = document.noun();
            self.log.warn(format!("a {noun} can't be compared"));
            return;
        };
        let revision = document.history().revision();
        let common = document.common_mut();
        let row = common.comparing.shown.take().filter(|shown| shown.version == version);
        let row = row.and_then(|shown| shown.row);
        let shown = Comparison { version: version.clone(), revision, found: None, row };
        common.comparing.shown = Some(shown);
        let title = format!("Comparing {} with {}", common.title, version.title);
        self.jobs.start_for((id, For::Comparing), title, move |progress| {
            let found = files_now(progress).map(|files| {
                Differences::between(&files, &version, &load, progress).unwrap_or_default()
            });
            let found = (!progress.is_cancelled()).then_some(found);
            Done::of_kind(move |model| model.take_compared(id, (&version, revision), found))
        });
    }

    fn take_compared(
        &mut self,
        id: DocumentId,
        (version, revision): (&Version, Revision),
        found: Option<Result<Differences, String>>,
    ) {
        let Some(document) = self.document_mut(id) else { return };
        let comparing = &mut document.common_mut().comparing;
        let is_meant = |shown: &Comparison| shown.version == *version && shown.revision == revision;
        if !comparing.shown.as_ref().is_some_and(is_meant) {
            return;
        }
        match (found, &mut comparing.shown) {
            (Some(found), Some(shown)) => shown.found = Some(found.map(Arc::new)),
            _ => comparing.shown = None,
        }
    }

    fn show_difference(&mut self, id: DocumentId, row: usize) {
        let Some(document) = self.document_mut(id) else { return };
        let shown = document.common_mut().comparing.shown.as_mut();
        let Some(Ok(found)) = shown.and_then(|shown| {
            shown.row = Some(row);
            shown.found.clone()
        }) else {
            return;
        };
        let Some(row) = found.rows.get(row) else { return };
        if document.show_difference(&row.file, &row.at) {
            let view = document.common().first_view();
            let is_in_front = self.active.is_some_and(|view| view.document == id);
            if let Some(view) = view.filter(|_| !is_in_front) {
                self.bring_to_front(view);
            }
        }
    }

    /// Takes a difference over, or all of them.
    fn take_version(&mut self, id: DocumentId, row: Option<usize>) {
        let Some(document) = self.document(id) else { return };
        let Some(shown) = &document.common().comparing.shown else { return };
        let Some(Ok(found)) = shown.found.clone() else { return };
        let (Some(files_now), Some(reader)) = (document.files_now(), document.version_reader())
        else {
            let what = format!("a {} can't be changed", document.noun());
            self.log.warn(what);
            return;
        };
        let revision = document.history().revision();
        if revision != shown.revision {
            self.log.note("the document changed since it was compared; it is compared once more");
            self.compare(id, Compare::Again);
            return;
        }
        let version = shown.version.clone();
        let row = match row {
            None => None,
            Some(row) => match found.rows.get(row) {
                Some(row) => Some(row.clone()),
                None => return,
            },
        };
        let title = match &row {
            Some(_) => format!("Take a change from {}", version.title),
            None => format!("Take all from {}", version.title),
        };
        let job = title.clone();
        self.jobs.start_for((id, For::Comparing), job, move |progress| {
            let read = files_now(progress)
                .and_then(|files| taken(&files, &version, row.as_ref()))
                .and_then(reader);
            let read = (!progress.is_cancelled()).then_some(read);
            Done::of_kind(move |model| model.take_version_read(id, revision, &title, read))
        });
    }

    fn take_version_read(
        &mut self,
        id: DocumentId,
        revision: Revision,
        title: &str,
        read: Option<Result<Box<dyn Any + Send>, String>>,
    ) {
        let Some(document) = self.document_mut(id) else { return };
        let is_past =
            document.history().revision() != revision || document.history().is_in_gesture();
        match read {
            None => self.log.note("nothing was taken over: you cancelled it"),
            Some(_) if is_past => {
                self.log.note("nothing was taken over: the document changed meanwhile; try again");
            }
            Some(Ok(version)) => {
                let became = document.become_version(title, version);
                self.flush(id);
                self.say_not_taken(became);
            }
            Some(Err(why)) => self.say_not_taken(Err(why)),
        }
        self.compare(id, Compare::Again);
    }

    fn say_not_taken(&mut self, became: Result<(), String>) {
        if let Err(why) = became {
            let what = format!("Nothing was taken over: {why}");
            self.dialogs.push_back(Dialog::Failed { what });
        }
    }

    /// A job of a comparison broke off.
    pub(crate) fn forget_comparison(&mut self, id: DocumentId) {
        if let Some(document) = self.document_mut(id) {
            let comparing = &mut document.common_mut().comparing;
            comparing.shown = None;
            comparing.versions.get_or_insert_default();
        }
    }
}

/// The files as they are with a difference of a version, or with all of it: those that change.
fn taken(files: &[FileNow], version: &Version, row: Option<&Row>) -> Result<Vec<FileNow>, String> {
    let main = files.first().map(|file| file.path.clone()).unwrap_or_default();
    let mut changed = Vec::new();
    for file in files {
        let is_meant = match row {
            Some(row) => row.file == file.path,
            None => version.only_of().is_none_or(|only| only == file.path),
        };
        if !is_meant {
            continue;
        }
        let Some(other) = version.read(&main, &file.path, &load)? else { continue };
        let bytes = match row {
            Some(row) => row.taken(file, &other)?,
            None => other,
        };
        if bytes != file.bytes {
            changed.push(FileNow { bytes, ..file.clone() });
        }
    }
    Ok(changed)
}

#[cfg(test)]
mod tests;
