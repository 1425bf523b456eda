//! What stands between `[` and `]`: `interleaved` on an array, or a number.

use super::context::Context;
use crate::def::types::Type;
use crate::problem::nearest::nearest;
use crate::problem::{Problem, Rule, Severity, TextEdit};

pub(super) const UNKNOWN_FLAG: Rule = Rule {
    code: "def-unknown-flag",
    severity: Severity::Warning,
    title: "Unknown flag",
    explanation: "\
Two things may be between `[` and `]`. One is `interleaved`, for an array whose elements alternate \
with those of the array next to it. The other, in protojs, is how often a type is repeated: \
`byte[5]`. Other words are ignored, so a misspelled flag silently does nothing.",
};

const INTERLEAVED: &str = "interleaved";

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (_, field) in context.syntax.fields().filter(|(_, field)| field.kind != Type::Unknown) {
        let Some(flags) = field.flags else { continue };
        let found = context.syntax.str(flags);
        let is_number = found.bytes().all(|byte| byte.is_ascii_digit());
        let is_known = match field.kind {
            Type::Array => is_number || found.split(',').all(|flag| flag.trim() == INTERLEAVED),
            _ => is_number,
        };
        if is_known {
            continue;
        }
        let message = match field.kind {
            Type::Array => format!("`{found}` is not a flag of an array; `{INTERLEAVED}` is"),
            _ => format!("only an array can be `{found}`"),
        };
        let mut problem = context.problem(&UNKNOWN_FLAG, flags, message);
        if field.kind == Type::Array && nearest(found, [INTERLEAVED]).is_some() {
            let edit = TextEdit::replace(flags.range(), INTERLEAVED);
            let title = format!("Change `{found}` to `{INTERLEAVED}`");
            problem.fixes.push(context.layout_fix(title, vec![edit]));
        }
        let rest = field.ty.end as usize;
        let start = context.syntax.text().get(..flags.start as usize).and_then(|s| s.rfind('['));
        let edit = TextEdit::delete(start.unwrap_or(flags.start as usize)..rest);
        problem.fixes.push(context.fix(format!("Remove `[{found}]`"), vec![edit]).one_by_one());
        problems.push(problem);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn a_flag_with_a_slip_is_mended() {
        check(
            &[&UNKNOWN_FLAG],
            "array[interleave] a\n- int32 b\n",
            &expect![[r#"
            1 `interleave` warning: `interleave` is not a flag of an array; `interleaved` is
              Change `interleave` to `interleaved` (changes the layout)
                | array[interleaved] a
                | - int32 b
              Remove `[interleave]`
                | array a
                | - int32 b
        "#]],
        );
        check(
            &[&UNKNOWN_FLAG],
            "int32[interleaved] a\n",
            &expect![[r#"
            1 `interleaved` warning: only an array can be `interleaved`
              Remove `[interleaved]`
                | int32 a
        "#]],
        );
    }

    #[test]
    fn known_flags_and_numbers_are_fine() {
        check_none(&[&UNKNOWN_FLAG], &["array<int32>[interleaved] a", "byte[5] a", "array[2] a"]);
    }
}
