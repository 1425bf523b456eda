//! Files with the name of a definition, a map or a log that are not read at all.

use crate::problem::{Place, Problem, Rule, Severity};

pub const RULES: &[&Rule] = &[&FILE_SKIPPED];

pub const FILE_SKIPPED: Rule = Rule {
    code: "def-file-skipped",
    severity: Severity::Warning,
    title: "File that is not read",
    explanation: "\
This has the name of a definition, a map or a log of packets, and is not read: it is a device or \
a pipe, a link that leads out of the folders that are read or to nothing, or longer than any such \
file. Reading it could take all memory, wait for ever, or show a file that nobody gave here.

Everything else is read. Put the file itself where the link is, or open the folder that it leads \
to as well; delete or rename what is no file.",
};

/// Says of a file why it is not read.
pub fn problem(file: &str, why: impl Into<String>) -> Problem {
    Problem::new(&FILE_SKIPPED, Place::file(file), why)
}
