//! `completions`: a script that teaches a shell our commands.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Arguments;
use super::outcome::{Failure, Outcome, Output};

/// Print a script that completes commands and options in a shell
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell to complete in
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let mut script = Vec::new();
        let mut command = Arguments::command();
        clap_complete::generate(self.shell, &mut command, "landwright-lsp", &mut script);
        output.text(&String::from_utf8_lossy(&script))?;
        Ok(Outcome::Fine)
    }
}
