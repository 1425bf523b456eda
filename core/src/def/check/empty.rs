//! Arrays and objects with nothing below them.

use super::context::{Context, whole};
use crate::def::edit::remove_lines;
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity};

pub(super) const EMPTY_ARRAY: Rule = Rule {
    code: "def-empty-array",
    severity: Severity::Hint,
    title: "Array without fields",
    explanation: "\
No line below this array says what its elements are, and no type after it either. That is right if \
nobody knows yet: the array is then skipped. Otherwise a line below it lacks its dash.",
};

pub(super) const EMPTY_OBJECT: Rule = Rule {
    code: "def-empty-object",
    severity: Severity::Hint,
    title: "Object without fields",
    explanation: "\
An object groups the fields below it, but this one has none. It takes no bytes. Remove it, or add \
the missing dashes to the lines below it.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for row in context.fields() {
        let is_empty = context.syntax.children(Some(row.id)).next().is_none();
        let (rule, message) = match row.field.kind {
            Type::Array if is_empty && row.field.subtype.is_none() => {
                (&EMPTY_ARRAY, "nothing says what the elements are")
            }
            Type::Object if is_empty => (&EMPTY_OBJECT, "there are no fields below this object"),
            _ => continue,
        };
        let mut problem = context.problem(rule, whole(row.field), message);
        if row.field.kind == Type::Object {
            let edits = remove_lines(context.syntax, [row.field.line as usize]);
            problem.fixes.push(context.line_fix("Remove it", edits).one_by_one());
        }
        problems.push(problem);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    const BOTH: &[&Rule] = &[&EMPTY_ARRAY, &EMPTY_OBJECT];

    #[test]
    fn an_array_may_be_unknown_and_an_object_can_go() {
        check(
            BOTH,
            "array a # ?\nobject o\nint32 b\n",
            &expect![[r#"
            1 `array a` hint: nothing says what the elements are
            2 `object o` hint: there are no fields below this object
              Remove it
                | array a # ?
                | int32 b
        "#]],
        );
        check(
            BOTH,
            "string s\nobject o # why\nint32 b",
            &expect![[r#"
            2 `object o` hint: there are no fields below this object
              Remove it
                | string s
                | # why
                | int32 b
        "#]],
        );
    }

    #[test]
    fn with_fields_or_a_type_nothing_is_missing() {
        check_none(BOTH, &["array<int32> a\narray b\n- int32 c\nobject d\n- int32 e"]);
    }
}
