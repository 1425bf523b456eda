//! What was found so far, and how much more of it there is.

use std::collections::BTreeMap;

use crate::problem::{Fix, Place, Problem, Rule, Severity};

/// A rule that finds more places than this only counts on: nobody reads them one by one.
const MAX_MINOR: usize = 1000;

/// The same for errors and warnings, which programs read and mend.
const MAX_PLACES: usize = 20_000;

/// Problems of a document.
#[derive(Default)]
pub(super) struct Found {
    problems: Vec<Problem>,
    counts: BTreeMap<&'static str, (&'static Rule, usize)>,
}

/// How many places of a rule are listed.
fn most_of(rule: &Rule) -> usize {
    if rule.severity >= Severity::Warning { MAX_PLACES } else { MAX_MINOR }
}

impl Found {
    pub(super) fn add(
        &mut self,
        rule: &'static Rule,
        place: impl FnOnce() -> Place,
        problem: impl FnOnce() -> (String, Vec<Fix>),
    ) {
        let (_, count) = self.counts.entry(rule.code).or_insert((rule, 0));
        *count += 1;
        if *count <= most_of(rule) {
            let (message, fixes) = problem();
            self.problems.push(Problem { fixes, ..Problem::new(rule, place(), message) });
        }
    }

    /// What somebody else found.
    pub(super) fn push(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// All of it, with a last word on rules that found too much in a file.
    pub(super) fn finish(mut self, file: &str) -> Vec<Problem> {
        for (rule, count) in self.counts.into_values() {
            if let Some(more) = count.checked_sub(most_of(rule)).filter(|more| *more > 0) {
                self.problems.push(more_like_those(rule, file, more, most_of(rule)));
            }
        }
        self.problems
    }
}

/// A last word on places that are not listed.
pub(super) fn more_like_those(
    rule: &'static Rule,
    file: &str,
    more: usize,
    listed: usize,
) -> Problem {
    let message = format!("{more} more places like the {listed} listed ones");
    Problem { more, ..Problem::new(rule, Place::file(file), message) }
}
