//! How a command ends, and what it prints.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use landwright_core::problem::report::text::Colour;
use landwright_core::problem::{Problem, Severity};

/// Whether a file was saved by now.
static HAS_SAVED: AtomicBool = AtomicBool::new(false);

/// Whether there is a save that nobody can finish.
static IS_STUCK: AtomicBool = AtomicBool::new(false);

/// A command that did what it was asked to.
///
/// The worse ones are greater: of several files, the worst decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Fine,
    /// Something is wrong with a file, or differs, and was said.
    Found,
    /// Something could not be read, which was said; the rest was done.
    Unreadable,
}

/// Why a command could not do what it was asked to.
#[derive(Debug)]
pub(super) enum Failure {
    /// Anyone who read the output wants no more of it.
    Closed,
    /// Something is wrong with the command: a packet that is not there, an unknown code.
    WrongUse(String),
    /// Something is wrong with a file or a packet, or a file can't be read or written.
    File(String),
}

impl Failure {
    pub(super) fn use_of(message: impl fmt::Display) -> Failure {
        Failure::WrongUse(message.to_string())
    }

    pub(super) fn file(message: impl fmt::Display) -> Failure {
        Failure::File(message.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::File(format!("the output can't be written: {error}")),
        }
    }
}

/// Standard output, which somebody may close at any time.
pub(super) struct Output {
    stdout: BufWriter<Stdout>,
    /// Why some of it is missing, although the work was done to its end.
    missing: Option<io::Error>,
}

impl Output {
    pub(super) fn new() -> Output {
        Output { stdout: BufWriter::new(io::stdout()), missing: None }
    }

    pub(super) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.print(|stdout| stdout.write_all(text.as_bytes()))
    }

    pub(super) fn line(&mut self, line: impl fmt::Display) -> Result<(), Failure> {
        self.print(|stdout| writeln!(stdout, "{line}"))
    }

    /// A line for anyone who watches, behind all that was printed before it.
    pub(super) fn aside(&mut self, line: &str) -> Result<(), Failure> {
        self.print(BufWriter::flush)?;
        complain(line);
        Ok(())
    }

    /// Until something is saved, output that can't be written ends the command. After that the work
    /// goes on.
    fn print(
        &mut self,
        print: impl FnOnce(&mut BufWriter<Stdout>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        if self.missing.is_some() {
            return Ok(());
        }
        match print(&mut self.stdout) {
            Err(error) if HAS_SAVED.load(Ordering::Relaxed) => self.missing = Some(error),
            printed => printed?,
        }
        Ok(())
    }

    pub(super) fn json(&mut self, json: &serde_json::Value) -> Result<(), Failure> {
        self.line(format_args!("{json:#}"))
    }

    /// Whether a terminal is at the other end, which shows colours.
    pub(super) fn colour(&self) -> Colour {
        let wants_none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_terminal = self.stdout.get_ref().is_terminal();
        if is_terminal && !wants_none { Colour::Ansi } else { Colour::Plain }
    }
}

/// Runs a command, and says how it ended: 0 fine, 1 something was found, 2 wrong use, or a
/// file could not be read or written.
pub(super) fn end(command: impl FnOnce(&mut Output) -> Result<Outcome, Failure>) -> ExitCode {
    let mut output = Output::new();
    let result = command(&mut output);
    // What was found until something went wrong is reported as well.
    let flushed = output.print(BufWriter::flush);
    let is_missing = output.missing.as_ref().filter(|it| it.kind() != io::ErrorKind::BrokenPipe);
    if let Some(error) = is_missing {
        complain(&format!("error: the output can't be written: {error}; the files were saved"));
    }
    let is_worse = is_missing.is_some() || IS_STUCK.load(Ordering::Relaxed);
    let best = if is_worse { Outcome::Found } else { Outcome::Fine };
    match result.and_then(|outcome| flushed.map(|()| outcome.max(best))) {
        Ok(Outcome::Fine) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Ok(Outcome::Found) => ExitCode::from(1),
        Ok(Outcome::Unreadable) => ExitCode::from(2),
        Err(Failure::WrongUse(message) | Failure::File(message)) => {
            complain(&format!("error: {message}"));
            ExitCode::from(2)
        }
    }
}

/// Remembers that files were saved.
pub(super) fn note_saved() {
    HAS_SAVED.store(true, Ordering::Relaxed);
}

/// Tells what became of saves that were interrupted. One that nobody can finish decides how the
/// command ends.
pub(super) fn tell_half_saves(problems: &[Problem]) {
    for problem in problems {
        let is_stuck = problem.severity == Severity::Error;
        IS_STUCK.fetch_or(is_stuck, Ordering::Relaxed);
        let level = if is_stuck { "error" } else { "note" };
        complain(&format!("{level}: {}: {}", problem.place.file, problem.message));
    }
}

/// A line for anyone who watches. Where standard error is closed, nobody does.
pub(super) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{}", line.trim_end());
}

/// `1 file`, `2 files`.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
