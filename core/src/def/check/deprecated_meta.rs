//! `count` and `offset`, which `ref` or nothing at all has replaced.

use super::context::{Context, Named};
use crate::def::Dialect;
use crate::def::edit::remove_lines;
use crate::def::syntax::FieldId;
use crate::def::types::Type;
use crate::problem::{Fix, Problem, Rule, Severity, TextEdit};

pub(super) const DEPRECATED_META: Rule = Rule {
    code: "def-deprecated-meta",
    severity: Severity::Hint,
    title: "Deprecated meta field",
    explanation: "\
`count` and `offset` are the old way to write meta fields, and deprecated. If they are in the \
usual order, you can leave them out. If they are not, toolbox has `ref`, which is both at once. \
Other parsers do not know `ref`, so that fix is offered only if you set the `dialect` to toolbox.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let is_old = |row: &&Named<'_>| matches!(row.field.kind, Type::Count | Type::Offset);
    for row in context.fields().iter().filter(is_old) {
        let message = format!("`{}` is deprecated", row.field.kind);
        let mut problem = context.problem(&DEPRECATED_META, row.field.keyword, message);
        problem.fixes.extend(as_ref(context, row));
        problems.push(problem);
    }
}

/// The `ref` that stands for the same two or four bytes, if there is one.
fn as_ref(context: &Context<'_>, row: &Named<'_>) -> Option<Fix> {
    if !context.is_explicit || context.dialect == Dialect::Seed {
        return None;
    }
    let syntax = context.syntax;
    let group = context.group(row.scope, &row.name);
    let only = |wanted: fn(Type) -> bool| {
        let mut found = group.iter().filter(|row| wanted(row.field.kind));
        found.next().filter(|_| found.next().is_none())
    };
    let field = only(Type::is_variable)?;
    let offset = only(|ty| ty == Type::Offset)?;
    if group.iter().any(|row| row.field.kind == Type::Ref) {
        return None;
    }
    let (first, second) = match field.field.kind {
        Type::String if row.field.kind == Type::Offset => (offset, None),
        Type::Array => (only(|ty| ty == Type::Count)?, Some(offset)),
        Type::Bytes => (offset, Some(only(|ty| ty == Type::Count)?)),
        _ => return None,
    };
    let mut edits = vec![TextEdit::replace(first.field.keyword.range(), Type::Ref.name())];
    if let Some(second) = second {
        // Nothing may stand between the two, which the one puts side by side.
        let is_next = second.id == FieldId(first.id.0 + 1);
        if !is_next || second.field.parent != first.field.parent {
            return None;
        }
        edits.extend(remove_lines(syntax, [second.field.line as usize]));
    }
    let title = format!("Change to `ref {}`", syntax.str(first.field.name));
    Some(context.line_fix(title, edits))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_as};
    use super::*;

    #[test]
    fn a_pair_becomes_a_ref() {
        check(
            &[&DEPRECATED_META],
            "count  a # n\noffset a\narray a\n- byte x\n",
            &expect![[r#"
            1 `count` hint: `count` is deprecated
              Change to `ref a`
                | ref  a # n
                | array a
                | - byte x
            2 `offset` hint: `offset` is deprecated
              Change to `ref a`
                | ref  a # n
                | array a
                | - byte x
        "#]],
        );
        check(
            &[&DEPRECATED_META],
            "int32 x\noffset s\nstring s\n",
            &expect![[r#"
            2 `offset` hint: `offset` is deprecated
              Change to `ref s`
                | int32 x
                | ref s
                | string s
        "#]],
        );
        check(
            &[&DEPRECATED_META],
            "offset b\ncount b # n\nbytes b\n",
            &expect![[r#"
            1 `offset` hint: `offset` is deprecated
              Change to `ref b`
                | ref b
                | # n
                | bytes b
            2 `count` hint: `count` is deprecated
              Change to `ref b`
                | ref b
                | # n
                | bytes b
        "#]],
        );
    }

    #[test]
    fn what_a_ref_can_not_say_stays() {
        check(
            &[&DEPRECATED_META],
            "offset a\ncount a\narray a\n- byte x\n",
            &expect![[r#"
            1 `offset` hint: `offset` is deprecated
            2 `count` hint: `count` is deprecated
        "#]],
        );
        check(
            &[&DEPRECATED_META],
            "count a\nint32 x\noffset a\narray a\n- byte x\n",
            &expect![[r#"
            1 `count` hint: `count` is deprecated
            3 `offset` hint: `offset` is deprecated
        "#]],
        );
        check(
            &[&DEPRECATED_META],
            "offset a\nint32 x\n",
            &expect![[r#"
            1 `offset` hint: `offset` is deprecated
        "#]],
        );
    }

    #[test]
    fn where_the_dialect_is_a_guess_no_ref_is_offered() {
        let newer = "//- S_TEST.1.def\noffset s\nstring s\n//- S_NEW.1.def\ncustomize c\n";
        check_as(
            Dialect::Auto,
            &[&DEPRECATED_META],
            newer,
            &expect![[r#"
            1 `offset` hint: `offset` is deprecated
        "#]],
        );
        check_as(
            Dialect::Toolbox,
            &[&DEPRECATED_META],
            newer,
            &expect![[r#"
            1 `offset` hint: `offset` is deprecated
              Change to `ref s`
                | ref s
                | string s
        "#]],
        );
    }

    #[test]
    fn the_seed_has_no_ref() {
        check_as(
            Dialect::Seed,
            &[&DEPRECATED_META],
            "offset s\nstring s\n",
            &expect![[r#"
            1 `offset` hint: `offset` is deprecated
        "#]],
        );
    }
}
