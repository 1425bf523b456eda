//! Locks between processes: one for each folder, held while files in it are replaced.
//!
//! The lock is a file in the own folder, which is taken away when it is let go. So a process that
//! has it looks whether that file is still the one of this name.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::super::error::{At, FileError, Trouble};
use super::own;

const NAME: &str = "lock";

/// How long a save waits for another one in its folder.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
const BETWEEN_TRIES: Duration = Duration::from_millis(5);

/// Folders in which no other process saves. Dropping it lets them go.
#[derive(Debug, Default)]
pub(super) struct Locks {
    held: Vec<Held>,
}

#[derive(Debug)]
struct Held {
    folder: PathBuf,
    file: File,
    path: PathBuf,
    is_certain: bool,
}

impl Locks {
    /// Waits until all of the folders are free. Their order is the same in every process, so no
    /// two wait for each other.
    pub(super) fn wait(folders: &BTreeSet<&Path>, patience: Duration) -> Result<Locks, FileError> {
        let mut locks = Locks::default();
        let until = Instant::now() + patience;
        for folder in folders {
            while !locks.try_add(folder)? {
                if Instant::now() >= until {
                    return Err(FileError::new(folder, Trouble::Saving));
                }
                thread::sleep(BETWEEN_TRIES);
            }
        }
        Ok(locks)
    }

    /// Takes a folder where it is free, and says whether it is held.
    pub(super) fn try_add(&mut self, folder: &Path) -> Result<bool, FileError> {
        if self.held.iter().any(|held| held.folder == folder) {
            return Ok(true);
        }
        let held = hold(folder)?;
        let is_held = held.is_some();
        self.held.extend(held);
        Ok(is_held)
    }

    /// Whether this disk knows locks, so that nobody else can be at work in the folder.
    pub(super) fn is_certain_of(&self, folder: &Path) -> bool {
        self.held.iter().any(|held| held.folder == folder && held.is_certain)
    }
}

impl Drop for Locks {
    fn drop(&mut self) {
        for Held { folder, file, path, .. } in self.held.drain(..) {
            // Windows removes no file that is open, and none that somebody opened meanwhile.
            if cfg!(windows) {
                drop(file);
                let _ = fs::remove_file(path);
            } else {
                let _ = fs::remove_file(path);
                drop(file);
            }
            own::leave(&folder);
        }
    }
}

/// `None` where another process has it, or gave it up just now.
fn hold(folder: &Path) -> Result<Option<Held>, FileError> {
    let path = own::enter(folder)?.join(NAME);
    own::expect_plain(&path).at(&path)?;
    let file = match open(&path) {
        Ok(file) => file,
        Err(error) if is_busy(&error) => return Ok(None),
        Err(error) => return Err(FileError::new(path, error)),
    };
    let is_certain = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => return Ok(None),
        // Some disks know no locks. What is replaced is still compared before.
        Err(TryLockError::Error(_)) => false,
    };
    let folder = folder.to_owned();
    Ok(is_still(&file, &path).then_some(Held { folder, file, path, is_certain }))
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    // Nobody else can open it then, so it is the lock of itself.
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 0);
    match options.open(path) {
        // It may be the lock of another user, and reading is enough.
        Err(error) if cfg!(unix) && error.kind() == io::ErrorKind::PermissionDenied => {
            File::open(path).map_err(|_| error)
        }
        opened => opened,
    }
}

/// The folder was taken away just now; or, on Windows, somebody has the file open.
fn is_busy(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    error.kind() == io::ErrorKind::NotFound
        || cfg!(windows) && error.raw_os_error() == Some(SHARING_VIOLATION)
}

#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(held), Ok(named)) => id(held) == id(named),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn whoever_waits_too_long_hears_that_somebody_saves_there() {
        let folder = tempfile::tempdir().unwrap();
        let folders = BTreeSet::from([folder.path()]);
        let held = Locks::wait(&folders, Duration::ZERO).unwrap();
        let error = Locks::wait(&folders, Duration::ZERO).unwrap_err();
        assert_eq!(error, FileError::new(folder.path(), Trouble::Saving));
        assert!(!Locks::default().try_add(folder.path()).unwrap());
        drop(held);
        Locks::wait(&folders, Duration::ZERO).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn of_many_that_wait_one_at_a_time_gets_in() {
        let folder = tempfile::tempdir().unwrap();
        let folders = BTreeSet::from([folder.path()]);
        let is_inside = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let held = Locks::wait(&folders, PATIENCE).unwrap();
                        assert!(!is_inside.swap(true, Ordering::SeqCst));
                        assert!(is_inside.swap(false, Ordering::SeqCst));
                        drop(held);
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
