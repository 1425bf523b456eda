//! Lines that are no field at all.

use super::context::Context;
use crate::def::edit::{applied, break_of};
use crate::def::syntax::{Fault, Syntax, SyntaxFault};
use crate::def::text::{Span, is_space};
use crate::def::types::Type;
use crate::problem::{Fix, Problem, Rule, Severity, TextEdit};

pub(super) const MALFORMED_LINE: Rule = Rule {
    code: "def-malformed-line",
    severity: Severity::Error,
    title: "Malformed line",
    explanation: "\
A line of a definition has dashes for its level, a type, and a name: `- int32 id`. In protojs a \
range of patches may follow (`^86` or `^0-86`). Everything else belongs in a comment, after `#`.

Most parsers silently skip such a line, so every field after it is read from the wrong bytes. \
protojs rejects the whole file.",
};

/// What ends a line for a comment, but not for a field.
const OTHER_BREAKS: [char; 3] = ['\r', '\u{2028}', '\u{2029}'];

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for fault in context.syntax.faults() {
        let Some((message, fix)) = explain(context, fault) else { continue };
        let mut problem = context.problem(&MALFORMED_LINE, fault.span, message);
        problem.fixes.extend(fix);
        let line = context.syntax.lines().get(fault.line as usize);
        // A comment does not reach over a break that is none to the parsers.
        let is_one_line = |span| !context.syntax.str(span).contains(OTHER_BREAKS);
        if let Some(line) = line.filter(|line| is_one_line(line.content)) {
            let edit = TextEdit::insert(line.content.start as usize, "# ");
            problem
                .fixes
                .push(context.fix("Turn the line into a comment", vec![edit]).one_by_one());
        }
        problems.push(problem);
    }
}

/// What is wrong, and what was probably meant.
fn explain(context: &Context<'_>, fault: &SyntaxFault) -> Option<(String, Option<Fix>)> {
    let (span, found) = (fault.span, context.syntax.str(fault.span));
    match fault.fault {
        Fault::NoType => {
            Some((format!("there is no type and no name after the `{}`", found.trim()), None))
        }
        Fault::NoName if Type::named(found) != Type::Unknown => {
            let edit = TextEdit::insert(span.end as usize, " unk");
            let fix = context.layout_fix("Name the field `unk`", vec![edit]);
            Some((format!("`{found}` has no name after it"), Some(fix)))
        }
        Fault::NoName => {
            let ty = learned(context, found);
            let edit = TextEdit::insert(span.start as usize, format!("{ty} "));
            let fix = context.layout_fix(format!("Give it the type `{ty}`"), vec![edit]);
            Some((format!("`{found}` has no type before it, or no name after it"), Some(fix)))
        }
        Fault::ExtraWords => Some(extra_words(context, fault)),
        Fault::BadPatches => {
            let message = format!("`{found}` is not a range of patches; write `^86` or `^0-86`");
            let before = context.syntax.text().get(..span.start as usize).unwrap_or_default();
            let start = before.trim_end_matches(is_space).len();
            let edit = TextEdit::delete(start..span.end as usize);
            Some((message, Some(context.layout_fix(format!("Remove `{found}`"), vec![edit]))))
        }
        Fault::TooLong
        | Fault::TooDeep
        | Fault::UnderNothing
        | Fault::UnderScalar
        | Fault::DepthJump => None,
    }
}

/// The type that fields of this name have elsewhere.
fn learned(context: &Context<'_>, name: &str) -> String {
    let learned = context.catalogue.learned(name).and_then(|learned| learned.types.first());
    learned.map_or_else(|| "int32".to_owned(), |row| row.ty.to_string())
}

fn extra_words(context: &Context<'_>, fault: &SyntaxFault) -> (String, Option<Fix>) {
    let syntax = context.syntax;
    let line = syntax.lines().get(fault.line as usize);
    let content = line.map_or(fault.span, |line| line.content);
    if let Some(edits) = lone_returns(syntax, content, fault.line as usize) {
        let message = "a carriage return without a line feed does not end a line";
        return (message.to_owned(), Some(context.layout_fix("End the line there", edits)));
    }
    let found = syntax.str(fault.span);
    let message = format!("a line has only a type and a name, and not `{found}` as well");
    if let Some(edits) = gap_before_bracket(syntax, content) {
        return (message, Some(context.layout_fix("Close the gap in the type", edits)));
    }
    let edit = TextEdit::insert(fault.span.start as usize, "# ");
    let title = format!("Turn `{found}` into a comment");
    (message, Some(context.layout_fix(title, vec![edit])))
}

fn lone_returns(syntax: &Syntax, content: Span, line: usize) -> Option<Vec<TextEdit>> {
    let start = content.start as usize;
    let returns = syntax.str(content).match_indices('\r');
    let edits: Vec<_> = returns
        .map(|(at, _)| TextEdit::replace(start + at..start + at + 1, break_of(syntax, line)))
        .collect();
    (!edits.is_empty()).then_some(edits)
}

/// `array <int32> list`, where the line makes sense without the white space.
fn gap_before_bracket(syntax: &Syntax, content: Span) -> Option<Vec<TextEdit>> {
    let text = syntax.str(content);
    let bracket = text.find(['<', '['])?;
    let before = text.get(..bracket)?.trim_end_matches(is_space).len();
    let is_whole = |text: String| Syntax::parse(text.trim_start_matches('-')).faults().is_empty();
    let joined = applied(text, &[TextEdit::delete(before..bracket)]);
    let start = content.start as usize;
    let edits = vec![TextEdit::delete(start + before..start + bracket)];
    (before < bracket && is_whole(joined)).then_some(edits)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn a_line_without_a_type_or_a_name_gets_one() {
        check(
            &[&MALFORMED_LINE],
            "array perks\n- id\n- level\n-\n",
            &expect![[r#"
            2 `id` error: `id` has no type before it, or no name after it
              Give it the type `int32` (changes the layout)
                | array perks
                | - int32 id
                | - level
                | -
              Turn the line into a comment
                | array perks
                | # - id
                | - level
                | -
            3 `level` error: `level` has no type before it, or no name after it
              Give it the type `int32` (changes the layout)
                | array perks
                | - id
                | - int32 level
                | -
              Turn the line into a comment
                | array perks
                | - id
                | # - level
                | -
            4 `-` error: there is no type and no name after the `-`
              Turn the line into a comment
                | array perks
                | - id
                | - level
                | # -
        "#]],
        );
        check(
            &[&MALFORMED_LINE],
            "int32\n",
            &expect![[r#"
            1 `int32` error: `int32` has no name after it
              Name the field `unk` (changes the layout)
                | int32 unk
              Turn the line into a comment
                | # int32
        "#]],
        );
        check(
            &[&MALFORMED_LINE],
            "//- A.1.def\nuint64 id\n//- B.1.def\nid\n",
            &expect![[r#"
            1 `id` error: `id` has no type before it, or no name after it
              Give it the type `uint64` (changes the layout)
                | uint64 id
              Turn the line into a comment
                | # id
        "#]],
        );
    }

    #[test]
    fn words_too_many_become_a_comment() {
        check(
            &[&MALFORMED_LINE],
            "int32 a how many\n",
            &expect![[r#"
            1 `how many` error: a line has only a type and a name, and not `how many` as well
              Turn `how many` into a comment (changes the layout)
                | int32 a # how many
              Turn the line into a comment
                | # int32 a how many
        "#]],
        );
        check(
            &[&MALFORMED_LINE],
            "int32 a ^x\n",
            &expect![[r#"
            1 `^x` error: `^x` is not a range of patches; write `^86` or `^0-86`
              Remove `^x` (changes the layout)
                | int32 a
              Turn the line into a comment
                | # int32 a ^x
        "#]],
        );
    }

    #[test]
    fn a_gap_in_a_type_is_closed() {
        check(
            &[&MALFORMED_LINE],
            "array <int32> x\n",
            &expect![[r#"
            1 `x` error: a line has only a type and a name, and not `x` as well
              Close the gap in the type (changes the layout)
                | array<int32> x
              Turn the line into a comment
                | # array <int32> x
        "#]],
        );
        check(
            &[&MALFORMED_LINE],
            "array x y [b]\n",
            &expect![[r#"
            1 `y [b]` error: a line has only a type and a name, and not `y [b]` as well
              Turn `y [b]` into a comment (changes the layout)
                | array x # y [b]
              Turn the line into a comment
                | # array x y [b]
        "#]],
        );
    }

    #[test]
    fn a_lone_carriage_return_becomes_a_break() {
        check(
            &[&MALFORMED_LINE],
            "int32 a\rint32 b\nbyte c\n",
            &expect![[r#"
            1 `int32 b` error: a carriage return without a line feed does not end a line
              End the line there (changes the layout)
                | int32 a
                | int32 b
                | byte c
        "#]],
        );
    }

    #[test]
    fn what_the_parsers_take_for_white_space_is_fine() {
        let fine = ["", "# x", "\u{feff}\u{feff}int32 a\r\n\tint32\u{c}b\u{a0}\r\n", "int32 a#b c"];
        check_none(&[&MALFORMED_LINE], &fine);
    }
}
