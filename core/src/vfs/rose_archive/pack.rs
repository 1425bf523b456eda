//! Writing a folder as an archive: `data.idx` with a VFS file, or a PKG.
//!
//! Bytes go to a passing name first, file by file. They are read back and compared before anything gets
//! its final name, and nothing that is there is replaced.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::is_archive;
use crate::format::rose::idx::{self, Archive, Entry, Idx};
use crate::format::rose::pkg::{self, Directory, Head};
use crate::format::text::{CodePage, NoLetter, Opaque, Text, Text16};
use crate::vfs::disk::{self, READ_LIMIT, read_range_of};
use crate::vfs::error::{At, FileError, SaveError, Trouble};
use crate::vfs::path::VfsPath;
use crate::vfs::save::making::Making;

/// The version that the clients of most servers have.
const VERSION: u32 = 129;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    pub n_files: usize,
    /// Of all files, before they were packed.
    pub n_bytes: u64,
    pub written: Vec<PathBuf>,
    /// Passing files and records that could not be taken away again.
    pub left: Vec<PathBuf>,
}

/// Why a folder was not packed. Nothing was written then, but for what [`PackError::Names`] names.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error(transparent)]
    File(#[from] FileError),
    /// The archive was made, and did not get its names.
    #[error(transparent)]
    Names(#[from] SaveError),
    #[error("{0}: ends neither in .idx nor in .pkg, so its format is unknown")]
    NoForm(String),
    #[error("{0}; rename the file")]
    Letter(#[from] NoLetter),
    #[error("{0}: the game knows two files by this name; rename one of them")]
    Twice(String),
    #[error("the archive would be larger than 4 GB, the most that its numbers reach")]
    TooLarge,
    #[error("cancelled")]
    Cancelled,
}

/// A file as it was written.
struct Put {
    name: String,
    offset: u32,
    size: u32,
    packed_size: u32,
    crc: u32,
}

/// Packs everything in a folder that is not hidden. `progress` gets what is done and what there is.
pub fn pack(
    folder: &Path,
    target: &Path,
    code_page: CodePage,
    progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Packed, PackError> {
    if !is_archive(target) {
        return Err(PackError::NoForm(target.display().to_string()));
    }
    let is_idx = target.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("idx"));
    let files = files_of(folder)?;
    if is_idx {
        to_idx(&files, target, code_page, progress)
    } else {
        to_pkg(&files, target, code_page, progress)
    }
}

/// Every file with its name below the folder, in the order of the names.
fn files_of(folder: &Path) -> Result<BTreeMap<VfsPath, PathBuf>, PackError> {
    if !disk::is_folder(folder) {
        return Err(FileError::new(folder, Trouble::NotAFolder).into());
    }
    let walk = disk::walk(folder);
    if let Some(error) = walk.errors.into_iter().next() {
        return Err(error.into());
    }
    let mut files = BTreeMap::new();
    for file in walk.files {
        let below = file.strip_prefix(folder).unwrap_or(&file).to_string_lossy().into_owned();
        let path = VfsPath::new(&below).map_err(|reason| FileError::new(&file, reason))?;
        if files.insert(path, file).is_some() {
            return Err(PackError::Twice(below));
        }
    }
    Ok(files)
}

fn expect_free(target: &Path) -> Result<(), FileError> {
    match disk::is_file(target) || disk::is_folder(target) || disk::is_link(target) {
        true => Err(FileError::new(target, Trouble::Exists)),
        false => Ok(()),
    }
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn name_of(target: &Path) -> &OsStr {
    target.file_name().unwrap_or_default()
}

/// Writes the bytes of all files one behind the other from where the stream is.
fn put_all(
    files: &BTreeMap<VfsPath, PathBuf>,
    out: &mut impl Write,
    at: &Path,
    is_packing: bool,
    progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Vec<Put>, PackError> {
    let mut put = Vec::with_capacity(files.len());
    let mut offset: u64 = 0;
    for (n_done, (path, file)) in files.iter().enumerate() {
        if progress(n_done, files.len()).is_break() {
            return Err(PackError::Cancelled);
        }
        let bytes = disk::read_file(file, READ_LIMIT)?.bytes;
        let mut crc = flate2::Crc::new();
        crc.update(&bytes);
        let zipped = if is_packing { zip(&bytes).at(at)? } else { Vec::new() };
        let is_smaller = is_packing && zipped.len() < bytes.len();
        let stored = if is_smaller { &zipped } else { &bytes };
        out.write_all(stored).at(at)?;
        put.push(Put {
            name: path.as_str().replace('/', "\\"),
            offset: u32::try_from(offset).map_err(|_| PackError::TooLarge)?,
            size: u32::try_from(bytes.len()).map_err(|_| PackError::TooLarge)?,
            packed_size: if is_smaller { zipped.len() as u32 } else { 0 },
            crc: crc.sum(),
        });
        offset += stored.len() as u64;
    }
    u32::try_from(offset).map_err(|_| PackError::TooLarge)?;
    Ok(put)
}

fn zip(bytes: &[u8]) -> Result<Vec<u8>, Trouble> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Reads back what was written, and compares it.
fn compare(put: &[Put], data_offset: u64, path: &Path) -> Result<(), FileError> {
    for one in put {
        let is_packed = one.packed_size != 0;
        let len = u64::from(if is_packed { one.packed_size } else { one.size });
        let start = data_offset + u64::from(one.offset);
        let stored = read_range_of(File::open(path).at(path)?, start..start + len).at(path)?;
        let bytes =
            if is_packed { super::unzip(&stored, one.size.into()).at(path)? } else { stored };
        let mut crc = flate2::Crc::new();
        crc.update(&bytes);
        if crc.sum() != one.crc || bytes.len() as u64 != u64::from(one.size) {
            let reason = format!("{} could not be written exactly; nothing was kept", one.name);
            return Err(FileError::new(path, Trouble::Other(reason)));
        }
    }
    Ok(())
}

fn to_idx(
    files: &BTreeMap<VfsPath, PathBuf>,
    target: &Path,
    code_page: CodePage,
    progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Packed, PackError> {
    let stem = target.file_stem().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    let vfs_name = format!("{stem}.VFS");
    let vfs = folder_of(target).join(&vfs_name);
    expect_free(target)?;
    expect_free(&vfs)?;
    let making = Making::start(folder_of(target))?;
    let (beside, file) = making.create()?;
    let mut out = BufWriter::new(file);
    let put = put_all(files, &mut out, &vfs, false, progress)?;
    let file = out.into_inner().map_err(|error| FileError::new(&vfs, error.into_error()))?;
    file.sync_all().at(&vfs)?;
    compare(&put, 0, beside.path())?;
    let list = put.iter().map(|one| entry(one, code_page)).collect::<Result<Vec<Entry>, _>>()?;
    let name = ended_by_zero(&vfs_name, code_page)?;
    let archive = Archive { name, gap: Opaque::default(), n_deleted: 0, start: 0, files: list };
    let (base_version, current_version) = (VERSION, VERSION);
    let idx =
        Idx { base_version, current_version, archives: vec![archive], tail: Opaque::default() };
    let index = making.write(&idx::write(&idx))?;
    let left = making.finish(vec![(beside, OsStr::new(&vfs_name)), (index, name_of(target))])?;
    Ok(packed(&put, vec![target.to_owned(), vfs], left))
}

/// As the game's own files have them: in capitals, with the zero byte counted.
fn entry(one: &Put, code_page: CodePage) -> Result<Entry, PackError> {
    Ok(Entry {
        path: ended_by_zero(&one.name.to_ascii_uppercase(), code_page)?,
        offset: one.offset,
        size: one.size,
        block: one.size,
        deleted: 0,
        compressed: 0,
        encrypted: 0,
        version: 1,
        crc: 0,
    })
}

fn ended_by_zero(name: &str, code_page: CodePage) -> Result<Text16, PackError> {
    let text = Text::encode(name, code_page)?;
    let ended = Text::from(&[text.as_bytes(), b"\0"].concat()[..]);
    Text16::try_from(ended).map_err(|_| PackError::TooLarge)
}

fn packed(put: &[Put], written: Vec<PathBuf>, left: Vec<PathBuf>) -> Packed {
    let n_bytes = put.iter().map(|one| u64::from(one.size)).sum();
    Packed { n_files: put.len(), n_bytes, written, left }
}

fn to_pkg(
    files: &BTreeMap<VfsPath, PathBuf>,
    target: &Path,
    code_page: CodePage,
    progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Packed, PackError> {
    expect_free(target)?;
    let mut tables = Tables::of(files.keys(), code_page)?;
    let data_offset = tables.len()?;
    let making = Making::start(folder_of(target))?;
    let (beside, mut file) = making.create()?;
    file.seek(SeekFrom::Start(data_offset.into())).at(target)?;
    let mut out = BufWriter::new(file);
    let put = put_all(files, &mut out, target, true, progress)?;
    let mut file = out.into_inner().map_err(|error| FileError::new(target, error.into_error()))?;
    tables.fill(&put);
    file.seek(SeekFrom::Start(0)).at(target)?;
    file.write_all(&tables.write(data_offset)).at(target)?;
    file.sync_all().at(target)?;
    compare(&put, data_offset.into(), beside.path())?;
    let left = making.finish(vec![(beside, name_of(target))])?;
    Ok(packed(&put, vec![target.to_owned()], left))
}

/// The lists of a PKG.
struct Tables {
    strings: Vec<u8>,
    directories: Vec<Directory>,
    files: Vec<pkg::File>,
}

impl Tables {
    /// Directories and files in the order of their paths, the root first.
    fn of<'a>(
        paths: impl Iterator<Item = &'a VfsPath>,
        code_page: CodePage,
    ) -> Result<Tables, PackError> {
        let mut tables = Tables { strings: Vec::new(), directories: Vec::new(), files: Vec::new() };
        let mut numbers: BTreeMap<VfsPath, u32> = BTreeMap::new();
        let name = tables.put_string("", code_page)?;
        tables.directories.push(directory(name, pkg::NONE));
        numbers.insert(VfsPath::root(), 0);
        for path in paths {
            let folder = path.parent().unwrap_or_else(VfsPath::root);
            let directory = tables.directory_of(&folder, &mut numbers, code_page)?;
            let name = tables.put_string(path.name(), code_page)?;
            let number = tables.files.len() as u32;
            if let Some(owner) = tables.directories.get_mut(directory as usize)
                && owner.first_file == pkg::NONE
            {
                owner.first_file = number;
            }
            let (offset, size, packed_size, crc, packing, flags) = (0, 0, 0, 0, pkg::STORED, 0);
            tables.files.push(pkg::File {
                name,
                directory,
                offset,
                size,
                packed_size,
                crc,
                packing,
                flags,
            });
        }
        Ok(tables)
    }

    fn directory_of(
        &mut self,
        folder: &VfsPath,
        numbers: &mut BTreeMap<VfsPath, u32>,
        code_page: CodePage,
    ) -> Result<u32, PackError> {
        if let Some(number) = numbers.get(folder) {
            return Ok(*number);
        }
        let above = folder.parent().unwrap_or_else(VfsPath::root);
        let parent = self.directory_of(&above, numbers, code_page)?;
        let name = self.put_string(folder.name(), code_page)?;
        let number = self.directories.len() as u32;
        let mut new = directory(name, parent);
        if let Some(parent) = self.directories.get_mut(parent as usize) {
            new.next_sibling = parent.first_child;
            parent.first_child = number;
        }
        self.directories.push(new);
        numbers.insert(folder.clone(), number);
        Ok(number)
    }

    fn put_string(&mut self, text: &str, code_page: CodePage) -> Result<u32, PackError> {
        let at = u32::try_from(self.strings.len()).map_err(|_| PackError::TooLarge)?;
        self.strings.extend_from_slice(Text::encode(text, code_page)?.as_bytes());
        self.strings.push(0);
        Ok(at)
    }

    /// Of the head and all lists.
    fn len(&self) -> Result<u32, PackError> {
        let directories = self.directories.len() * pkg::DIRECTORY_SIZE as usize;
        let files = self.files.len() * pkg::FILE_SIZE as usize;
        let len = pkg::HEAD_SIZE as usize + directories + files + self.strings.len();
        u32::try_from(len).map_err(|_| PackError::TooLarge)
    }

    fn fill(&mut self, put: &[Put]) {
        for (file, put) in self.files.iter_mut().zip(put) {
            let packing = if put.packed_size == 0 { pkg::STORED } else { pkg::ZLIB };
            let Put { offset, size, packed_size, crc, .. } = *put;
            *file = pkg::File { offset, size, packed_size, crc, packing, ..*file };
        }
    }

    fn write(&self, data_offset: u32) -> Vec<u8> {
        let directories = self.directories.len() as u32 * pkg::DIRECTORY_SIZE;
        let entries_offset = pkg::HEAD_SIZE + directories;
        let head = Head {
            version: 1,
            header_size: pkg::HEAD_SIZE,
            n_files: self.files.len() as u32,
            n_directories: self.directories.len() as u32,
            strings_offset: entries_offset + self.files.len() as u32 * pkg::FILE_SIZE,
            strings_size: self.strings.len() as u32,
            entries_offset,
            data_offset,
        };
        let mut out = Vec::new();
        head.write(&mut out);
        self.directories.iter().for_each(|one| pkg::write_directory(one, &mut out));
        self.files.iter().for_each(|one| pkg::write_file(one, &mut out));
        out.extend_from_slice(&self.strings);
        out
    }
}

fn directory(name: u32, parent: u32) -> Directory {
    let none = pkg::NONE;
    Directory { name, parent, first_child: none, next_sibling: none, first_file: none }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::RoseArchive;
    use super::*;
    use crate::vfs::Mount;

    fn client() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in [
            ("client/3DData/Avatar/a.zms", &b"mesh mesh mesh mesh mesh mesh"[..]),
            ("client/3DData/Avatar/뱃.zms", b"x"),
            ("client/3DData/empty.stb", b""),
            ("client/top.txt", b"top"),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        folder
    }

    fn packed(folder: &Path, name: &str) -> Result<Packed, PackError> {
        let target = folder.join(name);
        pack(
            &folder.join("client"),
            &target,
            CodePage::Cp949,
            &mut |_, _| ControlFlow::Continue(()),
        )
    }

    fn read(archive: &RoseArchive, path: &str) -> Vec<u8> {
        archive.read(&VfsPath::new(path).unwrap(), 1000).unwrap().bytes
    }

    #[test]
    fn what_was_packed_is_read_in_any_case_from_both_forms() {
        let folder = client();
        for name in ["a.pkg", "data.idx"] {
            let done = packed(folder.path(), name).unwrap();
            assert_eq!((done.n_files, done.n_bytes), (4, 33));
            let archive = RoseArchive::open(&folder.path().join(name), CodePage::Cp949).unwrap();
            assert_eq!(archive.left_out(), [] as [&str; 0]);
            assert_eq!(read(&archive, "3ddata\\\\AVATAR/A.ZMS"), b"mesh mesh mesh mesh mesh mesh");
            assert_eq!(read(&archive, "3ddata/avatar/뱃.zms"), b"x");
            assert_eq!(read(&archive, "3ddata/empty.stb"), b"");
            let listed = archive.list(&VfsPath::new("3DDATA").unwrap()).unwrap();
            assert_eq!(listed.len(), 2);
            let part = VfsPath::new("3ddata/avatar/a.zms").unwrap();
            assert_eq!(archive.read_range(&part, 5..9).unwrap(), b"mesh");
        }
        assert!(folder.path().join("DATA.VFS").is_file());
    }

    #[test]
    fn nothing_that_is_there_is_replaced() {
        let folder = client();
        fs::write(folder.path().join("DATA.VFS"), "mine").unwrap();
        assert!(packed(folder.path(), "data.idx").is_err());
        assert_eq!(fs::read(folder.path().join("DATA.VFS")).unwrap(), b"mine");
        assert!(!folder.path().join("data.idx").exists());
        packed(folder.path(), "a.pkg").unwrap();
        assert!(packed(folder.path(), "a.pkg").is_err());
        assert!(matches!(packed(folder.path(), "a.zip"), Err(PackError::NoForm(_))));
        // No passing name is left.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn a_damaged_archive_is_an_error_and_never_a_panic() {
        let folder = client();
        packed(folder.path(), "a.pkg").unwrap();
        packed(folder.path(), "data.idx").unwrap();
        for name in ["a.pkg", "data.idx", "DATA.VFS"] {
            let whole = fs::read(folder.path().join(name)).unwrap();
            let opened = folder.path().join(if name == "DATA.VFS" { "data.idx" } else { name });
            for at in 0..whole.len() {
                let mut broken = whole.clone();
                broken[at] ^= 0xff;
                for bytes in [&broken[..], &whole[..at]] {
                    fs::write(folder.path().join(name), bytes).unwrap();
                    let Ok(archive) = RoseArchive::open(&opened, CodePage::Cp949) else { continue };
                    for entry in archive.entries() {
                        let _ = archive.read_entry(entry, 1000);
                    }
                    for entry in archive.list(&VfsPath::root()).unwrap() {
                        let _ = archive.read_range(&entry.path, 1..5);
                    }
                }
            }
            fs::write(folder.path().join(name), whole).unwrap();
        }
    }

    #[test]
    fn a_packing_that_is_not_known_is_refused_by_name() {
        let folder = client();
        packed(folder.path(), "a.pkg").unwrap();
        let path = folder.path().join("a.pkg");
        let mut bytes = fs::read(&path).unwrap();
        // The packing of the first file, behind 32 bytes of head and 3 directories.
        bytes[32 + 3 * 20 + 24] = 2;
        fs::write(&path, bytes).unwrap();
        let archive = RoseArchive::open(&path, CodePage::Cp949).unwrap();
        let error = archive.read_entry(&archive.entries()[0], 1000).unwrap_err().to_string();
        assert!(error.contains("LZ77"), "{error}");
    }
}
