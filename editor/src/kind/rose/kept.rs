//! The version on disk of a zone, kept beside its journal where no step leads there: after a crash,
//! both sides of a merge are distinguished by it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::vfs::{FileError, disk};

use super::archive::Archive;
use crate::model::beside::Due;

/// What a journal is to have beside it.
#[derive(Debug, Default)]
pub(crate) struct KeptDisk {
    /// Asked for, and not begun.
    next: Option<Beside>,
    /// Whether the last that was begun is something.
    is_kept: bool,
    due: Due<Beside>,
}

#[derive(Debug, Clone)]
enum Beside {
    Disk(Arc<Archive>),
    /// A step leads to what is on disk.
    Nothing,
}

/// Writes it, once what the journal has is on the platter.
pub(crate) struct Keeper {
    journal: PathBuf,
    due: Due<Beside>,
}

impl KeptDisk {
    pub(super) fn keep(&mut self, disk: Arc<Archive>) {
        self.next = Some(Beside::Disk(disk));
    }

    pub(super) fn forget(&mut self) {
        self.next = Some(Beside::Nothing);
    }

    /// Where there is something new to be kept, what keeps it beside a journal.
    pub(crate) fn keeper(&mut self, journal: &Path) -> Option<Keeper> {
        let next = self.next.take()?;
        let is_something = matches!(next, Beside::Disk(_));
        // What is being written just now is no file yet.
        let was_kept = std::mem::replace(&mut self.is_kept, is_something);
        if !is_something && !was_kept && !disk::is_file(&path_of(journal)) {
            return None;
        }
        self.due.ask_for(next);
        Some(Keeper { journal: journal.to_owned(), due: self.due.clone() })
    }
}

impl Keeper {
    pub(crate) fn keep(&self) -> Result<(), FileError> {
        self.due.keep(&self.journal, &path_of(&self.journal), |beside| match beside {
            Beside::Disk(disk) => disk.write(),
            Beside::Nothing => Vec::new(),
        })
    }
}

/// The file beside a journal that has it.
pub(crate) fn path_of(journal: &Path) -> PathBuf {
    journal.with_extension("disk")
}
