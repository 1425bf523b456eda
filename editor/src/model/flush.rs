//! Looks after journals: flushes them to the platter a moment after the last gesture, keeps what they
//! build on, and says where one can't be kept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use landwright_core::vfs::FileError;
use landwright_core::vfs::append::{self, Syncer};
use landwright_core::world::journal::Journal;

use super::Model;
use crate::job::lock;
use crate::kind::document::journaling;
use crate::kind::document::journaling::News;
use crate::kind::document::left;

/// A power cut loses at most what was done in this time.
const DELAY: Duration = Duration::from_millis(200);

/// The thread that flushes. When the model ends, it flushes what is left and is waited for.
#[derive(Debug)]
pub(crate) struct Flusher {
    /// `None` once it is told to end.
    sender: Option<Sender<(PathBuf, Syncer)>>,
    thread: Option<JoinHandle<()>>,
    /// That could not be told yet.
    troubles: Arc<Mutex<Vec<FileError>>>,
}

impl Flusher {
    pub(crate) fn start() -> Flusher {
        let (sender, receiver) = channel::<(PathBuf, Syncer)>();
        let troubles = Arc::<Mutex<Vec<FileError>>>::default();
        let found = troubles.clone();
        let thread = thread::spawn(move || {
            let mut before = Before::default();
            while let Ok((path, syncer)) = receiver.recv() {
                let mut waiting = BTreeMap::from([(path, syncer)]);
                let due = Instant::now() + DELAY;
                let end = loop {
                    let left = due.saturating_duration_since(Instant::now());
                    match receiver.recv_timeout(left) {
                        Ok((path, syncer)) => waiting.insert(path, syncer),
                        Err(end) => break end,
                    };
                };
                for (journal, syncer) in &waiting {
                    // The window takes that lock in every frame, and a disk may take its time.
                    let troubles = before.flush(journal, append::flush);
                    lock(&found).extend(troubles);
                    // A disk that does not flush is no reason to stop writing, but a person should
                    // know that the last steps may be missing after a crash.
                    let failed = syncer.sync().err();
                    lock(&found).extend(failed.filter(|error| before.is_new(error)));
                }
                if end == RecvTimeoutError::Disconnected {
                    return;
                }
            }
        });
        Flusher { sender: Some(sender), thread: Some(thread), troubles }
    }

    pub(crate) fn flush(&self, journal: &Journal) {
        if let (Some(sender), Ok(syncer)) = (&self.sender, journal.syncer()) {
            // The thread is there as long as the model.
            let _ = sender.send((journal.path().to_path_buf(), syncer));
        }
    }
}

/// Everything that has to be on the platter before journals are: what they build on.
#[derive(Debug, Default)]
struct Before {
    /// The journals of which all that is there.
    flushed: BTreeSet<PathBuf>,
    told: BTreeSet<PathBuf>,
}

impl Before {
    /// Flushes what a journal builds on, as often as it takes. Says once what can't be flushed.
    fn flush(
        &mut self,
        journal: &Path,
        flush: impl Fn(&Path) -> Result<(), FileError>,
    ) -> Vec<FileError> {
        if self.flushed.contains(journal) {
            return Vec::new();
        }
        let built_on = left::builds_on(journal);
        let mut troubles: Vec<FileError> = built_on.filter_map(|file| flush(&file).err()).collect();
        if troubles.is_empty() {
            self.flushed.insert(journal.to_owned());
        }
        troubles.retain(|trouble| self.is_new(trouble));
        troubles
    }

    /// Whether nothing was said about its file yet.
    fn is_new(&mut self, trouble: &FileError) -> bool {
        self.told.insert(trouble.path.clone())
    }
}

impl Drop for Flusher {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // Where it broke off, there is nothing left to be done.
            let _ = thread.join();
        }
    }
}

impl Model {
    pub(crate) fn note_journal_troubles(&mut self) {
        for error in std::mem::take(&mut *lock(&self.flusher.troubles)) {
            self.log.warn(format!("a power cut would lose unsaved work now: {error}"));
        }
        let now = Instant::now();
        for document in self.documents.values_mut() {
            match journaling::look_after(&mut **document, now) {
                News::None => {}
                News::Broken(said) => self.log.warn(said),
                News::Mended(said) => self.log.note(said),
            }
        }
    }

    /// The first document whose journal the disk doesn't take, and why: shown as long as it is so.
    pub fn journal_in_trouble(&self) -> Option<(&str, &FileError)> {
        let mut documents = self.documents.values();
        documents.find_map(|one| Some((one.common().title.as_str(), one.journal_trouble()?)))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use landwright_core::vfs::Trouble;

    use super::*;

    #[test]
    fn what_a_journal_builds_on_is_flushed_first_until_it_is_there_and_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("a.journal");
        let built_on = ["base", "zones"].map(|ending| journal.with_extension(ending));
        built_on.iter().for_each(|file| std::fs::write(file, b"all of it").unwrap());
        let mut before = Before::default();
        let asked = RefCell::new(Vec::new());
        let mut flush = |journal: &Path, works: bool| {
            let troubles = before.flush(journal, |file| {
                asked.borrow_mut().push(file.to_owned());
                let trouble = || FileError::new(file, Trouble::Other("no platter".to_owned()));
                if works { Ok(()) } else { Err(trouble()) }
            });
            (asked.take(), troubles.len())
        };
        let all = built_on.to_vec();
        assert_eq!(flush(&journal, false), (all.clone(), 2));
        assert_eq!(flush(&journal, false), (all.clone(), 0), "tried again, told once");
        assert_eq!(flush(&journal, true), (all, 0));
        assert_eq!(flush(&journal, true), (Vec::new(), 0), "it is there");
        let other = folder.path().join("b.journal");
        assert_eq!(flush(&other, true), (Vec::new(), 0), "it has nothing");
    }
}
