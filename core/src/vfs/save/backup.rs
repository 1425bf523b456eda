//! Backups: `.landwright/backups/prontera.000007.gat` beside `prontera.gat`.
//!
//! Numbers only grow, so names sort by age whatever the clock says, and the file keeps its
//! extension, so that every program opens it. Its time is that of the bytes in it.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::super::error::{At, FileError, Trouble};
use super::OWN_FOLDER;
use super::folders::{self, MadeFolders};

const BACKUPS: &str = "backups";

/// Copies the file as it is now.
pub(super) fn keep(file: &Path, folders: &mut MadeFolders) -> Result<PathBuf, FileError> {
    let folder = folder_of(file).ok_or_else(|| FileError::new(file, Trouble::NotAFile))?;
    folder.parent().map_or(Ok(()), |own| folders.make(own)).at(&folder)?;
    folders.make(&folder).at(&folder)?;
    let mut number = of_file(file).last().map_or(0, |(number, _)| *number);
    loop {
        number = number.saturating_add(1);
        let backup = folder.join(name_of(file, number));
        match copy(file, &backup) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < u64::MAX => {}
            Err(error) => return Err(FileError::new(&backup, error)),
            Ok(()) => {
                folders::flush(&folder);
                return Ok(backup);
            }
        }
    }
}

/// Keeps the newest `n_kept`, and those that are held.
pub(super) fn drop_oldest(file: &Path, n_kept: usize, held: &BTreeSet<PathBuf>) {
    let backups = of_file(file);
    let n_old = backups.len().saturating_sub(n_kept);
    for (_, backup) in backups.iter().take(n_old).filter(|(_, backup)| !held.contains(backup)) {
        // One that can't be removed is one too many, which the next save tries again.
        let _ = fs::remove_file(backup);
    }
}

/// The backups of a file with their numbers, oldest first.
pub(super) fn of_file(file: &Path) -> Vec<(u64, PathBuf)> {
    let entries = folder_of(file).and_then(|folder| fs::read_dir(folder).ok());
    let numbered = |entry: fs::DirEntry| Some((number_of(file, &entry.file_name())?, entry.path()));
    let mut backups: Vec<(u64, PathBuf)> =
        entries.into_iter().flatten().flatten().filter_map(numbered).collect();
    backups.sort();
    backups
}

fn folder_of(file: &Path) -> Option<PathBuf> {
    Some(file.parent()?.join(OWN_FOLDER).join(BACKUPS))
}

fn name_of(file: &Path, number: u64) -> OsString {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!(".{number:06}"));
    if let Some(extension) = file.extension() {
        name.push(".");
        name.push(extension);
    }
    name
}

/// The number of a backup of this file; `None` for other names.
fn number_of(file: &Path, name: &OsStr) -> Option<u64> {
    let name = name.as_encoded_bytes();
    let rest = name.strip_prefix(file.file_stem()?.as_encoded_bytes())?.strip_prefix(b".")?;
    let digits = match file.extension() {
        Some(extension) => rest.strip_suffix(extension.as_encoded_bytes())?.strip_suffix(b".")?,
        None => rest,
    };
    let is_number = digits.len() >= 6 && digits.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(digits).ok()?.parse().ok().filter(|_| is_number)
}

/// A copy under a name that nothing has yet, with the permissions and the time of the file.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let metadata = source.metadata()?;
    let mut backup = OpenOptions::new().write(true).create_new(true).open(to)?;
    let copied = io::copy(&mut source, &mut backup).and_then(|_| {
        backup.set_permissions(metadata.permissions())?;
        if let Ok(modified) = metadata.modified() {
            backup.set_modified(modified)?;
        }
        backup.sync_all()
    });
    if copied.is_err() {
        let _ = fs::remove_file(to);
    }
    copied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_again_and_not_mistaken() {
        let file = Path::new("/m/a.gat");
        assert_eq!(name_of(file, 7), "a.000007.gat");
        assert_eq!(name_of(Path::new("/m/README"), 12), "README.000012");
        let rows = [
            ("a.000007.gat", Some(7)),
            ("a.1000000.gat", Some(1_000_000)),
            ("a.7.gat", None),
            ("a.000001.000007.gat", None),
            ("b.000007.gat", None),
            ("a.000007.gnd", None),
            ("a.gat", None),
            ("a.99999999999999999999999.gat", None),
        ];
        for (name, number) in rows {
            assert_eq!(number_of(file, OsStr::new(name)), number, "{name}");
        }
    }
}
