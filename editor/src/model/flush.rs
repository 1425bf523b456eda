//! Flushes journals to the platter a moment after the last gesture.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use landwright_core::vfs::append::Syncer;
use landwright_core::world::journal::Journal;

/// A power cut loses at most what was done in this time.
const DELAY: Duration = Duration::from_millis(200);

/// The thread that flushes. When the model ends, it flushes what is left and is waited for.
#[derive(Debug)]
pub(super) struct Flusher {
    /// `None` once it is told to end.
    sender: Option<Sender<(PathBuf, Syncer)>>,
    thread: Option<JoinHandle<()>>,
}

impl Flusher {
    pub(super) fn start() -> Flusher {
        let (sender, receiver) = channel::<(PathBuf, Syncer)>();
        let thread = thread::spawn(move || {
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
                for syncer in waiting.values() {
                    // The journal itself says when it can't be written to; a disk that does not
                    // flush is no reason to stop writing.
                    let _ = syncer.sync();
                }
                if end == RecvTimeoutError::Disconnected {
                    return;
                }
            }
        });
        Flusher { sender: Some(sender), thread: Some(thread) }
    }

    pub(super) fn flush(&self, journal: &Journal) {
        if let (Some(sender), Ok(syncer)) = (&self.sender, journal.syncer()) {
            // The thread is there as long as the model.
            let _ = sender.send((journal.path().to_path_buf(), syncer));
        }
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
