//! The rows of the table of commands that are for scenes.

use landwright_core::world::rsw::object::Kind;

use crate::command::{Command, CommandId, Needs};
use crate::kind::scene::{ID, MENU};

/// What adds an object of a kind.
pub(super) const ADDS: [(Kind, CommandId); 4] = [
    (Kind::Model, CommandId::Kind("add-model")),
    (Kind::Light, CommandId::Kind("add-light")),
    (Kind::Sound, CommandId::Kind("add-sound")),
    (Kind::Effect, CommandId::Kind("add-effect")),
];
pub(super) const PICK: CommandId = CommandId::Kind("add-model-from-roots");
pub(super) const DUPLICATE: CommandId = CommandId::Kind("duplicate-objects");
pub(super) const DELETE: CommandId = CommandId::Kind("delete-objects");
pub(super) const LEFT: CommandId = CommandId::Kind("turn-objects-left");
pub(super) const RIGHT: CommandId = CommandId::Kind("turn-objects-right");
pub(super) const LARGER: CommandId = CommandId::Kind("scale-objects-up");
pub(super) const SMALLER: CommandId = CommandId::Kind("scale-objects-down");
pub(super) const DROP: CommandId = CommandId::Kind("drop-objects");
pub(super) const ALIKE: CommandId = CommandId::Kind("select-same-file");
pub(super) const FIND: CommandId = CommandId::Kind("find-objects");
pub(super) const NONE: CommandId = CommandId::Kind("select-no-objects");

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
    row(ADDS[0].1, "add-model", "Add model", "Add a model like the selected one where you clicked last, on the ground", 0, &[]),
    row(PICK, "add-model-from-roots", "Add model from the roots…", "Choose among the models of the client's folders and archives; it comes where you clicked last", 0, &[]),
    row(ADDS[1].1, "add-light", "Add light", "Add a light where you clicked last", 0, &[]),
    row(ADDS[2].1, "add-sound", "Add sound", "Add a sound like the selected one where you clicked last", 0, &[]),
    row(ADDS[3].1, "add-effect", "Add effect", "Add an effect like the selected one where you clicked last", 0, &[]),
    row(DUPLICATE, "duplicate-objects", "Duplicate objects", "Copy the selected objects, one cell to the south-east", 1, &["Ctrl+Alt+Insert"]),
    row(DELETE, "delete-objects", "Delete objects", "Delete the selected objects; the Delete key does the same", 1, &["Ctrl+Alt+Delete"]),
    row(LEFT, "turn-objects-left", "Turn left", "Turn the selected objects by 15 degrees, counter-clockwise as seen from above", 2, &["Alt+Shift+Q"]),
    row(RIGHT, "turn-objects-right", "Turn right", "Turn the selected objects by 15 degrees, clockwise as seen from above", 2, &["Alt+Shift+E"]),
    row(LARGER, "scale-objects-up", "Scale up", "Make the selected models a tenth larger", 2, &[]),
    row(SMALLER, "scale-objects-down", "Scale down", "Make the selected models a tenth smaller again", 2, &[]),
    row(DROP, "drop-objects", "Put on the ground", "Move the selected objects up or down onto the ground", 2, &["Alt+Shift+G"]),
    row(ALIKE, "select-same-file", "Select all of this file", "Select every object with the same file as a selected one, or of the same effect", 3, &["Alt+Shift+S"]),
    row(FIND, "find-objects", "Find objects", "Type part of a name or a file", 3, &["Alt+Shift+F"]),
    row(NONE, "select-no-objects", "Select nothing", "Clear the selection", 3, &[]),
];
