//! Folders that a save makes, and takes away again when it fails.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::error::{At, FileError, Trouble};

/// Folders that were not there before, outer ones first.
#[derive(Debug, Default)]
pub(super) struct MadeFolders {
    folders: Vec<PathBuf>,
}

impl MadeFolders {
    /// Makes the folders of `file` that are missing below `root`.
    pub(super) fn make_parents(&mut self, file: &Path, root: &Path) -> Result<(), FileError> {
        let Some(parent) = file.parent() else { return Ok(()) };
        let below = parent.strip_prefix(root);
        let below = below.map_err(|_| FileError::new(file, Trouble::NoFolder))?;
        let mut folder = root.to_owned();
        for component in below.components() {
            folder.push(component);
            self.make(&folder).at(&folder)?;
        }
        Ok(())
    }

    /// Makes one folder, unless it is there.
    pub(super) fn make(&mut self, folder: &Path) -> io::Result<()> {
        match fs::create_dir(folder) {
            Ok(()) => {
                self.folders.push(folder.to_owned());
                folder.parent().into_iter().for_each(flush);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Removes those that are empty, which are all of them unless somebody else used one.
    pub(super) fn take_away(&mut self) {
        for folder in self.folders.drain(..).rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Brings the names in a folder to the platter. That can't be done on Windows, and some network
/// disks refuse: the file is saved all the same, so it is not an error.
pub(in crate::vfs) fn flush(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}
