//! Backups: `.landwright/backups/prontera.000007.gat` beside `prontera.gat`.
//!
//! Numbers only grow, so names sort by age whatever the clock says, and the file keeps its
//! extension, so that every program opens it. Owner, permissions and times are those of the file.
//! A backup gets its name once it is whole and compared, so what has such a name is one.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::super::disk;
use super::super::error::{At, FileError, Trouble};
use super::super::fingerprint::{ContentHash, Fingerprint};
use super::Backups;
use super::attributes::{take_after, take_times};
use super::beside::Beside;
use super::folders::{self, MadeFolders};
use super::own::{self, OWN_FOLDER};

const BACKUPS: &str = "backups";

/// No disk takes a longer name, in bytes.
const LONGEST_NAME: usize = 255;
/// A dot and the largest number there is.
const LONGEST_NUMBER: usize = 21;
/// How much of a name stays where a number would make it too long.
const SHORT_STEM: usize = 120;
const LONGEST_EXTENSION: usize = 32;

/// Copies the file, which has to be what it was: nothing else is worth a backup.
pub(super) fn keep(
    file: &Path,
    was: &Fingerprint,
    folders: &mut MadeFolders,
) -> Result<PathBuf, FileError> {
    let folder = make_folder(file, folders)?;
    let copied = copy(file, &folder).at(file)?;
    let kept = disk::fingerprint(copied.path())?;
    if !kept.same_content(was) {
        return Err(FileError::new(file, Trouble::Changed));
    }
    name(copied, file, &folder)
}

/// The newest backup of a file, if it has these bytes.
pub(super) fn newest_of(file: &Path, was: &Fingerprint) -> Option<PathBuf> {
    let (_, newest) = of_file(file).pop()?;
    disk::fingerprint(&newest).is_ok_and(|now| now.same_content(was)).then_some(newest)
}

/// Makes a backup of bytes that a save left under a passing name.
pub(super) fn adopt(left: &Path, file: &Path) -> Result<PathBuf, FileError> {
    let folder = make_folder(file, &mut MadeFolders::default())?;
    name(Beside::found(left.to_owned()), file, &folder)
}

/// The folder for backups of a file, made where it is not there.
fn make_folder(file: &Path, folders: &mut MadeFolders) -> Result<PathBuf, FileError> {
    let folder = folder_of(file).ok_or_else(|| FileError::new(file, Trouble::NotAFile))?;
    file.parent().map_or(Ok(PathBuf::new()), own::enter)?;
    folders.make(&folder).at(&folder)?;
    own::expect_real(&folder)?;
    Ok(folder)
}

/// Gives a whole copy the next number.
fn name(mut copied: Beside, file: &Path, folder: &Path) -> Result<PathBuf, FileError> {
    let mut number = of_file(file).last().map_or(0, |(number, _)| *number);
    loop {
        number = number.saturating_add(1);
        let backup = folder.join(name_of(file, number));
        match copied.place_new(&backup) {
            Err(Trouble::Exists) if number < u64::MAX => {}
            Err(trouble) => return Err(FileError::new(&backup, trouble)),
            Ok(()) => {
                drop(copied);
                folders::flush(folder);
                return Ok(backup);
            }
        }
    }
}

/// Keeps the newest ones that are young enough, the very newest, and those that are held. Empty ones,
/// which a crash of an earlier version may have left, do not count.
pub(super) fn drop_old(file: &Path, kept: Backups, held: &BTreeSet<PathBuf>, now: SystemTime) {
    let backups = of_file(file);
    let is_good = |path: &PathBuf| fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0);
    let newest_first = backups.iter().enumerate().rev();
    let good = newest_first.filter(|(_, (_, backup))| is_good(backup)).map(|(idx, _)| idx);
    let good: Vec<usize> = good.collect();
    let n_old = match kept.most {
        0 => backups.len(),
        most => good.get(most - 1).copied().unwrap_or(0),
    };
    let is_over = |(idx, (_, backup)): &(usize, &(u64, PathBuf))| {
        *idx < n_old || (good.first() > Some(idx) && is_older(backup, kept.days, now))
    };
    let over = backups.iter().enumerate().filter(is_over).map(|(_, (_, backup))| backup);
    for backup in over.filter(|backup| !held.contains(*backup)) {
        // One that can't be removed is one too many, which the next save tries again.
        let _ = fs::remove_file(backup);
    }
}

/// Whether a backup was made longer ago. Its times are those of the file that it was made of, so only
/// its birth counts. Where the disk knows none, it is as young as any.
fn is_older(backup: &Path, days: Option<u32>, now: SystemTime) -> bool {
    let Ok(metadata) = fs::metadata(backup) else { return false };
    let (Ok(created), Ok(modified)) = (metadata.created(), metadata.modified()) else {
        return false;
    };
    let Some((days, made)) = days.zip(birth(created, modified)) else { return false };
    let most = Duration::from_secs(u64::from(days) * 24 * 60 * 60);
    now.duration_since(made).is_ok_and(|age| age > most)
}

/// When a backup was made; `None` where nobody knows. Some systems pull the birth of a file back to a time
/// of change that is set before it, so then it says nothing.
fn birth(created: SystemTime, modified: SystemTime) -> Option<SystemTime> {
    (created > modified).then_some(created)
}

/// The backups of a file with their numbers, oldest first.
pub(super) fn of_file(file: &Path) -> Vec<(u64, PathBuf)> {
    let entries = folder_of(file).and_then(|folder| fs::read_dir(folder).ok());
    let named = Named::of(file);
    let numbered = |entry: fs::DirEntry| {
        Some((named.iter().find_map(|n| n.number(&entry.file_name()))?, entry.path()))
    };
    let mut backups: Vec<(u64, PathBuf)> =
        entries.into_iter().flatten().flatten().filter_map(numbered).collect();
    backups.sort();
    backups
}

/// The folder in which the backups of a file are.
pub(super) fn folder_of(file: &Path) -> Option<PathBuf> {
    Some(file.parent()?.join(OWN_FOLDER).join(BACKUPS))
}

fn name_of(file: &Path, number: u64) -> OsString {
    Named::of(file).last().map(|named| named.with(number)).unwrap_or_default()
}

/// What backups of a file are called before and behind the number.
struct Named {
    stem: OsString,
    extension: Option<OsString>,
}

impl Named {
    /// Every way in which they may be called; the last is that of new ones.
    fn of(file: &Path) -> Vec<Named> {
        let stem = file.file_stem().unwrap_or_default().to_owned();
        let extension = file.extension().map(OsStr::to_owned);
        let whole = file.file_name().unwrap_or_default();
        let mut named = vec![Named { stem, extension }];
        if whole.len() + LONGEST_NUMBER > LONGEST_NAME {
            named.push(Named::short(file, whole));
        }
        named
    }

    /// The beginning of a long name, and a hash of all of it.
    fn short(file: &Path, whole: &OsStr) -> Named {
        let mut stem = String::new();
        for c in whole.to_string_lossy().chars() {
            if stem.len() + c.len_utf8() > SHORT_STEM {
                break;
            }
            stem.push(c);
        }
        let stem = format!("{stem}~{}", ContentHash::of(whole.as_encoded_bytes())).into();
        let extension = file.extension().filter(|extension| extension.len() <= LONGEST_EXTENSION);
        Named { stem, extension: extension.map(OsStr::to_owned) }
    }

    fn with(&self, number: u64) -> OsString {
        let mut name = self.stem.clone();
        name.push(format!(".{number:06}"));
        if let Some(extension) = &self.extension {
            name.push(".");
            name.push(extension);
        }
        name
    }

    /// The number of a backup of this file; `None` for other names.
    fn number(&self, name: &OsStr) -> Option<u64> {
        let name = name.as_encoded_bytes();
        let rest = name.strip_prefix(self.stem.as_encoded_bytes())?.strip_prefix(b".")?;
        let digits = match &self.extension {
            Some(extension) => {
                rest.strip_suffix(extension.as_encoded_bytes())?.strip_suffix(b".")?
            }
            None => rest,
        };
        let is_number = digits.len() >= 6 && digits.iter().all(u8::is_ascii_digit);
        std::str::from_utf8(digits).ok()?.parse().ok().filter(|_| is_number)
    }
}

/// A copy under a passing name in a folder, flushed, with all that the file has beside its bytes.
fn copy(from: &Path, folder: &Path) -> Result<Beside, Trouble> {
    let (beside, mut copy) = Beside::create_in(folder)?;
    copy_into(from, &mut copy)?;
    Ok(beside)
}

/// A copy under a name that nothing has yet.
pub(super) fn copy_to(from: &Path, to: &Path) -> io::Result<()> {
    let mut copy = File::create_new(to)?;
    copy_into(from, &mut copy).inspect_err(|_| {
        let _ = fs::remove_file(to);
    })
}

fn copy_into(from: &Path, copy: &mut File) -> io::Result<()> {
    let mut source = File::open(from)?;
    let metadata = source.metadata()?;
    io::copy(&mut source, copy)?;
    take_after(copy, &metadata)?;
    take_times(copy, &metadata)?;
    copy.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number_of(file: &Path, name: &OsStr) -> Option<u64> {
        Named::of(file).iter().find_map(|named| named.number(name))
    }

    /// A folder with one file, its backups by their bytes, and its fingerprint.
    fn one_file(name: &str, backups: &[&str]) -> (tempfile::TempDir, PathBuf, Fingerprint) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        fs::write(&file, "now").unwrap();
        fs::create_dir_all(folder_of(&file).unwrap()).unwrap();
        for (bytes, number) in backups.iter().zip(1..) {
            fs::write(folder_of(&file).unwrap().join(name_of(&file, number)), bytes).unwrap();
        }
        let was = disk::fingerprint(&file).unwrap();
        (folder, file, was)
    }

    fn texts(file: &Path) -> Vec<String> {
        of_file(file).iter().map(|(_, path)| fs::read_to_string(path).unwrap()).collect()
    }

    #[test]
    fn names_are_known_again_and_not_mistaken() {
        let file = Path::new("/m/a.gat");
        assert_eq!(name_of(file, 7), "a.000007.gat");
        assert_eq!(name_of(Path::new("/m/README"), 12), "README.000012");
        let rows = [
            ("a.000007.gat", Some(7)),
            ("a.1000000.gat", Some(1_000_000)),
            ("a.7.gat", None),
            ("a.000001.000007.gat", None),
            ("b.000007.gat", None),
            ("a.000007.gnd", None),
            ("a.gat", None),
            ("a.99999999999999999999999.gat", None),
            (".landwright-7-0.new", None),
        ];
        for (name, number) in rows {
            assert_eq!(number_of(file, OsStr::new(name)), number, "{name}");
        }
    }

    #[test]
    fn a_file_that_is_not_what_it_was_gets_no_backup() {
        let (_folder, file, was) = one_file("a", &["old"]);
        fs::write(&file, "theirs").unwrap();
        let error = keep(&file, &was, &mut MadeFolders::default()).unwrap_err();
        assert_eq!(error, FileError::new(&file, Trouble::Changed));
        assert_eq!(texts(&file), ["old"]);
        assert_eq!(fs::read_dir(folder_of(&file).unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn unfinished_and_empty_backups_do_not_count() {
        let (_folder, file, was) = one_file("a", &["oldest", "", "old", ""]);
        fs::write(folder_of(&file).unwrap().join(".landwright-7-0.new"), "cut").unwrap();
        keep(&file, &was, &mut MadeFolders::default()).unwrap();
        drop_old(&file, 3.into(), &BTreeSet::new(), SystemTime::now());
        assert_eq!(texts(&file), ["oldest", "", "old", "", "now"]);
        drop_old(&file, 2.into(), &BTreeSet::new(), SystemTime::now());
        assert_eq!(texts(&file), ["old", "", "now"]);
    }

    #[test]
    fn old_backups_go_by_age_and_the_newest_never() {
        let (_folder, file, _) = one_file("a", &["oldest", "held", "old", "newest"]);
        // Backups have the time of change of the file that they were made of.
        let times = fs::FileTimes::new().set_modified(SystemTime::UNIX_EPOCH);
        for (_, backup) in of_file(&file) {
            File::options().append(true).open(backup).unwrap().set_times(times).unwrap();
        }
        let kept = Backups { most: 10, days: Some(30) };
        let made = fs::metadata(&of_file(&file)[0].1).unwrap().created();
        let Some(made) = made.ok().filter(|made| *made > SystemTime::UNIX_EPOCH) else {
            eprintln!("skipped: the disk does not know when a file was made");
            return;
        };
        let in_days = |days: u64| made + Duration::from_secs(days * 24 * 60 * 60);
        let held = BTreeSet::from([of_file(&file)[1].1.clone()]);
        drop_old(&file, kept, &held, in_days(29));
        assert_eq!(texts(&file), ["oldest", "held", "old", "newest"]);
        drop_old(&file, 10.into(), &held, in_days(10_000));
        assert_eq!(texts(&file), ["oldest", "held", "old", "newest"]);
        // A clock that goes back makes nothing old.
        drop_old(&file, kept, &held, made - Duration::from_secs(1_000_000));
        assert_eq!(texts(&file), ["oldest", "held", "old", "newest"]);
        drop_old(&file, kept, &held, in_days(31));
        assert_eq!(texts(&file), ["held", "newest"]);
    }

    #[test]
    fn the_birth_of_a_backup_counts_where_it_was_not_pulled_back() {
        let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        let later = changed + Duration::from_secs(1);
        assert_eq!(birth(later, changed), Some(later));
        assert_eq!(birth(changed, changed), None);
        assert_eq!(birth(changed, later), None);
    }

    #[test]
    fn a_backup_of_a_file_with_the_longest_name_is_found_again() {
        for name in ["x".repeat(251) + ".gat", "블".repeat(85), "y".repeat(245)] {
            let (_folder, file, was) = one_file(&name, &["old"]);
            let backup = keep(&file, &was, &mut MadeFolders::default()).unwrap();
            assert_eq!(of_file(&file).last(), Some(&(2, backup.clone())));
            assert_eq!(backup.extension().is_some_and(|e| e == "gat"), name.ends_with(".gat"));
            // The next long name that begins in the same way has backups of its own.
            let other = file.with_file_name(name.replacen('x', "z", 1).replacen('y', "z", 1));
            assert_eq!(of_file(&other).is_empty(), other != file);
        }
        // Those of an earlier version, which used whole names as long as they fitted.
        let (_folder, file, was) = one_file(&"x".repeat(240), &[]);
        let older = folder_of(&file).unwrap().join(format!("{}.000003", "x".repeat(240)));
        fs::write(&older, "old").unwrap();
        keep(&file, &was, &mut MadeFolders::default()).unwrap();
        assert_eq!(texts(&file), ["old", "now"]);
        assert_eq!(of_file(&file)[1].0, 4);
    }

    #[cfg(unix)]
    #[test]
    fn a_backup_has_the_owner_the_permissions_and_the_times_of_its_file() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
        let (_folder, file, was) = one_file("a", &[]);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        // Only root may; otherwise it stays with this user, and so does the backup.
        let _ = chown(&file, Some(1234), Some(1234));
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(12_345);
        let times = fs::FileTimes::new().set_modified(long_ago).set_accessed(long_ago);
        File::options().append(true).open(&file).unwrap().set_times(times).unwrap();
        let before = fs::metadata(&file).unwrap();
        let backup = keep(&file, &was, &mut MadeFolders::default()).unwrap();
        let kept = fs::metadata(backup).unwrap();
        let seen = |of: &fs::Metadata| (of.uid(), of.gid(), of.mode(), of.mtime());
        assert_eq!(seen(&kept), seen(&before));
        assert_eq!(kept.modified().unwrap(), long_ago);
    }
}
