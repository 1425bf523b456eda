//! The rows of the table of commands that are for zones alone.

use crate::command::CommandId as Id;
use crate::command::table::row;
use crate::command::{Command, Menu, Needs};

pub(super) const MODELS: Id = Id::Kind("toggle-models");
pub(super) const SYMBOLS: Id = Id::Kind("toggle-symbols");
pub(super) const MOTIONS: Id = Id::Kind("toggle-motions");
pub(super) const FOG: Id = Id::Kind("toggle-fog");

/// A row a line, to be read as a table.
#[rustfmt::skip]
pub(super) const ROWS: &[Command] = &[
    row(Id::ToolPut, "tool-put", "Place things", "Click to place a new thing of the palette", (Menu::Zone, 0), &["O"], Needs::Zone),
    row(Id::GizmoMove, "gizmo-move", "Move by handles", "Drag the handles of the selection to move it", (Menu::Zone, 0), &["Shift+Z"], Needs::Zone),
    row(Id::GizmoRotate, "gizmo-rotate", "Rotate by handles", "Drag the handle of the selection to rotate it. Shift snaps to 15°, Alt rotates each thing around itself", (Menu::Zone, 0), &["Shift+X"], Needs::Zone),
    row(Id::GizmoScale, "gizmo-scale", "Scale by handles", "Drag the handles of the selection to scale it. Shift snaps to steps of 0.1", (Menu::Zone, 0), &["Shift+V"], Needs::Zone),
    row(Id::SelectAlike, "select-alike", "Select alike", "Select everything with the same kind and number as the selection", (Menu::Zone, 1), &["Shift+A"], Needs::Zone),
    row(Id::FindThings, "find-things", "Find and replace…", "Find things by the value of any field, and replace the value", (Menu::Zone, 1), &["Ctrl+F"], Needs::Zone),
    row(Id::DuplicateThings, "duplicate-things", "Duplicate", "Copy the selected things one cell away; dragging with Alt also copies", (Menu::Zone, 2), &["Ctrl+Shift+D"], Needs::Zone),
    row(Id::ArrayThings, "array-things", "Array…", "Copy the selected things in rows", (Menu::Zone, 2), &[], Needs::Zone),
    row(Id::DropToGround, "drop-to-ground", "Drop to ground", "Move the selected things down or up onto the ground", (Menu::Zone, 3), &["End"], Needs::Zone),
    row(Id::SettleThings, "settle-things", "Settle", "Move the selected things into the file of the block where they are, and correct their stored cells", (Menu::Zone, 3), &[], Needs::Zone),
    row(Id::AlignWest, "align-west", "Align west", "Align the selected things with the westernmost of them", (Menu::Zone, 3), &[], Needs::Zone),
    row(Id::AlignMiddleX, "align-middle-x", "Align centres west to east", "Align the centres of the selected things on a line from north to south", (Menu::Zone, 3), &[], Needs::Zone),
    row(Id::AlignEast, "align-east", "Align east", "Align the selected things with the easternmost of them", (Menu::Zone, 3), &[], Needs::Zone),
    row(Id::AlignSouth, "align-south", "Align south", "Align the selected things with the southernmost of them", (Menu::Zone, 3), &[], Needs::Zone),
    row(Id::AlignMiddleY, "align-middle-y", "Align centres south to north", "Align the centres of the selected things on a line from west to east", (Menu::Zone, 3), &[], Needs::Zone),
    row(Id::AlignNorth, "align-north", "Align north", "Align the selected things with the northernmost of them", (Menu::Zone, 3), &[], Needs::Zone),
    row(Id::DistributeX, "distribute-x", "Distribute west to east", "Space the selected things evenly from west to east", (Menu::Zone, 3), &[], Needs::Zone),
    row(Id::DistributeY, "distribute-y", "Distribute south to north", "Space the selected things evenly from south to north", (Menu::Zone, 3), &[], Needs::Zone),
    row(Id::NudgeWest, "nudge-west", "Nudge west", "Move the selected things one cell to the west; with the select box or lasso, the arrow key alone does this", (Menu::Zone, 3), &["Alt+Left"], Needs::Zone),
    row(Id::NudgeEast, "nudge-east", "Nudge east", "Move the selected things one cell to the east; with the select box or lasso, the arrow key alone does this", (Menu::Zone, 3), &["Alt+Right"], Needs::Zone),
    row(Id::NudgeNorth, "nudge-north", "Nudge north", "Move the selected things one cell to the north; with the select box or lasso, the arrow key alone does this", (Menu::Zone, 3), &["Alt+Up"], Needs::Zone),
    row(Id::NudgeSouth, "nudge-south", "Nudge south", "Move the selected things one cell to the south; with the select box or lasso, the arrow key alone does this", (Menu::Zone, 3), &["Alt+Down"], Needs::Zone),
    row(Id::NudgeWestALittle, "nudge-west-a-little", "Nudge west a little", "Move the selected things 10 cm to the west", (Menu::Zone, 3), &["Shift+Left"], Needs::Zone),
    row(Id::NudgeEastALittle, "nudge-east-a-little", "Nudge east a little", "Move the selected things 10 cm to the east", (Menu::Zone, 3), &["Shift+Right"], Needs::Zone),
    row(Id::NudgeNorthALittle, "nudge-north-a-little", "Nudge north a little", "Move the selected things 10 cm to the north", (Menu::Zone, 3), &["Shift+Up"], Needs::Zone),
    row(Id::NudgeSouthALittle, "nudge-south-a-little", "Nudge south a little", "Move the selected things 10 cm to the south", (Menu::Zone, 3), &["Shift+Down"], Needs::Zone),
    row(Id::FollowWarp, "follow-warp", "Follow warp", "Open the zone that the selected warp leads to, at the arrival point", (Menu::Zone, 4), &["Ctrl+Enter"], Needs::Zone),
    row(Id::CompareCopies, "compare-copies", "Compare copies", "Show where the copies that landwright.toml names differ from the saved zone, and update them if you agree", (Menu::Zone, 5), &[], Needs::Zone),
    row(Id::PreviewSpawns, "preview-spawns", "Preview spawns", "Simulate how a server spawns monsters", (Menu::Zone, 4), &["Shift+O"], Needs::Zone),
    row(Id::ToggleKind(1), "toggle-layer-deco", "Deco", "Show or hide deco", (Menu::Zone, 5), &["Ctrl+F1"], Needs::Zone),
    row(Id::ToggleKind(2), "toggle-layer-npc", "NPCs", "Show or hide NPCs", (Menu::Zone, 5), &["Ctrl+F2"], Needs::Zone),
    row(Id::ToggleKind(3), "toggle-layer-cnst", "Cnst", "Show or hide cnst", (Menu::Zone, 5), &["Ctrl+F3"], Needs::Zone),
    row(Id::ToggleKind(4), "toggle-layer-sound", "Sounds", "Show or hide sounds", (Menu::Zone, 5), &["Ctrl+F4"], Needs::Zone),
    row(Id::ToggleKind(5), "toggle-layer-effect", "Effects", "Show or hide effects", (Menu::Zone, 5), &["Ctrl+F5"], Needs::Zone),
    row(Id::ToggleKind(6), "toggle-layer-animated", "Animated", "Show or hide animated objects", (Menu::Zone, 5), &["Ctrl+F6"], Needs::Zone),
    row(Id::ToggleKind(7), "toggle-layer-spawn", "Spawns", "Show or hide spawns", (Menu::Zone, 5), &["Ctrl+F7"], Needs::Zone),
    row(Id::ToggleKind(8), "toggle-layer-water", "Water", "Show or hide water", (Menu::Zone, 5), &["Ctrl+F8"], Needs::Zone),
    row(Id::ToggleKind(9), "toggle-layer-warp", "Warps", "Show or hide warps", (Menu::Zone, 5), &["Ctrl+F9"], Needs::Zone),
    row(Id::ToggleKind(10), "toggle-layer-collision", "Collision", "Show or hide collision", (Menu::Zone, 5), &["Ctrl+F10"], Needs::Zone),
    row(Id::ToggleKind(11), "toggle-layer-event", "Events", "Show or hide events", (Menu::Zone, 5), &["Ctrl+F11"], Needs::Zone),
    row(Id::ToggleKind(12), "toggle-layer-point", "Points", "Show or hide points", (Menu::Zone, 5), &["Ctrl+F12"], Needs::Zone),
    row(Id::ShowAllKinds, "show-all-kinds", "All layers", "Show and unlock every kind of thing", (Menu::Zone, 5), &[], Needs::Zone),
    row(Id::ToggleWalks, "toggle-walks", "Walkability", "Show where nobody can walk, and where no monster can", (Menu::Zone, 6), &["Shift+K"], Needs::Zone),
    row(Id::TogglePatches, "toggle-patches", "Patches", "Draw lines between patches of tiles", (Menu::Zone, 6), &[], Needs::Zone),
    row(Id::ToggleBlocks, "toggle-blocks", "Blocks", "Draw the edges of blocks, and their names", (Menu::Zone, 6), &[], Needs::Zone),
    row(Id::ToggleNames, "toggle-names", "Names", "Show the names of things", (Menu::Zone, 6), &[], Needs::Zone),
    row(Id::ToggleRanges, "toggle-ranges", "Ranges", "Draw how far from its spawn a monster can appear", (Menu::Zone, 6), &[], Needs::Zone),
    row(Id::ToggleWarpLines, "toggle-warp-lines", "Warp links", "Draw lines from warps to their destinations", (Menu::Zone, 6), &[], Needs::Zone),
    row(Id::ToggleFacing, "toggle-facing", "Facing", "Draw the direction that things face", (Menu::Zone, 6), &[], Needs::Zone),
    row(Id::ToggleClusters, "toggle-clusters", "Clusters", "Draw things that are close together as one with a count; click it to zoom in", (Menu::Zone, 6), &[], Needs::Zone),
    row(MODELS, "toggle-models", "Models", "In 3D, draw things and the ground as the client does, as far as their files are there", (Menu::Zone, 7), &[], Needs::Zone),
    row(SYMBOLS, "toggle-symbols", "Symbols of models", "In 3D, draw the symbols of things that have a model, too", (Menu::Zone, 7), &[], Needs::Zone),
    row(MOTIONS, "toggle-motions", "Play motions", "In 3D, let models move", (Menu::Zone, 7), &[], Needs::Zone),
    row(FOG, "toggle-fog", "Fog", "In 3D, draw the fog of the client; from far above it is thinner", (Menu::Zone, 7), &[], Needs::Zone),
];
