//! `diff`: what differs between two definitions, or two maps, in the terms of the packet.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::def::diff::{Side, diff, diff_maps};
use landwright_core::def::{File, Map};
use landwright_core::vfs::disk;
use serde_json::json;

use super::decode::around;
use super::outcome::{Failure, Outcome, Output};
use super::workspace::{Workspace, shown};

/// Show the differences between two definitions or two maps
///
/// Exit codes: 0 equal, 1 different, 2 wrong use, or a file could not be read.
#[derive(Debug, Args)]
pub(super) struct Diff {
    /// The older one: a file, or NAME.VERSION of a definition
    before: String,
    /// The newer one
    after: String,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Search definitions here, instead of in the current folder and upwards
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    dir: PathBuf,
}

impl Diff {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let (before, after) = (self.side(&self.before)?, self.side(&self.after)?);
        match (map(&before, &self.before), map(&after, &self.after)) {
            (Some(before), Some(after)) => {
                let diff = diff_maps(before, after);
                let is_same = diff.added.len() + diff.removed.len() + diff.renumbered.len() == 0;
                self.print(&json!(diff), &diff.to_string(), output)?;
                return Ok(if is_same { Outcome::Fine } else { Outcome::Found });
            }
            (None, None) => {}
            _ => {
                let message = "a definition and a map can't be compared";
                return Err(Failure::use_of(format!("{}, {}: {message}", self.before, self.after)));
            }
        }
        let (old, new) = (before.definition(&self.before)?, after.definition(&self.after)?);
        let (old_layout, new_layout) =
            (before.catalogue.layout(&old), after.catalogue.layout(&new));
        let diff = diff(
            Side { syntax: &old.syntax, layout: &old_layout },
            Side { syntax: &new.syntax, layout: &new_layout },
        );
        self.print(&json!(diff), &diff.to_string(), output)?;
        Ok(if diff.differences.is_empty() { Outcome::Fine } else { Outcome::Found })
    }

    fn side(&self, wanted: &str) -> Result<Workspace, Failure> {
        let path = Path::new(wanted);
        let workspace = around(&self.dir, wanted)?;
        let is_path =
            wanted.contains(['/', '\\']) || wanted.ends_with(".def") || wanted.ends_with(".map");
        if is_path && !disk::is_file(path) {
            return Err(Failure::use_of(format!("{}: there is no such file", shown(path))));
        }
        Ok(workspace)
    }

    fn print(
        &self,
        json: &serde_json::Value,
        text: &str,
        output: &mut Output,
    ) -> Result<(), Failure> {
        if self.json { output.json(json) } else { output.text(text) }
    }
}

fn map<'w>(workspace: &'w Workspace, wanted: &str) -> Option<&'w Map> {
    match workspace.catalogue.file(&shown(Path::new(wanted)))? {
        File::Map(map) => Some(&map.map),
        _ => None,
    }
}
