//! `explain`: what a problem's code means.

use landwright_core::rules::{OF_DEFINITIONS, OF_WORLDS};

use super::outcome::{Failure, Outcome, Output};

pub(super) fn run(code: Option<&str>, output: &mut Output) -> Result<Outcome, Failure> {
    let text = match code {
        None => OF_DEFINITIONS.list(),
        Some(code) if OF_WORLDS.contains(&code) => {
            let message = format!("{code} is about maps; `landwright explain {code}` explains it");
            return Err(Failure::use_of(message));
        }
        Some(code) => OF_DEFINITIONS.explain(code).map_err(|error| {
            Failure::use_of(format!("{error}\n\n`landwright-lsp explain` lists all codes"))
        })?,
    };
    output.text(&text)?;
    Ok(Outcome::Fine)
}
