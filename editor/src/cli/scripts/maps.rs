//! The maps that scripts are held against, each of which is read where it is asked for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::ragnarok::map_cache::MapCache;
use landwright_core::format::ragnarok::packed::PackedCells;
use landwright_core::nav::ragnarok::cell::{ServerMap, Source, WaterLevel};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::cache::Cache;

use super::super::outcome::Failure;
use super::super::output::shown;

pub(super) struct Maps {
    /// By name in small letters.
    files: BTreeMap<String, PathBuf>,
    caches: Vec<(PathBuf, MapCache)>,
    /// What could not be read.
    pub(super) errors: Vec<String>,
}

impl Maps {
    pub(super) fn open(path: &Path) -> Result<Maps, Failure> {
        let walk = disk::walk(path);
        if let Some(error) = walk.errors.first() {
            return Err(Failure::WrongUse(error.to_string()));
        }
        let mut maps = Maps { files: BTreeMap::new(), caches: Vec::new(), errors: Vec::new() };
        for file in walk.files {
            match Kind::of_name(&shown(&file)) {
                Some(Kind::MapCache) => maps.open_cache(file)?,
                Some(Kind::Gat | Kind::Mcache | Kind::Fld2) => maps.add(file),
                _ if shown(&file).to_lowercase().ends_with(".fld2.gz") => maps.add(file),
                // Servers have caches of other names, such as map_cache_custom.dat.
                _ if file == path => maps.open_cache(file)?,
                _ => {}
            }
        }
        if maps.files.is_empty() && maps.caches.is_empty() {
            let message = "it contains no maps (gat, mcache, fld2, fld2.gz, map_cache.dat)";
            return Err(Failure::WrongUse(format!("{}: {message}", shown(path))));
        }
        Ok(maps)
    }

    fn add(&mut self, file: PathBuf) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let name = name.split('.').next().unwrap_or_default().to_owned();
        self.files.entry(name).or_insert(file);
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

    /// A map by its name in small letters; `None` where it is not there, or can't be read.
    pub(super) fn read(&mut self, name: &str) -> Option<ServerMap> {
        let read = match self.files.get(name) {
            Some(file) => read_file(file),
            None => {
                let caches = self.caches.iter();
                let mut found = caches.filter_map(|(path, cache)| {
                    let entry = cache.entries().get(cache.find_in_any_case(name.as_bytes())?)?;
                    Some(unpacked(&entry.cells).map_err(|e| format!("{}: {e}", shown(path))))
                });
                found.next()?
            }
        };
        read.map_err(|error| self.errors.push(format!("{error} (map `{name}`)"))).ok()
    }
}

fn read_file(path: &Path) -> Result<ServerMap, String> {
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|error| error.to_string())?;
    let wrong = |error: String| format!("{}: {error}", shown(path));
    let name = shown(path);
    match Kind::of_name(&name) {
        Some(kind @ (Kind::Gat | Kind::Mcache)) => {
            match file::read(kind, &loaded.bytes).map_err(|error| wrong(error.to_string()))?.content
            {
                Content::Gat(gat) => {
                    Ok(ServerMap::from_gat(&gat, WaterLevel::NONE, Source::MapCache))
                }
                Content::Mcache(mcache) => unpacked(&mcache.cells).map_err(wrong),
                _ => Err(wrong("is not a map".to_owned())),
            }
        }
        _ => {
            let field =
                Cache::read(&name, &loaded.bytes).ok_or_else(|| wrong("is not a map".into()))?;
            let field = field.map_err(|error| wrong(error.to_string()))?;
            let map = field.map("").map_err(|error| wrong(error.to_string()))?;
            Ok(ServerMap::from_gat(&map.to_gat(), WaterLevel::NONE, Source::MapCache))
        }
    }
}

fn unpacked(cells: &PackedCells) -> Result<ServerMap, String> {
    let types = cells.cells().map_err(|error| error.to_string())?;
    let side = |side: i16| u32::try_from(side).unwrap_or_default();
    ServerMap::from_types(side(cells.width), side(cells.height), &types)
        .ok_or_else(|| "the number of its cells does not match its size".to_owned())
}
