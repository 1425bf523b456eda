//! The table of a GRF: its entries, read one after the other, so that nothing that it claims is
//! believed before it is there.

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::ZlibDecoder;

use super::cipher::{self, Cipher};
use super::{Entry, HEAD_SIZE, Head, Version};
use crate::format::error::Within;
use crate::format::text::Text;
use crate::format::{Malformed, ReadError};

/// More entries than any client has files.
const MAX_ENTRIES: usize = 1 << 20;
/// More letters than any name has.
const MAX_NAME: usize = 1024;
/// What the old versions add to lengths.
const LENGTHS: u32 = 715;
const ALIGNED: u32 = 37579;

impl Head {
    /// The entries, from a stream that starts where the table does.
    pub fn read_table(&self, stream: impl BufRead) -> Result<Vec<Entry>, ReadError> {
        let start = usize::try_from(self.table_offset).unwrap_or(usize::MAX);
        let mut fields = Fields { stream, offset: start, within: Within::File };
        match self.version {
            Version::Old(_) => read_entries(self.n_files, fields, read_old_entry),
            Version::V200 | Version::V300 => {
                if self.version == Version::V300 {
                    fields.u32("table head")?;
                }
                let packed_len = fields.u32("packed table length")?;
                fields.u32("table length")?;
                let packed = fields.stream.take(packed_len.into());
                let stream = BufReader::new(ZlibDecoder::new(packed));
                let fields = Fields { stream, offset: 0, within: Within::Unpacked };
                let is_wide = self.version == Version::V300;
                read_entries(self.n_files, fields, |fields| read_entry(is_wide, fields))
            }
        }
    }
}

/// Reads entries to the end of the table, or to the stated number of them.
fn read_entries<R: BufRead>(
    n_files: u32,
    mut fields: Fields<R>,
    read: impl Fn(&mut Fields<R>) -> Result<Entry, ReadError>,
) -> Result<Vec<Entry>, ReadError> {
    let mut entries = Vec::new();
    while entries.len() < n_files as usize {
        if entries.len() == MAX_ENTRIES {
            let malformed = Malformed::TooLarge { limit: MAX_ENTRIES as u64 };
            return Err(fields.error("entries", malformed));
        }
        entries.push(read(&mut fields)?);
    }
    Ok(entries)
}

fn read_entry<R: BufRead>(is_wide: bool, fields: &mut Fields<R>) -> Result<Entry, ReadError> {
    let name = fields.text("name")?;
    let packed_len = fields.u32("packed length")?;
    let aligned_len = fields.u32("aligned length")?;
    let len = fields.u32("length")?;
    let [flags] = fields.array("flags")?;
    let offset = match is_wide {
        true => u64::from_le_bytes(fields.array("offset")?),
        false => fields.u32("offset")?.into(),
    };
    let offset = offset.saturating_add(HEAD_SIZE);
    let cipher = match flags {
        flags if flags & 2 != 0 => Some(Cipher::Mixed),
        flags if flags & 4 != 0 => Some(Cipher::Head),
        _ => None,
    };
    Ok(Entry {
        name: Text::from(name.as_slice()),
        offset,
        packed_len,
        aligned_len,
        len,
        flags,
        cipher,
    })
}

fn read_old_entry<R: BufRead>(fields: &mut Fields<R>) -> Result<Entry, ReadError> {
    let before = fields.offset;
    let name_len = fields.u32("name length")? as usize;
    if !(6..=MAX_NAME).contains(&name_len) {
        let malformed = Malformed::Unexpected { found: name_len as i64, expected: "6 to 1024" };
        return Err(ReadError {
            offset: before,
            within: fields.within,
            field: "name length",
            malformed,
        });
    }
    let block = fields.bytes("name", name_len)?;
    let mut name = block.get(2..name_len - 4).unwrap_or_default().to_vec();
    cipher::decipher_name(&mut name);
    let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
    name.truncate(end);
    let both = fields.u32("packed length")?.wrapping_sub(LENGTHS);
    let aligned_len = fields.u32("aligned length")?.wrapping_sub(ALIGNED);
    let len = fields.u32("length")?;
    let [flags] = fields.array("flags")?;
    let offset = u64::from(fields.u32("offset")?) + HEAD_SIZE;
    let cipher = Some(old_cipher(&name));
    let packed_len = both.wrapping_sub(len);
    Ok(Entry {
        name: Text::from(name.as_slice()),
        offset,
        packed_len,
        aligned_len,
        len,
        flags,
        cipher,
    })
}

/// The head alone of files that are large and often read.
fn old_cipher(name: &[u8]) -> Cipher {
    let ending = name.iter().rposition(|byte| *byte == b'.').and_then(|at| name.get(at + 1..));
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    let is_large = [&b"gnd"[..], b"gat", b"act", b"str"].contains(&ending.as_slice());
    if is_large { Cipher::Head } else { Cipher::Mixed }
}

/// Fields of a stream, as [`Bytes`](crate::format::bytes::Bytes) has them of a slice.
struct Fields<R> {
    stream: R,
    offset: usize,
    within: Within,
}

impl<R: BufRead> Fields<R> {
    fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], ReadError> {
        let bytes = self.bytes(field, N)?;
        let left = bytes.len();
        bytes.try_into().map_err(|_| self.truncated(field, N, left))
    }

    fn u32(&mut self, field: &'static str) -> Result<u32, ReadError> {
        self.array(field).map(u32::from_le_bytes)
    }

    /// So many bytes, few enough to be asked for at once.
    fn bytes(&mut self, field: &'static str, len: usize) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        let read = self.stream.by_ref().take(len as u64).read_to_end(&mut bytes);
        read.map_err(|error| self.broken(field, &error))?;
        if bytes.len() < len {
            return Err(self.truncated(field, len, bytes.len()));
        }
        self.offset = self.offset.saturating_add(len);
        Ok(bytes)
    }

    /// A text that a zero byte ends.
    fn text(&mut self, field: &'static str) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        let read = self.stream.by_ref().take(MAX_NAME as u64).read_until(0, &mut bytes);
        read.map_err(|error| self.broken(field, &error))?;
        match bytes.pop() {
            Some(0) => {
                self.offset = self.offset.saturating_add(bytes.len() + 1);
                Ok(bytes)
            }
            Some(_) if bytes.len() + 1 == MAX_NAME => {
                Err(self.error(field, Malformed::TooLarge { limit: MAX_NAME as u64 }))
            }
            last => {
                let left = bytes.len() + usize::from(last.is_some());
                Err(self.truncated(field, left + 1, left))
            }
        }
    }

    fn truncated(&self, field: &'static str, needed: usize, left: usize) -> ReadError {
        self.error(field, Malformed::Truncated { needed: needed as u64, left })
    }

    fn broken(&self, field: &'static str, error: &std::io::Error) -> ReadError {
        self.error(field, Malformed::BrokenStream { reason: error.to_string() })
    }

    fn error(&self, field: &'static str, malformed: Malformed) -> ReadError {
        ReadError { offset: self.offset, within: self.within, field, malformed }
    }
}
