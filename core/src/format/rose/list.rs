//! Records that stand one after another behind their count.

use crate::format::bytes::{Bytes, Put};
use crate::format::text::ShortText;
use crate::format::{Malformed, ReadError};

/// Something that ROSE's files hold lists of; of texts, they hold names of textures alone.
pub(super) trait Record: Sized {
    /// What it is called in errors and in the layouts.
    const NAME: &'static str;
    /// The fewest bytes that one can take.
    const MIN_SIZE: u64;
    /// More than any real file has, where one takes many times its bytes in memory. A block of
    /// more is kept as bytes.
    const MAX_COUNT: u32 = u32::MAX;

    fn read(bytes: &mut Bytes<'_>) -> Result<Self, ReadError>;
    fn write(&self, out: &mut Vec<u8>);
}

pub(super) fn read<R: Record>(bytes: &mut Bytes<'_>) -> Result<Vec<R>, ReadError> {
    let n_records = bytes.u32(R::NAME)?;
    read_n(bytes, n_records)
}

/// Reads records whose count stands elsewhere.
pub(super) fn read_n<R: Record>(
    bytes: &mut Bytes<'_>,
    n_records: u32,
) -> Result<Vec<R>, ReadError> {
    if n_records > R::MAX_COUNT {
        let expected = "no more than a file can need";
        let malformed = Malformed::Unexpected { found: n_records.into(), expected };
        return Err(bytes.error(R::NAME, malformed));
    }
    bytes.items(R::NAME, n_records.into(), R::MIN_SIZE, R::read)
}

pub(super) fn write<R: Record>(records: &[R], out: &mut Vec<u8>) {
    out.put_u32(records.len() as u32);
    write_all(records, out);
}

/// Writes records whose count stands elsewhere.
pub(super) fn write_all<R: Record>(records: &[R], out: &mut Vec<u8>) {
    for record in records {
        record.write(out);
    }
}

impl Record for ShortText {
    const NAME: &'static str = "textures";
    const MIN_SIZE: u64 = 1;
    const MAX_COUNT: u32 = 1 << 12;

    fn read(bytes: &mut Bytes<'_>) -> Result<ShortText, ReadError> {
        bytes.short_text("texture")
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_short_text(self);
    }
}
