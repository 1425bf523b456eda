//! Files beside a journal that say what it does not: kept while the work goes on, gone with it.

use std::path::Path;
use std::sync::{Arc, Mutex};

use landwright_core::vfs::FileError;
use landwright_core::vfs::append;
use landwright_core::vfs::disk;

use crate::job::lock;

/// What is to be kept beside a journal next, for jobs that come in any order: whichever is first
/// keeps what was asked for last.
#[derive(Debug, Clone)]
pub(crate) struct Due<T>(Arc<Mutex<Option<T>>>);

impl<T> Due<T> {
    pub(crate) fn ask_for(&self, what: T) {
        *lock(&self.0) = Some(what);
    }

    /// Puts it in the place of what the file has, whole or not at all; nothing where another job has
    /// done that already. Meanwhile, all others wait. It takes as long as the disk does.
    pub(crate) fn keep(
        &self,
        journal: &Path,
        file: &Path,
        bytes: impl FnOnce(T) -> Vec<u8>,
    ) -> Result<(), FileError> {
        let mut due = lock(&self.0);
        // Of a document that was closed meanwhile nothing is kept.
        let Some(what) = due.take().filter(|_| disk::is_file(journal)) else { return Ok(()) };
        match bytes(what) {
            bytes if bytes.is_empty() => remove(file),
            bytes => disk::write_over(file, &bytes).map_err(|error| error.error),
        }
    }
}

impl<T> Default for Due<T> {
    fn default() -> Due<T> {
        Due(Arc::default())
    }
}

pub(crate) fn remove(file: &Path) -> Result<(), FileError> {
    if disk::is_file(file) { append::remove(file) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_last_stays_whichever_job_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let [journal, file] = ["a.journal", "a.zones"].map(|name| folder.path().join(name));
        std::fs::write(&journal, b"a journal").unwrap();
        let due = Due::default();
        // Two jobs of one document.
        let jobs = [b"first".to_vec(), b"last".to_vec()].map(|list| {
            due.ask_for(list);
            due.clone()
        });
        jobs.iter().rev().for_each(|job| job.keep(&journal, &file, |list| list).unwrap());
        assert_eq!(std::fs::read(&file).unwrap(), b"last");
        due.ask_for(Vec::new());
        due.keep(&journal, &file, |list| list).unwrap();
        assert!(!file.exists());
    }

    #[test]
    fn nothing_is_kept_beside_a_journal_that_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let [journal, file] = ["a.journal", "a.zones"].map(|name| folder.path().join(name));
        let due = Due::default();
        due.ask_for(b"list".to_vec());
        due.keep(&journal, &file, |list| list).unwrap();
        assert!(!file.exists());
    }
}
