//! What a crash left of a save, finished or cleared away when its folder is opened again.
//!
//! A save that was decided is finished, or undone if its bytes are gone; one that was not is cleared
//! away. What can be neither is left as it is and told.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::disk::{self, Walk};
use super::super::error::FileError;
use super::leftovers::Leftovers;
use super::lock::Locks;
use super::record::BadRecord;
use super::settle;

/// What was found in a folder after a crash.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recovery {
    /// Files that an interrupted save had decided to write and that have their new bytes now.
    pub finished: Vec<PathBuf>,
    /// Files that have their old bytes back, since new bytes of others are gone; and backups of the
    /// new bytes that they had.
    pub undone: Vec<(PathBuf, PathBuf)>,
    /// Files that another program wrote to while they were replaced, and backups of its bytes.
    pub kept: Vec<(PathBuf, PathBuf)>,
    /// Leftovers that were removed: unfinished files of saves that had not been decided.
    pub removed: Vec<PathBuf>,
    /// Leftovers with bytes that no other file has.
    pub left: Vec<PathBuf>,
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
    #[error("lists different folders than the one it is in; was the folder moved or copied?")]
    Elsewhere,
    #[error("has no copy in {}, where one is needed as well", .0.display())]
    NoCopy(PathBuf),
    #[error("lists {}, which was changed since", .0.display())]
    Changed(PathBuf),
    #[error("lists new bytes for {}, which are lost", .0.display())]
    Lost(PathBuf),
    #[error("can't be used: {0}")]
    Trouble(FileError),
    #[error("waits")]
    OnlyLooking,
}

/// Whether this process changes nothing, not even what a crash left.
static ONLY_LOOKS: AtomicBool = AtomicBool::new(false);

/// From here on, this process finishes no save and clears nothing away: both are only reported.
pub fn only_look() {
    ONLY_LOOKS.store(true, Ordering::Relaxed);
}

impl From<FileError> for Why {
    fn from(error: FileError) -> Why {
        Why::Trouble(error)
    }
}

impl Recovery {
    fn add(&mut self, other: Recovery) {
        let Recovery { finished, undone, kept, removed, left, stuck } = other;
        self.finished.extend(finished);
        self.undone.extend(undone);
        self.kept.extend(kept);
        self.removed.extend(removed);
        self.left.extend(left);
        self.stuck.extend(stuck);
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
            self.mend(folder_of(start));
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
        if self.mended.insert(folder.to_owned()) {
            self.recovery.add(recover(folder));
        }
    }
}

/// The folder of a file by its name alone.
fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Mends the folder that a path is in, and the path itself where it is a folder.
pub fn recover_at(path: &Path) -> Recovery {
    let mut recovery = recover(folder_of(path));
    if disk::is_folder(path) {
        recovery.add(recover(path));
    }
    recovery
}

/// Finishes or clears away what a crash left in a folder. Saves that another process is at work
/// on are left alone.
pub fn recover(folder: &Path) -> Recovery {
    let mut recovery = Recovery::default();
    let Ok(here) = fs::canonicalize(folder) else { return recovery };
    let (records, leftovers) = (settle::records_in(folder), Leftovers::in_folder(folder));
    if records.is_empty() && leftovers.is_empty() {
        return recovery;
    }
    if ONLY_LOOKS.load(Ordering::Relaxed) {
        let stuck = |record| Stuck { record, why: Why::OnlyLooking };
        recovery.stuck.extend(records.into_iter().map(stuck));
        return recovery;
    }
    let mut locks = Locks::default();
    match locks.try_add(&here) {
        Ok(true) => settle::settle_all(folder, &here, &mut locks, &mut recovery),
        Ok(false) => return recovery,
        Err(error) => {
            let stuck = |record| Stuck { record, why: Why::Trouble(error.clone()) };
            recovery.stuck.extend(records.into_iter().map(stuck));
        }
    }
    // What a record speaks of that is left may be the only place where those bytes are.
    if settle::records_in(folder).is_empty() {
        leftovers.clear(locks.is_certain_of(&here), &mut recovery);
    }
    recovery
}

#[cfg(test)]
mod tests {
    use std::fs::{File, OpenOptions};
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::format::text::CodePage;
    use crate::vfs::error::Trouble;
    use crate::vfs::fingerprint::Fingerprint;
    use crate::vfs::folder::Folder;
    use crate::vfs::save::OWN_FOLDER;
    use crate::vfs::save::beside::Beside;
    use crate::vfs::save::record::{Plan, Step};
    use crate::vfs::{Mount, Session, VfsPath};

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
        fs::write(&record, Plan::new(steps).to_json(&here).unwrap()).unwrap();
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
        let rows: [([&[u8]; 2], [bool; 2]); 2] =
            [([OLD, b"other"], [true, true]), ([NEW, b"other"], [false, false])];
        for (targets, news) in rows {
            let (folder, record) = crashed(targets, news);
            let n_before = n_hidden(folder.path());
            let recovery = recover(folder.path());
            let [Stuck { record: stuck, why: Why::Changed(_) }] = &recovery.stuck[..] else {
                panic!("{recovery:?}");
            };
            assert_eq!((stuck, recovery.finished.len()), (&record, 0));
            assert_eq!(contents(&folder), targets);
            assert_eq!(n_hidden(folder.path()), n_before);
        }
    }

    #[test]
    fn a_save_whose_new_bytes_are_gone_is_undone_and_those_that_are_left_are_kept() {
        let (folder, record) = crashed([NEW, OLD], [false, false]);
        let recovery = recover(folder.path());
        let [(file, backup)] = &recovery.undone[..] else { panic!("{recovery:?}") };
        assert!(file.ends_with("a"));
        assert_eq!(fs::read(backup).unwrap(), NEW);
        assert_eq!((contents(&folder), n_hidden(folder.path())), ([OLD.to_vec(), OLD.to_vec()], 0));
        assert!(!record.exists());
        // Where the old bytes are gone as well, somebody has to look.
        let (folder, _) = crashed([NEW, OLD], [false, false]);
        fs::remove_file(folder.path().join(".landwright-7-0.old")).unwrap();
        let recovery = recover(folder.path());
        let [Stuck { why: Why::Lost(_), .. }] = &recovery.stuck[..] else { panic!("{recovery:?}") };
        assert_eq!(contents(&folder), [NEW, OLD]);
    }

    #[test]
    fn a_folder_is_mended_whether_it_is_named_or_a_file_in_it() {
        for named in ["", "b"] {
            let (folder, _) = crashed([NEW, OLD], [false, true]);
            assert_eq!(recover_at(&folder.path().join(named)).finished.len(), 1, "{named:?}");
            assert_eq!(
                (contents(&folder), n_hidden(folder.path())),
                ([NEW, NEW].map(<[u8]>::to_vec), 0)
            );
        }
    }

    #[test]
    fn a_folder_that_was_moved_or_copied_is_mended_where_it_is() {
        let (folder, _) = crashed([NEW, OLD], [false, true]);
        let moved = tempfile::tempdir().unwrap();
        let moved = moved.path().join("moved");
        fs::rename(folder.path(), &moved).unwrap();
        assert_eq!(recover(&moved).finished, [fs::canonicalize(&moved).unwrap().join("b")]);
        assert_eq!(fs::read(moved.join("b")).unwrap(), NEW);
        assert_eq!(n_hidden(&moved), 0);
        // Two folders that were moved together.
        let (root, records) = crashed_in_two_folders();
        let moved = tempfile::tempdir().unwrap();
        for name in ["x", "y"] {
            fs::rename(root.path().join(name), moved.path().join(name)).unwrap();
        }
        assert_eq!(recover(&moved.path().join("x")).finished.len(), 2);
        assert!(!records[0].exists() && moved.path().join("y/a").exists());
    }

    #[test]
    fn a_record_of_the_first_version_is_still_read() {
        let (folder, record) = crashed([NEW, OLD], [false, true]);
        let here = fs::canonicalize(folder.path()).unwrap();
        let plan = Plan::from_json(&fs::read(&record).unwrap(), &here).unwrap();
        let steps = plan.steps.iter().map(|step| {
            serde_json::json!({
                "target": step.target, "new": step.new, "original": step.original,
                "before": step.before, "after": step.after,
            })
        });
        let steps: Vec<_> = steps.collect();
        let json = serde_json::json!({ "version": 1, "steps": steps }).to_string();
        fs::write(&record, &json).unwrap();
        assert_eq!(recover(folder.path()).finished, [here.join("b")]);
        // It has paths from the root, so it does not hold elsewhere.
        let (other, record) = crashed([NEW, OLD], [false, true]);
        fs::write(&record, &json).unwrap();
        assert_eq!(recover(other.path()).stuck, [Stuck { record, why: Why::Elsewhere }]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_with_a_name_in_another_code_page_is_mended() {
        use std::os::unix::ffi::OsStrExt;
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join(std::ffi::OsStr::from_bytes(b"\xba\xed\xb7\xaf\xb5\xe5"));
        let name = std::ffi::OsStr::from_bytes(b"\xba\xed.ifo");
        fs::create_dir(&folder).unwrap();
        let files = [folder.join(name), folder.join("b")];
        let steps = files.iter().zip(0..).map(|(file, n)| {
            fs::write(file, OLD).unwrap();
            let new = folder.join(format!(".landwright-7-{n}.new"));
            fs::write(&new, NEW).unwrap();
            let (before, after) = (Fingerprint::of(OLD, None), Fingerprint::of(NEW, None));
            Step { target: file.clone(), new, original: None, before: Some(before), after }
        });
        let plan = Plan::new(steps.collect());
        let other = root.path().join(std::ffi::OsStr::from_bytes(b"\xff"));
        fs::create_dir(folder.join(OWN_FOLDER)).unwrap();
        let record = folder.join(OWN_FOLDER).join("saving-7-0.json");
        fs::write(record, plan.to_json(&folder).unwrap()).unwrap();
        fs::rename(&folder, &other).unwrap();
        let mended = [other.join(name), other.join("b")];
        assert_eq!(recover(&other).finished, mended);
        assert!(mended.iter().all(|file| fs::read(file).unwrap() == NEW));
    }

    #[test]
    fn what_another_program_wrote_before_a_crash_is_kept_and_told() {
        let (folder, _) = crashed([NEW, OLD], [false, true]);
        fs::write(folder.path().join(".landwright-7-0.old"), b"theirs").unwrap();
        let recovery = recover(folder.path());
        let [(file, backup)] = &recovery.kept[..] else { panic!("{recovery:?}") };
        assert!(file.ends_with("a"));
        assert_eq!(fs::read(backup).unwrap(), b"theirs");
        assert_eq!(
            (contents(&folder), n_hidden(folder.path())),
            ([NEW, NEW].map(<[u8]>::to_vec), 0)
        );
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
        let newer = |text: &str| text.replace("\"version\": 2", "\"version\": 3");
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
        for (record, folder) in records.iter().zip(plan.folders()) {
            fs::write(record, plan.to_json(folder).unwrap()).unwrap();
        }
        (root, records)
    }

    #[test]
    fn a_save_of_several_folders_is_decided_when_each_has_the_record() {
        let (root, records) = crashed_in_two_folders();
        assert_eq!(recover(&root.path().join("x")).finished.len(), 2);
        assert_eq!(fs::read(root.path().join("y/a")).unwrap(), NEW);
        assert!(records.iter().all(|record| !record.exists()), "of both folders");
        assert_eq!(recover(&root.path().join("y")), Recovery::default());

        let (root, records) = crashed_in_two_folders();
        fs::remove_file(&records[1]).unwrap();
        let recovery = recover(&root.path().join("x"));
        assert_eq!((recovery.finished.len(), recovery.removed.len()), (0, 1));
        assert!(!root.path().join("x/a").exists() && !root.path().join("y/a").exists());
        // A folder without the record is not touched, whoever says that it is meant.
        assert!(root.path().join("y/.landwright-7-0.new").exists());
    }

    #[test]
    fn a_save_that_is_half_done_waits_for_a_folder_that_was_taken_away() {
        let (root, records) = crashed_in_two_folders();
        let [x, y, away] = ["x", "y", "away"].map(|name| root.path().join(name));
        // What the folder that was taken away had before is not known here.
        let old = |folder: &Path| fs::write(folder.join("a"), OLD).unwrap();
        let plan = |folder: &Path| {
            let folder = fs::canonicalize(folder).unwrap();
            let mut plan = Plan::from_json(&fs::read(&records[0]).unwrap(), &folder).unwrap();
            plan.steps[1].before = Some(Fingerprint::of(OLD, None));
            plan
        };
        old(&y);
        let changed = plan(&x);
        for (record, folder) in records.iter().zip([&x, &y]) {
            let folder = fs::canonicalize(folder).unwrap();
            fs::write(record, changed.to_json(&folder).unwrap()).unwrap();
        }
        fs::rename(x.join(".landwright-7-0.new"), x.join("a")).unwrap();
        fs::rename(&y, &away).unwrap();
        for _ in 0..2 {
            let recovery = recover(&x);
            let [Stuck { why: Why::NoCopy(folder), .. }] = &recovery.stuck[..] else {
                panic!("{recovery:?}");
            };
            assert!(folder.ends_with("y") && records[0].exists());
        }
        fs::rename(&away, &y).unwrap();
        assert_eq!(recover(&x).finished.len(), 1);
        assert_eq!(fs::read(y.join("a")).unwrap(), NEW);
        assert!(records.iter().all(|record| !record.exists()));
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
        fs::create_dir(records[0].parent().unwrap()).unwrap();
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
    fn leftovers_are_known_by_their_name_and_cleared_at_once_unless_a_save_is_under_way() {
        let folder = tempfile::tempdir().unwrap();
        let names = [".landwright-12-0.new", ".landwright-x-0.new", "a.new", ".landwright-1.new"];
        names.iter().for_each(|name| fs::write(folder.path().join(name), b"half").unwrap());
        let here = fs::canonicalize(folder.path()).unwrap();
        let mut locks = Locks::default();
        assert!(locks.try_add(&here).unwrap());
        let busy = Beside::write(&folder.path().join("a"), b"x", None).unwrap();
        assert_eq!(recover(folder.path()), Recovery::default());
        assert!(busy.path().exists());
        drop((busy, locks));
        let recovery = recover(folder.path());
        assert_eq!(recovery.removed, [folder.path().join(".landwright-12-0.new")]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        assert_eq!(recover(&folder.path().join("none")), Recovery::default());
    }

    #[test]
    fn what_a_kill_left_of_backups_and_records_is_cleared_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let backups = folder.path().join(OWN_FOLDER).join("backups");
        fs::create_dir_all(&backups).unwrap();
        let half = [
            folder.path().join(OWN_FOLDER).join("saving-7-0.part"),
            backups.join(".landwright-7-0.new"),
        ];
        half.iter().for_each(|path| fs::write(path, b"half").unwrap());
        assert_eq!(recover(folder.path()).removed, half);
        assert!(half.iter().all(|path| !path.exists()));
    }

    #[test]
    fn old_bytes_without_a_record_are_told_unless_another_file_has_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), b"now").unwrap();
        let saved = Session::new(1).delete(&[(&path("a"), Fingerprint::of(b"now", None))]).unwrap();
        fs::write(path("b"), b"twin").unwrap();
        let olds = ["now", "twin", "lost"].map(|text| text.as_bytes().to_vec());
        assert_eq!(fs::read(&saved[0]).unwrap(), olds[0]);
        for (n, bytes) in olds.iter().enumerate() {
            fs::write(path(&format!(".landwright-7-{n}.old")), bytes).unwrap();
        }
        let recovery = recover(folder.path());
        assert_eq!(recovery.removed, [0, 1].map(|n| path(&format!(".landwright-7-{n}.old"))));
        for _ in 0..2 {
            assert_eq!(recover(folder.path()).left, [path(".landwright-7-2.old")]);
        }
        assert_eq!(fs::read(path(".landwright-7-2.old")).unwrap(), b"lost");
    }

    #[cfg(unix)]
    #[test]
    fn a_record_behind_a_link_is_told_and_nothing_is_done_there() {
        let (folder, record) = crashed([NEW, OLD], [false, true]);
        let elsewhere = folder.path().join("elsewhere");
        fs::rename(folder.path().join(OWN_FOLDER), &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, folder.path().join(OWN_FOLDER)).unwrap();
        let recovery = recover(folder.path());
        let [Stuck { record: stuck, why: Why::Trouble(error) }] = &recovery.stuck[..] else {
            panic!("{recovery:?}");
        };
        assert_eq!((stuck, &error.trouble), (&record, &Trouble::NotOwnFolder));
        assert_eq!(contents(&folder), [NEW, OLD]);
    }
}
