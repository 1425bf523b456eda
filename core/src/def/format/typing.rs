//! Formatting one line while it is typed: dashes go on where they must.

use crate::def::edit::start_of;
use crate::def::syntax::{Fault, Line, LineKind, Syntax};
use crate::def::text::{Span, is_space};
use crate::problem::TextEdit;

/// The key that was typed last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed {
    Enter,
    Space,
}

/// The edits after a key, whose text is already there and ends at `offset`.
///
/// After Enter a new line gets the dashes of the one above, and one more below an `array` or
/// `object`; on a line of nothing but dashes, Enter takes the last one away instead. After a space
/// behind dashes or a type, the dashes are written as most are, `- - `.
pub fn format_typed(syntax: &Syntax, offset: usize, typed: Typed) -> Vec<TextEdit> {
    let number = syntax.line_at(offset);
    let Some(line) = syntax.lines().get(number) else { return Vec::new() };
    let edit = match typed {
        Typed::Enter => {
            let above = number.checked_sub(1).and_then(|above| syntax.lines().get(above));
            above.and_then(|above| enter(syntax, line, above, number - 1))
        }
        Typed::Space => space(syntax, line, number, offset),
    };
    edit.into_iter().collect()
}

fn enter(syntax: &Syntax, line: &Line, above: &Line, above_number: usize) -> Option<TextEdit> {
    let rest = syntax.str(line.span).trim_start_matches(is_space);
    if rest.starts_with(['-', '#']) {
        return None;
    }
    let words_start = line.span.end - rest.len() as u32;
    if let LineKind::Field(id) = above.kind {
        let field = syntax.field(id)?;
        let opens = field.kind.is_container() && field.subtype.is_none();
        let dashes = "- ".repeat((field.depth + u32::from(opens)) as usize);
        let lead = Span::new(line.span.start, words_start);
        let is_right = syntax.str(lead) == dashes;
        return (!is_right).then(|| TextEdit::replace(lead.range(), dashes));
    }
    let has_dashes_alone = |fault: &&crate::def::syntax::SyntaxFault| {
        fault.fault == Fault::NoType && fault.line as usize == above_number
    };
    let dashes = syntax.faults().iter().find(has_dashes_alone)?;
    if above.comment.is_some() {
        return None;
    }
    let n_dashes = syntax.str(dashes.span).matches('-').count();
    let start = start_of(syntax, above_number);
    Some(TextEdit::replace(start..words_start as usize, "- ".repeat(n_dashes.saturating_sub(1))))
}

fn space(syntax: &Syntax, line: &Line, number: usize, offset: usize) -> Option<TextEdit> {
    let start = start_of(syntax, number);
    let before = syntax.text().get(start..offset)?;
    let words = before.trim_start_matches([' ', '\t', '-']);
    let lead = before.strip_suffix(words)?;
    let n_dashes = lead.matches('-').count();
    // Behind a second word, the line is being read, not begun.
    let is_begun = words.trim_end_matches(is_space).contains(is_space) || n_dashes == 0;
    if is_begun || line.comment.is_some_and(|comment| (comment.start as usize) < offset) {
        return None;
    }
    let dashes = "- ".repeat(n_dashes);
    (lead != dashes).then(|| TextEdit::replace(start..start + lead.len(), dashes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::def::edit::applied;
    use crate::def::fixture::Fixture;

    fn check(typed: Typed, text: &str, expected: &str) {
        let fixture = Fixture::parse(text);
        let edits = format_typed(&fixture.syntax(), fixture.offset(), typed);
        assert_eq!(applied(fixture.text(), &edits), expected, "{text:?}");
    }

    #[test]
    fn enter_goes_on_with_the_dashes() {
        let enter = |text: &str, expected: &str| check(Typed::Enter, text, expected);
        enter("array a\n$0", "array a\n- ");
        enter("array a\n- object b\n$0\nint32 c", "array a\n- object b\n- - \nint32 c");
        enter("array a\n- int32 b\r\n$0", "array a\n- int32 b\r\n- ");
        enter("array a\n- int32 b\n  $0", "array a\n- int32 b\n- ");
        enter("array<int32> a\n$0", "array<int32> a\n");
        enter("int32 a\n    $0", "int32 a\n");
        enter("array a # list\n$0", "array a # list\n- ");
        enter("array a\n$0int32 b", "array a\n- int32 b");
        enter("array a\n$0- int32 b", "array a\n- int32 b");
        enter("# c\n$0", "# c\n");
        enter("$0", "");
    }

    #[test]
    fn enter_on_nothing_but_dashes_takes_one_away() {
        let enter = |text: &str, expected: &str| check(Typed::Enter, text, expected);
        enter("array a\n- array b\n- - \n$0", "array a\n- array b\n- ");
        enter("array a\n- \n$0\nint32 b", "array a\n\nint32 b");
        enter("array a\n-\r\n- $0", "array a\n-\r\n- ");
    }

    #[test]
    fn a_space_sets_dashes_apart() {
        let space = |text: &str, expected: &str| check(Typed::Space, text, expected);
        space("array a\n--int32 $0", "array a\n- - int32 ");
        space("array a\n-- $0", "array a\n- - ");
        space("array a\n - $0", "array a\n- ");
        space("array a\n--int32 b $0", "array a\n--int32 b ");
        space("int32 $0", "int32 ");
        space("# --x $0", "# --x ");
    }
}
