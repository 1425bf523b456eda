//! What a save of several files is about to do, written down before it does it.
//!
//! The record stands in the `.landwright` folder beside every file concerned, from the moment
//! when all new files are whole until the last of them has its name. It gets its own name only
//! once it is whole, so a record that can't be read was not cut short by a crash. A save is
//! decided when every folder has its copy. Paths are ways from the folder that a copy is about, so
//! that it holds when the folder is moved.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::super::error::{At, FileError, Trouble};
use super::super::fingerprint::{ContentHash, Fingerprint};
use super::beside::NewName;
use super::folders;
use super::own;
use super::path_text::{from_text, relative, resolve, to_text};
use super::stays;

const PREFIX: &str = "saving-";
const SUFFIX: &str = ".json";
/// As long as it is not whole.
const UNFINISHED_SUFFIX: &str = ".part";
const NAMES: NewName<'_> = NewName { prefix: PREFIX, suffix: UNFINISHED_SUFFIX, taken_by: SUFFIX };

/// Raised with every change of what a record says, since it may be read by another version of
/// the program than the one that crashed.
const VERSION: u32 = 2;
/// Had paths from the root of the disk.
const VERSION_OF_ABSOLUTE_PATHS: u32 = 1;

/// What a record says, with paths from the root of the disk.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The same in every copy of one save, and in no other.
    pub(super) save: ContentHash,
    pub(super) steps: Vec<Step>,
}

/// One file of the save.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
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
        "is of version {0}, but this program knows version {VERSION}; open the folder with the \
        version of Landwright that last saved there"
    )]
    Version(u32),
    #[error("is damaged ({0})")]
    Broken(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u32,
    save: ContentHash,
    steps: Vec<WrittenStep>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStep {
    target: String,
    new: String,
    original: Option<String>,
    before: Option<Fingerprint>,
    after: Fingerprint,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAbsolute {
    #[serde(rename = "version")]
    _version: u32,
    steps: Vec<Step>,
}

pub(super) fn is_record_name(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

pub(super) fn is_half_record_name(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(UNFINISHED_SUFFIX)
}

impl Plan {
    pub(super) fn new(steps: Vec<Step>) -> Plan {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let nanoseconds = now.map_or(0, |now| now.as_nanos());
        let said = format!("{} {nanoseconds} {steps:?}", std::process::id());
        Plan { save: ContentHash::of(said.as_bytes()), steps }
    }

    /// What a record says that is about a folder.
    pub(super) fn from_json(json: &[u8], folder: &Path) -> Result<Plan, BadRecord> {
        #[derive(Deserialize)]
        struct Head {
            version: u32,
        }
        let broken = |error: serde_json::Error| BadRecord::Broken(error.to_string());
        let Head { version } = serde_json::from_slice(json).map_err(broken)?;
        match version {
            VERSION => {
                let Written { save, steps, .. } = serde_json::from_slice(json).map_err(broken)?;
                let steps = steps.iter().map(|step| step.at(folder)).collect::<Option<_>>();
                let lost = || BadRecord::Broken("a path of it leads nowhere".to_owned());
                Ok(Plan { save, steps: steps.ok_or_else(lost)? })
            }
            VERSION_OF_ABSOLUTE_PATHS => {
                let written: WrittenAbsolute = serde_json::from_slice(json).map_err(broken)?;
                Ok(Plan { save: ContentHash::of(json), steps: written.steps })
            }
            version => Err(BadRecord::Version(version)),
        }
    }

    /// The copy for a folder.
    pub(super) fn to_json(&self, folder: &Path) -> Result<Vec<u8>, FileError> {
        let steps = self.steps.iter().map(|step| WrittenStep::of(step, folder));
        let steps = steps.collect::<Result<_, _>>()?;
        let written = Written { version: VERSION, save: self.save, steps };
        serde_json::to_vec_pretty(&written)
            .map_err(|error| FileError::new(folder, Trouble::Other(error.to_string())))
    }

    /// The folders of its files.
    pub(super) fn folders(&self) -> BTreeSet<&Path> {
        self.steps.iter().filter_map(|step| step.target.parent()).collect()
    }

    /// What it says of the files in a folder.
    pub(super) fn steps_in(&self, folder: &Path) -> Vec<&Step> {
        self.steps.iter().filter(|step| step.target.parent() == Some(folder)).collect()
    }
}

impl WrittenStep {
    fn of(step: &Step, folder: &Path) -> Result<WrittenStep, FileError> {
        let text = |path: &Path| {
            let name = || Trouble::Other("its name can't be written down; rename it".to_owned());
            to_text(&relative(folder, path)).ok_or_else(|| FileError::new(path, name()))
        };
        let original = step.original.as_deref().map(text).transpose()?;
        let (target, new) = (text(&step.target)?, text(&step.new)?);
        Ok(WrittenStep { target, new, original, before: step.before, after: step.after })
    }

    fn at(&self, folder: &Path) -> Option<Step> {
        let path = |text: &str| resolve(folder, &from_text(text)?);
        let original = match &self.original {
            Some(original) => Some(path(original)?),
            None => None,
        };
        let (target, new) = (path(&self.target)?, path(&self.new)?);
        Some(Step { target, new, original, before: self.before, after: self.after })
    }
}

/// A record on disk, in as many copies as there are folders. Dropping it removes them.
#[derive(Debug)]
pub(super) struct Record {
    /// Open and locked, so that an older version does not take the save for a crashed one.
    copies: Vec<(PathBuf, File)>,
}

impl Record {
    pub(super) fn write(plan: &Plan) -> Result<Record, FileError> {
        let mut record = Record { copies: Vec::new() };
        for folder in plan.folders() {
            let json = plan.to_json(folder)?;
            let own = own::enter(folder)?;
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

    /// Leaves it for the next who opens one of the folders, and says where the first copy is.
    pub(super) fn leave(mut self) -> Option<PathBuf> {
        std::mem::take(&mut self.copies).into_iter().next().map(|(path, _)| path)
    }

    /// Takes it away once the save is done, and gives the copies that stay. Recovery finds every
    /// step of those done, and removes them.
    pub(super) fn remove(mut self) -> Vec<PathBuf> {
        self.remove_all()
    }

    fn remove_all(&mut self) -> Vec<PathBuf> {
        let is_left = |(path, file): (PathBuf, File)| {
            // Windows removes no file that is open.
            drop(file);
            stays(&path).then_some(path)
        };
        self.copies.drain(..).filter_map(is_left).collect()
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        // Whoever drops it says what went wrong with its save.
        self.remove_all();
    }
}
