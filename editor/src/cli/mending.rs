//! What `check --fix` does to a document, and what it says of that.

use landwright_core::check::mend::{self, Bytes, Done, Left, Mendable, Mended};
use landwright_core::problem::counted::counted;
use landwright_core::problem::report::words_for;
use landwright_core::problem::{Problem, Severity};
use serde_json::{Value, json};

use crate::cli::outcome::Failure;
use crate::cli::output::complain;

/// More fixes than this are only counted where they are reported.
const MAX_NOTES: usize = 20;

/// Whether fixes are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Mending {
    No,
    /// They are listed, and nothing is written.
    Dry,
    Yes,
}

impl Mending {
    /// Everything that has to be known of each fix; `None` where none is done.
    pub(in crate::cli) fn bytes(self) -> Option<Bytes> {
        match self {
            Mending::No => None,
            Mending::Dry => Some(Bytes::Counted),
            Mending::Yes => Some(Bytes::NotAsked),
        }
    }
}

/// A document that was checked, and mended where that was asked for.
pub(in crate::cli) struct Checked {
    pub(in crate::cli) found: Found,
    /// Why what was mended was not saved.
    pub(in crate::cli) failure: Option<Failure>,
}

impl Checked {
    pub(in crate::cli) fn of(found: Found) -> Checked {
        Checked { found, failure: None }
    }
}

/// Checks a document of any kind, and mends and saves it where that was asked for. `found` gives what
/// is wrong with it, as its project sees that. `save` writes it, and answers with what else was
/// written.
pub(in crate::cli) fn check<D: Mendable>(
    (document, name): (&D, &str),
    mending: Mending,
    mut found: impl FnMut(&D) -> Vec<Problem>,
    save: impl FnOnce(&D) -> Result<String, Failure>,
) -> Checked {
    let Some(bytes) = mending.bytes() else {
        return Checked::of(Found::of_problems(found(document)));
    };
    let mended = mend::mend(document, bytes, found);
    if mending == Mending::Dry || mended.done.is_empty() {
        return Checked::of(Found::of(mended));
    }
    match save(&mended.document) {
        Ok(more) => {
            let found = Found::of(mended);
            found.tell(name, &more);
            Checked::of(found)
        }
        Err(failure) => {
            Checked { found: Found::of_problems(mended.before), failure: Some(failure) }
        }
    }
}

/// The findings in a document, and the actions done to it.
#[derive(Debug, Default)]
pub(in crate::cli) struct Found {
    n_before: usize,
    pub(super) problems: Vec<Problem>,
    pub(super) done: Vec<Done>,
    pub(super) left: Vec<Left>,
}

impl Found {
    pub(in crate::cli) fn of_problems(problems: Vec<Problem>) -> Found {
        Found { problems, ..Found::default() }
    }

    /// Of a document whose fixes a person chooses one by one.
    pub(in crate::cli) fn of_one_by_one(problems: Vec<Problem>) -> Found {
        Found { left: mend::all_left(&problems), problems, ..Found::default() }
    }

    fn of<D>(mended: Mended<D>) -> Found {
        let Mended { done, left, before, problems, .. } = mended;
        Found { n_before: before.len(), problems, done, left }
    }

    /// Says of a document that was saved what was done to it.
    fn tell(&self, name: &str, more: &str) {
        let notes = self.done.iter().flat_map(|done| {
            let Done { title, notes, .. } = done;
            notes.iter().map(move |note| format!("note: {name}: {title}: {note}{}", at(done)))
        });
        let notes: Vec<String> = notes.collect();
        notes.iter().take(MAX_NOTES).for_each(|note| complain(note));
        if let Some(n_more) = notes.len().checked_sub(MAX_NOTES).filter(|n| *n > 0) {
            complain(&format!(
                "note: {name}: {n_more} more notes; --fix --dry-run lists all fixes"
            ));
        }
        let n_before = counted(self.n_before, "problem", "problems");
        complain(&format!("{name}: fixed, {n_before} before, {} now{more}", self.problems.len()));
    }

    pub(in crate::cli) fn add(&mut self, other: Found) {
        self.problems.extend(other.problems);
        self.done.extend(other.done);
        self.left.extend(other.left);
    }
}

fn at(done: &Done) -> String {
    words_for(&done.place.spot).map(|spot| format!(" ({spot})")).unwrap_or_default()
}

/// What `--fix` left, although there is a fix for it.
pub(in crate::cli) fn tell_what_stays(problems: &[Problem], left: &[Left]) {
    for line in mend::in_words(left) {
        complain(&format!("note: {line}"));
    }
    let is_minor = |problem: &&Problem| problem.severity < Severity::Warning;
    let n_minor = problems.iter().filter(is_minor).filter(|p| !p.fixes.is_empty()).count();
    if n_minor > 0 {
        let what =
            counted(n_minor, "hint or information with a fix", "hints and information with a fix");
        complain(&format!(
            "note: {what} left; --fix fixes errors and warnings. To include a rule, raise its \
             severity in landwright.toml"
        ));
    }
}

/// The fixes of a dry run, for programs.
pub(in crate::cli) fn to_json(done: &[Done]) -> Value {
    let fix = |done: &Done| {
        let Done { code, place, lost, gained, bytes, .. } = done;
        let (file, place) = (&place.file, &place.spot);
        json!({
            "code": code, "file": file, "place": place,
            "lost": lost, "gained": gained, "bytes": bytes,
        })
    };
    json!({ "version": 1, "fixes": done.iter().map(fix).collect::<Vec<_>>() })
}

/// The same as a table with tabs.
pub(in crate::cli) fn to_text(done: &[Done]) -> String {
    let mut text = "code\tplace\tlost\tgained\tbytes\n".to_owned();
    for done in done {
        let Done { code, place, lost, gained, bytes, .. } = done;
        let file = &place.file;
        let place = match words_for(&place.spot) {
            Some(spot) => format!("{file}: {spot}"),
            None => file.clone(),
        };
        text += &format!("{code}\t{place}\t{lost}\t{gained}\t{bytes}\n");
    }
    text
}
