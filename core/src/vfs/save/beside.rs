//! A file that is written beside the one that it will replace.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::super::error::Trouble;
use super::{Before, Rename};

/// How the files are called that are on their way; see [`is_leftover_name`].
const PREFIX: &str = ".landwright-";
const NAMES: NewName<'_> = NewName { prefix: PREFIX, suffix: SUFFIX, taken_by: ".old" };
const SUFFIX: &str = ".new";

/// How long after its last change a file can still belong to a save that is under way. Locks
/// would tell exactly, but there are disks without them, and a save may have more files than a
/// process may have open.
const SAVING_AT_MOST: Duration = Duration::from_secs(3600);

/// A whole file under a passing name. It is removed when dropped, unless it was placed; after a
/// crash it stays, and is known by its name and age.
#[derive(Debug)]
pub(super) struct Beside {
    path: PathBuf,
    is_placed: bool,
}

impl Beside {
    /// Writes and flushes it in the folder of `target`, with the permissions of the `old` file.
    pub(super) fn write(
        target: &Path,
        bytes: &[u8],
        old: Option<&Metadata>,
    ) -> Result<Beside, Trouble> {
        let folder = target.parent().ok_or(Trouble::NotAFile)?;
        let (path, mut file) = NAMES.create_in(folder)?;
        let beside = Beside { path, is_placed: false };
        file.write_all(bytes)?;
        if let Some(old) = old {
            take_after(&file, old)?;
        }
        file.sync_all()?;
        Ok(beside)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Where the old file is kept until a save of several files is through.
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
        self.is_placed = true;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.is_placed {
            // What can't be removed now is a leftover that is found later.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn take_after(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
            // Only root may give a file away; the group at least can often be kept.
            if fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
                let _ = fchown(file, None, Some(old.gid()));
            }
        }
    }
    file.set_permissions(old.permissions())
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

/// Whether a file is called like one that a save left behind.
pub(super) fn is_leftover_name(name: &str) -> bool {
    let numbers = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(SUFFIX));
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
