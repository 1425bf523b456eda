//! What became of a save that was interrupted, as problems that every list of problems can hold.

use super::save::recover::{Recovery, Stuck};
use crate::problem::{Place, Problem, Rule, Severity};

pub const RULES: &[&Rule] = &[&SAVE_FINISHED, &SAVE_CLEARED, &SAVE_STUCK];

pub const SAVE_FINISHED: Rule = Rule {
    code: "save-finished",
    severity: Severity::Information,
    title: "Interrupted save finished",
    explanation: "\
Several files were being saved as one when the program or the machine stopped. All of their new \
bytes were on disk already, so this file was given its new bytes when its folder was opened again.

What it was before is in .landwright/backups beside it, unless backups are turned off.",
};

pub const SAVE_CLEARED: Rule = Rule {
    code: "save-cleared",
    severity: Severity::Information,
    title: "Unfinished save cleared away",
    explanation: "\
The program or the machine stopped before all files of a save were written. No file had been \
replaced by then, so the half-written new ones, which have passing names that start with \
`.landwright-`, were removed when their folder was opened again.

The files themselves are as they were before that save.",
};

pub const SAVE_STUCK: Rule = Rule {
    code: "save-stuck",
    severity: Severity::Error,
    title: "Interrupted save that nobody can finish",
    explanation: "\
Several files were being saved as one when the program or the machine stopped, and it can't be \
told any more how that should end: a file was changed since, bytes are gone, or the record of \
the save is damaged or belongs to another version of Landwright. Nothing was touched.

The record is a text file that names every file of the save as `target`, its new bytes as `new` \
and its old bytes as `original`; these have passing names that start with `.landwright-` and \
stand beside the target. Where the record can't be read, look for those names. Copy what you need \
over the targets, and then delete the record and the files with passing names.",
};

/// One for each file that was mended or cleared away, and for each record that is left.
pub fn problems_of(recovery: &Recovery) -> Vec<Problem> {
    let place = |path: &std::path::Path| Place::file(path.display().to_string());
    let finished = recovery.finished.iter().map(|file| {
        let message = "its save had been interrupted and was finished: it has its new bytes now";
        Problem::new(&SAVE_FINISHED, place(file), message)
    });
    let removed = recovery.removed.iter().map(|file| {
        let message = "was left by a save that was interrupted before it replaced any file, and \
                       was removed";
        Problem::new(&SAVE_CLEARED, place(file), message)
    });
    let stuck = recovery.stuck.iter().map(|Stuck { record, why }| {
        let message = format!(
            "the record of an interrupted save {why}; nothing was touched: the new bytes are in \
             `.landwright-….new` beside the files, the old ones in `.landwright-….old`; copy what \
             you need, and then delete this record and those files"
        );
        Problem::new(&SAVE_STUCK, place(record), message)
    });
    finished.chain(removed).chain(stuck).collect()
}
