//! `landwright explain`: what a code of a problem means.

use clap::Args;
use landwright_core::rules;

use super::outcome::{Failure, Outcome};
use super::output::Output;

/// Explain the code of a problem, or list all codes
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The code, such as file-unreadable; without it, all codes are listed
    code: Option<String>,
}

impl Explain {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        match &self.code {
            Some(code) => {
                let text = rules::ALL
                    .explain(code)
                    .map_err(|error| Failure::WrongUse(format!("{error}\n\n{HINT}")))?;
                output.text(&text)?;
            }
            None => output.text(&rules::ALL.list())?,
        }
        Ok(Outcome::Fine)
    }
}

const HINT: &str = "`landwright explain` lists all codes";
