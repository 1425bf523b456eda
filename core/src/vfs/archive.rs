//! A ZIP archive as a mount: stored and deflated entries, read only.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::disk::{Loaded, read_at_most, read_len, read_range_of};
use super::error::{At, FileError, Trouble};
use super::fingerprint::Fingerprint;
use super::path::VfsPath;
use super::{Entry, Mount, tree};
use crate::format::text::{CodePage, Text};

/// More entries than any game has files.
const MAX_ENTRIES: usize = 1 << 20;

/// What an archive is read from.
trait Source: Read + Seek + Send {}
impl<T: Read + Seek + Send> Source for T {}

/// An open archive. Its list is read once; entries are unpacked when they are asked for, and
/// never to more than the limit of that moment, whatever length they state.
pub struct Archive {
    name: String,
    files: BTreeMap<VfsPath, Packed>,
    /// Names that were left out, with the reason: they lead outside, or stand there twice.
    left_out: Vec<String>,
    zip: Mutex<ZipArchive<Box<dyn Source>>>,
}

#[derive(Debug)]
struct Packed {
    index: usize,
    /// As stated; checked when it is unpacked.
    len: u64,
    /// Whether it is there as it is, so that a part of it can be read without the rest.
    is_stored: bool,
}

impl Archive {
    pub fn open(file: &Path, code_page: CodePage) -> Result<Archive, FileError> {
        if !file.is_file() {
            let is_there = file.exists();
            let trouble = if is_there { Trouble::NotAFile } else { Trouble::Missing };
            return Err(FileError::new(file, trouble));
        }
        let source = BufReader::new(File::open(file).at(file)?);
        Archive::new(file.display().to_string(), Box::new(source), code_page)
    }

    pub fn from_bytes(
        name: impl Into<String>,
        bytes: Vec<u8>,
        code_page: CodePage,
    ) -> Result<Archive, FileError> {
        Archive::new(name.into(), Box::new(Cursor::new(bytes)), code_page)
    }

    /// Names that can't be asked for, each with its reason.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    fn new(
        name: String,
        source: Box<dyn Source>,
        code_page: CodePage,
    ) -> Result<Archive, FileError> {
        let at = Path::new(&name).to_owned();
        let zip = ZipArchive::new(source).at(&at)?;
        if zip.len() > MAX_ENTRIES {
            let reason = format!("{} entries, more than the limit of {MAX_ENTRIES}", zip.len());
            return Err(FileError::new(at, Trouble::Archive(reason)));
        }
        let mut files = BTreeMap::new();
        let mut left_out = Vec::new();
        for index in 0..zip.len() {
            let entry = zip.by_index_data(index).at(&at)?;
            if entry.is_dir() {
                continue;
            }
            let raw = Text::from(entry.name_raw());
            // Packers that say which code page they used say UTF-8; the others used their own.
            let code_page =
                if std::str::from_utf8(&raw.0).is_ok() { CodePage::Utf8 } else { code_page };
            let shown = raw.decode(code_page);
            let is_stored = entry.compression() == CompressionMethod::Stored;
            let packed = Packed { index, len: entry.size(), is_stored };
            match VfsPath::from_text(&raw, code_page) {
                Err(reason) => left_out.push(format!("{shown}: {reason}")),
                Ok(_) if entry.is_symlink() => left_out.push(format!("{shown}: is a link")),
                Ok(path) if files.contains_key(&path) => {
                    left_out.push(format!("{shown}: two entries have this name"));
                }
                Ok(path) => {
                    files.insert(path, packed);
                }
            }
        }
        Ok(Archive { name, files, left_out, zip: Mutex::new(zip) })
    }

    fn unpack(&self, packed: &Packed, limit: u64) -> Result<Vec<u8>, Trouble> {
        if packed.len > limit {
            return Err(Trouble::TooLarge { len: packed.len, limit });
        }
        let mut zip = self.zip.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = zip.by_index(packed.index)?;
        // An entry that unpacks to more than it states is broken, so that is the limit.
        let bytes = match read_at_most(entry, packed.len, packed.len) {
            Err(Trouble::TooLarge { .. }) => {
                let reason = format!("an entry of {} bytes unpacks to more", packed.len);
                return Err(Trouble::Archive(reason));
            }
            Err(Trouble::Other(reason)) => return Err(Trouble::Archive(reason)),
            bytes => bytes?,
        };
        if bytes.len() as u64 != packed.len {
            let reason = format!("an entry of {} bytes unpacks to {}", packed.len, bytes.len());
            return Err(Trouble::Archive(reason));
        }
        Ok(bytes)
    }

    /// Of a packed entry, what is before the part is unpacked and let go of.
    fn unpack_range(&self, packed: &Packed, range: Range<u64>) -> Result<Vec<u8>, Trouble> {
        let mut zip = self.zip.lock().unwrap_or_else(PoisonError::into_inner);
        if packed.is_stored {
            return read_range_of(zip.by_index_seek(packed.index)?, range);
        }
        let end = range.end.min(packed.len);
        let mut entry = zip.by_index(packed.index)?;
        io::copy(&mut entry.by_ref().take(range.start.min(end)), &mut io::sink())?;
        read_len(entry, end.saturating_sub(range.start))
    }
}

impl Mount for Archive {
    fn name(&self) -> &str {
        &self.name
    }

    fn find(&self, path: &VfsPath) -> Result<Option<Entry>, FileError> {
        Ok(tree::entry(&self.files, path, |packed| packed.len))
    }

    fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError> {
        let at = Path::new(&self.name).join(path.as_str());
        let packed = self.files.get(path).ok_or_else(|| FileError::new(&at, Trouble::Missing))?;
        let bytes = self.unpack(packed, limit).at(&at)?;
        Ok(Loaded { fingerprint: Fingerprint::of(&bytes, None), bytes })
    }

    fn read_range(&self, path: &VfsPath, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        let at = Path::new(&self.name).join(path.as_str());
        let packed = self.files.get(path).ok_or_else(|| FileError::new(&at, Trouble::Missing))?;
        self.unpack_range(packed, range).at(&at)
    }

    fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError> {
        Ok(tree::list(&self.files, folder, |packed| packed.len))
    }
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} with {} files", self.name, self.files.len())
    }
}

impl From<ZipError> for Trouble {
    fn from(error: ZipError) -> Trouble {
        match error {
            ZipError::Io(error) => match Trouble::from(error) {
                Trouble::Other(reason) => Trouble::Archive(reason),
                trouble => trouble,
            },
            error => Trouble::Archive(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::CompressionMethod;
    use zip::write::{SimpleFileOptions, ZipWriter};

    use super::*;

    fn packed(files: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            let options = SimpleFileOptions::default().compression_method(method);
            writer.start_file(*name, options).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn path(name: &str) -> VfsPath {
        VfsPath::new(name).unwrap()
    }

    fn open(bytes: Vec<u8>) -> Result<Archive, FileError> {
        Archive::from_bytes("a.zip", bytes, CodePage::Cp949)
    }

    #[test]
    fn stored_and_deflated_entries_are_read_in_any_case() {
        for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
            let bytes = packed(&[("3DData/Maps/a.ifo", b"ifo"), ("3DData\\b", b"")], method);
            let archive = open(bytes).unwrap();
            assert_eq!(archive.read(&path("3DDATA/MAPS/A.IFO"), 3).unwrap().bytes, b"ifo");
            assert_eq!(archive.list(&path("3ddata")).unwrap().len(), 2);
            assert_eq!(archive.on_disk(&path("3ddata/maps/a.ifo")), Ok(None));
        }
    }

    #[test]
    fn a_part_of_an_entry_is_what_the_whole_entry_has_there() {
        let whole: Vec<u8> = (0..100_000_u32).map(|n| (n * 7 % 251) as u8).collect();
        for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
            let archive = open(packed(&[("a", &whole), ("b", b"x")], method)).unwrap();
            let read = |range| archive.read_range(&path("A"), range).unwrap();
            for range in [0..4, 70_000..70_300, 99_990..100_000] {
                let of_whole = &whole[range.start as usize..range.end as usize];
                assert_eq!(read(range.clone()), of_whole, "{method}: {range:?}");
            }
            assert_eq!(read(99_999..u64::MAX), whole[99_999..]);
            assert_eq!(
                (read(200_000..200_001), read(Range { start: 9, end: 3 })),
                (Vec::new(), Vec::new())
            );
            assert!(archive.read_range(&path("c"), 0..1).unwrap_err().is_missing());
        }
    }

    #[test]
    fn names_that_lead_outside_are_left_out_and_named() {
        let bytes = packed(
            &[("../evil", b"x"), ("ok", b"y"), ("OK", b"z"), ("C:/x", b"")],
            CompressionMethod::Stored,
        );
        let archive = open(bytes).unwrap();
        assert_eq!(archive.read(&path("ok"), 9).unwrap().bytes, b"y");
        assert_eq!(archive.list(&VfsPath::root()).unwrap().len(), 1);
        assert_eq!(
            archive.left_out(),
            [
                "../evil: leads outside its root",
                "OK: two entries have this name",
                "C:/x: has a `:`, which means a drive or a hidden stream on Windows",
            ]
        );
    }

    #[test]
    fn a_bomb_is_stopped_by_the_limit_and_by_its_own_lie() {
        let bytes = packed(&[("a", &vec![0; 1 << 20])], CompressionMethod::Deflated);
        let archive = open(bytes.clone()).unwrap();
        let error = archive.read(&path("a"), 1000).unwrap_err();
        assert_eq!(error.trouble, Trouble::TooLarge { len: 1 << 20, limit: 1000 });

        let mut lying = bytes;
        let stated = (1_u32 << 20).to_le_bytes();
        let at: Vec<usize> = (0..lying.len() - 4).filter(|&i| lying[i..i + 4] == stated).collect();
        assert!(!at.is_empty());
        for at in at {
            lying[at..at + 4].copy_from_slice(&8_u32.to_le_bytes());
        }
        let error = open(lying).unwrap().read(&path("a"), 1000).unwrap_err();
        assert!(matches!(error.trouble, Trouble::Archive(_)), "{error}");
    }

    #[test]
    fn a_broken_archive_is_an_error_at_every_length_and_bit() {
        let files: &[(&str, &[u8])] = &[("a/b", b"hello hello hello"), ("c", b"x")];
        let whole = packed(files, CompressionMethod::Deflated);
        let read_all = |bytes: Vec<u8>| {
            if let Ok(archive) = open(bytes) {
                for (name, _) in files {
                    let _ = archive.read(&path(name), 1000);
                    let _ = archive.read_range(&path(name), 2..1000);
                }
            }
        };
        for len in 0..whole.len() {
            read_all(whole[..len].to_vec());
            for bit in 0..8 {
                let mut flipped = whole.clone();
                flipped[len] ^= 1 << bit;
                read_all(flipped);
            }
        }
        assert!(open(b"not a zip".to_vec()).is_err());
        let error = Archive::open(Path::new("/none.zip"), CodePage::Cp949).unwrap_err();
        assert_eq!(error.trouble, Trouble::Missing);
    }
}
