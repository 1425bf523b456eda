//! `landwright apply` on a document of any kind.

use std::path::Path;

use landwright_core::problem::counted::counted;
use serde_json::Value;

use super::Named;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};
use crate::cli::script::{self, Script};
use crate::cli::target::Target;

pub(in crate::cli) fn apply(
    named: &Named,
    script: &Path,
    target: &Target,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let before = target.before()?;
    let Script { name: script, actions } = script::load(script)?.read::<Value>()?;
    let mut opened = named.open()?;
    let wrong = |reason: String| {
        Failure::WrongFile(format!("error: {}: {reason}; nothing was written", shown(&script)))
    };
    let applied = opened.apply(&actions).map_err(|refused| wrong(refused.to_string()))?;
    let bytes = opened.to_bytes().map_err(|reason| wrong(format!("{}: {reason}", named.name())))?;
    for (n, note) in &applied.notes {
        complain(&format!("note: action {n}: {note}"));
    }
    target.save(before, bytes)?;
    let (n_steps, actions) = (applied.n_steps, counted(actions.len(), "action", "actions"));
    let path = shown(target.path());
    output.line(&format!("{path}: {actions}, {n_steps} of them changed something"))?;
    Ok(Outcome::Fine)
}
