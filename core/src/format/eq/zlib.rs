//! zlib streams whose size is stated beside them.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::format::Malformed;

/// No stream makes more of a byte than this.
const MOST_PER_BYTE: usize = 1032;

/// Most streams make less of a byte; room for more is made when it comes.
const USUAL_PER_BYTE: usize = 8;

/// Unpacks a stream that must give exactly `size` bytes.
pub(super) fn inflate(stream: &[u8], size: usize) -> Result<Vec<u8>, Malformed> {
    let broken = |reason: String| Malformed::BrokenStream { reason };
    let likely = stream.len().saturating_mul(MOST_PER_BYTE);
    if size > likely {
        return Err(broken(format!("{} bytes can't give {size}", stream.len())));
    }
    let mut out = Vec::with_capacity(size.min(stream.len().saturating_mul(USUAL_PER_BYTE)));
    let limit = (size as u64).saturating_add(1);
    let read = ZlibDecoder::new(stream).take(limit).read_to_end(&mut out);
    read.map_err(|error| broken(error.to_string()))?;
    match out.len() {
        n if n == size => Ok(out),
        n if n > size => Err(broken(format!("it gives more than the {size} bytes it states"))),
        n => Err(broken(format!("it gives {n} bytes, and states {size}"))),
    }
}

/// A stream of some bytes, packed as the game's tools pack.
pub(super) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
    // A vector takes everything, so that neither step can fail.
    let written = encoder.write_all(bytes);
    debug_assert!(written.is_ok(), "{written:?}");
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_gives_what_it_states_or_is_broken() {
        let stream = deflate(&[7; 9000]);
        assert_eq!(inflate(&stream, 9000), Ok(vec![7; 9000]));
        for size in [8999, 9001, usize::MAX] {
            assert!(inflate(&stream, size).is_err(), "{size}");
        }
        for len in 0..stream.len() {
            assert!(inflate(&stream[..len], 9000).is_err(), "{len}");
        }
    }
}
