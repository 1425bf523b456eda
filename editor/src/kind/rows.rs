//! Tables of EverQuest servers: spawn points, waypoints, doors and zone points over the floors of their zone, moved,
//! typed, added and removed.

pub(crate) mod document;
pub(crate) mod message;
mod act;
mod commands;
mod conflicts;
mod opened;
mod run;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;

use crate::command::{Command, Menu};
use crate::kind::document::left::{Left, Restored};
use crate::kind::rows::document::RowsDocument;
use crate::kind::{Content, FileRead, Kind, single};

/// Tables of EverQuest servers.
#[derive(Debug)]
pub(crate) struct ServerRows;

pub(crate) const ID: &str = "rows";
const MENU: Menu = Menu::Kind("Rows");

impl Kind for ServerRows {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        commands::COMMANDS
    }

    /// Most texts of a folder are no rows of a server.
    fn lists(&self, _name: &str) -> bool {
        false
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        single::read::<RowsDocument>(file)
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(single::restored::restore::<RowsDocument>(left, base))
    }
}
