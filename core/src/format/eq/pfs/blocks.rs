//! The packed blocks of an entry.

use std::ops::Range;

use super::{Entry, HEADER_SIZE, Pfs};
use crate::format::bytes::{Bytes, Put};
use crate::format::eq::zlib;
use crate::format::error::Within;
use crate::format::{Malformed, ReadError};

/// As much of a file as is in a block.
const BLOCK_SIZE: usize = 8192;

/// No file of the game is near to that.
const MOST_BYTES: u32 = 1 << 28;

impl Pfs {
    /// Where the blocks of an entry are in [`Pfs::data`].
    pub(super) fn extent(&self, entry: &Entry) -> Result<Range<usize>, ReadError> {
        let start = self.start(entry)?;
        let mut bytes = start.clone();
        each_block(&mut bytes, entry.size, |_, _, _| Ok(()))?;
        let range = start.offset()..bytes.offset();
        Ok(range.start - HEADER_SIZE..range.end - HEADER_SIZE)
    }

    pub(super) fn unpack(&self, entry: &Entry) -> Result<Vec<u8>, ReadError> {
        let mut bytes = self.start(entry)?;
        let mut out = Vec::new();
        each_block(&mut bytes, entry.size, |at, stream, size| {
            let block = zlib::inflate(stream, size);
            let field = "block";
            let within = Within::File;
            out.extend(block.map_err(|malformed| ReadError {
                offset: at,
                within,
                field,
                malformed,
            })?);
            Ok(())
        })?;
        Ok(out)
    }

    fn start(&self, entry: &Entry) -> Result<Bytes<'_>, ReadError> {
        let offset = entry.offset as usize;
        let rest = offset.checked_sub(HEADER_SIZE).and_then(|at| self.data.0.get(at..));
        let len = self.data.0.len() + HEADER_SIZE;
        let malformed = Malformed::OutsideFile { target: offset as u64, len };
        let outside = ReadError { offset, within: Within::File, field: "entry", malformed };
        Ok(Bytes::piece(rest.ok_or(outside)?, offset))
    }
}

/// Hands out where each block is, its stream, and what it unpacks to.
fn each_block(
    bytes: &mut Bytes<'_>,
    size: u32,
    mut each: impl FnMut(usize, &[u8], usize) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    if size > MOST_BYTES {
        return Err(bytes.error("size", Malformed::TooLarge { limit: MOST_BYTES.into() }));
    }
    let mut n_left = size;
    while n_left > 0 {
        let at = bytes.clone();
        let packed = bytes.u32("packed size")?;
        let unpacked = bytes.u32("unpacked size")?;
        if unpacked == 0 || unpacked > n_left {
            let (found, expected) = (i64::from(unpacked), "the size of what is left of the entry");
            return Err(at.error("unpacked size", Malformed::Unexpected { found, expected }));
        }
        let packed = bytes.expect_items("block", packed.into(), 1)?;
        each(at.offset(), bytes.slice("block", packed)?, unpacked as usize)?;
        n_left -= unpacked;
    }
    Ok(())
}

/// The blocks of some bytes.
pub(super) fn pack(content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for block in content.chunks(BLOCK_SIZE) {
        let stream = zlib::deflate(block);
        out.put_count(stream.len());
        out.put_count(block.len());
        out.put(&stream);
    }
    out
}
