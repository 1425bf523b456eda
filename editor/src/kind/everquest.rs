//! EverQuest: zones from above and in 3D, asked as their server answers, their regions tagged, and their objects
//! placed.

pub(crate) mod document;
pub(crate) mod message;
mod act;
mod commands;
mod conflicts;
mod lay;
mod objects;
mod opened;
mod place;
mod run;
mod server;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use landwright_core::vfs::disk;
use landwright_core::world::eq::{Unfit, Zone, server_map};

use crate::command::{Command, CommandId, Menu};
use crate::kind::document::common::ViewKind;
use crate::kind::document::left::{Left, Restored};
use crate::kind::everquest::document::EqDocument;
use crate::kind::single;
use crate::kind::{Content, FileRead, Kind};
use crate::model::Model;

/// Zones of EverQuest.
#[derive(Debug)]
pub(crate) struct EverQuest;

pub(crate) const ID: &str = "everquest";
const MENU: Menu = Menu::Kind("Regions");

impl Kind for EverQuest {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        commands::COMMANDS
    }

    /// Most archives of a client hold objects and creatures.
    fn lists(&self, _name: &str) -> bool {
        false
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        single::read::<EqDocument>(file)
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(single::restored::restore::<EqDocument>(left, base))
    }

    fn can_run(&self, model: &Model, id: CommandId) -> Option<bool> {
        can_run(model, id)
    }

    fn run(&self, model: &mut Model, id: CommandId) -> bool {
        run_command(model, id)
    }
}

/// Views in space are alike for all documents that have them.
pub(super) fn can_run(model: &Model, id: CommandId) -> Option<bool> {
    match id {
        CommandId::New3dView => Some(true),
        id if moves_view(id) && is_in_space(model) => Some(true),
        CommandId::LookNorth | CommandId::LookDown => Some(false),
        id => model.can_run_on_document(id),
    }
}

pub(super) fn run_command(model: &mut Model, id: CommandId) -> bool {
    let is_alike = id == CommandId::New3dView || moves_view(id) && is_in_space(model);
    !is_alike && model.run_on_document(id)
}

/// Whether a command moves a view in space.
fn moves_view(id: CommandId) -> bool {
    matches!(
        id,
        CommandId::ZoomIn
            | CommandId::ZoomOut
            | CommandId::ZoomFit
            | CommandId::LookNorth
            | CommandId::LookDown
            | CommandId::MoveLeft
            | CommandId::MoveRight
            | CommandId::MoveUp
            | CommandId::MoveDown
    )
}

fn is_in_space(model: &Model) -> bool {
    let view = model.active.and_then(|view| model.view(view));
    view.is_some_and(|view| view.kind == ViewKind::InSpace)
}

/// The zone in an archive, with what can be placed in it where that archive is beside it.
pub(super) fn zone_of(path: &Path, bytes: &[u8]) -> Result<Zone, String> {
    let name = crate::versions::name_of(path);
    let mut zone = Zone::open(&name, bytes).map_err(|unfit| match unfit {
        Unfit::NoZone => {
            "holds no zone: the window opens archives of zones alone. `landwright ls` lists \
                          what is in any other"
                .to_owned()
        }
        unfit => unfit.to_string(),
    })?;
    if let Some(models) = beside(path, &zone.models_file()) {
        // Without its objects, a zone is still shown, and says so.
        let _ = zone.add_models(&models);
    }
    zone.ignored = ignored(path, &zone);
    Ok(zone)
}

/// The models that the `.ignore` beside a zone leaves out now.
fn ignored(path: &Path, zone: &Zone) -> BTreeSet<String> {
    let text = beside(path, &zone.ignore_file()).unwrap_or_default();
    server_map::ignored(&text)
}

/// The bytes of a file beside another one, whatever the case of its name.
pub(crate) fn beside(path: &Path, name: &str) -> Option<Vec<u8>> {
    let found = path_beside(path, name)?;
    disk::read_file(&found, disk::READ_LIMIT).ok().map(|loaded| loaded.bytes)
}

fn path_beside(path: &Path, name: &str) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = disk::list(folder.unwrap_or(Path::new("."))).unwrap_or_default();
    let found = entries.into_iter().find(|entry| entry.name().eq_ignore_ascii_case(name))?;
    Some(found.path)
}
