//! Navigation meshes of EverQuest servers: shown from above and in 3D, asked for ways, and mended.

pub(crate) mod document;
pub(crate) mod message;
mod act;
mod commands;
mod conflicts;
pub(in crate::kind) mod lay;
mod opened;
mod route;
mod run;
#[cfg(feature = "window")]
pub(in crate::kind) mod face;
#[cfg(test)]
mod tests;

use crate::command::{Command, CommandId, Menu};
use crate::kind::document::left::{Left, Restored};
use crate::kind::navigation::document::NavDocument;
use crate::kind::single;
use crate::kind::{Content, FileRead, Kind, everquest};
use crate::model::Model;

/// Navigation meshes of EverQuest.
#[derive(Debug)]
pub(crate) struct Navigation;

pub(crate) const ID: &str = "navigation";
const MENU: Menu = Menu::Kind("Mesh");

impl Kind for Navigation {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        commands::COMMANDS
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        single::read::<NavDocument>(file)
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(single::restored::restore::<NavDocument>(left, base))
    }

    fn can_run(&self, model: &Model, id: CommandId) -> Option<bool> {
        everquest::can_run(model, id)
    }

    fn run(&self, model: &mut Model, id: CommandId) -> bool {
        everquest::run_command(model, id)
    }
}
