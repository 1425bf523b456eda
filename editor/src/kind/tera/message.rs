//! What can happen to an open area.

use std::collections::BTreeSet;

use landwright_core::space::tera::{CellInWorld, Zone};
use landwright_core::world::area::action::Action;
use landwright_core::world::area::from_mesh::VolumesFromMesh;
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::area::routes::{Expect, RouteTest, Spot};

use super::document::Slice;
use crate::kind::tera::tool::{AreaPointer, AreaTool};
use crate::message::Message;
use crate::message::sent::Sent;
use crate::view::id::DocumentId;

#[derive(Debug, Clone)]
pub enum AreaMessage {
    /// One step.
    Act(Action),
    Point(AreaPointer),
    /// What the pointer is over, in the game's units.
    Hover(Option<[f64; 2]>),
    /// A view would show a zone that is packed.
    Want(Zone),
    TakeTool(AreaTool),
    /// Of an outline that is clicked corner by corner.
    CloseCorners,
    GiveCornersUp,
    Select(BTreeSet<NodeId>),
    SelectEdge(Option<EdgeRef>),
    /// Shows the volumes of a cell.
    SelectCell(Option<CellInWorld>),
    ShowNode(NodeId),
    SetSlice(Slice),
    Probe([Spot; 2]),
    /// Keeps the way that is shown as a test.
    KeepRoute,
    /// A test, wherever it is in the list by then.
    ForgetRoute(RouteTest),
    RenameRoute(RouteTest, String),
    /// What a test is to come to.
    Expect(RouteTest, Expect),
    ShowRoute(RouteTest),
    /// A group of reports, by its place in the list.
    ShowReports(usize),
    DropReports,
    /// Of one source, by its place in the list.
    DropReportsOf(usize),
    /// The mesh over the area, or none any more.
    PlaceMesh(Option<Box<VolumesFromMesh>>),
    /// Shows what an action would change, worked out beside the window.
    Propose(Action),
    /// The same for several that are one step, with notes about fixes that are none of them.
    ProposeAll(String, Vec<Action>, Vec<String>),
    Accept,
    DropProposal,
    /// The edge that found its octant taken takes it, or is given up.
    Replace,
    GiveEdgeUp,
}

impl AreaMessage {
    /// Sends one to an open area.
    pub fn to(area: DocumentId, message: AreaMessage) -> Message {
        Message::Kind(area, Sent::new(message))
    }

    /// The one that is sent to an area.
    pub(super) fn in_sent(message: &Message) -> Option<&AreaMessage> {
        let Message::Kind(_, sent) = message else { return None };
        sent.get()
    }
}
