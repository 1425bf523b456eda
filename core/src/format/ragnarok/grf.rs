//! GRF: the archive of a client. Only its head and its table are read; entries are where the table
//! says, and unpacked one at a time.
//!
//! ```text
//! Head                                    Head of 0x300
//! 0   15  magic "Master of Magic"         30  8  table offset  u64
//! 15  15  key            00 to 0e, or 0   38  4  count of files  u32
//! 30  4   table offset   u32, from 46
//! 34  4   seed           u32
//! 38  4   count          u32: files + seed + 7
//! 42  4   version        u32: 0x102, 0x103, 0x200, 0x300
//!
//! Table of 0x200                          Entry of 0x200
//! 0   4   packed length  u32              …   name, ended by a zero byte
//! 4   4   length         u32              4   packed length   u32
//! 8   …   entries, packed with zlib       4   aligned length  u32, what lies in the file
//!                                         4   length          u32
//! Table of 0x300                          1   flags: 1 file, 2 mixed cipher, 4 cipher at the head
//! 0   4   unknown                         4   offset          u32, from 46; 0x300: u64
//! 4   …   as in 0x200
//!                                         Entry of 0x102 and 0x103
//! Table of 0x102 and 0x103                0   4   name length  u32
//! 0   …   entries, to the end             4   …   name: 2 bytes, so many − 6, 4 bytes
//!                                         …   4   packed length + length + 715  u32
//!                                             4   aligned length + 37579        u32
//!                                             4   length                        u32
//!                                             1   flags
//!                                             4   offset                        u32, from 46
//! ```
//!
//! The table may lie before files, and between those may be gaps. Names are in the code page of the
//! client, with `\`. Entries of the old versions are always scrambled: the head alone of .gnd, .gat,
//! .act and .str. Nobody has seen a file of 0x300 (November 2026); it is read as programs describe it.

mod cipher;
mod patch;
mod table;
mod unpack;

use crate::format::bytes::Bytes;
use crate::format::text::Text;
use crate::format::{Malformed, ReadError};

pub use cipher::Cipher;
pub use patch::{Patch, TooLarge};

/// How many bytes the head has. Offsets count from behind it.
pub const HEAD_SIZE: u64 = 46;

const MAGIC: &[u8] = b"Master of Magic";

/// The beginning of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    pub version: Version,
    /// Where the table is, from the start of the file.
    pub table_offset: u64,
    /// As stated.
    pub n_files: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// 0x102 or 0x103, which are alike.
    Old(u32),
    V200,
    V300,
}

/// A file in an archive, or a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// In the code page of the client, with `\`.
    pub name: Text,
    /// Where its bytes are, from the start of the file.
    pub offset: u64,
    /// How many bytes it is packed to.
    pub packed_len: u32,
    /// How many bytes of the file it takes.
    pub aligned_len: u32,
    /// How many bytes it unpacks to, as stated.
    pub len: u32,
    pub flags: u8,
    /// What is to be undone before it is unpacked.
    pub cipher: Option<Cipher>,
}

impl Head {
    /// Reads the first [`HEAD_SIZE`] bytes of an archive.
    pub fn read(data: &[u8]) -> Result<Head, ReadError> {
        let mut bytes = Bytes::new(data);
        bytes.magic("magic", MAGIC)?;
        bytes.slice("key", 15)?;
        let mut wide = bytes.clone();
        let (offset, seed) = (bytes.u32("table offset")?, bytes.u32("seed")?);
        let wide_offset = wide.clone().array("table offset").map(u64::from_le_bytes)?;
        let count = bytes.u32("count")?;
        wide.skip_to(42);
        let version = match wide.clone().u32("version")? {
            version @ (0x102 | 0x103) => Version::Old(version),
            0x200 => Version::V200,
            0x300 => Version::V300,
            other => {
                let malformed = Malformed::UnknownVersion {
                    major: other >> 8,
                    minor: other & 0xff,
                    expected: "1.2, 1.3, 2.0 or 3.0",
                };
                return Err(wide.error("version", malformed));
            }
        };
        let is_wide = version == Version::V300;
        let offset = if is_wide { wide_offset } else { offset.into() };
        let n_files = if is_wide { count } else { count.wrapping_sub(seed).wrapping_sub(7) };
        Ok(Head { version, table_offset: offset.saturating_add(HEAD_SIZE), n_files })
    }
}

impl Entry {
    /// Folders and deleted files have entries as well.
    pub fn is_file(&self) -> bool {
        self.flags & 1 != 0
    }

    /// How many bytes of the file are to be read to unpack it.
    pub fn n_stored(&self) -> u64 {
        self.aligned_len.max(self.packed_len).into()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// The name of a file and its bytes.
    type Named = (Vec<u8>, Vec<u8>);

    /// All files of an archive.
    fn files(data: &[u8]) -> Result<Vec<Named>, ReadError> {
        let head = Head::read(data)?;
        let start = usize::try_from(head.table_offset).unwrap_or(usize::MAX);
        let entries = head.read_table(Cursor::new(data.get(start..).unwrap_or_default()))?;
        entries
            .iter()
            .filter(|entry| entry.is_file())
            .map(|entry| {
                let rest = data.get(entry.offset as usize..).unwrap_or_default();
                let stored = rest.get(..entry.n_stored() as usize).unwrap_or(rest);
                let bytes = entry.unpack(stored.to_vec())?;
                let part = entry.unpack_range(stored.to_vec(), 3..7)?;
                let end = bytes.len().min(7);
                assert_eq!(bytes.get(3..end).unwrap_or_default(), part);
                Ok((entry.name.as_bytes().to_vec(), bytes))
            })
            .collect()
    }

    fn patch() -> Vec<u8> {
        let mut patch = Patch::default();
        patch.add(&Text::from("data\\a.gat"), &[7; 3000]).unwrap();
        patch.add(&Text::from(&b"data\\\xc1\xfd.txt"[..]), b"house").unwrap();
        patch.add(&Text::from("data\\empty"), b"").unwrap();
        patch.finish().unwrap()
    }

    #[test]
    fn what_is_packed_comes_out() {
        let found = files(&patch()).unwrap();
        assert_eq!(found[0], (b"data\\a.gat".to_vec(), vec![7; 3000]));
        assert_eq!(found[1], (b"data\\\xc1\xfd.txt".to_vec(), b"house".to_vec()));
        assert_eq!(found[2], (b"data\\empty".to_vec(), Vec::new()));
    }

    #[test]
    fn a_cut_or_changed_archive_is_an_error_and_never_a_panic() {
        let whole = patch();
        // The last bytes are the checksum of the table, which nobody needs.
        let n_needed = whole.len() - 8;
        for len in 0..whole.len() {
            assert!(files(&whole[..len]).is_err() || len > n_needed, "{len}");
            for bit in 0..8 {
                let mut flipped = whole.clone();
                flipped[len] ^= 1 << bit;
                drop(files(&flipped));
            }
        }
    }

    #[test]
    fn a_count_is_not_believed() {
        let mut data = patch();
        data[38..42].copy_from_slice(&u32::MAX.to_le_bytes());
        let error = files(&data).unwrap_err().to_string();
        assert!(error.starts_with("name at byte 0x"), "{error}");
        assert!(error.ends_with("of the unpacked content: needs 1 byte, 0 are left"), "{error}");
        // Fewer than there are: what follows is not a file.
        data[38..42].copy_from_slice(&8u32.to_le_bytes());
        assert_eq!(files(&data).unwrap().len(), 1);
    }

    #[test]
    fn a_bomb_is_stopped_at_the_stated_length() {
        let mut patch = Patch::default();
        patch.add(&Text::from("a"), &vec![0; 1 << 20]).unwrap();
        let data = patch.finish().unwrap();
        let head = Head::read(&data).unwrap();
        let table = &data[head.table_offset as usize..];
        let [entry] = &head.read_table(Cursor::new(table)).unwrap()[..] else { panic!() };
        let stored = data[46..46 + entry.n_stored() as usize].to_vec();
        let lying = Entry { len: 8, ..entry.clone() };
        let error = lying.unpack(stored).unwrap_err().to_string();
        assert_eq!(error, "file at byte 0x2e: is larger than 8 bytes, the limit for reading");
    }

    #[test]
    fn scrambled_and_stored_entries_are_read() {
        let bytes: Vec<u8> = (0..3000u32).map(|n| (n * n % 251) as u8).collect();
        let mut patch = Patch::default();
        patch.add(&Text::from("a"), &bytes).unwrap();
        let data = patch.finish().unwrap();
        let head = Head::read(&data).unwrap();
        let table = &data[head.table_offset as usize..];
        let entry = head.read_table(Cursor::new(table)).unwrap().remove(0);
        let stored = &data[46..46 + entry.n_stored() as usize];
        for cipher in [Cipher::Head, Cipher::Mixed] {
            let mut scrambled = stored.to_vec();
            cipher::encipher(cipher, &mut scrambled, entry.packed_len);
            let entry = Entry { cipher: Some(cipher), ..entry.clone() };
            assert!(entry.unpack(scrambled).unwrap() == bytes);
        }
        let as_it_is = Entry { packed_len: 3000, aligned_len: 3000, ..entry };
        assert!(as_it_is.unpack(bytes.clone()).unwrap() == bytes);
        assert_eq!(as_it_is.unpack_range(bytes, 2998..4000).unwrap().len(), 2);
    }

    #[test]
    fn a_head_of_a_version_that_nobody_knows_is_refused() {
        let mut data = patch();
        data[42] = 7;
        assert_eq!(
            Head::read(&data).unwrap_err().to_string(),
            "version at byte 0x2a: version 2.7 is not known; expected 1.2, 1.3, 2.0 or 3.0"
        );
        data[42..46].copy_from_slice(&0x300u32.to_le_bytes());
        data[38..42].copy_from_slice(&1u32.to_le_bytes());
        let head = Head::read(&data).unwrap();
        assert_eq!((head.version, head.n_files), (Version::V300, 1));
    }
}
