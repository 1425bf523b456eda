//! Mends what can be mended, over and over, until nothing is left.

use std::collections::{BTreeMap, BTreeSet};

use landwright_core::def::edit::applied;
use landwright_core::problem::{Change, FileChange, Fix, Problem, TextEdit};
use landwright_core::vfs::Session;
use landwright_core::vfs::save::{Before, Write};

use super::Asked;
use crate::command::outcome::Failure;
use crate::command::workspace::Workspace;

/// What one fix uncovers the next one mends; this often, at most.
const MAX_ROUNDS: usize = 10;
/// Fixes whose title ends so are for a person to decide: they change what a file means, or put a
/// mistake out of sight.
const NOT_ALONE: &[&str] = &["(changes the layout)", "(changes the map)", "into a comment"];

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
    for _ in 0..MAX_ROUNDS {
        let mut edits: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
        for problem in problems(asked) {
            let fix = problem.fixes.iter().find_map(|fix| edits_of(fix, &asked.workspace));
            let Some(fix) = fix else { continue };
            if fix.iter().all(|(file, new)| fits(edits.get(*file), new)) {
                fixed.n_problems += 1;
                for (file, new) in fix {
                    edits.entry(file.to_owned()).or_default().extend(new.iter().cloned());
                }
            }
        }
        if edits.is_empty() {
            break;
        }
        for (file, mut edits) in edits {
            edits.sort_by_key(|edit| (edit.start, edit.end));
            let Some(source) = asked.workspace.files.get(&file) else { continue };
            let text = applied(&source.text, &edits);
            asked.workspace.set_text(&file, text);
            fixed.files.insert(file);
        }
    }
    save(&asked.workspace, &fixed.files)?;
    Ok(fixed)
}

/// The edits of a fix that may be done without asking, by file.
fn edits_of<'p>(fix: &'p Fix, workspace: &Workspace) -> Option<Vec<(&'p str, &'p [TextEdit])>> {
    let Change::Files(changes) = &fix.change else { return None };
    if NOT_ALONE.iter().any(|mark| fix.title.ends_with(mark)) {
        return None;
    }
    let edits = changes.iter().map(|change| match change {
        FileChange::Edit { file, edits } if workspace.files.contains_key(file) => {
            Some((file.as_str(), edits.as_slice()))
        }
        // Files come, go and are renamed by a person's hand.
        _ => None,
    });
    edits.collect()
}

/// True where new edits touch none that are to be done already.
fn fits(old: Option<&Vec<TextEdit>>, new: &[TextEdit]) -> bool {
    old.into_iter()
        .flatten()
        .all(|old| new.iter().all(|new| new.end < old.start || old.end < new.start))
}

fn save(workspace: &Workspace, changed: &BTreeSet<String>) -> Result<(), Failure> {
    let sources = changed.iter().filter_map(|file| workspace.files.get(file));
    let writes: Vec<Write<'_>> = sources
        .map(|source| Write {
            file: source.path.clone(),
            bytes: source.text.as_bytes(),
            before: Before::Was(source.fingerprint),
            folders_below: None,
        })
        .collect();
    if writes.is_empty() {
        return Ok(());
    }
    Session::new(workspace.project.n_backups)
        .save(&writes)
        .map_err(|error| Failure::disk(error.said("nothing was mended")))?;
    Ok(())
}
