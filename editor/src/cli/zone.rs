//! ROSE zones on the command line: a folder of blocks with its ZON, or one block by its IFO.

pub(super) mod check;
#[cfg(feature = "window")]
pub(super) mod named_marks;
pub(super) mod overview;
pub(super) mod picture;
pub(super) mod copies;
pub(super) mod named;
mod save;

use std::path::Path;

use landwright_core::check as rules;
use landwright_core::problem::Problem;
use landwright_core::problem::report::{NoSources, Report};
use landwright_core::project::Project;
use landwright_core::vfs::Vfs;
use landwright_core::world::Editing;
use landwright_core::world::scripted::Scripted;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::save::ZoneFiles;

use super::half;
use super::outcome::Failure;
use super::output::{colour_of_stderr, complain, shown};
use super::settings::Settings;
use crate::zones::{self, OnDisk, Site};

/// A zone that was read, and the tables that were found.
pub(super) struct Opened {
    pub(super) zone: Zone,
    pub(super) files: ZoneFiles,
    pub(super) names: Names,
    /// What is wrong with files that could not be read.
    pub(super) problems: Vec<Problem>,
    vfs: Vfs,
    /// Where tables and textures are looked for.
    game: Vfs,
    site: Site,
}

/// Whether a path is a zone: a folder with a ZON or with blocks, a ZON, or an IFO.
pub(super) fn is_zone(path: &Path) -> bool {
    zones::is_zone(path)
}

/// Reads a zone with the tables of its game: those in the folder above its `3DDATA`, or in the
/// roots of its project.
pub(super) fn open(path: &Path) -> Result<Opened, Failure> {
    let project = Settings::of_one(path)?;
    open_in(path, &project)
}

pub(super) fn open_in(path: &Path, project: &Project) -> Result<Opened, Failure> {
    let read = zones::read(path, project, &mut zones::go_on)
        .map_err(|error| Failure::WrongUse(format!("{}: {error}", shown(path))))?;
    let names = read.names();
    let OnDisk { zone, files, problems, vfs, tables: game, site } = read;
    half::tell(vfs.take_problems().into_iter().chain(game.take_problems()).collect());
    Ok(Opened { zone, files, names, problems, vfs, game, site })
}

impl Opened {
    /// The textures of its ground, as far as they are at hand.
    pub(super) fn textures(&self) -> Textures {
        Textures::load(&[&self.game, &self.vfs], &self.zone)
    }

    pub(super) fn check_of(&self, zone: &Zone) -> Vec<Problem> {
        let mut problems = self.problems.clone();
        problems.extend(rules::zone::check(zone, &self.names));
        problems
    }

    /// Does a list of actions; all of them or none. Gives how many changed something.
    pub(super) fn apply(&mut self, actions: &[Action], script: &Path) -> Result<usize, Failure> {
        let mut editing = Editing::new(self.zone.clone());
        for (n, action) in actions.iter().enumerate() {
            let resolved = action.resolve(editing.document()).map_err(|refusal| {
                let place = format!("error: {}: action {n}, {}", shown(script), action.name());
                Failure::WrongFile(format!("{place}: {refusal}; nothing was written"))
            })?;
            for note in resolved.notes {
                complain(&format!("note: action {n}, {}: {note}", action.name()));
            }
            if let Some(edit) = resolved.edit {
                editing.apply(action.title(), edit);
            }
        }
        self.zone = editing.document().clone();
        Ok(editing.steps().len())
    }

    /// Tells what could not be read, for a command that reports no problems.
    pub(super) fn tell_problems(&self) {
        if !self.problems.is_empty() {
            let report = Report::new(self.problems.clone(), &NoSources);
            complain(&report.to_text(colour_of_stderr()));
        }
    }
}
