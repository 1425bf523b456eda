//! Tables: STB, STL and LTB as a grid that is searched, sorted, filtered and edited cell by cell.

pub mod document;
pub mod message;
pub mod sight;
mod act;
pub(crate) mod around;
mod clip;
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "the grid asks for most of it"))]
mod columns;
mod commands;
mod conflicts;
mod delete;
mod names;
mod opened;
mod partner;
mod run;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
pub(crate) mod tests;

use self::document::TableDocument;
use super::{Content, FileRead, Kind};
use crate::command::{Command, Menu};
use crate::kind::document::left::{Left, Restored};
use crate::kind::single;

/// Tables of ROSE.
#[derive(Debug)]
pub struct Tables;

pub(crate) const ID: &str = "table";
const MENU: Menu = Menu::Kind("Table");

impl Kind for Tables {
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
        single::read::<TableDocument>(file)
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(single::restored::restore::<TableDocument>(left, base))
    }
}
