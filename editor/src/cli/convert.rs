//! `landwright convert`: maps of Ragnarok from one form into another.

mod made;
mod source;

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use landwright_core::format::ragnarok::map_cache::{self, MapCache};
use landwright_core::problem::counted::counted;
use landwright_core::project::Project;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::disk;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::Wanted;
use landwright_core::world::cache::form::{Form, MAX_SIDE};
use landwright_core::world::gat::exchange::cache::check_sound;

use self::source::{Source, Sources, is_cache, read_cache};
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, overheard, shown};
use super::pool;
use super::progress::Progress;
use super::settings::Settings;
use super::target::{Target, save_all};
use crate::cli::half::mend_at;

const FORMS: &str = "\
The ending of the output chooses the format:
  .gat, .mcache, .fld2, .fld2.gz   one map; without heights if it comes from a cache or a field. \
A GAT that exists gets only the types of such a map: its heights and everything else stay
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

impl Convert {
    /// Maps that are put into a cache.
    pub(super) fn into_cache(inputs: Vec<PathBuf>, target: Target) -> Convert {
        Convert { inputs, target, to: None, without: Vec::new(), rsw: None }
    }

    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let mut sources = Sources::default();
        self.inputs.iter().try_for_each(|input| sources.add(input))?;
        let is_wanted =
            |name: &String| !self.without.iter().any(|out| out.eq_ignore_ascii_case(name));
        sources.maps.retain(|name, _| is_wanted(name));
        if self.rsw.is_some() && sources.maps.len() != 1 {
            return Err(Failure::WrongUse("--rsw works only for a single map".to_owned()));
        }
        let path = self.target.path();
        let too_large = if is_cache(path) {
            self.to_cache(&sources, output)?
        } else if let Some(to) = To::of(path).filter(|_| !disk::is_folder(path)) {
            self.to_file(&sources, to, output)?
        } else {
            self.to_folder(&sources, output)?
        };
        too_large.iter().for_each(|warning| complain(warning));
        for left_out in &sources.left_out {
            complain(&format!("warning: {left_out}; it was skipped"));
        }
        Ok(if sources.left_out.is_empty() { Outcome::Fine } else { Outcome::Found })
    }

    /// Makes something of every map, on all cores, and takes it in the order of the names. No more maps are
    /// held than there is work on. Answers with a warning for each that is too large.
    fn each<T: Send>(
        &self,
        sources: &Sources,
        make: impl Fn(&str, &Source, &Form) -> Result<T, Failure> + Sync,
        mut take: impl FnMut(T),
    ) -> Result<Vec<String>, Failure> {
        let maps: Vec<(&String, &Source)> = sources.maps.iter().collect();
        let progress = Progress::of_files(maps.len());
        let (mut n_done, mut too_large) = (0, Vec::new());
        let work = |(name, source): &(&String, &Source)| {
            let (made, heard) = overheard(|_| {
                let form = source.read(self.rsw.as_deref())?;
                Ok::<_, Failure>((make(name, source, &form)?, warning_of(name, &form)))
            });
            (made, heard, (*name).clone())
        };
        pool::each(&maps, work, |(made, heard, name)| {
            n_done += 1;
            progress.at(n_done, &name);
            heard.tell();
            let (made, warning) = made?;
            too_large.extend(warning);
            take(made);
            Ok::<(), Failure>(())
        })?;
        progress.finish();
        Ok(too_large)
    }

    fn to_cache(&self, sources: &Sources, output: &mut Output) -> Result<Vec<String>, Failure> {
        let path = self.target.path();
        let (mut cache, before) = match disk::is_file(path) {
            true => {
                let before = load::load(path)?.fingerprint;
                (read_cache(path)?, Before::Was(before))
            }
            false => (MapCache::default(), self.target.before()?),
        };
        let wrong = |name: &str, reason: &dyn Display| {
            Failure::File(format!("error: `{name}`: {reason}; nothing was written"))
        };
        check_sound(&cache).map_err(|error| wrong(&shown(path), &error))?;
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
        let mut ready = Vec::new();
        let make = |name: &str, source: &Source, form: &Form| {
            let ready = self.ready(&cache, name, source, form)?;
            Ok((name.to_owned(), ready.map_err(|reason| wrong(name, &reason))?))
        };
        let too_large = self.each(sources, make, |made| ready.push(made))?;
        for (name, ready) in ready {
            ready.put(&mut cache).map_err(|error| wrong(&name, &error))?;
        }
        let n_maps = counted(cache.entries().len(), "map", "maps");
        self.target.save(before, map_cache::write(&cache))?;
        output.line(&format!("{}: {n_maps}", shown(path)))?;
        Ok(too_large)
    }

    fn to_file(
        &self,
        sources: &Sources,
        to: To,
        output: &mut Output,
    ) -> Result<Vec<String>, Failure> {
        let path = self.target.path();
        mend_at(path);
        let mut maps = sources.maps.iter();
        let (Some((name, source)), None) = (maps.next(), maps.next()) else {
            let n_maps = counted(sources.maps.len(), "map", "maps");
            let message =
                format!("{n_maps} do not fit into one file; name a folder or a map cache");
            return Err(Failure::WrongUse(message));
        };
        let form = source.read(self.rsw.as_deref())?;
        let (bytes, before) = self.made((name, source, &form), to, path)?;
        self.target.save(before, bytes)?;
        let (width, height) = form.size();
        output.line(&format!("{}: {width} × {height} cells", shown(path)))?;
        Ok(warning_of(name, &form).into_iter().collect())
    }

    fn to_folder(&self, sources: &Sources, output: &mut Output) -> Result<Vec<String>, Failure> {
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
        let make = |name: &str, source: &Source, form: &Form| {
            let file = format!("{name}.{}", to.ending());
            // A name in a cache may be anything.
            let is_name =
                VfsPath::new(&file).is_ok_and(|path| path.as_str() == file) && !file.contains('/');
            if !is_name {
                let message = format!("error: `{}` is not a file name", file.escape_debug());
                return Err(Failure::File(message));
            }
            let path = folder.join(file);
            let (bytes, before) = self.made((name, source, form), to, &path)?;
            Ok((path, bytes, before))
        };
        let mut wanted = Vec::new();
        let too_large = self.each(sources, make, |(path, bytes, before)| {
            wanted.push(Wanted::new(wanted.len(), path, bytes, before));
        })?;
        let n_maps = counted(wanted.len(), "map", "maps");
        let project: &Project = &*Settings::of_one(folder)?;
        save_all(project, wanted)?;
        output.line(&format!("{}: {n_maps}", shown(folder)))?;
        Ok(too_large)
    }
}

/// Of a map that servers refuse for its size.
fn warning_of(name: &str, form: &Form) -> Option<String> {
    form.is_too_large().then(|| {
        let (width, height) = form.size();
        let most = format!("servers reject maps larger than {MAX_SIDE} × {MAX_SIDE}");
        format!("warning: `{name}` has {width} × {height} cells; {most}")
    })
}
