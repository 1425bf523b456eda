//! Ragnarok maps on the command line.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Content;
use landwright_core::format::ragnarok::gat;
use landwright_core::problem::report::{NoSources, Report};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::ground::Ground;

use super::load;
use super::outcome::Failure;
use super::output::{colour_of_stderr, complain, shown};
use super::script::{Step, do_all};
use super::scriptable::{Scriptable, Wanted};
use super::target::Place;
use crate::cli::settings::Settings;
use crate::kind::ragnarok::scenery::Trouble;
use crate::kind::ragnarok::under::Under;

/// A map that was read.
pub(super) struct Opened {
    map: GatMap,
    file: PathBuf,
}

/// What every command that ends up here takes.
const NEEDED: &str = "give a Ragnarok map (gat, mcache, fld2, fld2.gz), a TERA area (apd) or a ROSE zone (its folder or zon)";

/// A file that has to be a Ragnarok map.
pub(super) fn read_map(path: &Path) -> Result<GatMap, Failure> {
    if let Some(map) = load::cached_map(path)? {
        return Ok(map);
    }
    let file = load::read(path)?.0;
    match file.content {
        Content::Gat(ref gat) => GatMap::new(gat)
            .map_err(|error| Failure::File(format!("error: {}: {error}", shown(path)))),
        _ => Err(Failure::WrongUse(format!(
            "{} is a {} file; {NEEDED}",
            shown(path),
            file.kind().name()
        ))),
    }
}

/// The ground under a map, or that of a GND. Tells how it was found.
pub(super) fn under_of(file: &Path, rsw: Option<&Path>) -> Result<Ground, Failure> {
    let project = Settings::of_one(file)?;
    let under = Under::of(file, rsw, &project).map_err(|trouble| match trouble {
        Trouble::Disk(_) | Trouble::NoGround(_) => {
            Failure::WrongUse(format!("{}: {trouble}", shown(file)))
        }
        Trouble::Broken { .. } => Failure::File(format!("error: {trouble}")),
    })?;
    Ok(told(under))
}

fn told(Under { ground, notes, problems }: Under) -> Ground {
    if !problems.is_empty() {
        complain(&Report::new(problems, &NoSources).to_text(colour_of_stderr()));
    }
    notes.iter().for_each(|note| complain(&format!("note: {note}")));
    ground
}

/// The bytes that are saved of a map.
pub(super) fn bytes_of(map: &GatMap) -> Vec<u8> {
    gat::write(&map.to_gat())
}

impl Scriptable for Opened {
    type Action = Action;

    fn open(wanted: &Wanted<'_>) -> Result<Opened, Failure> {
        let file = wanted.file.to_owned();
        Ok(Opened { map: read_map(&file)?, file })
    }

    fn apply(&mut self, actions: &[Action], script: &Path) -> Result<usize, Failure> {
        let ground = if actions.iter().any(Action::needs_ground) {
            let project = Settings::of_one(&self.file)?;
            Under::of(&self.file, None, &project).map(told).map_err(|trouble| trouble.to_string())
        } else {
            Err(String::new())
        };
        let ground = ground.as_ref().map_err(String::as_str);
        let done = do_all(&self.map, actions, script, |action, map| {
            let resolved = action.resolve_on(map, ground).map_err(|refusal| refusal.to_string())?;
            let is_change = resolved.edit.is_some();
            Ok(Step { document: resolved.map, is_change, notes: resolved.notes })
        });
        let (map, n_changes) = done?;
        self.map = map;
        Ok(n_changes)
    }

    fn save(self, wanted: &Wanted<'_>, place: Place) -> Result<String, Failure> {
        wanted.target.save(place.before, bytes_of(&self.map))?;
        Ok(String::new())
    }
}
