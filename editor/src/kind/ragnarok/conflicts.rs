//! What both sides changed when an open map was merged: what is still in conflict, what takes the
//! other side, and what a crash leaves of the list.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use landwright_core::format::ragnarok::gat;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::{FileError, Fingerprint, Session};
use landwright_core::world::Document;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::edit::Edit;
use landwright_core::world::gat::merge::{Conflict, Conflicts, merge};
use serde::{Deserialize, Serialize};

use crate::job::lock;
use crate::kind::place;
use crate::kind::ragnarok::document::MapDocument;
use crate::message::dialog::Dialog;
use crate::model::{Model, beside};
use crate::view::id::DocumentId;

/// What a merge left undecided. Ours is in the map, and theirs in a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapConflicts {
    /// As the merge found them: the map may have gone on since.
    pub found: Conflicts,
    /// All bytes of the other side.
    pub backup: PathBuf,
    pub(crate) theirs: Fingerprint,
}

/// Which conflicts are decided for the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Theirs {
    All,
    /// Those in the selected cells.
    Selected,
    One(Box<Conflict>),
}

/// The result of a merge of a map.
#[derive(Debug)]
pub struct MergedMap {
    /// `None` where that is what is here.
    pub(crate) edit: Option<Edit>,
    /// `None` where every change is of one side.
    pub(crate) conflicts: Option<MapConflicts>,
}

/// Both sides of an open map, and what both come from.
pub(crate) struct Sides {
    pub(crate) path: Option<PathBuf>,
    pub(crate) before: GatMap,
    pub(crate) ours: GatMap,
    pub(crate) theirs: GatMap,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) earlier: Option<Conflicts>,
}

/// The file beside a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    version: u32,
    theirs: Fingerprint,
    /// As it is shown to people.
    backup: String,
    conflicts: serde_json::Value,
}

const VERSION: u32 = 1;

impl Sides {
    /// Merges them, and keeps the bytes of the other side where anything is in conflict.
    pub(crate) fn merge(self, session: &Mutex<Session>) -> Result<MergedMap, String> {
        let merged = merge(&self.before, &self.ours, &self.theirs).map_err(|e| e.to_string())?;
        let found = match &self.earlier {
            Some(earlier) => merged.conflicts.with_earlier(earlier),
            None => merged.conflicts,
        };
        let edit = self.ours.edit_to(&merged.map);
        let (false, Some(path)) = (found.is_empty(), &self.path) else {
            return Ok(MergedMap { edit, conflicts: None });
        };
        // A map of a cache is kept with all of its file.
        let file = place::file_of(path);
        let there = if file == *path { Ok(self.fingerprint) } else { disk::fingerprint(&file) };
        let kept = there.and_then(|there| lock(session).keep(&file, &there));
        let backup = kept.map_err(|error| {
            format!("the version on disk can't be backed up: {error}; nothing was merged")
        })?;
        let conflicts = Some(MapConflicts { found, backup, theirs: self.fingerprint });
        Ok(MergedMap { edit, conflicts })
    }
}

impl MapConflicts {
    /// "3 cells of map.gat changed here and on disk".
    pub fn in_words(left: &Conflicts, title: &str) -> String {
        match left.n_cells() {
            0 => format!("the whole of {title} changed both here and on disk"),
            n => {
                let cells = counted(usize::try_from(n).unwrap_or(usize::MAX), "cell", "cells");
                format!("{cells} of {title} changed both here and on disk")
            }
        }
    }

    fn keep(&self, journal: &Path) -> Result<(), FileError> {
        let kept = Kept {
            version: VERSION,
            theirs: self.theirs,
            backup: self.backup.to_string_lossy().into_owned(),
            conflicts: self.found.to_json(),
        };
        let json = serde_json::to_vec(&kept).unwrap_or_default();
        disk::write_over(&path_of(journal), &json).map_err(|error| error.error)
    }
}

/// The file beside a journal that has the conflicts of the last merge.
pub(crate) fn path_of(journal: &Path) -> PathBuf {
    journal.with_extension("conflicts")
}

/// What a crash left of a merge: its conflicts, or why they are not known any more. `None` where
/// there were none.
pub(crate) fn left_of(
    journal: &Path,
    backups: impl Iterator<Item = PathBuf>,
) -> Option<Result<MapConflicts, String>> {
    let file = path_of(journal);
    if !disk::is_file(&file) {
        return None;
    }
    Some(read(&file, backups).map_err(|why| {
        format!(
            "the conflicts of the last merge can't be listed ({why}); the version from disk is in \
            the backups"
        )
    }))
}

fn read(file: &Path, backups: impl Iterator<Item = PathBuf>) -> Result<MapConflicts, String> {
    let loaded = disk::read_file(file, READ_LIMIT).map_err(|error| error.to_string())?;
    let kept: Kept = serde_json::from_slice(&loaded.bytes).map_err(|error| error.to_string())?;
    if kept.version != VERSION {
        return Err(format!(
            "they were saved by a different version of Landwright, {}",
            kept.version
        ));
    }
    let named = PathBuf::from(&kept.backup);
    let found = std::iter::once(named).chain(backups).find_map(|backup| {
        let loaded = disk::read_file(&backup, READ_LIMIT).ok()?;
        loaded.fingerprint.same_content(&kept.theirs).then_some((backup, loaded.bytes))
    });
    let (backup, bytes) = found.ok_or_else(|| format!("{} is gone", kept.backup))?;
    let gat = gat::read(&bytes).map_err(|error| error.to_string())?;
    let theirs = GatMap::new(&gat).map_err(|error| error.to_string())?;
    let found = Conflicts::from_json(kept.conflicts, theirs)?;
    Ok(MapConflicts { found, backup, theirs: kept.theirs })
}

impl MapDocument {
    /// The conflicts of the last merge that the map still has.
    pub fn conflicts_left(&self) -> Option<Conflicts> {
        let left = self.conflicts.as_ref()?.found.left_in(self.map());
        (!left.is_empty()).then_some(left)
    }

    /// Takes note of what a merge left undecided. Answers with what a person should know.
    pub(crate) fn take_conflicts(&mut self, conflicts: Option<MapConflicts>) -> Vec<String> {
        let Some(conflicts) = conflicts else {
            self.forget_conflicts();
            return Vec::new();
        };
        let journal = self.editing.journal().map(|journal| journal.path().to_owned());
        let kept = journal.map_or(Ok(()), |journal| conflicts.keep(&journal));
        // Those that were decided before this merge come back with an undo alone.
        let (left, backup) = (conflicts.found.left_in(self.map()), conflicts.backup.display());
        let mut told = Vec::new();
        if !left.is_empty() {
            let places = counted(left.rows().len(), "place", "places");
            let said = MapConflicts::in_words(&left, &self.title);
            told.push(format!(
                "{said}, in {places}; yours was kept, and the version from disk is \
                in {backup}"
            ));
        }
        if let Err(error) = kept {
            told.push(format!(
                "the list of conflicts can't be saved and would be lost in a crash: \
                {error}"
            ));
        }
        self.conflicts = Some(conflicts);
        told
    }

    /// Takes what a crash left of the last merge. Answers with what a person should know.
    pub(crate) fn restore_conflicts(
        &mut self,
        conflicts: Result<Box<MapConflicts>, String>,
    ) -> Option<String> {
        let conflicts = match conflicts {
            Ok(conflicts) => *conflicts,
            Err(why) => return Some(format!("{}: {why}", self.title)),
        };
        let backup = conflicts.backup.display().to_string();
        self.conflicts = Some(conflicts);
        let said = MapConflicts::in_words(&self.conflicts_left()?, &self.title);
        Some(format!(
            "{said} before the crash. Yours was kept, the version from disk is in {backup}. \
            “Conflicts of the merge…” lists them"
        ))
    }

    /// The map became what is on disk, so nothing is in conflict with it.
    pub(crate) fn forget_conflicts(&mut self) {
        self.conflicts = None;
        if let Some(journal) = self.editing.journal() {
            // What stays would list nothing that differs from the map.
            let _ = beside::remove(&path_of(journal.path()));
        }
    }

    fn take_theirs(&mut self, which: &Theirs) -> bool {
        let Some(left) = self.conflicts_left() else { return false };
        let map = self.map();
        let new = match which {
            Theirs::All => left.taken(map),
            Theirs::Selected => left.taken_within(map, &self.selection),
            Theirs::One(conflict) => left.taken_of(map, conflict),
        };
        let edit = map.edit_to(&new);
        let is_taken = edit.is_some();
        if let Some(edit) = edit {
            self.apply("Take theirs in conflicts", edit);
        }
        is_taken
    }
}

impl Model {
    /// Decides conflicts of a merge for the other side, as one step.
    pub(crate) fn take_theirs(&mut self, id: DocumentId, which: &Theirs) {
        let Some(document) = self.map_mut(id) else { return };
        if !document.take_theirs(which) {
            self.log.note(match which {
                Theirs::Selected => {
                    "no selected cell is in conflict; clear the selection to take all conflicts"
                }
                Theirs::All | Theirs::One(_) => "no conflict is left",
            });
            return;
        }
        let left = document.conflicts_left().map(|left| left.n_cells());
        let title = document.title.clone();
        self.log.note(match left {
            None => format!("{title}: no conflict is left"),
            Some(n) => format!("{title}: {n} cells are still in conflict"),
        });
        self.flush(id);
    }

    /// Lists the conflicts of the last merge, where any is left.
    pub(crate) fn show_conflicts(&mut self, id: DocumentId) {
        if self.map(id).is_some_and(|map| map.conflicts_left().is_some()) {
            self.dialogs.push_back(Dialog::Conflicts(id));
        } else {
            self.log.note("no conflict is left");
        }
    }
}

#[cfg(test)]
mod tests;
