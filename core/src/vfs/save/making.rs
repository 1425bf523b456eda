//! New files that are too large to be held: their maker writes them beside, and all get their names
//! together.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::vfs::disk;
use crate::vfs::error::{At, FileError, Half, SaveError};
use crate::vfs::save::Before;
use crate::vfs::save::beside::Beside;
use crate::vfs::save::folders;
use crate::vfs::save::lock::{Locks, PATIENCE};
use crate::vfs::save::moves::System;
use crate::vfs::save::place::check_unchanged;
use crate::vfs::save::record::{Plan, Record, Step};
use crate::vfs::save::{settle, stays};

/// A folder in which new files are made. Nobody else saves in it meanwhile, or takes what is on its way
/// for what a crash left.
#[derive(Debug)]
pub(in crate::vfs) struct Making {
    folder: PathBuf,
    _locks: Locks,
}

impl Making {
    pub(in crate::vfs) fn start(folder: &Path) -> Result<Making, FileError> {
        let folder = fs::canonicalize(folder).at(folder)?;
        let mut locks = Locks::wait(&BTreeSet::from([folder.as_path()]), PATIENCE)?;
        settle::expect_whole(&folder, &mut locks)?;
        Ok(Making { folder, _locks: locks })
    }

    /// An empty file under a passing name.
    pub(in crate::vfs) fn create(&self) -> Result<(Beside, File), FileError> {
        Beside::create_in(&self.folder).at(&self.folder)
    }

    /// A file that is small enough to be held.
    pub(in crate::vfs) fn write(&self, bytes: &[u8]) -> Result<Beside, FileError> {
        Beside::write(&self.folder.join("new"), bytes, None).at(&self.folder)
    }

    /// Gives files that are whole and flushed names that nothing has yet: all of them or none. Answers
    /// with what could not be taken away again.
    pub(in crate::vfs) fn finish(
        self,
        files: Vec<(Beside, &OsStr)>,
    ) -> Result<Vec<PathBuf>, SaveError> {
        let place = |(beside, name): (Beside, &OsStr)| (beside, self.folder.join(name));
        let mut files: Vec<(Beside, PathBuf)> = files.into_iter().map(place).collect();
        for (_, target) in &files {
            check_unchanged(target, Before::Absent).at(target)?;
        }
        let steps = files.iter().map(step_of).collect::<Result<Vec<Step>, FileError>>()?;
        let record = (files.len() > 1).then(|| Record::write(&Plan::new(steps))).transpose()?;
        folders::flush(&self.folder);
        let mut failed = None;
        for (n_placed, (beside, target)) in files.iter_mut().enumerate() {
            if let Err(not) = beside.place(target, (Before::Absent, &[]), &mut System) {
                let error = FileError::new(&*target, not.trouble);
                failed = Some((n_placed, not.is_unknown, error));
                break;
            }
        }
        if let Some((n_placed, is_unknown, error)) = failed {
            let mut stayed: BTreeSet<PathBuf> = BTreeSet::new();
            for (beside, target) in files.iter_mut().take(n_placed) {
                // Where it stays, this is finished after all, by the record.
                beside.keep_passing_name(target);
                if stays(target) {
                    stayed.insert(target.clone());
                }
            }
            if is_unknown {
                stayed.extend(files.get(n_placed).map(|(_, target)| target.clone()));
            }
            folders::flush(&self.folder);
            return Err(match stayed.is_empty() {
                true => error.into(),
                false => left_half(files, record, error, &stayed),
            });
        }
        folders::flush(&self.folder);
        let mut left: Vec<PathBuf> =
            files.iter_mut().filter_map(|(beside, _)| beside.clear()).collect();
        left.extend(record.into_iter().flat_map(Record::remove));
        Ok(left)
    }
}

fn step_of((beside, target): &(Beside, PathBuf)) -> Result<Step, FileError> {
    let after = disk::fingerprint(beside.path())?;
    let (target, new) = (target.clone(), beside.path().to_owned());
    Ok(Step { target, new, original: None, before: None, after })
}

fn left_half(
    files: Vec<(Beside, PathBuf)>,
    record: Option<Record>,
    error: FileError,
    stayed: &BTreeSet<PathBuf>,
) -> SaveError {
    let mut half = Half { record: record.and_then(Record::leave), ..Half::default() };
    for (mut beside, target) in files {
        match stayed.contains(&target) {
            true => half.new.push((target, None)),
            false => half.old.push(target),
        }
        beside.leave();
    }
    SaveError { error, half: Some(Box::new(half)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::error::Trouble;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn new_files_get_their_names_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let making = Making::start(folder.path()).unwrap();
        let files = vec![
            (making.write(b"1").unwrap(), OsStr::new("a")),
            (making.write(b"2").unwrap(), OsStr::new("b")),
        ];
        assert_eq!(making.finish(files).unwrap(), Vec::<PathBuf>::new());
        assert_eq!(names(folder.path()), ["a", "b"]);

        // The second one finds its name taken, when the first has its own.
        let making = Making::start(folder.path()).unwrap();
        let files = vec![
            (making.write(b"3").unwrap(), OsStr::new("c")),
            (making.write(b"4").unwrap(), OsStr::new("c")),
        ];
        let error = making.finish(files).unwrap_err();
        assert_eq!((error.error.trouble, error.half), (Trouble::Exists, None));
        assert_eq!(names(folder.path()), ["a", "b"]);
    }

    #[test]
    fn nobody_takes_what_is_being_made_for_what_a_crash_left() {
        let folder = tempfile::tempdir().unwrap();
        let making = Making::start(folder.path()).unwrap();
        let (beside, _file) = making.create().unwrap();
        let found = crate::vfs::save::recover::recover(folder.path());
        assert!(beside.path().is_file(), "{found:?}");
    }
}
