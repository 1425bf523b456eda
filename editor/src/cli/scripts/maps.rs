//! The maps that scripts are held against, each of which is read where it is asked for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::ragnarok::map_cache::MapCache;
use landwright_core::format::text::CodePage;
use landwright_core::nav::ragnarok::cell::ServerMap;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::grf::{self, Grf};
use landwright_core::vfs::{Mount, VfsPath};
use landwright_core::world::cache::form::Form;
use landwright_core::world::cache::is_cache;

use crate::cli::outcome::Failure;
use crate::cli::output::shown;

#[derive(Default)]
pub(in crate::cli) struct Maps {
    /// By name in small letters.
    files: BTreeMap<String, At>,
    archives: Vec<Grf>,
    caches: Vec<(PathBuf, MapCache)>,
    /// What could not be read.
    pub(in crate::cli) errors: Vec<String>,
}

/// Where a map is that is a file of its own.
enum At {
    Disk(PathBuf),
    /// In one of the archives.
    Archive(usize, VfsPath),
}

impl Maps {
    pub(in crate::cli) fn open(path: &Path) -> Result<Maps, Failure> {
        let walk = disk::walk(path);
        if let Some(error) = walk.errors.first() {
            return Err(Failure::WrongUse(error.to_string()));
        }
        let mut maps = Maps::default();
        // Clients take files in a folder before those in archives.
        let (archives, files): (Vec<PathBuf>, Vec<PathBuf>) =
            walk.files.into_iter().partition(|file| is_archive(file));
        for file in files {
            match Kind::of_name(&shown(&file)) {
                Some(Kind::MapCache) => maps.open_cache(file)?,
                Some(kind) if is_map(kind) => {
                    maps.add(&shown(&file), At::Disk(file.clone()));
                }
                // Servers have caches of other names, such as map_cache_custom.dat.
                _ if file == path => maps.open_cache(file)?,
                _ => {}
            }
        }
        for archive in archives {
            match maps.open_archive(&archive) {
                Err(Failure::File(error)) if archive != path => {
                    let error = error.strip_prefix("error: ").unwrap_or(&error).to_owned();
                    maps.errors.push(error);
                }
                opened => opened?,
            }
        }
        if maps.files.is_empty() && maps.caches.is_empty() {
            let message = "it contains no maps (gat, mcache, fld2, fld2.gz, map_cache.dat)";
            return Err(Failure::WrongUse(format!("{}: {message}", shown(path))));
        }
        Ok(maps)
    }

    /// The first of a name counts.
    fn add(&mut self, path: &str, at: At) {
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase();
        let name = name.split('.').next().unwrap_or_default().to_owned();
        self.files.entry(name).or_insert(at);
    }

    fn open_cache(&mut self, path: PathBuf) -> Result<(), Failure> {
        let wrong = |error: String| Failure::File(format!("error: {}: {error}", shown(&path)));
        let loaded = disk::read_file(&path, READ_LIMIT);
        let loaded = loaded.map_err(|error| Failure::File(format!("error: {error}")))?;
        let file = file::read(Kind::MapCache, &loaded.bytes).map_err(|e| wrong(e.to_string()))?;
        if let Content::MapCache(cache) = file.content {
            self.caches.push((path, cache));
        }
        Ok(())
    }

    fn open_archive(&mut self, path: &Path) -> Result<(), Failure> {
        let archive = Grf::open(path, CodePage::Cp949);
        let archive = archive.map_err(|error| Failure::File(format!("error: {error}")))?;
        let idx = self.archives.len();
        for (path, _) in archive.files() {
            if Kind::of_name(path.as_str()).is_some_and(is_map) {
                self.add(path.as_str(), At::Archive(idx, path.clone()));
            }
        }
        self.archives.push(archive);
        Ok(())
    }

    /// A map by its name in small letters; `None` where it is not there, or can't be read.
    pub(in crate::cli) fn read(&mut self, name: &str) -> Option<ServerMap> {
        let read = match self.files.get(name) {
            Some(At::Disk(path)) => disk::read_file(path, READ_LIMIT)
                .map_err(|error| error.to_string())
                .and_then(|loaded| map_in(&shown(path), &loaded.bytes)),
            Some(At::Archive(idx, path)) => {
                let archive = self.archives.get(*idx)?;
                let loaded = archive.read(path, READ_LIMIT).map_err(|error| error.to_string());
                loaded.and_then(|loaded| map_in(path.as_str(), &loaded.bytes))
            }
            None => {
                let caches = self.caches.iter();
                let mut found = caches.filter_map(|(path, cache)| {
                    let entry = cache.entries().get(cache.find_in_any_case(name.as_bytes())?)?;
                    let map = Form::Cells(entry.cells.clone()).to_server_map();
                    Some(map.map_err(|error| format!("{}: {error}", shown(path))))
                });
                found.next()?
            }
        };
        read.map_err(|error| self.errors.push(format!("{error} (map `{name}`)"))).ok()
    }
}

/// Whether files of a format are all one map.
fn is_map(kind: Kind) -> bool {
    kind == Kind::Gat || (is_cache(kind) && kind != Kind::MapCache)
}

fn is_archive(path: &Path) -> bool {
    Kind::of_name(&shown(path)).is_none()
        && disk::read_start(path, grf::HEAD_SIZE).is_ok_and(|start| Grf::recognises(&start))
}

fn map_in(path: &str, bytes: &[u8]) -> Result<ServerMap, String> {
    let wrong = |error: String| format!("{path}: {error}");
    let kind = Kind::of(path, bytes).ok_or_else(|| wrong("is not a map".to_owned()))?;
    let file = file::read(kind, bytes).map_err(|error| wrong(error.to_string()))?;
    let form = Form::of_file(&file).ok_or_else(|| wrong("is not a map".to_owned()))?;
    form.and_then(|form| form.to_server_map()).map_err(|error| wrong(error.to_string()))
}
