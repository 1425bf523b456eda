//! Files that a command line names: found, read, and understood.

use std::path::{Path, PathBuf};

use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::format::problem::problem_of;
use landwright_core::kinds;
use landwright_core::problem::Problem;
use landwright_core::vfs::disk::{self, Loaded, READ_LIMIT};
use landwright_core::vfs::error::{FileError, Trouble};
use landwright_core::vfs::problem::problems_of;
use landwright_core::vfs::save::recover::Walker;

use landwright_core::world::cache::{Cache, is_cache};
use landwright_core::world::gat::GatMap;

use super::half::{self, mend_at};
use super::outcome::Failure;
use super::output::{complain, in_words, shown};
use crate::kind::place;

/// No format is told by more bytes than this.
const LONGEST_MAGIC: u64 = 64;

/// The files that paths mean: a folder means everything in it. Saves that a crash interrupted
/// there are brought to their end first.
pub(super) fn files_of(paths: &[PathBuf]) -> Result<Found, Failure> {
    let mut found = Found::default();
    let mut walker = Walker::default();
    for path in paths {
        let walk = walker.walk(path);
        if !disk::is_file(path) && !disk::is_folder(path) {
            let trouble = disk::read_file(path, READ_LIMIT).err().map(|error| error.trouble);
            let trouble = trouble.map_or_else(String::new, |trouble| trouble.to_string());
            half::tell(problems_of(&walker.into_recovery()));
            return Err(Failure::WrongUse(format!("{}: {trouble}", shown(path))));
        }
        tell_left_out(&walk.skipped);
        found.files.extend(walk.files);
        found.left_out.extend(walk.skipped.into_iter().map(|error| error.path));
        found.errors.extend(walk.errors);
    }
    found.mended = half::fresh(problems_of(&walker.into_recovery()));
    Ok(found)
}

/// Links out of a folder, devices and pipes are not read. Of those that are named like a map, a person
/// hears.
fn tell_left_out(skipped: &[FileError]) {
    let known = skipped.iter().filter(|error| Kind::of_name(&name_of(&error.path)).is_some());
    for error in known {
        complain(&format!("warning: {} skipped: {}", shown(&error.path), error.trouble));
    }
}

/// Files, and folders that could not be looked into.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) files: Vec<PathBuf>,
    /// Links out of a folder, devices and pipes.
    pub(super) left_out: Vec<PathBuf>,
    pub(super) errors: Vec<FileError>,
    /// What became of interrupted saves.
    pub(super) mended: Vec<Problem>,
}

impl Found {
    /// Tells what became of interrupted saves, for a command that reports no problems.
    pub(super) fn tell_mended(&mut self) {
        self.mended.drain(..).for_each(|problem| complain(&in_words(problem)));
    }
}

/// The format of a file; only its first bytes are read, and only where its name says nothing.
pub(super) fn kind_at(path: &Path) -> Result<Option<Kind>, Trouble> {
    match Kind::of_name(&name_of(path)) {
        Some(kind) => Ok(Some(kind)),
        None => match disk::read_start(path, LONGEST_MAGIC) {
            Ok(bytes) => Ok(kind_of(path, &bytes)),
            Err(error) => Err(error.trouble),
        },
    }
}

/// The format of a file by its name and first bytes.
pub(super) fn kind_of(path: &Path, bytes: &[u8]) -> Option<Kind> {
    Kind::of(&name_of(path), bytes)
}

/// The last part of a path.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads a file, once interrupted saves beside it are brought to their end.
pub(super) fn load(path: &Path) -> Result<Loaded, Failure> {
    mend_at(path);
    disk::read_file(path, READ_LIMIT)
        .map_err(|error| Failure::WrongUse(format!("{}: {}", shown(path), error.trouble)))
}

/// A single file that must be of a known format and readable, or a map in a cache.
pub(super) fn read(path: &Path) -> Result<(File, Loaded), Failure> {
    if let Some(map) = map_in_cache(path)? {
        return Ok(map);
    }
    let loaded = load(path)?;
    let Some(kind) = kind_of(path, &loaded.bytes) else {
        let message = format!("{}: {}; known formats are {}", shown(path), unknown(path), known());
        return Err(Failure::WrongUse(message));
    };
    let file = file::read(kind, &loaded.bytes).map_err(|error| {
        let problem = problem_of(&shown(path), &error);
        Failure::File(in_words(problem))
    })?;
    Ok((file, loaded))
}

/// Why nothing is done with a file whose format is not known.
pub(super) fn unknown(path: &Path) -> &'static str {
    let name = name_of(path);
    if Kind::of_name(&name).is_some() {
        "a format of a different game than the one in landwright.toml"
    } else if name.to_lowercase().ends_with(".def") {
        "not a map format; definitions are for landwright-lsp, such as `landwright-lsp check`"
    } else {
        "not a known format"
    }
}

/// Says that a file is skipped, where somebody named it; what a folder holds beside maps is not
/// worth a word.
pub(super) fn tell_skipped(path: &Path, named: &[PathBuf]) {
    if named.iter().any(|named| named == path) {
        complain(&format!("warning: {} skipped: {}", shown(path), unknown(path)));
    }
}

/// The file of a path, and what is named in it.
pub(super) fn parts(path: &Path) -> Option<(PathBuf, Option<String>)> {
    if disk::is_file(path) {
        return Some((path.to_owned(), None));
    }
    let (file, entry) = place::parts(path)?;
    disk::is_file(&file).then(|| (file, Some(entry.to_owned())))
}

/// The file in which a path names a document.
pub(super) fn file_of_entry(path: &Path) -> Option<PathBuf> {
    parts(path).and_then(|(file, entry)| entry.map(|_| file))
}

/// A map of a cache as the file that it would be, for every command that reads maps.
fn map_in_cache(path: &Path) -> Result<Option<(File, Loaded)>, Failure> {
    let Some((file, Some(entry))) = parts(path) else { return Ok(None) };
    let loaded = load(&file)?;
    let Some(map) = map_of(path, &file, &entry, &loaded)? else {
        let message = format!("{} is not a map cache, so it contains no map", shown(&file));
        return Err(Failure::WrongUse(message));
    };
    Ok(Some((File { content: Content::Gat(map.to_gat()), packed: None }, loaded)))
}

/// The map that a path names in a cache, or that is all of it: servers and bots keep a map so. `None`
/// where the path names no cache.
pub(super) fn cached_map(path: &Path) -> Result<Option<GatMap>, Failure> {
    let Some((file, entry)) = parts(path).filter(|_| is_cached(path)) else { return Ok(None) };
    map_of(path, &file, &entry.unwrap_or_default(), &load(&file)?)
}

fn map_of(
    path: &Path,
    file: &Path,
    entry: &str,
    loaded: &Loaded,
) -> Result<Option<GatMap>, Failure> {
    let Some(cache) = Cache::read(&name_of(file), &loaded.bytes) else { return Ok(None) };
    let cache = cache.map_err(|error| unread(file, &error.into()))?;
    if entry.is_empty() && cache.is_of_many() {
        let message = "it holds many maps: name one, such as map_cache.dat#prontera";
        return Err(Failure::WrongUse(format!("{}: {message}", shown(path))));
    }
    let map = cache.map(entry);
    map.map(Some).map_err(|error| Failure::WrongUse(format!("{}: {error}", shown(path))))
}

/// Whether a path names a map as servers and bots keep it: its cells have their water, whatever the
/// RSW says.
pub(super) fn is_cached(path: &Path) -> bool {
    match parts(path) {
        Some((_, Some(_))) => true,
        Some((file, None)) => matches!(kind_at(&file), Ok(Some(kind)) if is_cache(kind)),
        None => false,
    }
}

/// Why a document in a file can't be opened.
pub(super) fn unread(path: &Path, trouble: &kinds::Trouble) -> Failure {
    match trouble {
        kinds::Trouble::Read(error) => Failure::File(in_words(problem_of(&shown(path), error))),
        other => Failure::WrongUse(format!("{}: {other}", shown(path))),
    }
}

fn known() -> String {
    let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    names.join(", ")
}
