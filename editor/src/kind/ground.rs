//! Ground of Ragnarok maps: a GND from above and in 3D, shaped, painted and walled.

pub(crate) mod document;
pub(crate) mod message;
mod act;
mod commands;
mod opened;
mod run;
mod tool;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;

use crate::command::{Command, CommandId, Menu};
use crate::kind::document::left::{Left, Restored};
use crate::kind::ground::document::GroundDocument;
use crate::kind::single;
use crate::kind::{Content, FileRead, Kind, everquest};
use crate::model::Model;

/// Grounds of Ragnarok maps.
#[derive(Debug)]
pub(crate) struct Grounds;

pub(crate) const ID: &str = "ground";
const MENU: Menu = Menu::Kind("Ground");

impl Kind for Grounds {
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
        single::read::<GroundDocument>(file)
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(single::restored::restore::<GroundDocument>(left, base))
    }

    fn can_run(&self, model: &Model, id: CommandId) -> Option<bool> {
        everquest::can_run(model, id)
    }

    fn run(&self, model: &mut Model, id: CommandId) -> bool {
        everquest::run_command(model, id)
    }
}
