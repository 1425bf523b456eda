//! Forms that the parser for which a definition is written does not have.

use super::context::Context;
use super::limit::{TOO_DEEP, TOO_LONG};
use crate::def::Dialect;
use crate::def::parsers;
use crate::problem::{Problem, Rule, Severity, Spot};

pub(super) const OTHER_DIALECT: Rule = Rule {
    code: "def-other-dialect",
    severity: Severity::Error,
    title: "Syntax that the chosen parser does not read",
    explanation: "\
Several parsers read definitions. They share the basic form of a line, but each has its own \
extensions. Toolbox has `ref`, `customize` and `array<int32>`. protojs has `@include`, ranges of \
patches and repeated types, but no meta fields. The parser that this project is set to drops this \
line, or does not load the definition at all.

The dialect is a setting of the project; with `auto` nothing is reported.",
};

/// Bounds of ours, which no parser has.
const OURS: &[&str] = &[TOO_LONG.code, TOO_DEEP.code];

/// What other rules have called an error already is not said again.
pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let chosen = context.catalogue.settings().dialect;
    if chosen == Dialect::Auto {
        return;
    }
    let refusals = parsers::refusals(context.catalogue, context.definition, chosen);
    // The errors are those of the chosen parser. What it loads all the same is a warning.
    for problem in problems.iter_mut().filter(|problem| problem.severity == Severity::Error) {
        let Spot::Text { start, .. } = problem.place.spot else { continue };
        let line = context.syntax.line_at(start);
        let is_ours = OURS.contains(&problem.code);
        if !is_ours && refusals.iter().all(|refusal| refusal.line as usize != line) {
            problem.severity = Severity::Warning;
        }
    }
    let told: Vec<usize> = problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .filter_map(|problem| match problem.place.spot {
            Spot::Text { start, .. } => Some(context.syntax.line_at(start)),
            _ => None,
        })
        .collect();
    for refusal in refusals {
        if !told.contains(&(refusal.line as usize)) {
            let message = refusal.sentence(chosen);
            problems.push(context.problem(&OTHER_DIALECT, refusal.span, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check_as, check_none};
    use super::*;

    const ALL: &str = "//- S_B.1.def\n@include S_A.1.def\nref a\ncustomize c\n\
        array<int32> a ^86\narray<array<byte>> b\nbyte[5] d\nint32 e=1\n\
        array[interleaved] f\n- int32 x\n//- S_A.1.def\nbyte z\n";

    #[test]
    fn each_dialect_has_its_own_forms() {
        let own = &[&OTHER_DIALECT];
        check_as(
            Dialect::Seed,
            own,
            ALL,
            &expect![[r#"
            1 `@include` error: the first parser has no `@include`; it can't use the definition
            2 `ref` error: the first parser has no `ref`; it can't use the definition
            3 `customize` error: the first parser has no `customize`; it can't use the definition
            4 `^86` error: the first parser has no ranges of patches; it skips the line
            6 `5` error: the first parser has no repeated types; it can't use the definition
            7 `1` error: the first parser has no values for fields; it reads something different there
        "#]],
        );
        check_as(
            Dialect::Toolbox,
            own,
            ALL,
            &expect![[r#"
            1 `@include` error: toolbox has no `@include`; it can't use the definition
            4 `^86` error: toolbox has no ranges of patches; it skips the line
            6 `5` error: toolbox has no repeated types; it reads something different there
            7 `1` error: toolbox has no values for fields; it can't use the definition
        "#]],
        );
        check_as(
            Dialect::Protojs,
            own,
            ALL,
            &expect![[r#"
            2 `ref` error: protojs has no `ref`; it can't use the definition
            8 `interleaved` error: protojs has no flags; it can't use the definition
        "#]],
        );
    }

    #[test]
    fn where_none_is_chosen_nothing_is_said() {
        check_none(&[&OTHER_DIALECT], &[ALL]);
    }
}
