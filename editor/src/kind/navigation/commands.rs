//! The rows of the table of commands that are for navigation meshes.

use landwright_core::space::eq::area::Area;

use crate::command::{Command, CommandId, Needs};
use crate::kind::navigation::message::Tool;
use crate::kind::navigation::{ID, MENU};

/// What a click does, with the command that chooses it.
pub(super) const TOOLS: [(Tool, CommandId); 3] = [
    (Tool::Select, CommandId::Kind("mesh-select")),
    (Tool::Connect, CommandId::Kind("mesh-connect")),
    (Tool::Route, CommandId::Kind("mesh-route")),
];

/// What polygons can be made, with the command that does it.
pub(super) const AREAS: [(Area, CommandId); 6] = [
    (Area::Normal, CommandId::Kind("mesh-normal")),
    (Area::Water, CommandId::Kind("mesh-water")),
    (Area::Lava, CommandId::Kind("mesh-lava")),
    (Area::Preferred, CommandId::Kind("mesh-preferred")),
    (Area::Portal, CommandId::Kind("mesh-portal")),
    (Area::Disabled, CommandId::Kind("mesh-disabled")),
];

pub(super) const ISLAND: CommandId = CommandId::Kind("mesh-select-island");
pub(super) const TILE: CommandId = CommandId::Kind("mesh-select-tile");
pub(super) const SAME_AREA: CommandId = CommandId::Kind("mesh-select-area");
pub(super) const NONE: CommandId = CommandId::Kind("mesh-select-none");
pub(super) const REMOVE: CommandId = CommandId::Kind("mesh-remove");
pub(super) const REMOVE_TILE: CommandId = CommandId::Kind("mesh-remove-tile");
pub(super) const BRIDGE_GAP: CommandId = CommandId::Kind("mesh-bridge-gap");

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
    row(TOOLS[0].1, "mesh-select", "Select polygons", "Click a polygon or a connection, or drag a box around several. Shift adds, Ctrl takes out again", 0, &["Alt+Shift+V"]),
    row(TOOLS[1].1, "mesh-connect", "Connect", "Click where a new connection begins, and then where it ends", 0, &["Alt+Shift+J"]),
    row(TOOLS[2].1, "mesh-route", "Find a way", "Click a start and then a goal: the way of a server's walker, or why there is none", 0, &["Alt+Shift+R"]),
    row(AREAS[0].1, "mesh-normal", "Make normal ground", "Make the selected polygons normal again", 1, &[]),
    row(AREAS[1].1, "mesh-water", "Make polygons water", "Walkers take them at three times the cost", 1, &[]),
    row(AREAS[2].1, "mesh-lava", "Make polygons lava", "Walkers take them at five times the cost", 1, &[]),
    row(AREAS[3].1, "mesh-preferred", "Make preferred", "Walkers take the selected polygons at a tenth of the cost", 1, &[]),
    row(AREAS[4].1, "mesh-portal", "Make a portal", "Whoever takes the selected connection is moved along at once", 1, &[]),
    row(AREAS[5].1, "mesh-disabled", "Disable", "No walker takes the selected polygons any more", 1, &["Alt+Shift+D"]),
    row(BRIDGE_GAP, "mesh-bridge-gap", "Connect across the gap", "Add a connection where the way that you asked for breaks off", 2, &[]),
    row(REMOVE, "mesh-remove", "Remove", "Remove the selected connections and polygons. A tile that keeps no polygon goes with them", 2, &[]),
    row(REMOVE_TILE, "mesh-remove-tile", "Remove tile", "Remove the tile of the selected polygon, with its connections", 2, &[]),
    row(TILE, "mesh-select-tile", "Select tile", "Select all polygons of the tiles of the selected ones", 3, &[]),
    row(ISLAND, "mesh-select-island", "Select island", "Select every polygon that is connected with a selected one", 3, &["Alt+Shift+I"]),
    row(SAME_AREA, "mesh-select-area", "Select all of this area", "Select every polygon that is of the same area as a selected one", 3, &[]),
    row(NONE, "mesh-select-none", "Clear", "Clear the selection, the way, and a connection that is begun", 3, &[]),
];
