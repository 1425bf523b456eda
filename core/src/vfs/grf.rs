//! The archive of a Ragnarok client as a mount, read only: its table is in memory, and of its files
//! those parts are read that are asked for.
//!
//! Names in it begin with `data\`. A file is found with that and without, since a project may have
//! the folder `data` of a client as a root, or the client's own folder.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::disk::{self, Loaded, expect_file, read_len};
use super::error::{At, FileError, Trouble};
use super::fingerprint::Fingerprint;
use super::path::VfsPath;
use super::{Entry, Kind, Mount, tree};
use crate::format::ReadError;
use crate::format::ragnarok::grf::{self, Head};
use crate::format::text::CodePage;

pub use grf::HEAD_SIZE;

/// What the names of nearly all files begin with.
const DATA: &str = "data";

/// An open archive.
pub struct Grf {
    name: String,
    at: PathBuf,
    head: Head,
    /// In the order of the table, with folders.
    entries: Vec<grf::Entry>,
    /// By name: which entry it is.
    files: BTreeMap<VfsPath, usize>,
    /// Names that can't be asked for, each with its reason.
    left_out: Vec<String>,
    file: Mutex<File>,
}

impl Grf {
    /// Whether the first bytes of a file are those of such an archive.
    pub fn recognises(start: &[u8]) -> bool {
        Head::read(start).is_ok() || start.starts_with(b"Master of Magic")
    }

    pub fn open(path: &Path, code_page: CodePage) -> Result<Grf, FileError> {
        expect_file(path)?;
        let head = disk::read_range(path, 0..HEAD_SIZE)?;
        let head = Head::read(&head).at(path)?;
        let mut file = File::open(path).at(path)?;
        file.seek(SeekFrom::Start(head.table_offset)).at(path)?;
        let entries = head.read_table(BufReader::new(&file)).at(path)?;
        let mut files = BTreeMap::new();
        let mut left_out = Vec::new();
        for (index, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.is_file()) {
            let shown = || entry.name.decode(code_page).into_owned();
            match VfsPath::from_text(&entry.name, code_page) {
                Err(reason) => left_out.push(format!("{}: {reason}", shown())),
                Ok(path) if path.is_root() => left_out.push("a file has no name".to_owned()),
                Ok(path) if files.contains_key(&path) => {
                    left_out.push(format!("{}: is there twice", shown()));
                }
                Ok(path) => _ = files.insert(path, index),
            }
        }
        let (name, at) = (path.display().to_string(), path.to_owned());
        Ok(Grf { name, at, head, entries, files, left_out, file: Mutex::new(file) })
    }

    pub fn head(&self) -> Head {
        self.head
    }

    /// Everything that the table lists, in its order, folders among it.
    pub fn entries(&self) -> &[grf::Entry] {
        &self.entries
    }

    /// The files that can be asked for, in order of their names.
    pub fn files(&self) -> impl Iterator<Item = (&VfsPath, &grf::Entry)> {
        let entry = |index: &usize| self.entries.get(*index);
        self.files.iter().filter_map(move |(path, index)| Some((path, entry(index)?)))
    }

    /// Names that can't be asked for, each with its reason.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The file of an entry, of at most `limit` bytes.
    pub fn read_entry(&self, entry: &grf::Entry, limit: u64) -> Result<Vec<u8>, Trouble> {
        if u64::from(entry.len) > limit {
            return Err(Trouble::TooLarge { len: entry.len.into(), limit });
        }
        Ok(entry.unpack(self.stored(entry)?)?)
    }

    /// What the archive holds of an entry.
    fn stored(&self, entry: &grf::Entry) -> Result<Vec<u8>, Trouble> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(entry.offset))?;
        read_len(&mut *file, entry.n_stored())
    }

    /// The path that the archive knows something by, with `data` in front or without.
    fn locate(&self, path: &VfsPath) -> Option<VfsPath> {
        let is_there =
            |path: &VfsPath| self.files.contains_key(path) || tree::is_folder(&self.files, path);
        if is_there(path) {
            return Some(path.clone());
        }
        let below = VfsPath::new(DATA).and_then(|data| data.join(path.as_str())).ok()?;
        is_there(&below).then_some(below)
    }

    fn entry(&self, path: &VfsPath) -> Option<&grf::Entry> {
        self.entries.get(*self.files.get(&self.locate(path)?)?)
    }
}

impl Mount for Grf {
    fn name(&self) -> &str {
        &self.name
    }

    fn find(&self, path: &VfsPath) -> Result<Option<Entry>, FileError> {
        let kind = match self.entry(path) {
            Some(entry) => Some(Kind::File { len: entry.len.into() }),
            None => self.locate(path).map(|_| Kind::Folder),
        };
        Ok(kind.map(|kind| Entry { path: path.clone(), kind }))
    }

    fn read(&self, path: &VfsPath, limit: u64) -> Result<Loaded, FileError> {
        let at = self.at.join(path.as_str());
        let entry = self.entry(path).ok_or_else(|| FileError::new(&at, Trouble::Missing))?;
        let bytes = self.read_entry(entry, limit).at(&at)?;
        Ok(Loaded { fingerprint: Fingerprint::of(&bytes, None), bytes })
    }

    fn read_range(&self, path: &VfsPath, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        let at = self.at.join(path.as_str());
        let entry = self.entry(path).ok_or_else(|| FileError::new(&at, Trouble::Missing))?;
        let read = || Ok::<_, Trouble>(entry.unpack_range(self.stored(entry)?, range)?);
        read().at(&at)
    }

    fn list(&self, folder: &VfsPath) -> Result<Vec<Entry>, FileError> {
        let Some(inside) = self.locate(folder) else { return Ok(Vec::new()) };
        let len = |index: &usize| self.entries.get(*index).map_or(0, |entry| entry.len.into());
        let mut entries = tree::list(&self.files, &inside, len);
        // By the names that they were asked for with.
        for entry in &mut entries {
            if let Ok(path) = folder.join(entry.path.name()) {
                entry.path = path;
            }
        }
        Ok(entries)
    }
}

impl fmt::Debug for Grf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} with {} files", self.name, self.files.len())
    }
}

impl From<ReadError> for Trouble {
    fn from(error: ReadError) -> Trouble {
        Trouble::Archive(error.to_string())
    }
}

/// The archives that a `DATA.INI` lists, the one that wins first, and those of them that are there.
///
/// ```text
/// [Data]
/// 0=patch.grf
/// 1=data.grf
/// ```
pub fn listed_in(ini: &Path) -> Result<Vec<PathBuf>, FileError> {
    /// More than any client lists.
    const LIMIT: u64 = 1 << 16;
    let bytes = disk::read_file(ini, LIMIT)?.bytes;
    let folder = ini.parent().unwrap_or(Path::new(""));
    let archives = archives(&CodePage::Cp949.decode(&bytes));
    let found = archives.into_iter().filter_map(|name| on_disk(folder, &name));
    Ok(found.collect())
}

/// The names in the section `[Data]`, by their numbers.
fn archives(ini: &str) -> Vec<VfsPath> {
    let mut is_data = false;
    let mut archives: BTreeMap<u32, VfsPath> = BTreeMap::new();
    for line in ini.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            is_data = section.trim_end_matches(']').trim().eq_ignore_ascii_case(DATA);
        } else if is_data
            && let Some((number, name)) = line.split_once('=')
            && let (Ok(number), Ok(name)) = (number.trim().parse(), VfsPath::new(name.trim()))
            && !name.is_root()
        {
            archives.entry(number).or_insert(name);
        }
    }
    archives.into_values().collect()
}

/// A file below a folder, whatever the case of its name.
fn on_disk(folder: &Path, name: &VfsPath) -> Option<PathBuf> {
    let folder = super::folder::Folder::open(folder, CodePage::Cp949).ok()?;
    folder.on_disk(name).ok().flatten()
}

/// The `DATA.INI` of a client's folder, whatever its case.
pub fn data_ini(folder: &Path) -> Option<PathBuf> {
    on_disk(folder, &VfsPath::new("DATA.INI").ok()?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::format::ragnarok::grf::Patch;
    use crate::format::text::Text;

    fn path(name: &str) -> VfsPath {
        VfsPath::new(name).unwrap()
    }

    fn archive(files: &[(&[u8], &[u8])]) -> Vec<u8> {
        let mut patch = Patch::default();
        for (name, bytes) in files {
            patch.add(&Text::from(*name), bytes).unwrap();
        }
        patch.finish().unwrap()
    }

    fn open(files: &[(&[u8], &[u8])]) -> Grf {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.grf");
        fs::write(&file, archive(files)).unwrap();
        Grf::open(&file, CodePage::Cp949).unwrap()
    }

    #[test]
    fn files_are_found_in_any_case_and_with_or_without_data() {
        let grf = open(&[
            (b"data\\Isle.gat", b"gat"),
            (b"data\\texture\\\xc1\xfd\\wall.bmp", b"0123456789"),
        ]);
        for name in ["data/isle.gat", "DATA/ISLE.GAT", "isle.gat"] {
            assert_eq!(grf.read(&path(name), 9).unwrap().bytes, b"gat", "{name}");
        }
        let wall = path("texture/집/WALL.bmp");
        assert_eq!(grf.read_range(&wall, 3..6).unwrap(), b"345");
        assert_eq!(grf.find(&wall).unwrap().unwrap().kind, Kind::File { len: 10 });
        assert_eq!(grf.find(&path("texture")).unwrap().unwrap().kind, Kind::Folder);
        assert!(grf.read(&path("none"), 9).unwrap_err().is_missing());
        let too_large = grf.read(&wall, 9).unwrap_err().trouble;
        assert_eq!(too_large, Trouble::TooLarge { len: 10, limit: 9 });
        let list = |name| -> Vec<String> {
            grf.list(&path(name)).unwrap().iter().map(|entry| entry.path.to_string()).collect()
        };
        assert_eq!(list(""), ["data"]);
        assert_eq!(list("data"), ["data/Isle.gat", "data/texture"]);
        assert_eq!(list("texture/집"), ["texture/집/wall.bmp"]);
        assert_eq!(grf.on_disk(&wall), Ok(None));
    }

    #[test]
    fn names_that_lead_outside_are_left_out_and_named() {
        let grf = open(&[(b"..\\evil", b""), (b"ok", b"1"), (b"OK", b"2"), (b"a\xff", b"")]);
        assert_eq!((grf.entries().len(), grf.files().count()), (4, 1));
        assert_eq!(grf.read(&path("ok"), 9).unwrap().bytes, b"1");
        assert_eq!(
            grf.left_out(),
            [
                "..\\evil: leads outside its root",
                "OK: is there twice",
                "a\u{fffd}: has bytes that are no text in its code page",
            ]
        );
    }

    #[test]
    fn a_broken_archive_says_where() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.grf");
        let whole = archive(&[(b"a", &[7; 2000])]);
        fs::write(&file, &whole[..whole.len() - 20]).unwrap();
        let error = Grf::open(&file, CodePage::Cp949).unwrap_err().to_string();
        assert!(error.contains("a.grf: the archive is damaged or of an unknown kind"), "{error}");
        fs::write(&file, b"Master of Tragic").unwrap();
        let error = Grf::open(&file, CodePage::Cp949).unwrap_err().to_string();
        assert!(error.contains("magic at byte 0x0"), "{error}");
        assert!(Grf::open(folder.path(), CodePage::Cp949).is_err());
    }

    #[test]
    fn a_data_ini_lists_archives_by_their_numbers() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["data.grf", "PATCH.GRF"] {
            fs::write(folder.path().join(name), archive(&[(b"a", b"")])).unwrap();
        }
        let text = "; comment\n[Other]\n0=x.grf\n[data]\r\n 3 = data.grf\r\n0=patch.grf\n\
                    1=..\\evil.grf\n2=none.grf\nx=y\n";
        fs::write(folder.path().join("Data.ini"), text).unwrap();
        let ini = data_ini(folder.path()).unwrap();
        let names: Vec<String> = listed_in(&ini)
            .unwrap()
            .iter()
            .map(|path| path.file_name().unwrap().display().to_string())
            .collect();
        assert_eq!(names, ["PATCH.GRF", "data.grf"]);
        assert_eq!(data_ini(&folder.path().join("none")), None);
    }
}
