//! Where a map of a cache is: `map_cache.dat#prontera`. It is read and written as the GAT that it
//! would be, and everything else in the file stays as it is.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::format::ragnarok::gat;
use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::account::Shared;
use landwright_core::vfs::disk::{self, Loaded, READ_LIMIT};
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::{Plan, Wanted};
use landwright_core::world::cache::{Cache, CacheError};
use landwright_core::world::gat::GatMap;

use crate::kind::document::saving::{SaveError, Target};
use crate::versions::name_of;

/// Lies between a file and the map in it.
const ENTRY: char = '#';

/// A map of a cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub file: PathBuf,
    /// Empty where the file has just one map.
    pub entry: String,
}

impl Place {
    /// The place that a path means; `None` where it means a file.
    pub fn of(path: &Path) -> Option<Place> {
        if is_of_one(&name_of(path)) {
            return Some(Place { file: path.to_owned(), entry: String::new() });
        }
        let (file, entry) = parts(path)?;
        let is_cache = Kind::of_name(&name_of(&file)) == Some(Kind::MapCache);
        let is_place = !disk::is_file(path) && (is_cache || disk::is_file(&file));
        is_place.then(|| Place { file, entry: entry.to_owned() })
    }

    pub fn path(file: &Path, entry: &str) -> PathBuf {
        let mut path = file.as_os_str().to_owned();
        path.push(ENTRY.to_string());
        path.push(entry);
        PathBuf::from(path)
    }

    fn cache(&self, file: &[u8]) -> Result<Cache, String> {
        let cache = Cache::read(&name_of(&self.file), file);
        let cache = cache.ok_or_else(|| format!("{} is not a map cache", name_of(&self.file)))?;
        cache.map_err(|error| error.to_string())
    }
}

/// A file and what is named in it, by the last sign. Folders may have names that are not Unicode.
pub(crate) fn parts(path: &Path) -> Option<(PathBuf, &str)> {
    if let Some(text) = path.to_str() {
        let (file, entry) = text.rsplit_once(ENTRY)?;
        return Some((PathBuf::from(file), entry));
    }
    let (file, entry) = path.file_name()?.to_str()?.rsplit_once(ENTRY)?;
    Some((path.with_file_name(file), entry))
}

/// Caches of one map by their names.
fn is_of_one(name: &str) -> bool {
    matches!(Kind::of_name(name), Some(Kind::Mcache | Kind::Fld2 | Kind::PackedFld2))
}

impl Shared for Place {
    fn entry(&self, file: &[u8]) -> Result<Option<Vec<u8>>, String> {
        match self.cache(file)?.map(&self.entry) {
            Ok(map) => Ok(Some(gat::write(&map.to_gat()))),
            Err(CacheError::NoMap { .. }) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    fn with_entry(&self, file: Option<&[u8]>, entry: &[u8]) -> Result<Vec<u8>, String> {
        let file = file.ok_or("this cache does not exist; export the map to create it")?;
        let mut cache = self.cache(file)?;
        let gat = gat::read(entry).map_err(|error| error.to_string())?;
        let map = GatMap::new(&gat).map_err(|error| error.to_string())?;
        cache.put(&self.entry, &map).map_err(|error| error.to_string())?;
        Ok(cache.write())
    }
}

/// The file that a path is in: its own, or that of the cache.
pub fn file_of(path: &Path) -> PathBuf {
    Place::of(path).map_or_else(|| path.to_owned(), |place| place.file)
}

/// What a map is called among others: the part of its path that names it.
pub fn map_name(name: &str) -> String {
    const PACKED: &str = ".gz";
    let name = name.rsplit_once(ENTRY).map_or(name, |(_, entry)| entry);
    let is_packed = Kind::of_name(name) == Some(Kind::PackedFld2);
    let len = name.len() - if is_packed { PACKED.len() } else { 0 };
    let name = name.get(..len).unwrap_or(name);
    Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The bytes of a map as a GAT, be it in a file of its own or in a cache.
pub fn load(path: &Path) -> Result<Loaded, String> {
    let place = Place::of(path);
    let file = place.as_ref().map_or(path, |place| &place.file);
    let loaded = disk::read_file(file, READ_LIMIT).map_err(|error| error.trouble.to_string())?;
    let Some(place) = place else { return Ok(loaded) };
    let map = place.cache(&loaded.bytes)?.map(&place.entry).map_err(|error| error.to_string())?;
    let bytes = gat::write(&map.to_gat());
    let fingerprint = Fingerprint::of(&bytes, loaded.fingerprint.modified);
    Ok(Loaded { bytes, fingerprint })
}

/// Writes a GAT to where it is to be. Answers as [`Target::write_one`] does.
pub fn write(target: &Target, gat: Vec<u8>) -> Result<(Fingerprint, Vec<String>), SaveError> {
    let Some(place) = Place::of(&target.path) else { return target.write_one(gat) };
    let known = match target.before {
        Before::Was(known) => Some(known),
        Before::Absent => None,
    };
    let wanted = Wanted::entry((), &place.file, known, &place, &gat).map_err(SaveError::File)?;
    let whole = Fingerprint::of(&gat, None);
    let came = target.write_as(&whole, &Plan::of(vec![wanted]))?;
    Ok((whole, came.notes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_a_file_or_a_map_in_one() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let place = |name: &str| Place::of(&at(name)).map(|place| (place.file, place.entry));
        let prontera = (at("map_cache.dat"), "prontera".to_owned());
        assert_eq!(place("map_cache.dat#prontera"), Some(prontera));
        assert_eq!(Place::path(&at("map_cache.dat"), "isle"), at("map_cache.dat#isle"));
        assert_eq!(place("isle.fld2.gz"), Some((at("isle.fld2.gz"), String::new())));
        assert_eq!((place("map_cache.dat"), place("1#2.gat")), (None, None));
        // A file may have the sign in its name.
        std::fs::write(at("map_cache.dat#isle"), b"").unwrap();
        assert_eq!(place("map_cache.dat#isle"), None);
        let names = ["map_cache.dat#isle", "isle.mcache", "isle.gat"].map(map_name);
        assert_eq!(names, ["isle"; 3]);
    }
}
