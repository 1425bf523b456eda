//! Putting a document together with what is on disk.

use std::any::Any;
use std::path::Path;
use std::sync::Mutex;

use landwright_core::vfs::{Fingerprint, Session};
use landwright_core::world::Revision;

use crate::job::{JobId, Progress, lock};
use crate::versions::conflicts::Theirs;

/// Puts a document as it was when the merger was made together with what is on disk, or says why it
/// can't. The session keeps what would be lost. `None` where it is cancelled.
pub type Merger =
    Box<dyn FnOnce(&Mutex<Session>, &Progress) -> Option<Result<Both, String>> + Send>;

/// What both sides come to.
///
/// The kind of the document knows what it is.
#[derive(Debug)]
pub struct Both(pub Box<dyn Any + Send>);

/// A merge that a person asked for.
#[derive(Debug)]
pub(crate) struct Merging {
    /// The version on disk, as the person knows of it.
    pub(crate) theirs: Fingerprint,
    /// The job that works it out, and for which state.
    pub(crate) job: Option<(JobId, Revision)>,
    /// Whether that job was ended for what came meanwhile, and not by a person.
    pub(crate) begins_again: bool,
}

impl Merging {
    pub(crate) fn is_with(&self, theirs: &Fingerprint) -> bool {
        self.theirs.same_content(theirs)
    }
}

/// Keeps the version of a file that is about to be merged as a backup.
pub(crate) fn back_up(
    session: &Mutex<Session>,
    file: &Path,
    fingerprint: Fingerprint,
) -> Result<Theirs, String> {
    let kept = lock(session).keep(file, &fingerprint);
    let backup = kept.map_err(|error| {
        format!("the version on disk can't be backed up: {error}; nothing was merged")
    })?;
    Ok(Theirs { fingerprint, backup })
}
