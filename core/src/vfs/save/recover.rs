//! What a crash left of a save, finished or cleared away when its folder is opened again.
//!
//! A save that was decided is finished; one that was not is cleared away. What can be neither is
//! left as it is and told.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::super::disk::{self, Walk};
use super::super::error::{At, FileError, Trouble};
use super::super::fingerprint::Fingerprint;
use super::record::{self, BadRecord, Plan, Step};
use super::{OWN_FOLDER, beside, folders};

/// More than a save of every file of a game.
const MAX_LEN: u64 = 1 << 26;

/// What was found in a folder after a crash.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recovery {
    /// Files that an interrupted save had decided to write and that have their new bytes now.
    pub finished: Vec<PathBuf>,
    /// Leftovers that were removed: unfinished files of saves that had not been decided.
    pub removed: Vec<PathBuf>,
    /// Saves that can be neither finished nor undone. Nothing of theirs was touched.
    pub stuck: Vec<Stuck>,
}

/// A save that a person has to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stuck {
    /// It names where the bytes are.
    pub record: PathBuf,
    pub why: Why,
}

/// Why a save can be neither finished nor undone, as the end of a sentence about its record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    #[error("{0}")]
    Record(#[from] BadRecord),
    #[error("speaks of other folders than the one it is in; was the folder moved or copied?")]
    Elsewhere,
    #[error("has no copy in {}, where it belongs as well", .0.display())]
    NoCopy(PathBuf),
    #[error("speaks of {}, which was changed since", .0.display())]
    Changed(PathBuf),
    #[error("speaks of new bytes for {}, which are gone", .0.display())]
    Lost(PathBuf),
    #[error("can't be worked on: {0}")]
    Trouble(FileError),
}

impl From<FileError> for Why {
    fn from(error: FileError) -> Why {
        Why::Trouble(error)
    }
}

/// Walks as [`disk::walk`] does, once everything is mended that a crash left on the way. A folder
/// is mended once, however many of its files are asked for.
#[derive(Debug, Default)]
pub struct Walker {
    mended: BTreeSet<PathBuf>,
    recovery: Recovery,
}

impl Walker {
    pub fn walk(&mut self, start: &Path) -> Walk {
        // A file may be one that a save is still to bring.
        if !disk::is_folder(start) {
            let folder = start.parent().filter(|folder| !folder.as_os_str().is_empty());
            self.mend(folder.unwrap_or(Path::new(".")));
            return disk::walk(start);
        }
        let walk = disk::walk(start);
        let n_finished = self.recovery.finished.len();
        walk.own_folders.iter().for_each(|folder| self.mend(folder));
        if self.recovery.finished.len() == n_finished { walk } else { disk::walk(start) }
    }

    /// What was found on all walks.
    pub fn into_recovery(self) -> Recovery {
        self.recovery
    }

    fn mend(&mut self, folder: &Path) {
        if !self.mended.insert(folder.to_owned()) {
            return;
        }
        let Recovery { finished, removed, stuck } = recover(folder);
        self.recovery.finished.extend(finished);
        self.recovery.removed.extend(removed);
        self.recovery.stuck.extend(stuck);
    }
}

/// Finishes or clears away what a crash left in a folder. Saves that another process is at work
/// on are left alone.
pub fn recover(folder: &Path) -> Recovery {
    let mut recovery = Recovery::default();
    let own = folder.join(OWN_FOLDER);
    let Ok(here) = fs::canonicalize(folder) else { return recovery };
    let is_record = |name: &str| name.starts_with(record::PREFIX) && name.ends_with(record::SUFFIX);
    for path in names_in(&own, is_record) {
        if let Err(why) = recover_one(&path, &here, &mut recovery) {
            recovery.stuck.push(Stuck { record: path, why });
        }
    }
    // News that a stuck record speaks of are the only place where those bytes are.
    if recovery.stuck.is_empty() {
        let is_half = |name: &str| {
            name.starts_with(record::PREFIX) && name.ends_with(record::UNFINISHED_SUFFIX)
        };
        let half_records = names_in(&own, is_half);
        let news = names_in(folder, beside::is_leftover_name);
        for path in news.into_iter().chain(half_records).filter(|path| beside::is_old(path)) {
            if fs::remove_file(&path).is_ok() {
                recovery.removed.push(path);
            }
        }
    }
    recovery
}

/// Brings the save of a record to its end and removes the record. `here` is the folder that the
/// record is about, without links.
fn recover_one(path: &Path, here: &Path, recovery: &mut Recovery) -> Result<(), Why> {
    let Some(mut held) = hold(path).at(path)? else { return Ok(()) };
    let len = held.metadata().at(path)?.len();
    let json = disk::read_at_most(&mut held, len, MAX_LEN).at(path)?;
    let plan = Plan::from_json(&json)?;
    let folders = plan.folders();
    if !folders.contains(here) || !plan.steps.iter().all(|step| is_ours(step, here)) {
        return Err(Why::Elsewhere);
    }
    let with_copy: BTreeSet<&Path> = folders
        .iter()
        .copied()
        .filter(|folder| *folder == here || has_copy(folder, &json))
        .collect();
    let states = plan
        .steps
        .iter()
        .map(|step| Ok((step, state_of(step)?)))
        .collect::<Result<Vec<(&Step, State)>, FileError>>()?;
    let first = |state| states.iter().find(|(_, s)| *s == state).map(|(step, _)| *step);
    let is_begun = first(State::Done).is_some();
    if let Some(step) = first(State::Foreign) {
        return Err(Why::Changed(step.target.clone()));
    }
    if let Some(step) = first(State::Lost).filter(|_| is_begun) {
        return Err(Why::Lost(step.target.clone()));
    }
    let lacking = folders.iter().find(|folder| !with_copy.contains(*folder));
    if let Some(folder) = lacking.filter(|_| is_begun && first(State::Ready).is_some()) {
        return Err(Why::NoCopy((*folder).to_owned()));
    }
    let is_decided = lacking.is_none() && first(State::Lost).is_none();
    for (step, _) in states.iter().filter(|(_, state)| is_decided && *state == State::Ready) {
        fs::rename(&step.new, &step.target).at(&step.target)?;
        step.target.parent().into_iter().for_each(folders::flush);
        recovery.finished.push(step.target.clone());
    }
    for (step, state) in &states {
        if step.target.parent().is_some_and(|folder| with_copy.contains(folder)) {
            clear(step, *state, recovery);
        }
    }
    // Windows removes no file that is open.
    drop(held);
    fs::remove_file(path).at(path)?;
    Ok(())
}

/// Removes the passing names of a step.
fn clear(step: &Step, state: State, recovery: &mut Recovery) {
    // Where the target has its bytes, this is a second name of it, or gone already.
    if fs::remove_file(&step.new).is_ok() && state != State::Done {
        recovery.removed.push(step.new.clone());
    }
    if let Some(original) = &step.original {
        let _ = fs::remove_file(original);
    }
}

/// Whether a step speaks of names that a save gives, on the disk where its record is. A record
/// may have come with somebody's files; it must not be able to rename or remove anything else, or
/// to have a machine of its choice asked for a file.
fn is_ours(step: &Step, here: &Path) -> bool {
    let is_beside = |path: &Path, extension: &str| {
        let name = path.with_extension("new");
        path.parent() == step.target.parent()
            && path.extension().is_some_and(|found| found == extension)
            && name.file_name().and_then(|n| n.to_str()).is_some_and(beside::is_leftover_name)
    };
    step.target.is_absolute()
        && step.target.components().next() == here.components().next()
        && is_beside(&step.new, "new")
        && step.original.iter().all(|path| is_beside(path, "old"))
}

/// Whether the same record stands in another folder of the save.
fn has_copy(folder: &Path, json: &[u8]) -> bool {
    let is_record = |name: &str| name.starts_with(record::PREFIX) && name.ends_with(record::SUFFIX);
    names_in(&folder.join(OWN_FOLDER), is_record)
        .iter()
        .any(|path| disk::read_file(path, MAX_LEN).is_ok_and(|loaded| loaded.bytes == json))
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

/// The record, locked, so that nobody else mends the same; `None` where a process is at work on
/// it. On a disk that knows no locks, only its age tells.
fn hold(record: &Path) -> Result<Option<File>, Trouble> {
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

/// In order. A folder that can't be looked into has none: whoever asked for it hears why.
fn names_in(folder: &Path, is_meant: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_meant = |entry: &fs::DirEntry| entry.file_name().to_str().is_some_and(&is_meant);
    let mut paths: Vec<PathBuf> = entries.filter(is_meant).map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::format::text::CodePage;
    use crate::vfs::folder::Folder;
    use crate::vfs::{Mount, VfsPath};

    const OLD: &[u8] = b"old";
    const NEW: &[u8] = b"new!";

    /// What a crash left of a save of `a` and `b`: their bytes, and which of the new files are
    /// there still.
    fn crashed(targets: [&[u8]; 2], news: [bool; 2]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir(folder.path().join(OWN_FOLDER)).unwrap();
        let mut steps = Vec::new();
        for (idx, name) in ["a", "b"].into_iter().enumerate() {
            let target = here.join(name);
            let new = here.join(format!(".landwright-7-{idx}.new"));
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
        fs::write(&record, serde_json::to_vec(&Plan::new(steps)).unwrap()).unwrap();
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
            let recovery = recover(folder.path());
            assert_eq!(recovery.finished.len(), n_finished);
            assert_eq!(contents(&folder), [NEW, NEW]);
            assert_eq!(n_hidden(folder.path()), 0);
            assert!(!record.exists());
            assert_eq!(recover(folder.path()), Recovery::default());
        }
    }

    #[test]
    fn a_save_that_was_not_decided_is_cleared_away() {
        let (folder, record) = crashed([OLD, OLD], [true, false]);
        let recovery = recover(folder.path());
        assert_eq!((recovery.finished.len(), recovery.removed.len()), (0, 1));
        assert_eq!(contents(&folder), [OLD, OLD]);
        assert_eq!(n_hidden(folder.path()), 0);
        assert!(!record.exists());
    }

    #[test]
    fn what_somebody_changed_since_is_not_touched() {
        for (targets, news) in
            [([OLD, b"other".as_slice()], [true, true]), ([NEW, OLD], [false, false])]
        {
            let (folder, record) = crashed(targets, news);
            let n_before = n_hidden(folder.path());
            let recovery = recover(folder.path());
            let [Stuck { record: stuck, why: Why::Changed(_) | Why::Lost(_) }] =
                &recovery.stuck[..]
            else {
                panic!("{recovery:?}");
            };
            assert_eq!((stuck, recovery.finished.len()), (&record, 0));
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
        assert_eq!(recover(folder.path()).stuck, [Stuck { record, why: Why::Elsewhere }]);
        assert!(precious.exists());
    }

    #[test]
    fn a_record_that_is_not_understood_is_kept_and_told() {
        let half = |text: &str| text[..text.len() / 2].to_owned();
        let newer = |text: &str| text.replace("\"version\":1", "\"version\":2");
        let edits: [&dyn Fn(&str) -> String; 2] = [&half, &newer];
        for edit in edits {
            let (folder, record) = crashed([NEW, OLD], [false, true]);
            let edited = edit(&fs::read_to_string(&record).unwrap());
            fs::write(&record, &edited).unwrap();
            age(&folder.path().join(".landwright-7-1.new"));
            let recovery = recover(folder.path());
            let [Stuck { record: stuck, why: Why::Record(_) }] = &recovery.stuck[..] else {
                panic!("{recovery:?}");
            };
            assert_eq!(*stuck, record);
            assert_eq!(fs::read_to_string(&record).unwrap(), edited);
            assert_eq!(contents(&folder), [NEW, OLD]);
            // The new bytes of `b`, and the old ones of both.
            assert_eq!((recovery.removed.len(), n_hidden(folder.path())), (0, 3));
        }
    }

    /// What a crash left of a save of a file each in two folders, before anything was renamed,
    /// and the records.
    fn crashed_in_two_folders() -> (tempfile::TempDir, [PathBuf; 2]) {
        let root = tempfile::tempdir().unwrap();
        let here = fs::canonicalize(root.path()).unwrap();
        let folders = ["x", "y"].map(|name| here.join(name));
        let step = |folder: &PathBuf| Step {
            target: folder.join("a"),
            new: folder.join(".landwright-7-0.new"),
            original: None,
            before: None,
            after: Fingerprint::of(NEW, None),
        };
        let plan = Plan::new(folders.iter().map(step).collect());
        for folder in &folders {
            fs::create_dir_all(folder.join(OWN_FOLDER)).unwrap();
            fs::write(folder.join(".landwright-7-0.new"), NEW).unwrap();
        }
        let records = folders.map(|folder| folder.join(OWN_FOLDER).join("saving-7-0.json"));
        for record in &records {
            fs::write(record, serde_json::to_vec(&plan).unwrap()).unwrap();
        }
        (root, records)
    }

    #[test]
    fn a_save_of_several_folders_is_decided_when_each_has_the_record() {
        let (root, records) = crashed_in_two_folders();
        assert_eq!(recover(&root.path().join("x")).finished.len(), 2);
        assert_eq!(fs::read(root.path().join("y/a")).unwrap(), NEW);
        assert_eq!(recover(&root.path().join("y")), Recovery::default());
        assert!(records.iter().all(|record| !record.exists()));

        let (root, records) = crashed_in_two_folders();
        fs::remove_file(&records[1]).unwrap();
        let recovery = recover(&root.path().join("x"));
        assert_eq!((recovery.finished.len(), recovery.removed.len()), (0, 1));
        assert!(!root.path().join("x/a").exists() && !root.path().join("y/a").exists());
        // A folder without the record is not touched, whoever says that it is meant.
        assert!(root.path().join("y/.landwright-7-0.new").exists());
    }

    #[test]
    fn a_walk_mends_what_is_on_its_way() {
        let (root, _) = crashed_in_two_folders();
        let mut walker = Walker::default();
        assert_eq!(walker.walk(root.path()).files.len(), 2);
        assert_eq!(walker.into_recovery().finished.len(), 2);
        let (root, records) = crashed_in_two_folders();
        let mut walker = Walker::default();
        assert_eq!(walker.walk(&root.path().join("x/a")).files.len(), 1);
        // Once is enough.
        fs::write(&records[0], b"half").unwrap();
        assert_eq!(walker.walk(&root.path().join("x/a")).files.len(), 1);
        let recovery = walker.into_recovery();
        assert_eq!((recovery.finished.len(), recovery.stuck.len()), (2, 0));
    }

    #[test]
    fn a_mounted_folder_mends_and_tells_before_anything_in_it_is_found() {
        let (root, _) = crashed_in_two_folders();
        let mount = Folder::open(root.path(), CodePage::Cp949).unwrap();
        assert_eq!(mount.take_problems(), []);
        let name = VfsPath::new("X/a").unwrap();
        assert_eq!(mount.read(&name, 100).unwrap().bytes, NEW);
        let codes: Vec<&str> = mount.take_problems().iter().map(|problem| problem.code).collect();
        assert_eq!(codes, ["save-finished", "save-finished"]);
        assert_eq!(mount.take_problems(), []);
    }

    #[test]
    fn a_save_that_is_under_way_is_left_alone() {
        let (folder, record) = crashed([OLD, OLD], [true, true]);
        let held = File::open(&record).unwrap();
        held.lock().unwrap();
        assert_eq!(recover(folder.path()), Recovery::default());
        assert_eq!(contents(&folder), [OLD, OLD]);
        drop(held);
        assert_eq!(recover(folder.path()).finished.len(), 2);
    }

    #[test]
    fn leftovers_are_known_by_their_name_and_age() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".landwright-12-0.new", ".landwright-x-0.new", "a.new", ".landwright-1.new"] {
            fs::write(folder.path().join(name), b"half").unwrap();
            age(&folder.path().join(name));
        }
        let busy = beside::Beside::write(&folder.path().join("a"), b"x", None).unwrap();
        let recovery = recover(folder.path());
        assert_eq!(recovery.removed, [folder.path().join(".landwright-12-0.new")]);
        assert!(busy.path().exists());
        drop(busy);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        assert_eq!(recover(&folder.path().join("none")), Recovery::default());
    }
}
