//! The file that a command makes: whole or not at all, and never over another one unless told.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::project::Project;
use landwright_core::vfs::save::{Backups, Before};
use landwright_core::vfs::saver::{InTheWay, May, Wanted};

use super::fits;
use super::half::mend_at;
use super::outcome::Failure;
use super::output::shown;
use super::saving;
use super::settings::Settings;

#[derive(Debug, Args)]
pub(super) struct Target {
    /// The file to write
    #[arg(short, long)]
    output: PathBuf,
    /// Replace an existing file; a backup is kept in .landwright/backups
    #[arg(long)]
    force: bool,
    /// Where the project beside the file has no say in it.
    #[arg(skip)]
    backups: Option<Backups>,
}

/// Where a document is written to, and what is there.
pub(super) struct Place {
    pub(super) file: PathBuf,
    pub(super) before: Before,
}

impl Target {
    pub(super) fn new(output: PathBuf, force: bool) -> Target {
        Target { output, force, backups: None }
    }

    /// In the place of any file, which stays among so many backups.
    pub(super) fn over_any(output: PathBuf, backups: Backups) -> Target {
        Target { output, force: true, backups: Some(backups) }
    }

    /// Whether files that are there may be replaced.
    pub(super) fn may_replace(&self) -> bool {
        self.force
    }

    pub(super) fn path(&self) -> &Path {
        &self.output
    }

    /// What is at the place of the new file, asked before any work is done.
    pub(super) fn before(&self) -> Result<Before, Failure> {
        mend_at(&self.output);
        self.before_at(&self.output)
    }

    pub(super) fn place(&self) -> Result<Place, Failure> {
        Ok(Place { file: self.output.clone(), before: self.before()? })
    }

    /// The same of a file that is made along with it.
    pub(super) fn before_at(&self, path: &Path) -> Result<Before, Failure> {
        let may = if self.force { May::ReplaceAny } else { May::ReplaceNothing };
        may.at(path).map_err(|InTheWay(path)| {
            let path = shown(&path);
            let message = format!("{path} exists already; --force replaces it and keeps a backup");
            Failure::WrongUse(message)
        })
    }

    /// Writes the file alone.
    pub(super) fn save(&self, before: Before, bytes: Vec<u8>) -> Result<(), Failure> {
        self.save_for(&*Settings::of_one(&self.output)?, before, bytes)
    }

    /// Where the project was asked for something else already.
    pub(super) fn save_for(
        &self,
        project: &Project,
        before: Before,
        bytes: Vec<u8>,
    ) -> Result<(), Failure> {
        fits::expect(&self.output, &bytes)?;
        self.save_whatever(project, before, bytes)
    }

    /// The same for bytes that may be of another format than the name says.
    pub(super) fn save_whatever(
        &self,
        project: &Project,
        before: Before,
        bytes: Vec<u8>,
    ) -> Result<(), Failure> {
        let wanted = Wanted::new((), &self.output, bytes, before);
        save(self.backups.unwrap_or(project.backups()), vec![wanted]).map(drop)
    }

    /// Writes it and what is made along with it: all or none.
    pub(super) fn save_all<N: Ord + Clone>(
        &self,
        wanted: Vec<Wanted<N>>,
    ) -> Result<usize, Failure> {
        let backups = match self.backups {
            Some(backups) => backups,
            None => Settings::of_one(&self.output)?.backups(),
        };
        save(backups, wanted)
    }
}

/// Writes all of the files or none, as a project has it. Answers with how many were written.
pub(super) fn save_all<N: Ord + Clone>(
    project: &Project,
    wanted: Vec<Wanted<N>>,
) -> Result<usize, Failure> {
    save(project.backups(), wanted)
}

fn save<N: Ord + Clone>(backups: Backups, wanted: Vec<Wanted<N>>) -> Result<usize, Failure> {
    saving::save(wanted, backups).map_err(|error| Failure::File(format!("error: {error}")))
}
