//! The maps that `convert` is given, each by its name.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use landwright_core::format::file::{Content, Kind};
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::format::ragnarok::map_cache::MapCache;
use landwright_core::format::ragnarok::packed::PackedCells;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::world::cache;
use landwright_core::world::cache::form::Form;
use landwright_core::world::gat::ground::GroundTypes;

use crate::cli::half::mend_at;
use crate::cli::load;
use crate::cli::map::under_of;
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};
use crate::kind::place;

/// Where a map is. It is read where it is needed, so that few of many are held at once.
pub(super) struct Source {
    pub(super) file: PathBuf,
    held: Held,
}

enum Held {
    /// It is all of its file.
    File,
    /// It is one of a cache.
    Cells(PackedCells),
}

impl Source {
    /// The map itself. `rsw` is the one that somebody named, for a GND.
    pub(super) fn read(&self, rsw: Option<&Path>) -> Result<Form, Failure> {
        let path = &self.file;
        if let Held::Cells(cells) = &self.held {
            return Ok(Form::Cells(cells.clone()));
        }
        if Kind::of_name(&load::name_of(path)) == Some(Kind::Gnd) {
            return map_on_ground(path, rsw);
        }
        let form = Form::of_file(&load::read(path)?.0);
        let form = form.ok_or_else(|| wrong(path, "is not a Ragnarok map"))?;
        form.map_err(|error| wrong(path, &error.to_string()))
    }
}

/// Maps by name, in the order of the names.
#[derive(Default)]
pub(super) struct Sources {
    pub(super) maps: BTreeMap<String, Source>,
    /// Maps that are left out, with the reason.
    pub(super) left_out: Vec<String>,
}

impl Sources {
    /// Adds every map of a file, of a folder, or of a cache; or one of a cache: `CACHE#MAP`.
    pub(super) fn add(&mut self, path: &Path) -> Result<(), Failure> {
        if disk::is_folder(path) {
            let walk = disk::walk(path);
            if let Some(error) = walk.errors.first() {
                return Err(Failure::File(format!("error: {error}")));
            }
            return walk
                .files
                .iter()
                .filter(|file| is_map(file))
                .try_for_each(|file| self.add_file(file));
        }
        if !disk::is_file(path)
            && let Some((file, entry)) = place::parts(path)
            && disk::is_file(&file)
        {
            return self.add_of_cache(&file, Some(entry));
        }
        self.add_file(path)
    }

    fn add_file(&mut self, path: &Path) -> Result<(), Failure> {
        if is_cache(path) {
            return self.add_of_cache(path, None);
        }
        let name = load::name_of(path);
        let name = name.split('.').next().unwrap_or_default().to_owned();
        self.insert(&name, Source { file: path.to_owned(), held: Held::File })
    }

    fn add_of_cache(&mut self, path: &Path, wanted: Option<&str>) -> Result<(), Failure> {
        let cache = read_cache(path)?;
        if let Some(wanted) = wanted {
            let idx = cache.find_in_any_case(wanted.as_bytes());
            let entry = idx.and_then(|idx| cache.entries().get(idx)).ok_or_else(|| {
                let message = format!("it contains no map `{wanted}`");
                Failure::WrongUse(format!("{}: {message}", shown(path)))
            })?;
            let held = Held::Cells(entry.cells.clone());
            return self.insert(wanted, Source { file: path.to_owned(), held });
        }
        let mut taken = BTreeSet::new();
        for entry in cache.entries() {
            let name = String::from_utf8_lossy(entry.name.as_bytes()).into_owned();
            let left_out = |reason: String| format!("{}: `{name}`: {reason}", shown(path));
            // The first of a name is the one that servers use, and the first that is whole is the one
            // that can be saved.
            let fault = match entry.cells.fault() {
                Some(fault) => Some(fault.to_string()),
                None if taken.insert(entry.name.as_bytes()) => None,
                None => Some("is in it twice; names must be unique".to_owned()),
            };
            match fault {
                Some(reason) => self.left_out.push(left_out(reason)),
                None => {
                    let held = Held::Cells(entry.cells.clone());
                    self.insert(&name, Source { file: path.to_owned(), held })?;
                }
            }
        }
        Ok(())
    }

    fn insert(&mut self, name: &str, source: Source) -> Result<(), Failure> {
        match self.maps.entry(name.to_lowercase()) {
            Entry::Vacant(vacant) => {
                vacant.insert(source);
                Ok(())
            }
            Entry::Occupied(other) => {
                let (one, other) = (shown(&other.get().file), shown(&source.file));
                if one == other {
                    return Err(Failure::WrongUse(format!(
                        "`{name}` of {one} is named twice; name it once"
                    )));
                }
                Err(Failure::WrongUse(format!(
                    "`{name}` is in {one} and in {other}; name one of them"
                )))
            }
        }
    }
}

/// A new map with the heights of a GND, and a first set of types.
fn map_on_ground(path: &Path, rsw: Option<&Path>) -> Result<Form, Failure> {
    mend_at(path);
    let ground = under_of(path, rsw)?;
    // Maps whose GND has the water are of the clients that know this version.
    let version = if ground.gnd.water().is_some() { Version::V1_3 } else { Version::V1_2 };
    let types = GroundTypes::default();
    let map = ground.to_map(version, types);
    let map = map.map_err(|refusal| wrong(path, &refusal.to_string()))?;
    let reasons = ground.reasons(&map, types);
    let cells = |n: u64| counted(usize::try_from(n).unwrap_or(usize::MAX), "cell", "cells");
    complain(&format!(
        "note: {}: blocked: {} over holes, {} under models and {} steeper than 45 degrees; {} \
        walkable. Check the types before you use them",
        shown(path),
        cells(reasons.n_holes),
        cells(reasons.n_under_models),
        cells(reasons.n_steep),
        cells(reasons.n_flat),
    ));
    Ok(Form::Gat(map))
}

/// A cache of many maps, be its head damaged or missing.
pub(super) fn read_cache(path: &Path) -> Result<MapCache, Failure> {
    let loaded = load::load(path)?;
    let file = landwright_core::format::file::read(Kind::MapCache, &loaded.bytes);
    match file.map_err(|error| wrong(path, &error.to_string()))?.content {
        Content::MapCache(cache) => Ok(cache),
        _ => Err(wrong(path, "is not a map cache")),
    }
}

/// Whether a name is that of a cache of many maps: servers have several beside map_cache.dat.
pub(super) fn is_cache(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("dat"))
}

fn is_map(path: &Path) -> bool {
    let kind = Kind::of_name(&load::name_of(path));
    kind.is_some_and(|kind| kind == Kind::Gat || cache::is_cache(kind))
}

fn wrong(path: &Path, reason: &str) -> Failure {
    Failure::File(format!("error: {}: {reason}", shown(path)))
}
