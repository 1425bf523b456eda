//! What commands do to the area in front.

use std::collections::BTreeSet;

use landwright_core::world::area::action::Action;
use landwright_core::world::area::edges::{RemoveEdge, ReverseEdge, SetWays, Taken, Ways};
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::area::nodes::DeleteNodes;
use landwright_core::world::area::selection::Selection;
use landwright_core::world::area::squares::Squares;

use super::document::{AreaDocument, Slice};
use super::lasso::Corners;
use crate::command::{CommandId as Id, Needs};
use crate::kind::tera::tool::AreaTool;
use crate::kind::tera::tool::volumes::VolumeWay;
use crate::message::dialog::Dialog;
use crate::model::Model;
use crate::view::id::DocumentId;

impl Model {
    /// Whether a command would do something to the area in front; `None` for a command that does
    /// the same to every document, or nothing to an area.
    pub(crate) fn can_run_on_area(&self, id: Id) -> Option<bool> {
        let area = self.active_area()?;
        let can_run = match id {
            Id::SelectAll | Id::InvertSelection => true,
            Id::RegenerateArea | Id::RegenerateView | Id::LowerSlice | Id::GoTo => true,
            Id::RaiseSlice => area.slice.high.is_some(),
            Id::SelectNone
            | Id::ZoomSelection
            | Id::SelectComponent
            | Id::DeleteSelected
            | Id::SelectionSlice => area.has_selection(),
            Id::ConnectSelection | Id::RegenerateSelection => !area.selection.is_empty(),
            Id::FixSelection => area.has_selection(),
            Id::ReverseEdge | Id::OneWayEdge | Id::TwoWayEdge => area.edge.is_some(),
            Id::KeepRoute | Id::StraightWalk => area.way.is_some(),
            Id::SelectWay => area.way.is_some() || area.selection.len() == 2,
            Id::WholeSlice => area.slice != Slice::default(),
            _ if tool_of(id).is_some() || way_of(id).is_some() => true,
            _ if matches!(id.command().needs, Needs::Selection | Needs::Stamp) => false,
            _ => return None,
        };
        Some(can_run)
    }

    pub(crate) fn is_on_for_area(&self, id: Id) -> Option<bool> {
        let area = self.active_area()?;
        if let Some(way) = way_of(id) {
            return Some(area.tool == AreaTool::Volumes && self.tools.areas.volumes.way == way);
        }
        tool_of(id).map(|tool| area.tool == tool)
    }

    /// Does a command to the area in front, where areas have a way of their own to do it.
    pub(crate) fn run_on_area(&mut self, id: Id) -> bool {
        let Some(of) = self.active_area().map(|area| area.id) else { return false };
        if self.can_run_on_area(id).is_none() {
            return false;
        }
        match id {
            Id::RegenerateArea => self.ask_how_to_regenerate(of, Squares::Everything),
            Id::RegenerateView => self.regenerate_view(of),
            Id::GoTo => self.dialogs.push_back(Dialog::GoTo { text: String::new() }),
            Id::ConnectSelection => self.connect_selection(of),
            Id::FixSelection => self.fix_selection(of),
            Id::StraightWalk => self.walk_straight(of),
            _ => self.run_on_selection(of, id),
        }
        true
    }

    fn run_on_selection(&mut self, of: DocumentId, id: Id) {
        if let Some(way) = way_of(id) {
            self.tools.areas.volumes.way = way;
        }
        let view = self.active.map_or(0, |view| view.number);
        if tool_of(id) == Some(AreaTool::Volumes)
            && let Some(z) =
                self.area(of).and_then(|area| area.z_to_paint(view, self.tools.areas.volumes.z))
        {
            self.tools.areas.volumes.z = z;
        }
        let Some(area) = self.area_mut(of) else { return };
        if area.look(id, view) {
            return;
        }
        if id == Id::KeepRoute {
            area.keep_route();
            self.flush(of);
            return;
        }
        let nodes = || Selection::Ids(area.selection.iter().copied().collect());
        let edge = area.edge;
        let with_edge = |make: fn(NodeId, u8) -> Action| edge.map(|e| make(e.node, e.octant));
        let taken = Taken::Refuse;
        let action = match id {
            Id::DeleteSelected if edge.is_some() => {
                with_edge(|node, octant| Action::RemoveEdge(RemoveEdge { node, octant }))
            }
            Id::DeleteSelected => Some(Action::DeleteNodes(DeleteNodes { nodes: nodes() })),
            Id::ReverseEdge => edge.map(|edge| {
                Action::ReverseEdge(ReverseEdge { node: edge.node, octant: edge.octant, taken })
            }),
            Id::OneWayEdge | Id::TwoWayEdge => edge.map(|edge| {
                let ways = if id == Id::OneWayEdge { Ways::One } else { Ways::Two };
                let (node, octant) = (edge.node, edge.octant);
                Action::SetWays(SetWays { node, octant, ways, taken })
            }),
            Id::RegenerateSelection => {
                let squares = Squares::OfNodes(nodes());
                self.ask_how_to_regenerate(of, squares);
                return;
            }
            _ => None,
        };
        let turned = edge.and_then(|edge| Some((area.end_of(edge)?, edge.node)));
        if let Some(action) = action {
            self.act_on_area(of, &action);
        }
        if let (Id::ReverseEdge, Some((from, to)), Some(area)) = (id, turned, self.area_mut(of))
            && area.edge.is_none()
            && let Some(octant) = area.area().octant_of_edge(from, to)
        {
            area.select_edge(EdgeRef::new(from, octant));
        }
    }
}

impl AreaDocument {
    /// Commands that change nothing but what is seen and selected; says whether it is one.
    fn look(&mut self, id: Id, view: u32) -> bool {
        if let Some(tool) = tool_of(id) {
            self.take_tool(tool);
            return true;
        }
        match id {
            Id::SelectAll => self.select_nodes(self.area().nodes().collect()),
            Id::SelectNone => self.select_nodes(BTreeSet::new()),
            Id::InvertSelection => {
                let is_new = |node: &NodeId| !self.selection.contains(node);
                self.select_nodes(self.area().nodes().filter(is_new).collect());
            }
            Id::SelectComponent => {
                let found = self.area().components_of(self.nodes_meant());
                self.select_nodes(found);
            }
            Id::SelectWay => self.select_along_way(),
            Id::WholeSlice => self.slice = Slice::default(),
            Id::LowerSlice => self.show_less(view),
            Id::RaiseSlice => self.show_more(view),
            Id::SelectionSlice => self.show_heights_of_selection(),
            Id::ZoomSelection => self.zoom_to_selection(view),
            _ => return false,
        }
        true
    }

    pub(super) fn take_tool(&mut self, tool: AreaTool) {
        (self.tool, self.start, self.corners) = (tool, None, Corners::default());
    }

    fn zoom_to_selection(&mut self, number: u32) {
        let bounds = self.selection_bounds();
        let first = self.nodes_meant().first().and_then(|node| self.pos(*node));
        let first = first.map(crate::kind::tera::view::space_from_world);
        let Some(view) = self.views.get_mut(&number) else { return };
        let (Some(bounds), Some(size)) = (bounds, view.size) else { return };
        match &mut view.orbit {
            Some(orbit) => orbit.target_in_world = first.unwrap_or_default(),
            None => view.camera = Some(crate::kind::tera::view::fit(bounds, size)),
        }
    }

    fn selection_bounds(&self) -> Option<[glam::Vec2; 2]> {
        let nodes = self.nodes_meant();
        let places = nodes.iter().filter_map(|node| self.pos(*node));
        let places = places.map(|pos| crate::kind::tera::view::map_from_world([pos.x, pos.y]));
        let margin = glam::Vec2::splat(4.0);
        let boxes = places.map(|at| [at - margin, at + margin]);
        boxes.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])
    }
}

/// The tool that a command takes in hand. Maps and areas share the keys of tools that are alike.
pub(crate) fn tool_of(id: Id) -> Option<AreaTool> {
    Some(match id {
        Id::ToolSelectRectangle => AreaTool::Select,
        Id::ToolLasso => AreaTool::Lasso,
        Id::ToolNode => AreaTool::Node,
        Id::ToolEdge => AreaTool::Edge,
        Id::ToolVolumes => AreaTool::Volumes,
        _ if way_of(id).is_some() => AreaTool::Volumes,
        Id::ToolProbe => AreaTool::Probe,
        Id::ToolPan => AreaTool::Pan,
        _ => return None,
    })
}

/// What a command lets the brush for volumes do.
pub(crate) fn way_of(id: Id) -> Option<VolumeWay> {
    Some(match id {
        Id::LookAtVolumes => VolumeWay::Look,
        Id::AddVolumes => VolumeWay::Add,
        Id::SetFloors => VolumeWay::SetFloor,
        Id::MoveVolumes => VolumeWay::Move,
        Id::SetRooms => VolumeWay::SetHeight,
        Id::RemoveVolumes => VolumeWay::Remove,
        Id::SlopeVolumes => VolumeWay::Slope,
        _ => return None,
    })
}
