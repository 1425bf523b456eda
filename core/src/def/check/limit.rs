//! Files and fields beyond any that the game has.

use crate::def::catalogue::Definition;
use crate::def::syntax::{Fault, MAX_DEPTH, MAX_LEN};
use crate::problem::{Place, Problem, Rule, Severity};

pub(super) const TOO_LONG: Rule = Rule {
    code: "def-too-long",
    severity: Severity::Error,
    title: "Definition too long",
    explanation: "\
This file has more than a million bytes and was not read. The longest definition of the game has \
ten thousand. It is probably a different kind of file with the name of a definition.",
};

pub(super) const TOO_DEEP: Rule = Rule {
    code: "def-too-deep",
    severity: Severity::Error,
    title: "Field nested too deeply",
    explanation: "\
This line has more dashes than any definition needs, and was skipped. The deepest real field has \
three. Check whether a line was copied onto its own end.",
};

pub(super) fn check(definition: &Definition, problems: &mut Vec<Problem>) {
    for fault in definition.syntax.faults() {
        let (rule, message) = match fault.fault {
            Fault::TooLong => (&TOO_LONG, format!("a definition has at most {MAX_LEN} bytes")),
            Fault::TooDeep => (&TOO_DEEP, format!("a field has at most {MAX_DEPTH} dashes")),
            _ => continue,
        };
        let place = Place::text(&*definition.path, fault.span.range());
        problems.push(Problem::new(rule, place, message));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::check;
    use super::*;

    #[test]
    fn a_file_that_is_too_long_is_one_problem() {
        let text = format!("# long\n{}", "int32 a\n".repeat(MAX_LEN / 8));
        check(
            &[&TOO_LONG],
            &text,
            &expect![[r#"
                1 `# long` error: a definition has at most 1048576 bytes
            "#]],
        );
    }

    #[test]
    fn a_field_that_is_too_deep_is_a_problem_at_its_dashes() {
        let stairs: Vec<_> =
            (0..MAX_DEPTH + 2).map(|n| format!("{}array a", "-".repeat(n))).collect();
        let dashes = "-".repeat(MAX_DEPTH + 1);
        let fixture = stairs.join("\n");
        let catalogue = crate::def::fixture::Fixture::parse(&fixture).catalogue();
        let problems = super::super::all(&catalogue);
        let found = problems.iter().find(|problem| problem.code == TOO_DEEP.code).unwrap();
        let at = fixture.find(&dashes).unwrap();
        assert_eq!(found.place, Place::text("S_TEST.1.def", at..at + dashes.len()));
    }
}
