//! What is done between frames: taking what jobs have brought, and starting those that are due.

use std::path::PathBuf;

use landwright_core::vfs::FileError;

use super::document::DocumentId;
use super::journaling::BaseKeeper;
use super::kind::{Open, Patience};
use super::{
    Model, broken, by_name, check, exchange, merge, open, proposal, recovery, reference, save,
    second_look, stamps,
};
use crate::kind::rose::ZoneDone;
use crate::kind::sent::Sent;
use crate::kind::tera::AreaDone;

/// What a job brings.
#[derive(Debug)]
pub(crate) enum Done {
    BrokeOff(broken::Broken),
    Opened(Box<open::Opened>),
    Area(AreaDone),
    Zone(ZoneDone),
    Kind(DocumentId, Sent),
    Saved(Box<save::Saved>),
    Checked(Box<check::Checked>),
    Proposed(Box<proposal::Proposed>),
    LeftFound(recovery::Found),
    Restored(Box<Result<recovery::Restored, String>>),
    Listed(PathBuf, Vec<PathBuf>),
    /// What can be opened by name.
    NamesListed(by_name::Listed),
    LookedAgain(Box<second_look::LookedAgain>),
    Merged(Box<merge::Merged>),
    BaseKept(DocumentId, Result<(), (FileError, BaseKeeper)>),
    PictureRead(Box<reference::PictureRead>),
    StampsFound(stamps::Found),
    StampWritten(Result<(), String>),
    Exported(Result<exchange::ExportDone, String>),
    Imported(Box<exchange::Imported>),
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
        self.follow_titles();
        self.follow_kinds();
        self.go_on_in_line();
        self.follow_dialog();
        self.end_nudges_that_rest(patience);
        self.start_proposals();
        self.probe_again();
        self.start_checks(patience);
        self.follow_textures();
        self.do_what_takes_long();
        self.work_merges_out();
        self.start_due_saves();
        self.tell_of_areas();
        self.walk_routes();
        self.probe_reports();
        self.check_sharing();
        self.check_around_edits();
        self.unpack_zones();
        self.keep_bases();
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
            Done::Area(done) => self.take_area(done),
            Done::Zone(done) => self.take_zone(done),
            Done::Kind(id, sent) => self.with_kind(id, |document| document.take(&sent)),
            Done::Saved(saved) => self.take_saved(*saved),
            Done::Checked(checked) => self.take_checked(*checked),
            Done::Proposed(proposed) => self.take_proposed(*proposed),
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
            Done::PictureRead(read) => self.take_picture_read(*read),
            Done::StampsFound(found) => self.take_found_stamps(found),
            Done::StampWritten(written) => self.take_written_stamp(written),
            Done::Exported(exported) => self.take_exported(exported),
            Done::Imported(imported) => self.take_imported(*imported),
        }
    }

    /// The path that is shown is the one on the map as it is.
    fn probe_again(&mut self) {
        for document in self.documents.values_mut().filter_map(Open::as_map_mut) {
            let again = document.probe.as_ref().and_then(|probe| probe.asked_again(document));
            if again.is_some() {
                document.probe = again;
            }
        }
    }
}
