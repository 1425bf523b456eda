//! What the window needs of a history, whatever kind of document it is of.

use std::path::Path;

use landwright_core::vfs::{FileError, Fingerprint};
use landwright_core::world::history::{StepRow, Steps};
use landwright_core::world::journal::{Base, Journal, Share, Trouble, name};
use landwright_core::world::{Document, Editing, Revision, StepId};

/// A way through the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Travel {
    Undo,
    Redo,
    To(StepId),
}

pub trait History {
    fn steps(&self) -> &Steps;

    /// Every step as a panel shows it, branches included.
    fn rows(&self) -> Vec<StepRow>;

    fn revision(&self) -> Revision;

    fn is_saved(&self) -> bool;

    fn is_in_gesture(&self) -> bool;

    /// The gesture under way becomes a step.
    fn end(&mut self);

    /// A step that changes nothing but says what a person decided.
    fn note(&mut self, title: &str) -> StepId;

    /// Without what depends on the document; `super::kind::OpenDocument::travel` lets it follow.
    fn go(&mut self, to: Travel) -> Result<(), Trouble>;

    fn mark_saved_at(&mut self, step: StepId, saved: &Fingerprint, share: Share<'_>);

    /// From here on the document is kept in another file.
    fn goes_on_at(&mut self, file: &Path);

    fn set_budget(&mut self, n_bytes: usize);

    fn journal(&self) -> Option<&Journal>;

    fn journal_trouble(&self) -> Option<&FileError>;

    /// Writes to the journal what the disk didn't take before. Says whether all of it is there now.
    fn try_journal_again(&mut self) -> bool;

    fn take_journal(&mut self) -> Option<Journal>;

    /// Whether the journal was given up, and everything is saved: a new one may begin here.
    fn needs_new_journal(&self) -> bool;

    #[cfg(test)]
    fn give_journal_up(&mut self);

    /// Goes on with a new journal at a path, on a file as it was just saved.
    fn restart_journal(
        &mut self,
        path: &Path,
        file: &Path,
        saved: &Fingerprint,
    ) -> Result<(), FileError>;
}

impl<D: Document> History for Editing<D> {
    fn steps(&self) -> &Steps {
        self.steps()
    }

    fn rows(&self) -> Vec<StepRow> {
        self.rows()
    }

    fn revision(&self) -> Revision {
        self.revision()
    }

    fn is_saved(&self) -> bool {
        self.is_saved()
    }

    fn is_in_gesture(&self) -> bool {
        self.is_in_gesture()
    }

    fn end(&mut self) {
        self.end();
    }

    fn note(&mut self, title: &str) -> StepId {
        self.note(title)
    }

    fn go(&mut self, to: Travel) -> Result<(), Trouble> {
        match to {
            Travel::Undo => self.undo().map(|_| ()),
            Travel::Redo => self.redo().map(|_| ()),
            Travel::To(step) => self.jump(step).map(|_| ()),
        }
    }

    fn mark_saved_at(&mut self, step: StepId, saved: &Fingerprint, share: Share<'_>) {
        self.mark_saved_at(step, saved, share);
    }

    fn goes_on_at(&mut self, file: &Path) {
        self.goes_on_at(&name::of_path(file));
    }

    fn set_budget(&mut self, n_bytes: usize) {
        self.set_budget(n_bytes);
    }

    fn journal(&self) -> Option<&Journal> {
        self.journal()
    }

    fn journal_trouble(&self) -> Option<&FileError> {
        self.journal_trouble()
    }

    fn try_journal_again(&mut self) -> bool {
        self.try_journal_again()
    }

    fn take_journal(&mut self) -> Option<Journal> {
        self.take_journal()
    }

    fn needs_new_journal(&self) -> bool {
        self.needs_new_journal()
    }

    #[cfg(test)]
    fn give_journal_up(&mut self) {
        self.give_journal_up();
    }

    fn restart_journal(
        &mut self,
        path: &Path,
        file: &Path,
        saved: &Fingerprint,
    ) -> Result<(), FileError> {
        let beside = self.document().beside_base();
        let base = Base { name: name::of_path(file), hash: saved.hash, len: saved.len, beside };
        let journal = Journal::start(path, D::KIND, &base)?;
        self.restart_journal(journal);
        Ok(())
    }
}
