//! The one way in which documents of every kind are saved. A kind says which files it wants on disk;
//! here it is found out what is really different, and all of that is written or none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::account::{Account, Known, Shared};
use super::disk::{self, READ_LIMIT};
use super::error::{FileError, SaveError, Trouble};
use super::fingerprint::{ContentHash, Fingerprint};
use super::path::fold;
use super::save::{Before, Saved, Session, Write};

/// A file that a document wants on disk.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted<N> {
    /// What the document calls it; `None` where it is no part of it, as a file of a copy.
    pub name: Option<N>,
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    /// What may be replaced. See [`May`].
    pub before: Before,
    /// Where missing folders may be made: below this one. Without it they are an error.
    pub folders_below: Option<PathBuf>,
    /// Of the bytes that are the document, where the file holds others as well.
    pub entry: Option<Fingerprint>,
}

/// What may be replaced where a file is wanted and nothing is known to be.
#[derive(Debug, Clone, Copy)]
pub enum May<'f> {
    ReplaceNothing,
    /// The person has agreed to it.
    ReplaceAny,
    /// Files with these bytes alone.
    Replace(&'f [Fingerprint]),
}

/// A file that may not be replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InTheWay(pub PathBuf);

/// What came of a save.
#[derive(Debug)]
pub struct Came<N: Ord> {
    /// All files that were wanted and are the document's, as they are on disk now.
    pub account: Account<N>,
    /// The files that were written; the others were so already.
    pub written: Vec<PathBuf>,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// A save that is about to happen.
#[derive(Debug)]
pub struct Plan<N> {
    wanted: Vec<Wanted<N>>,
    /// Which of them are different on disk.
    is_other: Vec<bool>,
}

impl May<'_> {
    /// What a save finds at a path, unless that may not be replaced. Whatever else is wrong with the
    /// place, the save says.
    pub fn at(self, path: &Path) -> Result<Before, InTheWay> {
        let Ok(there) = disk::fingerprint(path) else { return Ok(Before::Absent) };
        let may_go = match self {
            May::ReplaceNothing => false,
            May::ReplaceAny => true,
            May::Replace(known) => known.iter().any(|known| known.same_content(&there)),
        };
        if may_go { Ok(Before::Was(there)) } else { Err(InTheWay(path.to_owned())) }
    }
}

impl<N> Wanted<N> {
    /// A file whose folder is there.
    pub fn new(name: N, path: impl Into<PathBuf>, bytes: Vec<u8>, before: Before) -> Wanted<N> {
        let (name, path) = (Some(name), path.into());
        Wanted { name, path, bytes, before, folders_below: None, entry: None }
    }

    /// A file that holds other documents as well. Only the entry is compared with what is `known` of
    /// it, so what others saved in the file stays; `None` for an entry that is new.
    pub fn entry(
        name: N,
        path: &Path,
        known: Option<Fingerprint>,
        shared: &dyn Shared,
        entry: &[u8],
    ) -> Result<Wanted<N>, FileError> {
        let wrong = |why| FileError::new(path, Trouble::Other(why));
        let file = match disk::read_file(path, READ_LIMIT) {
            Err(error) if error.is_missing() => None,
            file => Some(file?),
        };
        let there = match &file {
            Some(file) => shared.entry(&file.bytes).map_err(wrong)?,
            None => None,
        };
        let there = there.map(|entry| Fingerprint::of(&entry, None));
        let trouble = match (there, known) {
            (Some(there), Some(was)) if there.same_content(&was) => None,
            (None, None) => None,
            (Some(_), None) => Some(Trouble::Exists),
            (Some(_), Some(_)) => Some(Trouble::Changed),
            (None, Some(_)) => Some(Trouble::Gone),
        };
        if let Some(trouble) = trouble {
            return Err(FileError::new(path, trouble));
        }
        let bytes = shared.with_entry(file.as_ref().map(|file| &*file.bytes), entry);
        let before = file.map_or(Before::Absent, |file| Before::Was(file.fingerprint));
        let wanted = Wanted::new(name, path, bytes.map_err(wrong)?, before);
        Ok(Wanted { entry: Some(Fingerprint::of(entry, None)), ..wanted })
    }

    /// What it is once it is saved.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.bytes, None)
    }

    /// Whether it is not on disk as it is wanted. One that is known to be so and is gone is
    /// different: the save says that.
    fn is_other(&self) -> bool {
        match self.before {
            Before::Was(was) => {
                !was.same_content(&self.fingerprint()) || !disk::is_file(&self.path)
            }
            Before::Absent => true,
        }
    }

    fn to_write(&self) -> Write<'_> {
        Write {
            file: self.path.clone(),
            bytes: &self.bytes,
            before: self.before,
            folders_below: self.folders_below.clone(),
        }
    }
}

impl<N: Ord + Clone> Plan<N> {
    pub fn of(wanted: Vec<Wanted<N>>) -> Plan<N> {
        let is_other = wanted.iter().map(Wanted::is_other).collect();
        Plan { wanted, is_other }
    }

    /// The files that are going to be written, and what is in them then.
    pub fn files(&self) -> impl Iterator<Item = (&Path, ContentHash)> {
        self.others().map(|wanted| (wanted.path.as_path(), ContentHash::of(&wanted.bytes)))
    }

    pub fn is_nothing(&self) -> bool {
        self.others().next().is_none()
    }

    /// Writes what is different, all of it or nothing. Where nothing is, it still has to be on disk as
    /// it is known.
    pub fn write(&self, session: &mut Session) -> Result<Came<N>, SaveError> {
        self.refuse_twins()?;
        let writes: Vec<Write<'_>> = match self.is_nothing() {
            true => self.wanted.iter().map(Wanted::to_write).collect(),
            false => self.others().map(Wanted::to_write).collect(),
        };
        let saved = session.save(&writes)?;
        let notes = saved.iter().flat_map(Saved::notes).collect();
        let written = self.others().map(|wanted| wanted.path.clone()).collect();
        let now: BTreeMap<PathBuf, Fingerprint> =
            saved.into_iter().map(|saved| (saved.file, saved.fingerprint)).collect();
        let known = self.wanted.iter().filter_map(|wanted| {
            let now = now.get(&wanted.path).copied();
            let known = Known::new(&wanted.path, now.unwrap_or_else(|| wanted.fingerprint()));
            Some((wanted.name.clone()?, Known { entry: wanted.entry, ..known }))
        });
        Ok(Came { account: known.collect(), written, notes })
    }

    /// What was wanted, for who goes on with the bytes.
    pub fn into_wanted(self) -> Vec<Wanted<N>> {
        self.wanted
    }

    fn others(&self) -> impl Iterator<Item = &Wanted<N>> {
        self.wanted
            .iter()
            .zip(&self.is_other)
            .filter(|(_, is_other)| **is_other)
            .map(|(one, _)| one)
    }

    /// Names that differ by case alone are one file to the games, and on some disks.
    fn refuse_twins(&self) -> Result<(), FileError> {
        let mut new = BTreeSet::new();
        for wanted in self.wanted.iter().filter(|wanted| wanted.before == Before::Absent) {
            if !new.insert(fold(&wanted.path.to_string_lossy())) {
                return Err(FileError::new(&wanted.path, Trouble::Twice));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::account::{Became, Line};
    use super::*;

    fn print(bytes: &str) -> Fingerprint {
        Fingerprint::of(bytes.as_bytes(), None)
    }

    fn wanted(path: PathBuf, before: Before, bytes: &str) -> Wanted<String> {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        Wanted::new(name, path, bytes.as_bytes().to_vec(), before)
    }

    fn save(wanted: Vec<Wanted<String>>) -> Result<Came<String>, Trouble> {
        let saved = Plan::of(wanted).write(&mut Session::without_backups());
        saved.map_err(|error| error.error.trouble)
    }

    #[test]
    fn only_files_that_differ_are_written_and_all_are_in_the_account() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "1").unwrap();
        fs::write(path("b"), "2").unwrap();
        let before = |bytes| Before::Was(print(bytes));
        let copy = Wanted { name: None, ..wanted(path("copy"), Before::Absent, "5") };
        let deep = Wanted {
            folders_below: Some(folder.path().to_owned()),
            ..wanted(path("x/y/c"), Before::Absent, "4")
        };
        let all = vec![
            wanted(path("a"), before("1"), "1"),
            wanted(path("b"), before("2"), "3"),
            deep,
            copy,
        ];
        let plan = Plan::of(all);
        let files: Vec<&Path> = plan.files().map(|(file, _)| file).collect();
        assert_eq!(files, [path("b"), path("x/y/c"), path("copy")]);
        let came = plan.write(&mut Session::without_backups()).unwrap();
        assert_eq!(came.written, [path("b"), path("x/y/c"), path("copy")]);
        let known: Vec<_> = came.account.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(known, ["a", "b", "c"]);
        assert!(came.account.get(&"b".to_owned()).unwrap().fingerprint.same_content(&print("3")));
        // What was saved last is what the next save finds.
        let again = wanted(path("b"), came.account.before(&"b".to_owned()), "6");
        assert_eq!(save(vec![again]).unwrap().written, [path("b")]);
    }

    #[test]
    fn a_file_that_vanished_since_it_was_read_is_not_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        for bytes in ["new", "old"] {
            let gone = wanted(folder.path().join("a"), Before::Was(print("old")), bytes);
            assert_eq!(save(vec![gone]).unwrap_err(), Trouble::Gone, "{bytes}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_save_of_nothing_new_is_none_over_what_somebody_else_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let same = || vec![wanted(path.clone(), Before::Was(print("old")), "old")];
        assert!(save(same()).unwrap().written.is_empty());
        fs::write(&path, "theirs").unwrap();
        assert_eq!(save(same()).unwrap_err(), Trouble::Changed);
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    }

    #[test]
    fn names_that_differ_by_case_alone_are_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let both = ["a", "A"].map(|name| wanted(folder.path().join(name), Before::Absent, "new"));
        assert_eq!(save(both.into()).unwrap_err(), Trouble::Twice);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_is_in_the_way_is_replaced_only_where_that_was_agreed_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let known = [print("read"), print("wanted")];
        for may in [May::ReplaceNothing, May::ReplaceAny, May::Replace(&known)] {
            assert_eq!(may.at(&path), Ok(Before::Absent));
        }
        fs::write(&path, "theirs").unwrap();
        let in_the_way = Err(InTheWay(path.clone()));
        assert_eq!(May::ReplaceNothing.at(&path), in_the_way);
        assert_eq!(May::Replace(&known).at(&path), in_the_way);
        assert!(matches!(May::ReplaceAny.at(&path), Ok(Before::Was(_))));
        fs::write(&path, "read").unwrap();
        assert!(matches!(May::Replace(&known).at(&path), Ok(Before::Was(_))));
    }

    #[test]
    fn who_saves_another_entry_of_a_file_stands_in_nobodys_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache");
        let file = "a=1\nb=2\n";
        fs::write(&path, file).unwrap();
        let put = |name: &'static str, known: Option<&str>, entry: &str| {
            let (shared, known) = (Line(name), known.map(print));
            let wanted = Wanted::entry(name.to_owned(), &path, known, &shared, entry.as_bytes());
            save(vec![wanted.map_err(|error| error.trouble)?])
        };
        let came = put("a", Some("1"), "10").unwrap();
        put("b", Some("2"), "20").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "a=10\nb=20\n");
        let a = came.account.get(&"a".to_owned()).unwrap();
        assert!(matches!(a.became(Some(&Line("a"))), Ok(Became::Unchanged(_))));
        // The same entry was changed by somebody else.
        assert_eq!(put("a", Some("1"), "11").unwrap_err(), Trouble::Changed);
        assert_eq!(put("c", Some("x"), "1").unwrap_err(), Trouble::Gone);
        assert_eq!(put("b", None, "1").unwrap_err(), Trouble::Exists);
        put("c", None, "3").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "a=10\nb=20\nc=3\n");
        fs::remove_file(&path).unwrap();
        assert_eq!(put("c", Some("3"), "4").unwrap_err(), Trouble::Gone);
        put("c", None, "4").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "c=4\n");
    }
}
