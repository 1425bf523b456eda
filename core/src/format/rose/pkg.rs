//! PKG: the tables of an archive, as a description of ROSE has them. No real file is known as of
//! 2026-11.
//!
//! ```text
//! 0   4  magic         "PKG" and a version
//! 4   4  header size   u32  where the directories are
//! 8   4  n files       u32
//! 12  4  n directories u32
//! 16  8  strings       u32 offset, u32 size; each ends in a zero byte
//! 24  4  entries       u32  offset of the files; those are behind the directories where it is the
//!                           same as the header size
//! 28  4  data          u32  what offsets of files count from
//!
//! directory  u32 name, parent, first child, next sibling, first file
//! file       u32 name, directory, offset, size, packed size (0 is not packed), CRC-32;
//!            u16 packing: 0 none, 1 zlib, 2 LZ77; u16 flags
//! ```
//!
//! A directory that is its own parent, or has 0xFFFFFFFF or 0xFFFF for it, is a root. The tables alone are
//! read: the data may be larger than memory.

use crate::format::bytes::{Bytes, Put};
use crate::format::{Malformed, ReadError};

pub const HEAD_SIZE: u32 = 32;
pub const DIRECTORY_SIZE: u32 = 20;
pub const FILE_SIZE: u32 = 28;

/// No parent, child, sibling or file.
pub const NONE: u32 = u32::MAX;

pub const STORED: u16 = 0;
pub const ZLIB: u16 = 1;
pub const LZ77: u16 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    pub version: u8,
    pub header_size: u32,
    pub n_files: u32,
    pub n_directories: u32,
    pub strings_offset: u32,
    pub strings_size: u32,
    pub entries_offset: u32,
    pub data_offset: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Directory {
    /// Place in the strings.
    pub name: u32,
    pub parent: u32,
    pub first_child: u32,
    pub next_sibling: u32,
    pub first_file: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct File {
    /// Place in the strings.
    pub name: u32,
    pub directory: u32,
    /// From the start of the data.
    pub offset: u32,
    pub size: u32,
    /// 0 where it is not packed.
    pub packed_size: u32,
    pub crc: u32,
    pub packing: u16,
    pub flags: u16,
}

impl Head {
    /// Where the files are listed.
    pub fn files_offset(&self) -> u64 {
        let directories = u64::from(self.n_directories) * u64::from(DIRECTORY_SIZE);
        match self.entries_offset == self.header_size {
            true => u64::from(self.header_size) + directories,
            false => self.entries_offset.into(),
        }
    }

    pub fn read(data: &[u8]) -> Result<Head, ReadError> {
        let mut bytes = Bytes::new(data);
        bytes.magic("magic", b"PKG")?;
        Ok(Head {
            version: bytes.u8("version")?,
            header_size: bytes.u32("header size")?,
            n_files: bytes.u32("n files")?,
            n_directories: bytes.u32("n directories")?,
            strings_offset: bytes.u32("strings")?,
            strings_size: bytes.u32("strings")?,
            entries_offset: bytes.u32("entries")?,
            data_offset: bytes.u32("data")?,
        })
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        out.put(b"PKG");
        out.put_u8(self.version);
        out.put_u32(self.header_size);
        out.put_u32(self.n_files);
        out.put_u32(self.n_directories);
        out.put_u32(self.strings_offset);
        out.put_u32(self.strings_size);
        out.put_u32(self.entries_offset);
        out.put_u32(self.data_offset);
    }
}

/// The directories of a table that starts at `offset` of the file.
pub fn read_directories(table: &[u8], offset: usize) -> Result<Vec<Directory>, ReadError> {
    let n_directories = table.len() as u64 / u64::from(DIRECTORY_SIZE);
    Bytes::piece(table, offset).items(
        "directories",
        n_directories,
        DIRECTORY_SIZE.into(),
        |bytes| {
            Ok(Directory {
                name: bytes.u32("directory name")?,
                parent: bytes.u32("parent")?,
                first_child: bytes.u32("first child")?,
                next_sibling: bytes.u32("next sibling")?,
                first_file: bytes.u32("first file")?,
            })
        },
    )
}

pub fn write_directory(directory: &Directory, out: &mut Vec<u8>) {
    let Directory { name, parent, first_child, next_sibling, first_file } = *directory;
    [name, parent, first_child, next_sibling, first_file].iter().for_each(|n| out.put_u32(*n));
}

/// The files of a table that starts at `offset` of the file.
pub fn read_files(table: &[u8], offset: usize) -> Result<Vec<File>, ReadError> {
    let n_files = table.len() as u64 / u64::from(FILE_SIZE);
    Bytes::piece(table, offset).items("files", n_files, FILE_SIZE.into(), |bytes| {
        Ok(File {
            name: bytes.u32("file name")?,
            directory: bytes.u32("directory")?,
            offset: bytes.u32("offset")?,
            size: bytes.u32("size")?,
            packed_size: bytes.u32("packed size")?,
            crc: bytes.u32("CRC")?,
            packing: bytes.u16("packing")?,
            flags: bytes.u16("flags")?,
        })
    })
}

pub fn write_file(file: &File, out: &mut Vec<u8>) {
    let File { name, directory, offset, size, packed_size, crc, packing, flags } = *file;
    [name, directory, offset, size, packed_size, crc].iter().for_each(|n| out.put_u32(*n));
    out.put_u16(packing);
    out.put_u16(flags);
}

/// Longer than any path of a game.
const MAX_NAME: usize = 4096;

/// The text that starts at a place of the strings.
pub fn string<'a>(strings: &'a [u8], at: u32, field: &'static str) -> Result<&'a [u8], ReadError> {
    let target = u64::from(at);
    let rest = usize::try_from(at).ok().and_then(|at| strings.get(at..));
    let len = rest.and_then(|rest| rest.iter().take(MAX_NAME).position(|byte| *byte == 0));
    match (rest, len) {
        (Some(rest), Some(len)) => Ok(rest.get(..len).unwrap_or(rest)),
        _ => {
            let malformed = Malformed::OutsideFile { target, len: strings.len() };
            Err(Bytes::new(strings).error(field, malformed))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::words;

    #[test]
    fn tables_are_written_as_they_are_read() {
        let head = [b"PKG\x01".to_vec(), words(&[32, 1, 2, 72, 9, 84, 112])].concat();
        let mut out = Vec::new();
        Head::read(&head).unwrap().write(&mut out);
        assert_eq!(out, head);
        assert_eq!(Head::read(&head).unwrap().files_offset(), 84);
        let (directories, files) =
            (words(&(1..11).collect::<Vec<_>>()), words(&[1, 2, 3, 4, 5, 6, 0x0008_0001]));
        let mut out = Vec::new();
        read_directories(&directories, 0)
            .unwrap()
            .iter()
            .for_each(|one| write_directory(one, &mut out));
        assert_eq!(out, directories);
        let mut out = Vec::new();
        let read = read_files(&files, 0).unwrap();
        read.iter().for_each(|one| write_file(one, &mut out));
        assert_eq!((out, read[0].packing, read[0].flags), (files, ZLIB, 8));
    }

    #[test]
    fn a_string_ends_in_its_table() {
        assert_eq!(string(b"a\0bc\0", 2, "file name").unwrap(), b"bc");
        for at in [5, u32::MAX] {
            assert!(string(b"a\0bc\0", at, "file name").is_err(), "{at}");
        }
        assert!(string(b"abc", 0, "file name").is_err());
    }
}
