//! Edits of whole lines, which lose neither comments nor byte order marks.

use std::ops::Range;

use crate::def::syntax::{Field, FieldId, Syntax};
use crate::def::text::Span;
use crate::problem::TextEdit;

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

/// Puts lines behind another.
pub(super) fn insert_after(syntax: &Syntax, line: usize, lines: &[String]) -> TextEdit {
    let line_break = break_of(syntax, line);
    let text = lines.iter().map(|text| format!("{line_break}{text}")).collect::<String>();
    let end = syntax.lines().get(line).map_or(syntax.text().len(), |line| line.span.end as usize);
    TextEdit::insert(end, text)
}

/// The texts of lines, without their breaks.
pub(super) fn lines_of(syntax: &Syntax, lines: Range<usize>) -> Vec<String> {
    let lines = syntax.lines().get(lines).unwrap_or_default();
    lines.iter().map(|line| syntax.str(line.span).to_owned()).collect()
}

/// The lines from a field to the last one below it.
pub(super) fn lines_of_field(syntax: &Syntax, id: FieldId) -> Range<usize> {
    let line = |id: FieldId| syntax.field(id).map_or(0, |field| field.line as usize);
    let last = syntax.subtree(id).last().unwrap_or(id);
    line(id)..line(last) + 1
}

/// Takes dashes away until so many are left.
pub(super) fn cut_dashes(syntax: &Syntax, field: &Field, n_left: u32) -> Option<TextEdit> {
    let n_cut = field.n_dashes.checked_sub(n_left).filter(|n_cut| *n_cut > 0)?;
    let start = field.dashes.start as usize;
    let mut left = syntax.str(field.dashes).match_indices('-').skip(n_cut as usize);
    let end = left.next().map_or(field.ty.start as usize, |(at, _)| start + at);
    Some(TextEdit::delete(start..end))
}

/// What stands in front of the type of a field: its dashes, and the white space behind them.
pub(super) fn indentation<'a>(syntax: &'a Syntax, field: &Field) -> &'a str {
    syntax.str(Span::new(field.dashes.start, field.ty.start))
}

/// The break behind a line; where it has none, that of the text.
pub(super) fn break_of(syntax: &Syntax, line: usize) -> &str {
    let behind = |line: usize| {
        let (line, next) = (syntax.lines().get(line)?, syntax.lines().get(line + 1)?);
        Some(syntax.str(Span::new(line.span.end, next.span.start)))
    };
    behind(line).or_else(|| behind(0)).unwrap_or("\n")
}

/// The text after edits that do not overlap and are sorted.
pub(super) fn applied(text: &str, edits: &[TextEdit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(text.get(at..edit.start).unwrap_or_default());
        out.push_str(&edit.new_text);
        at = edit.end;
    }
    out + text.get(at..).unwrap_or_default()
}

/// A byte order mark stands in front of the first line, not on it.
fn start_of(syntax: &Syntax, line: usize) -> usize {
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
    fn lines_are_put_in_with_the_breaks_of_the_text() {
        let syntax = Syntax::parse("\u{feff}int32 a\r\nint32 b");
        let lines = ["x".to_owned(), "y".to_owned()];
        let before = |line| applied(syntax.text(), &[insert_before(&syntax, line, &lines)]);
        assert_eq!(before(0), "\u{feff}x\r\ny\r\nint32 a\r\nint32 b");
        assert_eq!(before(1), "\u{feff}int32 a\r\nx\r\ny\r\nint32 b");
        let after = applied(syntax.text(), &[insert_after(&syntax, 1, &lines)]);
        assert_eq!(after, "\u{feff}int32 a\r\nint32 b\r\nx\r\ny");
    }

    #[test]
    fn dashes_are_cut_from_the_left() {
        let cut = |text: &str, n_left| {
            let syntax = Syntax::parse(text);
            let field = syntax.fields().last().unwrap().1;
            cut_dashes(&syntax, field, n_left).map(|edit| applied(text, &[edit]))
        };
        assert_eq!(cut("- -  int32 a", 1).unwrap(), "-  int32 a");
        assert_eq!(cut(" --int32 a", 0).unwrap(), " int32 a");
        assert_eq!(cut("- int32 a", 1), None);
    }
}
