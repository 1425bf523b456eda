//! The formatter of map files: one space between words, none at the ends of lines.

use super::has_plain_gaps;
use crate::def::map::{Map, MapEntry, MapLine};
use crate::def::text::{Span, is_space};
use crate::problem::TextEdit;

/// The edits that format a map, sorted. Its lines keep their form, with an equals sign or without.
pub fn format_map(map: &Map) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    for (number, line) in map.lines().iter().enumerate() {
        let text = map.str(line.span);
        let is_blank = text.chars().all(is_space);
        if line.entry.is_none() && line.comment.is_none() && !is_blank {
            continue;
        }
        // A line whose value is no number is left as it is, as is one that means nothing.
        let is_wrong = line.entry.as_ref().is_some_and(|entry| entry.code.is_none());
        if is_wrong || !has_plain_gaps(text) {
            continue;
        }
        let n_mark =
            if number == 0 { text.len() - text.trim_start_matches('\u{feff}').len() } else { 0 };
        let start = line.span.start + n_mark as u32;
        let mut gap = |start: u32, end: u32, wanted: &str| {
            let span = Span::new(start, end);
            if start <= end && map.str(span) != wanted {
                edits.push(TextEdit::replace(span.range(), wanted));
            }
        };
        let words_end = match &line.entry {
            Some(entry) => entry_gaps(line, entry, start, &mut gap),
            None => start,
        };
        let kept = map.str(Span::new(words_end, line.span.end)).trim_end_matches(is_space);
        gap(words_end + kept.len() as u32, line.span.end, "");
    }
    edits
}

/// The gaps of an entry up to the end of its last word.
fn entry_gaps(
    line: &MapLine,
    entry: &MapEntry,
    start: u32,
    gap: &mut impl FnMut(u32, u32, &str),
) -> u32 {
    gap(start, entry.name.start, "");
    match entry.equals {
        Some(equals) => {
            gap(entry.name.end, equals.start, " ");
            gap(equals.end, entry.value.start, " ");
        }
        None => gap(entry.name.end, entry.value.start, " "),
    }
    match line.comment {
        Some(comment) => {
            gap(entry.value.end, comment.start, " ");
            comment.start
        }
        None => entry.value.end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::def::edit::applied;

    fn formatted(text: &str) -> String {
        applied(text, &format_map(&Map::parse(text)))
    }

    #[test]
    fn white_space_alone_changes() {
        let text = "\u{feff}  A=1 \r\nB\t\t= 2# two \n\n \nC   3\t# three\nD 4";
        let expected = "\u{feff}A = 1\r\nB = 2 # two\n\n\nC 3 # three\nD 4";
        assert_eq!(formatted(text), expected);
        assert_eq!(formatted(expected), expected);
    }

    #[test]
    fn wrong_lines_are_left_as_they_are() {
        let text = "S_X  = \nA 1  2 \nB   x \n<<<<<<<  HEAD \n # c\nA#\u{2028}1 # c";
        assert_eq!(formatted(text), text);
    }
}
