//! ROSE's archives as mounts: `data.idx` with the VFS files beside it, and PKG as it is described.
//!
//! Only the lists are read. An entry is read from the disk when it is asked for.

mod idx;
mod pack;
mod pkg;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use flate2::read::ZlibDecoder;

use super::disk::{self, Loaded, read_at_most, read_range_of};
use super::error::{At, FileError, Trouble};
use super::fingerprint::Fingerprint;
use super::path::VfsPath;
use super::{Entry, Mount, tree};
use crate::format::text::{CodePage, Text};

pub use self::pack::{PackError, Packed, pack};

/// More entries than any game has files.
const MAX_ENTRIES: usize = 1 << 20;

/// The largest list that is read.
const MAX_LIST: u64 = 256 << 20;

/// An open archive.
#[derive(Debug)]
pub struct RoseArchive {
    name: String,
    entries: Vec<ArchiveEntry>,
    /// Of each path the first entry: it is the one that the game finds.
    files: BTreeMap<VfsPath, usize>,
    left_out: Vec<String>,
    parts: Vec<Part>,
    is_idx: bool,
}

/// A file that holds the bytes of entries.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    There(PathBuf),
    /// It should be beside the list, and is not.
    Missing {
        name: String,
    },
    /// Its entries are files of their own, beside the list.
    Loose,
}

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// As it is written in the archive.
    pub name: Text,
    /// Bytes in the archive.
    pub packed: u64,
    pub size: u64,
    /// In the file that holds the bytes.
    pub offset: u64,
    /// Of an IDX: 1 deleted, 2 compressed, 4 encrypted. Of a PKG: its flags, and above 16 bits its
    /// packing.
    pub flags: u32,
    part: usize,
    packing: Packing,
    /// Of the unpacked bytes; `None` where the archive states none that is known.
    crc: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    Stored,
    Zlib,
    /// Why it can't be read.
    Refused(&'static str),
}

/// What an archive lists, before its paths are looked at.
struct Listed {
    entries: Vec<ArchiveEntry>,
    parts: Vec<Part>,
}

/// Whether a file is such an archive by its name.
pub fn is_archive(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| extension == "idx" || extension == "pkg")
}

impl RoseArchive {
    /// Reads the list of an archive.
    pub fn open(file: &Path, code_page: CodePage) -> Result<RoseArchive, FileError> {
        disk::expect_file(file)?;
        let is_idx =
            file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("idx"));
        let listed = if is_idx { idx::list(file)? } else { pkg::list(file)? };
        let Listed { entries, parts } = listed;
        if entries.len() > MAX_ENTRIES {
            let reason = format!("{} entries, more than the limit of {MAX_ENTRIES}", entries.len());
            return Err(FileError::new(file, Trouble::Archive(reason)));
        }
        let (mut files, mut left_out) = (BTreeMap::new(), Vec::new());
        for part in &parts {
            if let Part::Missing { name } = part {
                left_out.push(format!("{name}: is not beside {}", file.display()));
            }
        }
        let name = file.display().to_string();
        let mut archive = RoseArchive {
            name,
            entries,
            files: BTreeMap::new(),
            left_out: Vec::new(),
            parts,
            is_idx,
        };
        for (idx, entry) in archive.entries.iter().enumerate() {
            match VfsPath::from_text(&entry.name, code_page) {
                Err(reason) => left_out.push(format!("{}: {reason}", entry.name.decode(code_page))),
                Ok(_) if !archive.finds(entry) => {}
                Ok(path) => _ = files.entry(path).or_insert(idx),
            }
        }
        (archive.files, archive.left_out) = (files, left_out);
        Ok(archive)
    }

    /// Whether the game finds an entry in the archive: it is not deleted, is no file of its own,
    /// and the file with its bytes is there.
    fn finds(&self, entry: &ArchiveEntry) -> bool {
        !self.is_deleted(entry) && matches!(self.parts.get(entry.part), Some(Part::There(_)))
    }

    pub fn is_deleted(&self, entry: &ArchiveEntry) -> bool {
        self.is_idx && entry.flags & 1 != 0
    }

    /// Whether the list has an entry for a file beside it.
    pub fn is_loose(&self, entry: &ArchiveEntry) -> bool {
        self.parts.get(entry.part) == Some(&Part::Loose)
    }

    /// Files beside the list that should be there and are not.
    pub fn missing_parts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Missing { name } => Some(name.as_str()),
            _ => None,
        })
    }

    /// Everything that it lists, in its order.
    pub fn entries(&self) -> &[ArchiveEntry] {
        &self.entries
    }

    /// Names that can't be asked for, and files of the archive that are not there, each with its
    /// reason.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The bytes of an entry, unpacked.
    pub fn read_entry(&self, entry: &ArchiveEntry, limit: u64) -> Result<Vec<u8>, FileError> {
        let at = Path::new(&self.name).join(entry.name.decode(CodePage::Cp949).as_ref());
        self.unpack(entry, limit).at(&at)
    }

    fn unpack(&self, entry: &ArchiveEntry, limit: u64) -> Result<Vec<u8>, Trouble> {
        if entry.size > limit {
            return Err(Trouble::TooLarge { len: entry.size, limit });
        }
        let packed = self.stored(entry, 0..entry.packed)?;
        if packed.len() as u64 != entry.packed {
            let (stated, there) = (entry.packed, packed.len());
            let reason = format!("an entry of {stated} bytes has {there} in the archive");
            return Err(Trouble::Archive(reason));
        }
        let bytes = match entry.packing {
            Packing::Stored => packed,
            Packing::Zlib => unzip(&packed, entry.size)?,
            Packing::Refused(reason) => return Err(Trouble::Archive(reason.to_owned())),
        };
        let mut crc = flate2::Crc::new();
        crc.update(&bytes);
        if entry.crc.is_some_and(|stated| stated != crc.sum()) {
            let reason = "the bytes of the entry do not match the checksum in the list";
            return Err(Trouble::Archive(reason.to_owned()));
        }
        Ok(bytes)
    }

    /// Bytes of an entry as they are in the archive.
    fn stored(&self, entry: &ArchiveEntry, range: Range<u64>) -> Result<Vec<u8>, Trouble> {
        let Some(Part::There(part)) = self.parts.get(entry.part) else {
            return Err(Trouble::Missing);
        };
        let end = range.end.min(entry.packed);
        let start = range.start.min(end);
        let range = entry.offset.saturating_add(start)..entry.offset.saturating_add(end);
        read_range_of(File::open(part)?, range)
    }

    fn entry_at(&self, path: &VfsPath) -> Result<&ArchiveEntry, FileError> {
        let entry = self.files.get(path).and_then(|idx| self.entries.get(*idx));
        entry.ok_or_else(|| {
            FileError::new(Path::new(&self.name).join(path.as_str()), Trouble::Missing)
        })
    }
}

/// An entry that unpacks to more or less than it states is broken.
fn unzip(packed: &[u8], size: u64) -> Result<Vec<u8>, Trouble> {
    let broken = |reason: String| Trouble::Archive(reason);
    let bytes = match read_at_most(ZlibDecoder::new(packed), size, size) {
        Err(Trouble::TooLarge { .. }) => {
            return Err(broken(format!("an entry of {size} bytes unpacks to more")));
        }
        Err(Trouble::Other(reason)) => return Err(broken(reason)),
        bytes => bytes?,
    };
    match bytes.len() as u64 == size {
        true => Ok(bytes),
        false => Err(broken(format!("an entry of {size} bytes unpacks to {}", bytes.len()))),
    }
}

impl Mount for RoseArchive {
    fn name(&self) -> &str {
        &self.name
    }

    fn find(&self, path: &VfsPath) -> Result<Option<Entry>, FileError> {
        let size = |idx: &usize| self.entries.get(*idx).map_or(0, |entry| entry.size);
        Ok(tree::entry(&self.files, path, size))
    }

    fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError> {
        let entry = self.entry_at(path)?;
        let at = Path::new(&self.name).join(path.as_str());
        let bytes = self.unpack(entry, limit).at(&at)?;
        Ok(Loaded { fingerprint: Fingerprint::of(&bytes, None), bytes })
    }

    fn read_range(&self, path: &VfsPath, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        let entry = self.entry_at(path)?;
        let at = Path::new(&self.name).join(path.as_str());
        if entry.packing == Packing::Stored {
            return self.stored(entry, range).at(&at);
        }
        let end = usize::try_from(range.end.min(entry.size)).unwrap_or(usize::MAX);
        let start = usize::try_from(range.start).unwrap_or(usize::MAX).min(end);
        let packed = self.stored(entry, 0..entry.packed).at(&at)?;
        let mut bytes = Vec::new();
        match entry.packing {
            Packing::Refused(reason) => {
                return Err(FileError::new(at, Trouble::Archive(reason.to_owned())));
            }
            _ => {
                let mut unpacked = ZlibDecoder::new(&packed[..]).take(end as u64);
                unpacked.read_to_end(&mut bytes).at(&at)?;
            }
        }
        Ok(bytes.get(start..).unwrap_or_default().to_vec())
    }

    fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError> {
        let len = |idx: &usize| self.entries.get(*idx).map_or(0, |entry| entry.size);
        Ok(tree::list(&self.files, folder, len))
    }
}
