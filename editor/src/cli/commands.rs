//! `landwright commands`: what a script can do.

use clap::{Args, ValueEnum};
use landwright_core::world::area::schema as area;
use landwright_core::world::gat::schema::{ACTIONS, Need, json_schema};

use super::json;
use super::outcome::{Failure, Outcome};
use super::output::Output;

/// List the actions that scripts are made of
#[derive(Debug, Args)]
pub(super) struct Commands {
    /// Of what
    #[arg(value_enum, default_value = "gat")]
    kind: Kind,
    /// Print the JSON schema of a script instead, for editors and validators
    #[arg(long)]
    schema: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Ragnarok maps
    Gat,
    /// TERA areas
    Apd,
}

impl Commands {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if self.schema {
            let schema = match self.kind {
                Kind::Gat => json_schema(),
                Kind::Apd => area::json_schema(),
            };
            json::write_spread(&schema, output.writer())?;
            return Ok(Outcome::Fine);
        }
        match self.kind {
            Kind::Gat => list_gat(output),
            Kind::Apd => list_apd(output),
        }
    }
}

fn list_apd(output: &mut Output) -> Result<Outcome, Failure> {
    for (n, action) in area::ACTIONS.iter().enumerate() {
        if n > 0 {
            output.line("")?;
        }
        output.line(&format!("{}: {}", action.name, action.summary))?;
        for argument in action.arguments {
            let need = match argument.need {
                area::Need::Required => "",
                area::Need::Optional => " (optional)",
            };
            let (name, kind) = (argument.name, argument.kind);
            output.line(&format!("  {name:<11} {kind:<10} {}{need}", argument.summary))?;
        }
    }
    Ok(Outcome::Fine)
}

fn list_gat(output: &mut Output) -> Result<Outcome, Failure> {
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
