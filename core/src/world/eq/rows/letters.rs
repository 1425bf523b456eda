//! The letters of a file of rows: Unicode, or those of a code page.

use crate::format::text::{CodePage, Text};

/// How the letters of a text are bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    Utf8,
    Page(CodePage),
    /// Each byte is a letter: the bytes are neither Unicode nor of the code page.
    Bytes,
}

impl Letters {
    /// A text that comes back as the same bytes.
    pub(super) fn read(bytes: &[u8], code_page: CodePage) -> (String, Letters) {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return (text.to_owned(), Letters::Utf8);
        }
        let text = code_page.decode(bytes);
        if code_page != CodePage::Utf16
            && Text::encode(&text, code_page).is_ok_and(|back| back.as_bytes() == bytes)
        {
            return (text.into_owned(), Letters::Page(code_page));
        }
        (bytes.iter().copied().map(char::from).collect(), Letters::Bytes)
    }

    pub(super) fn write(self, text: &str) -> Result<Vec<u8>, String> {
        let byte = |letter: char| {
            u8::try_from(letter)
                .map_err(|_| format!("the file has no UTF-8, so it can't hold `{letter}`"))
        };
        match self {
            Letters::Utf8 => Ok(text.as_bytes().to_vec()),
            Letters::Page(code_page) => match Text::encode(text, code_page) {
                Ok(text) => Ok(text.as_bytes().to_vec()),
                Err(lacks) => Err(match lacks.letter {
                    Some(letter) => format!("the file is in {code_page}, which lacks `{letter}`"),
                    None => format!("the file can't be written in {code_page}"),
                }),
            },
            Letters::Bytes => text.chars().map(byte).collect(),
        }
    }

    /// With which the bytes are read in the same way again.
    pub(super) fn code_page(self) -> CodePage {
        match self {
            Letters::Page(code_page) => code_page,
            // No other bytes are read as this page than those that are Unicode.
            Letters::Utf8 | Letters::Bytes => CodePage::Utf8,
        }
    }

    /// As a journal keeps it.
    pub(super) fn to_byte(self) -> u8 {
        match self {
            Letters::Utf8 => 0,
            Letters::Bytes => 1,
            Letters::Page(CodePage::Cp949) => 2,
            Letters::Page(CodePage::Cp932) => 3,
            Letters::Page(CodePage::Cp1252) => 4,
            Letters::Page(CodePage::Utf8 | CodePage::Utf16) => 5,
        }
    }

    pub(super) fn of_byte(byte: u8) -> Option<Letters> {
        let all = [Letters::Utf8, Letters::Bytes]
            .into_iter()
            .chain([CodePage::Cp949, CodePage::Cp932, CodePage::Cp1252].map(Letters::Page));
        all.into_iter().find(|letters| letters.to_byte() == byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_the_code_page_or_else_bytes() {
        let korean = b"1,\xb0\xa1";
        let (text, letters) = Letters::read(korean, CodePage::Cp949);
        assert_eq!((&*text, letters), ("1,가", Letters::Page(CodePage::Cp949)));
        assert_eq!(letters.write("1,나").unwrap(), b"1,\xb3\xaa");
        let refused = "the file is in CP949 (Korean), which lacks `ü`";
        assert_eq!(letters.write("ü"), Err(refused.to_owned()));
        let (text, letters) = Letters::read(b"caf\xe9,", CodePage::Cp1252);
        assert_eq!((&*text, letters), ("café,", Letters::Page(CodePage::Cp1252)));
        // A letter of two bytes has lost the second one.
        let (text, letters) = Letters::read(b"caf\xe9,", CodePage::Cp949);
        assert_eq!((&*text, letters), ("caf\u{e9},", Letters::Bytes));
        assert_eq!(letters.write(&text).unwrap(), b"caf\xe9,");
        for letters in [Letters::Utf8, Letters::Bytes, Letters::Page(CodePage::Cp932)] {
            assert_eq!(Letters::of_byte(letters.to_byte()), Some(letters));
        }
        assert_eq!(Letters::of_byte(5), None);
    }
}
