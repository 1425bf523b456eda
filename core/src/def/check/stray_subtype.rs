//! Only arrays have a type of their elements.

use super::context::Context;
use crate::def::text::Span;
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity, TextEdit};

pub(super) const STRAY_SUBTYPE: Rule = Rule {
    code: "def-stray-subtype",
    severity: Severity::Error,
    title: "Element type on a field that is not an array",
    explanation: "\
A type between `<` and `>` says what the elements of an array are. No other type has elements: for \
`bytes<int32>` the parsers either ignore the second part or reject the file. To repeat a type a \
fixed number of times, protojs has `int32[4]`.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (_, field) in context.syntax.fields() {
        let can_have_one = matches!(field.kind, Type::Array | Type::Unknown);
        let Some(subtype) = field.subtype.filter(|_| !can_have_one) else { continue };
        let brackets = brackets(field.keyword, subtype, context.syntax.text());
        let found = context.syntax.str(brackets);
        let keyword = context.syntax.str(field.keyword);
        let message = format!("a field of the type `{keyword}` has no elements to be `{found}`");
        let array = format!("array{found}");
        let problem = context.problem(&STRAY_SUBTYPE, brackets, message);
        let remove = vec![TextEdit::delete(brackets.range())];
        let title = format!("Remove `{found}`");
        // A type within a type makes the file one of protojs, with which all of it is read.
        let remove = match context.syntax.str(subtype).contains(['<', '[']) {
            true => context.layout_fix(title, remove),
            false => context.fix(title, remove).one_by_one(),
        };
        let change = vec![TextEdit::replace(field.keyword.range(), "array")];
        problems.push(
            problem
                .with_fix(remove)
                .with_fix(context.layout_fix(format!("Make it an `{array}`"), change)),
        );
    }
}

/// A subtype with its brackets, inside of which there may be white space.
pub(super) fn brackets(keyword: Span, subtype: Span, text: &str) -> Span {
    let rest = Span::new(subtype.end, text.len() as u32).of(text);
    let close = rest.find('>').map_or(0, |at| at as u32 + 1);
    Span::new(keyword.end, subtype.end + close)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn a_subtype_on_a_scalar_is_taken_away_or_makes_it_an_array() {
        check(
            &[&STRAY_SUBTYPE],
            "bytes< int32 > a\n",
            &expect![[r#"
                1 `< int32 >` warning: a field of the type `bytes` has no elements to be `< int32 >`
                  Remove `< int32 >`
                    | bytes a
                  Make it an `array< int32 >` (changes the layout)
                    | array< int32 > a
            "#]],
        );
    }

    #[test]
    fn arrays_may_have_one() {
        check_none(&[&STRAY_SUBTYPE], &["array<int32> a", "arry<int32> a", "byte[5] a"]);
    }
}
