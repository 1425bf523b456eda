//! An array with a type of its elements has no fields below it.

use super::context::Context;
use super::stray_subtype::brackets;
use crate::def::edit::remove_lines;
use crate::def::syntax::Field;
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity, TextEdit};

pub(super) const UNREAD_CHILDREN: Rule = Rule {
    code: "def-unread-fields",
    severity: Severity::Warning,
    title: "Fields below an array with an element type",
    explanation: "\
The elements of an array are described either by a type (`array<int32> ids`) or by the fields \
below it, not by both. If both are there, the fields are not read.

Remove the type if the elements are made of these fields, or the fields if they are not.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (id, field) in context.syntax.fields().filter(|(_, field)| field.kind == Type::Array) {
        let Some(subtype) = field.subtype.filter(|s| context.syntax.str(*s) != "object") else {
            continue;
        };
        let below = context.syntax.subtree(id).skip(1);
        let lines: Vec<_> =
            below.filter_map(|id| Some(context.syntax.field(id)?.line as usize)).collect();
        if lines.is_empty() {
            continue;
        }
        let brackets = brackets(field.keyword, subtype, context.syntax.text());
        let found = context.syntax.str(brackets);
        let is = if lines.len() == 1 { "is" } else { "are" };
        let message =
            format!("the elements are `{found}`, so the {} below {is} not read", fields(&lines));
        let keep = vec![TextEdit::delete(brackets.range())];
        let remove_title = format!("Remove the {} below", fields(&lines));
        // Read or not, some fields decide how the whole file is read.
        let mut below =
            context.syntax.subtree(id).skip(1).filter_map(|id| context.syntax.field(id));
        let remove = remove_lines(context.syntax, lines);
        let remove = match below.any(decides) {
            true => context.layout_fix(remove_title, remove),
            false => context.line_fix(remove_title, remove).one_by_one(),
        };
        let problem = context
            .problem(&UNREAD_CHILDREN, brackets, message)
            .with_fix(context.layout_fix(format!("Remove `{found}`"), keep))
            .with_fix(remove);
        problems.push(problem);
    }
}

/// True for a meta field, and for what tells protojs from the others.
fn decides(field: &Field) -> bool {
    field.kind.is_meta()
        || field.init.is_some()
        || field.patches.is_some()
        || field.flags.is_some()
        || field.subtype.is_some()
}

fn fields(lines: &[usize]) -> String {
    match lines.len() {
        1 => "field".to_owned(),
        n => format!("{n} fields"),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn one_of_both_goes() {
        check(
            &[&UNREAD_CHILDREN],
            "array<int32> a\n- int32 x # why\n- int32 y\nbyte b\n",
            &expect![[r#"
                1 `<int32>` warning: the elements are `<int32>`, so the 2 fields below are not read
                  Remove `<int32>` (changes the layout)
                    | array a
                    | - int32 x # why
                    | - int32 y
                    | byte b
                  Remove the 2 fields below
                    | array<int32> a
                    | # why
                    | byte b
            "#]],
        );
        check(
            &[&UNREAD_CHILDREN],
            "array<int32>[interleaved] a\n- int32 x",
            &expect![[r#"
                1 `<int32>` warning: the elements are `<int32>`, so the field below is not read
                  Remove `<int32>` (changes the layout)
                    | array[interleaved] a
                    | - int32 x
                  Remove the field below
                    | array<int32>[interleaved] a
            "#]],
        );
    }

    #[test]
    fn one_of_them_is_fine() {
        let fine = ["array<int32> a\nint32 b", "array a\n- int32 x", "array<object> a\n- int32 x"];
        check_none(&[&UNREAD_CHILDREN], &fine);
    }
}
