//! Edits of whole lines, which lose neither comments nor byte order marks.

use std::ops::Range;

use super::syntax::{Field, LineKind, Syntax};
use super::text::Span;
use crate::problem::TextEdit;

/// The text after edits that do not overlap and are sorted.
pub fn applied(text: &str, edits: &[TextEdit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(text.get(at..edit.start).unwrap_or_default());
        out.push_str(&edit.new_text);
        at = edit.end;
    }
    out + text.get(at..).unwrap_or_default()
}

/// The one edit that makes a text into another, without what both begin and end with.
pub fn replaced(before: &str, after: &str) -> TextEdit {
    let alike = |a: &str, b: &str| {
        a.char_indices().zip(b.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at)
    };
    let shorter = before.len().min(after.len());
    let start = alike(before, after).unwrap_or(shorter);
    let (old, new) = (before.get(start..), after.get(start..));
    let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
    let both_ends = old.chars().rev().zip(new.chars().rev()).take_while(|(a, b)| a == b);
    let tail: usize = both_ends.map(|(c, _)| c.len_utf8()).sum();
    let kept = new.get(..new.len() - tail).unwrap_or_default();
    TextEdit::replace(start..before.len() - tail, kept)
}

/// Takes the lines of fields out, each with the blank lines that set it off from what follows. Of
/// a line with a comment, the comment stays.
pub(super) fn without_fields<'a>(
    syntax: &Syntax,
    fields: impl Iterator<Item = &'a Field>,
) -> Vec<TextEdit> {
    let lines = syntax.lines();
    let is_empty = |number: usize| {
        lines.get(number).is_some_and(|line| line.kind == LineKind::Blank && line.comment.is_none())
    };
    let wanted: Vec<usize> = fields.map(|field| field.line as usize).collect();
    let mut numbers = Vec::new();
    for run in wanted.chunk_by(|a, b| a + 1 == *b) {
        numbers.extend(run);
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        let keeps_comment = run.iter().any(|n| lines.get(*n).is_some_and(|l| l.comment.is_some()));
        let is_set_off = first.checked_sub(1).is_none_or(is_empty);
        if is_set_off && !keeps_comment {
            numbers.extend((last + 1..lines.len()).take_while(|number| is_empty(*number)));
        }
    }
    remove_lines(syntax, numbers)
}

/// Takes lines out; of one with a comment, the comment stays. The numbers are sorted.
pub(super) fn remove_lines(
    syntax: &Syntax,
    lines: impl IntoIterator<Item = usize>,
) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    let mut run: Option<Range<usize>> = None;
    for number in lines {
        let Some(line) = syntax.lines().get(number) else { continue };
        if let Some(comment) = line.comment {
            edits.extend(run.take().map(|run| cut_lines(syntax, run)));
            edits.push(TextEdit::delete(line.content.start as usize..comment.start as usize));
            continue;
        }
        match &mut run {
            Some(run) if run.end == number => run.end += 1,
            _ => {
                edits.extend(run.take().map(|run| cut_lines(syntax, run)));
                run = Some(number..number + 1);
            }
        }
    }
    edits.extend(run.map(|run| cut_lines(syntax, run)));
    edits
}

/// Takes lines out with all that is on them.
pub(super) fn cut_lines(syntax: &Syntax, lines: Range<usize>) -> TextEdit {
    let start = start_of(syntax, lines.start);
    match syntax.lines().get(lines.end) {
        Some(next) => TextEdit::delete(start..next.span.start as usize),
        // The last line has no break of its own: the one before it goes.
        None => {
            let before = lines.start.checked_sub(1).and_then(|line| syntax.lines().get(line));
            let start = before.map_or(start, |line| line.span.end as usize);
            TextEdit::delete(start..syntax.text().len())
        }
    }
}

/// Puts lines in front of another, each without its break.
pub(super) fn insert_before(syntax: &Syntax, line: usize, lines: &[String]) -> TextEdit {
    let line_break = break_of(syntax, line);
    let text = lines.iter().map(|text| format!("{text}{line_break}")).collect::<String>();
    TextEdit::insert(start_of(syntax, line), text)
}

/// The break behind a line; where it has none, that of the text.
pub(super) fn break_of(syntax: &Syntax, line: usize) -> &str {
    let behind = |line: usize| {
        let (line, next) = (syntax.lines().get(line)?, syntax.lines().get(line + 1)?);
        Some(syntax.str(Span::new(line.span.end, next.span.start)))
    };
    behind(line).or_else(|| behind(0)).unwrap_or("\n")
}

/// A byte order mark stands in front of the first line, not on it.
pub(super) fn start_of(syntax: &Syntax, line: usize) -> usize {
    let Some(span) = syntax.lines().get(line).map(|line| line.span) else {
        return syntax.text().len();
    };
    let text = syntax.str(span);
    let n_mark = if line == 0 { text.len() - text.trim_start_matches('\u{feff}').len() } else { 0 };
    span.start as usize + n_mark
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removed(text: &str, lines: &[usize]) -> String {
        let syntax = Syntax::parse(text);
        applied(text, &remove_lines(&syntax, lines.iter().copied()))
    }

    #[test]
    fn removing_lines_keeps_comments_and_the_byte_order_mark() {
        assert_eq!(removed("int32 a\nint32 b\r\nint32 c\n", &[1]), "int32 a\nint32 c\n");
        assert_eq!(removed("int32 a\nint32 b\nint32 c", &[1, 2]), "int32 a");
        assert_eq!(removed("\u{feff}int32 a\nint32 b", &[0]), "\u{feff}int32 b");
        assert_eq!(removed("\u{feff}int32 a", &[0]), "\u{feff}");
        assert_eq!(removed("int32 a\n- int32 b # c\nint32 d", &[0, 1, 2]), "# c");
        assert_eq!(removed("int32 a\nint32 b\nint32 c", &[0, 2]), "int32 b");
    }

    #[test]
    fn removing_fields_keeps_comments_and_the_byte_order_mark() {
        let without_metas = |text: &str| {
            let syntax = Syntax::parse(text);
            let metas = syntax.fields().map(|row| row.1).filter(|field| field.kind.is_meta());
            applied(text, &without_fields(&syntax, metas))
        };
        assert_eq!(without_metas("int32 a\nref b\r\nint32 c\n"), "int32 a\nint32 c\n");
        assert_eq!(without_metas("int32 a\nref b\nref c"), "int32 a");
        assert_eq!(without_metas("\u{feff}ref a\n\nint32 b"), "\u{feff}int32 b");
        assert_eq!(without_metas("\u{feff}ref a"), "\u{feff}");
        assert_eq!(without_metas("array a\n- ref b # c\nref d"), "array a\n# c");
    }

    #[test]
    fn lines_are_put_in_with_the_breaks_of_the_text() {
        let syntax = Syntax::parse("\u{feff}int32 a\r\nint32 b");
        let lines = ["x".to_owned(), "y".to_owned()];
        let before = |line| applied(syntax.text(), &[insert_before(&syntax, line, &lines)]);
        assert_eq!(before(0), "\u{feff}x\r\ny\r\nint32 a\r\nint32 b");
        assert_eq!(before(1), "\u{feff}int32 a\r\nx\r\ny\r\nint32 b");
    }

    #[test]
    fn one_edit_makes_a_text_into_another() {
        for (before, after, start, end, new) in [
            ("int32 a\nint32 b\n", "int32 a\nbyte b\nint32 b\n", 8, 8, "byte b\n"),
            ("aaa", "aa", 2, 3, ""),
            ("a", "a", 1, 1, ""),
            ("é", "è", 0, 2, "è"),
            ("", "x", 0, 0, "x"),
        ] {
            let edit = replaced(before, after);
            assert_eq!(applied(before, std::slice::from_ref(&edit)), after);
            assert_eq!((edit.start, edit.end, &*edit.new_text), (start, end, new));
        }
    }
}
