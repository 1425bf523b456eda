//! `outdated`: the definitions that a new patch of the game retires.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use landwright_core::def::outdated::{Outdated as Row, outdated};
use landwright_core::def::{File, MapFile, MapKind};
use landwright_core::vfs::{Session, disk};
use serde_json::json;

use super::outcome::{Failure, Outcome, Output, complain, counted};
use super::workspace::{Workspace, shown};

/// List the definitions that a new patch's map retires
///
/// A definition is outdated if an older protocol map of the same region names its packet and the
/// new one does not, or if it says itself that it is for older patches; never if a map that is
/// newer still needs it. Exit codes: 0 done, 1 some are outdated and still there, 2 wrong use, or
/// a file could not be read or deleted.
#[derive(Debug, Args)]
pub(super) struct Outdated {
    /// The map of the new patch; otherwise the protocol map with the greatest number
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// The major patch of that map, where revisions.json does not tell
    #[arg(long, value_name = "N")]
    patch: Option<u32>,
    /// Delete them; backups are kept in .landwright/backups
    #[arg(long)]
    delete: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Look here, instead of in the current folder and upwards
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
            complain(&format!("note: {path} has no number, so no map is known to be older"));
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
            true => delete(&workspace, &found)?,
            false => complain(&format!("{count} outdated, by {}", after.path)),
        }
        Ok(if found.is_empty() || self.delete { Outcome::Fine } else { Outcome::Found })
    }

    fn newest(&self, workspace: &Workspace) -> Result<Arc<MapFile>, Failure> {
        if let Some(path) = &self.map {
            let wrong = || Failure::use_of(format!("{}: this is no protocol map", shown(path)));
            return match workspace.catalogue.file(&shown(path)) {
                Some(File::Map(map)) if map.kind == MapKind::Protocol => Ok(map.clone()),
                _ => Err(wrong()),
            };
        }
        let newest = workspace.catalogue.protocol_maps().max_by_key(|map| map.number);
        newest.cloned().ok_or_else(|| {
            Failure::use_of("there is no protocol map here; --map FILE names that of the new patch")
        })
    }
}

fn delete(workspace: &Workspace, found: &[Row]) -> Result<(), Failure> {
    let mut session = Session::new(workspace.project.n_backups);
    for (n_deleted, row) in found.iter().enumerate() {
        let (path, fingerprint) = match workspace.files.get(&row.path) {
            Some(source) => (source.path.as_path(), source.fingerprint),
            None => continue,
        };
        session.delete(path, &fingerprint).map_err(|error| {
            Failure::disk(format!("{error}; {n_deleted} were deleted before, and this was not"))
        })?;
    }
    let count = counted(found.len(), "definition", "definitions");
    if let Some(row) = found.first() {
        let folder = Path::new(&row.path).with_file_name(".landwright");
        complain(&format!("deleted {count}; backups are in {}/backups", shown(&folder)));
    }
    Ok(())
}
