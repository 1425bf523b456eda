//! How a command ends.

use std::io;

use super::output::complain;
use super::saving;
use crate::git::Refused;

/// A command that did what it was asked to.
///
/// The worse ones are greater: of several files, the worst decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Fine,
    /// Something is wrong with a file, and was said.
    Found,
    /// Something could not be read or written, which was said; the rest was done.
    Unreadable,
    /// A merge that did not take place, which was said; nothing was written.
    NotMerged,
}

/// Why a command could not do what it was asked to.
#[derive(Debug)]
pub(super) enum Failure {
    /// Anyone who read the output wants no more of it.
    Closed,
    /// Something is wrong with the command: a file that is not there, a field that no thing has.
    WrongUse(String),
    /// A file can't be read, understood or written; the message is complete.
    File(String),
}

impl Failure {
    /// Says why, and what that makes of the whole.
    pub(super) fn tell(&self) -> Outcome {
        match self {
            Failure::Closed => Outcome::Fine,
            Failure::File(message) => {
                complain(message);
                Outcome::Unreadable
            }
            Failure::WrongUse(message) => {
                complain(&format!("error: {message}"));
                Outcome::Unreadable
            }
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::WrongUse(refused.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::File(format!(
                "error: the output can't be written: {error}{}",
                saving::in_spite_of_that()
            )),
        }
    }
}
