//! A file of which only pieces are read.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::disk::{READ_LIMIT, expect_file};
use super::error::{At, FileError, Trouble};

#[derive(Debug)]
pub struct Pieces {
    file: File,
    path: PathBuf,
    len: u64,
}

impl Pieces {
    pub fn open(path: &Path) -> Result<Pieces, FileError> {
        expect_file(path)?;
        let file = File::open(path).at(path)?;
        let len = file.metadata().at(path)?.len();
        Ok(Pieces { file, path: path.to_owned(), len })
    }

    /// Of the file when it was opened.
    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// So many bytes from a place on; all of them have to be there.
    pub fn read(&self, start: u64, n_bytes: u64) -> Result<Vec<u8>, FileError> {
        if start.saturating_add(n_bytes) > self.len {
            return Err(FileError::new(&self.path, Trouble::Changed));
        }
        if n_bytes > READ_LIMIT {
            let (len, limit) = (n_bytes, READ_LIMIT);
            return Err(FileError::new(&self.path, Trouble::TooLarge { len, limit }));
        }
        let mut bytes = Vec::new();
        let mut file = &self.file;
        file.seek(SeekFrom::Start(start)).at(&self.path)?;
        file.take(n_bytes).read_to_end(&mut bytes).at(&self.path)?;
        match bytes.len() as u64 == n_bytes {
            true => Ok(bytes),
            false => Err(FileError::new(&self.path, Trouble::Changed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_read_whole_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, b"0123456789").unwrap();
        let file = Pieces::open(&path).unwrap();
        assert_eq!(file.read(3, 4).unwrap(), b"3456");
        assert_eq!(file.read(0, 2).unwrap(), b"01");
        assert_eq!(file.read(10, 0).unwrap(), b"");
        assert_eq!(file.read(9, 2).unwrap_err().trouble, Trouble::Changed);
        assert_eq!(file.read(u64::MAX, 2).unwrap_err().trouble, Trouble::Changed);
        std::fs::write(&path, b"012").unwrap();
        assert_eq!(file.read(3, 4).unwrap_err().trouble, Trouble::Changed, "it became shorter");
        assert_eq!(Pieces::open(folder.path()).unwrap_err().trouble, Trouble::IsFolder);
    }
}
