//! A file that only grows: what a journal is written to.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::disk::READ_LIMIT;
use super::error::{At, FileError, Trouble};
use super::save::folders;

/// A file that one program appends to. While it is open, no other can open it this way.
#[derive(Debug)]
pub struct AppendFile {
    file: File,
    path: PathBuf,
    /// How much of it was written whole.
    len: u64,
    /// More is not appended: whoever opens it again would not read it.
    limit: u64,
}

/// Flushes a file to the platter, from a thread of its own if wished.
#[derive(Debug)]
pub struct Syncer {
    file: File,
    path: PathBuf,
}

impl AppendFile {
    /// Makes a new file, and the folder for it. It takes as much as is read of any file.
    pub fn create(path: &Path) -> Result<AppendFile, FileError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).at(folder)?;
        }
        let file =
            OpenOptions::new().read(true).write(true).create_new(true).open(path).at(path)?;
        match lock(&file) {
            // Nobody has a new file but who looks whether it is in use, for a moment.
            Err(Trouble::InUse) => file.lock().at(path)?,
            locked => locked.at(path)?,
        }
        Ok(AppendFile { file, path: path.to_owned(), len: 0, limit: READ_LIMIT })
    }

    /// Opens a file to append to it, up to a limit, and reads what is in it.
    pub fn open(path: &Path, limit: u64) -> Result<(AppendFile, Vec<u8>), FileError> {
        if !fs::metadata(path).at(path)?.is_file() {
            return Err(FileError::new(path, Trouble::NotAFile));
        }
        let mut file = OpenOptions::new().read(true).write(true).open(path).at(path)?;
        lock(&file).at(path)?;
        let len = file.metadata().at(path)?.len();
        let bytes = super::disk::read_at_most(&mut file, len, limit).at(path)?;
        let len = bytes.len() as u64;
        Ok((AppendFile { file, path: path.to_owned(), len, limit }, bytes))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Writes bytes behind all others and says where they start: whole, or not at all as far as
    /// any later reader sees.
    pub fn append(&mut self, bytes: &[u8]) -> Result<u64, FileError> {
        let (start, limit) = (self.len, self.limit);
        let len = start.saturating_add(bytes.len() as u64);
        if len > limit {
            return Err(FileError::new(&self.path, Trouble::TooLarge { len, limit }));
        }
        let written =
            self.file.seek(SeekFrom::Start(start)).and_then(|_| self.file.write_all(bytes));
        if let Err(error) = written {
            // Half a record would hide those behind it. Where cutting it off fails too, the next
            // one is written over it.
            let _ = self.file.set_len(start);
            return Err(FileError::new(&self.path, error));
        }
        self.len = len;
        Ok(start)
    }

    /// Cuts the end off.
    pub fn cut(&mut self, len: u64) -> Result<(), FileError> {
        self.file.set_len(len).at(&self.path)?;
        self.len = self.len.min(len);
        Ok(())
    }

    /// Bytes that were written before.
    pub fn read(&self, start: u64, len: usize) -> Result<Vec<u8>, FileError> {
        if start.saturating_add(len as u64) > self.len {
            return Err(FileError::new(&self.path, Trouble::Changed));
        }
        let mut bytes = vec![0; len];
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut bytes));
        read.at(&self.path)?;
        Ok(bytes)
    }

    pub fn syncer(&self) -> Result<Syncer, FileError> {
        let file = self.file.try_clone().at(&self.path)?;
        Ok(Syncer { file, path: self.path.clone() })
    }

    /// Takes its name away. What is in it can be read as long as it is open.
    pub fn unlist(&self) -> Result<(), FileError> {
        fs::remove_file(&self.path).at(&self.path)
    }

    pub fn remove(self) -> Result<(), FileError> {
        let AppendFile { file, path, .. } = self;
        // Windows removes no file that is open.
        drop(file);
        fs::remove_file(&path).at(&path)
    }
}

impl Syncer {
    /// Returns when everything that was appended before would outlive a power cut.
    pub fn sync(&self) -> Result<(), FileError> {
        self.file.sync_data().at(&self.path)
    }
}

/// Returns when a file that was written before would outlive a power cut, and its name.
pub fn flush(path: &Path) -> Result<(), FileError> {
    // Windows flushes no file that is open for reading alone.
    let file = OpenOptions::new().read(true).write(true).open(path).at(path)?;
    file.sync_all().at(path)?;
    path.parent().into_iter().for_each(folders::flush);
    Ok(())
}

/// Takes a file away that no program appends to.
pub fn remove(path: &Path) -> Result<(), FileError> {
    let file = OpenOptions::new().read(true).write(true).open(path).at(path)?;
    lock(&file).at(path)?;
    // Windows removes no file that is open.
    drop(file);
    fs::remove_file(path).at(path)
}

/// Whether a program that runs has the file open to append to it.
pub fn is_in_use(path: &Path) -> bool {
    let file = OpenOptions::new().read(true).write(true).open(path);
    file.is_ok_and(|file| lock(&file) == Err(Trouble::InUse))
}

fn lock(file: &File) -> Result<(), Trouble> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Trouble::InUse),
        // Some disks have no locks; two windows on one of them have to look out themselves.
        Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
            Ok(())
        }
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn what_was_appended_is_read_back_later() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/a.journal");
        let mut file = AppendFile::create(&path).unwrap();
        assert_eq!(file.append(b"one").unwrap(), 0);
        assert_eq!(file.append(b"two").unwrap(), 3);
        assert_eq!(file.read(3, 3).unwrap(), b"two");
        assert!(file.read(4, 3).is_err());
        file.syncer().unwrap().sync().unwrap();
        assert_eq!(AppendFile::open(&path, 100).unwrap_err().trouble, Trouble::InUse);
        assert_eq!(remove(&path).unwrap_err().trouble, Trouble::InUse);
        flush(&path).unwrap();
        assert!(flush(&folder.path().join("none")).unwrap_err().is_missing());
        drop(file);
        let (mut file, bytes) = AppendFile::open(&path, 100).unwrap();
        assert_eq!(bytes, b"onetwo");
        file.cut(3).unwrap();
        file.append(b"2").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one2");
        assert_eq!(AppendFile::create(&path).unwrap_err().trouble, Trouble::Exists);
        file.remove().unwrap();
        assert!(!path.exists());
        fs::write(&path, b"left").unwrap();
        remove(&path).unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn nothing_is_appended_that_could_not_be_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.journal");
        AppendFile::create(&path).unwrap().append(b"one").unwrap();
        let (mut file, _) = AppendFile::open(&path, 5).unwrap();
        let refused = file.append(b"two").unwrap_err();
        assert_eq!(refused.trouble, Trouble::TooLarge { len: 6, limit: 5 });
        assert_eq!(file.append(b"to").unwrap(), 3);
        drop(file);
        assert_eq!(AppendFile::open(&path, 5).unwrap().1, b"oneto");
    }

    #[test]
    fn whoever_looks_whether_a_new_file_is_in_use_does_not_keep_it_from_its_owner() {
        const N_FILES: usize = 500;
        let folder = tempfile::tempdir().unwrap();
        let path = |n: usize| folder.path().join(format!("{n}.journal"));
        let at = AtomicUsize::new(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                while at.load(Ordering::Relaxed) < N_FILES {
                    is_in_use(&path(at.load(Ordering::Relaxed)));
                }
            });
            let failed = (0..N_FILES).find_map(|n| {
                at.store(n, Ordering::Relaxed);
                AppendFile::create(&path(n)).err()
            });
            at.store(N_FILES, Ordering::Relaxed);
            assert_eq!(failed, None);
        });
    }
}
