//! A file that is written beside the one that it will replace.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::super::error::Trouble;
use super::attributes::take_after;
use super::{Before, Rename, stays};

/// How the files are called that are on their way; see [`is_new_name`].
const PREFIX: &str = ".landwright-";
const SUFFIX: &str = ".new";
const ORIGINAL_SUFFIX: &str = ".old";
const NAMES: NewName<'_> = NewName { prefix: PREFIX, suffix: SUFFIX, taken_by: ORIGINAL_SUFFIX };

/// How long after its last change a file can still belong to a save that is under way, on a disk
/// that knows no locks.
const SAVING_AT_MOST: Duration = Duration::from_secs(3600);

/// A file under a passing name. It is removed when dropped, unless it was placed or is to be left;
/// after a crash it stays, and is known by its name.
#[derive(Debug)]
pub(in crate::vfs) struct Beside {
    path: PathBuf,
    /// Whether something of worth only to this save has the passing name.
    is_there: bool,
}

impl Beside {
    /// Writes and flushes it in the folder of `target`, with the permissions of the `old` file.
    pub(in crate::vfs) fn write(
        target: &Path,
        bytes: &[u8],
        old: Option<&Metadata>,
    ) -> Result<Beside, Trouble> {
        let folder = target.parent().ok_or(Trouble::NotAFile)?;
        let (beside, mut file) = Beside::create_in(folder)?;
        file.write_all(bytes)?;
        if let Some(old) = old {
            take_after(&file, old)?;
        }
        file.sync_all()?;
        Ok(beside)
    }

    /// An empty one.
    pub(in crate::vfs) fn create_in(folder: &Path) -> Result<(Beside, File), Trouble> {
        let (path, file) = NAMES.create_in(folder)?;
        Ok((Beside { path, is_there: true }, file))
    }

    /// One that was left behind, and stays until it is placed.
    pub(super) fn found(path: PathBuf) -> Beside {
        Beside { path, is_there: false }
    }

    pub(in crate::vfs) fn path(&self) -> &Path {
        &self.path
    }

    /// Where the old file is kept until a save is through.
    pub(super) fn original(&self) -> PathBuf {
        self.path.with_extension("old")
    }

    /// Gives it the name of its target. A new file never replaces one that came meanwhile.
    pub(super) fn place(
        &mut self,
        target: &Path,
        before: Before,
        rename: Rename<'_>,
    ) -> Result<(), Trouble> {
        if before == Before::Absent {
            match fs::hard_link(&self.path, target) {
                Ok(()) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    return Err(Trouble::Exists);
                }
                // A disk without links: the check just before must do.
                Err(_) => {}
            }
        }
        rename(&self.path, target)?;
        self.is_there = false;
        Ok(())
    }

    /// Gives it a name that nothing has yet.
    pub(in crate::vfs) fn place_new(&mut self, target: &Path) -> Result<(), Trouble> {
        match fs::hard_link(&self.path, target) {
            Ok(()) => {
                // Of one that was found, the passing name goes as well.
                let _ = fs::remove_file(&self.path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(Trouble::Exists);
            }
            Err(_) if fs::symlink_metadata(target).is_ok() => return Err(Trouble::Exists),
            // A disk without links.
            Err(_) => fs::rename(&self.path, target)?,
        }
        self.is_there = false;
        Ok(())
    }

    /// Gives what was placed its passing name back, as a second one.
    pub(super) fn keep_passing_name(&mut self, target: &Path) {
        if !self.is_there {
            self.is_there = fs::hard_link(target, &self.path).is_ok();
        }
    }

    /// Takes the passing name away where the file has its own by now; gives it where it stays.
    pub(super) fn clear(&mut self) -> Option<PathBuf> {
        let is_there = std::mem::take(&mut self.is_there);
        (is_there && stays(&self.path)).then(|| self.path.clone())
    }

    /// Leaves it for the next who opens the folder.
    pub(super) fn leave(&mut self) {
        self.is_there = false;
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if self.is_there {
            // What can't be removed now is a leftover that is found later.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// How files are called that get a number of their own.
pub(super) struct NewName<'n> {
    pub(super) prefix: &'n str,
    pub(super) suffix: &'n str,
    /// A number is passed over while there is a file with this suffix: what it holds is needed.
    pub(super) taken_by: &'n str,
}

impl NewName<'_> {
    /// A new file whose name no other process uses.
    pub(super) fn create_in(&self, folder: &Path) -> Result<(PathBuf, File), Trouble> {
        let process = std::process::id();
        for n in 0..10_000_u32 {
            let name = |suffix| folder.join(format!("{}{process}-{n}{suffix}", self.prefix));
            if fs::symlink_metadata(name(self.taken_by)).is_ok() {
                continue;
            }
            let path = name(self.suffix);
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(Trouble::NoFolder);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(Trouble::Other(format!("{} is full of unfinished saves", folder.display())))
    }
}

/// Whether a file is called like one that is on its way.
pub(super) fn is_new_name(name: &str) -> bool {
    name.strip_suffix(SUFFIX).is_some_and(is_passing_name)
}

/// Whether a file is called like an old one that is kept until a save is through.
pub(super) fn is_old_name(name: &str) -> bool {
    name.strip_suffix(ORIGINAL_SUFFIX).is_some_and(is_passing_name)
}

fn is_passing_name(name: &str) -> bool {
    let numbers = name.strip_prefix(PREFIX);
    let Some((process, n)) = numbers.and_then(|numbers| numbers.split_once('-')) else {
        return false;
    };
    [process, n].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether it is so old that no save can be at work on it any more.
pub(super) fn is_old(path: &Path) -> bool {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
    let age = modified.ok().and_then(|modified| SystemTime::now().duration_since(modified).ok());
    age.is_some_and(|age| age > SAVING_AT_MOST)
}
