//! What `data.idx` lists.

use std::path::Path;

use super::{ArchiveEntry, Listed, MAX_LIST, Packing, Part};
use crate::format::rose::idx::{self, Archive};
use crate::format::text::{CodePage, Text};
use crate::vfs::disk;
use crate::vfs::error::{FileError, Trouble};

/// The archive whose files are loose, beside the index.
const LOOSE: &[u8] = b"ROOT.VFS";

pub(super) fn list(file: &Path) -> Result<Listed, FileError> {
    let bytes = disk::read_file(file, MAX_LIST)?.bytes;
    let idx = idx::read(&bytes)
        .map_err(|error| FileError::new(file, Trouble::Archive(error.to_string())))?;
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let beside = disk::list(folder)?;
    let mut listed = Listed { entries: Vec::new(), parts: Vec::new() };
    for archive in &idx.archives {
        if archive.file_name().eq_ignore_ascii_case(LOOSE) {
            add(archive, Part::Loose, u64::MAX, &mut listed);
            continue;
        }
        let name = Text::from(archive.file_name()).decode(CodePage::Cp949).into_owned();
        let part = beside.iter().find(|entry| entry.name().eq_ignore_ascii_case(&name));
        match part {
            Some(part) => {
                add(archive, Part::There(part.path.clone()), part.n_bytes, &mut listed);
            }
            None => add(archive, Part::Missing { name }, u64::MAX, &mut listed),
        }
    }
    Ok(listed)
}

fn add(archive: &Archive, part: Part, part_len: u64, listed: &mut Listed) {
    let number = listed.parts.len();
    listed.parts.push(part);
    for file in &archive.files {
        let (offset, size) = (u64::from(file.offset), u64::from(file.size));
        let packing = match (file.encrypted, file.compressed) {
            (0, 0) if offset + size > part_len => Packing::Refused(
                "the entry ends past the end of its archive, which was cut off or is a different \
                archive",
            ),
            (0, 0) => Packing::Stored,
            (0, _) => Packing::Refused(
                "the entry is compressed in an unknown way: no client has such an entry",
            ),
            _ => Packing::Refused("the entry is encrypted, and its key is unknown"),
        };
        let flag = |value: u8, flag: u32| if value != 0 { flag } else { 0 };
        let flags = flag(file.deleted, 1) | flag(file.compressed, 2) | flag(file.encrypted, 4);
        let name = Text::from(file.file_path());
        let part = number;
        // Checksums are not of a kind that is known.
        let entry =
            ArchiveEntry { name, packed: size, size, offset, flags, part, packing, crc: None };
        listed.entries.push(entry);
    }
}
