//! How files get other names: the system's own ways, but for tests of what happens when they fail.

use std::fs;
use std::io;
use std::path::Path;

pub(super) trait Moves {
    /// Replaces what has the name by then.
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;

    /// Two files change their names at once, so that what is replaced can be looked at. `Unsupported`
    /// where the system or the disk knows no such thing.
    fn swap(&mut self, one: &Path, other: &Path) -> io::Result<()>;
}

pub(super) struct System;

impl Moves for System {
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    #[cfg(target_os = "linux")]
    fn swap(&mut self, one: &Path, other: &Path) -> io::Result<()> {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
            Ok(()) => Ok(()),
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                Err(io::ErrorKind::Unsupported.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn swap(&mut self, _one: &Path, _other: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Renames alone, as on a system that can't swap.
impl<F: FnMut(&Path, &Path) -> io::Result<()>> Moves for F {
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self(from, to)
    }

    fn swap(&mut self, _one: &Path, _other: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
