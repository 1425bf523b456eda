//! Hex dumps: an offset, bytes, and perhaps a column that shows them as text.
//!
//! ```text
//! 00000000: 2c00 fe90 338b 0300 0080 0c00 6dbc 2bc7  ,...3.......m.+.    xxd
//! 00000000  2c 00 fe 90 33 8b 03 00  00 80 0c 00 6d bc 2b c7  |,...3.......m.+.|    hexdump -C
//! *                                  a line as the one above, as often as the next offset says
//! 0000002c                           where the dump ends
//! 0000: 2c 00 fe 90 33 8b 03 00 |,...3...|
//! 0000   2c 00 fe 90 33 8b 03 00   ,...3...    Wireshark
//! ```
//!
//! The offset of a line is the number of bytes before it, in hexadecimal or decimal digits. Nothing
//! else begins with it: a packet that begins with zeros would have no length.

use super::unhex_word;
use crate::def::text::is_space;

/// Packets have 16 bits for their length.
const MAX_LEN: usize = 0xffff;

/// A dump as far as it was read.
#[derive(Debug, Default)]
pub(super) struct Dump {
    pub bytes: Vec<u8>,
    /// How its first line writes offsets: all lines do so.
    form: Option<Form>,
    /// The bytes of the line before.
    row: Vec<u8>,
    is_squeezed: bool,
}

/// How a line writes its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Form {
    has_colon: bool,
    /// Between the offset and the first byte.
    is_wide_gap: bool,
    /// With a colon, numbers may grow longer.
    n_digits: Option<usize>,
}

/// How a line goes on with a dump.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It has the next bytes.
    More,
    /// It says that the dump ends here.
    End,
    /// It is no line of the dump.
    Other,
}

impl Dump {
    /// Takes the next line, if it is one of the dump.
    pub(super) fn take(&mut self, line: &str) -> Step {
        let line = line.trim_start_matches(is_space);
        if line.trim_end_matches(is_space) == "*" && !self.row.is_empty() {
            self.is_squeezed = true;
            return Step::More;
        }
        let Some((offset, rest)) = offset_of(line) else { return Step::Other };
        let is_next = |value: usize| {
            let n_missing = value.checked_sub(self.bytes.len());
            n_missing == Some(0)
                || (self.is_squeezed
                    && value <= MAX_LEN
                    && n_missing.is_some_and(|n| n % self.row.len() == 0))
        };
        let Some(at) = [offset.hex, offset.decimal].into_iter().flatten().find(|at| is_next(*at))
        else {
            return Step::Other;
        };
        let Some(row) = bytes_before_text(rest) else { return Step::Other };
        if !row.is_empty() && self.form.is_some_and(|form| form != offset.form) {
            return Step::Other;
        }
        if row.is_empty() && (self.bytes.is_empty() || !rest.trim_matches(is_space).is_empty()) {
            return Step::Other;
        }
        if self.bytes.is_empty() && !offset.is_sure {
            return Step::Other;
        }
        let missing = at.saturating_sub(self.bytes.len());
        self.bytes.extend(self.row.iter().copied().cycle().take(missing));
        self.is_squeezed = false;
        if row.is_empty() {
            return Step::End;
        }
        self.bytes.extend(&row);
        (self.row, self.form) = (row, Some(offset.form));
        Step::More
    }
}

/// True for a text without a line that begins a dump.
pub(super) fn is_none(text: &str) -> bool {
    text.lines().all(|line| Dump::default().take(line) == Step::Other)
}

struct Offset {
    hex: Option<usize>,
    decimal: Option<usize>,
    /// Nothing but an offset looks like it.
    is_sure: bool,
    form: Form,
}

fn offset_of(line: &str) -> Option<(Offset, &str)> {
    let end = line.find(|c: char| !c.is_ascii_hexdigit() && c != 'x').unwrap_or(line.len());
    let (digits, after) = line.split_at(end);
    let (rest, has_colon) = match after.strip_prefix(':') {
        Some(rest) => (rest, true),
        None => (after, false),
    };
    let plain = digits.strip_prefix("0x").unwrap_or(digits);
    let is_offset = (2..=16).contains(&plain.len())
        && (has_colon || rest.is_empty() || rest.starts_with(is_space));
    if !is_offset {
        return None;
    }
    let is_wide_gap = rest.starts_with("  ");
    let is_sure = has_colon || (is_wide_gap && plain.len() >= 4) || plain.len() > 4;
    let hex = usize::from_str_radix(plain, 16).ok();
    let form = Form { has_colon, is_wide_gap, n_digits: (!has_colon).then_some(plain.len()) };
    Some((Offset { hex, decimal: plain.parse().ok(), is_sure, form }, rest))
}

/// The bytes of a line behind its offset, without the text column. `None` where words follow that
/// are neither bytes nor such a column.
fn bytes_before_text(rest: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = rest;
    loop {
        let word_and_more = rest.trim_start_matches(is_space);
        let gap = rest.len() - word_and_more.len();
        let is_column =
            gap >= 2 && !bytes.is_empty() && is_text_of(word_and_more, bytes.len(), gap);
        if is_column {
            return Some(bytes);
        }
        let end = word_and_more.find(is_space).unwrap_or(word_and_more.len());
        let (word, more) = word_and_more.split_at(end);
        let cut = word.find('|').unwrap_or(word.len());
        let digits = word.get(..cut).unwrap_or_default();
        if digits.is_empty() || unhex_word(digits, &mut bytes).is_err() || cut < word.len() {
            let is_text = word.is_empty()
                || cut < word.len()
                || gap >= 2
                || is_text_of(word_and_more, bytes.len(), gap);
            return is_text.then_some(bytes);
        }
        rest = more;
    }
}

/// True for a text of as many letters as there are bytes. Spaces at its ends may be gone, or look
/// like the gap before it.
fn is_text_of(text: &str, n_bytes: usize, gap: usize) -> bool {
    let n_letters = text.trim_end_matches(is_space).chars().count();
    n_letters <= n_bytes && n_bytes < n_letters + gap
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let mut dump = Dump::default();
        let steps: Vec<Step> = text.lines().map(|line| dump.take(line)).collect();
        let hex: String = dump.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{hex} {:?}", steps.last().unwrap())
    }

    #[test]
    fn offsets_and_text_are_no_bytes() {
        for (text, expected) in [
            (
                "00000000: 2c00 fe90 338b  ,...3.\n00000006: 0300            ..",
                "2c00fe90338b0300 More",
            ),
            (
                "00000000  2c 00 fe 90 33 8b 03 00  61 62 63 64 65 66 67 68  |,...3...abcdefgh|\n00000010",
                "2c00fe90338b03006162636465666768 End",
            ),
            ("0000: 61 62 63 64 |ab|d|\n0004: 65 |e|", "6162636465 More"),
            ("0000   61 62 63 64 65 66 67 68   abcdefgh", "6162636465666768 More"),
            ("0000: 61 62 63 64  abcd", "61626364 More"),
            ("0000: 61 62 63 64 65 66 67 68  69 6a", "6162636465666768696a More"),
            ("0000: 61 62 20  ab ", "616220 More"),
            ("0000: 20 61 62   ab", "206162 More"),
            ("000000 2b 00\n000002", "2b00 End"),
            ("0000000000   2B 00 \n0000000002   01   ...", "2b0001 More"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn a_star_is_the_line_above_again() {
        let text = "00000000  01 02  |..|\n*\n00000006  03  |.|\n00000007";
        assert_eq!(read(text), "01020102010203 End");
        assert_eq!(read("00000000  01 02  |..|\n*\n00ffffff  03"), "0102 Other");
    }

    #[test]
    fn lines_that_do_not_go_on_are_others() {
        for text in
            ["0600 e703 0102", "0000 0100 02", "12:00 -> x", "", "0004: 01", "0000:", "0000"]
        {
            assert_eq!(Dump::default().take(text), Step::Other, "{text}");
        }
    }
}
