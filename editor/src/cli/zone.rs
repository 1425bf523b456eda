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
use landwright_core::format::problem::FILE_UNREADABLE;
use landwright_core::problem::Problem;
use landwright_core::problem::counted::counted;
use landwright_core::problem::report::{NoSources, Report};
use landwright_core::project::Project;
use landwright_core::vfs::{Account, Vfs, VfsPath};
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::picture::textures::Textures;

use super::half;
use super::outcome::Failure;
use super::output::{colour_of_stderr, complain, shown};
use super::script::{Script, Source, Step, do_all};
use super::scriptable::{Scriptable, Wanted};
use super::settings::Settings;
use super::target::Place;
use crate::kind::rose::zones::{self, OnDisk, Site};

/// A zone that was read, and the tables that were found.
pub(super) struct Opened {
    pub(super) zone: Zone,
    /// As it was read.
    start: Zone,
    pub(super) files: Account<VfsPath>,
    pub(super) names: Names,
    /// What is wrong with files that could not be read.
    pub(super) problems: Vec<Problem>,
    vfs: Vfs,
    /// Where tables and textures are looked for.
    game: Vfs,
    site: Site,
}

/// Whether a path is a zone: a folder with a ZON or with blocks, a ZON, or an IFO. A crash may have
/// left a folder without them, so that the save is brought to its end first.
pub(super) fn is_zone(path: &Path) -> bool {
    half::mend_at(path);
    zones::is_zone(path)
}

/// Reads a zone with the tables of its game: those in the folder above its `3DDATA`, or in the
/// roots of its project.
pub(super) fn open(path: &Path) -> Result<Opened, Failure> {
    let project = Settings::of_one(path)?;
    open_in(path, &project)
}

pub(super) fn open_in(path: &Path, project: &Project) -> Result<Opened, Failure> {
    open_with(path, project, &[])
}

/// A zone in which files have other bytes than on the disk.
fn open_with(path: &Path, project: &Project, others: &[(&Path, &[u8])]) -> Result<Opened, Failure> {
    let read = zones::read_with(path, project, others, &mut zones::go_on)
        .map_err(|error| Failure::WrongUse(format!("{}: {error}", shown(path))))?;
    let names = read.names();
    let OnDisk { zone, files, mut problems, vfs, tables: game, of_copies, site } = read;
    problems.extend(names.problems.iter().cloned());
    let half_saves = vfs.take_problems().into_iter().chain(game.take_problems());
    half::tell(half_saves.chain(of_copies).collect());
    Ok(Opened { start: zone.clone(), zone, files, names, problems, vfs, game, site })
}

impl Opened {
    /// Where its textures and models are looked for.
    #[cfg(feature = "window")]
    pub(super) fn look_in(&self) -> [&Vfs; 2] {
        [&self.game, &self.vfs]
    }

    /// The textures of its ground, as far as they are at hand.
    pub(super) fn textures(&self) -> Textures {
        Textures::load(&[&self.game, &self.vfs], &self.zone)
    }

    pub(super) fn check_of(&self, zone: &Zone) -> Vec<Problem> {
        let mut problems = self.problems.clone();
        problems.extend(rules::zone::check(zone, &self.names));
        problems
    }

    /// Whether a file of it could not be read, and the zone is without its things.
    pub(super) fn has_unread_part(&self) -> bool {
        self.problems.iter().any(|problem| problem.code == FILE_UNREADABLE.code)
    }

    /// Tells what could not be read, for a command that reports no problems.
    pub(super) fn tell_problems(&self) {
        if self.has_unread_part() {
            half::note_unread_part();
        }
        if !self.problems.is_empty() {
            let report = Report::new(self.problems.clone(), &NoSources);
            complain(&report.to_text(colour_of_stderr()));
        }
    }
}

impl Scriptable for Opened {
    type Action = Action;

    fn open(wanted: &Wanted<'_>) -> Result<Opened, Failure> {
        open(wanted.file)
    }

    fn actions(&self, source: Source) -> Result<Script<Action>, Failure> {
        let script = source.of_zone(self.zone.code_page())?;
        self.tell_problems();
        Ok(script)
    }

    fn apply(&mut self, actions: &[Action], script: &Path) -> Result<usize, Failure> {
        let done = do_all(&self.zone, actions, script, |action, zone| {
            let resolved = action.resolve_by(zone, &self.names);
            let resolved = resolved.map_err(|refusal| refusal.to_string())?;
            let is_change = resolved.edit.is_some();
            Ok(Step { document: resolved.zone, is_change, notes: resolved.notes })
        });
        let (zone, n_changes) = done?;
        self.zone = zone;
        Ok(n_changes)
    }

    fn save(self, wanted: &Wanted<'_>, _: Place) -> Result<String, Failure> {
        let n_files = self.save_with_copies(wanted.target, wanted.also, wanted.apart)?;
        Ok(format!("; {} written", counted(n_files, "file", "files")))
    }
}
