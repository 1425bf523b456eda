//! Files with the name of a definition, a map or a log that are not read at all.

use crate::problem::{Place, Problem, Rule, Severity};

pub const RULES: &[&Rule] = &[&FILE_SKIPPED];

pub const FILE_SKIPPED: Rule = Rule {
    code: "def-file-skipped",
    severity: Severity::Warning,
    title: "File that is not read",
    explanation: "\
This has the name of a definition, a map or a packet log, but was not read. It is a device or a \
pipe, a link to nothing or outside the open folders, or longer than any such file. Reading it \
could take all memory, wait forever, or reveal a file that you did not open.

Everything else was read. Put the file itself in place of the link, or open the folder that it \
leads to as well. Delete or rename devices and pipes.",
};

/// Says of a file why it is not read.
pub fn problem(file: &str, why: impl Into<String>) -> Problem {
    Problem::new(&FILE_SKIPPED, Place::file(file), why)
}
