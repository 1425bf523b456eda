//! Where bytes come from and go to: folders, archives and memory in one order, and saving.
//!
//! This is the only room that touches the file system. Names in the data are [`VfsPath`]s, which
//! never lead outside a root; files that a person names are ordinary paths, and [`disk`] reads
//! them. A [`Session`] saves both.

pub mod path;
pub mod error;
pub mod fingerprint;
pub mod disk;
pub mod stamp;
pub mod append;
pub mod pieces;
pub mod folder;
pub mod memory;
#[cfg(feature = "worlds")]
pub mod archive;
#[cfg(feature = "worlds")]
pub mod grf;
#[cfg(feature = "worlds")]
pub mod rose_archive;
#[cfg(feature = "worlds")]
pub mod eq_archive;
mod tree;
pub mod save;
pub mod account;
pub mod saver;
pub mod problem;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

pub use self::account::Account;
pub use self::disk::Loaded;
pub use self::error::{FileError, SaveError, Trouble};
pub use self::fingerprint::{ContentHash, Fingerprint};
pub use self::path::{BadName, VfsPath};
pub use self::save::Session;

use crate::problem::Problem;

/// Something that has files: a folder, or the archive of a game.
pub trait Mount: fmt::Debug + Send + Sync {
    /// What a person knows it by.
    fn name(&self) -> &str;

    fn find(&self, path: &VfsPath) -> Result<Option<Entry>, FileError>;

    /// Reads a whole file of at most `limit` bytes; [`Trouble::Missing`] where there is none.
    fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError>;

    /// Reads a part of a file, which may be too large to be read whole. Where the file ends before,
    /// these are fewer bytes.
    fn read_range(&self, path: &VfsPath, range: Range<u64>) -> Result<Vec<u8>, FileError>;

    /// What is right in a folder, in order of the paths; nothing where there is no such folder.
    fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError>;

    /// Forgets what it remembers of the disk.
    fn refresh(&self) {}

    /// What was found, since this was asked last, in folders as they were looked into: saves that
    /// had been interrupted.
    fn take_problems(&self) -> Vec<Problem> {
        Vec::new()
    }

    /// Where a file is on disk, so that a document can be saved there; `None` where it is a part of
    /// an archive, in memory, or nowhere.
    fn on_disk(&self, _: &VfsPath) -> Result<Option<PathBuf>, FileError> {
        Ok(None)
    }
}

/// A file or folder of a mount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub path: VfsPath,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    File { len: u64 },
    Folder,
}

/// Mounts in order: the first that has a file is the one that it is read from.
#[derive(Debug, Default)]
pub struct Vfs {
    mounts: Vec<Box<dyn Mount>>,
}

impl Vfs {
    /// Adds a mount behind those that are there.
    pub fn push(&mut self, mount: impl Mount + 'static) {
        self.push_boxed(Box::new(mount));
    }

    pub fn push_boxed(&mut self, mount: Box<dyn Mount>) {
        self.mounts.push(mount);
    }

    pub fn into_mounts(self) -> impl Iterator<Item = Box<dyn Mount>> {
        self.mounts.into_iter()
    }

    pub fn mounts(&self) -> impl Iterator<Item = &dyn Mount> {
        self.mounts.iter().map(|mount| &**mount)
    }

    /// The first mount that has it, and what it has there. An error of a mount is not passed
    /// over: what stands behind it would be another file.
    pub fn find(&self, path: &VfsPath) -> Result<Option<(&dyn Mount, Entry)>, FileError> {
        for mount in self.mounts() {
            if let Some(entry) = mount.find(path)? {
                return Ok(Some((mount, entry)));
            }
        }
        Ok(None)
    }

    /// Reads a whole file of at most `limit` bytes from the first mount that has it.
    pub fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError> {
        self.first(path, |mount| mount.read(path, limit))
    }

    /// Reads a part of a file from the first mount that has it.
    pub fn read_range(&self, path: &VfsPath, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        self.first(path, |mount| mount.read_range(path, range.clone()))
    }

    fn first<T>(
        &self,
        path: &VfsPath,
        read: impl Fn(&dyn Mount) -> Result<T, FileError>,
    ) -> Result<T, FileError> {
        for mount in self.mounts() {
            match read(mount) {
                Err(error) if error.is_missing() => {}
                read => return read,
            }
        }
        Err(FileError::new(path.as_str(), Trouble::Missing))
    }

    /// Where the file is on disk that [`Vfs::read`] reads; `None` where it is in an archive, even if
    /// a folder behind that has one of the same name.
    pub fn on_disk(&self, path: &VfsPath) -> Result<Option<PathBuf>, FileError> {
        match self.find(path)? {
            Some((mount, entry)) => mount.on_disk(&entry.path),
            None => Ok(None),
        }
    }

    /// What is right in a folder of any mount, in order of the paths, each name once.
    pub fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError> {
        let mut entries = BTreeMap::new();
        for mount in self.mounts() {
            for entry in mount.list(folder)? {
                entries.entry(entry.path).or_insert(entry.kind);
            }
        }
        Ok(entries.into_iter().map(|(path, kind)| Entry { path, kind }).collect())
    }

    /// Forgets what the mounts remember of the disk.
    pub fn refresh(&self) {
        self.mounts().for_each(Mount::refresh);
    }

    /// What the mounts found and nobody asked for yet, such as saves that had been interrupted.
    pub fn take_problems(&self) -> Vec<Problem> {
        self.mounts().flat_map(Mount::take_problems).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::folder::Folder;
    use super::memory::Memory;
    use super::*;
    use crate::format::text::CodePage;

    fn path(name: &str) -> VfsPath {
        VfsPath::new(name).unwrap()
    }

    fn memory(name: &str, files: &[(&str, &str)]) -> Memory {
        let memory = Memory::new(name);
        for (name, bytes) in files {
            memory.put(&path(name), bytes.as_bytes());
        }
        memory
    }

    /// As an archive: nothing of it is on disk by itself.
    #[derive(Debug)]
    struct Sealed(Memory);

    impl Mount for Sealed {
        fn name(&self) -> &str {
            self.0.name()
        }

        fn find(&self, path: &VfsPath) -> Result<Option<Entry>, FileError> {
            self.0.find(path)
        }

        fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError> {
            self.0.read(path, limit)
        }

        fn read_range(&self, path: &VfsPath, range: Range<u64>) -> Result<Vec<u8>, FileError> {
            self.0.read_range(path, range)
        }

        fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError> {
            self.0.list(folder)
        }
    }

    fn stack(mounts: Vec<Box<dyn Mount>>) -> Vfs {
        Vfs { mounts }
    }

    #[test]
    fn the_first_mount_that_has_a_file_wins() {
        let vfs = stack(vec![
            Box::new(memory("patch", &[("a/X", "patched"), ("b", "file")])),
            Box::new(memory("base", &[("A/x", "old"), ("a/y", "base"), ("b/c", "hidden")])),
        ]);
        assert_eq!(vfs.read(&path("A/X"), 100).unwrap().bytes, b"patched");
        assert_eq!(vfs.read(&path("A/Y"), 100).unwrap().bytes, b"base");
        assert_eq!(vfs.find(&path("a/y")).unwrap().unwrap().0.name(), "base");
        assert!(vfs.read(&path("a/z"), 100).unwrap_err().is_missing());
        let list = |name| -> Vec<String> {
            vfs.list(&path(name)).unwrap().iter().map(|e| e.path.to_string()).collect()
        };
        assert_eq!(list("a"), ["a/X", "a/y"]);
        assert_eq!(list(""), ["a", "b"]);
    }

    #[test]
    fn a_file_too_large_is_not_looked_for_further_back() {
        let vfs = stack(vec![
            Box::new(memory("patch", &[("a", "large")])),
            Box::new(memory("base", &[("a", "x")])),
        ]);
        assert!(matches!(
            vfs.read(&path("a"), 3).unwrap_err().trouble,
            Trouble::TooLarge { len: 5, limit: 3 }
        ));
    }

    #[test]
    fn a_file_is_saved_where_it_is_read_and_nowhere_else() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("3DData")).unwrap();
        std::fs::write(root.path().join("3DData/a.IFO"), "folder").unwrap();
        let folder = || Box::new(Folder::open(root.path(), CodePage::Cp949).unwrap());
        let sealed = |name| Box::new(Sealed(memory("archive", &[(name, "archive")])));
        let on_disk = |vfs: &Vfs| vfs.on_disk(&path("3DDATA/A.ifo")).unwrap();
        // In its own case, whatever is behind it.
        let vfs = stack(vec![folder(), sealed("3ddata/a.ifo")]);
        let found = on_disk(&vfs).unwrap();
        assert!(found.ends_with("3DData/a.IFO"), "{found:?}");
        assert_eq!(vfs.read_range(&path("3ddata/a.ifo"), 1..3).unwrap(), b"ol");
        // What is saved in the folder would not be seen.
        assert_eq!(on_disk(&stack(vec![sealed("3ddata/a.ifo"), folder()])), None);
        assert!(on_disk(&stack(vec![sealed("b"), folder()])).is_some());
        assert_eq!(on_disk(&stack(vec![sealed("b")])), None);
    }
}
