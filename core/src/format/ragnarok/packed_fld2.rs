//! `.fld2.gz`: the cells of one map as the OpenKore bot ships them.
//!
//! ```text
//! 0  …  stream    gzip (RFC 1952) of a `.fld2`
//! …  …  trailing  whatever follows the stream; empty in every file seen
//! ```
//!
//! A field that is as it was keeps the stream that it came in.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::fld2::{self, Fld2};
use crate::format::bytes::Bytes;
use crate::format::error::Within;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

/// The largest field has 65,535 cells a side; no map comes near it.
const MOST_BYTES: u64 = 1 << 26;

/// A field, and the stream that it came in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackedFld2 {
    pub field: Fld2,
    /// Empty for a new field.
    stream: Opaque,
    trailing: Opaque,
}

impl PackedFld2 {
    /// A new one, which is packed as it is written.
    pub fn new(field: Fld2) -> PackedFld2 {
        PackedFld2 { field, stream: Opaque::default(), trailing: Opaque::default() }
    }

    /// The bytes behind the stream.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing.0
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.field.n_opaque() + self.trailing.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<PackedFld2, ReadError> {
    let (unpacked, trailing) = unpack(data).ok_or_else(|| {
        let (found, expected) = (data.len() as i64, "a gzip stream of at most 64 MB");
        Bytes::new(data).error("packed field", Malformed::Unexpected { found, expected })
    })?;
    let stream = data.strip_suffix(trailing).unwrap_or(data);
    let field =
        fld2::read(&unpacked).map_err(|error| ReadError { within: Within::Unpacked, ..error })?;
    let [stream, trailing] = [stream, trailing].map(|bytes| Opaque(bytes.to_vec()));
    Ok(PackedFld2 { field, stream, trailing })
}

pub fn write(packed: &PackedFld2) -> Vec<u8> {
    let payload = fld2::write(&packed.field);
    let is_same = unpack(&packed.stream.0).is_some_and(|(unpacked, _)| unpacked == payload);
    let stream = if is_same { packed.stream.0.clone() } else { pack(&payload) };
    [stream, packed.trailing.0.clone()].concat()
}

/// The bytes that a stream holds, and those behind it.
fn unpack(data: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut decoder = GzDecoder::new(data);
    let mut unpacked = Vec::new();
    let read = decoder.by_ref().take(MOST_BYTES + 1).read_to_end(&mut unpacked);
    let is_whole = read.is_ok() && unpacked.len() as u64 <= MOST_BYTES;
    is_whole.then(|| (unpacked, decoder.into_inner()))
}

fn pack(payload: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Nothing can fail that writes to memory.
    let packed = encoder.write_all(payload);
    packed.and_then(|()| encoder.finish()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::fld2::Cell;
    use super::*;

    fn field(bits: u8) -> Fld2 {
        Fld2::new(2, 2, [bits, 1, 5, 10].map(Cell).to_vec()).unwrap()
    }

    #[test]
    fn a_field_keeps_its_stream_until_a_cell_changes_and_what_follows_it_always() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
        encoder.write_all(&fld2::write(&field(0))).unwrap();
        let stream = encoder.finish().unwrap();
        let data = [&stream[..], b"behind"].concat();
        let mut packed = read(&data).unwrap();
        assert_eq!((&packed.field, packed.n_opaque()), (&field(0), 6));
        assert_eq!(write(&packed), data);
        packed.field = field(1);
        let written = write(&packed);
        assert!(written != data && written.ends_with(b"behind"));
        assert_eq!(read(&written).unwrap().field, field(1));
        assert_eq!(read(&write(&PackedFld2::new(field(7)))).unwrap().field, field(7));
    }

    #[test]
    fn a_stream_that_is_cut_or_holds_no_field_is_refused() {
        let whole = write(&PackedFld2::new(field(0)));
        for len in 0..whole.len() {
            assert!(read(&whole[..len]).is_err(), "{len}");
        }
        assert!(read(&pack(b"\x02\0\x02\0\x01")).is_err());
    }
}
