//! Open TERA areas: what messages do to them. They stand beside the maps, and share their ids.

pub mod document;
pub mod message;
pub mod open;
pub mod routes;
mod check;
mod point;
mod propose;
pub mod recovery;
mod run;
mod save;

use landwright_core::world::area::action::Action;
use landwright_core::world::area::id::NodeId;

use self::document::AreaDocument;
use self::message::AreaMessage;
use super::document::{DocumentId, ViewId};
use super::message::Request;
use super::{Done, Model};

/// What a job of an area brings.
#[derive(Debug)]
pub(super) enum AreaDone {
    Opened(Box<open::Opened>),
    Restored(Box<Result<recovery::Restored, String>>),
    Checked(check::Checked),
    Proposed(Box<propose::Proposed>),
    Saved(Box<save::Saved>),
}

impl From<AreaDone> for Done {
    fn from(done: AreaDone) -> Done {
        Done::Area(done)
    }
}

impl Model {
    pub fn areas(&self) -> impl ExactSizeIterator<Item = &AreaDocument> {
        self.areas.values()
    }

    pub fn area(&self, id: DocumentId) -> Option<&AreaDocument> {
        self.areas.get(&id)
    }

    pub(super) fn area_mut(&mut self, id: DocumentId) -> Option<&mut AreaDocument> {
        self.areas.get_mut(&id)
    }

    /// The area that keys and panels mean.
    pub fn active_area(&self) -> Option<&AreaDocument> {
        self.area(self.active_view()?.document)
    }

    pub(super) fn handle_area(&mut self, id: DocumentId, message: AreaMessage) {
        match message {
            AreaMessage::Act(action) => self.act_on_area(id, &action),
            AreaMessage::Fix(fix) => self.fix_area(id, &fix),
            AreaMessage::FixAllOf(code) => self.fix_all_of_area(id, Some(code)),
            AreaMessage::ShowProblem(index) => self.show_area_problem(id, index),
            AreaMessage::Point(pointer) => self.point_at_area(id, pointer),
            AreaMessage::Propose(action) => self.propose(id, action),
            AreaMessage::Accept => self.accept(id),
            AreaMessage::Replace => self.replace_edge(id),
            AreaMessage::Probe(spots) => {
                if let Some(area) = self.area_mut(id) {
                    area.probe(spots);
                }
            }
            other => {
                if let Some(area) = self.areas.get_mut(&id) {
                    take(area, other);
                }
            }
        }
    }

    pub(super) fn take_area(&mut self, done: AreaDone) {
        match done {
            AreaDone::Opened(opened) => self.take_opened_area(*opened),
            AreaDone::Restored(restored) => self.take_restored_area(*restored),
            AreaDone::Checked(checked) => self.take_checked_area(checked),
            AreaDone::Proposed(proposed) => self.take_proposed_area(*proposed),
            AreaDone::Saved(saved) => self.take_saved_area(*saved),
        }
    }

    pub(super) fn act_on_area(&mut self, id: DocumentId, action: &Action) {
        let Some(area) = self.areas.get_mut(&id) else { return };
        match area.act(action) {
            Ok(notes) => notes.into_iter().for_each(|note| self.log.note(note)),
            Err(refusal) => self.log.warn(format!("{}: {refusal}", action.title())),
        }
        self.flush_area(id);
    }

    pub(super) fn flush_area(&mut self, id: DocumentId) {
        if let Some(journal) = self.areas.get(&id).and_then(|area| area.editing.journal()) {
            self.flusher.flush(journal);
        }
    }

    /// Closes a view, and with the last one its area.
    pub(super) fn close_area_view(&mut self, view: ViewId) {
        let Some(area) = self.areas.get_mut(&view.document) else { return };
        if area.views.len() > 1 {
            area.views.remove(&view.number);
            if self.active == Some(view) {
                self.active = None;
                self.focus_any();
            }
        } else {
            self.close_or_ask(view.document, super::dialog::Then::Close);
        }
    }

    pub(super) fn note_area_troubles(&mut self) {
        for area in self.areas.values_mut().filter(|area| !area.said_journal_trouble) {
            let Some(error) = area.journal_trouble() else { continue };
            let said = "no journal is kept, so a crash would lose unsaved work";
            let text = format!("{}: {said}: {error}", area.name);
            area.said_journal_trouble = true;
            self.log.warn(text);
        }
    }

    pub(super) fn show_area(&mut self, id: DocumentId) {
        let Some(area) = self.areas.get(&id) else { return };
        let Some(number) = area.views.keys().next().copied() else { return };
        let view = ViewId { document: id, number };
        self.active = Some(view);
        self.requests.push(Request::ShowView(view));
    }
}

/// The node that a problem is about, or whose edge it is.
pub fn node_of(problem: &landwright_core::problem::Problem) -> Option<NodeId> {
    check::thing_of(problem).0
}

/// What changes nothing but how the area is looked at.
fn take(area: &mut AreaDocument, message: AreaMessage) {
    match message {
        AreaMessage::Hover(hover) => area.hover = hover,
        AreaMessage::TakeTool(tool) => (area.tool, area.start) = (tool, None),
        AreaMessage::Select(nodes) => {
            (area.selection, area.edge) = (nodes, None);
            let known = area.editing.document();
            area.selection.retain(|node| known.contains(*node));
        }
        AreaMessage::SelectEdge(edge) => area.edge = edge,
        AreaMessage::ShowNode(node) => {
            if let Some(pos) = area.pos(node) {
                (area.selection, area.edge) = ([node].into(), None);
                area.show_pos(pos);
            }
        }
        AreaMessage::SetSlice(slice) => area.slice = slice,
        AreaMessage::KeepRoute => area.keep_route(),
        AreaMessage::ForgetRoute(index) => area.forget_route(index),
        AreaMessage::ShowRoute(index) => area.show_route(index),
        AreaMessage::DropProposal => area.proposal = None,
        AreaMessage::GiveEdgeUp => area.pending_edge = None,
        _ => {}
    }
}

#[cfg(test)]
mod tests;
