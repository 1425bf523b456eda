//! The text of an XML file, whatever its encoding, and its bytes again.
//!
//! | begins with | encoding |
//! |---|---|
//! | `FF FE`, or `<` and a zero byte | UTF-16, little endian |
//! | `FE FF`, or a zero byte and `<` | UTF-16, big endian |
//! | anything else that is UTF-8 | UTF-8 |
//! | anything else | one byte is one character: marks and numbers are right, other text is only kept |
//!
//! A byte order mark stays in the text, so that `write(read(x)) == x`.

/// A text and how its file holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmlText {
    pub text: String,
    pub encoding: Encoding,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    /// A code page that nobody asked for: every byte is a character of the same number.
    Bytes,
}

/// UTF-16 that is cut off, or has half of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is incomplete UTF-16; save it as UTF-8 in your text editor")]
pub struct NotUtf16;

impl XmlText {
    pub fn read(bytes: &[u8]) -> Result<XmlText, NotUtf16> {
        let encoding = match bytes {
            [0xff, 0xfe, ..] | [b'<', 0, ..] => Encoding::Utf16Le,
            [0xfe, 0xff, ..] | [0, b'<', ..] => Encoding::Utf16Be,
            _ => match std::str::from_utf8(bytes) {
                Ok(text) => {
                    return Ok(XmlText { text: text.to_owned(), encoding: Encoding::Utf8 });
                }
                Err(_) => Encoding::Bytes,
            },
        };
        let text = match encoding {
            Encoding::Bytes | Encoding::Utf8 => {
                bytes.iter().map(|byte| char::from(*byte)).collect()
            }
            Encoding::Utf16Le => units(bytes, u16::from_le_bytes)?,
            Encoding::Utf16Be => units(bytes, u16::from_be_bytes)?,
        };
        Ok(XmlText { text, encoding })
    }

    /// The bytes of the file. Characters that the encoding has not become question marks: whoever puts
    /// in other than ASCII asks first.
    pub fn write(&self) -> Vec<u8> {
        match self.encoding {
            Encoding::Utf8 => self.text.as_bytes().to_vec(),
            Encoding::Bytes => {
                self.text.chars().map(|own| u8::try_from(u32::from(own)).unwrap_or(b'?')).collect()
            }
            Encoding::Utf16Le => self.text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => self.text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }
}

fn units(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, NotUtf16> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(NotUtf16);
    }
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .collect::<Result<String, _>>()
        .map_err(|_| NotUtf16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_written_back_as_it_was() {
        let text = "\u{feff}<a b='한 𐍈'/>\r\n";
        let utf16 = |to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
        let files = [
            (text.as_bytes().to_vec(), Encoding::Utf8),
            (utf16(u16::to_le_bytes), Encoding::Utf16Le),
            (utf16(u16::to_be_bytes), Encoding::Utf16Be),
            (utf16(u16::to_le_bytes)[2..].to_vec(), Encoding::Utf16Le),
            (b"<a b='\xb0\xa1'/>".to_vec(), Encoding::Bytes),
            (Vec::new(), Encoding::Utf8),
        ];
        for (bytes, encoding) in files {
            let read = XmlText::read(&bytes).unwrap();
            assert_eq!(read.encoding, encoding);
            assert_eq!(read.write(), bytes);
        }
    }

    #[test]
    fn broken_utf16_is_refused() {
        assert_eq!(XmlText::read(b"<\0a"), Err(NotUtf16));
        assert_eq!(XmlText::read(&[0xff, 0xfe, 0x00, 0xd8]), Err(NotUtf16));
    }
}
