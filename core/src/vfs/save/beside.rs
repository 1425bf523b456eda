//! A file that is written beside the one that it will replace.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::super::disk;
use super::super::error::Trouble;
use super::super::fingerprint::Fingerprint;
use super::attributes::take_after;
use super::moves::Moves;
use super::{Before, stays};

/// How the files are called that are on their way; see [`is_new_name`].
const PREFIX: &str = ".landwright-";
const SUFFIX: &str = ".new";
const ORIGINAL_SUFFIX: &str = ".old";
const NAMES: NewName<'_> = NewName { prefix: PREFIX, suffix: SUFFIX, taken_by: ORIGINAL_SUFFIX };

/// How often a file that another program keeps replacing is put back.
const MOST_SWAPS: usize = 8;

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
    /// Whether that is the old file, which changed places with the new one.
    is_swapped: bool,
}

/// Why a file did not get its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NotPlaced {
    pub(super) trouble: Trouble,
    /// Nobody can say which bytes its target has now.
    pub(super) is_unknown: bool,
}

impl NotPlaced {
    fn unknown(error: io::Error) -> NotPlaced {
        NotPlaced { trouble: error.into(), is_unknown: true }
    }
}

impl From<Trouble> for NotPlaced {
    fn from(trouble: Trouble) -> NotPlaced {
        NotPlaced { trouble, is_unknown: false }
    }
}

/// Whether a move that was reported to have failed was done all the same.
fn has_come_to(
    target: &Path,
    before: Before,
    bytes: &[u8],
    error: io::Error,
) -> Result<(), NotPlaced> {
    let is = |now: &Fingerprint, then: &Fingerprint| now.same_content(then);
    match (disk::fingerprint(target), before) {
        (Ok(now), _) if is(&now, &Fingerprint::of(bytes, None)) => Ok(()),
        (Ok(now), Before::Was(was)) if is(&now, &was) => Err(Trouble::from(error).into()),
        (Err(now), Before::Absent) if now.is_missing() => Err(Trouble::from(error).into()),
        _ => Err(NotPlaced::unknown(error)),
    }
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
        Ok((Beside { path, is_there: true, is_swapped: false }, file))
    }

    /// One that was left behind, and stays until it is placed.
    pub(super) fn found(path: PathBuf) -> Beside {
        Beside { path, is_there: false, is_swapped: false }
    }

    pub(in crate::vfs) fn path(&self) -> &Path {
        &self.path
    }

    /// Where the old file is kept until a save is through.
    pub(super) fn original(&self) -> PathBuf {
        self.path.with_extension("old")
    }

    /// Gives it the name of its target. A new file never replaces one that came meanwhile, and what
    /// came in the place of an old one is put back.
    pub(super) fn place(
        &mut self,
        target: &Path,
        (before, bytes): (Before, &[u8]),
        moves: &mut dyn Moves,
    ) -> Result<(), NotPlaced> {
        let Before::Was(was) = before else { return self.place_absent(target, bytes, moves) };
        match moves.swap(&self.path, target) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                return self.rename(target, before, bytes, moves);
            }
            // Some network disks report a failure of what they did.
            Err(error) => has_come_to(target, before, bytes, error)?,
        }
        self.is_swapped = true;
        match disk::fingerprint(&self.path) {
            Ok(old) if old.same_content(&was) => Ok(()),
            Ok(_) => self.swap_back(target, bytes, moves),
            // The backup or the second name has it.
            Err(_) => Ok(()),
        }
    }

    /// Gives a file that another program put in the place of the old one its name again.
    fn swap_back(
        &mut self,
        target: &Path,
        bytes: &[u8],
        moves: &mut dyn Moves,
    ) -> Result<(), NotPlaced> {
        // What is to come out: what went in last.
        let mut expected = Fingerprint::of(bytes, None);
        for _ in 0..MOST_SWAPS {
            let unknown = || NotPlaced { trouble: Trouble::Changed, is_unknown: true };
            let put = disk::fingerprint(&self.path).map_err(|_| unknown())?;
            moves.swap(&self.path, target).map_err(NotPlaced::unknown)?;
            if disk::fingerprint(&self.path).is_ok_and(|out| out.same_content(&expected)) {
                self.is_swapped = false;
                return Err(Trouble::Changed.into());
            }
            // A newer one came meanwhile, and goes back in its turn.
            expected = put;
        }
        Err(NotPlaced { trouble: Trouble::Changed, is_unknown: true })
    }

    fn place_absent(
        &mut self,
        target: &Path,
        bytes: &[u8],
        moves: &mut dyn Moves,
    ) -> Result<(), NotPlaced> {
        match fs::hard_link(&self.path, target) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(Trouble::Exists.into());
            }
            // A disk without links: the check just before must do.
            Err(_) => {}
        }
        self.rename(target, Before::Absent, bytes, moves)
    }

    fn rename(
        &mut self,
        target: &Path,
        before: Before,
        bytes: &[u8],
        moves: &mut dyn Moves,
    ) -> Result<(), NotPlaced> {
        if let Err(error) = moves.rename(&self.path, target) {
            has_come_to(target, before, bytes, error)?;
        }
        self.is_there = false;
        Ok(())
    }

    /// Gives the old file its name back, where the two changed places.
    pub(super) fn take_back(
        &mut self,
        target: &Path,
        moves: &mut dyn Moves,
    ) -> Option<io::Result<()>> {
        self.is_swapped.then(|| {
            moves.swap(&self.path, target)?;
            self.is_swapped = false;
            Ok(())
        })
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
