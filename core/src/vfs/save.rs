//! Saving: whole or not at all, several files as one, and never over what somebody else changed.
//!
//! Under a `lock` on the folders, each file is written beside the one that it replaces and flushed;
//! the old bytes are kept as a backup unless this session wrote them itself; then it is checked that
//! every old file is still the one that was read, and only then is anything renamed. Several files
//! are also written down in a [`record`], so that a crash half-way through the renames is mended by
//! [`recover`].

mod own;
mod lock;
mod attributes;
mod moves;
pub(in crate::vfs) mod beside;
mod backup;
mod place;
#[cfg(feature = "worlds")]
pub(in crate::vfs) mod making;
mod delete;
pub(super) mod folders;
pub(crate) mod path_text;
pub mod record;
mod settle;
mod leftovers;
pub mod recover;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use self::attributes::n_other_names;
use self::beside::Beside;
use self::folders::MadeFolders;
use self::lock::Locks;
use self::moves::{Moves, System};
pub(super) use self::own::OWN_FOLDER;
use self::place::{Prepared, check_unchanged, place};
use self::settle::Kept;
use super::error::{At, FileError, SaveError, Trouble};
use super::fingerprint::{ContentHash, Fingerprint};

/// Which backups of a file stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backups {
    /// So many at most, the newest ones. None are made where it is 0.
    pub most: usize,
    /// For so many days from when they were made, but for the newest one, which stays.
    pub days: Option<u32>,
}

impl Backups {
    /// All that one of two would keep.
    pub fn or_more(self, other: Backups) -> Backups {
        let most = self.most.max(other.most);
        Backups { most, days: self.days.zip(other.days).map(|(a, b)| a.max(b)) }
    }
}

/// Whatever their age.
impl From<usize> for Backups {
    fn from(most: usize) -> Backups {
        Backups { most, days: None }
    }
}

/// What the program remembers between saves: which bytes need no backup, being its own.
#[derive(Debug)]
pub struct Session {
    /// Which backups of a file stay.
    backups: Backups,
    /// What this session wrote last, by the real paths of files.
    written: BTreeMap<PathBuf, ContentHash>,
    /// Backups that are never the ones to go: a journal still builds on them.
    held: BTreeSet<PathBuf>,
    /// How long a save waits for others in its folders.
    patience: Duration,
}

/// One file of a save.
#[derive(Debug, Clone)]
pub struct Write<'a> {
    pub file: PathBuf,
    pub bytes: &'a [u8],
    pub before: Before,
    /// Where missing folders may be made: below this one. Without it they are an error.
    pub folders_below: Option<PathBuf>,
}

/// What must be there for a save to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    /// Nothing: the file is new.
    Absent,
    /// The bytes that were read, or saved last.
    Was(Fingerprint),
}

/// A backup of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Greater ones are newer.
    pub number: u64,
    pub path: PathBuf,
    /// When these bytes were saved, where the disk knows.
    pub saved: Option<SystemTime>,
    pub n_bytes: u64,
}

/// The backups of a file, the newest first.
pub fn backups_of(file: &Path) -> Vec<Backup> {
    let known = backup::of_file(file).into_iter().rev().filter_map(|(number, path)| {
        let metadata = fs::metadata(&path).ok().filter(|metadata| metadata.is_file())?;
        let (saved, n_bytes) = (metadata.modified().ok(), metadata.len());
        Some(Backup { number, path, saved, n_bytes })
    });
    known.collect()
}

/// A file that was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    pub file: PathBuf,
    /// What the next save is to find.
    pub fingerprint: Fingerprint,
    /// Where the old bytes are, where this save made a backup.
    pub backup: Option<PathBuf>,
    /// How many other names (hard links) the old file had: they keep its old bytes.
    pub n_other_names: u64,
    /// Passing files and records that the save could not take away again; of all of its files, with
    /// the first one.
    pub left: Vec<PathBuf>,
    /// Files that another program wrote to while an earlier save that crashed replaced them, and
    /// backups of its bytes; with the first file as well.
    pub kept: Vec<(PathBuf, PathBuf)>,
}

impl Saved {
    /// What a person should know of a save that went well.
    pub fn notes(&self) -> Vec<String> {
        let names = match self.n_other_names {
            0 => None,
            1 => Some("another name (a hard link), which keeps".to_owned()),
            n => Some(format!("{n} other names (hard links), which keep")),
        };
        let names = names.map(|names| format!("{} had {names} the old bytes", self.file.display()));
        let left = self.left.iter().map(|left| {
            let left = left.display();
            format!("{left} can't be removed now; the next command in its folder tries again")
        });
        let kept = self.kept.iter().map(|(file, backup)| {
            let (file, backup) = (file.display(), backup.display());
            format!(
                "{file} was written by a different program during a save; that program's bytes are \
                in {backup}"
            )
        });
        names.into_iter().chain(left).chain(kept).collect()
    }
}

impl Session {
    /// Keeps these backups of every file.
    pub fn new(backups: impl Into<Backups>) -> Session {
        let (written, held) = (BTreeMap::new(), BTreeSet::new());
        Session { backups: backups.into(), written, held, patience: lock::PATIENCE }
    }

    pub fn without_backups() -> Session {
        Session::new(0)
    }

    pub fn set_backups(&mut self, backups: impl Into<Backups>) {
        self.backups = backups.into();
    }

    /// Keeps a backup whatever its age, until [`Session::let_go`].
    pub fn hold(&mut self, backup: PathBuf) {
        self.held.insert(backup);
    }

    pub fn let_go(&mut self, backup: &Path) {
        self.held.remove(backup);
    }

    /// Lets the next save of a file keep a backup, as if it were the first: it was opened anew.
    pub fn back_up_again(&mut self, file: &Path) {
        if let Ok(real) = fs::canonicalize(file) {
            self.written.remove(&real);
        }
    }

    /// Keeps a backup of a file now, if it still has these bytes: something is about to be decided
    /// about them. The newest is enough if it has them. The next save makes no second one.
    pub fn keep(&mut self, file: &Path, known: &Fingerprint) -> Result<PathBuf, FileError> {
        let target = real_path(file)?;
        let (_locks, _) = self.lock(std::slice::from_ref(&target))?;
        let mut folders = MadeFolders::default();
        let backup = match backup::newest_of(&target, known) {
            Some(backup) => check_unchanged(&target, Before::Was(*known)).at(file).map(|()| backup),
            None => backup::keep(&target, known, &mut folders),
        };
        let backup = backup.inspect_err(|_| folders.take_away())?;
        self.held.insert(backup.clone());
        self.written.insert(target, known.hash);
        Ok(backup)
    }

    /// Writes all of them or none; a file that would stay the same is not written. Owners and
    /// permissions of the old files are kept, owners as far as the system lets this user. After
    /// an error, the disk is as it was, but for what the error itself names. In a folder with a
    /// half save that nobody can finish, nothing is written.
    pub fn save(&mut self, writes: &[Write<'_>]) -> Result<Vec<Saved>, SaveError> {
        self.save_with(writes, &mut System)
    }

    fn save_with(
        &mut self,
        writes: &[Write<'_>],
        moves: &mut dyn Moves,
    ) -> Result<Vec<Saved>, SaveError> {
        let mut folders = MadeFolders::default();
        let targets = targets_of(writes, &mut folders).map_err(SaveError::from);
        let saved = targets.and_then(|targets| self.save_at(writes, &targets, moves));
        if saved.is_err() {
            // They are empty, unless something had to stay.
            folders.take_away();
        }
        saved
    }

    fn save_at(
        &mut self,
        writes: &[Write<'_>],
        targets: &[PathBuf],
        moves: &mut dyn Moves,
    ) -> Result<Vec<Saved>, SaveError> {
        let (_locks, mut kept) = self.lock(targets)?;
        let mut prepared = prepare(writes, targets)?;
        let mut folders = MadeFolders::default();
        let placed = self
            .keep_backups(&mut prepared, &mut folders)
            .map_err(SaveError::from)
            .and_then(|()| place(&mut prepared, moves));
        let mut left = placed.inspect_err(|error| {
            let backups = prepared.iter().filter_map(|one| one.backup.as_ref());
            for backup in backups.filter(|_| error.half.is_none()) {
                // What can't be removed is one backup too many.
                let _ = fs::remove_file(backup);
            }
            folders.take_away();
        })?;
        let mut placed = prepared.into_iter().peekable();
        let saved = writes.iter().map(|write| {
            let is_placed = placed.peek().is_some_and(|one| std::ptr::eq(one.write, write));
            let saved = match placed.next_if(|_| is_placed) {
                Some(one) => self.finish(one, std::mem::take(&mut left)),
                None => same(write),
            };
            Saved { kept: std::mem::take(&mut kept), ..saved }
        });
        Ok(saved.collect())
    }

    /// Keeps other processes from saving where the targets are, and sees that no save of theirs
    /// was left half done there.
    fn lock(&self, targets: &[PathBuf]) -> Result<(Locks, Kept), FileError> {
        let folders: BTreeSet<&Path> =
            targets.iter().filter_map(|target| target.parent()).collect();
        let mut locks = Locks::wait(&folders, self.patience)?;
        let mut kept = Kept::new();
        for folder in folders {
            kept.extend(settle::expect_whole(folder, &mut locks)?);
        }
        Ok((locks, kept))
    }

    fn keep_backups(
        &self,
        prepared: &mut [Prepared<'_>],
        folders: &mut MadeFolders,
    ) -> Result<(), FileError> {
        for one in prepared {
            let Before::Was(before) = one.write.before else { continue };
            let is_own = self.written.get(&one.target) == Some(&before.hash);
            if self.backups.most > 0 && !is_own {
                one.backup = Some(backup::keep(&one.target, &before, folders)?);
            }
        }
        Ok(())
    }

    fn finish(&mut self, one: Prepared<'_>, left: Vec<PathBuf>) -> Saved {
        if let Some(backup) = &one.backup {
            // Backups of this session are of its own making and needed by its own undo.
            self.held.insert(backup.clone());
            backup::drop_old(&one.target, self.backups, &self.held, SystemTime::now());
        }
        let modified = fs::metadata(&one.target).and_then(|metadata| metadata.modified()).ok();
        let fingerprint = Fingerprint::of(one.write.bytes, modified);
        self.written.insert(one.target.clone(), fingerprint.hash);
        let (file, backup) = (one.write.file.clone(), one.backup);
        let kept = Kept::new();
        Saved { file, fingerprint, backup, n_other_names: one.n_other_names, left, kept }
    }
}

/// The file of a write that changes nothing.
fn same(write: &Write<'_>) -> Saved {
    let modified = fs::metadata(&write.file).and_then(|metadata| metadata.modified()).ok();
    let fingerprint = Fingerprint::of(write.bytes, modified);
    let (file, left) = (write.file.clone(), Vec::new());
    Saved { file, fingerprint, backup: None, n_other_names: 0, left, kept: Kept::new() }
}

/// Whether the bytes are those that are there already.
fn changes_nothing(write: &Write<'_>) -> bool {
    matches!(write.before, Before::Was(was) if was.same_content(&Fingerprint::of(write.bytes, None)))
}

/// Takes a passing file away; whether it stays all the same.
fn stays(path: &Path) -> bool {
    fs::remove_file(path).is_err_and(|error| error.kind() != io::ErrorKind::NotFound)
}

/// The real files, with the folders that they need.
fn targets_of(writes: &[Write<'_>], folders: &mut MadeFolders) -> Result<Vec<PathBuf>, FileError> {
    let mut targets: Vec<PathBuf> = Vec::new();
    for write in writes {
        let file = &write.file;
        if let Some(root) = &write.folders_below {
            folders.make_parents(file, root)?;
        }
        let target = real_path(file)?;
        if let Before::Was(_) = write.before {
            writable(&target).at(file)?;
        }
        if targets.contains(&target) {
            return Err(FileError::new(file, Trouble::Twice));
        }
        targets.push(target);
    }
    Ok(targets)
}

/// Writes every file beside its target, and changes no target.
fn prepare<'w>(
    writes: &'w [Write<'w>],
    targets: &[PathBuf],
) -> Result<Vec<Prepared<'w>>, FileError> {
    let mut prepared: Vec<Prepared<'w>> = Vec::new();
    for (write, target) in writes.iter().zip(targets) {
        let file = &write.file;
        if changes_nothing(write) {
            check_unchanged(target, write.before).at(file)?;
            continue;
        }
        let old = match write.before {
            Before::Absent => None,
            Before::Was(_) => Some(writable(target).at(file)?),
        };
        let beside = Beside::write(target, write.bytes, old.as_ref()).at(file)?;
        let n_other_names = old.as_ref().map_or(0, n_other_names);
        let (target, backup, original) = (target.clone(), None, None);
        prepared.push(Prepared { write, target, beside, backup, original, n_other_names });
    }
    Ok(prepared)
}

/// The one path of a file, whatever links and case lead to it, so that it is known again.
fn real_path(file: &Path) -> Result<PathBuf, FileError> {
    if let Ok(target) = fs::canonicalize(file) {
        return Ok(target);
    }
    let name = file.file_name().ok_or_else(|| FileError::new(file, Trouble::NotAFile))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match fs::canonicalize(folder.unwrap_or(Path::new("."))) {
        Ok(folder) if folder.is_dir() => Ok(folder.join(name)),
        Ok(_) => Err(FileError::new(file, Trouble::NotAFolder)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(FileError::new(file, Trouble::NoFolder))
        }
        Err(error) => Err(FileError::new(file, error)),
    }
}

/// A rename asks only the folder, so the file itself is asked here whether it may be changed.
fn writable(target: &Path) -> Result<fs::Metadata, Trouble> {
    let metadata = fs::metadata(target).map_err(|error| match Trouble::from(error) {
        Trouble::Missing => Trouble::Gone,
        trouble => trouble,
    })?;
    if metadata.is_dir() {
        return Err(Trouble::IsFolder);
    }
    if !metadata.is_file() {
        return Err(Trouble::NotAFile);
    }
    if metadata.permissions().readonly() {
        return Err(Trouble::ReadOnly);
    }
    fs::OpenOptions::new().append(true).open(target)?;
    Ok(metadata)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with files in it, each with its name as its bytes.
    fn folder_of(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            fs::write(folder.path().join(name), name).unwrap();
        }
        folder
    }

    fn write<'a>(file: PathBuf, old: &str, bytes: &'a str) -> Write<'a> {
        let before = Before::Was(Fingerprint::of(old.as_bytes(), None));
        Write { file, bytes: bytes.as_bytes(), before, folders_below: None }
    }

    fn write_new(file: PathBuf, bytes: &str) -> Write<'_> {
        Write { before: Before::Absent, ..write(file, "", bytes) }
    }

    /// Every file and folder below, with what is in it.
    fn tree(folder: &Path) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            for entry in fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                if path.is_dir() {
                    found.push((name, "folder".to_owned()));
                    folders.push(path);
                } else {
                    found.push((name, String::from_utf8(fs::read(path).unwrap()).unwrap()));
                }
            }
        }
        found.sort();
        found
    }

    fn backups(folder: &Path, name: &str) -> Vec<String> {
        let file = fs::canonicalize(folder).unwrap().join(name);
        let backups = backup::of_file(&file);
        backups.iter().map(|(_, path)| fs::read_to_string(path).unwrap()).collect()
    }

    #[test]
    fn what_is_kept_before_a_decision_is_a_backup_once_and_never_of_other_bytes() {
        let folder = folder_of(&["a.gat"]);
        let file = folder.path().join("a.gat");
        let mut session = Session::without_backups();
        let other = Fingerprint::of(b"another", None);
        assert!(session.keep(&file, &other).is_err());
        assert_eq!(tree(folder.path()), [("a.gat".to_owned(), "a.gat".to_owned())]);
        let known = Fingerprint::of(b"a.gat", None);
        let kept = session.keep(&file, &known).unwrap();
        assert_eq!(fs::read(&kept).unwrap(), b"a.gat");
        assert_eq!(Session::new(1).keep(&file, &known).unwrap(), kept);
        session.set_backups(1);
        let saved = session.save(&[write(file, "a.gat", "1")]).unwrap();
        assert_eq!(saved[0].backup, None, "it has one already");
        assert_eq!(backups(folder.path(), "a.gat"), ["a.gat"]);
    }

    #[test]
    fn a_save_keeps_a_backup_of_all_that_the_session_did_not_write_itself() {
        let folder = folder_of(&["a.gat"]);
        let file = folder.path().join("a.gat");
        let mut session = Session::new(3);
        let first = session.save(&[write(file.clone(), "a.gat", "1")]).unwrap();
        let backup = first[0].backup.clone().unwrap();
        assert!(backup.ends_with(".landwright/backups/a.000001.gat"), "{backup:?}");
        let before = Before::Was(first[0].fingerprint);
        let again = Write { before, ..write(file.clone(), "", "2") };
        assert_eq!(session.save(&[again]).unwrap()[0].backup, None);
        assert_eq!(fs::read(&file).unwrap(), b"2");
        assert_eq!(backups(folder.path(), "a.gat"), ["a.gat"]);
        // Somebody else writes, and the person keeps what is here.
        fs::write(&file, "theirs").unwrap();
        session.save(&[write(file.clone(), "theirs", "3")]).unwrap();
        assert_eq!(backups(folder.path(), "a.gat"), ["a.gat", "theirs"]);
    }

    #[test]
    fn the_last_backups_are_kept_and_those_that_are_held() {
        let folder = folder_of(&["a"]);
        let file = folder.path().join("a");
        let mut old = "a".to_owned();
        let mut held = None;
        for n in 1..=5 {
            let new = n.to_string();
            let mut session = Session::new(2);
            held.iter().for_each(|backup: &PathBuf| session.hold(backup.clone()));
            let saved = session.save(&[write(file.clone(), &old, &new)]).unwrap();
            held = held.or(saved[0].backup.clone());
            old = new;
        }
        assert_eq!(backups(folder.path(), "a"), ["a", "3", "4"]);
    }

    #[test]
    fn a_file_that_changed_on_disk_is_not_overwritten() {
        let folder = folder_of(&["a", "b"]);
        let path = |name| folder.path().join(name);
        let unchanged = tree(folder.path());
        let rows = [
            (write(path("a"), "as it was", "x"), Trouble::Changed),
            // As long, and with other bytes.
            (write(path("a"), "A", "x"), Trouble::Changed),
            (write(path("gone"), "a", "x"), Trouble::Gone),
            (write_new(path("a"), "x"), Trouble::Exists),
            (write(path("a/b"), "a", "x"), Trouble::NotAFolder),
            (write(path("no/where"), "a", "x"), Trouble::NoFolder),
            (write(folder.path().to_owned(), "a", "x"), Trouble::IsFolder),
        ];
        for (bad, trouble) in rows {
            let good = write(path("b"), "b", "x");
            for writes in [vec![bad.clone()], vec![good.clone(), bad.clone()], vec![bad, good]] {
                let error = Session::new(3).save(&writes).unwrap_err();
                assert_eq!(error.error.trouble, trouble, "{error}");
                assert_eq!(tree(folder.path()), unchanged);
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_missing_file_is_left_alone() {
        let folder = folder_of(&["a"]);
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("nowhere", &link).unwrap();
        let error = Session::new(1).save(&[write_new(link.clone(), "x")]).unwrap_err();
        assert_eq!(error.error.trouble, Trouble::LinkToNothing, "{error}");
        assert!(link.is_symlink() && !link.exists());
    }

    #[test]
    fn a_read_only_file_is_left_alone() {
        let folder = folder_of(&["a"]);
        let file = folder.path().join("a");
        let writable = fs::metadata(&file).unwrap().permissions();
        let mut read_only = writable.clone();
        read_only.set_readonly(true);
        fs::set_permissions(&file, read_only).unwrap();
        let error = Session::new(1).save(&[write(file.clone(), "a", "x")]).unwrap_err();
        assert_eq!(error.error.trouble, Trouble::ReadOnly);
        assert_eq!(tree(folder.path()), [("a".to_owned(), "a".to_owned())]);
        // Some systems can't take the folder away otherwise.
        fs::set_permissions(&file, writable).unwrap();
    }

    #[test]
    fn when_a_rename_fails_those_before_it_are_put_back() {
        for n_good in 0..3 {
            let folder = folder_of(&["a", "b", "c"]);
            let unchanged = tree(folder.path());
            let mut n_renamed = 0;
            let mut rename = |from: &Path, to: &Path| {
                n_renamed += 1;
                let fails = n_renamed == n_good + 1;
                if fails { Err(io::ErrorKind::StorageFull.into()) } else { fs::rename(from, to) }
            };
            let mut writes =
                ["a", "b", "c"].map(|name| write(folder.path().join(name), name, "new")).to_vec();
            writes.insert(1, write_new(folder.path().join("d"), "new"));
            let error = Session::new(1).save_with(&writes, &mut rename).unwrap_err();
            assert_eq!(error.error.trouble, Trouble::DiskFull);
            assert_eq!(error.half, None);
            assert_eq!(tree(folder.path()), unchanged);
        }
    }

    /// Fails from a rename on, for good.
    fn broken_from(n_good: usize) -> impl FnMut(&Path, &Path) -> io::Result<()> {
        let mut n_renamed = 0;
        move |from, to| {
            n_renamed += 1;
            let fails = n_renamed > n_good;
            if fails { Err(io::ErrorKind::PermissionDenied.into()) } else { fs::rename(from, to) }
        }
    }

    #[test]
    fn what_could_not_be_put_back_is_named_and_finished_by_the_next_command() {
        let folder = folder_of(&["a", "b", "c"]);
        let path = |name| folder.path().join(name);
        let mut writes = ["a", "b", "c"].map(|name| write(path(name), name, "new")).to_vec();
        writes.insert(1, write_new(path("d"), "new"));
        let error = Session::new(1).save_with(&writes, &mut broken_from(1)).unwrap_err();
        let half = error.half.clone().unwrap();
        let [(new, Some(original))] = &half.new[..] else { panic!("{error}") };
        assert_eq!((new, fs::read(original).unwrap()), (&path("a"), b"a".to_vec()));
        assert_eq!(half.old, ["d", "b", "c"].map(path));
        let said = error.to_string();
        for part in ["a has its new bytes", "b has its old bytes", "the next command", "saving-"] {
            assert!(said.contains(part), "{said}");
        }
        assert!(!said.contains("nothing was written"), "{said}");
        assert_eq!(["a", "b", "c"].map(|name| fs::read(path(name)).unwrap()).concat(), b"newbc");
        let recovery = recover::recover(folder.path());
        assert_eq!((recovery.finished.len(), recovery.stuck.len()), (3, 0));
        for name in ["a", "b", "c", "d"] {
            assert_eq!(fs::read(path(name)).unwrap(), b"new", "{name}");
        }
        // The bytes that a person had.
        assert_eq!(
            ["a", "b", "c"].map(|name| backups(folder.path(), name)[0].clone()).concat(),
            "abc"
        );
        assert_eq!(recover::recover(folder.path()), recover::Recovery::default());
    }

    #[test]
    fn nothing_is_saved_beside_a_save_that_nobody_can_finish() {
        let folder = folder_of(&["a", "b", "c"]);
        let path = |name| folder.path().join(name);
        let writes = ["a", "b"].map(|name| write(path(name), name, "new"));
        let error = Session::new(1).save_with(&writes, &mut broken_from(1)).unwrap_err();
        let record = error.half.unwrap().record.unwrap();
        fs::write(path("b"), "theirs").unwrap();
        for _ in 0..2 {
            let error = Session::new(1).save(&[write(path("c"), "c", "x")]).unwrap_err();
            assert!(matches!(error.error.trouble, Trouble::HalfSaved(_)), "{error}");
            assert_eq!(error.error.path, record);
            let was = Fingerprint::of(b"c", None);
            let error = Session::new(1).delete(&[(&path("c"), was)]).unwrap_err();
            assert!(matches!(error.error.trouble, Trouble::HalfSaved(_)), "{error}");
        }
        assert_eq!(fs::read(path("c")).unwrap(), b"c");
    }

    #[test]
    fn a_save_finishes_an_earlier_one_and_says_so_in_place_of_writing() {
        let folder = folder_of(&["a", "b", "c"]);
        let path = |name| folder.path().join(name);
        let writes = ["a", "b"].map(|name| write(path(name), name, "new"));
        Session::new(1).save_with(&writes, &mut broken_from(1)).unwrap_err();
        let save = || Session::new(1).save(&[write(path("c"), "c", "x")]);
        assert_eq!(save().unwrap_err().error.trouble, Trouble::FinishedNow);
        assert_eq!(
            (fs::read(path("b")).unwrap(), fs::read(path("c")).unwrap()),
            (b"new".to_vec(), b"c".to_vec())
        );
        save().unwrap();
    }

    #[test]
    fn what_another_program_writes_while_a_file_is_replaced_comes_back() {
        for n_files in [1, 2] {
            let folder = folder_of(&["a", "b"]);
            let file = folder.path().join("a");
            let mut theirs = fs::OpenOptions::new().write(true).open(&file).unwrap();
            let mut is_first = true;
            let mut rename = |from: &Path, to: &Path| {
                if std::mem::take(&mut is_first) {
                    // After the last comparison, by a program that has the file open.
                    io::Write::write_all(&mut theirs, b"T").unwrap();
                }
                fs::rename(from, to)
            };
            let writes = ["a", "b"].map(|name| write(folder.path().join(name), name, "new"));
            let error = Session::new(1).save_with(&writes[..n_files], &mut rename).unwrap_err();
            assert_eq!((error.error.trouble, error.half), (Trouble::Changed, None));
            assert_eq!(fs::read(&file).unwrap(), b"T");
            assert_eq!(fs::read(folder.path().join("b")).unwrap(), b"b");
            assert_eq!(tree(folder.path()).len(), 2);
        }
    }

    /// The system's moves, with what happens before each swap and what it reports.
    #[cfg(target_os = "linux")]
    struct Swaps<B: FnMut(usize), R: FnMut(usize) -> bool> {
        n: usize,
        before: B,
        fails: R,
    }

    #[cfg(target_os = "linux")]
    impl<B: FnMut(usize), R: FnMut(usize) -> bool> Moves for Swaps<B, R> {
        fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
            System.rename(from, to)
        }

        fn swap(&mut self, one: &Path, other: &Path) -> io::Result<()> {
            self.n += 1;
            (self.before)(self.n);
            System.swap(one, other)?;
            if (self.fails)(self.n) { Err(io::Error::other("the server was busy")) } else { Ok(()) }
        }
    }

    #[cfg(target_os = "linux")]
    fn can_swap(folder: &Path) -> bool {
        let names = ["one", "other"].map(|name| folder.join(name));
        names.iter().for_each(|name| fs::write(name, "").unwrap());
        let swapped = System.swap(&names[0], &names[1]).is_ok();
        names.iter().for_each(|name| fs::remove_file(name).unwrap());
        swapped
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_replaced_at_the_last_moment_comes_back() {
        for n_files in [1, 2] {
            let folder = folder_of(&["a", "b"]);
            if !can_swap(folder.path()) {
                eprintln!("skipped: this disk swaps no names");
                return;
            }
            let path = |name| folder.path().join(name);
            let replace = |n: usize| {
                if n == 1 {
                    fs::write(path("theirs"), "theirs").unwrap();
                    fs::rename(path("theirs"), path("a")).unwrap();
                }
            };
            let mut moves = Swaps { n: 0, before: replace, fails: |_| false };
            let writes = ["a", "b"].map(|name| write(path(name), name, "new"));
            let error = Session::new(1).save_with(&writes[..n_files], &mut moves).unwrap_err();
            assert_eq!((error.error.trouble, error.half), (Trouble::Changed, None));
            let expected = [("a", "theirs"), ("b", "b")];
            assert_eq!(tree(folder.path()), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_newest_of_several_that_come_meanwhile_stays() {
        let folder = folder_of(&["a"]);
        if !can_swap(folder.path()) {
            eprintln!("skipped: this disk swaps no names");
            return;
        }
        let path = |name| folder.path().join(name);
        let replace = |n: usize| {
            if n <= 2 {
                fs::write(path("theirs"), format!("theirs {n}")).unwrap();
                fs::rename(path("theirs"), path("a")).unwrap();
            }
        };
        let mut moves = Swaps { n: 0, before: replace, fails: |_| false };
        let error = Session::new(1).save_with(&[write(path("a"), "a", "new")], &mut moves);
        assert_eq!(error.unwrap_err().error.trouble, Trouble::Changed);
        assert_eq!(tree(folder.path()), [("a".to_owned(), "theirs 2".to_owned())]);
    }

    #[test]
    fn a_move_that_was_done_counts_whatever_the_disk_reports() {
        let folder = folder_of(&["a", "b"]);
        let path = |name| folder.path().join(name);
        let mut rename = |from: &Path, to: &Path| {
            fs::rename(from, to)?;
            Err(io::Error::other("the server was busy"))
        };
        let writes = ["a", "b"].map(|name| write(path(name), name, "new"));
        Session::new(1).save_with(&writes, &mut rename).unwrap();
        assert_eq!(["a", "b"].map(|name| fs::read(path(name)).unwrap()).concat(), b"newnew");
        assert_eq!(["a", "b"].map(|name| backups(folder.path(), name).concat()), ["a", "b"]);
        #[cfg(target_os = "linux")]
        if can_swap(folder.path()) {
            let writes = ["a", "b"].map(|name| write(path(name), "new", "newer"));
            let mut moves = Swaps { n: 0, before: |_| {}, fails: |_| true };
            Session::new(2).save_with(&writes, &mut moves).unwrap();
            assert_eq!(
                ["a", "b"].map(|name| fs::read(path(name)).unwrap()).concat(),
                b"newernewer"
            );
            assert_eq!(backups(folder.path(), "a"), ["a", "new"]);
        }
    }

    #[test]
    fn the_old_bytes_stay_where_nobody_can_say_what_a_file_has_now() {
        let folder = folder_of(&["a"]);
        let file = folder.path().join("a");
        let mut rename = |_: &Path, to: &Path| {
            fs::remove_file(to)?;
            Err(io::Error::other("the server was busy"))
        };
        let writes = [write(file.clone(), "a", "new")];
        let error = Session::new(1).save_with(&writes, &mut rename).unwrap_err();
        let half = error.half.clone().unwrap();
        let [(_, Some(original))] = &half.new[..] else { panic!("{error}") };
        assert_eq!(fs::read(original).unwrap(), b"a");
        assert_eq!(backups(folder.path(), "a"), ["a"]);
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_links_in_our_folder_are_neither_waited_for_nor_followed() {
        let (folder, elsewhere) = (folder_of(&["a"]), tempfile::tempdir().unwrap());
        let (own, outside) = (folder.path().join(OWN_FOLDER), elsewhere.path().join("lock"));
        fs::create_dir(&own).unwrap();
        std::os::unix::fs::symlink(&outside, own.join("lock")).unwrap();
        let save = || Session::new(1).save(&[write(folder.path().join("a"), "a", "x")]);
        assert_eq!(save().unwrap_err().error.trouble, Trouble::NotPlain);
        assert!(!outside.exists());
        fs::remove_file(own.join("lock")).unwrap();
        let pipe = own.join("saving-1-0.json");
        if !std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|it| it.success()) {
            eprintln!("skipped: there is no mkfifo here");
            return;
        }
        assert!(matches!(save().unwrap_err().error.trouble, Trouble::HalfSaved(_)));
        assert_eq!(recover::recover(folder.path()).stuck.len(), 1);
        assert_eq!(fs::read(folder.path().join("a")).unwrap(), b"a");
    }

    #[test]
    fn of_two_that_save_at_once_none_is_lost() {
        const N_PAIRS: usize = 300;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        for pair in 0..N_PAIRS {
            fs::write(&file, "old").unwrap();
            let ready = std::sync::Barrier::new(2);
            let save = |bytes: String| {
                ready.wait();
                let saved = Session::without_backups().save(&[write(file.clone(), "old", &bytes)]);
                saved.map(|_| bytes).map_err(|error| error.error.trouble)
            };
            let results = std::thread::scope(|scope| {
                let other = scope.spawn(|| save(format!("{pair} other")));
                [save(format!("{pair} one")), other.join().unwrap()]
            });
            let (Ok(winner), Err(Trouble::Changed)) = (match results {
                [Ok(winner), loser] => (Ok(winner), loser),
                [loser, winner] => (winner, loser),
            }) else {
                panic!("pair {pair}");
            };
            assert_eq!(fs::read_to_string(&file).unwrap(), winner);
        }
        assert_eq!(tree(folder.path()).len(), 1);
    }

    #[test]
    fn a_file_that_would_stay_the_same_is_not_written() {
        let folder = folder_of(&["a", "b"]);
        let path = |name| folder.path().join(name);
        let long_ago = SystemTime::UNIX_EPOCH;
        let file = fs::OpenOptions::new().append(true).open(path("a")).unwrap();
        file.set_modified(long_ago).unwrap();
        let writes = [write(path("a"), "a", "a"), write(path("b"), "b", "new")];
        let saved = Session::new(1).save(&writes).unwrap();
        assert_eq!(fs::metadata(path("a")).unwrap().modified().unwrap(), long_ago);
        assert_eq!((saved[0].file.clone(), saved[0].backup.clone()), (path("a"), None));
        assert_eq!((backups(folder.path(), "a").len(), backups(folder.path(), "b").len()), (0, 1));
        // It has to be what it is said to be all the same.
        let error = Session::new(1).save(&[write(path("b"), "b", "b")]).unwrap_err();
        assert_eq!(error.error.trouble, Trouble::Changed);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_saved_where_our_folder_is_a_link() {
        let (folder, elsewhere) = (folder_of(&["a"]), tempfile::tempdir().unwrap());
        let (file, own) = (folder.path().join("a"), folder.path().join(OWN_FOLDER));
        std::os::unix::fs::symlink(elsewhere.path(), &own).unwrap();
        let save = || Session::new(1).save(&[write(file.clone(), "a", "x")]).unwrap_err().error;
        assert_eq!(save().trouble, Trouble::NotOwnFolder);
        fs::remove_file(&own).unwrap();
        fs::write(&own, "a file").unwrap();
        assert_eq!(save().trouble, Trouble::NotOwnFolder);
        fs::remove_file(&own).unwrap();
        fs::create_dir(&own).unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), own.join("backups")).unwrap();
        assert_eq!(save().trouble, Trouble::NotOwnFolder);
        assert_eq!(
            (fs::read(&file).unwrap(), fs::read_dir(elsewhere.path()).unwrap().count()),
            (b"a".to_vec(), 0)
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_file_with_another_name_is_saved_and_that_is_said() {
        let folder = folder_of(&["a", "b"]);
        let path = |name| folder.path().join(name);
        fs::hard_link(path("a"), path("other")).unwrap();
        let writes = ["a", "b"].map(|name| write(path(name), name, "new"));
        let saved = Session::new(1).save(&writes).unwrap();
        assert_eq!((saved[0].n_other_names, saved[1].notes()), (1, Vec::new()));
        assert!(saved[0].notes()[0].ends_with("which keeps the old bytes"));
        assert_eq!(fs::read(path("other")).unwrap(), b"a");
    }

    #[test]
    fn a_record_that_can_not_be_taken_away_is_said() {
        let (folder, copy) = (folder_of(&["a"]), folder_of(&["b"]));
        let mut rename = |from: &Path, to: &Path| {
            for record in settle::records_in(copy.path()).iter().filter(|path| path.is_file()) {
                // A folder in its place is not removed as a file, whoever tries.
                fs::remove_file(record).unwrap();
                fs::create_dir(record).unwrap();
            }
            fs::rename(from, to)
        };
        let writes =
            [(&folder, "a"), (&copy, "b")].map(|(at, name)| write(at.path().join(name), name, "x"));
        let saved = Session::without_backups().save_with(&writes, &mut rename).unwrap();
        let notes: Vec<String> = saved.iter().flat_map(Saved::notes).collect();
        let [note] = &notes[..] else { panic!("{notes:?}") };
        let place = fs::canonicalize(copy.path()).unwrap().join(OWN_FOLDER);
        assert!(note.starts_with(&place.display().to_string()), "{note}");
        assert!(note.ends_with("the next command in its folder tries again"), "{note}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_with_the_longest_name_is_saved() {
        let name = "x".repeat(251) + ".gat";
        let folder = folder_of(&[&name]);
        let saved =
            Session::new(1).save(&[write(folder.path().join(&name), &name, "new")]).unwrap();
        assert_eq!(fs::read_to_string(saved[0].backup.as_ref().unwrap()).unwrap(), name);
    }

    #[test]
    fn an_old_file_that_is_kept_already_is_not_overwritten() {
        let folder = folder_of(&["a", "kept"]);
        let kept = folder.path().join("kept");
        let error = place::keep_original(&folder.path().join("a"), &kept).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&kept).unwrap(), b"kept");
    }

    #[test]
    fn several_files_are_saved_and_nothing_else_is_left() {
        let folder = folder_of(&["a", "b"]);
        let deep = folder.path().join("x/y/new");
        let root = Some(folder.path().to_owned());
        let writes = [
            write(folder.path().join("a"), "a", "1"),
            write(folder.path().join("b"), "b", "2"),
            Write { folders_below: root, ..write_new(deep, "3") },
        ];
        Session::without_backups().save(&writes).unwrap();
        let expected =
            [("a", "1"), ("b", "2"), ("x", "folder"), ("x/y", "folder"), ("x/y/new", "3")];
        let found = tree(folder.path());
        let found: Vec<_> = found.iter().map(|(n, b)| (n.replace('\\', "/"), &**b)).collect();
        assert_eq!(found, expected.map(|(name, bytes)| (name.to_owned(), bytes)));
    }

    #[test]
    fn a_file_that_stands_twice_is_refused() {
        let folder = folder_of(&["a"]);
        let twice = [folder.path().join("a"), folder.path().join(".").join("a")];
        let writes = twice.map(|file| write(file, "a", "x"));
        let error = Session::new(1).save(&writes).unwrap_err();
        assert_eq!(error.error.trouble, Trouble::Twice);
        assert_eq!(tree(folder.path()).len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder_of(&["a"]);
        let file = folder.path().join("a");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link");
        symlink("a", &link).unwrap();
        Session::new(1).save(&[write(link.clone(), "a", "new")]).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
