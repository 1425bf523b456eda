//! Words in a piece of JSON text: little-endian, packed or not, in base64.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::{GzDecoder, ZlibDecoder};
use flate2::write::ZlibEncoder;

use super::base64;

/// How bytes are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Plain,
    Zlib,
    Gzip,
}

/// Packed with zlib.
pub(super) fn to_text(words: impl Iterator<Item = u32>) -> String {
    let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    bytes_to_text(&bytes)
}

pub(super) fn bytes_to_text(bytes: &[u8]) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    // Nothing can fail that writes to memory.
    base64::encode(&packed.unwrap_or_default())
}

/// Exactly as many words, or why not.
pub(super) fn words(text: &str, packing: Packing, n_words: usize) -> Result<Vec<u32>, String> {
    let bytes = bytes(text, packing, n_words as u64 * 4)?;
    if bytes.len() != n_words * 4 {
        return Err(format!("holds {} bytes, {} are needed", bytes.len(), n_words * 4));
    }
    Ok(bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// As many bytes as there are, up to a limit.
pub(super) fn bytes(text: &str, packing: Packing, limit: u64) -> Result<Vec<u8>, String> {
    let packed = base64::decode(text)
        .map_err(|place| format!("is not base64 at character {}", place + 1))?;
    let mut bytes = Vec::new();
    let unpacked = match packing {
        Packing::Plain => {
            bytes = packed;
            Ok(bytes.len())
        }
        // One more than there may be, to notice it.
        Packing::Zlib => ZlibDecoder::new(&*packed).take(limit + 1).read_to_end(&mut bytes),
        Packing::Gzip => GzDecoder::new(&*packed).take(limit + 1).read_to_end(&mut bytes),
    };
    match unpacked {
        Err(error) => Err(format!("can't be unpacked: {error}")),
        Ok(_) if bytes.len() as u64 > limit => Err(format!("holds more than {limit} bytes")),
        Ok(_) => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back() {
        let numbers: Vec<u32> = (0..1000).map(|n: u32| n.wrapping_mul(2_654_435_761)).collect();
        let text = to_text(numbers.iter().copied());
        assert_eq!(words(&text, Packing::Zlib, 1000), Ok(numbers));
    }

    #[test]
    fn a_wrong_number_of_them_is_told_before_memory_is_taken() {
        let text = to_text(std::iter::repeat_n(7, 100_000));
        assert_eq!(words(&text, Packing::Zlib, 10), Err("holds more than 40 bytes".to_owned()));
        assert_eq!(
            words(&text, Packing::Zlib, 200_000),
            Err("holds 400000 bytes, 800000 are needed".to_owned())
        );
        assert!(words(&text, Packing::Gzip, 100_000).is_err());
        assert!(words("?", Packing::Plain, 1).is_err());
    }
}
