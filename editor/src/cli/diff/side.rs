//! The two sides of a comparison, and the files that they have in common: on the disk, or in a commit.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use landwright_core::format::text::CodePage;
use landwright_core::vfs::disk;

use crate::cli::archive::compare as archive;
use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::shown;
use crate::cli::settings::{Settings, code_page};
use crate::git::{Git, Revision};

/// What is compared with what.
pub(super) struct Sides {
    pub(super) a: PathBuf,
    pub(super) b: PathBuf,
    /// Where A comes from, if it is not on the disk.
    commit: Option<Revision>,
    pub(super) is_folder: bool,
}

/// A file of both sides, or of one of them.
pub(super) struct Pair {
    /// From the folders that are compared.
    name: String,
    places: [Option<PathBuf>; 2],
    /// The maps that are meant, in files of many.
    pub(super) entries: [Option<String>; 2],
    /// What tells the format of each.
    pub(super) names: [String; 2],
    pub(super) code_page: CodePage,
}

/// What the disk and git gave of a pair.
pub(super) enum Found {
    Both { a: Vec<u8>, b: Vec<u8> },
    One { is_a: bool, len: usize },
}

impl Pair {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// As a message names it, by its first side or its second.
    pub(super) fn shown(&self, is_of_a: bool) -> String {
        let [a, b] = &self.places;
        let [first, other] = if is_of_a { [a, b] } else { [b, a] };
        first.as_deref().or(other.as_deref()).map(shown).unwrap_or_default()
    }
}

impl Sides {
    pub(super) fn of(a: &Path, b: Option<&Path>, revision: Option<&str>) -> Result<Sides, Failure> {
        let wrong = |message: &str| Err(Failure::WrongUse(message.to_owned()));
        let b = match (b, revision) {
            (Some(b), _) => b.to_owned(),
            (None, Some(_)) => a.to_owned(),
            (None, None) => return wrong("give two files or folders, or one with --rev"),
        };
        let is_folder = disk::is_folder(&b) || disk::is_folder(a);
        let commit = revision.map(|revision| {
            let folder = if disk::is_folder(a) { a } else { a.parent().unwrap_or(a) };
            Ok::<_, Failure>(Git::of(folder)?.at(revision)?)
        });
        let sides = Sides { a: a.to_owned(), b, commit: commit.transpose()?, is_folder };
        match sides.is_folder && disk::is_folder(&sides.a) != disk::is_folder(&sides.b) {
            true if sides.commit.is_some() && !disk::is_folder(&sides.a) => {
                wrong("with --rev, the folder comes first and the map cache second")
            }
            true if super::caches::Order::of(&sides).is_some() => Ok(sides),
            true => wrong("a folder and a file can't be compared, unless the file is a map cache"),
            false => Ok(sides),
        }
    }

    /// All files that both sides or one of them have, in the order of their names.
    pub(super) fn pairs(&self) -> Result<Vec<Pair>, Failure> {
        let mut settings = Settings::new();
        let mut of = |path: &Path| code_page(None, &settings.of(path));
        if !self.is_folder {
            let split = |path: &Path| match self.commit.is_some() && !disk::is_file(path) {
                true => Some((path.to_owned(), None)),
                false => load::parts(path),
            };
            let none =
                |path: &Path| Failure::WrongUse(format!("{}: there is no such file", shown(path)));
            let (a, entry_a) = split(&self.a).ok_or_else(|| none(&self.a))?;
            let (b, entry_b) = split(&self.b).ok_or_else(|| none(&self.b))?;
            let names = match (&entry_a, &entry_b) {
                (None, None) => names_of(&a, &b),
                // A file with maps in it is told by its own name or bytes.
                _ => [&a, &b].map(|path| load::name_of(path)),
            };
            let code_page = of(&b);
            let (places, entries) = ([Some(a), Some(b)], [entry_a, entry_b]);
            return Ok(vec![Pair { name: String::new(), places, entries, names, code_page }]);
        }
        let mut files: BTreeMap<String, [Option<PathBuf>; 2]> = BTreeMap::new();
        for (side, found) in [self.files_of_a()?, self.files_of_b()?].into_iter().enumerate() {
            for (name, path) in found {
                if let Some(place) = files.entry(name).or_default().get_mut(side) {
                    *place = Some(path);
                }
            }
        }
        let pair = |(name, places): (String, [Option<PathBuf>; 2])| {
            let path = self.b.join(&name);
            let names = names_of(&path, &path);
            Pair { code_page: of(&path), name, places, entries: [None, None], names }
        };
        Ok(files.into_iter().map(pair).collect())
    }

    /// The files of the first folder, by their names in it.
    pub(super) fn files_of_a(&self) -> Result<Vec<(String, PathBuf)>, Failure> {
        match &self.commit {
            None => files_below(&self.a),
            Some(commit) => {
                let names = commit.files()?.into_iter().filter(|name| !is_hidden(name));
                Ok(names.map(|name| (name.clone(), PathBuf::from(name))).collect())
            }
        }
    }

    /// The files of the second folder.
    pub(super) fn files_of_b(&self) -> Result<Vec<(String, PathBuf)>, Failure> {
        files_below(&self.b)
    }

    /// Two archives that may be too large to be read as wholes.
    pub(super) fn archives<'p>(&self, pair: &'p Pair) -> Option<[&'p Path; 2]> {
        let [Some(a), Some(b)] = &pair.places else { return None };
        let is_whole = self.commit.is_none() && pair.entries.iter().all(Option::is_none);
        let is_both = is_whole && !disk::is_same(a, b);
        (is_both && [a, b].iter().all(|path| archive::is_large(path))).then_some([a, b])
    }

    pub(super) fn load(&self, pair: &Pair) -> Result<Found, Failure> {
        let [a, b] = &pair.places;
        let a = a.as_deref().map(|path| self.load_a(path)).transpose()?.flatten();
        let b = match b.as_deref() {
            Some(path) if self.commit.is_some() && !disk::is_file(path) => None,
            Some(path) => Some(load::load(path)?.bytes),
            None => None,
        };
        match (a, b) {
            (Some(a), Some(b)) => Ok(Found::Both { a, b }),
            (Some(a), None) => Ok(Found::One { is_a: true, len: a.len() }),
            (None, Some(b)) => Ok(Found::One { is_a: false, len: b.len() }),
            (None, None) => {
                let path = shown(&self.a);
                Err(Failure::WrongUse(format!("{path}: there is no such file on either side")))
            }
        }
    }

    /// A file of the first side; `None` where its commit has none.
    pub(super) fn load_a(&self, path: &Path) -> Result<Option<Vec<u8>>, Failure> {
        let Some(commit) = &self.commit else { return Ok(Some(load::load(path)?.bytes)) };
        let name = if self.is_folder {
            path.as_os_str()
        } else {
            path.file_name().unwrap_or(OsStr::new(""))
        };
        Ok(commit.read(name)?)
    }
}

/// Each file by the name that tells its format; a passing name tells nothing, and the other one does.
fn names_of(a: &Path, b: &Path) -> [String; 2] {
    let is_known = |path: &&Path| {
        super::is_def(path) || load::kind_of(path, &[]).is_some() || super::caches::is_cache(path)
    };
    let known = [b, a].into_iter().find(is_known).unwrap_or(b);
    [a, b].map(|path| load::name_of(if is_known(&path) { path } else { known }))
}

/// The files below a folder, by their names from there, without hidden ones.
fn files_below(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let mut found = load::files_of(&[folder.to_owned()])?;
    found.tell_mended();
    if let Some(error) = found.errors.first() {
        return Err(Failure::File(format!("error: {error}")));
    }
    let named = found.files.into_iter().filter_map(|path| {
        let name = path.strip_prefix(folder).ok()?;
        let parts: Vec<String> =
            name.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        Some((parts.join("/"), path))
    });
    Ok(named.filter(|(name, _)| !is_hidden(name)).collect())
}

/// Whether it is one of those that belong to programs, such as git and this one.
fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.'))
}
