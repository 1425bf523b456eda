//! Files with models, and maps of Ragnarok as the client draws them. Objects, characters, motions, effects and
//! particles of ROSE are edited; all else is looked at, and never changed. Each game makes its own ready.

#![cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "the window alone shows models and asks for motions")
)]

mod act;
mod commands;
mod document;
mod edited;
pub(crate) mod exhibit;
mod message;
mod opened;
mod run;
mod tree;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;

use landwright_core::format::file::Kind as Format;
use landwright_core::world::asset::FORMATS;

use crate::command::{Command, Menu};
use crate::kind::asset::document::Modelled;
use crate::kind::asset::edited::AssetDocument;
use crate::kind::document::left::{Left, Restored};
use crate::kind::single;
use crate::kind::{Content, FileRead, Kind, ragnarok, rose};
use crate::model::open::opens_not;

/// Files that models are in, and what moves and shines on those.
#[derive(Debug)]
pub(crate) struct Assets;

const ID: &str = "asset";
const MENU: Menu = Menu::Kind("Model");

impl Kind for Assets {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        commands::COMMANDS
    }

    /// A client has thousands of them.
    fn lists(&self, _name: &str) -> bool {
        false
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        let format = Format::of(&file.name(), file.bytes).ok_or("is no model")?;
        if FORMATS.contains(&format) {
            return single::read::<AssetDocument>(file);
        }
        let source = match format {
            format if rose::exhibit::shows(format) => rose::exhibit::source(format, file)?,
            format if ragnarok::exhibit::shows(format) => ragnarok::exhibit::source(file)?,
            format => return Err(opens_not(format)),
        };
        Ok(Box::new(Modelled::new(source)))
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(single::restored::restore::<AssetDocument>(left, base))
    }
}

/// The kind, where it shows files of a format that core counts to other documents.
pub(crate) fn of_format(format: Format) -> Option<&'static dyn Kind> {
    ragnarok::exhibit::shows(format).then_some(&Assets as &dyn Kind)
}
