//! Deleting files: all of them or none, and never what somebody else changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::backup;
use super::beside::Beside;
use super::folders::MadeFolders;
use super::place::{check_unchanged, keep_original};
use super::{Before, SaveError, Session, real_path};
use crate::vfs::error::{At, FileError, Half, Trouble};
use crate::vfs::fingerprint::Fingerprint;

/// A file that is going.
struct Going<'a> {
    file: &'a Path,
    was: Fingerprint,
    /// The same file under a passing name, until all are gone.
    original: PathBuf,
    /// Holds the passing name.
    _beside: Beside,
}

impl Session {
    /// Deletes files that are all still what was read, and keeps their bytes as backups, unless
    /// this session makes none. After an error all are still there, but for what the error names.
    pub fn delete(&mut self, files: &[(&Path, Fingerprint)]) -> Result<Vec<PathBuf>, SaveError> {
        let targets = files.iter().map(|(file, _)| real_path(file));
        let (_locks, _) = self.lock(&targets.collect::<Result<Vec<PathBuf>, FileError>>()?)?;
        for (file, was) in files {
            check_unchanged(file, Before::Was(*was)).at(file)?;
        }
        let mut folders = MadeFolders::default();
        let mut backups = Vec::new();
        let deleted = self
            .keep_all(files, &mut folders, &mut backups)
            .map_err(SaveError::from)
            .and_then(|()| delete_all(files));
        if let Err(error) = deleted {
            for backup in backups.iter().filter(|_| error.half.is_none()) {
                // What can't be removed is one backup too many.
                let _ = fs::remove_file(backup);
            }
            folders.take_away();
            return Err(error);
        }
        self.held.extend(backups.iter().cloned());
        for (file, _) in files.iter().filter(|_| self.backups.most > 0) {
            backup::drop_old(file, self.backups, &self.held, SystemTime::now());
        }
        Ok(backups)
    }

    fn keep_all(
        &self,
        files: &[(&Path, Fingerprint)],
        folders: &mut MadeFolders,
        backups: &mut Vec<PathBuf>,
    ) -> Result<(), FileError> {
        for (file, was) in files.iter().filter(|_| self.backups.most > 0) {
            backups.push(backup::keep(file, was, folders)?);
        }
        Ok(())
    }
}

fn delete_all(files: &[(&Path, Fingerprint)]) -> Result<(), SaveError> {
    let mut gone: Vec<Going<'_>> = Vec::new();
    for (file, was) in files {
        match set_aside(file, *was) {
            Ok(going) => gone.push(going),
            Err(error) => return Err(restored(gone, error)),
        }
    }
    // Another program may have written to one that it had open.
    let changed =
        |going: &&Going<'_>| check_unchanged(&going.original, Before::Was(going.was)).is_err();
    if let Some(Going { file, .. }) = gone.iter().find(changed) {
        let error = FileError::new(file, Trouble::Changed);
        return Err(restored(gone, error));
    }
    for Going { original, .. } in gone {
        // It has a name that nobody asks for, and the next command clears it away.
        let _ = fs::remove_file(original);
    }
    Ok(())
}

fn set_aside(file: &Path, was: Fingerprint) -> Result<Going<'_>, FileError> {
    let beside = Beside::write(file, &[], None).at(file)?;
    let original = beside.original();
    keep_original(file, &original).at(&original)?;
    let removed = check_unchanged(&original, Before::Was(was));
    removed.and_then(|()| Ok(fs::remove_file(file)?)).at(file).or_else(|error| {
        match fs::symlink_metadata(file) {
            // Some network disks report a failure of what they did.
            Err(gone) if gone.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(_) => Err(error),
            Ok(_) => {
                let _ = fs::remove_file(&original);
                Err(error)
            }
        }
    })?;
    Ok(Going { file, was, original, _beside: beside })
}

/// Puts files back, and says which could not be.
fn restored(gone: Vec<Going<'_>>, error: FileError) -> SaveError {
    let (mut half, mut is_half) = (Half::default(), false);
    for Going { file, original, .. } in gone {
        match fs::rename(&original, file) {
            Ok(()) => half.old.push(file.to_owned()),
            Err(_) => {
                is_half = true;
                half.gone.push((file.to_owned(), original));
            }
        }
    }
    SaveError { error, half: is_half.then(|| Box::new(half)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::disk;

    fn fingerprint(file: &Path) -> Fingerprint {
        disk::fingerprint(file).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_deleted_is_kept_as_a_backup() {
        let folder = tempfile::tempdir().unwrap();
        let files = ["a.def", "b.def"].map(|name| folder.path().join(name));
        files.iter().for_each(|file| fs::write(file, b"old").unwrap());
        let was = files.each_ref().map(|file| (&**file, fingerprint(file)));
        let backups = Session::new(1).delete(&was).unwrap();
        assert_eq!(names(folder.path()), [".landwright"]);
        assert_eq!(backups.len(), 2);
        assert_eq!(fs::read(&backups[1]).unwrap(), b"old");
        fs::write(&files[0], b"new").unwrap();
        let was = [(&*files[0], fingerprint(&files[0]))];
        let newer = Session::new(1).delete(&was).unwrap();
        assert_eq!(fs::read(&newer[0]).unwrap(), b"new");
        assert!(!backups[0].exists());
    }

    #[test]
    fn one_that_changed_keeps_all_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let files = ["a.def", "b.def"].map(|name| folder.path().join(name));
        files.iter().for_each(|file| fs::write(file, b"old").unwrap());
        let was = files.each_ref().map(|file| (&**file, fingerprint(file)));
        fs::write(&files[1], b"new").unwrap();
        let error = Session::new(1).delete(&was).unwrap_err();
        assert_eq!(error.error.trouble, Trouble::Changed);
        assert_eq!(names(folder.path()), ["a.def", "b.def"]);
    }

    #[test]
    fn what_was_set_aside_comes_back_where_another_can_not_go() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.def");
        fs::write(&file, b"old").unwrap();
        let was = fingerprint(&file);
        let missing = folder.path().join("b.def");
        let error = delete_all(&[(&file, was), (&missing, was)]).unwrap_err();
        assert_eq!((error.error.trouble, error.half), (Trouble::Missing, None));
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["a.def"]);
    }
}
