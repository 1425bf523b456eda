//! `explain`: what a problem's code means.

use landwright_core::rules;

use super::outcome::{Failure, Outcome, Output};

pub(super) fn run(code: Option<&str>, output: &mut Output) -> Result<Outcome, Failure> {
    let text = match code {
        None => rules::list(),
        Some(code) => rules::explain(code).map_err(|error| {
            Failure::use_of(format!("{error}\n\n`landwright-lsp explain` lists all codes"))
        })?,
    };
    output.text(&text)?;
    Ok(Outcome::Fine)
}
