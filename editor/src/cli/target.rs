//! The file that a command makes: whole or not at all, and never over another one unless told.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::project::Project;
use landwright_core::vfs::disk;
use landwright_core::vfs::save::{Before, Write};

use super::half::mend_beside;
use super::outcome::Failure;
use super::output::shown;
use super::saving;
use super::settings::Settings;

#[derive(Debug, Args)]
pub(super) struct Target {
    /// The file to write
    #[arg(short, long)]
    output: PathBuf,
    /// Replace a file that is there; a backup of it is kept in .landwright/backups
    #[arg(long)]
    force: bool,
}

impl Target {
    pub(super) fn new(output: PathBuf, force: bool) -> Target {
        Target { output, force }
    }

    pub(super) fn path(&self) -> &Path {
        &self.output
    }

    /// What stands where the file will be, asked before any work is done.
    pub(super) fn before(&self) -> Result<Before, Failure> {
        mend_beside(&self.output);
        self.before_at(&self.output)
    }

    /// The same of a file that is made along with it.
    pub(super) fn before_at(&self, path: &Path) -> Result<Before, Failure> {
        match disk::fingerprint(path) {
            Ok(fingerprint) if self.force => Ok(Before::Was(fingerprint)),
            Ok(_) => {
                let path = shown(path);
                let message =
                    format!("{path} exists already; --force replaces it and keeps a backup");
                Err(Failure::WrongUse(message))
            }
            // Whatever else is wrong with the place, saving says.
            Err(_) => Ok(Before::Absent),
        }
    }

    pub(super) fn save(&self, before: Before, bytes: &[u8]) -> Result<(), Failure> {
        self.save_all(&[(&self.output, before, bytes)])
    }

    /// Where the project was asked for something else already.
    pub(super) fn save_for(
        &self,
        project: &Project,
        before: Before,
        bytes: &[u8],
    ) -> Result<(), Failure> {
        save(project, &[(&self.output, before, bytes)])
    }

    /// The same of files whose project is known.
    pub(super) fn save_all_for(
        &self,
        project: &Project,
        files: &[(&Path, Before, &[u8])],
    ) -> Result<(), Failure> {
        save(project, files)
    }

    /// Writes it and what is made along with it: all or none.
    pub(super) fn save_all(&self, files: &[(&Path, Before, &[u8])]) -> Result<(), Failure> {
        save(&*Settings::of_one(&self.output)?, files)
    }
}

fn save<'b>(project: &Project, files: &[(&Path, Before, &'b [u8])]) -> Result<(), Failure> {
    let write = |(path, before, bytes): &(&Path, Before, &'b [u8])| Write {
        file: path.to_path_buf(),
        bytes,
        before: *before,
        folders_below: None,
    };
    let writes: Vec<Write<'_>> = files.iter().map(write).collect();
    saving::save(&writes, project.n_backups)
        .map_err(|error| Failure::Disk(format!("error: {error}")))
}
