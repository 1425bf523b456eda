//! Text as the real parsers see it: spans, and what JavaScript takes for white space.

use std::ops::Range;

/// A range of byte offsets into a text, small and `Copy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    pub fn empty(at: u32) -> Span {
        Span { start: at, end: at }
    }

    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// As `Problem`s and `TextEdit`s want it.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// True for a cursor before, in, or right behind the span.
    pub fn touches(self, offset: usize) -> bool {
        (self.start as usize..=self.end as usize).contains(&offset)
    }

    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }
}

/// What `\s` and `trim` of JavaScript take for white space. Other than Unicode's own set, it has
/// the byte order mark in it and NEL not.
pub fn is_space(c: char) -> bool {
    match c {
        ' ' | '\t'..='\r' => true,
        c if c.is_ascii() => false,
        '\u{feff}' => true,
        '\u{85}' => false,
        c => c.is_whitespace(),
    }
}

/// Where `part` lies in the text that it was cut from, which begins at `base`.
pub(super) fn trimmed(text: &str, span: Span) -> Span {
    let part = span.of(text);
    let from_start = part.trim_start_matches(is_space);
    let both = from_start.trim_end_matches(is_space);
    let start = span.end - from_start.len() as u32;
    Span::new(start, start + both.len() as u32)
}

/// The lines of a text without their breaks, which are `\n` or `\r\n`. A text that ends in a
/// break has an empty line after it.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Span> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let next = start + line.len() as u32 + 1;
        let is_last = next as usize > text.len();
        let cut = u32::from(!is_last && line.ends_with('\r'));
        let span = Span::new(start, next - 1 - cut);
        start = next;
        span
    })
}

/// The line without its comment, and the comment.
///
/// The parsers remove `/#.*$/`, and `.` stops at a lone carriage return: before one, a `#` is no
/// comment.
pub(super) fn split_comment(text: &str, line: Span) -> (Span, Option<Span>) {
    let part = line.of(text);
    let Some(first) = part.find('#') else { return (line, None) };
    let inner = part.trim_end_matches(is_space);
    let stop = inner.rfind(['\r', '\u{2028}', '\u{2029}']).filter(|stop| *stop > first);
    let at = match stop {
        None => first,
        Some(stop) => match inner.get(stop..).and_then(|rest| rest.find('#')) {
            Some(at) => stop + at,
            None => return (line, None),
        },
    };
    let at = line.start + at as u32;
    (Span::new(line.start, at), Some(Span::new(at, line.end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_that_of_javascript() {
        for c in ['\u{feff}', '\u{a0}', '\u{c}', '\u{b}', '\u{2028}', '\u{3000}', '\u{1680}'] {
            assert!(is_space(c), "{c:?}");
        }
        for c in ['\u{85}', '\u{200b}', '\u{180e}', 'x', '\0'] {
            assert!(!is_space(c), "{c:?}");
        }
    }

    #[test]
    fn lines_end_in_either_break_and_a_lone_return_is_none() {
        let text = "a\r\nb\rc\n\nd\r";
        let found: Vec<&str> = lines(text).map(|line| line.of(text)).collect();
        assert_eq!(found, ["a", "b\rc", "", "d\r"]);
        assert_eq!(lines("").count(), 1);
    }

    #[test]
    fn a_comment_does_not_reach_over_a_lone_return() {
        let comment = |text: &'static str| {
            let line = Span::new(0, text.len() as u32);
            split_comment(text, line).1.map(|span| span.of(text))
        };
        assert_eq!(comment("int32 a#c # d"), Some("#c # d"));
        assert_eq!(comment("int32 a # c\rint32 b"), None);
        assert_eq!(comment("int32 a # c\rint32 b # d"), Some("# d"));
        assert_eq!(comment("# c\r"), Some("# c\r"));
    }
}
