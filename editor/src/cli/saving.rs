//! Writing documents, as every command does it: what a person should know of a save is reported.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use landwright_core::vfs::error::SaveError;
use landwright_core::vfs::save::Backups;
use landwright_core::vfs::saver::{Plan, Wanted};
use landwright_core::vfs::{ContentHash, Session, disk};

use super::output::{complain, shown};

/// The files that were saved, for when nothing else can be said any more.
static SAVED: Mutex<Vec<String>> = Mutex::new(Vec::new());

thread_local! {
    /// What would be written on this thread, where nothing is.
    static PLANNED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
    /// How many files were written on this thread.
    static N_WRITTEN: Cell<usize> = const { Cell::new(0) };
    /// The files that were made on this thread, written or only planned, where somebody compares them.
    static MADE: RefCell<Option<Vec<Made>>> = const { RefCell::new(None) };
}

/// A file as a command made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Made {
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
    /// Whether the disk had other bytes there, or none.
    pub(super) is_new: bool,
}

/// Does something that saves, and answers with the files that it made as well.
pub(super) fn made<T>(work: impl FnOnce() -> T) -> (T, Vec<Made>) {
    MADE.set(Some(Vec::new()));
    let came = work();
    (came, MADE.take().unwrap_or_default())
}

fn note_made<N>(wanted: &[Wanted<N>]) {
    MADE.with_borrow_mut(|made| {
        let Some(made) = made else { return };
        made.extend(wanted.iter().map(|Wanted { path, bytes, .. }| {
            let there = disk::fingerprint(path).map(|there| there.hash);
            let is_new = !there.is_ok_and(|hash| hash == ContentHash::of(bytes));
            Made { path: path.clone(), bytes: bytes.clone(), is_new }
        }));
    });
}

/// Does something that saves, and writes nothing: answers with what it would have written.
pub(super) fn planned<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    PLANNED.set(Some(Vec::new()));
    let came = work();
    (came, PLANNED.take().unwrap_or_default())
}

/// Does something that saves, and answers with how many files were written as well.
pub(super) fn written<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let n_before = N_WRITTEN.get();
    let came = work();
    (came, N_WRITTEN.get() - n_before)
}

/// Whether saves are only planned.
fn plans(files: &[&Path]) -> bool {
    PLANNED.with_borrow_mut(|planned| match planned {
        Some(planned) => {
            planned.extend(files.iter().map(|file| shown(file)));
            true
        }
        None => false,
    })
}

/// Writes all of the files or none, and keeps so many backups of each. Answers with how many were
/// different on disk, and so were written.
pub(super) fn save<N: Ord + Clone>(
    wanted: Vec<Wanted<N>>,
    backups: impl Into<Backups>,
) -> Result<usize, SaveError> {
    note_made(&wanted);
    let plan = Plan::of(wanted);
    let files: Vec<&Path> = plan.files().map(|(file, _)| file).collect();
    if plans(&files) {
        return Ok(files.len());
    }
    let came = plan.write(&mut Session::new(backups))?;
    came.notes.iter().for_each(|note| complain(&format!("note: {note}")));
    if let Ok(mut files) = SAVED.lock() {
        files.extend(came.written.iter().map(|file| shown(file)));
    }
    N_WRITTEN.set(N_WRITTEN.get() + came.written.len());
    Ok(came.written.len())
}

/// Whether a file was saved by now.
pub(super) fn has_saved() -> bool {
    SAVED.lock().is_ok_and(|saved| !saved.is_empty())
}

/// What was saved, as the end of a message that says what failed after that.
pub(super) fn in_spite_of_that() -> String {
    let saved = SAVED.lock().map(|saved| saved.join(", ")).unwrap_or_default();
    if saved.is_empty() { saved } else { format!("; saved all the same: {saved}") }
}
