//! Work that a crash left behind: finding it, bringing it back, and giving it up.

use std::path::{Path, PathBuf};

use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::ragnarok::gat;
use landwright_core::vfs::append::{self, AppendFile};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::{ContentHash, FileError};
use landwright_core::world::gat::GatMap;
use landwright_core::world::journal::Base;
use landwright_core::world::journal::recover::{self, RecoverError, Recovered};

use super::document::DocumentId;

/// A journal that no running program has open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    pub journal: PathBuf,
    pub base: Base,
}

/// A document brought back.
#[derive(Debug)]
pub struct Restored {
    pub left: Left,
    pub recovered: Recovered<GatMap>,
    pub base_bytes: Vec<u8>,
    /// As it was saved last.
    pub saved_map: GatMap,
}

const ENDING: &str = "journal";

/// A new name for the journal of a document, which no other of this program has.
pub(super) fn new_path(home: &Path, name: &str, id: DocumentId) -> PathBuf {
    let safe: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() || c == '.' || c == '-' { c } else { '_' })
        .take(60)
        .collect();
    let folder = home.join("journals");
    let process = std::process::id();
    let id = id.0;
    let path = |n: u32| folder.join(format!("{safe}-{process}-{id}-{n}.{ENDING}"));
    (1..).map(path).find(|path| !disk::is_file(path)).unwrap_or_else(|| path(0))
}

/// Keeps the bytes beside the journal that it builds on: the file may become another one. They
/// are written from the map, which gives the same bytes as long as nothing was changed.
pub(super) fn keep_base(journal: &Path, map: &GatMap) -> Result<(), FileError> {
    let path = base_path(journal);
    remove_base(journal)?;
    AppendFile::create(&path)?.append(&gat::write(&map.to_gat()))?;
    Ok(())
}

pub(super) fn base_path(journal: &Path) -> PathBuf {
    journal.with_extension("base")
}

/// The journals that crashes left. Those without a step are cleared away.
pub fn find(home: &Path) -> Vec<Left> {
    let folder = home.join("journals");
    let files = disk::walk(&folder).files;
    let journals = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == ENDING));
    journals
        .filter(|journal| !append::is_in_use(journal))
        .filter_map(|journal| {
            let base = recover::base_of(&journal).ok()?;
            let left = Left { journal, base };
            if recover::is_blank(&left.journal) == Ok(true) {
                // Where this fails, it is tried again at the next start.
                let _ = forget(&left);
                return None;
            }
            Some(left)
        })
        .collect()
}

/// Reads the base and does everything again.
pub fn restore(left: &Left) -> Result<Restored, String> {
    let base_bytes = find_base(left).ok_or_else(|| {
        let (name, journal) = (&left.base.name, left.journal.display());
        format!(
            "{name} is not what it was, nor is a backup of it; the journal is kept at {journal}"
        )
    })?;
    let map = map_of(&left.base.name, &base_bytes)?;
    let recovered = recover::recover(&left.journal, map.clone(), &base_bytes)
        .map_err(|error: RecoverError| format!("{}: {error}", left.journal.display()))?;
    let saved_map = recovered.saved.and_then(|(hash, _)| find_saved(left, hash)).unwrap_or(map);
    Ok(Restored { left: left.clone(), recovered, base_bytes, saved_map })
}

fn map_of(name: &str, bytes: &[u8]) -> Result<GatMap, String> {
    let read = file::read(Kind::Gat, bytes).map_err(|error| error.to_string())?;
    let Content::Gat(gat) = read.content else { return Err(format!("{name} is no map")) };
    GatMap::new(&gat).map_err(|error| error.to_string())
}

/// The map that was saved last, where it is still on disk.
fn find_saved(left: &Left, hash: ContentHash) -> Option<GatMap> {
    let loaded = disk::read_file(Path::new(&left.base.name), READ_LIMIT).ok()?;
    let is_it = ContentHash::of(&loaded.bytes) == hash;
    is_it.then(|| map_of(&left.base.name, &loaded.bytes).ok())?
}

/// The bytes that the journal builds on: the file as it is, a backup of it, or those kept beside
/// the journal.
pub(super) fn find_base(left: &Left) -> Option<Vec<u8>> {
    let file = PathBuf::from(&left.base.name);
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let backups = file.parent().map(|folder| folder.join(".landwright").join("backups"));
    let backups = backups.map(|folder| disk::walk(&folder).files).unwrap_or_default();
    let of_this = |path: &PathBuf| {
        path.file_name().is_some_and(|other| other.to_string_lossy().starts_with(&*stem))
    };
    [base_path(&left.journal), file]
        .into_iter()
        .chain(backups.into_iter().filter(of_this))
        .filter(|path| disk::is_file(path))
        .filter_map(|path| disk::read_file(&path, READ_LIMIT).ok())
        .map(|loaded| loaded.bytes)
        .find(|bytes| ContentHash::of(bytes) == left.base.hash)
}

/// Deletes what a crash left, when the person says so.
pub fn forget(left: &Left) -> Result<(), FileError> {
    AppendFile::open(&left.journal, READ_LIMIT)?.0.remove()?;
    remove_base(&left.journal)
}

pub(super) fn remove_base(journal: &Path) -> Result<(), FileError> {
    let base = base_path(journal);
    if disk::is_file(&base) { AppendFile::open(&base, READ_LIMIT)?.0.remove() } else { Ok(()) }
}
