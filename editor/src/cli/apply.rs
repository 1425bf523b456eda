//! `landwright apply`: a list of actions, done to a map.

use std::path::PathBuf;

use clap::Args;
use landwright_core::format::file::Content;
use landwright_core::format::ragnarok::gat;
use landwright_core::problem::counted::counted;
use landwright_core::world::Editing;
use landwright_core::world::area::action::Action as AreaAction;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::scripted::Scripted;

use super::area;
use super::kinds;
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::script::{self, Script};
use super::target::Target;
use super::zone;
use super::zone::copies::Apart;

/// Do the actions of a script to a Ragnarok map, a TERA area, a ROSE zone or a table
///
/// A script is a JSON list of actions, each with its name in `action` and its arguments beside
/// it; `landwright commands --schema` prints what there is. All of them are done or none.
///
/// Of the geometry of an area, the zones that changed are written as well: beside the output, which
/// may be a folder, or where they were read if the output is the area itself. Files that are there
/// already need --force. Other areas that share such a zone are named, with what the change brings to them.
#[derive(Debug, Args)]
pub(super) struct Apply {
    /// The script: a file, a pipe, or - for standard input
    script: PathBuf,
    /// The map (gat), area (apd) or name of an area, table (stb, stl, ltb), or a map in a cache such as
    /// map_cache.dat#prontera, which is not changed; or the folder of a zone, which is then written
    /// to another folder, or with --force to the same
    #[arg(value_parser = area::named::path_or_name())]
    file: PathBuf,
    #[command(flatten)]
    target: Target,
    /// Where the geometry (zgd) of an area's zones is; beside the area or in its project where it
    /// is not given
    #[arg(long, value_name = "FOLDER")]
    zones: Option<PathBuf>,
    /// Another copy of a ROSE zone that gets the same edits, such as the server's: its folder, or
    /// that of its game. Where it differs in what is edited, that is told, and --differing says what
    /// becomes of it. Without it: the copies of landwright.toml, where the zone itself is written over
    #[arg(long, value_name = "FOLDER")]
    also: Vec<PathBuf>,
    #[command(flatten)]
    apart: Apart,
}

impl Apply {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if let Some(named) = kinds::named(&self.file) {
            return kinds::apply(&named, &self.script, &self.target, output);
        }
        if area::is_area(&self.file) {
            return self.apply_to_area(output);
        }
        let before = self.target.before()?;
        if zone::is_zone(&self.file) {
            return self.apply_to_zone(output);
        }
        let Script { name: script, actions } = script::read::<Action>(&self.script)?;
        let map = read_map(&self.file)?;
        let mut editing = Editing::new(map);
        for (n, action) in actions.iter().enumerate() {
            let resolved = action.resolve(editing.document()).map_err(|refusal| {
                let (script, name) = (shown(&script), action.name());
                let place = format!("error: {script}: action {n}, {name}");
                Failure::WrongFile(format!("{place}: {refusal}; nothing was written"))
            })?;
            for note in resolved.notes {
                complain(&format!("note: action {n}, {}: {note}", action.name()));
            }
            if let Some(edit) = resolved.edit {
                editing.apply(action.title(), edit);
            }
        }
        let bytes = gat::write(&editing.document().to_gat());
        self.target.save(before, &bytes)?;
        let n_steps = editing.steps().len();
        let actions = counted(actions.len(), "action", "actions");
        output.line(&format!(
            "{}: {actions}, {n_steps} of them changed something",
            shown(self.target.path())
        ))?;
        Ok(Outcome::Fine)
    }

    fn apply_to_area(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let place = area::save::place(&self.target, &self.file)?;
        let Script { name: script, actions } = script::read::<AreaAction>(&self.script)?;
        let mut opened = area::open(&self.file, self.zones.as_deref())?;
        let n_steps = opened.apply(&actions, &script)?;
        let zones = opened.save(&self.file, &self.target, &place)?;
        let actions = counted(actions.len(), "action", "actions");
        let geometry = match zones.as_slice() {
            [] => String::new(),
            zones => format!("; geometry written: {}", zones.join(" ")),
        };
        let target = shown(&place.file);
        output
            .line(&format!("{target}: {actions}, {n_steps} of them changed something{geometry}"))?;
        Ok(Outcome::Fine)
    }

    fn apply_to_zone(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let script = script::load(&self.script)?;
        let mut opened = zone::open(&self.file)?;
        let Script { name: script, actions } = script.of_zone(opened.zone.code_page())?;
        opened.tell_problems();
        let before = opened.zone.clone();
        let n_steps = opened.apply(&actions, &script)?;
        let copies = opened.copies(&self.also, &self.target)?;
        let of_copies = opened.in_step(&before, &copies, &self.apart)?;
        let n_files = opened.save(&self.target, of_copies)?;
        let actions = counted(actions.len(), "action", "actions");
        let (target, files) = (shown(self.target.path()), counted(n_files, "file", "files"));
        output.line(&format!(
            "{target}: {actions}, {n_steps} of them changed something; {files} written"
        ))?;
        Ok(Outcome::Fine)
    }
}

/// What every command that ends up here takes.
const NEEDED: &str =
    "a Ragnarok map (gat), a TERA area (apd) or a ROSE zone (its folder or zon) is needed here";

/// A file that has to be a Ragnarok map.
pub(super) fn read_map(path: &std::path::Path) -> Result<GatMap, Failure> {
    let file = load::read(path)?.0;
    match file.content {
        Content::Gat(ref gat) => GatMap::new(gat)
            .map_err(|error| Failure::WrongFile(format!("error: {}: {error}", shown(path)))),
        _ => Err(Failure::WrongUse(format!(
            "{} is a {} file; {NEEDED}",
            shown(path),
            file.kind().name()
        ))),
    }
}
