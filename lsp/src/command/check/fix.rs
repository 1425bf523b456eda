//! Mends what can be mended, over and over, until nothing is left.

use std::collections::BTreeSet;

use landwright_core::def::mend::{self, Done};
use landwright_core::problem::Problem;
use landwright_core::problem::report::words_for;
use serde_json::{Value, json};

use super::Asked;
use crate::command::outcome::Failure;
use crate::command::saving::{self, Changed};
use crate::command::workspace::Workspace;

/// What was mended.
pub(super) struct Fixed {
    pub(super) done: Vec<Done>,
    pub(super) files: BTreeSet<String>,
}

/// Does the best fixes, without saving a file.
pub(super) fn all(asked: &mut Asked, problems: impl Fn(&Asked) -> Vec<Problem>) -> Fixed {
    let mut fixed = Fixed { done: Vec::new(), files: BTreeSet::new() };
    for _ in 0..mend::MAX_ROUNDS {
        let found = problems(asked);
        let workspace = &asked.workspace;
        let is_ours = |file: &str| workspace.files.contains_key(file);
        let round = mend::round(&workspace.catalogue, &found, is_ours);
        if round.texts.is_empty() {
            break;
        }
        fixed.done.extend(round.done);
        for (file, text) in round.texts {
            asked.workspace.set_text(&file, text);
            fixed.files.insert(file);
        }
    }
    fixed
}

pub(super) fn save(workspace: &Workspace, changed: &BTreeSet<String>) -> Result<(), Failure> {
    let sources = changed.iter().filter_map(|file| workspace.files.get(file));
    let changed = sources.map(|source| Changed {
        path: source.path.clone(),
        text: source.text.to_string(),
        was: source.fingerprint,
    });
    saving::save(changed.collect(), workspace.project.backups(), "nothing was fixed")
}

/// The fixes of a dry run, for programs.
pub(super) fn to_json(done: &[Done]) -> Value {
    let fix = |done: &Done| {
        let Done { code, place, lost, gained, bytes } = done;
        json!({
            "code": code, "file": place.file, "place": place.spot,
            "lost": lost, "gained": gained, "bytes": bytes,
        })
    };
    json!({ "version": 1, "fixes": done.iter().map(fix).collect::<Vec<_>>() })
}

/// The same as a table with tabs.
pub(super) fn to_text(done: &[Done]) -> String {
    let mut text = "code\tplace\tlost\tgained\tbytes\n".to_owned();
    for Done { code, place, lost, gained, bytes } in done {
        let place = match words_for(&place.spot) {
            Some(spot) => format!("{}: {spot}", place.file),
            None => place.file.clone(),
        };
        text += &format!("{code}\t{place}\t{lost}\t{gained}\t{bytes}\n");
    }
    text
}
