//! What is done between frames: taking what jobs have brought, and starting those that are due.

use std::fmt::{self, Debug, Formatter};
use std::path::PathBuf;

use landwright_core::vfs::FileError;

use crate::kind::ALL;
use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::left;
use crate::kind::document::open::Patience;
use crate::message::dialog::names::Listed;
use crate::message::sent::Sent;
use crate::model::{
    Model, broken, check, exchange, merge, open, publish, recovery, save, second_look,
};
use crate::view::id::DocumentId;

/// What a job brings.
#[derive(Debug)]
pub(crate) enum Done {
    BrokeOff(broken::Broken),
    Opened(Box<open::Opened>),
    /// Of a kind, which knows what becomes of it.
    OfKind(OfKind),
    Kind(DocumentId, Sent),
    Saved(Box<save::Saved>),
    Checked(Box<check::Checked>),
    LeftFound(recovery::Found),
    Restored(Box<Result<left::Restored, String>>),
    Listed(PathBuf, Vec<PathBuf>),
    /// What can be opened by name.
    NamesListed(Listed),
    LookedAgain(Box<second_look::LookedAgain>),
    Merged(Box<merge::Merged>),
    BaseKept(DocumentId, Result<(), (FileError, BaseKeeper)>),
    Exported(Result<exchange::ExportDone, String>),
    Imported(Box<exchange::Imported>),
    Published(publish::Published),
}

/// Everything that is done with what a job of a kind brought.
pub(crate) struct OfKind(Box<dyn FnOnce(&mut Model) + Send>);

impl Done {
    pub(crate) fn of_kind(take: impl FnOnce(&mut Model) + Send + 'static) -> Done {
        Done::OfKind(OfKind(Box::new(take)))
    }
}

impl Debug for OfKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("OfKind")
    }
}

impl Model {
    /// Takes what jobs have brought, and starts those that are due.
    pub fn tick(&mut self) {
        self.tick_with(Patience::UntilTheHandRests);
    }

    fn tick_with(&mut self, patience: Patience) {
        for done in self.jobs.take_finished() {
            self.take_result(done);
        }
        self.take_lines_of_publishing();
        self.follow_titles();
        self.follow_kinds();
        ALL.iter().for_each(|kind| kind.go_on(self, patience));
        self.go_on_in_line();
        self.start_checks(patience);
        ALL.iter().for_each(|kind| kind.start_work(self));
        self.work_merges_out();
        self.start_due_saves();
        ALL.iter().for_each(|kind| kind.end_tick(self));
        self.follow_all_conflicts();
        self.note_journal_troubles();
    }

    /// Waits for all jobs, for tests and scripts. The hand counts as rested.
    pub fn settle(&mut self) {
        self.tick_with(Patience::None);
        while let Some(done) = self.jobs.wait_for_one() {
            self.take_result(done);
            self.tick_with(Patience::None);
        }
    }

    pub(crate) fn take(&mut self, done: Done) {
        match done {
            Done::BrokeOff(broken) => self.take_broken(broken),
            Done::Opened(opened) => self.take_opened(*opened),
            Done::OfKind(done) => (done.0)(self),
            Done::Kind(id, sent) => self.send_to_kind(id, &sent),
            Done::Saved(saved) => self.take_saved(*saved),
            Done::Checked(checked) => self.take_checked(*checked),
            Done::LeftFound(found) => self.take_left(found),
            Done::Restored(restored) => self.take_restored(*restored),
            Done::NamesListed(listed) => self.take_listed(listed),
            Done::Listed(folder, files) => {
                if self.settings.folder.as_ref() == Some(&folder) {
                    self.project_files = files;
                }
            }
            Done::LookedAgain(looked) => self.take_second_look(*looked),
            Done::Merged(merged) => self.take_merged(*merged),
            Done::BaseKept(id, kept) => {
                if let (Some(document), Err((error, keeper))) = (self.document_mut(id), kept) {
                    let common = document.common_mut();
                    (common.journal_error, common.unkept_base) = (Some(error), Some(keeper));
                }
            }
            Done::Exported(exported) => self.take_exported(exported),
            Done::Imported(imported) => self.take_imported(*imported),
            Done::Published(published) => self.take_published(published),
        }
    }
}
