//! The maps that `convert` is given, each by its name.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use landwright_core::format::file::{Content, Kind};
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::format::ragnarok::map_cache::MapCache;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::world::cache::Cache;
use landwright_core::world::cache::field::Field;
use landwright_core::world::cache::form::Form;
use landwright_core::world::gat::ground::GroundTypes;

use super::super::load;
use super::super::outcome::Failure;
use super::super::output::{complain, shown};
use crate::cli::half::mend_at;
use crate::cli::map::under_of;
use crate::kind::place;

/// A map, and the file that it is from.
pub(super) struct Source {
    pub(super) form: Form,
    pub(super) file: PathBuf,
}

/// Maps by name, in the order of the names.
#[derive(Default)]
pub(super) struct Sources {
    pub(super) maps: BTreeMap<String, Source>,
    /// Maps that are left out, with the reason.
    pub(super) left_out: Vec<String>,
    /// The RSW that somebody named.
    pub(super) rsw: Option<PathBuf>,
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
        let form = if Kind::of_name(&load::name_of(path)) == Some(Kind::Gnd) {
            self.map_on_ground(path)?
        } else if Field::is_packed(&load::name_of(path)) {
            let loaded = load::load(path)?;
            let cache = Cache::read(&load::name_of(path), &loaded.bytes);
            let cache = cache.ok_or_else(|| wrong(path, "is not a map"))?;
            let field = cache.map_err(|error| wrong(path, &error.to_string()))?;
            Form::Field(field.field().ok_or_else(|| wrong(path, "is not a field"))?.fld2().clone())
        } else {
            let file = load::read(path)?.0;
            let form = Form::of_file(&file).ok_or_else(|| wrong(path, "is not a Ragnarok map"))?;
            form.map_err(|error| wrong(path, &error.to_string()))?
        };
        let name = load::name_of(path);
        let name = name.split('.').next().unwrap_or_default().to_owned();
        self.insert(&name, Source { form, file: path.to_owned() })
    }

    /// A new map with the heights of a GND, and a first set of types.
    fn map_on_ground(&self, path: &Path) -> Result<Form, Failure> {
        mend_at(path);
        let ground = under_of(path, self.rsw.as_deref())?;
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

    fn add_of_cache(&mut self, path: &Path, wanted: Option<&str>) -> Result<(), Failure> {
        let cache = read_cache(path)?;
        if let Some(wanted) = wanted {
            let idx = cache.find_in_any_case(wanted.as_bytes());
            let entry = idx.and_then(|idx| cache.entries().get(idx)).ok_or_else(|| {
                let message = format!("it contains no map `{wanted}`");
                Failure::WrongUse(format!("{}: {message}", shown(path)))
            })?;
            let form = Form::Cells(entry.cells.clone());
            return self.insert(wanted, Source { form, file: path.to_owned() });
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
                    let form = Form::Cells(entry.cells.clone());
                    self.insert(&name, Source { form, file: path.to_owned() })?;
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
    let name = load::name_of(path);
    let is_kind = matches!(
        Kind::of_name(&name),
        Some(Kind::Gat | Kind::Mcache | Kind::Fld2 | Kind::MapCache)
    );
    is_kind || Field::is_packed(&name)
}

fn wrong(path: &Path, reason: &str) -> Failure {
    Failure::File(format!("error: {}: {reason}", shown(path)))
}
