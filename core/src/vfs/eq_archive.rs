//! EverQuest's archives as mounts: S3D, and EQG and PFS as far as they are the same.
//!
//! The archive is read as a whole, since its files are small blocks. An entry is unpacked when it is asked for.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::disk::{self, Loaded, READ_LIMIT, read_range_of};
use super::error::{At, FileError, Trouble};
use super::fingerprint::Fingerprint;
use super::path::VfsPath;
use super::{Entry, Mount, tree};
use crate::format::eq::pfs::{self, Pfs};
use crate::format::text::CodePage;

/// An open archive.
#[derive(Debug)]
pub struct EqArchive {
    name: String,
    archive: Pfs,
    files: BTreeMap<VfsPath, Packed>,
    left_out: Vec<String>,
}

#[derive(Debug)]
struct Packed {
    entry: usize,
    /// As stated; checked when it is unpacked.
    len: u64,
}

/// Whether a file is such an archive by its first bytes.
pub fn recognises(start: &[u8]) -> bool {
    start.get(4..8) == Some(pfs::MAGIC)
}

impl EqArchive {
    pub fn open(file: &Path, code_page: CodePage) -> Result<EqArchive, FileError> {
        let bytes = disk::read_file(file, READ_LIMIT)?.bytes;
        let archive = pfs::read(&bytes)
            .map_err(|error| FileError::new(file, Trouble::Archive(error.to_string())))?;
        let (mut files, mut left_out) = (BTreeMap::new(), Vec::new());
        for member in archive.members() {
            let shown = member.shown(&archive);
            let Some(name) = &member.name else {
                left_out.push(format!("{shown}: no name is known for this checksum"));
                continue;
            };
            let packed = Packed { entry: member.entry, len: member.size.into() };
            match VfsPath::from_text(name, code_page) {
                Err(reason) => left_out.push(format!("{shown}: {reason}")),
                Ok(path) if files.contains_key(&path) => {
                    left_out.push(format!("{shown}: two entries have this name"));
                }
                Ok(path) => _ = files.insert(path, packed),
            }
        }
        Ok(EqArchive { name: file.display().to_string(), archive, files, left_out })
    }

    /// Names that can't be asked for, each with its reason.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    fn unpack(&self, path: &VfsPath, limit: u64) -> Result<Vec<u8>, FileError> {
        let at = Path::new(&self.name).join(path.as_str());
        let packed = self.files.get(path).ok_or_else(|| FileError::new(&at, Trouble::Missing))?;
        if packed.len > limit {
            return Err(FileError::new(at, Trouble::TooLarge { len: packed.len, limit }));
        }
        let content = self.archive.content(packed.entry);
        content.map_err(|error| FileError::new(at, Trouble::Archive(error.to_string())))
    }
}

impl Mount for EqArchive {
    fn name(&self) -> &str {
        &self.name
    }

    fn find(&self, path: &VfsPath) -> Result<Option<Entry>, FileError> {
        Ok(tree::entry(&self.files, path, |packed| packed.len))
    }

    fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError> {
        let bytes = self.unpack(path, limit)?;
        Ok(Loaded { fingerprint: Fingerprint::of(&bytes, None), bytes })
    }

    fn read_range(&self, path: &VfsPath, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        let whole = self.unpack(path, READ_LIMIT)?;
        read_range_of(std::io::Cursor::new(whole), range).at(Path::new(&self.name))
    }

    fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError> {
        Ok(tree::list(&self.files, folder, |packed| packed.len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> VfsPath {
        VfsPath::new(name).unwrap()
    }

    fn open(bytes: &[u8]) -> Result<EqArchive, FileError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.s3d");
        std::fs::write(&file, bytes).unwrap();
        EqArchive::open(&file, CodePage::Cp1252)
    }

    #[test]
    fn files_of_an_archive_are_found_in_any_case_and_read_whole_or_in_part() {
        let large: Vec<u8> = (0..20_000_u32).map(|n| (n % 251) as u8).collect();
        let files: [(&str, &[u8]); 4] =
            [("a.bmp", b"bm"), ("../b", b"x"), ("large.wld", &large), ("A.BMP", b"y")];
        let bytes = pfs::write(&pfs::build(&files, 1).unwrap());
        assert!(recognises(&bytes) && !recognises(b"PK\x03\x04PF") && !recognises(b"PFS "));
        let archive = open(&bytes).unwrap();
        assert_eq!(archive.read(&path("Large.WLD"), 20_000).unwrap().bytes, large);
        assert_eq!(archive.read_range(&path("large.wld"), 8190..8200).unwrap(), large[8190..8200]);
        assert_eq!(archive.list(&VfsPath::root()).unwrap().len(), 2);
        let error = archive.read(&path("large.wld"), 19_999).unwrap_err();
        assert_eq!(error.trouble, Trouble::TooLarge { len: 20_000, limit: 19_999 });
        assert!(archive.read(&path("c"), 9).unwrap_err().is_missing());
        assert_eq!(
            archive.left_out(),
            ["../b: leads outside its root", "A.BMP: two entries have this name"]
        );
    }

    #[test]
    fn a_broken_archive_is_an_error_and_no_panic() {
        let bytes = pfs::write(&pfs::build(&[("a", b"hello hello")], 1).unwrap());
        for len in 0..bytes.len() {
            if let Ok(archive) = open(&bytes[..len]) {
                let _ = archive.read(&path("a"), 100);
            }
            let mut flipped = bytes.clone();
            flipped[len] ^= 0x55;
            if let Ok(archive) = open(&flipped) {
                let _ = archive.read(&path("a"), 100);
            }
        }
    }
}
