//! The rows of the table of commands that are for zones of EverQuest.

use landwright_core::space::eq::Kind;

use crate::command::{Command, CommandId, Needs};
use crate::kind::everquest::{ID, MENU};

pub(super) const SAME_KIND: CommandId = CommandId::Kind("select-regions-of-kind");
pub(super) const CONNECTED: CommandId = CommandId::Kind("select-connected-regions");
pub(super) const MAKE: CommandId = CommandId::Kind("make-server-files");
pub(super) const ADD: CommandId = CommandId::Kind("add-placed-object");
pub(super) const TURN_LEFT: CommandId = CommandId::Kind("turn-placed-left");
pub(super) const TURN_RIGHT: CommandId = CommandId::Kind("turn-placed-right");
pub(super) const REMOVE: CommandId = CommandId::Kind("remove-placed-objects");
pub(super) const NONE: CommandId = CommandId::Kind("select-no-regions");

/// What regions can be made, with the command that does it.
pub(super) const TAGS: [(Kind, CommandId); 7] = [
    (Kind::Water, CommandId::Kind("tag-water")),
    (Kind::Lava, CommandId::Kind("tag-lava")),
    (Kind::Slime, CommandId::Kind("tag-slime")),
    (Kind::Ice, CommandId::Kind("tag-ice")),
    (Kind::Pvp, CommandId::Kind("tag-pvp")),
    (Kind::ZoneLine, CommandId::Kind("tag-zone-line")),
    (Kind::Normal, CommandId::Kind("tag-normal")),
];

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
    row(TAGS[0].1, "tag-water", "Make water", "Tag the selected regions as water", 0, &["Alt+Shift+W"]),
    row(TAGS[1].1, "tag-lava", "Make lava", "Tag the selected regions as lava", 0, &["Alt+Shift+L"]),
    row(TAGS[2].1, "tag-slime", "Make slime", "Tag the selected regions as slime, which the server treats as dry land", 0, &[]),
    row(TAGS[3].1, "tag-ice", "Make slippery", "Tag the selected regions as slippery ground", 0, &[]),
    row(TAGS[4].1, "tag-pvp", "Make PvP", "Tag the selected regions as an area where players may fight each other", 0, &[]),
    row(TAGS[5].1, "tag-zone-line", "Make zone line", "Tag the selected regions as a line to the zone point of the Tools panel", 0, &["Alt+Shift+Z"]),
    row(TAGS[6].1, "tag-normal", "Make normal", "Remove the selected regions from all lists", 0, &["Alt+Shift+N"]),
    row(SAME_KIND, "select-regions-of-kind", "Select all of this kind", "Select every region that is of the same kind as a selected one", 1, &["Alt+Shift+A"]),
    row(CONNECTED, "select-connected-regions", "Select connected", "Add the regions of the same kind that the selected ones touch, one after the other; below the height in Tools, so that a pit does not lead out over its rim", 1, &["Alt+Shift+C"]),
    row(NONE, "select-no-regions", "Select nothing", "Clear the selection", 1, &[]),
    row(ADD, "add-placed-object", "Add object", "Place the model of the Tools panel where you clicked last", 2, &[]),
    row(TURN_LEFT, "turn-placed-left", "Turn left", "Turn the selected objects by 11.25 degrees, counter-clockwise as seen from above", 2, &[]),
    row(TURN_RIGHT, "turn-placed-right", "Turn right", "Turn the selected objects by 11.25 degrees, clockwise as seen from above", 2, &[]),
    row(REMOVE, "remove-placed-objects", "Remove objects", "Remove the selected objects", 2, &[]),
    row(MAKE, "make-server-files", "Make server files anew", "Write the .map and the .wtr beside the zone again, where they are of a different version of it. Backups are kept", 3, &[]),
];
