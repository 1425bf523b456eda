//! Positions of the protocol (line and column, in units that were agreed on) and byte offsets.

use landwright_core::problem::line::{self, ColumnUnit, LineIndex};
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

    fn unit(self) -> ColumnUnit {
        match self {
            Encoding::Utf8 => ColumnUnit::Utf8,
            Encoding::Utf16 => ColumnUnit::Utf16,
            Encoding::Utf32 => ColumnUnit::Utf32,
        }
    }
}

/// The byte offset of a position; a place outside the text is taken for the nearest one inside.
pub fn offset(lines: &LineIndex, position: Position, encoding: Encoding) -> usize {
    let Position { line, character } = position;
    lines.offset(line::Position { line, column: character }, encoding.unit())
}

/// The position of a byte offset.
pub fn position(lines: &LineIndex, offset: usize, encoding: Encoding) -> Position {
    let line::Position { line, column } = lines.position(offset, encoding.unit());
    Position { line, character: column }
}

/// A range of byte offsets as a range of positions.
pub fn range(lines: &LineIndex, range: std::ops::Range<usize>, encoding: Encoding) -> Range {
    Range {
        start: position(lines, range.start, encoding),
        end: position(lines, range.end, encoding),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
