//! Giving new files their names: all of them, or none.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::disk;
use super::super::error::{At, FileError, Half, SaveError, Trouble};
use super::super::fingerprint::Fingerprint;
use super::beside::{Beside, NotPlaced};
use super::moves::Moves;
use super::record::{Plan, Record, Step};
use super::{Before, Write, backup, folders, stays};

/// A file on its way: written beside, not yet renamed.
pub(super) struct Prepared<'w> {
    pub(super) write: &'w Write<'w>,
    /// The file itself, where `write.file` is a link to it.
    pub(super) target: PathBuf,
    pub(super) beside: Beside,
    pub(super) backup: Option<PathBuf>,
    /// The old file under a second name until all files are renamed; `None` for a new file.
    pub(super) original: Option<PathBuf>,
    /// How many names the old file has that this save does not know.
    pub(super) n_other_names: u64,
}

/// Renames every file to its target, or puts back those that were. Gives what could not be taken
/// away again: it stays until the folder is opened the next time.
pub(super) fn place(
    prepared: &mut [Prepared<'_>],
    moves: &mut dyn Moves,
) -> Result<Vec<PathBuf>, SaveError> {
    for one in &*prepared {
        check_unchanged(&one.target, one.write.before).at(&one.write.file)?;
    }
    let mut record = None;
    if prepared.len() > 1 {
        let plan = Plan::new(prepared.iter_mut().map(step_of).collect());
        record = Some(Record::write(&plan)?);
    }
    keep_originals(prepared)?;
    flush_folders(prepared);
    let mut failed = None;
    for (n_placed, one) in prepared.iter_mut().enumerate() {
        let Prepared { write, target, beside, .. } = one;
        let placed = check_unchanged(target, write.before).map_err(NotPlaced::from);
        let placed = placed.and_then(|()| beside.place(target, (write.before, write.bytes), moves));
        if let Err(NotPlaced { trouble, is_unknown }) = placed {
            let unknown = is_unknown.then(|| target.clone());
            failed = Some((n_placed, unknown, FileError::new(&write.file, trouble)));
            break;
        }
    }
    let foreign = || {
        let changed = prepared.iter().find(|one| is_foreign(one))?;
        Some((prepared.len(), None, FileError::new(&changed.write.file, Trouble::Changed)))
    };
    let half = match failed.or_else(foreign) {
        None => None,
        Some((n_placed, unknown, error)) => {
            let mut stayed = put_back(prepared.get_mut(..n_placed).unwrap_or_default(), moves);
            stayed.extend(unknown);
            if stayed.is_empty() {
                flush_folders(prepared);
                remove_originals(prepared);
                drop(record);
                return Err(error.into());
            }
            Some((error, stayed))
        }
    };
    flush_folders(prepared);
    if let Some((error, stayed)) = half {
        return Err(leave_half(prepared, record, error, &stayed));
    }
    let mut left = remove_originals(prepared);
    left.extend(prepared.iter_mut().filter_map(|one| one.beside.clear()));
    left.extend(record.into_iter().flat_map(Record::remove));
    Ok(left)
}

/// A step of the record.
fn step_of(one: &mut Prepared<'_>) -> Step {
    let before = match one.write.before {
        Before::Absent => None,
        Before::Was(fingerprint) => Some(fingerprint),
    };
    Step {
        target: one.target.clone(),
        new: one.beside.path().to_owned(),
        original: before.map(|_| one.beside.original()),
        before,
        after: Fingerprint::of(one.write.bytes, None),
    }
}

pub(super) fn check_unchanged(target: &Path, before: Before) -> Result<(), Trouble> {
    match (before, disk::fingerprint(target)) {
        (Before::Absent, Err(error)) if error.is_missing() => match target.is_symlink() {
            true => Err(Trouble::LinkToNothing),
            false => Ok(()),
        },
        (Before::Absent, Ok(_)) => Err(Trouble::Exists),
        (Before::Was(then), Ok(now)) if then.same_content(&now) => Ok(()),
        (Before::Was(_), Ok(_)) => Err(Trouble::Changed),
        (Before::Was(_), Err(error)) if error.is_missing() => Err(Trouble::Gone),
        (_, Err(error)) => Err(error.trouble),
    }
}

/// Gives all old files their second names, or none of them.
fn keep_originals(prepared: &mut [Prepared<'_>]) -> Result<(), FileError> {
    let is_single = prepared.len() == 1;
    let mut failed = None;
    for one in prepared.iter_mut().filter(|one| one.write.before != Before::Absent) {
        let original = one.beside.original();
        let kept = match is_single {
            // It is not needed to undo anything, so no copy is made where there are no links.
            true => fs::hard_link(&one.target, &original),
            false => keep_original(&one.target, &original),
        };
        match kept {
            Ok(()) => one.original = Some(original),
            Err(_) if is_single => {}
            Err(error) => {
                failed = Some(FileError::new(original, error));
                break;
            }
        }
    }
    match failed {
        None => Ok(()),
        Some(error) => {
            remove_originals(prepared);
            Err(error)
        }
    }
}

/// A second name for the file where the disk knows such, since that is the file itself with its
/// owner and times; otherwise a copy. What has that name already is left alone: it may be all
/// that a save which could not be undone has left of a file.
pub(super) fn keep_original(target: &Path, original: &Path) -> io::Result<()> {
    match fs::hard_link(target, original) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            backup::copy_to(target, original)
        }
        linked => linked,
    }
}

/// Whether another program wrote to the old file after it was compared for the last time.
fn is_foreign(one: &Prepared<'_>) -> bool {
    match (&one.original, one.write.before) {
        (Some(original), Before::Was(was)) => {
            disk::fingerprint(original).is_ok_and(|now| !now.same_content(&was))
        }
        _ => false,
    }
}

/// Puts back what was there before, and says of which files that failed.
fn put_back(placed: &mut [Prepared<'_>], moves: &mut dyn Moves) -> BTreeSet<PathBuf> {
    let mut stayed = BTreeSet::new();
    for one in placed.iter_mut().rev() {
        if let Some(swapped) = one.beside.take_back(&one.target, moves) {
            if swapped.is_err() {
                stayed.insert(one.target.clone());
            }
            continue;
        }
        let restored = match (&one.original, one.write.before) {
            (Some(original), _) => {
                // If another file can't be put back, this save has to be finished after all.
                one.beside.keep_passing_name(&one.target);
                moves.rename(original, &one.target)
            }
            (None, Before::Absent) => fs::remove_file(&one.target),
            (None, Before::Was(_)) => Err(io::ErrorKind::NotFound.into()),
        };
        match restored {
            Ok(()) => one.original = None,
            Err(_) => {
                stayed.insert(one.target.clone());
            }
        }
    }
    stayed
}

/// Leaves all that is needed to finish a save that could not be undone, and says how things are.
fn leave_half(
    prepared: &mut [Prepared<'_>],
    record: Option<Record>,
    error: FileError,
    stayed: &BTreeSet<PathBuf>,
) -> SaveError {
    let mut half = Half { record: record.and_then(Record::leave), ..Half::default() };
    for one in prepared {
        let file = one.write.file.clone();
        match stayed.contains(&one.target) {
            true => half.new.push((file, one.original.clone())),
            false => half.old.push(file),
        }
        one.beside.leave();
    }
    SaveError { error, half: Some(Box::new(half)) }
}

/// Gives those that stay.
fn remove_originals(prepared: &[Prepared<'_>]) -> Vec<PathBuf> {
    let originals = prepared.iter().filter_map(|one| one.original.as_ref());
    originals.filter(|original| stays(original)).cloned().collect()
}

fn flush_folders(prepared: &[Prepared<'_>]) {
    let folders: BTreeSet<&Path> = prepared.iter().filter_map(|one| one.target.parent()).collect();
    for folder in folders {
        folders::flush(folder);
    }
}
