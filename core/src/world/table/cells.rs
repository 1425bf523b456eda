//! How the bytes of a cell are shown and typed, so that what is shown gives the bytes back.

use crate::format::text::{CodePage, Text, from_hex, to_hex};

use super::refusal::Refusal;

/// Begins a cell that no text gives back.
const HEX: &str = "hex:";

/// How texts of a table are encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Coding {
    pub(super) code_page: CodePage,
    /// Whether each text that is there ends with a zero, as in some tables of UTF-16.
    pub(super) ends_in_zero: bool,
}

const ZERO: &[u8] = &[0, 0];

impl Coding {
    pub(super) fn show(self, bytes: &[u8]) -> String {
        let text = self.decode(bytes);
        let is_plain = !text.starts_with(HEX)
            && !text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t'));
        let gives_back = || self.encode(&text).is_ok_and(|same| same.as_bytes() == bytes);
        if is_plain && gives_back() { text } else { format!("{HEX}{}", to_hex(bytes)) }
    }

    pub(super) fn read(self, text: &str) -> Result<Text, Refusal> {
        match text.strip_prefix(HEX) {
            Some(digits) => from_hex(digits)
                .map(|bytes| Text(bytes.into()))
                .ok_or_else(|| Refusal::Hex(text.to_owned())),
            None => self.encode(text),
        }
    }

    fn decode(self, bytes: &[u8]) -> String {
        let bytes = match bytes.strip_suffix(ZERO) {
            Some(before) if self.ends_in_zero => before,
            _ => bytes,
        };
        self.code_page.decode(bytes).into_owned()
    }

    fn encode(self, text: &str) -> Result<Text, Refusal> {
        let encoded = Text::encode(text, self.code_page).map_err(Refusal::Letter)?;
        match self.ends_in_zero && !encoded.is_empty() {
            true => Ok(Text([encoded.as_bytes(), ZERO].concat().into())),
            false => Ok(encoded),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_comes_back_from_what_is_shown() {
        let korean = Coding { code_page: CodePage::Cp949, ends_in_zero: false };
        let unicode = Coding { code_page: CodePage::Utf16, ends_in_zero: true };
        let cells: [&[u8]; 9] = [
            b"",
            b"271",
            &[0xba, 0xed],
            &[0xff, 0xfe],
            b"a\0",
            b"line\nline",
            b"line\r\n",
            b"hex:41",
            &[b'Y', 0, 0, 0],
        ];
        for cell in cells {
            for coding in [korean, unicode] {
                let shown = coding.show(cell);
                assert_eq!(coding.read(&shown).unwrap().as_bytes(), cell, "{shown}");
            }
        }
        assert_eq!(korean.show(&[0xba, 0xed]), "블");
        assert_eq!(unicode.show(&[b'Y', 0, 0, 0]), "Y");
        assert_eq!(korean.show(b"hex:41"), "hex:6865783a3431");
        assert!(matches!(korean.read("ﷺ"), Err(Refusal::Letter(_))));
        assert!(matches!(korean.read("hex:4"), Err(Refusal::Hex(_))));
    }
}
