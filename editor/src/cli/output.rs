//! What a command prints, and how paths and numbers look there.

use std::cell::RefCell;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::Path;

use landwright_core::problem::Problem;
use landwright_core::problem::counted::counted;
use landwright_core::problem::report::text::Colour;
use landwright_core::problem::report::{NoSources, Report};

use super::saving::has_saved;

/// Standard output, which somebody may close at any time, or a memory of what is printed.
pub(super) struct Output {
    sink: Sink,
    is_terminal: bool,
}

enum Sink {
    /// With what went wrong there after something was saved: the work goes on.
    Stdout(BufWriter<Stdout>, Option<io::Error>),
    Memory(Vec<u8>),
}

/// What was printed and told by a piece of work.
#[derive(Debug, Default)]
pub(super) struct Heard {
    printed: Vec<u8>,
    told: Vec<String>,
}

impl Heard {
    /// Tells what was reported.
    pub(super) fn tell(&self) {
        self.told.iter().for_each(|line| complain(line));
    }
}

thread_local! {
    /// What is reported on this thread, where it is gathered.
    static TOLD: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

impl Output {
    pub(super) fn new() -> Output {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        Output { sink: Sink::Stdout(BufWriter::new(stdout), None), is_terminal }
    }

    /// Keeps what is printed.
    pub(super) fn of_memory() -> Output {
        Output { sink: Sink::Memory(Vec::new()), is_terminal: false }
    }

    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.sink.write_all(text.as_bytes())
    }

    /// A line, at once where somebody is watching.
    pub(super) fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.sink, "{line}")?;
        if self.is_terminal { self.flush() } else { Ok(()) }
    }

    pub(super) fn writer(&mut self) -> &mut impl Write {
        &mut self.sink
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }

    /// Why some of the output is missing, although the work was done to its end.
    pub(super) fn missing(&self) -> Option<&io::Error> {
        match &self.sink {
            Sink::Stdout(_, failed) => failed.as_ref(),
            Sink::Memory(_) => None,
        }
    }

    /// Prints and tells what was gathered.
    pub(super) fn repeat(&mut self, heard: &Heard) -> io::Result<()> {
        heard.tell();
        self.sink.write_all(&heard.printed)?;
        if self.is_terminal { self.flush() } else { Ok(()) }
    }
}

/// Until something is saved, output that can't be written ends the command. After that it must not:
/// half of the work would be done.
impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(_, Some(_)) => Ok(bytes.len()),
            Sink::Stdout(stdout, failed) => match stdout.write(bytes) {
                Err(error) if is_final(&error) && has_saved() => {
                    *failed = Some(error);
                    Ok(bytes.len())
                }
                written => written,
            },
            Sink::Memory(memory) => memory.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(_, Some(_)) | Sink::Memory(_) => Ok(()),
            Sink::Stdout(stdout, failed) => match stdout.flush() {
                Err(error) if is_final(&error) && has_saved() => {
                    *failed = Some(error);
                    Ok(())
                }
                flushed => flushed,
            },
        }
    }
}

fn is_final(error: &io::Error) -> bool {
    error.kind() != io::ErrorKind::Interrupted
}

/// Does something on this thread, and gathers what it prints and tells.
pub(super) fn overheard<T>(work: impl FnOnce(&mut Output) -> T) -> (T, Heard) {
    TOLD.set(Some(Vec::new()));
    let mut output = Output::of_memory();
    let came = work(&mut output);
    let told = TOLD.take().unwrap_or_default();
    let printed = match output.sink {
        Sink::Memory(printed) => printed,
        Sink::Stdout(..) => Vec::new(),
    };
    (came, Heard { printed, told })
}

/// A line for anyone who watches. Where standard error is closed, nobody does.
pub(super) fn complain(line: &str) {
    let line = line.trim_end();
    let is_gathered = TOLD.with_borrow_mut(|told| match told {
        Some(told) => {
            told.push(line.to_owned());
            true
        }
        None => false,
    });
    if !is_gathered {
        let _ = writeln!(io::stderr(), "{line}");
    }
}

/// Whether standard error shows colours.
pub(super) fn colour_of_stderr() -> Colour {
    let wants_none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stderr().is_terminal() && !wants_none { Colour::Ansi } else { Colour::Plain }
}

/// A path in one line, whatever is in it.
pub(super) fn shown(path: &Path) -> String {
    let mut shown = String::new();
    // Bytes that are no text are shown as they are: two paths never look the same by them.
    for piece in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        for c in piece.valid().chars() {
            if c.is_control() {
                shown.extend(c.escape_default());
            } else {
                shown.push(c);
            }
        }
        for byte in piece.invalid() {
            shown += &format!("\\x{byte:02x}");
        }
    }
    shown
}

/// `1 byte`, `22,098 bytes`.
pub(super) fn n_bytes(number: usize) -> String {
    counted(number, "byte", "bytes")
}

/// A problem as it is shown on standard error.
pub(super) fn in_words(problem: Problem) -> String {
    Report::new(vec![problem], &NoSources).to_text(colour_of_stderr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_work_says_is_gathered_and_said_later() {
        let (came, heard) = overheard(|output| {
            complain("note: one");
            output.line("two").map(|()| 3)
        });
        assert_eq!((came.unwrap(), heard.told.as_slice()), (3, &["note: one".to_owned()][..]));
        assert_eq!(heard.printed, b"two\n");
        assert!(TOLD.take().is_none());
    }

    #[test]
    fn a_path_stays_in_its_line() {
        assert_eq!(shown(Path::new("a\tb\n블.gat")), "a\\tb\\n블.gat");
    }
}
