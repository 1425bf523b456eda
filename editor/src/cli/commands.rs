//! `landwright commands`: what a script can do.

use clap::Args;
use landwright_core::world::gat::schema::{ACTIONS, Need, json_schema};

use super::json;
use super::outcome::{Failure, Outcome};
use super::output::Output;

/// List the actions that scripts are made of
#[derive(Debug, Args)]
pub(super) struct Commands {
    /// Print the JSON schema of a script instead, for editors and validators
    #[arg(long)]
    schema: bool,
}

impl Commands {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if self.schema {
            json::write_spread(&json_schema(), output.writer())?;
            return Ok(Outcome::Fine);
        }
        for (n, action) in ACTIONS.iter().enumerate() {
            if n > 0 {
                output.line("")?;
            }
            output.line(&format!("{}: {}", action.name, action.summary))?;
            for argument in action.arguments {
                let need = match argument.need {
                    Need::Required => "",
                    Need::Optional => " (optional)",
                };
                let (name, kind) = (argument.name, argument.kind.name());
                output.line(&format!("  {name:<11} {kind:<10} {}{need}", argument.summary))?;
            }
        }
        Ok(Outcome::Fine)
    }
}
