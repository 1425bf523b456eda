//! Edits of whole lines, which lose neither comments nor byte order marks.

use std::ops::Range;

use crate::def::edit::break_of;
use crate::def::syntax::{Field, FieldId, Syntax};
use crate::def::text::Span;
use crate::problem::TextEdit;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::def::edit::applied;

    #[test]
    fn lines_are_put_behind_with_the_breaks_of_the_text() {
        let syntax = Syntax::parse("\u{feff}int32 a\r\nint32 b");
        let lines = ["x".to_owned(), "y".to_owned()];
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
