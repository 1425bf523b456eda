//! `landwright man`: pages for the system's manual.

use clap::{Args, CommandFactory};

use crate::cli::Cli;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Output;

/// Print a page for the system's manual (man)
#[derive(Debug, Args)]
pub(super) struct Man {
    /// The command that the page is about [default: the program]
    #[arg(value_name = "COMMAND")]
    names: Vec<String>,
}

impl Man {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let mut command = Cli::command();
        command.build();
        let mut title = "landwright".to_owned();
        for name in &self.names {
            let Some(inner) = command.find_subcommand(name) else {
                let message = format!("{title} has no command `{name}`");
                return Err(Failure::WrongUse(message));
            };
            command = inner.clone();
            title = format!("{title}-{name}");
        }
        let mut page = Vec::new();
        let source = concat!("Landwright ", env!("CARGO_PKG_VERSION"));
        clap_mangen::Man::new(command).title(title).source(source).render(&mut page)?;
        output.text(&String::from_utf8_lossy(&page))?;
        Ok(Outcome::Fine)
    }
}
