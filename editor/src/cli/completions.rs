//! `landwright completions`: a script that teaches a shell our commands.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use super::outcome::{Failure, Outcome};
use super::output::Output;

/// Print a script that completes commands and options in a shell
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell to complete in
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "landwright", &mut script);
        output.text(&String::from_utf8_lossy(&script))?;
        Ok(Outcome::Fine)
    }
}
