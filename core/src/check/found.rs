//! What was found so far, and how much more of it there is.

use std::collections::BTreeMap;

use crate::problem::{Fix, Place, Problem, Rule};

/// A rule that finds more places than this only counts on: nobody reads them one by one.
const MAX_PLACES: usize = 1000;

/// Problems of a document.
#[derive(Default)]
pub(super) struct Found {
    problems: Vec<Problem>,
    counts: BTreeMap<&'static str, (&'static Rule, usize)>,
}

/// Whether it stands for more places than are listed.
pub(super) fn tells_of_more(problem: &Problem) -> bool {
    problem.message.ends_with(&like_those_listed())
}

fn like_those_listed() -> String {
    format!("more places like the {MAX_PLACES} that are listed")
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
        if *count <= MAX_PLACES {
            let (message, fixes) = problem();
            self.problems.push(Problem { fixes, ..Problem::new(rule, place(), message) });
        }
    }

    /// There are so many more places, which nobody lists.
    pub(super) fn count_more(&mut self, rule: &'static Rule, n: usize) {
        if n > 0 {
            self.counts.entry(rule.code).or_insert((rule, 0)).1 += n;
        }
    }

    /// What somebody else found.
    pub(super) fn push(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// All of it, with a last word on rules that found too much in a file.
    pub(super) fn finish(mut self, file: &str) -> Vec<Problem> {
        for (rule, count) in self.counts.into_values() {
            if let Some(more) = count.checked_sub(MAX_PLACES).filter(|more| *more > 0) {
                let message = format!("{more} {}", like_those_listed());
                self.problems.push(Problem::new(rule, Place::file(file), message));
            }
        }
        self.problems
    }
}
