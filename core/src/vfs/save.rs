//! Saving: whole or not at all, several files as one, and never over what somebody else changed.
//!
//! Each file is written beside the one that it replaces and flushed; the old bytes are kept as a
//! backup unless this session wrote them itself; then it is checked that every old file is still the one
//! that was read, and only then is anything renamed. Several files are also written down in a
//! [`record`], so that a crash half-way through the renames is mended by [`recover`].

mod beside;
mod backup;
mod delete;
pub(super) mod folders;
pub mod record;
pub mod recover;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use self::beside::Beside;
use self::folders::MadeFolders;
use self::record::{Plan, Record, Step};
use super::disk;
use super::error::{At, FileError, NotRestored, SaveError, Trouble};
use super::fingerprint::{ContentHash, Fingerprint};

/// Our own folder, beside the files that it is about.
pub(super) const OWN_FOLDER: &str = ".landwright";

/// What the program remembers between saves: which bytes need no backup, being its own.
#[derive(Debug)]
pub struct Session {
    /// How many backups of a file are kept. None are made where it is 0.
    n_backups: usize,
    /// What this session wrote last, by the real paths of files.
    written: BTreeMap<PathBuf, ContentHash>,
    /// Backups that are never the ones to go: a journal still builds on them.
    held: BTreeSet<PathBuf>,
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

/// A file that was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    pub file: PathBuf,
    /// What the next save is to find.
    pub fingerprint: Fingerprint,
    /// Where the old bytes are, where this save made a backup.
    pub backup: Option<PathBuf>,
}

/// How a file gets its new name: the system's own way, but for tests of what happens when it fails.
type Rename<'r> = &'r mut dyn FnMut(&Path, &Path) -> io::Result<()>;

/// A file on its way: written beside, not yet renamed.
struct Prepared<'w> {
    write: &'w Write<'w>,
    /// The file itself, where `write.file` is a link to it.
    target: PathBuf,
    beside: Beside,
    backup: Option<PathBuf>,
    /// The old file under a second name until all files are renamed; `None` for a new file.
    original: Option<PathBuf>,
}

impl Session {
    /// Keeps the last `n_backups` of every file.
    pub fn new(n_backups: usize) -> Session {
        Session { n_backups, written: BTreeMap::new(), held: BTreeSet::new() }
    }

    pub fn without_backups() -> Session {
        Session::new(0)
    }

    pub fn set_n_backups(&mut self, n_backups: usize) {
        self.n_backups = n_backups;
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
    /// about them. The next save makes no second one of them.
    pub fn keep(&mut self, file: &Path, known: &Fingerprint) -> Result<PathBuf, FileError> {
        let target = real_path(file)?;
        let mut folders = MadeFolders::default();
        let kept = backup::keep(&target, &mut folders).and_then(|backup| {
            let is_known = disk::fingerprint(&backup).is_ok_and(|kept| kept.same_content(known));
            if !is_known {
                let _ = fs::remove_file(&backup);
                return Err(FileError::new(file, Trouble::Changed));
            }
            Ok(backup)
        });
        let backup = kept.inspect_err(|_| folders.take_away())?;
        self.held.insert(backup.clone());
        self.written.insert(target, known.hash);
        Ok(backup)
    }

    /// Writes all of them or none. Owners and permissions of the old files are kept, owners as
    /// far as the system lets this user. After an error, the disk is as it was, but for what the
    /// error itself names.
    pub fn save(&mut self, writes: &[Write<'_>]) -> Result<Vec<Saved>, SaveError> {
        self.save_with(writes, &mut |from, to| fs::rename(from, to))
    }

    fn save_with(
        &mut self,
        writes: &[Write<'_>],
        rename: Rename<'_>,
    ) -> Result<Vec<Saved>, SaveError> {
        let mut folders = MadeFolders::default();
        let mut prepared = prepare(writes, &mut folders)?;
        let placed = self
            .keep_backups(&mut prepared, &mut folders)
            .map_err(SaveError::from)
            .and_then(|()| place(&mut prepared, &mut folders, rename));
        if let Err(error) = placed {
            let is_restored =
                |one: &&Prepared<'_>| error.not_restored.iter().all(|n| n.file != one.write.file);
            for backup in prepared.iter().filter(is_restored).filter_map(|one| one.backup.as_ref())
            {
                // What can't be removed is one backup too many.
                let _ = fs::remove_file(backup);
            }
            // Files before the folders that they stand in.
            drop(prepared);
            folders.take_away();
            return Err(error);
        }
        let saved = prepared.into_iter().map(|one| self.finish(one)).collect();
        // Those that the record alone needed.
        folders.take_away();
        Ok(saved)
    }

    fn keep_backups(
        &self,
        prepared: &mut [Prepared<'_>],
        folders: &mut MadeFolders,
    ) -> Result<(), FileError> {
        for one in prepared {
            let Before::Was(before) = one.write.before else { continue };
            let is_own = self.written.get(&one.target) == Some(&before.hash);
            if self.n_backups > 0 && !is_own {
                one.backup = Some(backup::keep(&one.target, folders)?);
            }
        }
        Ok(())
    }

    fn finish(&mut self, one: Prepared<'_>) -> Saved {
        if let Some(backup) = &one.backup {
            // Backups of this session are of its own making and needed by its own undo.
            self.held.insert(backup.clone());
            backup::drop_oldest(&one.target, self.n_backups, &self.held);
        }
        let modified = fs::metadata(&one.target).and_then(|metadata| metadata.modified()).ok();
        let fingerprint = Fingerprint::of(one.write.bytes, modified);
        self.written.insert(one.target.clone(), fingerprint.hash);
        Saved { file: one.write.file.clone(), fingerprint, backup: one.backup }
    }
}

/// Writes every file beside its target, and changes no target.
fn prepare<'w>(
    writes: &'w [Write<'w>],
    folders: &mut MadeFolders,
) -> Result<Vec<Prepared<'w>>, FileError> {
    let mut prepared: Vec<Prepared<'w>> = Vec::new();
    for write in writes {
        let one = prepare_one(write, folders).and_then(|one| {
            let is_twice = prepared.iter().any(|other| other.target == one.target);
            if is_twice { Err(FileError::new(&write.file, Trouble::Twice)) } else { Ok(one) }
        });
        match one {
            Ok(one) => prepared.push(one),
            Err(error) => {
                drop(prepared);
                folders.take_away();
                return Err(error);
            }
        }
    }
    Ok(prepared)
}

fn prepare_one<'w>(
    write: &'w Write<'w>,
    folders: &mut MadeFolders,
) -> Result<Prepared<'w>, FileError> {
    let file = &write.file;
    if let Some(root) = &write.folders_below {
        folders.make_parents(file, root)?;
    }
    let target = real_path(file)?;
    let old = match write.before {
        Before::Absent => None,
        Before::Was(_) => Some(writable(&target).at(file)?),
    };
    let beside = Beside::write(&target, write.bytes, old.as_ref()).at(file)?;
    Ok(Prepared { write, target, beside, backup: None, original: None })
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

/// Renames every file to its target, or puts back those that were.
fn place(
    prepared: &mut [Prepared<'_>],
    folders: &mut MadeFolders,
    rename: Rename<'_>,
) -> Result<(), SaveError> {
    for one in &*prepared {
        check_unchanged(&one.target, one.write.before).at(&one.write.file)?;
    }
    let mut record = None;
    if prepared.len() > 1 {
        let plan = Plan::new(prepared.iter_mut().map(step_of).collect());
        record = Some(Record::write(&plan, folders)?);
        keep_originals(prepared)?;
    }
    let mut failed = None;
    for (idx, one) in prepared.iter_mut().enumerate() {
        if let Err(trouble) = one.beside.place(&one.target, one.write.before, rename) {
            failed = Some((idx, FileError::new(&one.write.file, trouble)));
            break;
        }
    }
    let failed = failed.map(|(n_placed, error)| {
        let not_restored = put_back(prepared.get(..n_placed).unwrap_or_default());
        SaveError { error, not_restored }
    });
    flush_folders(prepared);
    remove_originals(prepared, failed.as_ref().map_or(&[], |error| &error.not_restored));
    drop(record);
    failed.map_or(Ok(()), Err)
}

/// A step of the record, which also decides where the old file is kept meanwhile.
fn step_of(one: &mut Prepared<'_>) -> Step {
    let before = match one.write.before {
        Before::Absent => None,
        Before::Was(fingerprint) => Some(fingerprint),
    };
    one.original = before.map(|_| one.beside.original());
    Step {
        target: one.target.clone(),
        new: one.beside.path().to_owned(),
        original: one.original.clone(),
        before,
        after: Fingerprint::of(one.write.bytes, None),
    }
}

fn check_unchanged(target: &Path, before: Before) -> Result<(), Trouble> {
    match (before, disk::fingerprint(target)) {
        (Before::Absent, Err(error)) if error.is_missing() => Ok(()),
        (Before::Absent, Ok(_)) => Err(Trouble::Exists),
        (Before::Was(then), Ok(now)) if then.same_content(&now) => Ok(()),
        (Before::Was(_), Ok(_)) => Err(Trouble::Changed),
        (Before::Was(_), Err(error)) if error.is_missing() => Err(Trouble::Gone),
        (_, Err(error)) => Err(error.trouble),
    }
}

/// Gives all old files their second names, or none of them.
fn keep_originals(prepared: &[Prepared<'_>]) -> Result<(), FileError> {
    for (n_kept, one) in prepared.iter().enumerate() {
        let Some(original) = &one.original else { continue };
        let kept = keep_original(&one.target, original).at(original);
        kept.inspect_err(|_| remove_originals(prepared.get(..n_kept).unwrap_or_default(), &[]))?;
    }
    Ok(())
}

/// A second name for the file where the disk knows such, since that is the file itself with its
/// owner and times; otherwise a copy. What has that name already is left alone: it may be all
/// that a save which could not be undone has left of a file.
fn keep_original(target: &Path, original: &Path) -> io::Result<()> {
    match fs::hard_link(target, original) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            backup::copy(target, original)
        }
        linked => linked,
    }
}

fn put_back(placed: &[Prepared<'_>]) -> Vec<NotRestored> {
    let mut not_restored = Vec::new();
    for one in placed.iter().rev() {
        let restored = match &one.original {
            Some(original) => fs::rename(original, &one.target),
            None => fs::remove_file(&one.target),
        };
        if restored.is_err() {
            let original = one.original.clone();
            not_restored.push(NotRestored { file: one.write.file.clone(), original });
        }
    }
    not_restored
}

fn remove_originals(prepared: &[Prepared<'_>], needed: &[NotRestored]) {
    for original in prepared.iter().filter_map(|one| one.original.as_ref()) {
        if !needed.iter().any(|needed| needed.original.as_ref() == Some(original)) {
            // Gone where it was put back; otherwise a second name that nobody needs stays.
            let _ = fs::remove_file(original);
        }
    }
}

fn flush_folders(prepared: &[Prepared<'_>]) {
    let folders: BTreeSet<&Path> = prepared.iter().filter_map(|one| one.target.parent()).collect();
    for folder in folders {
        folders::flush(folder);
    }
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
                let fails = n_renamed > n_good;
                if fails { Err(io::ErrorKind::StorageFull.into()) } else { fs::rename(from, to) }
            };
            let mut writes =
                ["a", "b", "c"].map(|name| write(folder.path().join(name), name, "new")).to_vec();
            writes.insert(1, write_new(folder.path().join("d"), "new"));
            let error = Session::new(1).save_with(&writes, &mut rename).unwrap_err();
            assert_eq!(error.error.trouble, Trouble::DiskFull);
            assert_eq!(error.not_restored, []);
            assert_eq!(tree(folder.path()), unchanged);
        }
    }

    #[test]
    fn what_could_not_be_put_back_is_named_with_its_old_bytes() {
        let folder = folder_of(&["a", "b"]);
        let mut is_first = true;
        let mut rename = |from: &Path, to: &Path| {
            if std::mem::take(&mut is_first) {
                fs::rename(from, to)?;
                // Somebody puts a folder where the file was.
                fs::remove_file(to)?;
                return fs::create_dir(to);
            }
            Err(io::ErrorKind::PermissionDenied.into())
        };
        let writes = ["a", "b"].map(|name| write(folder.path().join(name), name, "new"));
        let error = Session::new(1).save_with(&writes, &mut rename).unwrap_err();
        let [NotRestored { file, original: Some(original) }] = &error.not_restored[..] else {
            panic!("{error}");
        };
        assert!(file.ends_with("a"));
        assert_eq!(fs::read(original).unwrap(), b"a");
        assert!(error.to_string().contains("its old bytes are in"), "{error}");
        // Its backup stays as well; that of the file that never changed goes.
        assert_eq!(backups(folder.path(), "a"), ["a"]);
        assert_eq!(backups(folder.path(), "b"), [""; 0]);
        // The next save takes other names for what it keeps meanwhile, and clears only those away.
        fs::write(folder.path().join("c"), "c").unwrap();
        let writes = ["b", "c"].map(|name| write(folder.path().join(name), name, "new"));
        Session::new(1).save(&writes).unwrap();
        assert_eq!(fs::read(original).unwrap(), b"a");
    }

    #[test]
    fn an_old_file_that_is_kept_already_is_not_overwritten() {
        let folder = folder_of(&["a", "kept"]);
        let kept = folder.path().join("kept");
        let error = keep_original(&folder.path().join("a"), &kept).unwrap_err();
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
