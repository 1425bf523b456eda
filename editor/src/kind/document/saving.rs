//! Writing a document, beside the window.

use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::{Came, Plan, Wanted};
use landwright_core::vfs::{FileError, Fingerprint, Session};
use landwright_core::world::StepId;
use landwright_core::world::journal::intent::Intent;

use crate::job::Progress;
use crate::job::lock;
use crate::kind::document::written::Written;
use crate::model::project;

/// Writes a document as it was when the saver was made.
pub type Saver = Box<dyn FnOnce(&Target, &Progress) -> Result<Written, SaveError> + Send>;

/// Where a document is written to.
pub struct Target {
    pub path: PathBuf,
    /// What is there now.
    pub before: Before,
    pub(crate) session: Arc<Mutex<Session>>,
    pub(crate) n_backups: usize,
    /// The journal that hears of it beforehand, and the step that is saved.
    pub(crate) journal: Option<(PathBuf, StepId)>,
}

/// Why nothing was written.
#[derive(Debug)]
pub enum SaveError {
    File(FileError),
    Content(String),
    /// The person ended it.
    Cancelled,
}

impl Target {
    /// Writes the file alone. Answers with what it is then, and what a person should know.
    pub fn write_one(&self, bytes: Vec<u8>) -> Result<(Fingerprint, Vec<String>), SaveError> {
        let whole = Fingerprint::of(&bytes, None);
        let wanted = Wanted::new((), &self.path, bytes, self.before);
        let came = self.write_as(&whole, &Plan::of(vec![wanted]))?;
        Ok((came.account.get(&()).map_or(whole, |known| known.fingerprint), came.notes))
    }

    /// Writes all of the document, which the journal is going to know by a fingerprint: after a
    /// crash before it does, it knows it too.
    pub fn write_as<N: Ord + Clone>(
        &self,
        whole: &Fingerprint,
        plan: &Plan<N>,
    ) -> Result<Came<N>, SaveError> {
        let Some((journal, step)) = self.journal.as_ref().filter(|_| !plan.is_nothing()) else {
            return self.write(plan);
        };
        let files = plan.files().map(|(file, hash)| (file.to_owned(), hash)).collect();
        let intent = Intent { step: *step, at: self.path.clone(), saved: *whole, files };
        // Without it, a crash leaves a question to the person, and no more.
        let _ = intent.announce(journal);
        self.write(plan).inspect_err(|_| drop(Intent::withdraw(journal)))
    }

    /// Writes several files, all or none, and keeps as many backups of them as the
    /// `landwright.toml` says, or else the settings of the window.
    pub fn write<N: Ord + Clone>(&self, plan: &Plan<N>) -> Result<Came<N>, SaveError> {
        let backups = project::backups(&self.path, self.n_backups);
        let mut session = lock(&self.session);
        session.set_backups(backups);
        plan.write(&mut session).map_err(|error| match error.half {
            None => SaveError::File(error.error),
            Some(_) => SaveError::Content(error.to_string()),
        })
    }
}

impl Display for SaveError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::File(error) => error.trouble.fmt(f),
            SaveError::Content(error) => f.write_str(error),
            SaveError::Cancelled => f.write_str("cancelled"),
        }
    }
}
