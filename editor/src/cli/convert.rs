//! `landwright convert`: maps of Ragnarok from one form into another.

mod source;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use landwright_core::format::ragnarok::fld2::Fld2;
use landwright_core::format::ragnarok::map_cache::{self, Entry, MapCache};
use landwright_core::format::ragnarok::mcache::{self, Mcache};
use landwright_core::format::ragnarok::{fld2, gat};
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::problem::counted::counted;
use landwright_core::project::Project;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::disk;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::Wanted;
use landwright_core::world::cache::Cache;
use landwright_core::world::cache::field::Field;
use landwright_core::world::cache::form::{Form, MAX_SIDE};
use landwright_core::world::gat::exchange::cache::{
    check_name, check_sound, put_into_sound, to_mcache,
};

use self::source::{Source, Sources, is_cache, read_cache};
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::progress::Progress;
use super::settings::Settings;
use super::target::{Target, save_all};
use super::water::water_of;
use crate::cli::half::mend_at;
use crate::exchange::water_kept;
use crate::kind::ragnarok::water::Water;

const FORMS: &str = "\
The ending of the output chooses the format:
  .gat, .mcache, .fld2, .fld2.gz   one map; without heights if it comes from a cache or a field
  .dat                             a map cache: maps are added to it, everything else in it stays
  a folder                         every map as a file of its own, in the format of --to
A GND gives a new map: its heights, and a first set of types. Holes, cells steeper than 45 degrees \
and cells under models are blocked. The RSW and the models are looked for beside the GND and in the \
roots of its project.
A damaged header of a source cache does not matter: `landwright convert old.dat -o new.dat` makes \
a sound cache of its maps. Maps larger than 512 × 512 cells are converted with a warning, because \
servers reject them.";

/// Convert maps between GAT, map_cache.dat, .mcache and .fld2(.gz); merge, extract and remove; make a
/// GAT from a GND
#[derive(Debug, Args)]
#[command(after_help = FORMS)]
pub(super) struct Convert {
    /// Maps, map caches, maps in one such as map_cache.dat#prontera, and folders of them. A GND gives
    /// a new map
    #[arg(value_name = "IN", required_unless_present = "without")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    target: Target,
    /// The format of the maps in an output folder
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<To>,
    /// Skip this map, and remove it from an existing map cache
    #[arg(long, value_name = "MAP")]
    without: Vec<String>,
    /// The RSW with the water level of a single GAT, or with the models of a GND [default: the one beside each GAT or in a root]
    #[arg(long, value_name = "FILE")]
    rsw: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    Gat,
    Mcache,
    Fld2,
    #[value(name = "fld2.gz")]
    PackedFld2,
}

impl To {
    fn ending(self) -> &'static str {
        match self {
            To::Gat => "gat",
            To::Mcache => "mcache",
            To::Fld2 => "fld2",
            To::PackedFld2 => "fld2.gz",
        }
    }

    /// What a name of a file says.
    fn of(path: &Path) -> Option<To> {
        let name = load::name_of(path).to_lowercase();
        let all = [To::PackedFld2, To::Gat, To::Mcache, To::Fld2];
        all.into_iter().find(|to| name.ends_with(&format!(".{}", to.ending())))
    }
}

/// The field in a file that is replaced.
fn field_at(path: &Path) -> Result<Fld2, Failure> {
    let cache = Cache::read(&load::name_of(path), &load::load(path)?.bytes);
    let cache = cache.transpose().map_err(|error| damaged(path, &error))?;
    let field = cache.as_ref().and_then(Cache::field).map(|field| field.fld2().clone());
    field.ok_or_else(|| damaged(path, &"it is no field"))
}

/// What is not understood is not replaced: nobody knows the water in it.
fn damaged(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    let help = "move it away first; nothing was written";
    Failure::File(format!("error: {}: {why}; {help}", shown(path)))
}

impl Convert {
    /// Maps that are put into a cache.
    pub(super) fn into_cache(inputs: Vec<PathBuf>, target: Target) -> Convert {
        Convert { inputs, target, to: None, without: Vec::new(), rsw: None }
    }

    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let mut sources = Sources { rsw: self.rsw.clone(), ..Sources::default() };
        self.inputs.iter().try_for_each(|input| sources.add(input))?;
        let is_wanted =
            |name: &String| !self.without.iter().any(|out| out.eq_ignore_ascii_case(name));
        sources.maps.retain(|name, _| is_wanted(name));
        if self.rsw.is_some() && sources.maps.len() != 1 {
            return Err(Failure::WrongUse("--rsw works only for a single map".to_owned()));
        }
        let path = self.target.path();
        if is_cache(path) {
            self.to_cache(&sources, output)?;
        } else if let Some(to) = To::of(path).filter(|_| !disk::is_folder(path)) {
            self.to_file(&sources, to, output)?;
        } else {
            self.to_folder(&sources, output)?;
        }
        for (name, source) in sources.maps.iter().filter(|(_, source)| source.form.is_too_large()) {
            let (width, height) = source.form.size();
            let most = format!("servers reject maps larger than {MAX_SIDE} × {MAX_SIDE}");
            complain(&format!("warning: `{name}` has {width} × {height} cells; {most}"));
        }
        for left_out in &sources.left_out {
            complain(&format!("warning: {left_out}; it was skipped"));
        }
        Ok(if sources.left_out.is_empty() { Outcome::Fine } else { Outcome::Found })
    }

    fn to_cache(&self, sources: &Sources, output: &mut Output) -> Result<(), Failure> {
        let path = self.target.path();
        let (mut cache, before) = match disk::is_file(path) {
            true => {
                let before = load::load(path)?.fingerprint;
                (read_cache(path)?, Before::Was(before))
            }
            false => (MapCache::default(), self.target.before()?),
        };
        let wrong = |name: &str, reason: &str| {
            Failure::File(format!("error: `{name}`: {reason}; nothing was written"))
        };
        check_sound(&cache).map_err(|error| wrong(&shown(path), &error.to_string()))?;
        for name in &self.without {
            if let Some(idx) = cache.find_in_any_case(name.as_bytes()) {
                cache.remove(idx);
            } else if self.inputs.is_empty() {
                return Err(Failure::WrongUse(format!(
                    "{}: it contains no map `{name}`",
                    shown(path)
                )));
            }
        }
        let progress = Progress::of_files(sources.maps.len());
        for (n_done, (name, source)) in sources.maps.iter().enumerate() {
            progress.at(n_done as u64, name);
            let put = self.put(&mut cache, name, source)?;
            put.map_err(|reason| wrong(name, &reason))?;
        }
        progress.finish();
        let n_maps = counted(cache.entries().len(), "map", "maps");
        self.target.save(before, map_cache::write(&cache))?;
        Ok(output.line(&format!("{}: {n_maps}", shown(path)))?)
    }

    /// Puts a map into a cache. Cells that come packed stay so, and a GAT keeps the water that is
    /// there where nobody knows its own.
    fn put(
        &self,
        cache: &mut MapCache,
        name: &str,
        source: &Source,
    ) -> Result<Result<(), String>, Failure> {
        if let Form::Gat(map) = &source.form {
            let level = self.water_level(source)?;
            let done = put_into_sound(cache, name, map, level);
            if let Some(note) = done.as_ref().ok().and_then(|done| water_kept(done.n_water_kept)) {
                complain(&format!("note: `{name}`: {note}"));
            }
            return Ok(done.map(drop).map_err(|error| error.to_string()));
        }
        let mut put = || -> Result<(), String> {
            let field = check_name(name).map_err(|error| error.to_string())?;
            let cells =
                source.form.to_cells(WaterLevel::NONE).map_err(|error| error.to_string())?;
            match cache.find_in_any_case(name.as_bytes()) {
                Some(idx) => drop(cache.replace(idx, cells)),
                None => {
                    let entry = Entry { name: field, cells };
                    cache.add(entry).map_err(|error| error.to_string())?;
                }
            }
            Ok(())
        };
        Ok(put())
    }

    fn to_file(&self, sources: &Sources, to: To, output: &mut Output) -> Result<(), Failure> {
        let (path, before) = (self.target.path(), self.target.before()?);
        let mut maps = sources.maps.iter();
        let (Some((name, source)), None) = (maps.next(), maps.next()) else {
            let n_maps = counted(sources.maps.len(), "map", "maps");
            let message =
                format!("{n_maps} do not fit into one file; name a folder or a map cache");
            return Err(Failure::WrongUse(message));
        };
        let bytes = self.converted(name, source, to, path)?;
        self.target.save(before, bytes)?;
        let (width, height) = source.form.size();
        Ok(output.line(&format!("{}: {width} × {height} cells", shown(self.target.path())))?)
    }

    fn to_folder(&self, sources: &Sources, output: &mut Output) -> Result<(), Failure> {
        let folder = self.target.path();
        let Some(to) = self.to else {
            let message = "choose the format of the maps with --to, or end the name in .gat, .dat, \
                .mcache, .fld2 or .fld2.gz";
            return Err(Failure::WrongUse(format!("{}: {message}", shown(folder))));
        };
        mend_at(&folder.join("a map"));
        if !disk::is_folder(folder) {
            disk::make_folder(folder).map_err(|error| Failure::File(format!("error: {error}")))?;
        }
        let mut wanted = Vec::new();
        let progress = Progress::of_files(sources.maps.len());
        for (n_done, (name, source)) in sources.maps.iter().enumerate() {
            progress.at(n_done as u64, name);
            let file = format!("{name}.{}", to.ending());
            // A name in a cache may be anything.
            let is_name =
                VfsPath::new(&file).is_ok_and(|path| path.as_str() == file) && !file.contains('/');
            if !is_name {
                let message = format!("error: `{}` is not a file name", file.escape_debug());
                return Err(Failure::File(message));
            }
            let path = folder.join(file);
            let before = self.target.before_at(&path)?;
            let bytes = self.converted(name, source, to, &path)?;
            wanted.push(Wanted::new(n_done, path, bytes, before));
        }
        progress.finish();
        let n_maps = counted(wanted.len(), "map", "maps");
        let project: &Project = &*Settings::of_one(folder)?;
        save_all(project, wanted)?;
        Ok(output.line(&format!("{}: {n_maps}", shown(folder)))?)
    }

    /// The bytes of a map in another form. Where nobody knows the water level of a GAT, the water of
    /// the file that it replaces stays.
    fn converted(
        &self,
        name: &str,
        source: &Source,
        to: To,
        path: &Path,
    ) -> Result<Vec<u8>, Failure> {
        let form = &source.form;
        let wrong = |reason: String| Failure::File(format!("error: `{name}`: {reason}"));
        let is_over = |level| {
            let is_gat = matches!(form, Form::Gat(_));
            is_gat && level == WaterLevel::NONE && disk::is_file(path)
        };
        let tell_kept = |n_kept| {
            if let Some(note) = water_kept(n_kept) {
                complain(&format!("note: `{name}`: {note}"));
            }
        };
        let level = match to {
            To::Gat => WaterLevel::NONE,
            To::Mcache | To::Fld2 | To::PackedFld2 => self.water_level(source)?,
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
                    tell_kept(n_kept);
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
                tell_kept(n_kept);
                Ok(match to {
                    To::PackedFld2 => Field::packed(field).write(),
                    _ => fld2::write(&field),
                })
            }
        }
    }

    /// As servers use it for a GAT; other forms have their water in the cells.
    fn water_level(&self, source: &Source) -> Result<WaterLevel, Failure> {
        match (&source.form, &self.rsw) {
            (Form::Gat(_), Some(rsw)) => Ok(water_of(&source.file, Some(rsw))?.level()),
            (Form::Gat(_), None) => {
                let project = Settings::of_one(&source.file)?;
                let water = Water::of(&source.file, &project);
                water
                    .map(|water| water.level())
                    .map_err(|trouble| Failure::File(format!("error: {trouble}")))
            }
            _ => Ok(WaterLevel::NONE),
        }
    }
}
