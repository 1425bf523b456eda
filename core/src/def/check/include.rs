//! Includes that lead nowhere.

use super::context::Context;
use crate::def::file_name::{file_of, folder_of};
use crate::def::include::{self, Trouble};
use crate::def::types::Type;
use crate::problem::nearest::nearest;
use crate::problem::{Problem, Rule, Severity, TextEdit};

pub(super) const INCLUDE_MISSING: Rule = Rule {
    code: "def-include-missing",
    severity: Severity::Error,
    title: "Included file that is missing",
    explanation: "\
`@include` inserts the lines of a different definition. protojs looks for the file in the folder \
of the definition itself. It rejects the definition if the file, or one that it includes, is \
missing. Correct the name, or put the file into the folder.",
};

pub(super) const INCLUDE_CYCLE: Rule = Rule {
    code: "def-include-cycle",
    severity: Severity::Error,
    title: "Include that never ends",
    explanation: "\
A definition that includes itself, directly or through other files, has no end. protojs gives up \
at the sixth include of a file and rejects it. It also rejects more than five includes that make \
no circle.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    if !context.syntax.fields().any(|(_, field)| field.kind == Type::Include) {
        return;
    }
    for include in include::all(context.catalogue, context.definition) {
        let Some(trouble) = include.trouble else { continue };
        let Some(field) = context.syntax.field(include.field) else { continue };
        let name = context.syntax.str(field.name);
        let problem = match trouble {
            Trouble::Missing => missing(context, field.name, name, &include),
            Trouble::Cycle if is_own(context, name) => {
                context.problem(&INCLUDE_CYCLE, field.name, "this file includes itself")
            }
            Trouble::Cycle => {
                let message = format!("`{name}` leads back to a file that includes it");
                context.problem(&INCLUDE_CYCLE, field.name, message)
            }
            Trouble::TooMany => {
                let max = include::MAX_INCLUDES;
                let message = format!("protojs follows no more than {max} includes of a file");
                context.problem(&INCLUDE_CYCLE, field.name, message)
            }
        };
        problems.push(problem);
    }
}

fn is_own(context: &Context<'_>, name: &str) -> bool {
    include::path_of(&context.definition.path, name) == *context.definition.path
}

fn missing(
    context: &Context<'_>,
    span: crate::def::Span,
    name: &str,
    include: &include::Include,
) -> Problem {
    if let Some(file) = include.files.first() {
        let message = format!("`{}` includes a file that is missing", file_of(&file.path));
        return context.problem(&INCLUDE_MISSING, span, message);
    }
    let folder = folder_of(&context.definition.path);
    let beside = context.catalogue.definitions().filter(|it| it.path != context.definition.path);
    let beside = beside.filter(|it| folder_of(&it.path) == folder).map(|it| file_of(&it.path));
    let message = format!("there is no `{name}` beside this file");
    let problem = context.problem(&INCLUDE_MISSING, span, message);
    match nearest(name, beside) {
        Some(meant) => {
            let edits = vec![TextEdit::replace(span.range(), meant)];
            problem.with_fix(context.layout_fix(format!("Change it to `{meant}`"), edits))
        }
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    const BOTH: &[&Rule] = &[&INCLUDE_MISSING, &INCLUDE_CYCLE];

    #[test]
    fn a_file_that_is_not_there_is_an_error() {
        check(
            BOTH,
            "//- d/S_A.2.def\n@include S_A.3.def\n//- d/S_A.1.def\nint32 x\n//- S_A.3.def\nbyte b\n",
            &expect![[r#"
                1 `S_A.3.def` error: there is no `S_A.3.def` beside this file
                  Change it to `S_A.1.def` (changes the layout)
                    | @include S_A.1.def
            "#]],
        );
        check(
            BOTH,
            "//- d/S_A.3.def\n@include S_A.2.def\n//- d/S_A.2.def\n@include S_Z.9.def\n",
            &expect![[r#"
                1 `S_Z.9.def` error: there is no `S_Z.9.def` beside this file
                  Change it to `S_A.3.def` (changes the layout)
                    | @include S_A.3.def
                1 `S_A.2.def` error: `S_A.2.def` includes a file that is missing
            "#]],
        );
    }

    #[test]
    fn a_circle_is_an_error() {
        check(
            BOTH,
            "//- S_A.1.def\n@include S_A.1.def\n",
            &expect![[r#"
            1 `S_A.1.def` error: this file includes itself
        "#]],
        );
        check(
            BOTH,
            "//- S_A.1.def\n@include S_B.1.def\n//- S_B.1.def\n@include S_A.1.def\n",
            &expect![[r#"
                1 `S_B.1.def` error: `S_B.1.def` leads back to a file that includes it
                1 `S_A.1.def` error: `S_A.1.def` leads back to a file that includes it
            "#]],
        );
    }

    #[test]
    fn files_that_are_there_are_included() {
        check_none(
            BOTH,
            &["//- d/S_A.2.def\n@include S_A.1.def\nbyte b\n//- d/S_A.1.def\nint32 x\n"],
        );
    }
}
