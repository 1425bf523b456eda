//! Flushes journals to the platter a moment after the last gesture.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use landwright_core::vfs::append::Syncer;

/// A power cut loses at most what was done in this time.
const DELAY: Duration = Duration::from_millis(200);

/// The thread that flushes. It ends when the model does, after flushing what is left.
#[derive(Debug)]
pub(super) struct Flusher(Sender<(PathBuf, Syncer)>);

impl Flusher {
    pub(super) fn start() -> Flusher {
        let (sender, receiver) = channel::<(PathBuf, Syncer)>();
        thread::spawn(move || {
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
        Flusher(sender)
    }

    pub(super) fn flush(&self, journal: &landwright_core::world::journal::Journal) {
        if let Ok(syncer) = journal.syncer() {
            // The thread is there as long as the model.
            let _ = self.0.send((journal.path().to_path_buf(), syncer));
        }
    }
}
