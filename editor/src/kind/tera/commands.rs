//! The rows of the table of commands that are for areas alone.

use crate::command::CommandId as Id;
use crate::command::table::row;
use crate::command::{Command, Menu, Needs};

/// A row a line, to be read as a table.
#[rustfmt::skip]
pub(super) const ROWS: &[Command] = &[
    row(Id::ToolNode, "tool-node", "Nodes", "Click where a path node of an area is to stand", (Menu::Area, 0), &["A"], Needs::Area),
    row(Id::ToolEdge, "tool-edge", "Edges", "Drag from a path node to another to connect them", (Menu::Area, 0), &["S"], Needs::Area),
    row(Id::ToolVolumes, "tool-volumes", "Volumes", "Click a cell to see its volumes, or paint floors and the room above them", (Menu::Area, 0), &["D"], Needs::Area),
    row(Id::LookAtVolumes, "look-at-volumes", "Look", "Clicks show the volumes of a cell, and change nothing", (Menu::Area, 0), &[], Needs::Area),
    row(Id::AddVolumes, "add-volumes", "Add volumes", "Paint floors where there are none at that height", (Menu::Area, 0), &[], Needs::Area),
    row(Id::SetFloors, "set-floors", "Set floors", "Put the highest floor that is shown at a height; its ceiling stays where it is", (Menu::Area, 0), &[], Needs::Area),
    row(Id::MoveVolumes, "move-volumes", "Move volumes", "Put the highest floor that is shown at a height; the room above it goes along", (Menu::Area, 0), &[], Needs::Area),
    row(Id::SetRooms, "set-rooms", "Set room above", "Give the highest floor that is shown so much room above it", (Menu::Area, 0), &[], Needs::Area),
    row(Id::RemoveVolumes, "remove-volumes", "Remove volumes", "Take away the volumes whose floors are shown; Ctrl does so with the other brushes", (Menu::Area, 0), &[], Needs::Area),
    row(Id::SelectWay, "select-way", "Select along the way", "Select the nodes of the way between the two selected ones, or of the way that is shown", (Menu::Area, 1), &["Shift+J"], Needs::Area),
    row(Id::SelectComponent, "select-component", "Select connected nodes", "Select every node that edges connect with the selected ones", (Menu::Area, 1), &["Shift+I"], Needs::Area),
    row(Id::ConnectSelection, "connect-selection", "Connect selected nodes", "Give the selected nodes edges to each other where one can walk, or a single one edges to all in reach", (Menu::Area, 1), &["Shift+S"], Needs::Area),
    row(Id::ReverseEdge, "reverse-edge", "Reverse edge", "Let the selected edge lead the other way", (Menu::Area, 2), &["Shift+E"], Needs::Area),
    row(Id::OneWayEdge, "one-way-edge", "Make edge one-way", "Take away the way back along the selected edge", (Menu::Area, 2), &[], Needs::Area),
    row(Id::TwoWayEdge, "two-way-edge", "Make edge two-way", "Let an edge lead back along the selected one", (Menu::Area, 2), &[], Needs::Area),
    row(Id::KeepRoute, "keep-route", "Keep route as test", "Ask for the way that is shown again after every edit", (Menu::Area, 3), &[], Needs::Area),
    row(Id::ImportReports, "import-reports", "Import reports…", "Read places and ways out of a log, a table or JSON, and see what is wrong at each", (Menu::Area, 3), &[], Needs::Area),
    row(Id::RegenerateSelection, "regenerate-selection", "Regenerate squares of selection…", "Make nodes and edges of these squares anew from the geometry, and compare before it is done", (Menu::Area, 4), &[], Needs::Area),
    row(Id::RegenerateView, "regenerate-view", "Regenerate squares in view…", "Make nodes and edges anew of the squares in view, or in 3D of those around the point looked at, also where no node is, and compare before it is done", (Menu::Area, 4), &[], Needs::Area),
    row(Id::RegenerateArea, "regenerate-area", "Regenerate all…", "Make all nodes and edges anew from the geometry, and compare before it is done", (Menu::Area, 4), &[], Needs::Area),
    row(Id::LowerSlice, "lower-slice", "Show less height", "Leave the highest storey out that the view shows", (Menu::Area, 5), &["Shift+PageDown"], Needs::Area),
    row(Id::RaiseSlice, "raise-slice", "Show more height", "Show the next higher storey of the view again", (Menu::Area, 5), &["Shift+PageUp"], Needs::Area),
    row(Id::SelectionSlice, "selection-slice", "Show heights of selection", "Leave out what is higher or lower than the selected nodes by more than half a storey", (Menu::Area, 5), &[], Needs::Area),
    row(Id::WholeSlice, "whole-slice", "Show all heights", "Leave no floor out", (Menu::Area, 5), &[], Needs::Area),
];
