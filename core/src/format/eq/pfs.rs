//! `.s3d`, `.eqg`, `.pfs`: an archive of the client.
//!
//! ```text
//! 0   4  offset of the index  u32
//! 4   4  "PFS "
//! 8   4  version  u32, 0x20000
//! 12  …  data: for each entry its blocks
//!        4  packed size    u32
//!        4  unpacked size  u32, 8192 but for the last block of an entry
//!        …  a zlib stream
//! …   4  number of entries  u32
//! …   …  index, sorted by checksum: 12 bytes an entry
//!        4  checksum of the name, CRC-32/MPEG-2 with its zero byte
//!        4  offset of the first block  u32
//!        4  unpacked size  u32
//! …   …  tail: "STEVE" and a date in most files
//! ```
//!
//! The entry with the checksum 0x61580AC9 lists the names, in the order of the others in the file.
//! A client crashes on a block of more than 8192 bytes, so none is written.

mod blocks;
mod crc;
mod names;
mod rewrite;

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::text::{Opaque, Text};
use crate::format::{Malformed, ReadError};

pub use self::rewrite::{TooLarge, build};

/// What every archive begins with, behind the offset of its index.
pub const MAGIC: &[u8] = b"PFS ";
const VERSION: u32 = 0x2_0000;
const HEADER_SIZE: usize = 12;
const ENTRY_SIZE: u64 = 12;

/// The checksum of the list of names.
const NAMES_CRC: u32 = 0x6158_0AC9;

/// An archive. Its data is kept as it is, so that whatever nobody changes stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pfs {
    /// Behind the header, up to the index.
    pub data: Opaque,
    /// In the order of the index.
    pub entries: Vec<Entry>,
    /// Behind the index.
    pub tail: Opaque,
}

/// A line of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub crc: u32,
    /// Of its first block, in the file.
    pub offset: u32,
    /// Unpacked.
    pub size: u32,
}

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// `None` where the archive has no name for it.
    pub name: Option<Text>,
    /// Its place in [`Pfs::entries`].
    pub entry: usize,
    pub offset: u32,
    /// Its blocks with their headers, or `None` where they are broken.
    pub packed: Option<usize>,
    pub size: u32,
}

impl Member {
    /// The name, or the checksum where there is none.
    pub fn shown(&self, archive: &Pfs) -> String {
        match &self.name {
            Some(name) => String::from_utf8_lossy(name.as_bytes()).into_owned(),
            None => {
                let crc = archive.entries.get(self.entry).map(|entry| entry.crc);
                format!("{:08x}", crc.unwrap_or_default())
            }
        }
    }
}

impl Pfs {
    /// The files in it, in their order in the archive, without the list of names.
    pub fn members(&self) -> Vec<Member> {
        let mut members: Vec<Member> = (0..)
            .zip(&self.entries)
            .filter(|(_, entry)| entry.crc != NAMES_CRC)
            .map(|(idx, entry)| Member {
                name: None,
                entry: idx,
                offset: entry.offset,
                packed: self.extent(entry).ok().map(|extent| extent.len()),
                size: entry.size,
            })
            .collect();
        members.sort_by_key(|member| (member.offset, member.entry));
        let names = self.names().unwrap_or_default();
        let crc_of = |member: &Member| self.entries.get(member.entry).map(|entry| entry.crc);
        let fits =
            |(member, name): (&Member, &Text)| crc_of(member) == Some(crc::of(name.as_bytes()));
        if names.len() == members.len() && members.iter().zip(&names).all(fits) {
            for (member, name) in members.iter_mut().zip(names) {
                member.name = Some(name);
            }
            return members;
        }
        // In a different order, a name is that of the entry with its checksum.
        for member in &mut members {
            let crc = crc_of(member);
            member.name = names.iter().find(|name| Some(crc::of(name.as_bytes())) == crc).cloned();
        }
        members
    }

    /// The file of a name, whatever its case.
    pub fn find(&self, name: &str) -> Option<Member> {
        let is_it = |member: &Member| {
            let own = member.name.as_ref();
            own.is_some_and(|own| own.as_bytes().eq_ignore_ascii_case(name.as_bytes()))
        };
        self.members().into_iter().find(is_it)
    }

    /// The content of an entry.
    pub fn content(&self, entry: usize) -> Result<Vec<u8>, ReadError> {
        match self.entries.get(entry) {
            Some(entry) => self.unpack(entry),
            None => Ok(Vec::new()),
        }
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        let is_footer = self.tail.0.len() == 9 && self.tail.0.starts_with(b"STEVE");
        if is_footer { 0 } else { self.tail.0.len() }
    }

    /// When it was made, in seconds since 1970; the tools write it with the highest byte first.
    pub fn date(&self) -> Option<u32> {
        let date: [u8; 4] = self.tail.0.strip_prefix(b"STEVE")?.try_into().ok()?;
        Some(u32::from_be_bytes(date))
    }
}

pub fn read(data: &[u8]) -> Result<Pfs, ReadError> {
    let mut bytes = Bytes::new(data);
    let start = bytes.clone();
    let index = bytes.u32("offset of the index")?;
    bytes.magic("magic", MAGIC)?;
    let version = bytes.u32("version")?;
    if version != VERSION {
        let (found, expected) = (i64::from(version), "131072");
        return Err(bytes.error("version", Malformed::Unexpected { found, expected }));
    }
    let Some(len) = (index as usize).checked_sub(HEADER_SIZE) else {
        let (found, expected) = (i64::from(index), "an offset behind the header");
        let malformed = Malformed::Unexpected { found, expected };
        return Err(start.error("offset of the index", malformed));
    };
    let content = Opaque(bytes.slice("data", len)?.to_vec());
    let n_entries = bytes.u32("number of entries")?;
    let entries = bytes.items("entries", n_entries.into(), ENTRY_SIZE, |bytes| {
        Ok(Entry {
            crc: bytes.u32("checksum")?,
            offset: bytes.u32("offset")?,
            size: bytes.u32("size")?,
        })
    })?;
    Ok(Pfs { data: content, entries, tail: Opaque(bytes.rest().to_vec()) })
}

pub fn write(archive: &Pfs) -> Vec<u8> {
    let mut out = Vec::with_capacity(archive.data.0.len() + 4096);
    out.put_count(HEADER_SIZE + archive.data.0.len());
    out.put(MAGIC);
    out.put_u32(VERSION);
    out.put(&archive.data.0);
    out.put_count(archive.entries.len());
    for entry in &archive.entries {
        out.put_u32(entry.crc);
        out.put_u32(entry.offset);
        out.put_u32(entry.size);
    }
    out.put(&archive.tail.0);
    out
}

#[cfg(test)]
mod tests;
