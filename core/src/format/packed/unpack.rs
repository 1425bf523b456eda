//! Unpacking a brotli stream piece by piece, within a limit.

use std::fmt;

use brotli::enc::StandardAlloc;
use brotli::{BrotliDecompressStream, BrotliResult, BrotliState};

use crate::format::bytes::Bytes;
use crate::format::error::Within;
use crate::format::source::Source;
use crate::format::{Malformed, ReadError};

/// The size of a piece: small enough to stay in the processor's cache until it is read.
const PIECE: usize = 1 << 16;

/// Most files of ours shrink to a tenth or less; what shrank more than this is not reserved for.
const LIKELY_RATIO: usize = 64;

/// A brotli stream as a [`Source`] of its payload.
///
/// It holds one piece of the payload, and the window that the stream asks for (16 MiB at most:
/// the large-window extension, which may ask for a gigabyte, is not accepted).
pub struct Unpacker<'a> {
    file: &'a [u8],
    /// How much of the file was taken in.
    n_taken: usize,
    state: Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>,
    is_done: bool,
    piece: Vec<u8>,
    /// `piece[start..end]` is payload that was not read yet.
    start: usize,
    end: usize,
    /// The place of `piece[start]` in the payload.
    offset: usize,
    limit: u64,
}

impl fmt::Debug for Unpacker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unpacker { n_taken, offset, limit, .. } = self;
        write!(f, "Unpacker {{ n_taken: {n_taken}, offset: {offset}, limit: {limit} }}")
    }
}

impl<'a> Unpacker<'a> {
    /// Unpacks a file whose payload may be `limit` bytes at most.
    pub fn new(file: &'a [u8], limit: u64) -> Unpacker<'a> {
        let alloc = StandardAlloc::default;
        Unpacker {
            file,
            n_taken: 0,
            state: Box::new(BrotliState::new_strict(alloc(), alloc(), alloc())),
            is_done: false,
            piece: vec![0; PIECE],
            start: 0,
            end: 0,
            offset: 0,
            limit,
        }
    }

    /// The stream, and what follows it in the file. Whatever was not read yet is unpacked and
    /// dropped, since the stream's end is where its last step says.
    pub fn finish(mut self) -> Result<(&'a [u8], &'a [u8]), ReadError> {
        while !self.is_done || self.start < self.end {
            self.offset += self.end - self.start;
            (self.start, self.end) = (0, 0);
            self.fill(1)?;
        }
        Ok(self.file.split_at_checked(self.n_taken).unwrap_or((self.file, &[])))
    }

    /// Unpacks until `n_bytes` are there, or the stream has ended.
    fn fill(&mut self, n_bytes: usize) -> Result<(), ReadError> {
        self.piece.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if self.piece.len() < n_bytes {
            self.piece.resize(n_bytes, 0);
        }
        while !self.is_done && self.end < n_bytes {
            self.step()?;
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), ReadError> {
        let mut n_in = self.file.len().saturating_sub(self.n_taken);
        let mut n_room = self.piece.len().saturating_sub(self.end);
        let result = BrotliDecompressStream(
            &mut n_in,
            &mut self.n_taken,
            self.file,
            &mut n_room,
            &mut self.end,
            &mut self.piece,
            &mut 0,
            &mut self.state,
        );
        if (self.offset + self.end) as u64 > self.limit {
            return Err(self.error(Malformed::TooLarge { limit: self.limit }));
        }
        match result {
            BrotliResult::ResultSuccess => self.is_done = true,
            BrotliResult::NeedsMoreOutput => {}
            BrotliResult::NeedsMoreInput => return Err(self.broken("it ends too early")),
            BrotliResult::ResultFailure => {
                let code = format!("{:?}", self.state.error_code).to_lowercase();
                let code = code.trim_start_matches("brotli_decoder_error_").replace('_', " ");
                // From there on nothing was as it has to be, so this may never have been packed.
                let hint = match self.offset + self.end {
                    0 => "; is it another kind of file?",
                    _ => "",
                };
                return Err(self.broken(&format!("brotli calls it \"{code}\"{hint}")));
            }
        }
        Ok(())
    }

    fn broken(&self, what: &str) -> ReadError {
        let reason = format!("{what} (at byte {:#x} of the packed file)", self.n_taken);
        self.error(Malformed::BrokenStream { reason })
    }

    /// An error at the end of what was unpacked, within the limit.
    fn error(&self, malformed: Malformed) -> ReadError {
        let unpacked = self.offset + self.end;
        let offset = usize::try_from(self.limit).map_or(unpacked, |limit| unpacked.min(limit));
        ReadError { offset, within: Within::Unpacked, field: "brotli stream", malformed }
    }
}

impl Source for Unpacker<'_> {
    fn window(&mut self, n_bytes: usize) -> Result<Bytes<'_>, ReadError> {
        if self.end - self.start < n_bytes && !self.is_done {
            self.fill(n_bytes)?;
        }
        let window = self.piece.get(self.start..self.end).unwrap_or_default();
        Ok(Bytes::piece(window, self.offset))
    }

    fn move_on_to(&mut self, offset: usize) {
        let n_read = offset.saturating_sub(self.offset).min(self.end - self.start);
        self.start += n_read;
        self.offset += n_read;
    }

    fn n_likely(&self) -> usize {
        let n_likely = (self.file.len() - self.n_taken).saturating_mul(LIKELY_RATIO);
        usize::try_from(self.limit).map_or(n_likely, |limit| n_likely.min(limit))
    }
}
