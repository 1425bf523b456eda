//! *Merge both*: what changed on disk is put together with what is unsaved here, beside the window.
//! Until that is done, the document counts as unsaved, saves wait for it, and what is on disk stays
//! known: anyone who gives it up is asked once more.

use landwright_core::vfs::Fingerprint;
use landwright_core::world::Revision;

use super::{Done, Model};
use crate::job::Panicked;
use crate::kind::document::merging::{Both, Merging};
use crate::kind::document::read::Read;
use crate::kind::document::work::For;
use crate::message::dialog::Dialog;
use crate::view::id::DocumentId;

/// What a job came to.
#[derive(Debug)]
pub(crate) struct Merged {
    document: DocumentId,
    theirs: Fingerprint,
    revision: Revision,
    both: Option<Result<Both, String>>,
}

impl Model {
    /// Puts what changed on disk since it was read together with what is here.
    pub(crate) fn merge(&mut self, id: DocumentId) {
        let Some(document) = self.document_mut(id) else { return };
        let common = document.common_mut();
        if let Some(read) = &common.on_disk {
            let theirs = read.fingerprint;
            common.merging = Some(Merging { theirs, job: None, begins_again: false });
        }
    }

    /// Starts the merges that are due, and ends those of what is past: they are begun again for the
    /// document as it is then.
    pub(crate) fn work_merges_out(&mut self) {
        for document in self.documents.values_mut() {
            let session = self.session.clone();
            let revision = document.history().revision();
            let is_busy = document.history().is_in_gesture() || document.common().is_saving;
            let common = document.common();
            let Some(Merging { theirs, job, .. }) = &common.merging else { continue };
            let read = common.on_disk.as_ref().filter(|read| read.fingerprint.same_content(theirs));
            if let Some((job, of)) = job {
                let is_past = read.is_none() || *of != revision;
                let begins_again = is_past && self.jobs.cancel(*job);
                if read.is_some() {
                    if let Some(merging) = &mut document.common_mut().merging {
                        merging.begins_again |= begins_again;
                    }
                    continue;
                }
            }
            let merger = read.filter(|_| !is_busy).and_then(|read| document.merger(read));
            let (id, name, theirs) = (common.id, common.title.clone(), *theirs);
            let is_given_up = read.is_none() || (merger.is_none() && !is_busy);
            let common = document.common_mut();
            if is_given_up {
                common.merging = None;
            }
            let Some(merger) = merger else { continue };
            let title = format!("Merging {name} with the version on disk");
            let job = self.jobs.start_for((id, For::Merging), title, move |progress| {
                let both = merger(&session, progress).filter(|_| !progress.is_cancelled());
                Done::Merged(Box::new(Merged { document: id, theirs, revision, both }))
            });
            let job = Some((job, revision));
            common.merging = Some(Merging { theirs, job, begins_again: false });
        }
    }

    pub(crate) fn take_merged(&mut self, merged: Merged) {
        let Merged { document: id, theirs, revision, both } = merged;
        let Some(document) = self.document_mut(id) else { return };
        let history = document.history();
        let is_past = history.revision() != revision || history.is_in_gesture();
        let common = document.common_mut();
        let is_past = is_past || common.is_saving;
        let merging = common.merging.as_mut();
        let Some(merging) = merging.filter(|merging| merging.is_with(&theirs)) else { return };
        merging.job = None;
        let is_given_up = both.is_none() && !merging.begins_again;
        if is_past && !is_given_up {
            return;
        }
        common.merging = None;
        let is_still_there = |read: &Read| read.fingerprint.same_content(&theirs);
        if !common.on_disk.as_ref().is_some_and(is_still_there) {
            // Something else is on disk by now, and it is asked what is to become of that.
            return;
        }
        let title = common.title.clone();
        let Some(both) = both else {
            let said = format!("merging {title} was cancelled");
            self.log.note(said);
            self.ask_about_disk_again(id);
            return;
        };
        let both = match both {
            Ok(both) => both,
            Err(why) => {
                let what = format!("{title} can't be merged with the version on disk: {why}");
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
                self.ask_about_disk_again(id);
                return;
            }
        };
        let Some(read) = self.take_on_disk(id) else { return };
        let undecided = self.document_mut(id).map(|document| document.take_merged(both, read));
        let undecided = undecided.unwrap_or_default();
        if !(undecided.conflicts.is_empty() && undecided.told.is_empty()) {
            self.forget_saving(id);
        }
        self.take_undecided(id, undecided);
        self.flush(id);
    }

    /// Merging broke off, as it would again.
    pub(crate) fn forget_merge(&mut self, id: DocumentId, panicked: &Panicked) {
        self.dialogs.push_back(Dialog::Failed { what: panicked.to_string() });
        self.ask_about_disk_again(id);
    }

    /// Nothing was done about what is on disk: what is to become of it is asked once more, and a
    /// save that waited would only find it in its way.
    fn ask_about_disk_again(&mut self, id: DocumentId) {
        if let Some(document) = self.document_mut(id) {
            document.common_mut().merging = None;
        }
        self.forget_saving(id);
        self.ask_about_disk(id);
    }

    /// What was found on disk, which counts as known from now on.
    pub(crate) fn take_on_disk(&mut self, id: DocumentId) -> Option<Read> {
        let common = self.document_mut(id)?.common_mut();
        let read = common.on_disk.take()?;
        if let Some(file) = &mut common.file {
            file.fingerprint = read.fingerprint;
        }
        Some(read)
    }
}
