//! Where the server meets the `.def` language: what is wrong with a file, and what is recorded of it.
//!
//! Nothing here is analysed; the language itself is `landwright_core`'s.

use std::path::Path;

use landwright_core::def::capture::{self, Capture, Findings};
use landwright_core::def::{self, Catalogue};
use landwright_core::problem::Problem;

use crate::kind::Kind;
use crate::project;
use crate::world::Snapshot;

/// The problems of the snapshot's file, as far as its project wants to hear of it.
pub fn problems(snapshot: &Snapshot) -> Vec<Problem> {
    problems_with(snapshot, snapshot.catalogue())
}

/// The same if the catalogue were this one.
pub fn problems_with(snapshot: &Snapshot, catalogue: &Catalogue) -> Vec<Problem> {
    let file = &snapshot.file;
    let mut problems = match file.kind {
        _ if file.skipped.is_some() => {
            file.skipped.iter().map(|why| def::skipped::problem(snapshot.path(), why)).collect()
        }
        Kind::Project => {
            let path = Path::new(file.key.as_str());
            let (project, mut problems) = project::parse(path, &file.text);
            problems.extend(project.missing_roots());
            problems
        }
        Kind::Capture => of_captures(snapshot, catalogue),
        _ => {
            let mut problems = def::check::file(snapshot.path(), catalogue);
            problems.extend(of_captures(snapshot, catalogue));
            problems
        }
    };
    // A new file has no name yet that could be wrong.
    if file.key.path().is_none() {
        problems.retain(|problem| problem.code != "def-file-name");
    }
    match &snapshot.project {
        Some(project) if !problems.is_empty() => project::apply(project, file, problems),
        _ => problems,
    }
}

/// What captures say of a definition, or definitions of a capture.
fn of_captures(snapshot: &Snapshot, catalogue: &Catalogue) -> Vec<Problem> {
    let findings = match &snapshot.file.capture {
        Some(capture) => capture::check(&[capture], catalogue),
        None => seen_with(snapshot, catalogue),
    };
    let mut problems = findings.problems;
    problems.retain(|problem| problem.place.file == snapshot.path());
    problems
}

/// The snapshot's definition as the recorded packets of it have it.
pub fn seen(snapshot: &Snapshot) -> Findings {
    seen_with(snapshot, snapshot.catalogue())
}

fn seen_with(snapshot: &Snapshot, catalogue: &Catalogue) -> Findings {
    let Some(definition) = catalogue.definition(snapshot.path()) else {
        return Findings::default();
    };
    capture::check_definition(definition, &captures(snapshot), catalogue)
}

/// The recorded packets of all files.
pub fn captures(snapshot: &Snapshot) -> Vec<&Capture> {
    let files = snapshot.world.captures.iter();
    files.filter_map(|(_, file)| file.capture.as_ref()).collect()
}
