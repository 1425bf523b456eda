//! `landwright apply`: a list of actions, done to a document of any kind.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::file::Kind as Format;
use landwright_core::kinds::kind_of;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use serde_json::Value;

use super::apart::Apart;
use super::area;
use super::batch::{Batch, Counts, Item};
use super::kinds;
use super::load;
use super::map;
use super::outcome::{Failure, Outcome};
use super::output::{Output, shown};
use super::saving::planned;
use super::script::{self, Script};
use super::scriptable::{Scriptable, Wanted};
use super::target::Target;
use super::zone;

/// Apply the actions of a script to a Ragnarok map, scene or ground, a TERA area, a ROSE or EverQuest zone,
/// an asset or table of ROSE, a navigation mesh, or a table of an EverQuest server
///
/// A script is a JSON list of actions, each with its name in `action` and its arguments beside it.
/// `landwright commands --schema` prints all actions. Either all actions of a script are applied,
/// or none.
///
/// For an area, the changed zones of its geometry are also written. They go beside the output,
/// which may be a folder. If the output is the area itself, they go where they were read. Existing
/// files need --force. Other areas that share such a zone are listed, with the effect of the change
/// on them.
#[derive(Debug, Args)]
pub(super) struct Apply {
    /// The script: a file, a pipe, or - for standard input
    script: PathBuf,
    /// What to change; the source is not changed unless it is also the output. A map (gat), scene
    /// (rsw), ground (gnd), area (apd), name of an area, table (stb, stl, ltb), asset of ROSE (zsc, chr,
    /// zmo, eft, ptl), EverQuest zone (s3d), navigation mesh (nav) or table of its server (csv, tsv,
    /// sql). Or a map in a cache, such as map_cache.dat#prontera. Or the folder of a zone: the output is a different folder,
    /// or with --force the same one. Or a folder of maps, areas or tables: the script is applied to
    /// each file whose kind knows its actions, and the output is a folder too
    #[arg(value_parser = area::named::path_or_name())]
    file: PathBuf,
    #[command(flatten)]
    target: Target,
    /// The folder with the geometry (zgd) of an area's zones [default: beside the area or in its
    /// project]
    #[arg(long, value_name = "FOLDER")]
    zones: Option<PathBuf>,
    /// A second copy of a ROSE zone that gets the same edits, such as the server's: its folder, or
    /// the folder of its game. If edited things differ in the copy, that is reported, and
    /// --differing decides what to do. Default: the copies of landwright.toml, if the zone itself
    /// is overwritten
    #[arg(long, value_name = "FOLDER")]
    also: Vec<PathBuf>,
    #[command(flatten)]
    apart: Apart,
    /// Write nothing, and list the files that would be written
    #[arg(long)]
    dry_run: bool,
}

impl Apply {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if disk::is_folder(&self.file) && !zone::is_zone(&self.file) {
            return self.apply_to_folder(output);
        }
        if !self.dry_run {
            return self.apply_to_one(output);
        }
        let (came, files) = planned(|| self.apply_to_one(&mut Output::of_memory()));
        let outcome = came?;
        for file in files {
            output.line(&format!("would write {file}"))?;
        }
        Ok(outcome)
    }

    /// Does the script to every file of a folder whose kind knows its actions.
    fn apply_to_folder(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if self.script == Path::new("-") {
            let message = "for a folder, the script must be a file: standard input can be read \
                only once";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        let script = script::load(&self.script)?.read::<Value>()?;
        let name = |action: &Value| action.get("action")?.as_str().map(str::to_owned);
        let names: Vec<String> = script.actions.iter().filter_map(name).collect();
        // Zones are folders of many files, and maps of caches have names.
        let alone = [
            Format::Gat,
            Format::Rsw,
            Format::Gnd,
            Format::Apd,
            Format::Stb,
            Format::Stl,
            Format::Ltb,
        ];
        let knows = |path: &Path| {
            let name = load::name_of(path);
            let format = Format::of_name(&name).filter(|format| alone.contains(format));
            let kind = format.and_then(|_| kind_of(&name, &[]));
            kind.and_then(|kind| kind.script()).is_some_and(|script| {
                let is_known = |name: &String| script.actions.iter().any(|row| row.name == name);
                names.iter().all(is_known)
            })
        };
        let batch = Batch {
            folder: &self.file,
            output: self.target.path(),
            is_dry: self.dry_run,
            counts: Counts::Changes,
        };
        let items = batch.items(knows)?;
        let work = |item: &Item, output: &mut Output| {
            let apply = Apply {
                script: self.script.clone(),
                file: item.file.clone(),
                target: Target::new(item.output.clone(), self.target.may_replace()),
                zones: self.zones.clone(),
                also: Vec::new(),
                apart: Apart::default(),
                dry_run: false,
            };
            apply.apply_to_one(output)
        };
        batch.run(&items, work, output)
    }

    fn apply_to_one(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if kinds::named(&self.file).is_some() {
            return self.apply_to::<kinds::Document>(output);
        }
        if area::is_area(&self.file) {
            return self.apply_to::<area::Opened>(output);
        }
        if zone::is_zone(&self.file) {
            return self.apply_to::<zone::Opened>(output);
        }
        self.apply_to::<map::Opened>(output)
    }

    fn apply_to<D: Scriptable>(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let place = D::place(&self.target, &self.file)?;
        let source = script::load(&self.script)?;
        let wanted = self.wanted();
        let mut opened = D::open(&wanted)?;
        let Script { name, actions } = opened.actions(source)?;
        let n_changes = opened.apply(&actions, &name)?;
        let file = shown(&place.file);
        let written = opened.save(&wanted, place)?;
        let actions = counted(actions.len(), "action", "actions");
        output.line(&format!("{file}: {actions}, {n_changes} of them made changes{written}"))?;
        Ok(Outcome::Fine)
    }

    fn wanted(&self) -> Wanted<'_> {
        Wanted {
            file: &self.file,
            target: &self.target,
            zones: self.zones.as_deref(),
            also: &self.also,
            apart: self.apart,
        }
    }
}
