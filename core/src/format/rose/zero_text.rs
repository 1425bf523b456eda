//! Texts that end at a zero byte.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use super::list::Record;
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::text::{CodePage, Text};

/// A text that a zero byte ends in the file.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Deserialize)]
#[serde(try_from = "Text")]
pub struct ZeroText {
    /// Invariant: without a zero byte.
    text: Text,
}

impl ZeroText {
    pub fn text(&self) -> &Text {
        &self.text
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// For display.
    pub fn decode(&self, code_page: CodePage) -> std::borrow::Cow<'_, str> {
        self.text.decode(code_page)
    }
}

/// A text with a zero byte in it, which would end there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the text has a zero byte at {at}, where the file would end it")]
pub struct HasZero {
    pub at: usize,
}

impl TryFrom<Text> for ZeroText {
    type Error = HasZero;

    fn try_from(text: Text) -> Result<ZeroText, HasZero> {
        match text.as_bytes().iter().position(|byte| *byte == 0) {
            None => Ok(ZeroText { text }),
            Some(at) => Err(HasZero { at }),
        }
    }
}

impl fmt::Debug for ZeroText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl Serialize for ZeroText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

/// In lists, names of files.
impl Record for ZeroText {
    const NAME: &'static str = "paths";
    const MIN_SIZE: u64 = 1;

    fn read(bytes: &mut Bytes<'_>) -> Result<ZeroText, ReadError> {
        read(bytes, "path")
    }

    fn write(&self, out: &mut Vec<u8>) {
        write(self, out);
    }
}

/// Fails where no zero byte follows.
pub(super) fn read(bytes: &mut Bytes<'_>, field: &'static str) -> Result<ZeroText, ReadError> {
    let rest = bytes.as_slice();
    let len = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
    // Nothing is taken before the end is certain, so that an error names the start.
    bytes.expect_items(field, len as u64 + 1, 1)?;
    let text = Text::from(bytes.slice(field, len)?);
    bytes.u8(field)?;
    Ok(ZeroText { text })
}

pub(super) fn write(text: &ZeroText, out: &mut Vec<u8>) {
    out.put(text.as_bytes());
    out.put_u8(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_at_its_zero_byte() {
        let mut bytes = Bytes::new(b"b1\0\0x");
        assert_eq!(read(&mut bytes, "name").unwrap().as_bytes(), b"b1");
        assert_eq!(read(&mut bytes, "name").unwrap().as_bytes(), b"");
        let error = read(&mut bytes, "name").unwrap_err().to_string();
        assert_eq!(error, "name at byte 0x4: needs 2 bytes, 1 is left");
    }

    #[test]
    fn a_text_that_would_end_early_is_refused() {
        let error = ZeroText::try_from(Text::from("a\0b")).unwrap_err().to_string();
        assert_eq!(error, "the text has a zero byte at 1, where the file would end it");
        assert!(serde_json::from_str::<ZeroText>("\"a\\u0000\"").is_err());
    }
}
