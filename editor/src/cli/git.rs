//! `landwright git`: what git needs to know to show and merge maps.

mod setup;
mod attributes;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::outcome::{Failure, Outcome};
use super::output::Output;
use crate::git::Git;

/// Let git show what changed in maps and tables, and merge them
#[derive(Debug, Args)]
pub(super) struct GitCommand {
    #[command(subcommand)]
    command: Step,
}

#[derive(Debug, Subcommand)]
enum Step {
    Setup(Setup),
}

/// Set up a repository: lines in .gitattributes, and local configuration
///
/// `git diff` then shows the content of maps, areas, zones, tables and definitions. `git merge` and
/// `git rebase` merge them by cells, things and fields. Nothing outside the repository is changed.
/// Run this once in every clone: git copies the attributes to a clone, but not the configuration.
#[derive(Debug, Args)]
struct Setup {
    /// A folder in the repository
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Remove what an earlier setup wrote, and nothing else
    #[arg(long)]
    undo: bool,
}

impl GitCommand {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let Step::Setup(Setup { folder, undo }) = &self.command;
        let repository = Git::of(folder)?;
        match undo {
            true => setup::undo(&repository, output),
            false => setup::set_up(&repository, output),
        }
    }
}
