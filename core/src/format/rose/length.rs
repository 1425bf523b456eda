//! Texts behind a length in 7-bit groups, the low ones first.

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::text::{BoundedText, Text32};
use crate::format::{Malformed, ReadError};

/// A text with its length. As JSON it is the text, and `{"text": …, "length_bytes": n}` where the length takes
/// more bytes than it needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
pub struct LongText {
    text: Text32,
    /// Invariant: as many as the length needs, or more up to 5.
    n_length_bytes: u32,
}

impl LongText {
    pub fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    pub(super) fn read(bytes: &mut Bytes, field: &'static str) -> Result<LongText, ReadError> {
        let (text, n_length_bytes) = read_text32(bytes, field)?;
        Ok(LongText { text, n_length_bytes })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        write_text_after(self.n_length_bytes, self.text.as_bytes(), out);
    }
}

impl From<Text32> for LongText {
    fn from(text: Text32) -> LongText {
        LongText { n_length_bytes: n_length_bytes(text.as_bytes()), text }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a text, or {\"text\": \"…\", \"length_bytes\": …}")]
enum Form {
    Short(Text32),
    Long(Long),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Long {
    text: Text32,
    length_bytes: u32,
}

impl From<LongText> for Form {
    fn from(LongText { text, n_length_bytes: length_bytes }: LongText) -> Form {
        match length_bytes == n_length_bytes(text.as_bytes()) {
            true => Form::Short(text),
            false => Form::Long(Long { text, length_bytes }),
        }
    }
}

impl TryFrom<Form> for LongText {
    type Error = &'static str;

    fn try_from(form: Form) -> Result<LongText, &'static str> {
        match form {
            Form::Short(text) => Ok(text.into()),
            Form::Long(Long { text, length_bytes }) => {
                let is_enough = (n_length_bytes(text.as_bytes())..=5).contains(&length_bytes);
                let wrong = "the length of the text needs more bytes, and takes 5 at most";
                is_enough.then_some(LongText { text, n_length_bytes: length_bytes }).ok_or(wrong)
            }
        }
    }
}

pub(super) fn read_text<'a>(bytes: &mut Bytes<'a>) -> Result<&'a [u8], ReadError> {
    let len = read_length(bytes, "text")?;
    let len = bytes.expect_items("text", len.into(), 1)?;
    bytes.slice("text", len)
}

/// As [`read_text`], with how many bytes its length takes.
pub(super) fn read_text32(
    bytes: &mut Bytes,
    field: &'static str,
) -> Result<(Text32, u32), ReadError> {
    let start = bytes.offset();
    let len = read_length(bytes, field)?;
    // Five at most.
    let n_length_bytes = (bytes.offset() - start) as u32;
    let len = bytes.expect_items(field, len.into(), 1)?;
    Ok((BoundedText::from_field(bytes.slice(field, len)?), n_length_bytes))
}

/// How many bytes the length of a text takes at the least.
pub(super) fn n_length_bytes(text: &[u8]) -> u32 {
    let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
    (32 - len.leading_zeros()).div_ceil(7).max(1)
}

pub(super) fn write_text(text: &[u8], out: &mut Vec<u8>) {
    write_text_after(n_length_bytes(text), text, out);
}

/// A text behind a length of that many bytes.
pub(super) fn write_text_after(n_length_bytes: u32, text: &[u8], out: &mut Vec<u8>) {
    let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
    length_bytes(len, n_length_bytes).for_each(|byte| out.put_u8(byte));
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
fn length_bytes(len: u32, n_groups: u32) -> impl Iterator<Item = u8> {
    (0..n_groups).map(move |group| {
        let [bits, ..] = len.checked_shr(7 * group).unwrap_or_default().to_le_bytes();
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
            (1, &[0x81, 0x80, 0]),
            (u32::MAX, &[0xff, 0xff, 0xff, 0xff, 0x0f]),
        ] {
            let bytes: Vec<u8> = length_bytes(len, expected.len() as u32).collect();
            assert_eq!(bytes, expected);
            assert_eq!(read_length(&mut Bytes::new(&bytes), "length"), Ok(len));
        }
    }

    #[test]
    fn json_keeps_a_length_that_wastes_bytes() {
        for (bytes, expected) in
            [(&b"\x02ab"[..], r#""ab""#), (b"\x82\x80\0ab", r#"{"text":"ab","length_bytes":3}"#)]
        {
            let text = LongText::read(&mut Bytes::new(bytes), "text").unwrap();
            let json = serde_json::to_string(&text).unwrap();
            assert_eq!(json, expected);
            let mut written = Vec::new();
            serde_json::from_str::<LongText>(&json).unwrap().write(&mut written);
            assert_eq!(written, bytes);
        }
        for wrong in [r#"{"text":"ab","length_bytes":0}"#, r#"{"text":"","length_bytes":6}"#] {
            assert!(serde_json::from_str::<LongText>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_length_of_more_than_32_bits_is_refused() {
        assert!(read_length(&mut Bytes::new(&[0xff, 0xff, 0xff, 0xff, 0x10]), "length").is_err());
        assert!(read_length(&mut Bytes::new(&[0x80; 9]), "length").is_err());
    }
}
