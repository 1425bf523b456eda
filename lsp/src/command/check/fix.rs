//! Mends what can be mended, over and over, until nothing is left.

use std::collections::BTreeSet;

use landwright_core::def::mend;
use landwright_core::problem::Problem;

use super::Asked;
use crate::command::outcome::Failure;
use crate::command::saving::{self, Changed};
use crate::command::workspace::Workspace;

/// What was mended.
pub(super) struct Fixed {
    pub(super) n_problems: usize,
    pub(super) files: BTreeSet<String>,
}

/// Does the best fixes, and saves all files that changed.
pub(super) fn all(
    asked: &mut Asked,
    problems: impl Fn(&Asked) -> Vec<Problem>,
) -> Result<Fixed, Failure> {
    let mut fixed = Fixed { n_problems: 0, files: BTreeSet::new() };
    for _ in 0..mend::MAX_ROUNDS {
        let found = problems(asked);
        let workspace = &asked.workspace;
        let is_ours = |file: &str| workspace.files.contains_key(file);
        let round = mend::round(&workspace.catalogue, &found, is_ours);
        if round.texts.is_empty() {
            break;
        }
        fixed.n_problems += round.n_problems;
        for (file, text) in round.texts {
            asked.workspace.set_text(&file, text);
            fixed.files.insert(file);
        }
    }
    save(&asked.workspace, &fixed.files)?;
    Ok(fixed)
}

fn save(workspace: &Workspace, changed: &BTreeSet<String>) -> Result<(), Failure> {
    let sources = changed.iter().filter_map(|file| workspace.files.get(file));
    let changed = sources.map(|source| Changed {
        path: source.path.clone(),
        text: source.text.to_string(),
        was: source.fingerprint,
    });
    saving::save(changed.collect(), workspace.project.n_backups, "nothing was fixed")
}
