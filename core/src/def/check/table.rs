//! `revisions.json` and `deprecated.json` that are no JSON.

use crate::def::catalogue::TableFault;
use crate::problem::{Place, Problem, Rule, Severity};

pub(super) const BROKEN_TABLE: Rule = Rule {
    code: "def-broken-table",
    severity: Severity::Error,
    title: "Table that can't be read",
    explanation: "\
`revisions.json` and `deprecated.json` hold one JSON object each. This one has an error at the \
marked place, so nothing in it is used. The patch of each map, or the retired versions of packets, \
are unknown. JSON has no comments and no comma after the last entry.",
};

pub(super) fn check(path: &str, fault: Option<&TableFault>) -> Vec<Problem> {
    let problem = |fault: &TableFault| {
        let place = Place::text(path, fault.offset..fault.offset);
        Problem::new(&BROKEN_TABLE, place, fault.message.clone())
    };
    fault.map(problem).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn broken_json_is_a_problem_where_it_breaks() {
        let fixture = "//- map/revisions.json\n{\n  \"1\": oh\n}\n//- deprecated.json\n[]\n";
        check(
            &[&BROKEN_TABLE],
            fixture,
            &expect![[r#"
            1 `` error: invalid type: sequence, expected a map at line 1 column 0
            2 `` error: expected value at line 2 column 8
        "#]],
        );
        check_none(&[&BROKEN_TABLE], &["//- revisions.json\n{\"1\": \"98.02\"}"]);
    }
}
