//! The rows of the table of commands that are for zones alone.

use crate::command::CommandId as Id;
use crate::command::table::row;
use crate::command::{Command, Menu, Needs};

pub(super) const MODELS: Id = Id::Kind("toggle-models");
pub(super) const SYMBOLS: Id = Id::Kind("toggle-symbols");
pub(super) const MOTIONS: Id = Id::Kind("toggle-motions");
pub(super) const FOG: Id = Id::Kind("toggle-fog");

/// The menu of zones.
pub(super) const MENU: Menu = Menu::Kind("Zone");

/// A row a line, to be read as a table.
#[rustfmt::skip]
pub(super) const ROWS: &[Command] = &[
    row(Id::ToolPut, "tool-put", "Place things", "Click to place a new thing of the palette", (MENU, 0), &["O"], Needs::Kind("rose")),
    row(Id::GizmoMove, "gizmo-move", "Move by handles", "Drag the handles of the selection to move it", (MENU, 0), &["Shift+Z"], Needs::Kind("rose")),
    row(Id::GizmoRotate, "gizmo-rotate", "Rotate by handles", "Drag the handle of the selection to rotate it. Shift snaps to 15°, Alt rotates each thing around itself", (MENU, 0), &["Shift+X"], Needs::Kind("rose")),
    row(Id::GizmoScale, "gizmo-scale", "Scale by handles", "Drag the handles of the selection to scale it. Shift snaps to steps of 0.1", (MENU, 0), &["Shift+V"], Needs::Kind("rose")),
    row(Id::SelectAlike, "select-alike", "Select alike", "Select everything with the same kind and number as the selection", (MENU, 1), &["Shift+A"], Needs::Kind("rose")),
    row(Id::FindThings, "find-things", "Find and replace…", "Find things by the value of any field, and replace the value", (MENU, 1), &["Ctrl+F"], Needs::Kind("rose")),
    row(Id::DuplicateThings, "duplicate-things", "Duplicate", "Copy the selected things one cell away; dragging with Alt also copies", (MENU, 2), &["Ctrl+Shift+D"], Needs::Kind("rose")),
    row(Id::ArrayThings, "array-things", "Array…", "Copy the selected things in rows", (MENU, 2), &[], Needs::Kind("rose")),
    row(Id::DropToGround, "drop-to-ground", "Drop to ground", "Move the selected things down or up onto the ground", (MENU, 3), &["End"], Needs::Kind("rose")),
    row(Id::SettleThings, "settle-things", "Settle", "Move the selected things into the file of the block where they are, and correct their stored cells", (MENU, 3), &[], Needs::Kind("rose")),
    row(Id::AlignWest, "align-west", "Align west", "Align the selected things with the westernmost of them", (MENU, 3), &[], Needs::Kind("rose")),
    row(Id::AlignMiddleX, "align-middle-x", "Align centres west to east", "Align the centres of the selected things on a line from north to south", (MENU, 3), &[], Needs::Kind("rose")),
    row(Id::AlignEast, "align-east", "Align east", "Align the selected things with the easternmost of them", (MENU, 3), &[], Needs::Kind("rose")),
    row(Id::AlignSouth, "align-south", "Align south", "Align the selected things with the southernmost of them", (MENU, 3), &[], Needs::Kind("rose")),
    row(Id::AlignMiddleY, "align-middle-y", "Align centres south to north", "Align the centres of the selected things on a line from west to east", (MENU, 3), &[], Needs::Kind("rose")),
    row(Id::AlignNorth, "align-north", "Align north", "Align the selected things with the northernmost of them", (MENU, 3), &[], Needs::Kind("rose")),
    row(Id::DistributeX, "distribute-x", "Distribute west to east", "Space the selected things evenly from west to east", (MENU, 3), &[], Needs::Kind("rose")),
    row(Id::DistributeY, "distribute-y", "Distribute south to north", "Space the selected things evenly from south to north", (MENU, 3), &[], Needs::Kind("rose")),
    row(Id::NudgeWest, "nudge-west", "Nudge west", "Move the selected things one cell to the west; with the select box or lasso, the arrow key alone does this", (MENU, 3), &["Alt+Left"], Needs::Kind("rose")),
    row(Id::NudgeEast, "nudge-east", "Nudge east", "Move the selected things one cell to the east; with the select box or lasso, the arrow key alone does this", (MENU, 3), &["Alt+Right"], Needs::Kind("rose")),
    row(Id::NudgeNorth, "nudge-north", "Nudge north", "Move the selected things one cell to the north; with the select box or lasso, the arrow key alone does this", (MENU, 3), &["Alt+Up"], Needs::Kind("rose")),
    row(Id::NudgeSouth, "nudge-south", "Nudge south", "Move the selected things one cell to the south; with the select box or lasso, the arrow key alone does this", (MENU, 3), &["Alt+Down"], Needs::Kind("rose")),
    row(Id::NudgeWestALittle, "nudge-west-a-little", "Nudge west a little", "Move the selected things 10 cm to the west", (MENU, 3), &["Shift+Left"], Needs::Kind("rose")),
    row(Id::NudgeEastALittle, "nudge-east-a-little", "Nudge east a little", "Move the selected things 10 cm to the east", (MENU, 3), &["Shift+Right"], Needs::Kind("rose")),
    row(Id::NudgeNorthALittle, "nudge-north-a-little", "Nudge north a little", "Move the selected things 10 cm to the north", (MENU, 3), &["Shift+Up"], Needs::Kind("rose")),
    row(Id::NudgeSouthALittle, "nudge-south-a-little", "Nudge south a little", "Move the selected things 10 cm to the south", (MENU, 3), &["Shift+Down"], Needs::Kind("rose")),
    row(Id::FollowWarp, "follow-warp", "Follow warp", "Open the zone that the selected warp leads to, at the arrival point", (MENU, 4), &["Ctrl+Enter"], Needs::Kind("rose")),
    row(Id::CompareCopies, "compare-copies", "Compare copies", "Show where the copies that landwright.toml names differ from the saved zone, and update them if you agree", (MENU, 5), &[], Needs::Kind("rose")),
    row(Id::PreviewSpawns, "preview-spawns", "Preview spawns", "Simulate how a server spawns monsters", (MENU, 4), &["Shift+O"], Needs::Kind("rose")),
    row(Id::ToggleKind(1), "toggle-layer-deco", "Deco", "Show or hide deco", (MENU, 5), &["Ctrl+F1"], Needs::Kind("rose")),
    row(Id::ToggleKind(2), "toggle-layer-npc", "NPCs", "Show or hide NPCs", (MENU, 5), &["Ctrl+F2"], Needs::Kind("rose")),
    row(Id::ToggleKind(3), "toggle-layer-cnst", "Cnst", "Show or hide cnst", (MENU, 5), &["Ctrl+F3"], Needs::Kind("rose")),
    row(Id::ToggleKind(4), "toggle-layer-sound", "Sounds", "Show or hide sounds", (MENU, 5), &["Ctrl+F4"], Needs::Kind("rose")),
    row(Id::ToggleKind(5), "toggle-layer-effect", "Effects", "Show or hide effects", (MENU, 5), &["Ctrl+F5"], Needs::Kind("rose")),
    row(Id::ToggleKind(6), "toggle-layer-animated", "Animated", "Show or hide animated objects", (MENU, 5), &["Ctrl+F6"], Needs::Kind("rose")),
    row(Id::ToggleKind(7), "toggle-layer-spawn", "Spawns", "Show or hide spawns", (MENU, 5), &["Ctrl+F7"], Needs::Kind("rose")),
    row(Id::ToggleKind(8), "toggle-layer-water", "Water", "Show or hide water", (MENU, 5), &["Ctrl+F8"], Needs::Kind("rose")),
    row(Id::ToggleKind(9), "toggle-layer-warp", "Warps", "Show or hide warps", (MENU, 5), &["Ctrl+F9"], Needs::Kind("rose")),
    row(Id::ToggleKind(10), "toggle-layer-collision", "Collision", "Show or hide collision", (MENU, 5), &["Ctrl+F10"], Needs::Kind("rose")),
    row(Id::ToggleKind(11), "toggle-layer-event", "Events", "Show or hide events", (MENU, 5), &["Ctrl+F11"], Needs::Kind("rose")),
    row(Id::ToggleKind(12), "toggle-layer-point", "Points", "Show or hide points", (MENU, 5), &["Ctrl+F12"], Needs::Kind("rose")),
    row(Id::ShowAllKinds, "show-all-kinds", "All layers", "Show and unlock every kind of thing", (MENU, 5), &[], Needs::Kind("rose")),
    row(Id::ToggleWalks, "toggle-walks", "Walkability", "Show where nobody can walk, and where no monster can", (MENU, 6), &["Shift+K"], Needs::Kind("rose")),
    row(Id::TogglePatches, "toggle-patches", "Patches", "Draw lines between patches of tiles", (MENU, 6), &[], Needs::Kind("rose")),
    row(Id::ToggleBlocks, "toggle-blocks", "Blocks", "Draw the edges of blocks, and their names", (MENU, 6), &[], Needs::Kind("rose")),
    row(Id::ToggleNames, "toggle-names", "Names", "Show the names of things", (MENU, 6), &[], Needs::Kind("rose")),
    row(Id::ToggleRanges, "toggle-ranges", "Ranges", "Draw how far from its spawn a monster can appear", (MENU, 6), &[], Needs::Kind("rose")),
    row(Id::ToggleWarpLines, "toggle-warp-lines", "Warp links", "Draw lines from warps to their destinations", (MENU, 6), &[], Needs::Kind("rose")),
    row(Id::ToggleFacing, "toggle-facing", "Facing", "Draw the direction that things face", (MENU, 6), &[], Needs::Kind("rose")),
    row(Id::ToggleClusters, "toggle-clusters", "Clusters", "Draw things that are close together as one with a count; click it to zoom in", (MENU, 6), &[], Needs::Kind("rose")),
    row(MODELS, "toggle-models", "Models", "In 3D, draw things and the ground as the client does, as far as their files are there", (MENU, 7), &[], Needs::Kind("rose")),
    row(SYMBOLS, "toggle-symbols", "Symbols of models", "In 3D, draw the symbols of things that have a model, too", (MENU, 7), &[], Needs::Kind("rose")),
    row(MOTIONS, "toggle-motions", "Play motions", "In 3D, let models move", (MENU, 7), &[], Needs::Kind("rose")),
    row(FOG, "toggle-fog", "Fog", "In 3D, draw the fog of the client; from far above it is thinner", (MENU, 7), &[], Needs::Kind("rose")),
];
