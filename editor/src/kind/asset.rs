//! Files with models, and maps of Ragnarok as the client draws them. They are looked at, and never changed; each
//! game makes its own ready.

#![cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "the window alone shows models and asks for motions")
)]

mod document;
pub(crate) mod exhibit;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;

use landwright_core::format::file::Kind as Format;

use self::document::Modelled;
use crate::command::{Command, CommandId, Menu, Needs};
use crate::kind::{Content, FileRead, Kind, ragnarok, rose};
use crate::model::open::opens_not;

/// Files that models are in.
#[derive(Debug)]
pub(crate) struct Assets;

const ID: &str = "asset";
const MENU: Menu = Menu::Kind("Model");

const NEXT: CommandId = CommandId::Kind("next-model");
const BEFORE: CommandId = CommandId::Kind("previous-model");
const PLAY: CommandId = CommandId::Kind("play-motion");
const LOOP: CommandId = CommandId::Kind("loop-motion");

#[rustfmt::skip]
const COMMANDS: &[Command] = &[
    Command { id: NEXT, name: "next-model", text: "Next model", tooltip: "Show the next model of the list", menu: MENU, group: 0, keys: &["Ctrl+Alt+PageDown"], needs: Needs::Kind(ID) },
    Command { id: BEFORE, name: "previous-model", text: "Previous model", tooltip: "Show the previous model of the list", menu: MENU, group: 0, keys: &["Ctrl+Alt+PageUp"], needs: Needs::Kind(ID) },
    Command { id: PLAY, name: "play-motion", text: "Play motion", tooltip: "Let the model move, or hold it", menu: MENU, group: 1, keys: &["Alt+Space"], needs: Needs::Kind(ID) },
    Command { id: LOOP, name: "loop-motion", text: "Loop motion", tooltip: "Begin again where the motion ends", menu: MENU, group: 1, keys: &["Alt+L"], needs: Needs::Kind(ID) },
];

impl Kind for Assets {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        COMMANDS
    }

    /// A client has thousands of them.
    fn lists(&self, _name: &str) -> bool {
        false
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        let format = Format::of(&file.name(), file.bytes).ok_or("is no model")?;
        let source = match format {
            format if rose::exhibit::shows(format) => rose::exhibit::source(format, file)?,
            format if ragnarok::exhibit::shows(format) => ragnarok::exhibit::source(file)?,
            format => return Err(opens_not(format)),
        };
        Ok(Box::new(Modelled::new(source)))
    }
}

/// The kind, where it shows files of a format that core counts to other documents.
pub(crate) fn of_format(format: Format) -> Option<&'static dyn Kind> {
    ragnarok::exhibit::shows(format).then_some(&Assets as &dyn Kind)
}
