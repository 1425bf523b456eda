//! What a save of several files is about to do, written down before it does it.
//!
//! The record stands in the `.landwright` folder beside every file concerned, from the moment
//! when all new files are whole until the last of them has its name. After a crash in between,
//! the save is finished, for by then it had been decided; a record that is itself cut short
//! means that nothing had been renamed yet.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::disk;
use super::super::error::{At, FileError};
use super::super::fingerprint::Fingerprint;
use super::folders::{self, MadeFolders};
use super::{OWN_FOLDER, beside};

const PREFIX: &str = "saving-";
const SUFFIX: &str = ".json";
/// More than a save of every file of a game.
const MAX_LEN: u64 = 1 << 26;

/// One file of the save.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) target: PathBuf,
    /// The new bytes under their passing name.
    pub(super) new: PathBuf,
    /// The old file under its second name.
    pub(super) original: Option<PathBuf>,
    pub(super) before: Option<Fingerprint>,
    pub(super) after: Fingerprint,
}

/// A record on disk, in as many copies as there are folders. Dropping it removes them.
#[derive(Debug)]
pub(super) struct Record {
    /// Open and locked, so that another process does not take the save for a crashed one.
    copies: Vec<(PathBuf, File)>,
}

impl Record {
    pub(super) fn write(
        steps: &[Step],
        made_folders: &mut MadeFolders,
    ) -> Result<Record, FileError> {
        let json = serde_json::to_vec_pretty(steps);
        let mut record = Record { copies: Vec::new() };
        let folders: BTreeSet<&Path> =
            steps.iter().filter_map(|step| step.target.parent()).collect();
        for folder in folders {
            let own = folder.join(OWN_FOLDER);
            made_folders.make(&own).at(&own)?;
            let (path, file) = beside::create_in(&own, PREFIX, SUFFIX).at(&own)?;
            // Some network disks know no locks; what is found there is taken to be at work.
            let _ = file.try_lock();
            record.copies.push((path, file));
            let Some((path, file)) = record.copies.last_mut() else { continue };
            // Paths that are not Unicode have no JSON: such a save has no record, only its locks.
            let Ok(json) = &json else { continue };
            file.write_all(json).and_then(|()| file.sync_all()).at(path)?;
            folders::flush(&own);
        }
        Ok(record)
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        for (path, file) in self.copies.drain(..) {
            drop(file);
            // If it stays, recovery finds every step done and removes it.
            let _ = fs::remove_file(path);
        }
    }
}

/// What was found in a folder after a crash.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recovery {
    /// Files that a crashed save had decided to write and that have their new bytes now.
    pub finished: Vec<PathBuf>,
    /// Leftovers that were removed: unfinished files of saves that had not been decided.
    pub removed: Vec<PathBuf>,
    /// Records of saves that can be neither finished nor undone, since their files changed
    /// since. Nothing of theirs was touched; they name where the bytes are.
    pub stuck: Vec<PathBuf>,
}

/// Finishes or clears away what a crash left in a folder. Saves that another process is at work
/// on are left alone.
pub fn recover(folder: &Path) -> Result<Recovery, FileError> {
    let mut recovery = Recovery::default();
    let own = folder.join(OWN_FOLDER);
    // News that a stuck record speaks of are the only place where those bytes are.
    let mut needed = BTreeSet::new();
    for path in names_in(&own, |name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))? {
        if is_in_use(&path) {
            continue;
        }
        let loaded = disk::read_file(&path, MAX_LEN)?;
        let steps: Vec<Step> = serde_json::from_slice(&loaded.bytes).unwrap_or_default();
        if !steps.iter().all(is_ours) {
            recovery.stuck.push(path);
        } else if finish(&steps, &mut recovery)? {
            fs::remove_file(&path).at(&path)?;
        } else {
            needed.extend(steps.into_iter().filter_map(|step| fs::canonicalize(step.new).ok()));
            recovery.stuck.push(path);
        }
    }
    for path in names_in(folder, beside::is_leftover_name)? {
        let is_needed = fs::canonicalize(&path).is_ok_and(|path| needed.contains(&path));
        if !is_needed && beside::is_old(&path) {
            fs::remove_file(&path).at(&path)?;
            recovery.removed.push(path);
        }
    }
    Ok(recovery)
}

/// Whether a step speaks of names that a save gives. A record may have come with somebody's
/// files; it must not be able to rename or remove anything else.
fn is_ours(step: &Step) -> bool {
    let is_beside = |path: &Path, extension: &str| {
        let name = path.with_extension("new");
        path.parent() == step.target.parent()
            && path.extension().is_some_and(|found| found == extension)
            && name.file_name().and_then(|n| n.to_str()).is_some_and(beside::is_leftover_name)
    };
    is_beside(&step.new, "new") && step.original.iter().all(|path| is_beside(path, "old"))
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// The target has its new bytes.
    Done,
    /// The target has its old bytes, and the new ones are whole.
    Ready,
    /// The target has its old bytes, and the new ones are gone.
    Lost,
    /// Somebody wrote to the target since.
    Foreign,
}

fn state_of(step: &Step) -> Result<State, FileError> {
    let now = fingerprint_if_there(&step.target)?;
    if now.is_some_and(|now| now.same_content(&step.after)) {
        return Ok(State::Done);
    }
    let is_before = match (now, step.before) {
        (Some(now), Some(before)) => now.same_content(&before),
        (None, None) => true,
        _ => false,
    };
    if !is_before {
        return Ok(State::Foreign);
    }
    let new = fingerprint_if_there(&step.new)?;
    let is_whole = new.is_some_and(|new| new.same_content(&step.after));
    Ok(if is_whole { State::Ready } else { State::Lost })
}

fn fingerprint_if_there(path: &Path) -> Result<Option<Fingerprint>, FileError> {
    match disk::fingerprint(path) {
        Ok(fingerprint) => Ok(Some(fingerprint)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Brings every step to its end where all of them can be. `false`: the save is stuck.
fn finish(steps: &[Step], recovery: &mut Recovery) -> Result<bool, FileError> {
    let states = steps.iter().map(state_of).collect::<Result<Vec<State>, FileError>>()?;
    let has = |state| states.contains(&state);
    if has(State::Foreign) || has(State::Lost) && has(State::Done) {
        return Ok(false);
    }
    for (step, state) in steps.iter().zip(&states) {
        if *state == State::Ready && !has(State::Lost) {
            fs::rename(&step.new, &step.target).at(&step.target)?;
            step.target.parent().into_iter().for_each(folders::flush);
            recovery.finished.push(step.target.clone());
        }
    }
    for left in steps.iter().flat_map(|step| [Some(&step.new), step.original.as_ref()]).flatten() {
        // Gone already, or a second name of a file that is whole.
        let _ = fs::remove_file(left);
    }
    Ok(true)
}

/// Whether a process still holds the record. A disk that knows no locks answers yes, to be safe.
fn is_in_use(record: &Path) -> bool {
    let file = OpenOptions::new().read(true).write(true).open(record);
    !file.is_ok_and(|file| file.try_lock().is_ok())
}

fn names_in(folder: &Path, is_meant: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>, FileError> {
    let entries = match fs::read_dir(folder).at(folder) {
        Ok(entries) => entries,
        Err(error) if error.is_missing() => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.at(folder)?;
        if entry.file_name().to_str().is_some_and(&is_meant) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    const OLD: &[u8] = b"old";
    const NEW: &[u8] = b"new!";

    /// What a crash left of a save of `a` and `b`: their bytes, and which of the new files are
    /// there still.
    fn crashed(targets: [&[u8]; 2], news: [bool; 2]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(OWN_FOLDER)).unwrap();
        let mut steps = Vec::new();
        for (idx, name) in ["a", "b"].into_iter().enumerate() {
            let target = folder.path().join(name);
            let new = folder.path().join(format!(".landwright-7-{idx}.new"));
            let original = new.with_extension("old");
            fs::write(&target, targets[idx]).unwrap();
            fs::write(&original, OLD).unwrap();
            if news[idx] {
                fs::write(&new, NEW).unwrap();
            }
            let before = Some(Fingerprint::of(OLD, None));
            let after = Fingerprint::of(NEW, None);
            steps.push(Step { target, new, original: Some(original), before, after });
        }
        let record = folder.path().join(OWN_FOLDER).join("saving-7-0.json");
        fs::write(&record, serde_json::to_vec(&steps).unwrap()).unwrap();
        (folder, record)
    }

    fn contents(folder: &tempfile::TempDir) -> [Vec<u8>; 2] {
        ["a", "b"].map(|name| fs::read(folder.path().join(name)).unwrap())
    }

    fn age(file: &Path) {
        let file = OpenOptions::new().append(true).open(file).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(2 * 3600)).unwrap();
    }

    fn n_hidden(folder: &Path) -> usize {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_str().unwrap().starts_with(".landwright-")).count()
    }

    #[test]
    fn a_save_that_was_decided_is_finished() {
        for (targets, news, n_finished) in [
            ([OLD, OLD], [true, true], 2),
            ([NEW, OLD], [false, true], 1),
            ([NEW, NEW], [false, false], 0),
            // A new file has both names for a moment.
            ([NEW, OLD], [true, true], 1),
        ] {
            let (folder, record) = crashed(targets, news);
            let recovery = recover(folder.path()).unwrap();
            assert_eq!(recovery.finished.len(), n_finished);
            assert_eq!(contents(&folder), [NEW, NEW]);
            assert_eq!(n_hidden(folder.path()), 0);
            assert!(!record.exists());
            assert_eq!(recover(folder.path()).unwrap(), Recovery::default());
        }
    }

    #[test]
    fn a_save_that_was_not_decided_is_cleared_away() {
        let (folder, record) = crashed([OLD, OLD], [true, false]);
        assert_eq!(recover(folder.path()).unwrap().finished.len(), 0);
        assert_eq!(contents(&folder), [OLD, OLD]);
        assert_eq!(n_hidden(folder.path()), 0);
        assert!(!record.exists());

        let (folder, record) = crashed([OLD, OLD], [true, true]);
        let whole = fs::read(&record).unwrap();
        fs::write(&record, &whole[..whole.len() - 1]).unwrap();
        age(&folder.path().join(".landwright-7-0.new"));
        age(&folder.path().join(".landwright-7-1.new"));
        assert_eq!(recover(folder.path()).unwrap().removed.len(), 2);
        assert_eq!(contents(&folder), [OLD, OLD]);
    }

    #[test]
    fn what_somebody_changed_since_is_not_touched() {
        for (targets, news) in
            [([OLD, b"other".as_slice()], [true, true]), ([NEW, OLD], [false, false])]
        {
            let (folder, record) = crashed(targets, news);
            let n_before = n_hidden(folder.path());
            let recovery = recover(folder.path()).unwrap();
            assert_eq!(recovery, Recovery { stuck: vec![record.clone()], ..Recovery::default() });
            assert_eq!(contents(&folder), targets);
            assert_eq!(n_hidden(folder.path()), n_before);
        }
    }

    #[test]
    fn a_foreign_record_removes_nothing() {
        let (folder, record) = crashed([NEW, NEW], [false, false]);
        let precious = folder.path().join("precious.old");
        fs::write(&precious, b"").unwrap();
        let text = fs::read_to_string(&record).unwrap();
        fs::write(&record, text.replace(".landwright-7-0.old", "precious.old")).unwrap();
        assert_eq!(recover(folder.path()).unwrap().stuck, [record]);
        assert!(precious.exists());
    }

    #[test]
    fn a_save_that_is_under_way_is_left_alone() {
        let (folder, record) = crashed([OLD, OLD], [true, true]);
        let held = File::open(&record).unwrap();
        held.lock().unwrap();
        assert_eq!(recover(folder.path()).unwrap(), Recovery::default());
        assert_eq!(contents(&folder), [OLD, OLD]);
        drop(held);
        assert_eq!(recover(folder.path()).unwrap().finished.len(), 2);
    }

    #[test]
    fn leftovers_are_known_by_their_name_and_age() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".landwright-12-0.new", ".landwright-x-0.new", "a.new", ".landwright-1.new"] {
            fs::write(folder.path().join(name), b"half").unwrap();
            age(&folder.path().join(name));
        }
        let busy = beside::Beside::write(&folder.path().join("a"), b"x", None).unwrap();
        let recovery = recover(folder.path()).unwrap();
        assert_eq!(recovery.removed, [folder.path().join(".landwright-12-0.new")]);
        assert!(busy.path().exists());
        drop(busy);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        assert_eq!(recover(&folder.path().join("none")).unwrap(), Recovery::default());
    }
}
