//! What a proposal would come to: how many problems there are and how many route tests hold, now and
//! with it.

use landwright_core::check::area::check_around_watched;
use landwright_core::problem::{Problem, Severity};
use landwright_core::project::Project;
use landwright_core::project::verdict::Checked;
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::NodeId;
use landwright_core::world::area::places::Places;

use super::check;
use crate::job::Progress;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// Of all of the area, or only around what would change.
    pub is_of_all: bool,
    pub now: State,
    pub then: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Errors and warnings.
    pub n_problems: usize,
    pub n_hints: usize,
    /// How many route tests hold, and how many there are; `None` where these changed since.
    pub tests: Option<[usize; 2]>,
}

/// Where problems are looked for.
#[derive(Debug, Clone)]
pub(super) enum Extent {
    Everything,
    Around(Vec<NodeId>),
}

/// What problems are judged by.
pub(super) struct Surroundings<'s> {
    /// How problems name the file.
    pub(super) file: String,
    pub(super) project: Project,
    pub(super) geometry: &'s Geometry,
}

impl Outlook {
    /// `None` where it was cancelled.
    pub(super) fn of(
        surroundings: &Surroundings<'_>,
        [now, then]: [&Area; 2],
        extent: &Extent,
        progress: &Progress,
    ) -> Option<Outlook> {
        let is_of_all = matches!(extent, Extent::Everything);
        let now = surroundings.state(now, extent, progress)?;
        let then = surroundings.state(then, extent, progress)?;
        Some(Outlook { is_of_all, now, then })
    }

    /// As the panel shows it, line by line.
    pub fn in_words(&self) -> Vec<String> {
        let Outlook { is_of_all, now, then } = self;
        let place = if *is_of_all { "" } else { " around it" };
        let line = |what: &str, now: usize, then: usize| {
            (now + then > 0).then(|| format!("{what}{place}: {now} now, {then} after"))
        };
        let problems = line("Errors and warnings", now.n_problems, then.n_problems);
        let problems = problems.unwrap_or_else(|| format!("No errors and warnings{place}"));
        let hints = line("Hints", now.n_hints, then.n_hints);
        let tests = now.tests.zip(then.tests).filter(|([_, of], _)| *of > 0);
        let tests = tests.map(|([now, of], [then, _])| {
            format!("Passing route tests: {now} of {of} now, {then} of {of} after")
        });
        [Some(problems), hints, tests].into_iter().flatten().collect()
    }

    /// What tests come to is not known any more.
    pub(super) fn forget_tests(&mut self) {
        (self.now.tests, self.then.tests) = (None, None);
    }
}

impl Surroundings<'_> {
    fn state(&self, area: &Area, extent: &Extent, progress: &Progress) -> Option<State> {
        let problems = self.problems(area, extent, progress)?;
        let is_hint = |problem: &&Problem| problem.severity < Severity::Warning;
        let n_hints = problems.iter().filter(is_hint).count();
        let n_problems = problems.len() - n_hints;
        let tests = Some(tests_that_hold(area, progress)?);
        Some(State { n_problems, n_hints, tests })
    }

    fn problems(&self, area: &Area, extent: &Extent, progress: &Progress) -> Option<Vec<Problem>> {
        let (file, geometry) = (&self.file, self.geometry);
        let found = match extent {
            Extent::Everything => check::all(file, area, geometry, progress)?,
            Extent::Around(nodes) => {
                let watcher = &mut progress.watcher();
                check_around_watched(file, area, geometry, nodes, watcher).continue_value()?
            }
        };
        // What is of no use is told by the check of the area as it is.
        let partly = Checked { files: &[], rules: &[], line_of: &|_, _| None };
        Some(self.project.apply(found, &partly))
    }
}

fn tests_that_hold(area: &Area, progress: &Progress) -> Option<[usize; 2]> {
    let tests = area.route_tests().as_slice();
    if tests.is_empty() {
        return Some([0, 0]);
    }
    let places = Places::of(area);
    let mut n_hold = 0;
    for (test, nth) in tests.iter().zip(0..) {
        progress.report(nth, tests.len() as u64);
        if progress.is_cancelled() {
            return None;
        }
        n_hold += usize::from(test.run(area, &places).1);
    }
    Some([n_hold, tests.len()])
}
