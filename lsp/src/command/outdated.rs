//! `outdated`: the definitions that a new patch of the game retires.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use landwright_core::def::outdated::{Outdated as Row, newest_map, outdated};
use landwright_core::def::{File, MapFile, MapKind};
use landwright_core::vfs::{Session, disk};
use serde_json::json;

use super::outcome::{Failure, Outcome, Output, complain, counted};
use super::workspace::{Workspace, shown};

/// List the definitions that a new patch's map retires
///
/// A definition is outdated if an older protocol map of the same region names its packet and the
/// new one does not. It is also outdated if it says itself that it is for older patches. It is
/// never outdated if a newer map still needs it. Exit codes: 0 done, 1 some are outdated and still
/// exist, 2 wrong use, or a file could not be read or deleted.
#[derive(Debug, Args)]
pub(super) struct Outdated {
    /// The map of the new patch [default: the protocol map with the largest number]
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// The major patch of that map, if revisions.json does not contain it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=999))]
    patch: Option<u32>,
    /// Delete the outdated definitions. If one can't be deleted, none is; backups are kept in
    /// .landwright/backups
    #[arg(long)]
    delete: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Search here, instead of in the current folder and upwards
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    dir: PathBuf,
}

impl Outdated {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let besides: Vec<PathBuf> = self.map.iter().cloned().collect();
        if !disk::is_folder(&self.dir) {
            let dir = shown(&self.dir);
            return Err(Failure::use_of(format!("{dir}: there is no such folder")));
        }
        let workspace = Workspace::around(&self.dir, &besides)?;
        let catalogue = &workspace.catalogue;
        let after = self.newest(&workspace)?;
        if after.number.is_none() {
            let path = &after.path;
            complain(&format!(
                "note: the name of {path} has no number, so older maps can't be \
                found"
            ));
        }
        let patch = self.patch.or_else(|| Some(catalogue.revision(&after)?.major));
        let found = outdated(catalogue, &after, patch);
        if self.json {
            output.json(&json!({ "map": &*after.path, "patch": patch, "outdated": found }))?;
        } else {
            for row in &found {
                output.line(row)?;
            }
        }
        let count = counted(found.len(), "definition is", "definitions are");
        match self.delete {
            true => delete(&workspace, &found, output)?,
            false => output.aside(&format!("{count} outdated, by {}", after.path))?,
        }
        Ok(if found.is_empty() || self.delete { Outcome::Fine } else { Outcome::Found })
    }

    fn newest(&self, workspace: &Workspace) -> Result<Arc<MapFile>, Failure> {
        if let Some(path) = &self.map {
            let wrong = match disk::is_file(path) {
                true => "this is not a protocol map",
                false => "there is no such file",
            };
            return match workspace.catalogue.file(&shown(path)) {
                Some(File::Map(map)) if map.kind == MapKind::Protocol => Ok(map.clone()),
                _ => Err(Failure::use_of(format!("{}: {wrong}", shown(path)))),
            };
        }
        newest_map(&workspace.catalogue).cloned().ok_or_else(|| {
            Failure::use_of(
                "there is no protocol map here; give the map of the new patch with \
                --map FILE",
            )
        })
    }
}

/// Deletes all of them, or none if one can't be, and says where they are kept. After a crash in between, the
/// rest is still outdated.
fn delete(workspace: &Workspace, found: &[Row], output: &mut Output) -> Result<(), Failure> {
    let sources = found.iter().filter_map(|row| workspace.files.get(&row.path));
    let files: Vec<_> = sources.map(|file| (file.path.as_path(), file.fingerprint)).collect();
    let backups = Session::new(workspace.project.backups())
        .delete(&files)
        .map_err(|error| Failure::file(error.said("nothing was deleted")))?;
    let count = counted(files.len(), "definition", "definitions");
    let folders: BTreeSet<_> = backups.iter().filter_map(|backup| backup.parent()).collect();
    let folders: Vec<String> = folders.into_iter().map(shown).collect();
    output.aside(&match folders.is_empty() {
        true => format!("deleted {count}"),
        false => format!("deleted {count}; backups are in {}", folders.join(", ")),
    })
}
