//! The bytes of an entry: unscrambled, and unpacked to what it states and no further.

use std::io::{self, Read};
use std::ops::Range;

use flate2::read::ZlibDecoder;

use super::{Entry, cipher};
use crate::format::error::Within;
use crate::format::{Malformed, ReadError};

impl Entry {
    /// The file, from the [`n_stored`](Entry::n_stored) bytes at its offset.
    pub fn unpack(&self, stored: Vec<u8>) -> Result<Vec<u8>, ReadError> {
        let packed = self.packed(stored)?;
        let mut bytes = Vec::new();
        let unpacked = ZlibDecoder::new(packed.as_slice())
            .take(u64::from(self.len) + 1)
            .read_to_end(&mut bytes);
        match unpacked {
            Ok(_) if bytes.len() == self.len as usize => Ok(bytes),
            // A file that packing does not make smaller may be there as it is.
            _ if self.is_perhaps_stored() => Ok(packed),
            Ok(n) if n > self.len as usize => {
                Err(self.error("file", Malformed::TooLarge { limit: self.len.into() }))
            }
            Ok(left) => {
                Err(self.error("file", Malformed::Truncated { needed: self.len.into(), left }))
            }
            Err(error) => {
                Err(self.error("file", Malformed::BrokenStream { reason: error.to_string() }))
            }
        }
    }

    /// A part of the file, or what the file has of it, without the rest of it in memory.
    pub fn unpack_range(&self, stored: Vec<u8>, range: Range<u64>) -> Result<Vec<u8>, ReadError> {
        if self.is_perhaps_stored() {
            let bytes = self.unpack(stored)?;
            let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
            return Ok(bytes.get(at(range.start)..at(range.end)).unwrap_or_default().to_vec());
        }
        let packed = self.packed(stored)?;
        let end = range.end.min(self.len.into());
        let mut stream = ZlibDecoder::new(packed.as_slice()).take(end);
        let mut bytes = Vec::new();
        io::copy(&mut stream.by_ref().take(range.start.min(end)), &mut io::sink())
            .and_then(|_| stream.read_to_end(&mut bytes))
            .map_err(|error| {
                self.error("file", Malformed::BrokenStream { reason: error.to_string() })
            })?;
        Ok(bytes)
    }

    fn is_perhaps_stored(&self) -> bool {
        self.packed_len == self.len
    }

    /// What is packed, without the bytes that fill it up.
    fn packed(&self, mut stored: Vec<u8>) -> Result<Vec<u8>, ReadError> {
        let needed = self.n_stored();
        if (stored.len() as u64) < needed {
            return Err(self.error("file", Malformed::Truncated { needed, left: stored.len() }));
        }
        if let Some(cipher) = self.cipher {
            cipher::decipher(cipher, &mut stored, self.packed_len);
        }
        stored.truncate(self.packed_len as usize);
        Ok(stored)
    }

    /// An error at the place of the entry in the archive.
    fn error(&self, field: &'static str, malformed: Malformed) -> ReadError {
        let offset = usize::try_from(self.offset).unwrap_or(usize::MAX);
        ReadError { offset, within: Within::File, field, malformed }
    }
}
