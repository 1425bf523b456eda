//! What became of a save that was interrupted, as problems that every list of problems can hold.

use std::path::Path;

use super::save::recover::{Recovery, Stuck, Why};
use crate::problem::{Place, Problem, Rule, Severity};

pub const RULES: &[&Rule] =
    &[&SAVE_FINISHED, &SAVE_UNDONE, &SAVE_CLEARED, &SAVE_STUCK, &SAVE_LEFT, &SAVE_KEPT];

pub const SAVE_FINISHED: Rule = Rule {
    code: "save-finished",
    severity: Severity::Information,
    title: "Interrupted save finished",
    explanation: "\
The program or the machine stopped while it saved several files together. All of their new bytes \
were already on disk, so this file got its new bytes when its folder was opened again.

Its previous version is in .landwright/backups beside it, unless backups are turned off.",
};

pub const SAVE_CLEARED: Rule = Rule {
    code: "save-cleared",
    severity: Severity::Information,
    title: "Unfinished save cleaned up",
    explanation: "\
The program or the machine stopped before all files of a save were written, or just before the \
save was complete. Temporary files, whose names start with `.landwright-`, were removed when their \
folder was opened again. They were unfinished new files, and old files whose bytes are also in a \
different file or in a backup.

The actual files are as they were before that save, or as the save left them.",
};

pub const SAVE_UNDONE: Rule = Rule {
    code: "save-undone",
    severity: Severity::Warning,
    title: "Interrupted save undone",
    explanation: "\
The program or the machine stopped while it saved several files together. The new bytes of some \
files have been lost since. The files belong together, so the others got their old bytes back when \
their folder was opened again.

The new bytes that this file had are in .landwright/backups beside it.",
};

pub const SAVE_LEFT: Rule = Rule {
    code: "save-left",
    severity: Severity::Warning,
    title: "Old bytes left by an interrupted save",
    explanation: "\
The program or the machine stopped while files were saved or deleted. A temporary file, \
`.landwright-….old`, has the previous bytes of one of them. No other file in its folder and no \
backup has these bytes. It is no longer known which file that was.

Copy or rename it to its old name if you need it, or delete it.",
};

pub const SAVE_KEPT: Rule = Rule {
    code: "save-kept",
    severity: Severity::Warning,
    title: "Bytes of a different program kept",
    explanation: "\
A different program wrote to this file at the very moment when a save replaced it, and then \
Landwright or the machine stopped. The file has the bytes of the save. The other program's bytes \
are in .landwright/backups beside it, as the newest backup.",
};

pub const SAVE_STUCK: Rule = Rule {
    code: "save-stuck",
    severity: Severity::Error,
    title: "Interrupted save that can't be finished",
    explanation: "\
The program or the machine stopped while it saved several files together, and Landwright can't \
finish the save. A file was changed since, or bytes were lost. Or the record of the save is \
damaged, or from a different version of Landwright. Nothing was touched.

If the message says that a different folder has no copy of the record, that folder may have been \
moved, or its disk is not connected. Put it back, and the next command finishes the save.

Until you resolve this, nothing is saved in that folder, and every command reports it.

The record is a text file. It lists every file of the save as `target`, its new bytes as `new` and \
its old bytes as `original`. These are temporary files beside the target, with names that start \
with `.landwright-`. Paths begin at the folder above the record's own; `%` and two hex digits are \
a byte of a name. If you can't read the record, look for those names. Copy the files that you need \
over the targets, and then delete the record and the temporary files.",
};

/// One for each file that was mended or cleared away, and for each record that is left.
pub fn problems_of(recovery: &Recovery) -> Vec<Problem> {
    let of = |rule: &'static Rule, path: &Path, message: String| {
        Problem::new(rule, Place::file(path.display().to_string()), message)
    };
    let mut problems = Vec::new();
    for file in &recovery.finished {
        let message = "its save was interrupted and has been finished: it has its new bytes now";
        problems.push(of(&SAVE_FINISHED, file, message.to_owned()));
    }
    for (file, backup) in &recovery.undone {
        let message = format!(
            "its save was interrupted, and new bytes of other files were lost: it has its old \
             bytes again, and the new ones are in {}",
            backup.display()
        );
        problems.push(of(&SAVE_UNDONE, file, message));
    }
    for (file, backup) in &recovery.kept {
        let message = format!(
            "a different program wrote to it while a save replaced it; that program's bytes are in \
            {}",
            backup.display()
        );
        problems.push(of(&SAVE_KEPT, file, message));
    }
    for file in &recovery.removed {
        let message = "was left by an interrupted save, and was removed";
        problems.push(of(&SAVE_CLEARED, file, message.to_owned()));
    }
    for file in &recovery.left {
        let message = "was left by an interrupted save or deletion and has old bytes that no other \
                       file here has; rename it to its old name if you need it, or delete it";
        problems.push(of(&SAVE_LEFT, file, message.to_owned()));
    }
    for Stuck { record, why } in &recovery.stuck {
        let message = match why {
            Why::OnlyLooking => "a save was interrupted here, and --dry-run leaves it so; without \
                                 --dry-run it is finished first"
                .to_owned(),
            why => format!(
                "the record of an interrupted save {why}. Nothing was touched: the new bytes are in \
                 `.landwright-….new` beside the files, the old ones in `.landwright-….old`. Copy \
                 the ones that you need, and then delete this record and those files"
            ),
        };
        problems.push(of(&SAVE_STUCK, record, message));
    }
    problems
}
