//! Fields below nothing, and below fields that can't have any.

use super::context::Context;
use super::edit::cut_dashes;
use crate::def::syntax::{Field, FieldId};
use crate::def::types::Type;
use crate::problem::{Problem, Rule, Severity, TextEdit};

pub(super) const UNDER_NOTHING: Rule = Rule {
    code: "def-under-nothing",
    severity: Severity::Error,
    title: "Dashes below nothing",
    explanation: "\
A dash puts a field below the `array` or `object` above it, but above this one there is none. \
Toolbox and related parsers crash on such a line, and then load no other definitions either.",
};

pub(super) const UNDER_SCALAR: Rule = Rule {
    code: "def-under-scalar",
    severity: Severity::Error,
    title: "Fields below a field that can't have any",
    explanation: "\
A dash puts a field below the one above it, but only an `array` or an `object` can have fields. \
Toolbox and related parsers crash on such a line, and then load no other definitions either.

Either there is a dash too many, or the line above should be an array or an object.",
};

pub(super) fn check(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let mut next = 0;
    for (id, field) in context.syntax.fields() {
        if id.0 < next || !field.is_misplaced {
            continue;
        }
        let run = run(context, id, field);
        next = run.last().map_or(0, |last| last.0 + 1);
        let parent = field.parent.and_then(|parent| context.syntax.field(parent));
        let n_lines = match run.len() {
            1 => "this line is".to_owned(),
            n => format!("these {n} lines are"),
        };
        let (rule, message) = match parent {
            None => (&UNDER_NOTHING, format!("{n_lines} below nothing")),
            // That it is unknown is said already; it may well be meant as an array.
            Some(parent) if parent.kind == Type::Unknown => continue,
            Some(parent) => {
                let above = context.declaration(parent);
                (&UNDER_SCALAR, format!("{n_lines} below `{above}`, which can't have fields"))
            }
        };
        let title = if run.len() == 1 { "Move it one level up" } else { "Move them one level up" };
        let fix = context.layout_fix(title, outdent(context, &run));
        problems.push(context.problem(rule, field.dashes, message).with_fix(fix));
    }
}

/// The misplaced fields that follow each other under the same one, with all below them.
fn run(context: &Context<'_>, first: FieldId, field: &Field) -> Vec<FieldId> {
    let mut run: Vec<FieldId> = context.syntax.subtree(first).collect();
    let mut last = run.last().copied().unwrap_or(first);
    loop {
        let next = FieldId(last.0 + 1);
        let follows = |other: &&Field| other.is_misplaced && other.parent == field.parent;
        if context.syntax.field(next).filter(follows).is_none() {
            return run;
        }
        run.extend(context.syntax.subtree(next));
        last = run.last().copied().unwrap_or(next);
    }
}

fn outdent(context: &Context<'_>, run: &[FieldId]) -> Vec<TextEdit> {
    let fields = run.iter().filter_map(|id| context.syntax.field(*id));
    fields
        .filter_map(|field| cut_dashes(context.syntax, field, field.depth.saturating_sub(1)))
        .collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    const BOTH: &[&Rule] = &[&UNDER_NOTHING, &UNDER_SCALAR];

    #[test]
    fn lines_below_nothing_lose_a_dash() {
        check(
            BOTH,
            "- int32 x\n- array y\n- - int32 z\nint32 w\n",
            &expect![[r#"
                1 `-` error: these 3 lines are below nothing
                  Move them one level up (changes the layout)
                    | int32 x
                    | array y
                    | - int32 z
                    | int32 w
            "#]],
        );
        check(
            BOTH,
            "# c\n- - int32 x\n",
            &expect![[r#"
                2 `- -` error: this line is below nothing
                  Move it one level up (changes the layout)
                    | # c
                    | int32 x
            "#]],
        );
    }

    #[test]
    fn lines_below_a_scalar_lose_a_dash() {
        check(
            BOTH,
            "array a\n- int32 b\n- - int32 c\n- - int32 d\nint32 e\n",
            &expect![[r#"
                3 `- -` error: these 2 lines are below `int32 b`, which can't have fields
                  Move them one level up (changes the layout)
                    | array a
                    | - int32 b
                    | - int32 c
                    | - int32 d
                    | int32 e
            "#]],
        );
    }

    #[test]
    fn below_an_unknown_type_anything_may_be_meant() {
        check_none(BOTH, &["arry a\n- int32 b", "object a\n- array b\n- - int32 c\n- int32 d"]);
    }
}
