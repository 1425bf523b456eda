//! Ragnarok maps on the command line.

use std::path::Path;

use landwright_core::format::file::Content;
use landwright_core::format::ragnarok::gat;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;

use super::load;
use super::outcome::Failure;
use super::output::shown;
use super::script::{Step, do_all};
use super::scriptable::{Scriptable, Wanted};
use super::target::Place;

/// A map that was read.
pub(super) struct Opened {
    map: GatMap,
}

/// What every command that ends up here takes.
const NEEDED: &str =
    "give a Ragnarok map (gat), a TERA area (apd) or a ROSE zone (its folder or zon)";

/// A file that has to be a Ragnarok map.
pub(super) fn read_map(path: &Path) -> Result<GatMap, Failure> {
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

/// The bytes that are saved of a map.
pub(super) fn bytes_of(map: &GatMap) -> Vec<u8> {
    gat::write(&map.to_gat())
}

impl Scriptable for Opened {
    type Action = Action;

    fn open(wanted: &Wanted<'_>) -> Result<Opened, Failure> {
        Ok(Opened { map: read_map(wanted.file)? })
    }

    fn apply(&mut self, actions: &[Action], script: &Path) -> Result<usize, Failure> {
        let done = do_all(&self.map, actions, script, |action, map| {
            let resolved = action.resolve(map).map_err(|refusal| refusal.to_string())?;
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
