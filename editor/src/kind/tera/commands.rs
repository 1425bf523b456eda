//! The rows of the table of commands that are for areas alone.

use crate::command::CommandId as Id;
use crate::command::table::row;
use crate::command::{Command, Menu, Needs};

/// The menu of areas.
pub(super) const MENU: Menu = Menu::Kind("Area");

/// A row a line, to be read as a table.
#[rustfmt::skip]
pub(super) const ROWS: &[Command] = &[
    row(Id::ToolNode, "tool-node", "Nodes", "Click to add a path node to an area", (MENU, 0), &["A"], Needs::Kind("tera")),
    row(Id::ToolEdge, "tool-edge", "Edges", "Drag from one path node to another to connect them", (MENU, 0), &["S"], Needs::Kind("tera")),
    row(Id::ToolVolumes, "tool-volumes", "Volumes", "Click a cell to see its volumes, or paint floors with the room above them", (MENU, 0), &["D"], Needs::Kind("tera")),
    row(Id::LookAtVolumes, "look-at-volumes", "Look", "Click a cell to see its volumes; nothing changes", (MENU, 0), &[], Needs::Kind("tera")),
    row(Id::AddVolumes, "add-volumes", "Add volumes", "Paint floors where there is none at that height", (MENU, 0), &[], Needs::Kind("tera")),
    row(Id::SetFloors, "set-floors", "Set floors", "Move the highest visible floor to a height; its ceiling stays in place", (MENU, 0), &[], Needs::Kind("tera")),
    row(Id::MoveVolumes, "move-volumes", "Move volumes", "Move the highest visible floor and the room above it to a height", (MENU, 0), &[], Needs::Kind("tera")),
    row(Id::SetRooms, "set-rooms", "Set room above", "Set the height of the room above the highest visible floor", (MENU, 0), &[], Needs::Kind("tera")),
    row(Id::RemoveVolumes, "remove-volumes", "Remove volumes", "Remove the volumes of the visible floors; with the other brushes, hold Ctrl", (MENU, 0), &[], Needs::Kind("tera")),
    row(Id::SlopeVolumes, "slope-volumes", "Slope", "Drag from one floor to another; the floors between rise evenly, or are added", (MENU, 0), &[], Needs::Kind("tera")),
    row(Id::SelectWay, "select-way", "Select along the path", "Select all nodes on the path between the two selected nodes, or on the path that is shown", (MENU, 1), &["Shift+J"], Needs::Kind("tera")),
    row(Id::SelectComponent, "select-component", "Select connected nodes", "Select every node that is connected to the selected nodes", (MENU, 1), &["Shift+I"], Needs::Kind("tera")),
    row(Id::ConnectSelection, "connect-selection", "Connect selected nodes", "Connect the selected nodes to each other where you can walk; a single node is connected to all in reach", (MENU, 1), &["Shift+S"], Needs::Kind("tera")),
    row(Id::ReverseEdge, "reverse-edge", "Reverse edge", "Reverse the direction of the selected edge", (MENU, 2), &["Shift+E"], Needs::Kind("tera")),
    row(Id::OneWayEdge, "one-way-edge", "Make edge one-way", "Remove the edge that leads back along the selected one", (MENU, 2), &[], Needs::Kind("tera")),
    row(Id::TwoWayEdge, "two-way-edge", "Make edge two-way", "Add an edge that leads back along the selected one", (MENU, 2), &[], Needs::Kind("tera")),
    row(Id::KeepRoute, "keep-route", "Keep route as test", "Check the path that is shown again after every edit", (MENU, 3), &[], Needs::Kind("tera")),
    row(Id::StraightWalk, "straight-walk", "Test straight walk", "Test whether a charge or a knock-back gets straight from one end of the shown path to the other", (MENU, 3), &[], Needs::Kind("tera")),
    row(Id::ImportReports, "import-reports", "Import reports…", "Read positions and paths from a log, a table or JSON, and see the problem at each", (MENU, 3), &[], Needs::Kind("tera")),
    row(Id::ReferenceMesh, "reference-mesh", "Reference mesh…", "Put an OBJ or glTF file over the area, and make floors of it", (MENU, 3), &[], Needs::Kind("tera")),
    row(Id::FixSelection, "fix-selection", "Fix selected nodes", "Show how the problems of the selected nodes and of their edges would be fixed; you compare before you apply", (MENU, 4), &[], Needs::Kind("tera")),
    row(Id::RegenerateSelection, "regenerate-selection", "Regenerate squares of selection…", "Generate the nodes and edges of these squares again from the geometry; you compare before you apply", (MENU, 4), &[], Needs::Kind("tera")),
    row(Id::RegenerateView, "regenerate-view", "Regenerate squares in view…", "Generate the nodes and edges of all squares in view again, even where no node is. In 3D, the squares around the point that you look at. You compare before you apply", (MENU, 4), &[], Needs::Kind("tera")),
    row(Id::RegenerateArea, "regenerate-area", "Regenerate all…", "Generate all nodes and edges again from the geometry; you compare before you apply", (MENU, 4), &[], Needs::Kind("tera")),
    row(Id::LowerSlice, "lower-slice", "Show less height", "Hide the highest visible storey", (MENU, 5), &["Shift+PageDown"], Needs::Kind("tera")),
    row(Id::RaiseSlice, "raise-slice", "Show more height", "Show the next higher storey", (MENU, 5), &["Shift+PageUp"], Needs::Kind("tera")),
    row(Id::SelectionSlice, "selection-slice", "Show heights of selection", "Hide everything that is more than half a storey higher or lower than the selected nodes", (MENU, 5), &[], Needs::Kind("tera")),
    row(Id::WholeSlice, "whole-slice", "Show all heights", "Show every floor", (MENU, 5), &[], Needs::Kind("tera")),
];
