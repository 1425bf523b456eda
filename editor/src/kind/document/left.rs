//! What a crash leaves of a document: its journal, what that builds on, and the document that both come to.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use landwright_core::vfs::append::{self, AppendFile};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::{FileError, Fingerprint, Trouble};
use landwright_core::world::journal::recover::{self, Lost, RecoverError, Recovered};
use landwright_core::world::journal::{Base, name};
use landwright_core::world::{Document, Editing};

use crate::kind::document::common::File;
use crate::kind::{ALL, Content};
use crate::model::beside as files_beside;
use crate::versions::conflicts::keeping::{path_of, theirs_path_of};

/// A journal that no running program has open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    pub journal: PathBuf,
    pub base: Base,
    /// When something was done to it last, where the disk knows.
    pub done_last: Option<SystemTime>,
    /// Its file was written after that: what the journal has may be older.
    pub is_file_newer: bool,
}

/// A document brought back.
#[derive(Debug)]
pub struct Restored {
    pub left: Left,
    /// Where it goes on: it may have been saved elsewhere since it was opened.
    pub path: PathBuf,
    /// Of the bytes that the journal builds on.
    pub base: Fingerprint,
    pub n_steps: usize,
    /// As it was saved last.
    pub saved: Option<Fingerprint>,
    pub lost: Option<Lost>,
    /// What became of a save that was under way.
    pub said: Vec<String>,
    pub content: Box<dyn Content>,
}

/// Keeps the bytes that a journal builds on beside it: the file may become a different one.
pub(crate) fn keep_base(journal: &Path, bytes: &[u8]) -> Result<(), FileError> {
    remove_base(journal)?;
    AppendFile::create(&base_path(journal))?.append(bytes)?;
    Ok(())
}

/// Keeps a file beside a journal that builds on it as it was just saved.
pub(crate) fn keep_saved(journal: &Path, file: &File) -> Result<(), FileError> {
    let read = disk::read_file(&file.path, READ_LIMIT)?;
    if read.fingerprint.hash != file.fingerprint.hash {
        return Err(FileError::new(&file.path, Trouble::Changed));
    }
    keep_base(journal, &read.bytes)
}

/// The files that a journal builds on, but for one that it names.
pub(crate) fn builds_on(journal: &Path) -> impl Iterator<Item = PathBuf> {
    let of_kinds = ALL.iter().filter_map(|kind| kind.base_beside(journal));
    let all: Vec<PathBuf> = std::iter::once(base_path(journal)).chain(of_kinds).collect();
    all.into_iter().filter(|path| disk::is_file(path))
}

/// The files that belong to a journal, but for those that it names.
fn beside(journal: &Path) -> Vec<PathBuf> {
    let of_kinds = ALL.iter().flat_map(|kind| kind.beside_journal(journal));
    let of_all = [base_path(journal), path_of(journal), theirs_path_of(journal)];
    of_all.into_iter().chain(of_kinds).collect()
}

/// The same for bytes that stay through a power cut.
pub(crate) fn keep_base_for_good(journal: &Path, bytes: &[u8]) -> Result<(), FileError> {
    keep_base(journal, bytes)?;
    append::flush(&base_path(journal))
}

/// Keeps the bytes that a journal builds on where a backup alone has them: backups go with time.
pub(crate) fn keep_base_of(journal: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let path = base_path(journal);
    if !disk::is_file(&path) {
        AppendFile::create(&path)?.append(bytes)?;
    }
    Ok(())
}

pub(crate) fn base_path(journal: &Path) -> PathBuf {
    journal.with_extension("base")
}

pub(crate) fn recover<D: Document>(
    left: &Left,
    base: D,
    bytes: &[u8],
) -> Result<Recovered<D>, String> {
    recover::recover(&left.journal, base, bytes)
        .map_err(|error: RecoverError| format!("{}: {error}", left.journal.display()))
}

impl Restored {
    pub(crate) fn of<D: Document>(
        left: &Left,
        base_bytes: &[u8],
        recovered: Recovered<D>,
        content: impl FnOnce(Editing<D>) -> Box<dyn Content>,
    ) -> Restored {
        let saved = recovered.saved.map(|(hash, len)| Fingerprint { hash, len, modified: None });
        let path = recovered.at.as_ref().unwrap_or(&left.base.name);
        Restored {
            path: name::to_path(path),
            left: left.clone(),
            base: Fingerprint::of(base_bytes, None),
            n_steps: recovered.n_steps,
            saved,
            lost: recovered.lost,
            said: Vec::new(),
            content: content(recovered.editing),
        }
    }
}

pub(crate) fn remove_base(journal: &Path) -> Result<(), FileError> {
    beside(journal).iter().try_for_each(|file| files_beside::remove(file))
}
