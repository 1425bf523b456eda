//! Saving the texts that a command changed: all of them or none, with what a person should know.

use std::path::PathBuf;

use landwright_core::vfs::save::{Backups, Before};
use landwright_core::vfs::saver::{Plan, Wanted};
use landwright_core::vfs::{Fingerprint, Session};

use super::outcome::{Failure, complain, note_saved};

/// A text in the place of what was read.
pub(super) struct Changed {
    pub(super) path: PathBuf,
    pub(super) text: String,
    pub(super) was: Fingerprint,
}

/// `nothing` says what did not happen where it fails.
pub(super) fn save(files: Vec<Changed>, backups: Backups, nothing: &str) -> Result<(), Failure> {
    let wanted = files.into_iter().map(|Changed { path, text, was }| {
        Wanted::new((), path, text.into_bytes(), Before::Was(was))
    });
    let came = Plan::of(wanted.collect())
        .write(&mut Session::new(backups))
        .map_err(|error| Failure::file(error.said(nothing)))?;
    if !came.written.is_empty() {
        note_saved();
    }
    came.notes.iter().for_each(|note| complain(&format!("note: {note}")));
    Ok(())
}
