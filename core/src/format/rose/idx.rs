//! IDX: what is in the archives of a client, `data.idx`.
//!
//! ```text
//! File: u32 base version, current version; u32 n archives; archives; blocks; tail
//! archive  text name; u32 offset of its block
//! block    u32 n files, n deleted, start; files
//! file     text path; u32 offset, size, block; u8 deleted, compressed, encrypted; u32 version, crc
//! text     u16 length, bytes; some tools count the zero byte at the end, others have none
//! ```
//!
//! An archive is a file beside this one, with the bytes of its files one behind the other. In files
//! that were seen, `block` is the size and nothing is deleted, compressed or encrypted.

use serde::{Deserialize, Serialize};

use super::list::{self, Record};
use crate::format::bytes::{Bytes, Put};
use crate::format::text::{Opaque, Text16};
use crate::format::{Malformed, ReadError};

/// The bit of a count that newer servers scramble their index by.
const SCRAMBLED: u32 = 1 << 28;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Idx {
    pub base_version: u32,
    pub current_version: u32,
    pub archives: Vec<Archive>,
    /// What follows the last field.
    pub tail: Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    pub name: Text16,
    /// What is before its block.
    #[serde(default)]
    pub gap: Opaque,
    pub n_deleted: u32,
    pub start: u32,
    pub files: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub path: Text16,
    /// In the archive.
    pub offset: u32,
    pub size: u32,
    /// How much room it has there.
    pub block: u32,
    pub deleted: u8,
    pub compressed: u8,
    pub encrypted: u8,
    pub version: u32,
    pub crc: u32,
}

impl Archive {
    /// Without the zero byte at its end.
    pub fn file_name(&self) -> &[u8] {
        without_zero(self.name.as_bytes())
    }
}

impl Entry {
    /// Without the zero byte at its end.
    pub fn file_path(&self) -> &[u8] {
        without_zero(self.path.as_bytes())
    }
}

fn without_zero(text: &[u8]) -> &[u8] {
    text.strip_suffix(b"\0").unwrap_or(text)
}

impl Idx {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        let gaps: usize = self.archives.iter().map(|archive| archive.gap.0.len()).sum();
        gaps + self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Idx, ReadError> {
    let mut bytes = Bytes::new(data);
    let base_version = bytes.u32("base version")?;
    let start = bytes.clone();
    let current_version = bytes.u32("current version")?;
    refuse_variants(data, current_version, &start)?;
    let heads: Vec<Head> = list::read(&mut bytes)?;
    let mut archives = Vec::with_capacity(heads.len());
    for head in heads {
        archives.push(read_archive(&mut bytes, head)?);
    }
    let tail = Opaque(bytes.rest().to_vec());
    Ok(Idx { base_version, current_version, archives, tail })
}

/// Indexes of newer servers have numbers instead of names, so that nothing can be listed: u32 version,
/// u32 count, and 16 bytes for each file.
fn refuse_variants(data: &[u8], count: u32, at: &Bytes<'_>) -> Result<(), ReadError> {
    let n_files = u64::from(count & !SCRAMBLED);
    let is_hashed = n_files > 0 && 8 + n_files * 16 == data.len() as u64;
    if is_hashed {
        let expected =
            "an index with names; this one has numbers for them, as Titan and Arua servers write";
        return Err(at.error("count", Malformed::Unexpected { found: count.into(), expected }));
    }
    Ok(())
}

fn read_archive(bytes: &mut Bytes<'_>, head: Head) -> Result<Archive, ReadError> {
    let offset = head.offset as usize;
    let gap = offset.checked_sub(bytes.offset()).filter(|gap| *gap <= bytes.n_left());
    let Some(gap) = gap else {
        let expected = "the offset of a block behind the one before, and in the file";
        return Err(
            bytes.error("block", Malformed::Unexpected { found: head.offset.into(), expected })
        );
    };
    let gap = Opaque(bytes.slice("block", gap)?.to_vec());
    let n_files = bytes.u32("n files")?;
    let n_deleted = bytes.u32("n deleted")?;
    let start = bytes.u32("start")?;
    let files = list::read_n(bytes, n_files)?;
    Ok(Archive { name: head.name, gap, n_deleted, start, files })
}

pub fn write(idx: &Idx) -> Vec<u8> {
    let mut out = Vec::new();
    out.put_u32(idx.base_version);
    out.put_u32(idx.current_version);
    let len = |archive: &Archive| archive.name.as_bytes().len() + 6;
    let mut offset = 12 + idx.archives.iter().map(len).sum::<usize>();
    let mut blocks = Vec::new();
    out.put_count(idx.archives.len());
    for archive in &idx.archives {
        let start = blocks.len();
        blocks.put(&archive.gap.0);
        out.put_text16(&archive.name);
        out.put_count(offset + archive.gap.0.len());
        blocks.put_count(archive.files.len());
        blocks.put_u32(archive.n_deleted);
        blocks.put_u32(archive.start);
        list::write_all(&archive.files, &mut blocks);
        offset += blocks.len() - start;
    }
    out.put(&blocks);
    out.put(&idx.tail.0);
    out
}

/// An archive in the table.
struct Head {
    name: Text16,
    offset: u32,
}

impl Record for Head {
    const NAME: &'static str = "archives";
    const MIN_SIZE: u64 = 6;

    fn read(bytes: &mut Bytes<'_>) -> Result<Head, ReadError> {
        Ok(Head { name: bytes.text16("archive name")?, offset: bytes.u32("archive offset")? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_text16(&self.name);
        out.put_u32(self.offset);
    }
}

impl Record for Entry {
    const NAME: &'static str = "files";
    const MIN_SIZE: u64 = 25;

    fn read(bytes: &mut Bytes<'_>) -> Result<Entry, ReadError> {
        Ok(Entry {
            path: bytes.text16("path")?,
            offset: bytes.u32("offset")?,
            size: bytes.u32("size")?,
            block: bytes.u32("block")?,
            deleted: bytes.u8("deleted")?,
            compressed: bytes.u8("compressed")?,
            encrypted: bytes.u8("encrypted")?,
            version: bytes.u32("version")?,
            crc: bytes.u32("crc")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_text16(&self.path);
        out.put_u32(self.offset);
        out.put_u32(self.size);
        out.put_u32(self.block);
        out.put(&[self.deleted, self.compressed, self.encrypted]);
        out.put_u32(self.version);
        out.put_u32(self.crc);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, words};

    /// Two archives, with a zero byte at the end of names and without, and a gap.
    fn sample(gap: &[u8]) -> Vec<u8> {
        let mut out = words(&[129, 129, 2]);
        let first = 12 + 6 + 9 + 6 + 3;
        out.extend(b"\x09\x00DATA.VFS\0");
        out.extend(words(&[first + gap.len() as u32]));
        out.extend(b"\x03\x00b.v");
        out.extend(words(&[first + gap.len() as u32 + 12 + 25 + 4]));
        out.put(gap);
        out.extend(words(&[1, 0, 7]));
        out.extend(b"\x04\x00A\\B\0");
        out.extend(words(&[0, 5, 5]));
        out.extend([0, 0, 0]);
        out.extend(words(&[1, 0xabcd]));
        out.extend(words(&[0, 0, 0]));
        out
    }

    #[test]
    fn what_is_read_is_written_back() {
        check_law(&sample(b""), read, write);
        check_law(&sample(b"gap"), read, write);
        check_law(&[sample(b""), b"stale".to_vec()].concat(), read, write);
        check_prefixes(&sample(b""), read);
    }

    #[test]
    fn names_are_given_without_their_zero_byte() {
        let idx = read(&sample(b"gap")).unwrap();
        assert_eq!(
            (idx.archives[0].file_name(), idx.archives[1].file_name()),
            (&b"DATA.VFS"[..], &b"b.v"[..])
        );
        assert_eq!(idx.archives[0].files[0].file_path(), b"A\\B");
        assert_eq!((idx.archives[0].files[0].crc, idx.n_opaque()), (0xabcd, 3));
    }

    #[test]
    fn an_index_without_names_is_refused_by_name() {
        let data = [words(&[1, 2]), vec![7; 32]].concat();
        let error = read(&data).unwrap_err().to_string();
        assert!(error.contains("Titan and Arua"), "{error}");
    }
}
