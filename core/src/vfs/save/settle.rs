//! Bringing the saves of records to their end: finished, undone or cleared away.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::super::disk;
use super::super::error::{At, FileError, Trouble};
use super::super::fingerprint::Fingerprint;
use super::folders::MadeFolders;
use super::lock::Locks;
use super::own::{self, OWN_FOLDER};
use super::record::{self, Plan, Step};
use super::recover::{Recovery, Stuck, Why};
use super::{backup, beside, folders};

/// More than a save of every file of a game.
const MAX_LEN: u64 = 1 << 26;

/// What is to become of a save.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// All files get their new bytes.
    Finish,
    /// All files get their old bytes back.
    Undo,
    /// They are all as they should be.
    Clear,
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

/// A save as it was found.
struct Found<'p> {
    steps: Vec<(&'p Step, State)>,
    /// Its folders that have the record, which are the only ones where anything may be done.
    with_copy: BTreeSet<&'p Path>,
    /// One that has not.
    lacking: Option<&'p Path>,
}

/// What other programs wrote while files were replaced: the files, and backups of those bytes.
pub(super) type Kept = Vec<(PathBuf, PathBuf)>;

/// Fails where a save in a folder is half done. The folder has to be locked. Gives what was kept of
/// one that was cleared away.
pub(super) fn expect_whole(folder: &Path, locks: &mut Locks) -> Result<Kept, FileError> {
    let mut recovery = Recovery::default();
    settle_all(folder, folder, locks, &mut recovery);
    if let Some(Stuck { record, why }) = recovery.stuck.first() {
        return Err(FileError::new(record, Trouble::HalfSaved(why.to_string())));
    }
    let undone = recovery.undone.first().map(|(file, _)| file);
    if let Some(file) = recovery.finished.first().or(undone) {
        return Err(FileError::new(file, Trouble::FinishedNow));
    }
    // Another version of the program knows no locks of folders.
    match records_in(folder).is_empty() {
        true => Ok(recovery.kept),
        false => Err(FileError::new(folder, Trouble::Saving)),
    }
}

/// Brings the saves of all records in a folder to their end. `here` is the same folder without
/// links, which has to be locked.
pub(super) fn settle_all(folder: &Path, here: &Path, locks: &mut Locks, recovery: &mut Recovery) {
    let own = folder.join(OWN_FOLDER);
    for record in records_in(folder) {
        let settled = own::expect_real(&own).map_err(Why::from);
        let settled = settled.and_then(|()| settle(&record, here, locks, recovery));
        if let Err(why) = settled {
            recovery.stuck.push(Stuck { record, why });
        }
    }
}

pub(super) fn records_in(folder: &Path) -> Vec<PathBuf> {
    names_in(&folder.join(OWN_FOLDER), record::is_record_name)
}

/// In order. A folder that can't be looked into has none: whoever asked for it hears why.
pub(super) fn names_in(folder: &Path, is_meant: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_meant = |entry: &fs::DirEntry| is_meant(&entry.file_name().to_string_lossy());
    let mut paths: Vec<PathBuf> = entries.filter(is_meant).map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Brings the save of a record to its end and removes the record; leaves it alone while another
/// process is at work on it.
fn settle(path: &Path, here: &Path, locks: &mut Locks, recovery: &mut Recovery) -> Result<(), Why> {
    let Some(mut held) = hold(path).at(path)? else { return Ok(()) };
    let len = held.metadata().at(path)?.len();
    let json = disk::read_at_most(&mut held, len, MAX_LEN).at(path)?;
    let plan = Plan::from_json(&json, here)?;
    let folders = plan.folders();
    if !folders.contains(here) || !plan.steps.iter().all(|step| is_ours(step, here)) {
        return Err(Why::Elsewhere);
    }
    let has_it = |folder: &&Path| *folder == here || !copies_in(folder, &plan).is_empty();
    let (with_copy, lacking): (BTreeSet<&Path>, BTreeSet<&Path>) =
        folders.into_iter().partition(has_it);
    for folder in &with_copy {
        if !locks.try_add(folder)? {
            return Ok(());
        }
    }
    let steps = plan.steps.iter().map(|step| Ok((step, state_of(step)?)));
    let steps = steps.collect::<Result<Vec<(&Step, State)>, FileError>>()?;
    let others = with_copy.iter().filter(|folder| **folder != here);
    let other_copies: Vec<PathBuf> = others.flat_map(|folder| copies_in(folder, &plan)).collect();
    let found = Found { steps, with_copy, lacking: lacking.first().copied() };
    found.bring_to(found.end()?, recovery)?;
    // This one goes last: as long as it is there, the next who comes by takes the others away.
    for copy in other_copies {
        // One that stays is cleared away when its own folder is opened.
        let _ = fs::remove_file(copy);
    }
    // Windows removes no file that is open.
    drop(held);
    fs::remove_file(path).at(path)?;
    Ok(())
}

impl Found<'_> {
    fn end(&self) -> Result<End, Why> {
        let first = |state| self.steps.iter().find(|(_, s)| *s == state).map(|(step, _)| *step);
        // A folder that is not there may come back, and may have its record.
        let away = self.steps.iter().filter_map(|(step, _)| step.target.parent());
        let away =
            away.filter(|folder| !self.with_copy.contains(folder) && !disk::is_folder(folder));
        if let Some(folder) = away.min().filter(|_| !self.is_not_begun()) {
            return Err(Why::NoCopy(folder.to_owned()));
        }
        if let Some(step) = first(State::Foreign) {
            // Where the record is gone already, the save was through, and others may have come since.
            return match self.was_through() {
                true => Ok(End::Clear),
                false => Err(Why::Changed(step.target.clone())),
            };
        }
        let (is_begun, lost) = (first(State::Done).is_some(), first(State::Lost));
        match (is_begun, lost, self.lacking) {
            (false, None, None) => Ok(End::Finish),
            (false, _, _) => Ok(End::Clear),
            (true, Some(_), _) if self.can_be_undone() => Ok(End::Undo),
            (true, Some(step), _) => Err(Why::Lost(step.target.clone())),
            (true, None, _) if first(State::Ready).is_none() => Ok(End::Clear),
            (true, None, Some(folder)) => Err(Why::NoCopy(folder.to_owned())),
            (true, None, None) => Ok(End::Finish),
        }
    }

    fn is_not_begun(&self) -> bool {
        self.steps.iter().all(|(_, state)| matches!(state, State::Ready | State::Lost))
    }

    /// Whether every file is done but those that others changed where the record is gone already: it
    /// is taken away once a save is through.
    fn was_through(&self) -> bool {
        let is_through = |(step, state): &(&Step, State)| match state {
            State::Done => true,
            State::Foreign => !self.may_touch(step),
            State::Ready | State::Lost => false,
        };
        self.steps.iter().all(is_through)
    }

    /// Whether the old bytes of every file that has its new ones are there.
    fn can_be_undone(&self) -> bool {
        let is_kept = |step: &Step| match (&step.original, step.before) {
            (Some(original), Some(before)) => {
                disk::fingerprint(original).is_ok_and(|kept| kept.same_content(&before))
            }
            (None, None) => true,
            _ => false,
        };
        let mut done = self.steps.iter().filter(|(_, state)| *state == State::Done);
        done.all(|(step, _)| self.may_touch(step) && is_kept(step))
    }

    fn may_touch(&self, step: &Step) -> bool {
        step.target.parent().is_some_and(|folder| self.with_copy.contains(folder))
    }

    fn bring_to(&self, end: End, recovery: &mut Recovery) -> Result<(), Why> {
        for (step, state) in &self.steps {
            match (end, state) {
                (End::Finish, State::Ready) => {
                    fs::rename(&step.new, &step.target).at(&step.target)?;
                    recovery.finished.push(step.target.clone());
                }
                (End::Undo, State::Done) => recovery.undone.push(undo(step)?),
                _ => continue,
            }
            step.target.parent().into_iter().for_each(folders::flush);
        }
        for (step, state) in self.steps.iter().filter(|(step, _)| self.may_touch(step)) {
            clear(step, *state, recovery);
        }
        Ok(())
    }
}

/// Gives a file its old bytes back, and says where the new ones are kept.
fn undo(step: &Step) -> Result<(PathBuf, PathBuf), Why> {
    let target = &step.target;
    let kept = backup::keep(target, &step.after, &mut MadeFolders::default())?;
    match &step.original {
        Some(original) => fs::rename(original, target),
        None => fs::remove_file(target),
    }
    .at(target)?;
    Ok((target.clone(), kept))
}

/// Removes the passing names of a step.
fn clear(step: &Step, state: State, recovery: &mut Recovery) {
    let is_known = |now: Fingerprint| {
        now.same_content(&step.after) || step.before.is_some_and(|it| now.same_content(&it))
    };
    // Where the target has its bytes, this is a second name of it, or the old file, or gone already.
    if state == State::Done && disk::fingerprint(&step.new).is_ok_and(|now| !is_known(now)) {
        if let Ok(backup) = backup::adopt(&step.new, &step.target) {
            recovery.kept.push((step.target.clone(), backup));
        }
    } else if fs::remove_file(&step.new).is_ok() && state != State::Done {
        recovery.removed.push(step.new.clone());
    }
    let Some(original) = &step.original else { return };
    match (disk::fingerprint(original), step.before) {
        // Another program wrote to the file just before it was replaced.
        (Ok(now), Some(before)) if state == State::Done && !now.same_content(&before) => {
            if let Ok(backup) = backup::adopt(original, &step.target) {
                recovery.kept.push((step.target.clone(), backup));
            }
        }
        _ => {
            let _ = fs::remove_file(original);
        }
    }
}

/// Whether a step speaks of names that a save gives, on the disk where its record is. A record
/// may have come with somebody's files; it must not be able to rename or remove anything else, or
/// to have a machine of its choice asked for a file.
fn is_ours(step: &Step, here: &Path) -> bool {
    let is_beside = |path: &Path, is_passing: fn(&str) -> bool| {
        path.parent() == step.target.parent()
            && path.file_name().and_then(|name| name.to_str()).is_some_and(is_passing)
    };
    step.target.is_absolute()
        && step.target.components().next() == here.components().next()
        && is_beside(&step.new, beside::is_new_name)
        && step.original.iter().all(|path| is_beside(path, beside::is_old_name))
}

/// The records of a save in another folder of it, which say the same of the files there.
fn copies_in(folder: &Path, plan: &Plan) -> Vec<PathBuf> {
    if own::expect_real(&folder.join(OWN_FOLDER)).is_err() {
        return Vec::new();
    }
    let is_copy = |path: &PathBuf| {
        let copy = disk::read_file(path, MAX_LEN).ok();
        let copy = copy.and_then(|loaded| Plan::from_json(&loaded.bytes, folder).ok());
        copy.is_some_and(|copy| {
            copy.save == plan.save
                && copy.steps.len() == plan.steps.len()
                && copy.steps_in(folder) == plan.steps_in(folder)
        })
    };
    records_in(folder).into_iter().filter(is_copy).collect()
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

/// The record, locked, so that nobody else mends the same; `None` where a process is at work on
/// it. On a disk that knows no locks, only its age tells.
fn hold(record: &Path) -> Result<Option<File>, Trouble> {
    own::expect_plain(record)?;
    let file = match OpenOptions::new().read(true).write(true).open(record) {
        Ok(file) => file,
        // Somebody else was quicker.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let is_free = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => beside::is_old(record),
    };
    Ok(is_free.then_some(file))
}
