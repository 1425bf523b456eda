//! What a PKG lists. See `format::rose::pkg`: as it is described, and no real file is known.

use std::path::Path;

use super::{ArchiveEntry, Listed, MAX_LIST, Packing, Part};
use crate::format::ReadError;
use crate::format::rose::pkg::{self, Directory, Head};
use crate::format::rose::zmd::is_none;
use crate::format::text::Text;
use crate::vfs::disk;
use crate::vfs::error::{FileError, Trouble};

/// More than the paths of any client take.
const MAX_NAMES: usize = 128 << 20;

/// Deeper than any client nests its folders.
const MAX_DEPTH: usize = 64;

pub(super) fn list(file: &Path) -> Result<Listed, FileError> {
    let wrong = |error: ReadError| broken(file, error.to_string());
    let head = disk::read_start(file, pkg::HEAD_SIZE.into())?;
    let head = Head::read(&head).map_err(wrong)?;
    let directories = table(
        file,
        "directories",
        head.header_size.into(),
        head.n_directories,
        pkg::DIRECTORY_SIZE,
    )?;
    let directories =
        pkg::read_directories(&directories, head.header_size as usize).map_err(wrong)?;
    let files = table(file, "files", head.files_offset(), head.n_files, pkg::FILE_SIZE)?;
    let files = pkg::read_files(&files, head.files_offset() as usize).map_err(wrong)?;
    let strings = table(file, "strings", head.strings_offset.into(), head.strings_size, 1)?;
    let folders = folders(&directories, &strings).map_err(|reason| broken(file, reason))?;
    let mut entries = Vec::with_capacity(files.len());
    let mut n_bytes: usize = 0;
    for one in files {
        let name = pkg::string(&strings, one.name, "file name").map_err(wrong)?;
        let folder = usize::try_from(one.directory).ok().and_then(|place| folders.get(place));
        let Some(folder) = folder else {
            let name = name.escape_ascii();
            let reason =
                format!("the file {name} is in directory {}, which does not exist", one.directory);
            return Err(broken(file, reason));
        };
        n_bytes += folder.len() + name.len();
        if n_bytes > MAX_NAMES {
            return Err(broken(file, format!("its paths take more than {MAX_NAMES} bytes")));
        }
        let is_packed = one.packed_size != 0;
        let packing = match one.packing {
            pkg::STORED => Packing::Stored,
            pkg::ZLIB if is_packed => Packing::Zlib,
            pkg::ZLIB => Packing::Stored,
            pkg::LZ77 => Packing::Refused(
                "the entry is packed with an LZ77 variant that is documented nowhere",
            ),
            _ => Packing::Refused("the entry is packed in a way that is not documented"),
        };
        entries.push(ArchiveEntry {
            name: Text::from(&[folder, name].concat()[..]),
            packed: if is_packed { one.packed_size.into() } else { one.size.into() },
            size: one.size.into(),
            offset: u64::from(head.data_offset) + u64::from(one.offset),
            flags: u32::from(one.packing) << 16 | u32::from(one.flags),
            part: 0,
            packing,
            crc: Some(one.crc),
        });
    }
    Ok(Listed { entries, parts: vec![Part::There(file.to_owned())] })
}

fn broken(file: &Path, reason: String) -> FileError {
    FileError::new(file, Trouble::Archive(reason))
}

/// A table of so many rows, which the file must have room for.
fn table(
    file: &Path,
    what: &str,
    offset: u64,
    n_rows: u32,
    row_size: u32,
) -> Result<Vec<u8>, FileError> {
    let len = u64::from(n_rows) * u64::from(row_size);
    if len > MAX_LIST {
        return Err(FileError::new(file, Trouble::TooLarge { len, limit: MAX_LIST }));
    }
    let bytes = disk::read_range(file, offset..offset + len)?;
    match bytes.len() as u64 == len {
        true => Ok(bytes),
        false => {
            let left = bytes.len();
            Err(broken(
                file,
                format!("{what} at byte {offset:#x}: needs {len} bytes, {left} are left"),
            ))
        }
    }
}

/// The path of each directory, with a backslash at its end.
fn folders(directories: &[Directory], strings: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let mut folders = Vec::with_capacity(directories.len());
    let mut n_bytes = 0;
    for start in 0..directories.len() {
        let mut parts: Vec<&[u8]> = Vec::new();
        let mut next = Some(start);
        while let Some(place) = next {
            let Some(directory) = directories.get(place) else {
                return Err(format!(
                    "directory {start} is in directory {place}, which does not exist"
                ));
            };
            if parts.len() == MAX_DEPTH {
                return Err(format!("directory {start} is in itself, or {MAX_DEPTH} deep"));
            }
            parts.push(
                pkg::string(strings, directory.name, "directory name")
                    .map_err(|e| e.to_string())?,
            );
            let parent = usize::try_from(directory.parent).unwrap_or(usize::MAX);
            let is_root = is_none(directory.parent) || parent == place;
            next = (!is_root).then_some(parent);
        }
        let mut folder = Vec::new();
        for part in parts.iter().rev().filter(|part| !part.is_empty()) {
            folder.extend_from_slice(part);
            folder.push(b'\\');
        }
        n_bytes += folder.len();
        if n_bytes > MAX_NAMES {
            return Err(format!("its directories take more than {MAX_NAMES} bytes"));
        }
        folders.push(folder);
    }
    Ok(folders)
}
