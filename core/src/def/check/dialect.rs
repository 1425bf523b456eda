//! Forms that the parser for which a definition is written does not have.

use super::context::Context;
use crate::def::Dialect;
use crate::def::syntax::Field;
use crate::def::text::Span;
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity};

pub(super) const OTHER_DIALECT: Rule = Rule {
    code: "def-other-dialect",
    severity: Severity::Hint,
    title: "Form of another dialect",
    explanation: "\
Definitions are read by several parsers, which share the form of a line and differ in what they \
have beyond the first description of the language: toolbox has `ref`, `customize` and \
`array<int32>`; protojs has `@include`, ranges of patches and repeated types, but no meta fields. \
The parser that this project is set to does not have this form.

The dialect is a setting of the project; with `auto` nothing is said.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let chosen = context.catalogue.settings().dialect;
    let forms = match chosen {
        Dialect::Auto => return,
        Dialect::Seed => not_in_seed,
        Dialect::Toolbox => not_in_toolbox,
        Dialect::Protojs => not_in_protojs,
    };
    for (_, field) in context.syntax.fields() {
        let Some((span, form)) = forms(context, field) else { continue };
        let name = match chosen {
            Dialect::Seed => "the first description of the language",
            other => other.name(),
        };
        let message = format!("{name} has no {form}");
        problems.push(context.problem(&OTHER_DIALECT, span, message));
    }
}

/// What a field has that the dialect has not.
type Form = Option<(Span, &'static str)>;

fn not_in_seed(context: &Context<'_>, field: &Field) -> Form {
    match field.kind {
        Type::Customize => return Some((field.keyword, "`customize`")),
        Type::Ref => return Some((field.keyword, "`ref`")),
        _ => {}
    }
    let subtype = field.subtype.map(|span| (span, "types of elements"));
    let flags = field.flags.map(|span| (span, "flags"));
    not_in_toolbox(context, field).or(subtype).or(flags)
}

fn not_in_toolbox(context: &Context<'_>, field: &Field) -> Form {
    if field.kind == Type::Include {
        return Some((field.keyword, "`@include`"));
    }
    let nested = field.subtype.filter(|span| context.syntax.str(*span).contains(['<', '[']));
    let repeated = field
        .flags
        .filter(|span| context.syntax.str(*span).bytes().all(|byte| byte.is_ascii_digit()));
    let patches = field.patches.map(|(span, _)| (span, "ranges of patches"));
    let nested = nested.map(|span| (span, "arrays of arrays"));
    let repeated = repeated.map(|span| (span, "repeated types"));
    let init = field.init.map(|span| (span, "values for fields"));
    patches.or(nested).or(repeated).or(init)
}

fn not_in_protojs(context: &Context<'_>, field: &Field) -> Form {
    match field.kind {
        Type::Count | Type::Offset | Type::Ref => Some((field.keyword, "meta fields")),
        _ if field.has_flag(context.syntax, "interleaved") => {
            Some((field.flags?, "interleaved arrays"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check_as, check_none};
    use super::*;

    const ALL: &str = "@include S_A.1.def\nref a\ncustomize c\narray<int32> a ^86\n\
        array<array<byte>> b\nbyte[5] d\nint32 e=1\narray[interleaved] f\n- int32 x\n";

    #[test]
    fn each_dialect_has_its_own_forms() {
        let own = &[&OTHER_DIALECT];
        check_as(
            Dialect::Seed,
            own,
            ALL,
            &expect![[r#"
            1 `@include` hint: the first description of the language has no `@include`
            2 `ref` hint: the first description of the language has no `ref`
            3 `customize` hint: the first description of the language has no `customize`
            4 `^86` hint: the first description of the language has no ranges of patches
            5 `array<byte>` hint: the first description of the language has no arrays of arrays
            6 `5` hint: the first description of the language has no repeated types
            7 `1` hint: the first description of the language has no values for fields
            8 `interleaved` hint: the first description of the language has no flags
        "#]],
        );
        check_as(
            Dialect::Toolbox,
            own,
            ALL,
            &expect![[r#"
            1 `@include` hint: toolbox has no `@include`
            4 `^86` hint: toolbox has no ranges of patches
            5 `array<byte>` hint: toolbox has no arrays of arrays
            6 `5` hint: toolbox has no repeated types
            7 `1` hint: toolbox has no values for fields
        "#]],
        );
        check_as(
            Dialect::Protojs,
            own,
            ALL,
            &expect![[r#"
            2 `ref` hint: protojs has no meta fields
            8 `interleaved` hint: protojs has no interleaved arrays
        "#]],
        );
    }

    #[test]
    fn where_none_is_chosen_nothing_is_said() {
        check_none(&[&OTHER_DIALECT], &[ALL]);
    }
}
