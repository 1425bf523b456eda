//! Files in memory as a mount: for samples and tests, and for what is not on disk yet.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::disk::Loaded;
use super::error::{FileError, Trouble};
use super::fingerprint::Fingerprint;
use super::path::VfsPath;
use super::{Entry, Mount, tree};

/// Files by name. A folder is there as long as a file is in it.
#[derive(Debug)]
pub struct Memory {
    name: String,
    files: Mutex<BTreeMap<VfsPath, Arc<[u8]>>>,
}

impl Memory {
    pub fn new(name: impl Into<String>) -> Memory {
        Memory { name: name.into(), files: Mutex::default() }
    }

    /// Puts a file there, in place of the one that was. A name that is there keeps its case.
    pub fn put(&self, path: &VfsPath, bytes: &[u8]) {
        self.lock().insert(path.clone(), bytes.into());
    }

    pub fn remove(&self, path: &VfsPath) {
        self.lock().remove(path);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<VfsPath, Arc<[u8]>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Mount for Memory {
    fn name(&self) -> &str {
        &self.name
    }

    fn find(&self, path: &VfsPath) -> Result<Option<Entry>, FileError> {
        Ok(tree::entry(&self.lock(), path, |bytes| bytes.len() as u64))
    }

    fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError> {
        let bytes = self.lock().get(path).map(Arc::clone);
        let bytes = bytes.ok_or_else(|| FileError::new(path.as_str(), Trouble::Missing))?;
        let len = bytes.len() as u64;
        if len > limit {
            return Err(FileError::new(path.as_str(), Trouble::TooLarge { len, limit }));
        }
        Ok(Loaded { fingerprint: Fingerprint::of(&bytes, None), bytes: bytes.to_vec() })
    }

    fn read_range(&self, path: &VfsPath, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        let bytes = self.lock().get(path).map(Arc::clone);
        let bytes = bytes.ok_or_else(|| FileError::new(path.as_str(), Trouble::Missing))?;
        let idx = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
        Ok(bytes.get(idx(range.start)..idx(range.end)).unwrap_or_default().to_vec())
    }

    fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError> {
        Ok(tree::list(&self.lock(), folder, |bytes| bytes.len() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::Kind;

    #[test]
    fn folders_are_where_files_are() {
        let memory = Memory::new("sample");
        let path = |name| VfsPath::new(name).unwrap();
        memory.put(&path("a/b/c"), b"1");
        memory.put(&path("a/B.x"), b"22");
        memory.put(&path("ab"), b"");
        assert_eq!(memory.find(&path("A/B")).unwrap().unwrap().kind, Kind::Folder);
        assert_eq!(memory.find(&path("a/b.X")).unwrap().unwrap().kind, Kind::File { len: 2 });
        assert_eq!(memory.find(&path("a/c")).unwrap(), None);
        let list = |name| -> Vec<String> {
            memory.list(&path(name)).unwrap().iter().map(|e| e.path.to_string()).collect()
        };
        assert_eq!(list(""), ["a", "ab"]);
        assert_eq!(list("A"), ["a/b", "a/B.x"]);
        assert_eq!(list("none"), [""; 0]);
        assert!(memory.read(&path("a/b.x"), 1).is_err());
    }

    #[test]
    fn a_part_of_a_file_is_as_much_of_it_as_there_is() {
        let memory = Memory::new("sample");
        let path = |name| VfsPath::new(name).unwrap();
        memory.put(&path("a"), b"0123456789");
        let read = |range| memory.read_range(&path("A"), range).unwrap();
        assert_eq!((read(2..5), read(8..99)), (b"234".to_vec(), b"89".to_vec()));
        assert_eq!((read(99..100), read(Range { start: 5, end: 2 })), (Vec::new(), Vec::new()));
        assert!(memory.read_range(&path("b"), 0..1).unwrap_err().is_missing());
    }
}
