//! The rows of the table of commands that are for models and assets.

use crate::command::{Command, CommandId, Needs};
use crate::kind::asset::{ID, MENU};

pub(super) const NEXT: CommandId = CommandId::Kind("next-model");
pub(super) const BEFORE: CommandId = CommandId::Kind("previous-model");
pub(super) const PLAY: CommandId = CommandId::Kind("play-motion");
pub(super) const LOOP: CommandId = CommandId::Kind("loop-motion");
pub(super) const ADD: CommandId = CommandId::Kind("add-thing");
pub(super) const DUPLICATE: CommandId = CommandId::Kind("duplicate-thing");
pub(super) const REMOVE: CommandId = CommandId::Kind("remove-thing");

const fn row(
    id: CommandId,
    name: &'static str,
    text: &'static str,
    tooltip: &'static str,
    group: u8,
    keys: &'static [&'static str],
) -> Command {
    Command { id, name, text, tooltip, menu: MENU, group, keys, needs: Needs::Kind(ID) }
}

/// A row a line, to be read as a table.
#[rustfmt::skip]
pub(super) const COMMANDS: &[Command] = &[
    row(NEXT, "next-model", "Next model", "Show the next model of the list", 0, &["Ctrl+Alt+PageDown"]),
    row(BEFORE, "previous-model", "Previous model", "Show the previous model of the list", 0, &["Ctrl+Alt+PageUp"]),
    row(PLAY, "play-motion", "Play motion", "Let the model move, or hold it", 1, &["Alt+Space"]),
    row(LOOP, "loop-motion", "Loop motion", "Begin again where the motion ends", 1, &["Alt+L"]),
    row(ADD, "add-thing", "Add", "Add a thing to the selected list, or to the list of the selected thing", 2, &["Alt+Insert"]),
    row(DUPLICATE, "duplicate-thing", "Duplicate", "Add a copy of the selected thing at the end of its list; Ctrl+Shift+D does the same", 2, &[]),
    row(REMOVE, "remove-thing", "Remove", "Remove the selected thing, if nothing refers to it; the Delete key does the same", 2, &[]),
];
