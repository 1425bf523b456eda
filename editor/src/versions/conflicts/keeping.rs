//! The conflicts of a document on disk, beside its journal: they are there again after a crash, and after
//! the document was saved and closed with some of them open.

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
    /// Where the other side is kept beside the journal.
    #[serde(skip)]
    copy: Option<PathBuf>,
}

const VERSION: u32 = 2;

/// The file beside a journal that has the conflicts of the last merges.
pub(crate) fn path_of(journal: &Path) -> PathBuf {
    journal.with_extension("conflicts")
}

/// The file beside a journal that has all of the other side, for when its backup is gone.
pub(crate) fn theirs_path_of(journal: &Path) -> PathBuf {
    journal.with_extension("theirs")
}

/// Whether a conflict beside a journal is open. Of a list that can't be read nobody knows, so it stays.
pub(crate) fn is_any_open(journal: &Path) -> bool {
    let is_decided = |kept: Kept| kept.rows.iter().all(Row::is_decided_for_good);
    Kept::beside(journal).is_some_and(|kept| !kept.is_ok_and(is_decided))
}

impl Kept {
    /// What is beside a journal, or why it can't be read. `None` where there were no conflicts.
    pub(crate) fn beside(journal: &Path) -> Option<Result<Kept, String>> {
        let file = path_of(journal);
        if !disk::is_file(&file) {
            return None;
        }
        let copy = Some(theirs_path_of(journal));
        Some(read(&file).map(|kept| Kept { copy, ..kept }).map_err(|why| {
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
        let mut all =
            std::iter::once(theirs.backup.clone()).chain(self.copy.clone()).chain(backups);
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
        let kept = Kept { version: VERSION, theirs: self.theirs.clone(), rows, copy: None };
        let json = serde_json::to_vec(&kept).unwrap_or_default();
        disk::write_over(&path_of(journal.path()), &json).map_err(|error| error.error)
    }

    /// The same for a document that closes: without decisions that were undone, and with all of the other
    /// side, since backups go with time.
    pub(crate) fn keep_for_later(&self, journal: &Journal, steps: &Steps) -> Result<(), FileError> {
        let done = titles_of_done(steps);
        let row = |row: &Row| Row {
            conflict: row.conflict.clone(),
            decisions: row.decisions.iter().filter(|it| it.is_in_force(&done)).cloned().collect(),
        };
        let rows = self.rows.iter().map(row).collect();
        let in_force = Conflicts { rows, theirs: self.theirs.clone(), ..Conflicts::default() };
        // Where the backup is gone already, the list may still be enough.
        let theirs = self.theirs.as_ref();
        let theirs = theirs.and_then(|theirs| disk::read_file(&theirs.backup, READ_LIMIT).ok());
        if let Some(loaded) = theirs {
            let copy = theirs_path_of(journal.path());
            disk::write_over(&copy, &loaded.bytes).map_err(|error| error.error)?;
        }
        in_force.keep(journal, steps)
    }
}
