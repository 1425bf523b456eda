//! Lines that are more than one level deeper than the one above.

use super::context::Context;
use super::edit::cut_dashes;
use crate::def::Dialect;
use crate::problem::{Problem, Rule, Severity};

pub(super) const DEPTH_JUMP: Rule = Rule {
    code: "def-depth-jump",
    severity: Severity::Warning,
    title: "More than one level deeper than the line above",
    explanation: "\
Each dash is one level, and a line can only be one level deeper than the line above it. Toolbox \
and related parsers warn and read the line as one level deeper. protojs rejects the file, so there \
it is an error.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    for (_, field) in context.syntax.fields() {
        if field.is_misplaced || field.n_dashes <= field.depth {
            continue;
        }
        let (found, depth) = (field.n_dashes, field.depth);
        let dashes = if depth == 1 { "1 dash is" } else { &format!("{depth} dashes are") };
        let message = format!("{found} dashes, where at most {dashes} possible");
        let mut problem = context.problem(&DEPTH_JUMP, field.dashes, message);
        if context.dialect == Dialect::Protojs {
            problem.severity = Severity::Error;
        }
        let edits = cut_dashes(context.syntax, field, depth).into_iter().collect();
        problems.push(problem.with_fix(context.fix("Remove the extra dashes", edits)));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_as, check_none};
    use super::*;

    #[test]
    fn extra_dashes_go_and_the_layout_stays() {
        check(
            &[&DEPTH_JUMP],
            "array a\n- - array b\n- - int32 c\n- int32 d\n",
            &expect![[r#"
            2 `- -` warning: 2 dashes, where at most 1 dash is possible
              Remove the extra dashes
                | array a
                | - array b
                | - - int32 c
                | - int32 d
        "#]],
        );
    }

    #[test]
    fn protojs_refuses_it() {
        check_as(
            Dialect::Protojs,
            &[&DEPTH_JUMP],
            "array a\n--- int32 b\n",
            &expect![[r#"
            2 `---` error: 3 dashes, where at most 1 dash is possible
              Remove the extra dashes
                | array a
                | - int32 b
        "#]],
        );
    }

    #[test]
    fn one_level_deeper_is_fine() {
        check_none(&[&DEPTH_JUMP], &["array a\n- array b\n- - int32 c\nint32 d", "- - int32 a"]);
    }
}
