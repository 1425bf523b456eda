//! What is in a folder, to the byte.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Our own folder, beside the files that it is about.
const OWN_FOLDER: &str = ".landwright";

/// Every file below a folder, by its path from there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tree(BTreeMap<PathBuf, Vec<u8>>);

impl Tree {
    pub(crate) fn read(folder: &Path) -> Tree {
        let mut files = BTreeMap::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            for entry in fs::read_dir(next).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() && !path.is_symlink() {
                    folders.push(path);
                } else if let Ok(bytes) = fs::read(&path) {
                    let name = path.strip_prefix(folder).unwrap().to_owned();
                    files.insert(name, without_times(&path, bytes));
                }
            }
        }
        Tree(files)
    }

    pub(crate) fn write(&self, folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        for (name, bytes) in &self.0 {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }

    pub(crate) fn get(&self, name: &Path) -> Option<&[u8]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// Files of people, without what is ours.
    pub(crate) fn documents(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.0
            .iter()
            .filter(|(name, _)| !is_own(name) && !is_passing(name))
            .map(|(name, bytes)| (name.as_path(), bytes.as_slice()))
    }

    /// Numbered copies of files.
    pub(crate) fn backups(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.0
            .iter()
            .filter(|(name, _)| is_backup(name))
            .map(|(name, bytes)| (name.as_path(), bytes.as_slice()))
    }

    /// What a save leaves only when it did not end as it should.
    pub(crate) fn left_over(&self) -> Vec<&Path> {
        let names = self.0.keys().map(PathBuf::as_path);
        names.filter(|name| is_passing(name) || is_record(name)).collect()
    }

    /// Whether some file has these bytes, whatever it is called.
    pub(crate) fn holds(&self, bytes: &[u8]) -> bool {
        self.0.values().any(|held| held == bytes)
    }

    pub(crate) fn n_bytes(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// The files that are not the same in another, by people's names for them.
    pub(crate) fn changed_in(&self, other: &Tree) -> Vec<PathBuf> {
        let mut names: Vec<PathBuf> = self
            .documents()
            .chain(other.documents())
            .map(|(name, _)| name.to_owned())
            .filter(|name| self.get(name) != other.get(name))
            .collect();
        names.sort();
        names.dedup();
        names
    }
}

/// The bytes of a file; of statistics, which hold how long something took, without numbers.
fn without_times(path: &Path, bytes: Vec<u8>) -> Vec<u8> {
    if path.file_name().is_none_or(|name| name != "stats.json") {
        return bytes;
    }
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'e');
    bytes.into_iter().filter(|byte| !is_of_number(byte)).collect()
}

/// What is kept beside the files of people: by us, and by git.
fn is_own(name: &Path) -> bool {
    name.iter().any(|part| part == OWN_FOLDER || part == ".git")
}

/// `.landwright-7-0.new`, beside what it will replace.
fn is_passing(name: &Path) -> bool {
    let name = name.file_name().unwrap_or_default().as_bytes();
    name.starts_with(b".landwright-")
}

fn is_record(name: &Path) -> bool {
    let file = name.file_name().unwrap_or_default().as_bytes();
    is_own(name) && file.starts_with(b"saving-")
}

/// `.landwright/backups/isle.000001.gat`: what is called so counts as a backup.
fn is_backup(name: &Path) -> bool {
    let file = name.file_name().unwrap_or_default().to_string_lossy();
    let is_number = |part: &str| part.len() >= 6 && part.bytes().all(|b| b.is_ascii_digit());
    is_own(name) && !file.starts_with('.') && file.split('.').any(is_number)
}
