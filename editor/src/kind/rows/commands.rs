//! The rows of the table of commands that are for tables of EverQuest servers.

use crate::command::{Command, CommandId, Needs};
use crate::kind::rows::{ID, MENU};

pub(super) const ADD: CommandId = CommandId::Kind("add-server-row");
pub(super) const DROP: CommandId = CommandId::Kind("drop-server-rows");
pub(super) const REMOVE: CommandId = CommandId::Kind("remove-server-rows");
pub(super) const NONE: CommandId = CommandId::Kind("select-no-server-rows");

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
    row(ADD, "add-server-row", "Add row", "Add a row like the selected one where you clicked last, on the floor", 0, &[]),
    row(DROP, "drop-server-rows", "Put on the floor", "Put the selected points on the floor that the server finds for them", 0, &[]),
    row(REMOVE, "remove-server-rows", "Remove rows", "Remove the selected rows", 0, &[]),
    row(NONE, "select-no-server-rows", "Select nothing", "Clear the selection", 1, &[]),
];
