//! What stands between `<` and `>` has to be a type as well.

use super::context::Context;
use super::unknown_type::meant;
use crate::def::syntax::split_type;
use crate::def::text::Span;
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity, TextEdit};

pub(super) const UNKNOWN_SUBTYPE: Rule = Rule {
    code: "def-unknown-subtype",
    severity: Severity::Error,
    title: "Unknown type of an array's elements",
    explanation: "\
In `array<int32> ids`, every element of the array is one `int32`. The element type must be a known \
type with its own bytes, and not `count`, `offset` or `ref`.

Parsers that compile the definition reject it.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let arrays = context.syntax.fields().filter(|(_, field)| field.kind == Type::Array);
    for span in arrays.filter_map(|(_, field)| innermost(context, field.subtype?)) {
        let word = context.syntax.str(span);
        let mut meant = meant(word);
        meant.retain(|name| !is_wrong(Type::named(name)));
        let question = meant.first().map(|name| format!("; did you mean `{name}`?"));
        let message = format!("`{word}` is not a type of elements{}", question.unwrap_or_default());
        let mut problem = context.problem(&UNKNOWN_SUBTYPE, span, message);
        for name in meant {
            let edit = TextEdit::replace(span.range(), name);
            let title = format!("Change `{word}` to `{name}`");
            problem.fixes.push(context.layout_fix(title, vec![edit]));
        }
        problems.push(problem);
    }
}

/// The type that is wrong, in `array<array<in32>>` the last.
fn innermost(context: &Context<'_>, subtype: Span) -> Option<Span> {
    const MAX_NESTED: usize = 16;
    let mut next = Some(subtype);
    for _ in 0..MAX_NESTED {
        let words = split_type(context.syntax.text(), next?);
        if is_wrong(Type::named(context.syntax.str(words.keyword))) {
            return Some(words.keyword);
        }
        next = words.subtype;
    }
    None
}

fn is_wrong(ty: Type) -> bool {
    ty.is_meta() || matches!(ty, Type::Include | Type::Unknown)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn an_unknown_subtype_is_changed_to_the_one_that_was_meant() {
        check(
            &[&UNKNOWN_SUBTYPE],
            "array<in32> a\n",
            &expect![[r#"
            1 `in32` error: `in32` is not a type of elements; did you mean `int32`?
              Change `in32` to `int32` (changes the layout)
                | array<int32> a
        "#]],
        );
        check(
            &[&UNKNOWN_SUBTYPE],
            "array<array<short>> a\n",
            &expect![[r#"
            1 `short` error: `short` is not a type of elements; did you mean `int16`?
              Change `short` to `int16` (changes the layout)
                | array<array<int16>> a
        "#]],
        );
        check(
            &[&UNKNOWN_SUBTYPE],
            "array<ref> a\n",
            &expect![[r#"
                1 `ref` error: `ref` is not a type of elements
            "#]],
        );
    }

    #[test]
    fn elements_may_be_of_any_type_with_bytes() {
        let fine =
            ["array<vec3> a", "array<string> a", "array<object> a\n- int32 b", "array<int32[2]> a"];
        check_none(&[&UNKNOWN_SUBTYPE], &fine);
    }
}
