//! The files of a document on disk: what each was when it was read or saved last, and what became of
//! it since.
//!
//! One document may have many files, and one file may hold many documents: of a file such as a cache
//! of maps, an account knows its own entry as well. Who saves another entry changes the file, and
//! nothing that this document is about.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
#[cfg(feature = "worlds")]
use std::sync::Arc;

use super::disk::{self, READ_LIMIT};
use super::error::{FileError, Trouble};
use super::fingerprint::Fingerprint;
use super::save::Before;
use super::saver::Wanted;
#[cfg(feature = "worlds")]
use crate::format::packed::Packed;

/// The files of a document, by what the document calls them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account<N: Ord> {
    files: BTreeMap<N, Known>,
}

/// A file as it was read or saved last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Where it is; of a file of a mount, its place there.
    pub path: PathBuf,
    /// Of all of its bytes.
    pub fingerprint: Fingerprint,
    /// Of those that are the document, where the file holds others as well.
    pub entry: Option<Fingerprint>,
    /// The stream that it was read from at first, which is written again when its payload is.
    #[cfg(feature = "worlds")]
    pub packed: Option<Arc<Packed>>,
}

/// What became of a file since it was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Became {
    /// What is the document's of it is as it was. The file may have changed in other entries.
    Unchanged(Fingerprint),
    Changed(Fingerprint),
    Gone,
}

/// What is not the same in two accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    Came,
    Changed,
    Went,
}

/// A file that holds several documents: how the bytes of one are found in it, and put back among
/// the others.
pub trait Shared: Debug + Send + Sync {
    /// The bytes of the document; `None` where the file has no such entry. An error says what is
    /// wrong with the file.
    fn entry(&self, file: &[u8]) -> Result<Option<Vec<u8>>, String>;

    /// The file with other bytes in the place of the entry, or with a new entry; all else in it stays
    /// as it is. `None` where there is no file yet.
    fn with_entry(&self, file: Option<&[u8]>, entry: &[u8]) -> Result<Vec<u8>, String>;
}

impl Known {
    pub fn new(path: impl Into<PathBuf>, fingerprint: Fingerprint) -> Known {
        Known {
            path: path.into(),
            fingerprint,
            entry: None,
            #[cfg(feature = "worlds")]
            packed: None,
        }
    }

    /// Looks at the disk. `shared` finds the entry, where the file has others as well.
    pub fn became(&self, shared: Option<&dyn Shared>) -> Result<Became, FileError> {
        let now = match disk::fingerprint(&self.path) {
            Err(error) if error.is_missing() => return Ok(Became::Gone),
            now => now?,
        };
        if now.same_content(&self.fingerprint) {
            return Ok(Became::Unchanged(now));
        }
        let (Some(known), Some(shared)) = (self.entry, shared) else {
            return Ok(Became::Changed(now));
        };
        let file = disk::read_file(&self.path, READ_LIMIT)?;
        let wrong = |why| FileError::new(&self.path, Trouble::Other(why));
        let Some(entry) = shared.entry(&file.bytes).map_err(wrong)? else {
            return Ok(Became::Gone);
        };
        match known.same_content(&Fingerprint::of(&entry, None)) {
            true => Ok(Became::Unchanged(file.fingerprint)),
            false => Ok(Became::Changed(file.fingerprint)),
        }
    }
}

impl<N: Ord> Account<N> {
    pub fn get(&self, name: &N) -> Option<&Known> {
        self.files.get(name)
    }

    pub fn has(&self, name: &N) -> bool {
        self.files.contains_key(name)
    }

    pub fn put(&mut self, name: N, known: Known) {
        self.files.insert(name, known);
    }

    pub fn remove(&mut self, name: &N) -> Option<Known> {
        self.files.remove(name)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&N, &Known)> {
        self.files.iter()
    }

    pub fn names(&self) -> impl Iterator<Item = &N> {
        self.files.keys()
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file at a path.
    pub fn at(&self, path: &Path) -> Option<&Known> {
        self.files.values().find(|known| known.path == path)
    }

    /// What has to be there for a file to be saved.
    pub fn before(&self, name: &N) -> Before {
        self.get(name).map_or(Before::Absent, |known| Before::Was(known.fingerprint))
    }

    /// The files that have to be written: those whose bytes are not those on disk, and those that are
    /// not there.
    pub fn changed(
        &self,
        files: Vec<(N, Vec<u8>)>,
        path: impl Fn(&N) -> PathBuf,
    ) -> Vec<Wanted<N>> {
        let is_same = |name: &N, bytes: &[u8]| {
            let known = self.get(name).map(|known| known.fingerprint);
            known.is_some_and(|known| {
                // Hashing is what takes long.
                known.len == bytes.len() as u64 && known.same_content(&Fingerprint::of(bytes, None))
            })
        };
        let changed = files.into_iter().filter(|(name, bytes)| !is_same(name, bytes));
        let wanted = changed.map(|(name, bytes)| {
            let (path, before) = (path(&name), self.before(&name));
            Wanted::new(name, path, bytes, before)
        });
        wanted.collect()
    }

    /// The files that are not the same in another account, such as that of the disk as it is now.
    pub fn differences<'a>(&'a self, other: &'a Account<N>) -> BTreeMap<&'a N, Difference> {
        let here = self.iter().filter_map(|(name, known)| match other.get(name) {
            None => Some((name, Difference::Went)),
            Some(now) => {
                let is_same = known.fingerprint.same_content(&now.fingerprint);
                (!is_same).then_some((name, Difference::Changed))
            }
        });
        let came = other.names().filter(|name| !self.has(*name));
        here.chain(came.map(|name| (name, Difference::Came))).collect()
    }

    /// Takes note of files that were saved. The streams that they came from at first stay.
    pub fn saved(&mut self, now: Account<N>) {
        for (name, known) in now.files {
            #[cfg(feature = "worlds")]
            let known = {
                let packed = known.packed.clone().or_else(|| self.remove(&name)?.packed);
                Known { packed, ..known }
            };
            self.put(name, known);
        }
    }

    /// The same files at other paths.
    pub fn moved(self, path: impl Fn(&N, PathBuf) -> PathBuf) -> Account<N> {
        let files = self.files.into_iter().map(|(name, known)| {
            let known = Known { path: path(&name, known.path), ..known };
            (name, known)
        });
        Account { files: files.collect() }
    }
}

impl<N: Ord> Default for Account<N> {
    fn default() -> Account<N> {
        Account { files: BTreeMap::new() }
    }
}

impl<N: Ord> FromIterator<(N, Known)> for Account<N> {
    fn from_iter<I: IntoIterator<Item = (N, Known)>>(files: I) -> Account<N> {
        Account { files: files.into_iter().collect() }
    }
}

impl<N: Ord> Extend<(N, Known)> for Account<N> {
    fn extend<I: IntoIterator<Item = (N, Known)>>(&mut self, files: I) {
        self.files.extend(files);
    }
}

/// A file of lines, each an entry `name=bytes`, for tests.
#[cfg(test)]
#[derive(Debug)]
pub(super) struct Line(pub(super) &'static str);

#[cfg(test)]
impl Shared for Line {
    fn entry(&self, file: &[u8]) -> Result<Option<Vec<u8>>, String> {
        let text = std::str::from_utf8(file).map_err(|error| error.to_string())?;
        let mut lines = text.lines().filter_map(|line| line.split_once('='));
        let found = lines.find(|(name, _)| *name == self.0);
        Ok(found.map(|(_, bytes)| bytes.as_bytes().to_vec()))
    }

    fn with_entry(&self, file: Option<&[u8]>, entry: &[u8]) -> Result<Vec<u8>, String> {
        let text = std::str::from_utf8(file.unwrap_or_default());
        let text = text.map_err(|error| error.to_string())?;
        let own = format!("{}=", self.0);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let line = format!("{own}{}", String::from_utf8_lossy(entry));
        match lines.iter_mut().find(|line| line.starts_with(&own)) {
            Some(place) => *place = line,
            None => lines.push(line),
        }
        Ok((lines.join("\n") + "\n").into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn known(name: &str, bytes: &str) -> (String, Known) {
        (name.to_owned(), Known::new(name, Fingerprint::of(bytes.as_bytes(), None)))
    }

    #[test]
    fn a_file_is_unchanged_or_changed_or_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let was = Fingerprint::of(b"old", None);
        let became = || Known::new(&path, was).became(None);
        assert_eq!(became(), Ok(Became::Gone));
        fs::write(&path, "old").unwrap();
        assert!(matches!(became(), Ok(Became::Unchanged(now)) if now.same_content(&was)));
        fs::write(&path, "new").unwrap();
        assert!(matches!(became(), Ok(Became::Changed(_))));
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(became().unwrap_err().trouble, Trouble::IsFolder);
    }

    #[test]
    fn another_entry_of_the_same_file_is_no_change_of_ones_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache");
        let file = "a=1\nb=2\n";
        let entry = Some(Fingerprint::of(b"1", None));
        let known = Known { entry, ..Known::new(&path, Fingerprint::of(file.as_bytes(), None)) };
        let became = |file: &str| {
            fs::write(&path, file).unwrap();
            known.became(Some(&Line("a"))).unwrap()
        };
        let now = |file: &str| Fingerprint::of(file.as_bytes(), None);
        let is = |became, file: &str| match became {
            Became::Unchanged(print) => print.same_content(&now(file)),
            _ => false,
        };
        for other in ["a=1\nb=3\n", "b=2\na=1\n", file] {
            assert!(is(became(other), other), "{other}");
        }
        assert!(matches!(became("a=2\nb=2\n"), Became::Changed(_)));
        assert_eq!(became("b=2\n"), Became::Gone);
        assert!(matches!(known.became(None), Ok(Became::Changed(_))), "without its entry");
    }

    #[test]
    fn only_what_differs_is_written_and_what_is_not_there() {
        let account: Account<String> = [known("a", "1"), known("b", "2")].into_iter().collect();
        let files = [("a", "1"), ("b", "3"), ("c", "")];
        let files = files.map(|(name, bytes)| (name.to_owned(), bytes.as_bytes().to_vec()));
        let changed = account.changed(files.to_vec(), |name| name.into());
        let was = Before::Was(Fingerprint::of(b"2", None));
        let wanted = |name: &str, bytes: &str, before| {
            Wanted::new(name.to_owned(), name, bytes.as_bytes().to_vec(), before)
        };
        assert_eq!(changed, [wanted("b", "3", was), wanted("c", "", Before::Absent)]);
    }

    #[test]
    fn two_accounts_differ_by_what_came_and_changed_and_went() {
        let before: Account<String> =
            [known("a", "1"), known("b", "2"), known("c", "3")].into_iter().collect();
        let now = [known("a", "1"), known("b", "x"), known("d", "")].into_iter().collect();
        let differences: Vec<_> = before.differences(&now).into_iter().collect();
        let [b, c, d] = ["b", "c", "d"].map(str::to_owned);
        assert_eq!(
            differences,
            [(&b, Difference::Changed), (&c, Difference::Went), (&d, Difference::Came)]
        );
    }
}
