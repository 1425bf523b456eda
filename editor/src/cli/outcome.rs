//! How a command ends.

use std::io;

/// A command that did what it was asked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Fine,
    /// Something is wrong with a file, and was said.
    Found,
}

/// Why a command could not do what it was asked to.
#[derive(Debug)]
pub(super) enum Failure {
    /// Whoever read the output wants no more of it.
    Closed,
    /// Something is wrong with the command: a file that is not there, a field that no thing has.
    WrongUse(String),
    /// Something is wrong with a file, said as it is to be shown.
    WrongFile(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::WrongFile(format!("error: the output can't be written: {error}")),
        }
    }
}
