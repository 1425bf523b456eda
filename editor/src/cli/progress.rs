//! A bar on the terminal, beside lines that are printed meanwhile.

use std::io;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::Output;

const FILES: &str = "{bar:30} {human_pos}/{human_len} files  {wide_msg}";
const BYTES: &str = "{bar:30} {bytes}/{total_bytes}  {wide_msg}";

/// Shown on standard error where that is a terminal, and nowhere else.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn of_files(n_files: usize) -> Progress {
        Progress::new(n_files as u64, FILES)
    }

    pub(super) fn of_bytes(n_bytes: u64) -> Progress {
        Progress::new(n_bytes, BYTES)
    }

    fn new(len: u64, template: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(len), ProgressDrawTarget::stderr());
        // The tests show that the templates are right; a wrong one would give the plain bar.
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()),
        );
        Progress(bar)
    }

    pub(super) fn at(&self, position: u64, what: &str) {
        self.0.set_message(what.to_owned());
        self.0.set_position(position);
    }

    /// As `at`, where the whole is known only now.
    pub(super) fn at_of(&self, position: u64, len: u64, what: &str) {
        self.0.set_length(len);
        self.at(position, what);
    }

    /// Prints a line above the bar.
    pub(super) fn line(&self, output: &mut Output, line: &str) -> io::Result<()> {
        self.0.suspend(|| output.line(line))
    }

    /// Takes the bar away.
    pub(super) fn finish(self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bars_are_well_formed() {
        for template in [FILES, BYTES] {
            assert!(ProgressStyle::with_template(template).is_ok());
        }
    }
}
