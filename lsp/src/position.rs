//! Positions of the protocol (line and column, in units that were agreed on) and byte offsets.

use tower_lsp::lsp_types::{Position, PositionEncodingKind, Range};

/// What a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    Utf8,
    /// What every client can do, and means where nothing was agreed on.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// UTF-8 where the client offers it, since that is what the text is in; otherwise what the
    /// client names first.
    pub fn negotiate(offered: &[PositionEncodingKind]) -> Encoding {
        let known: Vec<Encoding> = offered.iter().filter_map(Encoding::from_kind).collect();
        if known.contains(&Encoding::Utf8) {
            return Encoding::Utf8;
        }
        known.first().copied().unwrap_or_default()
    }

    fn from_kind(kind: &PositionEncodingKind) -> Option<Encoding> {
        match kind.as_str() {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        }
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }

    /// How many units a text is long.
    pub fn len(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
            Encoding::Utf32 => text.chars().count(),
        }
    }
}

/// Where the lines of a text start. A line ends at `\n`, `\r\n` or a lone `\r`, as the protocol
/// has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// Never empty; the first is 0.
    starts: Vec<usize>,
}

impl Lines {
    pub fn new(text: &str) -> Lines {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                starts.push(at + 1);
            }
        }
        Lines { starts }
    }

    /// The byte offset of a position. What is outside the text is taken for the nearest place
    /// inside: a line below the last for the end, a column behind its line for the line's end,
    /// and a column inside a character for the character's start.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let line = text.get(start..end).unwrap_or_default().trim_end_matches(['\r', '\n']);
        let column = position.character as usize;
        if line.is_ascii() {
            return start + column.min(line.len());
        }
        let mut units = 0;
        for (at, c) in line.char_indices() {
            units += encoding.units(c);
            if units > column {
                return start + at;
            }
        }
        start + line.len()
    }

    /// The position of a byte offset; an offset inside a character is taken for its start.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts.get(line).copied().unwrap_or(0);
        let column = encoding.len(text.get(start..offset).unwrap_or_default());
        Position { line: narrow(line), character: narrow(column) }
    }

    pub fn range(&self, text: &str, range: std::ops::Range<usize>, encoding: Encoding) -> Range {
        Range {
            start: self.position(text, range.start, encoding),
            end: self.position(text, range.end, encoding),
        }
    }
}

/// The protocol counts in 32 bits.
fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn every_character_goes_to_a_position_and_back() {
        let text = "\u{feff}a\r\n한글 x\r😀y\n\n# é\t\u{0}\r\n";
        let lines = Lines::new(text);
        for encoding in ALL {
            for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let position = lines.position(text, offset, encoding);
                let back = lines.offset(text, position, encoding);
                // The places inside a line break belong to the end of its line.
                let expected = if text[..offset].ends_with('\r') && text[offset..].starts_with('\n')
                {
                    offset - 1
                } else {
                    offset
                };
                assert_eq!(back, expected, "{encoding:?} {offset} {position:?}");
            }
        }
    }

    #[test]
    fn columns_count_what_was_agreed_on() {
        let text = "\u{feff}한😀x";
        let lines = Lines::new(text);
        let column = |encoding| lines.position(text, text.len() - 1, encoding).character;
        assert_eq!(ALL.map(column), [10, 4, 3]);
    }

    #[test]
    fn positions_outside_the_text_are_clamped() {
        let text = "ab\r\n😀\ncd";
        let lines = Lines::new(text);
        let offset = |line, column| lines.offset(text, at(line, column), Encoding::Utf16);
        assert_eq!(offset(0, 99), 2);
        assert_eq!(offset(0, u32::MAX), 2);
        assert_eq!(offset(1, 1), 4, "inside a surrogate pair");
        assert_eq!(offset(2, 99), text.len());
        assert_eq!(offset(3, 0), text.len());
        assert_eq!(offset(u32::MAX, u32::MAX), text.len());
        assert_eq!(lines.offset(text, at(1, 3), Encoding::Utf8), 4, "inside a character");
        assert_eq!(lines.position(text, 6, Encoding::Utf16), at(1, 0));
        assert_eq!(lines.position(text, 999, Encoding::Utf16), at(2, 2));
    }

    #[test]
    fn the_encoding_is_utf_8_or_what_the_client_likes_best() {
        let kinds = |names: &[&'static str]| -> Vec<_> {
            names.iter().map(|name| PositionEncodingKind::new(name)).collect()
        };
        let check = |names, expected| assert_eq!(Encoding::negotiate(&kinds(names)), expected);
        check(&[], Encoding::Utf16);
        check(&["utf-16"], Encoding::Utf16);
        check(&["utf-32", "utf-16"], Encoding::Utf32);
        check(&["utf-32", "utf-8", "utf-16"], Encoding::Utf8);
        check(&["utf-64"], Encoding::Utf16);
    }
}
