//! The rows of the table of commands that are for grounds.

use crate::command::{Command, CommandId, Needs};
use crate::kind::ground::tool::Tool;
use crate::kind::ground::{ID, MENU};

/// What takes each tool in hand.
pub(super) const TOOLS: [(Tool, CommandId); 10] = [
    (Tool::Select, CommandId::Kind("select-cube")),
    (Tool::Raise, CommandId::Kind("raise-ground")),
    (Tool::Lower, CommandId::Kind("lower-ground")),
    (Tool::SetHeight, CommandId::Kind("set-ground-height")),
    (Tool::Flatten, CommandId::Kind("flatten-ground")),
    (Tool::Smooth, CommandId::Kind("smooth-ground")),
    (Tool::Ramp, CommandId::Kind("ramp-ground")),
    (Tool::Paint, CommandId::Kind("paint-texture")),
    (Tool::Wall, CommandId::Kind("build-walls")),
    (Tool::Hole, CommandId::Kind("cut-holes")),
];
pub(super) const ALL_WALLS: CommandId = CommandId::Kind("wall-all-steps");

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
    row(TOOLS[0].1, "select-cube", "Select a cube", "Click a cube to see and type its corners", 0, &["Alt+Shift+X"]),
    row(TOOLS[1].1, "raise-ground", "Raise", "Raise the ground under the brush; Shift lowers it", 1, &["Alt+Shift+U"]),
    row(TOOLS[2].1, "lower-ground", "Lower", "Lower the ground under the brush; Shift raises it", 1, &["Alt+Shift+O"]),
    row(TOOLS[3].1, "set-ground-height", "Set height", "Give the ground a height; Alt picks the height under the pointer", 1, &["Alt+Shift+H"]),
    row(TOOLS[4].1, "flatten-ground", "Flatten", "Bring the ground to the height at the start of the stroke", 1, &["Alt+Shift+Y"]),
    row(TOOLS[5].1, "smooth-ground", "Smooth", "Even out the ground under the brush", 1, &["Alt+Shift+M"]),
    row(TOOLS[6].1, "ramp-ground", "Ramp", "Drag from one cube to another: both keep their heights, with a slope between", 1, &["Alt+Shift+P"]),
    row(TOOLS[7].1, "paint-texture", "Paint texture", "Paint the chosen texture; Alt picks the texture under the pointer", 2, &["Alt+Shift+T"]),
    row(TOOLS[8].1, "build-walls", "Walls", "Put walls where the ground has a step; Shift removes walls", 2, &["Alt+Shift+B"]),
    row(TOOLS[9].1, "cut-holes", "Holes", "Remove the tops of cubes; Shift puts tops with the chosen texture on them", 2, &["Alt+Shift+K"]),
    row(ALL_WALLS, "wall-all-steps", "Wall all steps", "Put walls with the chosen texture at every step of the ground that has none", 3, &[]),
];
