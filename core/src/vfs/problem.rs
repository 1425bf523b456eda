//! What became of a save that was interrupted, as problems that every list of problems can hold.

use std::path::Path;

use super::save::recover::{Recovery, Stuck};
use crate::problem::{Place, Problem, Rule, Severity};

pub const RULES: &[&Rule] =
    &[&SAVE_FINISHED, &SAVE_UNDONE, &SAVE_CLEARED, &SAVE_STUCK, &SAVE_LEFT, &SAVE_KEPT];

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
The program or the machine stopped before all files of a save were written, or just before a \
save was through. Files with passing names, which start with `.landwright-`, were removed when \
their folder was opened again: unfinished new ones, and old ones whose bytes are in another file \
or in a backup.

The files themselves are as they were before that save, or as it left them.",
};

pub const SAVE_UNDONE: Rule = Rule {
    code: "save-undone",
    severity: Severity::Warning,
    title: "Interrupted save undone",
    explanation: "\
Several files were being saved as one when the program or the machine stopped. The new bytes of \
some are gone since, so the others were given their old bytes back when their folder was opened \
again: the files belong together.

The new bytes that this file had are in .landwright/backups beside it.",
};

pub const SAVE_LEFT: Rule = Rule {
    code: "save-left",
    severity: Severity::Warning,
    title: "Old bytes that an interrupted save left",
    explanation: "\
The program or the machine stopped while files were saved or deleted. A file with a passing name, \
`.landwright-….old`, holds what one of them was before, and no other file in its folder and no \
backup has these bytes. Nobody knows any more which file that was.

Copy or rename it to what it was if you need it, or else delete it.",
};

pub const SAVE_KEPT: Rule = Rule {
    code: "save-kept",
    severity: Severity::Warning,
    title: "Bytes of another program kept",
    explanation: "\
Another program wrote to this file in the very moment in which a save replaced it, and then the \
program or the machine stopped. The file has the bytes of the save; those of the other program are \
in .landwright/backups beside it, as the newest backup.",
};

pub const SAVE_STUCK: Rule = Rule {
    code: "save-stuck",
    severity: Severity::Error,
    title: "Interrupted save that nobody can finish",
    explanation: "\
Several files were being saved as one when the program or the machine stopped, and it can't be \
told any more how that should end: a file was changed since, bytes are gone, or the record of \
the save is damaged or belongs to another version of Landwright. Nothing was touched.

Where the message says that another folder has no copy of the record, that folder may have been \
moved, or its disk is not connected. Put it back where it was, and the next command finishes the \
save.

Until that is settled, nothing is saved in that folder, and every command says so.

The record is a text file that names every file of the save as `target`, its new bytes as `new` \
and its old bytes as `original`; these have passing names that start with `.landwright-` and \
stand beside the target. Paths begin at the folder above the record's own; `%` and two hex digits \
are a byte of a name. Where the record can't be read, look for those names. Copy what you need \
over the targets, and then delete the record and the files with passing names.",
};

/// One for each file that was mended or cleared away, and for each record that is left.
pub fn problems_of(recovery: &Recovery) -> Vec<Problem> {
    let of = |rule: &'static Rule, path: &Path, message: String| {
        Problem::new(rule, Place::file(path.display().to_string()), message)
    };
    let mut problems = Vec::new();
    for file in &recovery.finished {
        let message = "its save had been interrupted and was finished: it has its new bytes now";
        problems.push(of(&SAVE_FINISHED, file, message.to_owned()));
    }
    for (file, backup) in &recovery.undone {
        let message = format!(
            "its save had been interrupted, and new bytes of other files are gone: it has its old \
             bytes again, the new ones are in {}",
            backup.display()
        );
        problems.push(of(&SAVE_UNDONE, file, message));
    }
    for (file, backup) in &recovery.kept {
        let message = format!(
            "another program wrote to it while a save replaced it; what that wrote is in {}",
            backup.display()
        );
        problems.push(of(&SAVE_KEPT, file, message));
    }
    for file in &recovery.removed {
        let message = "was left by a save that was interrupted, and was removed";
        problems.push(of(&SAVE_CLEARED, file, message.to_owned()));
    }
    for file in &recovery.left {
        let message = "was left by a save or deletion that was interrupted and holds old bytes that \
                       no other file here has; rename it to what it was if you need it, or delete it";
        problems.push(of(&SAVE_LEFT, file, message.to_owned()));
    }
    for Stuck { record, why } in &recovery.stuck {
        let message = format!(
            "the record of an interrupted save {why}; nothing was touched: the new bytes are in \
             `.landwright-….new` beside the files, the old ones in `.landwright-….old`; copy what \
             you need, and then delete this record and those files"
        );
        problems.push(of(&SAVE_STUCK, record, message));
    }
    problems
}
