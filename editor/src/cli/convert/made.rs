//! Maps in another form, and what of the files and entries that they replace stays.

use std::fmt::Display;
use std::path::Path;

use landwright_core::format::ragnarok::fld2::{self, Fld2};
use landwright_core::format::ragnarok::gat;
use landwright_core::format::ragnarok::map_cache::MapCache;
use landwright_core::format::ragnarok::mcache::{self, Mcache};
use landwright_core::format::ragnarok::packed_fld2::{self, PackedFld2};
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::vfs::save::Before;
use landwright_core::world::cache::Cache;
use landwright_core::world::cache::form::Form;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::exchange::cache::{Ready, check_name, to_mcache};

use super::source::Source;
use super::{Convert, To};
use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};
use crate::cli::settings::Settings;
use crate::cli::water::water_of;
use crate::exchange::water_kept;
use crate::kind::ragnarok::water::Water;

/// The field in a file that is replaced.
fn field_at(path: &Path) -> Result<Fld2, Failure> {
    let cache = Cache::read(&load::name_of(path), &load::load(path)?.bytes);
    let cache = cache.transpose().map_err(|error| damaged(path, &error))?;
    let field = cache.as_ref().and_then(Cache::field).map(|field| field.fld2().clone());
    field.ok_or_else(|| damaged(path, &"it is no field"))
}

/// Where the GND has several levels, the marks of the GAT say what is under water.
fn level_for(water: &Water, map: &GatMap) -> WaterLevel {
    let has_several = water.surface.is_none() && matches!(water.gnd, Some(Ok(_)));
    let is_marked = has_several && map.tiles().any(|tile| WaterLevel::is_marked(&tile));
    if is_marked { WaterLevel::of_marks() } else { water.level() }
}

/// A packed field. Where it replaces one with the same cells, no byte of that changes, and otherwise what is
/// behind its stream stays.
fn packed(mut field: Fld2, path: &Path) -> Result<Vec<u8>, Failure> {
    if !disk::is_file(path) {
        return Ok(packed_fld2::write(&PackedFld2::new(field)));
    }
    let bytes = load::load(path)?.bytes;
    let Ok(mut old) = packed_fld2::read(&bytes) else {
        return Ok(packed_fld2::write(&PackedFld2::new(field)));
    };
    let size = |field: &Fld2| (field.width(), field.height());
    if size(&old.field) == size(&field) && old.field.cells() == field.cells() {
        return Ok(bytes);
    }
    if field.tail.0.is_empty() {
        field.tail = old.field.tail;
    }
    old.field = field;
    Ok(packed_fld2::write(&old))
}

/// What is not understood is not replaced: nobody knows what would be lost.
fn damaged(path: &Path, why: &dyn Display) -> Failure {
    let help = "move it away first; nothing was written";
    Failure::File(format!("error: {}: {why}; {help}", shown(path)))
}

fn tell_kept(name: &str, n_kept: usize) {
    if let Some(note) = water_kept(n_kept) {
        complain(&format!("note: `{name}`: {note}"));
    }
}

/// The cells of a map onto a GAT that is there, which loses nothing.
fn onto_gat(name: &str, form: &Form, path: &Path) -> Result<(Vec<u8>, Before), Failure> {
    let loaded = load::load(path)?;
    let old = gat::read(&loaded.bytes).map_err(|error| damaged(path, &error))?;
    let (gat, n_changed) = form.to_gat_over(&old).map_err(|error| {
        Failure::File(format!("error: {}: {error}; nothing was written", shown(path)))
    })?;
    let cells = counted(n_changed, "cell gets a new type", "cells get a new type");
    complain(&format!("note: `{name}`: {cells}; the heights and everything else in the GAT stay"));
    Ok((gat::write(&gat), Before::Was(loaded.fingerprint)))
}

impl Convert {
    /// The bytes of a map in another form, and what they replace.
    pub(super) fn made(
        &self,
        (name, source, form): (&str, &Source, &Form),
        to: To,
        path: &Path,
    ) -> Result<(Vec<u8>, Before), Failure> {
        if to == To::Gat && !matches!(form, Form::Gat(_)) && disk::is_file(path) {
            return onto_gat(name, form, path);
        }
        let before = self.target.before_at(path)?;
        Ok((self.converted((name, source, form), to, path)?, before))
    }

    /// A map for a cache. Cells that come packed stay so, and a GAT keeps the water that is there
    /// where nobody knows its own.
    pub(super) fn ready(
        &self,
        cache: &MapCache,
        name: &str,
        source: &Source,
        form: &Form,
    ) -> Result<Result<Ready, String>, Failure> {
        if let Form::Gat(map) = form {
            let ready = Ready::of_map(cache, name, map, self.water_level(source, form)?);
            tell_kept(name, ready.as_ref().map_or(0, Ready::n_water_kept));
            return Ok(ready.map_err(|error| error.to_string()));
        }
        let cells = form.to_cells(WaterLevel::NONE).map_err(|error| error.to_string());
        Ok(cells.and_then(|cells| {
            Ready::of_cells(cache, name, cells).map_err(|error| error.to_string())
        }))
    }

    /// Where nobody knows the water level of a GAT, the water of the file that it replaces stays.
    fn converted(
        &self,
        (name, source, form): (&str, &Source, &Form),
        to: To,
        path: &Path,
    ) -> Result<Vec<u8>, Failure> {
        let wrong = |reason: String| Failure::File(format!("error: `{name}`: {reason}"));
        let is_over = |level| {
            let is_gat = matches!(form, Form::Gat(_));
            is_gat && level == WaterLevel::NONE && disk::is_file(path)
        };
        let level = match to {
            To::Gat => WaterLevel::NONE,
            To::Mcache | To::Fld2 | To::PackedFld2 => self.water_level(source, form)?,
        };
        match to {
            To::Gat => {
                if !matches!(form, Form::Gat(_)) {
                    complain(&format!("note: `{name}` has no heights; the map is flat"));
                }
                form.to_gat().map(|map| gat::write(&map)).map_err(|error| wrong(error.to_string()))
            }
            To::Mcache => {
                check_name(name).map_err(|error| wrong(error.to_string()))?;
                if let (true, Form::Gat(map)) = (is_over(level), form) {
                    let old = mcache::read(&load::load(path)?.bytes)
                        .map_err(|error| damaged(path, &error))?;
                    let made = to_mcache(map, level, Some(&old));
                    let (mcache, n_kept) = made.map_err(|error| wrong(error.to_string()))?;
                    tell_kept(name, n_kept);
                    return Ok(mcache::write(&mcache));
                }
                let cells = form.to_cells(level).map_err(|error| wrong(error.to_string()))?;
                Ok(mcache::write(&Mcache::new(cells)))
            }
            To::Fld2 | To::PackedFld2 => {
                let made = match is_over(level) {
                    true => form.to_field_over(&field_at(path)?),
                    false => form.to_field(level).map(|field| (field, 0)),
                };
                let (field, n_kept) = made.map_err(|error| wrong(error.to_string()))?;
                tell_kept(name, n_kept);
                Ok(match to {
                    To::PackedFld2 => packed(field, path)?,
                    _ => fld2::write(&field),
                })
            }
        }
    }

    /// As servers use it for a GAT; other forms have their water in the cells.
    fn water_level(&self, source: &Source, form: &Form) -> Result<WaterLevel, Failure> {
        match (form, &self.rsw) {
            (Form::Gat(map), Some(rsw)) => Ok(level_for(&water_of(&source.file, Some(rsw))?, map)),
            (Form::Gat(map), None) => {
                let project = Settings::of_one(&source.file)?;
                let water = Water::of(&source.file, &project);
                water
                    .map(|water| level_for(&water, map))
                    .map_err(|trouble| Failure::File(format!("error: {trouble}")))
            }
            _ => Ok(WaterLevel::NONE),
        }
    }
}
