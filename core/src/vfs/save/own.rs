//! The program's own folder beside files: backups, records of saves, and the lock.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::super::error::{At, FileError, Trouble};
use super::folders;

pub(in crate::vfs) const OWN_FOLDER: &str = ".landwright";

/// Keeps version control from taking in what is ours.
const IGNORE: &str = ".gitignore";
const IGNORE_ALL: &[u8] = b"*\n";

/// The own folder of a folder, made where it is not there.
pub(super) fn enter(folder: &Path) -> Result<PathBuf, FileError> {
    let own = folder.join(OWN_FOLDER);
    loop {
        match fs::create_dir(&own) {
            Ok(()) => {
                folders::flush(folder);
                // Without it, version control lists backups as new files, and no more.
                let _ = ignore_all(&own.join(IGNORE));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(FileError::new(&own, error)),
        }
        match expect_real(&own) {
            // The last one who had something in it took it away just now.
            Err(error) if error.is_missing() => {}
            expected => return expected.map(|()| own),
        }
    }
}

fn ignore_all(file: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(file)?.write_all(IGNORE_ALL)
}

/// Fails where this is no real folder: through a link, what is ours would go to another place.
pub(super) fn expect_real(folder: &Path) -> Result<(), FileError> {
    match fs::symlink_metadata(folder).at(folder)? {
        metadata if metadata.is_dir() => Ok(()),
        _ => Err(FileError::new(folder, Trouble::NotOwnFolder)),
    }
}

/// Fails where a name in the own folder is neither free nor a plain file: a pipe would be waited for
/// for ever, and a link leads elsewhere.
pub(super) fn expect_plain(file: &Path) -> Result<(), Trouble> {
    match fs::symlink_metadata(file) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(_) => Err(Trouble::NotPlain),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Takes the own folder of a folder away where nothing of worth is in it.
pub(super) fn leave(folder: &Path) {
    let own = folder.join(OWN_FOLDER);
    let ignore = own.join(IGNORE);
    let names = fs::read_dir(&own).into_iter().flatten().flatten();
    let names: Vec<_> = names.map(|entry| entry.file_name()).take(2).collect();
    let is_alone = names.iter().all(|name| name == IGNORE);
    // A crash may have cut it short.
    let is_ours = || fs::read(&ignore).is_ok_and(|bytes| IGNORE_ALL.starts_with(&bytes));
    if is_alone && (names.is_empty() || is_ours()) {
        let _ = fs::remove_file(&ignore);
        // Somebody may have put something into it just now: then both stay.
        if fs::remove_dir(&own).is_err() {
            let _ = ignore_all(&ignore);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_control_does_not_see_what_is_ours_and_nothing_of_it_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let own = enter(folder.path()).unwrap();
        assert_eq!(fs::read(own.join(".gitignore")).unwrap(), b"*\n");
        leave(folder.path());
        assert!(!own.exists());
        enter(folder.path()).unwrap();
        fs::write(own.join("backup"), b"").unwrap();
        leave(folder.path());
        assert_eq!(fs::read_dir(&own).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_no_plain_file() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a"), folder.path().join("b"));
        assert_eq!(expect_plain(&file), Ok(()));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert_eq!(expect_plain(&link), Err(Trouble::NotPlain));
        fs::write(&file, b"").unwrap();
        assert_eq!((expect_plain(&file), expect_plain(&link)), (Ok(()), Err(Trouble::NotPlain)));
    }

    #[test]
    fn an_ignore_file_that_a_person_changed_or_deleted_stays_so() {
        let folder = tempfile::tempdir().unwrap();
        let own = enter(folder.path()).unwrap();
        fs::write(own.join(".gitignore"), b"!backups\n").unwrap();
        leave(folder.path());
        assert_eq!(fs::read(own.join(".gitignore")).unwrap(), b"!backups\n");
        fs::remove_file(own.join(".gitignore")).unwrap();
        enter(folder.path()).unwrap();
        assert_eq!(fs::read_dir(&own).unwrap().count(), 0);
    }
}
