//! Where bytes come from and go to: folders, archives and memory in one order, and saving.
//!
//! This is the only room that touches the file system. Names in the data are [`VfsPath`]s, which
//! never lead outside a root; files that a person names are ordinary paths, and [`disk`] reads
//! them. A [`Session`] saves both.

pub mod path;
pub mod error;
pub mod fingerprint;
pub mod disk;
pub mod append;
pub mod pieces;
pub mod folder;
pub mod memory;
#[cfg(feature = "worlds")]
pub mod archive;
mod tree;
pub mod save;
pub mod problem;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use self::disk::Loaded;
pub use self::error::{FileError, SaveError, Trouble};
pub use self::fingerprint::{ContentHash, Fingerprint};
pub use self::path::{BadName, VfsPath};
pub use self::save::Session;

use self::folder::Folder;
use self::memory::Memory;
use self::save::{Before, Saved, Write};
use crate::problem::Problem;

/// Something that has files: a folder, or the archive of a game.
pub trait Mount: fmt::Debug + Send + Sync {
    /// What a person knows it by.
    fn name(&self) -> &str;

    fn find(&self, path: &VfsPath) -> Result<Option<Entry>, FileError>;

    /// Reads a whole file of at most `limit` bytes; [`Trouble::Missing`] where there is none.
    fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError>;

    /// What is right in a folder, in order of the paths; nothing where there is no such folder.
    fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError>;

    /// Forgets what it remembers of the disk.
    fn refresh(&self) {}

    /// What was found, since this was asked last, in folders as they were looked into: saves that
    /// had been interrupted.
    fn take_problems(&self) -> Vec<Problem> {
        Vec::new()
    }

    /// How it is written to, if it can be.
    fn writer(&self) -> Option<Writer<'_>> {
        None
    }
}

/// A mount that can be written to.
#[derive(Debug, Clone, Copy)]
pub enum Writer<'m> {
    Folder(&'m Folder),
    Memory(&'m Memory),
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

/// One file of a save by name.
#[derive(Debug, Clone)]
pub struct Change<'a> {
    pub path: VfsPath,
    pub bytes: &'a [u8],
    /// What was read; `None` for a file that is new.
    pub read: Option<Fingerprint>,
}

impl Vfs {
    /// Adds a mount behind those that are there.
    pub fn push(&mut self, mount: impl Mount + 'static) {
        self.mounts.push(Box::new(mount));
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
        for mount in self.mounts() {
            match mount.read(path, limit) {
                Err(error) if error.is_missing() => {}
                read => return read,
            }
        }
        Err(FileError::new(path.as_str(), Trouble::Missing))
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

    /// Writes all of them or none: each to the first mount that can be written to and has it, or
    /// else to the first that can be written to at all, where missing folders are made.
    pub fn save(
        &self,
        session: &mut Session,
        changes: &[Change<'_>],
    ) -> Result<Vec<Saved>, SaveError> {
        let mut writes = Vec::new();
        let mut in_memory = Vec::new();
        let mut paths = BTreeSet::new();
        for change in changes {
            if !paths.insert(&change.path) {
                return Err(FileError::new(change.path.as_str(), Trouble::Twice).into());
            }
            let (writer, has_it) = self.writer_of(&change.path)?;
            let before = match change.read {
                Some(read) if has_it => Before::Was(read),
                Some(read) => {
                    self.check_behind(&change.path, &read)?;
                    Before::Absent
                }
                None => Before::Absent,
            };
            match writer {
                Writer::Folder(folder) => writes.push(Write {
                    file: folder.place(&change.path)?,
                    bytes: change.bytes,
                    before,
                    folders_below: Some(folder.root().to_owned()),
                }),
                Writer::Memory(memory) => {
                    check_memory(memory, &change.path, before)?;
                    in_memory.push((memory, change));
                }
            }
        }
        let mut saved = session.save(&writes)?;
        // These can't fail, so they come last.
        for (memory, change) in in_memory {
            memory.put(&change.path, change.bytes);
            saved.push(Saved {
                file: change.path.as_str().into(),
                fingerprint: Fingerprint::of(change.bytes, None),
                backup: None,
                n_other_names: 0,
            });
        }
        self.refresh();
        Ok(saved)
    }

    /// Fails unless a file that is not where it will be written to is still the one that was read:
    /// in a mount behind, such as the archive of a game.
    fn check_behind(&self, path: &VfsPath, read: &Fingerprint) -> Result<(), FileError> {
        let trouble = match self.read(path, read.len) {
            Ok(now) if now.fingerprint.same_content(read) => return Ok(()),
            Ok(_) => Trouble::Changed,
            Err(error) => match error.trouble {
                Trouble::Missing => Trouble::Gone,
                Trouble::TooLarge { .. } => Trouble::Changed,
                _ => return Err(error),
            },
        };
        Err(FileError::new(path.as_str(), trouble))
    }

    /// Where a file is written to, and whether it is there already.
    fn writer_of(&self, path: &VfsPath) -> Result<(Writer<'_>, bool), FileError> {
        let error = |trouble| FileError::new(path.as_str(), trouble);
        let mut first_writer = None;
        let mut in_front: Option<&dyn Mount> = None;
        for mount in self.mounts() {
            let has_it = mount.find(path)?.is_some();
            match mount.writer() {
                Some(writer) if has_it => {
                    return match in_front {
                        Some(mount) => Err(error(Trouble::Hidden(mount.name().to_owned()))),
                        None => Ok((writer, true)),
                    };
                }
                Some(writer) if first_writer.is_none() => {
                    first_writer = Some((writer, in_front));
                }
                Some(_) => {}
                None if has_it => in_front = in_front.or(Some(mount)),
                None => {}
            }
        }
        match first_writer {
            None => Err(error(Trouble::NoWritableRoot)),
            Some((_, Some(mount))) => Err(error(Trouble::Hidden(mount.name().to_owned()))),
            Some((writer, None)) => Ok((writer, false)),
        }
    }
}

fn check_memory(memory: &Memory, path: &VfsPath, before: Before) -> Result<(), FileError> {
    let trouble = match (before, memory.fingerprint(path)) {
        (Before::Absent, None) => return Ok(()),
        (Before::Was(then), Some(now)) if then.same_content(&now) => return Ok(()),
        (Before::Absent, Some(_)) => Trouble::Exists,
        (Before::Was(_), Some(_)) => Trouble::Changed,
        (Before::Was(_), None) => Trouble::Gone,
    };
    Err(FileError::new(path.as_str(), trouble))
}

#[cfg(test)]
mod tests {
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

    /// A mount that can't be written to.
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

        fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError> {
            self.0.list(folder)
        }
    }

    fn stack(mounts: Vec<Box<dyn Mount>>) -> Vfs {
        Vfs { mounts }
    }

    fn save(vfs: &Vfs, name: &str, bytes: &str) -> Result<(), Trouble> {
        let read = vfs.read(&path(name), 100).ok().map(|loaded| loaded.fingerprint);
        let change = Change { path: path(name), bytes: bytes.as_bytes(), read };
        vfs.save(&mut Session::new(1), &[change]).map(|_| ()).map_err(|error| error.error.trouble)
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
    fn a_save_goes_where_the_file_is_and_otherwise_to_the_first_root() {
        let vfs = stack(vec![
            Box::new(memory("first", &[])),
            Box::new(memory("second", &[("a", "1")])),
            Box::new(Sealed(memory("archive", &[("b", "1"), ("a", "0")]))),
        ]);
        let owner = |name| vfs.find(&path(name)).unwrap().map(|(mount, _)| mount.name().to_owned());
        save(&vfs, "a", "2").unwrap();
        assert_eq!(owner("a").as_deref(), Some("second"));
        save(&vfs, "b", "2").unwrap();
        save(&vfs, "new", "2").unwrap();
        assert_eq!(owner("b").as_deref(), Some("first"));
        assert_eq!(owner("new").as_deref(), Some("first"));
        let new = Change { path: path("A"), bytes: b"", read: None };
        let error = vfs.save(&mut Session::new(1), &[new]).unwrap_err();
        assert_eq!(error.error.trouble, Trouble::Exists);
    }

    #[test]
    fn a_file_that_vanished_since_it_was_read_is_not_written_anew() {
        let read = Some(Fingerprint::of(b"old", None));
        let change = || Change { path: path("a"), bytes: b"new", read };
        let refusal = |vfs: &Vfs| {
            vfs.save(&mut Session::new(1), &[change()]).map_err(|error| error.error.trouble)
        };
        let vfs = stack(vec![Box::new(memory("folder", &[]))]);
        assert_eq!(refusal(&vfs), Err(Trouble::Gone));
        let root = tempfile::tempdir().unwrap();
        let mut vfs = Vfs::default();
        vfs.push(Folder::open(root.path(), CodePage::Cp949).unwrap());
        assert_eq!(refusal(&vfs), Err(Trouble::Gone));
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0);
        // What an archive behind has may be another file; the one that was read may be patched.
        for (packed, is_refused) in [("older", true), ("odd", true), ("old", false)] {
            let archive = Box::new(Sealed(memory("archive", &[("a", packed)])));
            let vfs = stack(vec![Box::new(memory("folder", &[])), archive]);
            assert_eq!(refusal(&vfs).err(), is_refused.then_some(Trouble::Changed), "{packed}");
        }
    }

    #[test]
    fn names_that_differ_by_case_alone_are_one_file() {
        let root = tempfile::tempdir().unwrap();
        let mut folder = Vfs::default();
        folder.push(Folder::open(root.path(), CodePage::Cp949).unwrap());
        for vfs in [folder, stack(vec![Box::new(memory("memory", &[]))])] {
            let changes =
                ["a", "A"].map(|name| Change { path: path(name), bytes: b"new", read: None });
            let error = vfs.save(&mut Session::new(1), &changes).unwrap_err();
            assert_eq!(error.error.trouble, Trouble::Twice);
            assert_eq!(vfs.list(&VfsPath::root()).unwrap(), []);
        }
    }

    #[test]
    fn a_save_that_would_not_be_seen_is_refused() {
        let sealed = || Box::new(Sealed(memory("archive", &[("a", "1")])));
        let vfs = stack(vec![sealed(), Box::new(memory("folder", &[("a", "1")]))]);
        assert_eq!(save(&vfs, "a", "2"), Err(Trouble::Hidden("archive".to_owned())));
        let vfs = stack(vec![sealed(), Box::new(memory("folder", &[]))]);
        assert_eq!(save(&vfs, "a", "2"), Err(Trouble::Hidden("archive".to_owned())));
        assert_eq!(save(&stack(vec![sealed()]), "a", "2"), Err(Trouble::NoWritableRoot));
    }

    #[test]
    fn a_folder_is_saved_to_in_its_own_case_with_the_folders_it_needs() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("3DData")).unwrap();
        std::fs::write(root.path().join("3DData/a.IFO"), "old").unwrap();
        let mut vfs = Vfs::default();
        vfs.push(Folder::open(root.path(), CodePage::Cp949).unwrap());
        save(&vfs, "3DDATA/A.ifo", "new").unwrap();
        save(&vfs, "3DDATA/Maps/Junon/b.ifo", "b").unwrap();
        let read = |name: &str| std::fs::read_to_string(root.path().join(name)).unwrap();
        assert_eq!(read("3DData/a.IFO"), "new");
        assert_eq!(read("3DData/Maps/Junon/b.ifo"), "b");
        assert_eq!(read("3DData/.landwright/backups/a.000001.IFO"), "old");
        let changed = Change {
            path: path("3ddata/a.ifo"),
            bytes: b"x",
            read: Some(Fingerprint::of(b"old", None)),
        };
        let error = vfs.save(&mut Session::new(1), &[changed]).unwrap_err();
        assert_eq!(error.error.trouble, Trouble::Changed);
    }
}
