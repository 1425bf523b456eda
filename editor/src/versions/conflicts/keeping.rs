//! The conflicts of a document on disk, beside its journal: they are there again after a crash.

use std::path::{Path, PathBuf};

use landwright_core::vfs::FileError;
use landwright_core::vfs::disk::{self, Loaded, READ_LIMIT};
use landwright_core::world::StepId;
use landwright_core::world::history::Steps;
use landwright_core::world::journal::Journal;
use serde::{Deserialize, Serialize};

use crate::versions::conflicts::{Conflicts, Decision, Row, Theirs, titles_of_done};

/// The file beside a journal.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    version: u32,
    theirs: Option<Theirs>,
    rows: Vec<Row>,
}

const VERSION: u32 = 2;

/// The file beside a journal that has the conflicts of the last merges.
pub(crate) fn path_of(journal: &Path) -> PathBuf {
    journal.with_extension("conflicts")
}

impl Kept {
    /// What is beside a journal, or why it can't be read. `None` where there were no conflicts.
    pub(crate) fn beside(journal: &Path) -> Option<Result<Kept, String>> {
        let file = path_of(journal);
        if !disk::is_file(&file) {
            return None;
        }
        Some(read(&file).map_err(|why| {
            format!(
                "the conflicts of the last merge can't be listed ({why}); the version from disk \
                is in the backups"
            )
        }))
    }

    pub(crate) fn conflicts(self) -> Conflicts {
        Conflicts { rows: self.rows, theirs: self.theirs, ..Conflicts::default() }
    }

    /// The version on disk that was merged, from one of the backups of a file.
    pub(crate) fn theirs(
        &self,
        backups: impl Iterator<Item = PathBuf>,
        load: impl Fn(&Path) -> Option<Loaded>,
    ) -> Option<Loaded> {
        let theirs = self.theirs.as_ref()?;
        let mut all = std::iter::once(theirs.backup.clone()).chain(backups);
        all.find_map(|backup| {
            load(&backup).filter(|it| it.fingerprint.same_content(&theirs.fingerprint))
        })
    }
}

fn read(file: &Path) -> Result<Kept, String> {
    let loaded = disk::read_file(file, READ_LIMIT).map_err(|error| error.to_string())?;
    let kept: serde_json::Value =
        serde_json::from_slice(&loaded.bytes).map_err(|error| error.to_string())?;
    match kept.get("version").and_then(serde_json::Value::as_u64) {
        Some(version) if version != u64::from(VERSION) => {
            Err(format!("they were saved by a different version of Landwright, {version}"))
        }
        _ => serde_json::from_value(kept).map_err(|error| error.to_string()),
    }
}

impl Conflicts {
    /// Keeps them beside a journal, with steps by the numbers that they have in it. A decision before
    /// the journal begins is always in force there, or never.
    pub(crate) fn keep(&self, journal: &Journal, steps: &Steps) -> Result<(), FileError> {
        let done = titles_of_done(steps);
        let in_file = |decision: &Decision| {
            let step = match journal.number_in_file(StepId(decision.step)) {
                Some(step) => step,
                None => StepId::OPENED,
            };
            let is_kept = step != StepId::OPENED || decision.is_in_force(&done);
            is_kept.then(|| Decision { step: step.0, ..decision.clone() })
        };
        let row = |row: &Row| Row {
            conflict: row.conflict.clone(),
            decisions: row.decisions.iter().filter_map(in_file).collect(),
        };
        let rows = self.rows.iter().map(row).collect();
        let kept = Kept { version: VERSION, theirs: self.theirs.clone(), rows };
        let json = serde_json::to_vec(&kept).unwrap_or_default();
        disk::write_over(&path_of(journal.path()), &json).map_err(|error| error.error)
    }
}
