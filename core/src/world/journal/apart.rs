//! Edits that are too large to be written while somebody waits: each has a file of its own beside the
//! journal, whole and flushed before a short record of the journal names it. So whoever works a step
//! out beside the window writes it there, and the window writes no more than that record.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::Trouble;
use crate::vfs::FileError;
use crate::vfs::append::{self, AppendFile};
use crate::vfs::disk::{self, READ_LIMIT};

/// In front of the number of such a file in its ending: `a.edit-1` is beside `a.journal`.
const ENDING: &str = "edit-";

/// Where the large edits of a journal go.
#[derive(Debug, Clone)]
pub(in crate::world) struct Shelf {
    journal: PathBuf,
}

/// An edit in a file that no record names yet. It goes away with this.
#[derive(Debug)]
pub(in crate::world) struct LargeEdit {
    /// `None` once a record names it.
    file: Option<AppendFile>,
    apart: Apart,
}

/// Which file an edit is in, and what is in there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::world) struct Apart {
    pub(super) number: u32,
    pub(super) len: u64,
    pub(super) hash: u64,
}

impl Shelf {
    pub(super) fn of(journal: &Path) -> Shelf {
        Shelf { journal: journal.to_owned() }
    }

    pub(in crate::world) fn put(&self, edit: &[u8]) -> Result<LargeEdit, FileError> {
        let is_free = |number: &u32| !disk::is_file(&path_of(&self.journal, *number));
        let number = (1..u32::MAX).find(is_free).unwrap_or(u32::MAX);
        let apart = Apart { number, len: edit.len() as u64, hash: xxh3_64(edit) };
        let file = AppendFile::create(&path_of(&self.journal, number))?;
        let mut large = LargeEdit { file: Some(file), apart };
        if let Some(file) = &mut large.file {
            file.append(edit)?;
            file.syncer()?.sync()?;
        }
        Ok(large)
    }

    pub(in crate::world) fn read(&self, apart: Apart) -> Result<Vec<u8>, Trouble> {
        let limit = apart.len.min(READ_LIMIT);
        let bytes = disk::read_file(&path_of(&self.journal, apart.number), limit)?.bytes;
        match bytes.len() as u64 == apart.len && xxh3_64(&bytes) == apart.hash {
            true => Ok(bytes),
            false => Err(Trouble::Overwritten),
        }
    }
}

impl LargeEdit {
    pub(super) fn apart(&self) -> Apart {
        self.apart
    }

    /// From here on it stays as long as its journal.
    pub(super) fn keep(mut self) {
        self.file = None;
    }
}

impl Drop for LargeEdit {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            // Where this fails, it goes with the journal.
            let _ = file.remove();
        }
    }
}

/// Whether there are files of large edits beside a journal.
pub(super) fn has_any(journal: &Path) -> bool {
    let beside = beside(journal.parent().unwrap_or(Path::new(".")));
    beside.iter().any(|path| path.with_extension("") == journal.with_extension(""))
}

/// Takes away the files of large edits beside a journal.
pub fn remove_all(journal: &Path) -> Result<(), FileError> {
    for path in beside(journal.parent().unwrap_or(Path::new("."))) {
        if path.with_extension("") == journal.with_extension("") {
            append::remove(&path)?;
        }
    }
    Ok(())
}

/// The same for those whose journal is gone: their program ended while it wrote them.
pub fn remove_left(folder: &Path) -> Result<(), FileError> {
    for path in beside(folder) {
        if !disk::is_file(&path.with_extension("journal")) {
            append::remove(&path)?;
        }
    }
    Ok(())
}

fn beside(folder: &Path) -> Vec<PathBuf> {
    let entries = disk::list(folder).unwrap_or_default();
    let is_one = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending.to_string_lossy().starts_with(ENDING))
    };
    entries.into_iter().map(|entry| entry.path).filter(is_one).collect()
}

fn path_of(journal: &Path, number: u32) -> PathBuf {
    journal.with_extension(format!("{ENDING}{number}"))
}
