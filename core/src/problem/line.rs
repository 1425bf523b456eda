//! Byte offsets to lines and columns, and back.

use std::ops::Range;

/// Where the lines of a text start, and which characters are longer than a byte: enough to
/// answer without the text, in a time that grows with the logarithm of its length.
///
/// A line ends with `\n` or `\r\n`. A lone `\r` ends no line: neither for a `.def` nor for the
/// editors that we know, which either turn it into a line end of their own when they open a
/// file, or leave it inside the line. A byte order mark is a character as any other here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    /// At least one, in order; the first starts at 0.
    lines: Vec<Line>,
    /// The characters of more than one byte, in order.
    wide: Vec<Wide>,
    len: usize,
}

/// A line and a column, both counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// What columns are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnUnit {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, as the language server protocol does unless told otherwise.
    Utf16,
    /// Characters.
    Utf32,
}

impl LineIndex {
    pub fn new(text: &str) -> LineIndex {
        let mut lines = Vec::new();
        let mut wide = Vec::new();
        let mut start = 0;
        let mut previous = 0;
        let (mut saved_utf16, mut saved_utf32) = (0, 0);
        for (offset, byte) in text.bytes().enumerate() {
            if byte == b'\n' {
                let end = if previous == b'\r' { offset - 1 } else { offset };
                lines.push(Line { start, end });
                start = offset + 1;
            } else if let Some(size) = WideSize::from_first_byte(byte) {
                wide.push(Wide { start: offset, size, saved_utf16, saved_utf32 });
                saved_utf16 += size.n_units(ColumnUnit::Utf8) - size.n_units(ColumnUnit::Utf16);
                saved_utf32 += size.n_units(ColumnUnit::Utf8) - size.n_units(ColumnUnit::Utf32);
            }
            previous = byte;
        }
        lines.push(Line { start, end: text.len() });
        LineIndex { lines, wide, len: text.len() }
    }

    /// How many lines there are; an empty text has one.
    pub fn n_lines(&self) -> usize {
        self.lines.len()
    }

    /// The bytes of a line, counted from 0, without its line end.
    pub fn line(&self, line: u32) -> Option<Range<usize>> {
        let line = self.lines.get(usize::try_from(line).ok()?)?;
        Some(line.start..line.end)
    }

    /// Where an offset is. One inside a character stands for the start of the character, one
    /// behind the end of the text for that end.
    ///
    /// The offset between the `\r` and the `\n` of a line end has the column behind the line's
    /// text, so that every offset at a character has a position of its own.
    pub fn position(&self, offset: usize, unit: ColumnUnit) -> Position {
        let offset = self.floor(offset);
        let idx = self.lines.partition_point(|line| line.start <= offset).saturating_sub(1);
        let start = self.lines.get(idx).map_or(0, |line| line.start);
        let column = self.units_before(offset, unit) - self.units_before(start, unit);
        Position { line: saturating_u32(idx), column: saturating_u32(column) }
    }

    /// The offset of a position. A column inside a character stands for the start of the
    /// character, one behind the line for the end of its text, and a line behind the last for
    /// the end of the text.
    ///
    /// One column behind the text of a line that ends with `\r\n` is the place between the two:
    /// Neovim and Emacs show that `\r` in files of mixed line ends, and edit behind it.
    pub fn offset(&self, position: Position, unit: ColumnUnit) -> usize {
        let idx = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some(line) = self.lines.get(idx) else { return self.len };
        let column = usize::try_from(position.column).unwrap_or(usize::MAX);
        let units = self.units_before(line.start, unit).saturating_add(column);
        let offset = self.offset_of_units(units, unit);
        let next_start = self.lines.get(idx + 1).map_or(self.len, |next| next.start);
        let is_inside_line_end = offset == line.end + 1 && offset < next_start;
        if is_inside_line_end { offset } else { offset.min(line.end) }
    }

    /// The last offset up to `offset` at which a character starts or the text ends.
    pub fn floor(&self, offset: usize) -> usize {
        match self.last_wide_before(offset) {
            Some(wide) if offset < wide.end() => wide.start,
            _ => offset.min(self.len),
        }
    }

    fn last_wide_before(&self, offset: usize) -> Option<&Wide> {
        let n_before = self.wide.partition_point(|wide| wide.start < offset);
        self.wide.get(n_before.checked_sub(1)?)
    }

    /// How many units stand before an offset at which a character starts.
    fn units_before(&self, offset: usize, unit: ColumnUnit) -> usize {
        match self.last_wide_before(offset) {
            Some(wide) => wide.units_before(unit) + wide.size.n_units(unit) + offset - wide.end(),
            None => offset,
        }
    }

    /// The inverse of `units_before`; may point behind the text.
    fn offset_of_units(&self, units: usize, unit: ColumnUnit) -> usize {
        let n_before = self.wide.partition_point(|wide| wide.units_before(unit) < units);
        let Some(wide) = n_before.checked_sub(1).and_then(|idx| self.wide.get(idx)) else {
            return units;
        };
        let units_behind = wide.units_before(unit) + wide.size.n_units(unit);
        match units.checked_sub(units_behind) {
            Some(n_more) => wide.end().saturating_add(n_more),
            None => wide.start,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    start: usize,
    /// In front of the line end.
    end: usize,
}

/// A character of more than one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wide {
    start: usize,
    size: WideSize,
    /// How many units fewer than bytes stand before it.
    saved_utf16: usize,
    saved_utf32: usize,
}

impl Wide {
    fn end(&self) -> usize {
        self.start + self.size.n_units(ColumnUnit::Utf8)
    }

    fn units_before(&self, unit: ColumnUnit) -> usize {
        match unit {
            ColumnUnit::Utf8 => self.start,
            ColumnUnit::Utf16 => self.start - self.saved_utf16,
            ColumnUnit::Utf32 => self.start - self.saved_utf32,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WideSize {
    Two,
    Three,
    Four,
}

impl WideSize {
    fn from_first_byte(byte: u8) -> Option<WideSize> {
        match byte {
            0xc0..=0xdf => Some(WideSize::Two),
            0xe0..=0xef => Some(WideSize::Three),
            0xf0.. => Some(WideSize::Four),
            _ => None,
        }
    }

    fn n_units(self, unit: ColumnUnit) -> usize {
        match (unit, self) {
            (ColumnUnit::Utf8, WideSize::Two) => 2,
            (ColumnUnit::Utf8, WideSize::Three) => 3,
            (ColumnUnit::Utf8, WideSize::Four) => 4,
            (ColumnUnit::Utf16, WideSize::Four) => 2,
            (ColumnUnit::Utf16 | ColumnUnit::Utf32, _) => 1,
        }
    }
}

fn saturating_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: [ColumnUnit; 3] = [ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32];

    const TEXTS: &[&str] = &[
        "",
        "int32 x",
        "\n",
        "\r\n\r\n",
        "a\r\nb\nc\r\n",
        "lone\rcarriage return\n",
        "ends with it\r",
        "\r\r\n\n\r",
        "\u{feff}\u{feff}x\n",
        "블러드뱃 😀😀 é\r\n😀\né",
        "aé한😀\u{10ffff}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}",
    ];

    /// Line starts, counted the slow way.
    fn position_by_counting(text: &str, offset: usize, unit: ColumnUnit) -> Position {
        let before = &text[..offset];
        let line = before.matches('\n').count();
        let last = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        let column = match unit {
            ColumnUnit::Utf8 => last.len(),
            ColumnUnit::Utf16 => last.encode_utf16().count(),
            ColumnUnit::Utf32 => last.chars().count(),
        };
        Position { line: line as u32, column: column as u32 }
    }

    #[test]
    fn every_offset_has_the_position_that_counting_gives_and_comes_back() {
        for text in TEXTS {
            let index = LineIndex::new(text);
            let offsets = (0..=text.len()).filter(|offset| text.is_char_boundary(*offset));
            for (offset, unit) in offsets.flat_map(|offset| UNITS.map(|unit| (offset, unit))) {
                let position = index.position(offset, unit);
                assert_eq!(position, position_by_counting(text, offset, unit), "{text:?} {offset}");
                assert_eq!(index.offset(position, unit), offset, "{text:?} {position:?} {unit:?}");
            }
        }
    }

    #[test]
    fn an_offset_inside_a_character_is_its_start() {
        for text in TEXTS {
            let index = LineIndex::new(text);
            for offset in 0..text.len() + 3 {
                let floor = text.floor_char_boundary(offset);
                assert_eq!(index.floor(offset), floor);
                for unit in UNITS {
                    assert_eq!(index.position(offset, unit), index.position(floor, unit));
                }
            }
        }
    }

    #[test]
    fn a_column_inside_a_character_is_its_start() {
        let index = LineIndex::new("a😀b");
        let offset = |column, unit| index.offset(Position { line: 0, column }, unit);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|column| offset(column, ColumnUnit::Utf16)),
            [0, 1, 1, 5, 6]
        );
        assert_eq!([1, 2, 4, 5, 6].map(|column| offset(column, ColumnUnit::Utf8)), [1, 1, 1, 5, 6]);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|column| offset(column, ColumnUnit::Utf32)),
            [0, 1, 5, 6, 6]
        );
    }

    #[test]
    fn a_place_behind_the_line_or_the_text_is_its_end() {
        let index = LineIndex::new("ab\r\n한\ne");
        let offset = |line, column| index.offset(Position { line, column }, ColumnUnit::Utf16);
        assert_eq!(offset(0, 9), 2);
        assert_eq!(offset(0, u32::MAX), 2);
        assert_eq!(offset(1, 2), 7);
        assert_eq!(offset(2, 5), 9);
        assert_eq!(offset(3, 0), 9);
        assert_eq!(offset(u32::MAX, u32::MAX), 9);
    }

    #[test]
    fn behind_a_carriage_return_is_a_place() {
        let index = LineIndex::new("ab\r\nc");
        let position = Position { line: 0, column: 3 };
        assert_eq!(index.offset(position, ColumnUnit::Utf16), 3);
        assert_eq!(index.position(3, ColumnUnit::Utf16), position);
    }

    #[test]
    fn lines_come_without_their_ends() {
        let text = "a\r\n\nlone\rcr\n";
        let index = LineIndex::new(text);
        let lines: Vec<&str> =
            (0..index.n_lines()).map(|line| &text[index.line(line as u32).unwrap()]).collect();
        assert_eq!(lines, ["a", "", "lone\rcr", ""]);
        assert_eq!(index.line(4), None);
    }
}
