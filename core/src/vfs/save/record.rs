//! What a save of several files is about to do, written down before it does it.
//!
//! The record stands in the `.landwright` folder beside every file concerned, from the moment
//! when all new files are whole until the last of them has its name. It gets its own name only
//! once it is whole, so a record that can't be read was not cut short by a crash. A save is
//! decided when every folder has its copy.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::error::{At, FileError};
use super::super::fingerprint::Fingerprint;
use super::OWN_FOLDER;
use super::beside::NewName;
use super::folders::{self, MadeFolders};

pub(super) const PREFIX: &str = "saving-";
pub(super) const SUFFIX: &str = ".json";
/// As long as it is not whole.
pub(super) const UNFINISHED_SUFFIX: &str = ".part";
const NAMES: NewName<'_> = NewName { prefix: PREFIX, suffix: UNFINISHED_SUFFIX, taken_by: SUFFIX };

/// Raised with every change of what a record says, since it may be read by another version of
/// the program than the one that crashed.
const VERSION: u32 = 1;

/// What a record says.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    version: u32,
    pub(super) steps: Vec<Step>,
}

/// One file of the save.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) target: PathBuf,
    /// The new bytes under their passing name.
    pub(super) new: PathBuf,
    /// The old file under its second name.
    pub(super) original: Option<PathBuf>,
    pub(super) before: Option<Fingerprint>,
    pub(super) after: Fingerprint,
}

/// Why a record was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    #[error(
        "is of version {0}, and {VERSION} is known here; open the folder with the version of Landwright that saved there last"
    )]
    Version(u32),
    #[error("is damaged ({0})")]
    Broken(String),
}

impl Plan {
    pub(super) fn new(steps: Vec<Step>) -> Plan {
        Plan { version: VERSION, steps }
    }

    pub(super) fn from_json(json: &[u8]) -> Result<Plan, BadRecord> {
        #[derive(Deserialize)]
        struct Head {
            version: u32,
        }
        let broken = |error: serde_json::Error| BadRecord::Broken(error.to_string());
        let Head { version } = serde_json::from_slice(json).map_err(broken)?;
        if version != VERSION {
            return Err(BadRecord::Version(version));
        }
        serde_json::from_slice(json).map_err(broken)
    }

    /// The folders of its files.
    pub(super) fn folders(&self) -> BTreeSet<&Path> {
        self.steps.iter().filter_map(|step| step.target.parent()).collect()
    }
}

/// A record on disk, in as many copies as there are folders. Dropping it removes them.
#[derive(Debug)]
pub(super) struct Record {
    /// Open and locked, so that another process does not take the save for a crashed one.
    copies: Vec<(PathBuf, File)>,
}

impl Record {
    pub(super) fn write(plan: &Plan, made_folders: &mut MadeFolders) -> Result<Record, FileError> {
        let mut record = Record { copies: Vec::new() };
        // Paths that are not Unicode have no JSON: such a save has no record.
        let Ok(json) = serde_json::to_vec_pretty(plan) else { return Ok(record) };
        for folder in plan.folders() {
            let own = folder.join(OWN_FOLDER);
            made_folders.make(&own).at(&own)?;
            let (path, file) = NAMES.create_in(&own).at(&own)?;
            // Some network disks know no locks; what is found there is taken to be at work.
            let _ = file.try_lock();
            record.copies.push((path, file));
            let Some((path, file)) = record.copies.last_mut() else { continue };
            file.write_all(&json).and_then(|()| file.sync_all()).at(path)?;
            let whole = path.with_extension(SUFFIX.trim_start_matches('.'));
            fs::rename(&*path, &whole).at(path)?;
            *path = whole;
            folders::flush(&own);
        }
        Ok(record)
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        for (path, file) in self.copies.drain(..) {
            drop(file);
            // If it stays, recovery finds every step done and removes it.
            let _ = fs::remove_file(path);
        }
    }
}
