//! ROSE zones on the command line: a folder of blocks with its ZON, or one block by its IFO.

pub(super) mod check;
pub(super) mod exchange;
pub(super) mod overview;
pub(super) mod picture;
mod copies;
mod named;
mod save;

use std::path::{Path, PathBuf};

use landwright_core::check as rules;
use landwright_core::format::file::Kind;
use landwright_core::problem::report::{NoSources, Report};
use landwright_core::problem::{Change, Problem, Severity};
use landwright_core::project::Project;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::{Vfs, VfsPath, disk};
use landwright_core::world::Editing;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::{self, Zone, ZoneFiles};

use super::load;
use super::outcome::Failure;
use super::output::{colour_of_stderr, complain, shown};
use super::settings::Settings;

/// The language of STL files in which things are named: English in the game's own.
const LANGUAGE: usize = 1;
/// Mending one thing may bring the next to light; after so many rounds it is left.
const N_ROUNDS: usize = 4;
/// The folder that the paths in the game's tables start with.
const DATA: &str = "3DDATA";

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
    /// The folder of the game on the disk: what the paths of the zone's files are below.
    root: PathBuf,
    /// Where the zone is below it.
    place: VfsPath,
}

/// Whether a path is a zone: a folder with a ZON or with blocks, a ZON, or an IFO; or what
/// LIST_ZONE.STB calls one.
pub(super) fn is_zone(path: &Path) -> bool {
    is_on_disk(path) || named::by_name(path).is_some()
}

fn is_on_disk(path: &Path) -> bool {
    if disk::is_folder(path) {
        let entries = disk::list(path).unwrap_or_default();
        return entries.iter().any(|entry| {
            let name = entry.name();
            match Kind::of_name(&name) {
                Some(Kind::Zon) => true,
                Some(Kind::Ifo) => BlockCoord::from_file_name(&name).is_some(),
                _ => false,
            }
        });
    }
    matches!(Kind::of_name(&load::name_of(path)), Some(Kind::Zon | Kind::Ifo))
}

/// Reads a zone with the tables of its game: those in the folder above its `3DDATA`, or in the
/// roots of its project.
pub(super) fn open(path: &Path) -> Result<Opened, Failure> {
    let named = named::by_name(path).transpose()?;
    let path = named.as_deref().unwrap_or(path);
    let project = Settings::of_one(path)?;
    open_in(path, &project)
}

pub(super) fn open_in(path: &Path, project: &Project) -> Result<Opened, Failure> {
    let wrong =
        |error: &dyn std::fmt::Display| Failure::WrongUse(format!("{}: {error}", shown(path)));
    let absolute = disk::absolute(path).map_err(|error| wrong(&error.trouble))?;
    let folder = match disk::is_folder(&absolute) {
        true => absolute.as_path(),
        false => absolute.parent().unwrap_or(&absolute),
    };
    let root = game_folder(folder).unwrap_or(folder).to_owned();
    let mut vfs = Vfs::default();
    let own = Folder::open(&root, project.code_page).map_err(|error| wrong(&error.trouble))?;
    vfs.push(own);
    let inside = absolute.strip_prefix(&root).unwrap_or(Path::new(""));
    let place = VfsPath::new(&inside.to_string_lossy()).map_err(|error| wrong(&error))?;
    let opened = zone::open(&vfs, &place, project.code_page).map_err(|error| wrong(&error))?;
    let game = tables(&vfs, &root, project)?;
    let names = Names::load(&game, &opened.zone, LANGUAGE);
    let zone::Opened { zone, files, problems } = opened;
    Ok(Opened { zone, files, names, problems, vfs, game, root, place })
}

/// Where tables are looked for: the game's folder, and then the roots of the project.
fn tables(own: &Vfs, root: &Path, project: &Project) -> Result<Vfs, Failure> {
    let has_tables = own.find(&VfsPath::new(DATA).unwrap_or_else(|_| VfsPath::root()));
    let mut vfs = match project.roots.is_empty() {
        true => Vfs::default(),
        false => project.mount().0,
    };
    if matches!(has_tables, Ok(Some(_)))
        && let Ok(folder) = Folder::open(root, project.code_page)
    {
        vfs.push(folder);
    }
    Ok(vfs)
}

/// The folder that holds the `3DDATA` in which a folder is.
fn game_folder(folder: &Path) -> Option<&Path> {
    let is_data = |part: &&Path| {
        part.file_name().is_some_and(|name| name.to_string_lossy().eq_ignore_ascii_case(DATA))
    };
    folder.ancestors().find(is_data)?.parent()
}

impl Opened {
    /// The textures of its ground, as far as they are at hand.
    pub(super) fn textures(&self) -> Textures {
        Textures::load(&[&self.game, &self.vfs], &self.zone)
    }

    pub(super) fn check(&self) -> Vec<Problem> {
        let mut problems = self.problems.clone();
        problems.extend(rules::zone::check(&self.zone, &self.names));
        problems
    }

    /// Does the first fix of every error and warning, and says whether anything changed.
    pub(super) fn mend(&mut self, mut judge: impl FnMut(Vec<Problem>) -> Vec<Problem>) -> bool {
        let mut is_changed = false;
        for _ in 0..N_ROUNDS {
            let mut is_round_changed = false;
            let problems = judge(self.check());
            for problem in problems.iter().filter(|one| one.severity >= Severity::Warning) {
                let Some(fix) = problem.fixes.first() else { continue };
                let Change::Action { name, arguments } = &fix.change else { continue };
                let Ok(action) = Action::from_parts(name, arguments) else { continue };
                // Another fix may have taken away what this one is about.
                let Ok(resolved) = action.resolve(&self.zone) else { continue };
                is_round_changed |= resolved.edit.is_some();
                self.zone = resolved.zone;
            }
            is_changed |= is_round_changed;
            if !is_round_changed {
                break;
            }
        }
        is_changed
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
