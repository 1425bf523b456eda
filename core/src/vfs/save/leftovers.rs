//! Passing names that no record speaks of: what a crash left before a save was written down, or
//! after all of it was done.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::disk;
use super::attributes::n_other_names;
use super::own::OWN_FOLDER;
use super::recover::Recovery;
use super::settle::names_in;
use super::{backup, beside, record};

#[derive(Debug)]
pub(super) struct Leftovers {
    /// Files that never got their names.
    unfinished: Vec<PathBuf>,
    /// Old files that were to go.
    originals: Vec<PathBuf>,
    folder: PathBuf,
}

impl Leftovers {
    pub(super) fn in_folder(folder: &Path) -> Leftovers {
        let mut unfinished = names_in(folder, beside::is_new_name);
        unfinished.extend(names_in(&folder.join(OWN_FOLDER), record::is_half_record_name));
        let backups = backup::folder_of(&folder.join("any"));
        unfinished.extend(backups.into_iter().flat_map(|b| names_in(&b, beside::is_new_name)));
        let originals = names_in(folder, beside::is_old_name);
        Leftovers { unfinished, originals, folder: folder.to_owned() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.unfinished.is_empty() && self.originals.is_empty()
    }

    /// Removes what nobody can need. Where it is not certain that no save is under way, only what
    /// is old.
    pub(super) fn clear(self, is_certain: bool, recovery: &mut Recovery) {
        let is_done = |path: &PathBuf| is_certain || beside::is_old(path);
        let (spare, needed): (Vec<PathBuf>, Vec<PathBuf>) = (self.originals.into_iter())
            .filter(|path| is_done(path) && path.exists())
            .partition(|path| is_elsewhere(path, &self.folder));
        recovery.left.extend(needed);
        for path in self.unfinished.into_iter().filter(is_done).chain(spare) {
            if fs::remove_file(&path).is_ok() {
                recovery.removed.push(path);
            }
        }
    }
}

/// Whether the bytes of an old file have another name: in its folder or its backups.
fn is_elsewhere(original: &Path, folder: &Path) -> bool {
    let Ok(metadata) = fs::symlink_metadata(original) else { return false };
    if !metadata.is_file() {
        return false;
    }
    let Ok(own) = disk::fingerprint(original) else { return false };
    let backups = backup::folder_of(original);
    let others = [Some(folder.to_owned()), backups].into_iter().flatten();
    let mut others = others.flat_map(|folder| names_in(&folder, |_| true));
    let is_same = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        !beside::is_new_name(name)
            && !beside::is_old_name(name)
            && fs::symlink_metadata(path).is_ok_and(|m| m.is_file() && m.len() == own.len)
            && disk::fingerprint(path).is_ok_and(|other| other.same_content(&own))
    };
    n_other_names(&metadata) > 0 || others.any(|path| is_same(&path))
}
