//! What a command prints, and how paths and numbers look there.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::Path;

use landwright_core::problem::counted::counted;
use landwright_core::problem::report::text::Colour;

/// Standard output, which somebody may close at any time.
pub(super) struct Output {
    stdout: BufWriter<Stdout>,
    is_terminal: bool,
}

impl Output {
    pub(super) fn new() -> Output {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        Output { stdout: BufWriter::new(stdout), is_terminal }
    }

    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.stdout.write_all(text.as_bytes())
    }

    /// A line, at once where somebody is watching.
    pub(super) fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.stdout, "{line}")?;
        if self.is_terminal { self.flush() } else { Ok(()) }
    }

    pub(super) fn writer(&mut self) -> &mut impl Write {
        &mut self.stdout
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// A line for whoever watches. Where standard error is closed, nobody does.
pub(super) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{}", line.trim_end());
}

/// Whether standard error shows colours.
pub(super) fn colour_of_stderr() -> Colour {
    let wants_none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stderr().is_terminal() && !wants_none { Colour::Ansi } else { Colour::Plain }
}

/// A path in one line, whatever is in it.
pub(super) fn shown(path: &Path) -> String {
    let mut shown = String::new();
    for c in path.to_string_lossy().chars() {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// `1 byte`, `22,098 bytes`.
pub(super) fn n_bytes(number: usize) -> String {
    counted(number, "byte", "bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_in_its_line() {
        assert_eq!(shown(Path::new("a\tb\n블.gat")), "a\\tb\\n블.gat");
    }
}
