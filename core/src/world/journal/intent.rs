//! A save that is about to happen, kept beside the journal: after a crash between the save and the
//! journal's own record of it, it says that the files on disk are this document's own.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::name;
use crate::vfs::append;
use crate::vfs::disk;
use crate::vfs::{ContentHash, FileError, Fingerprint};
use crate::world::history::StepId;

/// What a save will have written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// The document is saved as it is right after this step.
    pub step: StepId,
    /// The file that it is saved as.
    pub at: PathBuf,
    /// As the journal will say that it was saved.
    pub saved: Fingerprint,
    /// Every file of the save with its new bytes.
    pub files: Vec<(PathBuf, ContentHash)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u32,
    step: u64,
    at: String,
    hash: ContentHash,
    len: u64,
    files: Vec<(String, ContentHash)>,
}

const VERSION: u32 = 1;
/// More than the names of all files of any document.
const MAX_LEN: u64 = 16 << 20;

impl Intent {
    /// Keeps it until the save is in the journal, or failed.
    pub fn announce(&self, journal: &Path) -> Result<(), FileError> {
        let files = self.files.iter().map(|(path, hash)| (name::of_path(path), *hash)).collect();
        let at = name::of_path(&self.at);
        let Fingerprint { hash, len, .. } = self.saved;
        let written = Written { version: VERSION, step: self.step.0, at, hash, len, files };
        // Nothing in it can fail to become JSON.
        let bytes = serde_json::to_vec(&written).unwrap_or_default();
        disk::write_over(&path_of(journal), &bytes).map_err(|error| error.error)
    }

    /// The save failed, or the journal has it.
    pub fn withdraw(journal: &Path) -> Result<(), FileError> {
        match append::remove(&path_of(journal)) {
            Err(error) if error.is_missing() => Ok(()),
            removed => removed,
        }
    }

    /// What was about to be saved when the program ended, where all of that is on disk now.
    pub(super) fn carried_out(journal: &Path) -> Option<Intent> {
        let bytes = disk::read_file(&path_of(journal), MAX_LEN).ok()?.bytes;
        let written: Written = serde_json::from_slice(&bytes).ok()?;
        let Written { step, at, hash, len, files, .. } =
            Some(written).filter(|written| written.version == VERSION)?;
        let files: Vec<(PathBuf, ContentHash)> =
            files.into_iter().map(|(path, hash)| (name::to_path(&path), hash)).collect();
        let is_there = |(path, hash): &(PathBuf, ContentHash)| {
            disk::fingerprint(path).is_ok_and(|there| there.hash == *hash)
        };
        let saved = Fingerprint { hash, len, modified: None };
        let intent = Intent { step: StepId(step), at: name::to_path(&at), saved, files };
        intent.files.iter().all(is_there).then_some(intent)
    }
}

fn path_of(journal: &Path) -> PathBuf {
    journal.with_extension("saving")
}
