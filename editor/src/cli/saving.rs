//! Writing documents, as every command does it: what a person should know of a save is told.

use std::sync::Mutex;

use landwright_core::vfs::Session;
use landwright_core::vfs::error::SaveError;
use landwright_core::vfs::save::Write;

use super::output::{complain, shown};

/// The files that were saved, for when nothing else can be said any more.
static SAVED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Writes all of the files or none, and keeps so many backups of each.
pub(super) fn save(writes: &[Write<'_>], n_backups: usize) -> Result<(), SaveError> {
    let saved = Session::new(n_backups).save(writes)?;
    saved
        .iter()
        .filter_map(|saved| saved.note())
        .for_each(|note| complain(&format!("note: {note}")));
    if let Ok(mut files) = SAVED.lock() {
        files.extend(saved.iter().map(|saved| shown(&saved.file)));
    }
    Ok(())
}

/// What was saved, as the end of a message that says what failed after that.
pub(super) fn in_spite_of_that() -> String {
    let saved = SAVED.lock().map(|saved| saved.join(", ")).unwrap_or_default();
    if saved.is_empty() { saved } else { format!("; saved all the same: {saved}") }
}
