//! `landwright kinds`: what kinds of documents there are, and what each can.

use clap::Args;
use landwright_core::kinds;

use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Output;
use crate::json;

/// List the kinds of files, with their formats and the commands that know them
#[derive(Debug, Args)]
pub(in crate::cli) struct Kinds {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Kinds {
    pub(in crate::cli) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if self.json {
            json::write_spread(&kinds::to_json(), output.writer())?;
            return Ok(Outcome::Fine);
        }
        output.line("kind\tformats\tcan\ttitle")?;
        for kind in kinds::ALL {
            let (formats, can) = (kind.formats().join(" "), kind.can().join(" "));
            output.line(&format!("{}\t{formats}\t{can}\t{}", kind.id(), kind.title()))?;
        }
        Ok(Outcome::Fine)
    }
}
