//! Open TERA areas: what messages do to them. They stand beside the maps, and share their ids.

pub mod dialog;
mod by_name;
pub mod create;
pub(crate) mod exchange;
pub(crate) mod kind;
mod commands;
mod conflicts;
pub mod tool;
pub mod view;
#[cfg(feature = "window")]
pub(crate) mod canvas;
#[cfg(feature = "window")]
pub(crate) mod panel;
#[cfg(feature = "window")]
mod face;
pub mod document;
pub mod geometry;
mod gone;
pub(crate) mod kept;
pub mod message;
pub mod open;
pub mod reports;
pub mod routes;
pub mod shared;
mod beside;
mod both;
mod check;
pub mod connect;
mod edit;
mod fix;
mod go;
pub mod lasso;
pub mod mesh;
mod line;
mod merge;
mod opened;
pub mod outlook;
pub mod pending;
mod pick;
mod point;
pub(crate) mod propose;
mod recover;
pub mod regenerate;
mod retail;
mod run;
mod save;
mod saved;
mod selected;
mod slice;
pub mod straight;
mod volumes;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::space::tera::{Origin, Zone};
use landwright_core::vfs::FileError;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::from_mesh::Mesh;
use landwright_core::world::area::geometry::cells::ZoneCells;
use landwright_core::world::area::id::NodeId;
use landwright_core::world::area::reports::Reports;

use self::document::AreaDocument;
use self::lasso::Corners;
use self::line::Waits;
use self::message::AreaMessage;
use crate::kind::document::open::Open;
use crate::model::Model;
use crate::model::tick::Done;
use crate::view::id::DocumentId;

/// What a job of an area brings.
#[derive(Debug)]
pub(crate) enum AreaDone {
    Made(Box<create::Made>),
    /// Zones with geometry in a folder, and where their worlds start.
    ZonesFound(PathBuf, Vec<Zone>, BTreeMap<Zone, Origin>),
    Proposed(Box<propose::Proposed>),
    WorkedOut(Box<beside::WorkedOut>),
    ReportsRead(DocumentId, String, Result<Reports, String>),
    MeshRead(DocumentId, String, Result<Arc<Mesh>, String>),
    ReportsProbed(reports::Probed),
    Walked(routes::Walked),
    /// A zone that somebody looks at, where it can be read.
    Unpacked(DocumentId, Option<ZoneCells>),
    CheckedAround(Box<check::CheckedAround>),
    SharedChecked(shared::SharedChecked),
    /// Where zones are, beside a journal.
    ZonesKept(DocumentId, Result<(), FileError>),
}

/// What came of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Acted {
    Done,
    /// And the person was told why.
    Refused,
    /// It is worked out beside the window, or waits for zones.
    Later,
}

impl From<AreaDone> for Done {
    fn from(done: AreaDone) -> Done {
        Done::of_kind(|model| model.take_area(done))
    }
}

impl Model {
    pub fn areas(&self) -> impl Iterator<Item = &AreaDocument> {
        self.documents.values().filter_map(Open::as_area)
    }

    pub fn area(&self, id: DocumentId) -> Option<&AreaDocument> {
        self.documents.get(&id)?.as_area()
    }

    pub(crate) fn area_mut(&mut self, id: DocumentId) -> Option<&mut AreaDocument> {
        self.documents.get_mut(&id)?.as_area_mut()
    }

    /// The area that keys and panels mean.
    pub fn active_area(&self) -> Option<&AreaDocument> {
        self.area(self.active_view()?.document)
    }

    pub(crate) fn handle_area(&mut self, id: DocumentId, message: AreaMessage) {
        match message {
            AreaMessage::Act(action) => {
                self.act_on_area(id, &action);
            }
            AreaMessage::Point(pointer) => self.point_at_area(id, pointer),
            AreaMessage::Propose(action) => self.propose(id, action.title(), vec![action], &[]),
            AreaMessage::ProposeAll(title, actions, refused) => {
                self.propose(id, title, actions, &refused);
            }
            AreaMessage::Accept => self.accept(id),
            AreaMessage::Replace => self.replace_edge(id),
            AreaMessage::Probe(spots) => {
                if let Some(area) = self.area_mut(id) {
                    area.probe(spots);
                }
            }
            other => {
                let Some(area) = self.area_mut(id) else { return };
                let before = area.editing.revision();
                take(area, other);
                if area.editing.revision() != before {
                    self.flush(id);
                }
            }
        }
    }

    pub(crate) fn take_area(&mut self, done: AreaDone) {
        match done {
            AreaDone::Made(made) => self.take_made_area(*made),
            AreaDone::ZonesFound(folder, found, listed) => {
                self.take_found_zones(folder, found, listed);
            }
            AreaDone::ReportsRead(id, name, read) => self.take_reports(id, name, read),
            AreaDone::MeshRead(id, name, read) => self.take_mesh(id, name, read),
            AreaDone::ReportsProbed(probed) => self.take_probed_reports(probed),
            AreaDone::Walked(walked) => self.take_walked(walked),
            AreaDone::Unpacked(id, cells) => {
                if let Some(area) = self.area_mut(id) {
                    area.take_unpacked(cells);
                }
            }
            AreaDone::CheckedAround(checked) => self.take_checked_around(*checked),
            AreaDone::SharedChecked(checked) => self.take_checked_sharing(checked),
            AreaDone::ZonesKept(_, Ok(())) => {}
            AreaDone::ZonesKept(id, Err(error)) => {
                self.log.warn(error.to_string());
                if let Some(area) = self.area_mut(id) {
                    area.forget_kept_zones();
                }
            }
            AreaDone::Proposed(proposed) => self.take_proposed_area(*proposed),
            AreaDone::WorkedOut(worked_out) => self.take_worked_out(*worked_out),
        }
    }

    /// What areas have to say that nobody heard yet.
    pub(crate) fn tell_of_areas(&mut self) {
        let areas = self.documents.values_mut().filter_map(Open::as_area_mut);
        let untold = areas.flat_map(|area| std::mem::take(&mut area.untold));
        untold.for_each(|said| self.log.warn(said));
        self.ask_about_cells();
    }

    pub(crate) fn act_on_area(&mut self, id: DocumentId, action: &Action) -> Acted {
        let Some(area) = self.area_mut(id) else { return Acted::Refused };
        if area.take_long(std::slice::from_ref(action)) {
            area.do_beside(action.title(), vec![action.clone()]);
            return Acted::Later;
        }
        let acted = match area.act(action) {
            Ok(Ok(notes)) => {
                notes.into_iter().for_each(|note| self.log.note(note));
                Acted::Done
            }
            Ok(Err(refusal)) => {
                let ask = if area.pending_edge.is_some() { ", see Tools" } else { "" };
                self.log.warn(format!("{}: {refusal}{ask}", action.title()));
                Acted::Refused
            }
            Err(Waits) => return Acted::Later,
        };
        self.flush(id);
        acted
    }
}

/// The node that a problem is about, or whose edge it is.
pub fn node_of(problem: &landwright_core::problem::Problem) -> Option<NodeId> {
    check::thing_of(problem).0
}

/// What changes which routes are tested, or nothing but how the area is looked at.
fn take(area: &mut AreaDocument, message: AreaMessage) {
    match message {
        AreaMessage::Hover(hover) => area.hover = hover,
        AreaMessage::Want(zone) => area.want(zone),
        AreaMessage::TakeTool(tool) => area.take_tool(tool),
        AreaMessage::CloseCorners => area.close_corners(),
        AreaMessage::GiveCornersUp => area.corners = Corners::default(),
        AreaMessage::Select(nodes) => {
            area.select_nodes(nodes);
            let known = area.editing.document();
            area.selection.retain(|node| known.contains(*node));
        }
        AreaMessage::SelectEdge(Some(edge)) => area.select_edge(edge),
        AreaMessage::SelectEdge(None) => area.edge = None,
        AreaMessage::SelectCell(cell) => area.cell = cell,
        AreaMessage::ShowNode(node) => {
            if let Some(pos) = area.pos(node) {
                area.select_nodes([node].into());
                area.show_pos(pos);
            }
        }
        AreaMessage::SetSlice(slice) => area.slice = slice,
        AreaMessage::KeepRoute => area.keep_route(),
        AreaMessage::ForgetRoute(test) => area.forget_route(&test),
        AreaMessage::RenameRoute(test, name) => area.rename_route(&test, name),
        AreaMessage::Expect(test, expect) => area.expect_of_route(&test, expect),
        AreaMessage::ShowRoute(test) => area.show_route(&test),
        AreaMessage::ShowReports(group) => area.show_reports(group),
        AreaMessage::PlaceMesh(made) => area.place_mesh(made),
        AreaMessage::DropReports => area.reports = None,
        AreaMessage::DropReportsOf(index) => area.drop_reports_of(index),
        AreaMessage::DropProposal => area.proposal = None,
        AreaMessage::GiveEdgeUp => (area.pending_edge, area.left_out) = (None, None),
        _ => {}
    }
}

#[cfg(test)]
pub(crate) mod tests;
