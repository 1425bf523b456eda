//! Texts of an STL: a length in 7-bit groups, then that many bytes.

use crate::format::bytes::{Bytes, Put};
use crate::format::text::{BoundedText, Text32};
use crate::format::{Malformed, ReadError};

/// The bytes of a text.
pub(super) fn read_text<'a>(bytes: &mut Bytes<'a>) -> Result<&'a [u8], ReadError> {
    let len = read_length(bytes, "text")?;
    let len = bytes.expect_items("text", len.into(), 1)?;
    bytes.slice("text", len)
}

/// A text that is written with the shortest length, and refused if it was not read with it.
pub(super) fn read_short_text(bytes: &mut Bytes, field: &'static str) -> Result<Text32, ReadError> {
    let start = bytes.clone();
    let len = read_length(bytes, field)?;
    if bytes.offset() - start.offset() != length_bytes(len).count() {
        let expected = "a length without needless bytes";
        return Err(start.error(field, Malformed::Unexpected { found: len.into(), expected }));
    }
    let len = bytes.expect_items(field, len.into(), 1)?;
    Ok(BoundedText::from_field(bytes.slice(field, len)?))
}

pub(super) fn write_text(text: &[u8], out: &mut Vec<u8>) {
    length_bytes(u32::try_from(text.len()).unwrap_or(u32::MAX)).for_each(|byte| out.put_u8(byte));
    out.put(text);
}

fn read_length(bytes: &mut Bytes, field: &'static str) -> Result<u32, ReadError> {
    let mut len = 0;
    for shift in [0, 7, 14, 21] {
        let byte = bytes.u8(field)?;
        len |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(len);
        }
    }
    let start = bytes.clone();
    match bytes.u8(field)? {
        byte @ ..=0x0f => Ok(len | u32::from(byte) << 28),
        byte => {
            let expected = "15 or less as the fifth byte of a length";
            Err(start.error(field, Malformed::Unexpected { found: byte.into(), expected }))
        }
    }
}

/// The groups of a length, the low ones first.
fn length_bytes(len: u32) -> impl Iterator<Item = u8> {
    let n_groups = (32 - len.leading_zeros()).div_ceil(7).max(1);
    (0..n_groups).map(move |group| {
        let [bits, ..] = (len >> (7 * group)).to_le_bytes();
        let more = if group + 1 < n_groups { 0x80 } else { 0 };
        bits & 0x7f | more
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_as_they_are_read() {
        for (len, expected) in [
            (0, &[0][..]),
            (127, &[0x7f]),
            (128, &[0x80, 1]),
            (16_384, &[0x80, 0x80, 1]),
            (u32::MAX, &[0xff, 0xff, 0xff, 0xff, 0x0f]),
        ] {
            let bytes: Vec<u8> = length_bytes(len).collect();
            assert_eq!(bytes, expected);
            assert_eq!(read_length(&mut Bytes::new(&bytes), "length"), Ok(len));
        }
    }

    #[test]
    fn a_length_of_more_than_32_bits_is_refused() {
        assert!(read_length(&mut Bytes::new(&[0xff, 0xff, 0xff, 0xff, 0x10]), "length").is_err());
        assert!(read_length(&mut Bytes::new(&[0x80; 9]), "length").is_err());
    }
}
