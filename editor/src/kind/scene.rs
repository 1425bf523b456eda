//! Scenes of Ragnarok maps: the objects of an RSW from above, in 3D and in a list, moved, turned and edited.

pub(crate) mod document;
pub(crate) mod message;
mod act;
mod commands;
mod exchange;
pub(in crate::kind) mod land;
mod opened;
mod run;
#[cfg(feature = "window")]
pub(in crate::kind) mod face;
#[cfg(test)]
mod tests;

use crate::command::{Command, CommandId, Menu};
use crate::kind::document::left::{Left, Restored};
use crate::kind::scene::document::SceneDocument;
use crate::kind::single;
use crate::kind::{Content, FileRead, Kind, everquest};
use crate::model::Model;

/// Scenes of Ragnarok maps.
#[derive(Debug)]
pub(crate) struct Scenes;

pub(crate) const ID: &str = "scene";
const MENU: Menu = Menu::Kind("Scene");

impl Kind for Scenes {
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
        single::read::<SceneDocument>(file)
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(single::restored::restore::<SceneDocument>(left, base))
    }

    fn can_run(&self, model: &Model, id: CommandId) -> Option<bool> {
        everquest::can_run(model, id)
    }

    fn run(&self, model: &mut Model, id: CommandId) -> bool {
        everquest::run_command(model, id)
    }
}
