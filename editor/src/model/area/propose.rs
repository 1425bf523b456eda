//! What somebody thinks of doing to an area: worked out beside the window, and shown before it is
//! done. What takes long is worked out the same way and done at once.

use std::sync::Arc;

use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::compare::Comparison;
use landwright_core::world::area::edges::{Connect, SortEdges};
use landwright_core::world::area::edit::Edit;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::nodes::{DeleteNodes, MoveNodes, RelistNodes};
use landwright_core::world::area::selection::Selection;
use landwright_core::world::{Document, Revision};

use super::AreaDone;
use super::document::{AreaDocument, Proposal};
use crate::model::broken::For;
use crate::model::document::DocumentId;
use crate::model::kind::Open;
use crate::model::{Done, Model};

/// What is done to more nodes than this is worked out beside the window.
pub(super) const MANY_NODES: usize = 10_000;

/// What an action would make of an area as it was.
#[derive(Debug)]
pub(in crate::model) struct Proposed {
    document: DocumentId,
    revision: Revision,
    geometry: Arc<Geometry>,
    title: String,
    /// `None` where it was cancelled.
    outcome: Option<Result<Outcome, String>>,
}

#[derive(Debug)]
enum Outcome {
    ToShow(Box<Area>, Comparison, Vec<String>),
    ToDo(Option<Edit>, Vec<String>),
}

/// What becomes of what is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Show,
    Do,
}

impl Model {
    pub(super) fn propose(&mut self, id: DocumentId, action: Action) {
        self.work_out(id, action, Purpose::Show);
    }

    /// Does an action as one step as soon as it is worked out.
    pub(super) fn do_beside_area(&mut self, id: DocumentId, action: Action) {
        self.work_out(id, action, Purpose::Do);
    }

    /// What the areas could not do by themselves without letting somebody wait.
    pub(in crate::model) fn do_what_takes_long(&mut self) {
        let areas = self.documents.values_mut().filter_map(Open::as_area_mut);
        let due: Vec<_> = areas.filter_map(|area| Some((area.id, area.due.take()?))).collect();
        due.into_iter().for_each(|(id, action)| self.do_beside_area(id, action));
    }

    fn work_out(&mut self, id: DocumentId, action: Action, purpose: Purpose) {
        let Some(document) = self.area_mut(id) else { return };
        let title = action.title();
        if let Some(other) = &document.proposing {
            let said = format!("{title}: {other} is still being worked out; ask again after that");
            self.log.warn(said);
            return;
        }
        document.proposing = Some(title.clone());
        let (area, geometry) = (document.area().clone(), document.geometry.clone());
        let revision = document.editing.revision();
        self.jobs.start_for((id, For::Proposal), title.clone(), move |progress| {
            let outcome = match action.resolve_watched(&area, &geometry, &mut progress.watcher()) {
                _ if progress.is_cancelled() => None,
                Err(refusal) => Some(Err(refusal.to_string())),
                Ok(resolved) => Some(Ok(match purpose {
                    Purpose::Do => Outcome::ToDo(resolved.edit, resolved.notes),
                    Purpose::Show => {
                        let comparison = Comparison::of(&area, &resolved.area);
                        Outcome::ToShow(Box::new(resolved.area), comparison, resolved.notes)
                    }
                })),
            };
            let proposed = Proposed { document: id, revision, geometry, title, outcome };
            Done::from(AreaDone::Proposed(Box::new(proposed)))
        });
    }

    pub(in crate::model) fn take_proposed_area(&mut self, proposed: Proposed) {
        let Proposed { document: id, revision, geometry, title, outcome } = proposed;
        let Some(document) = self.area_mut(id) else { return };
        document.proposing = None;
        let is_fresh =
            document.editing.revision() == revision && Arc::ptr_eq(&document.geometry, &geometry);
        match outcome {
            None => self.log.note(format!("{title} was given up")),
            Some(Err(error)) => self.log.warn(format!("{title}: {error}")),
            Some(Ok(_)) if !is_fresh => {
                self.log.warn(format!("{title}: the area has changed meanwhile; ask again"));
            }
            Some(Ok(Outcome::ToShow(_, comparison, _))) if comparison.is_empty() => {
                self.log.note(format!("{title}: everything is so already"));
            }
            Some(Ok(Outcome::ToShow(area, comparison, notes))) => {
                document.proposal = Some(Proposal { title, area: *area, comparison, revision });
                notes.into_iter().for_each(|note| self.log.note(note));
            }
            Some(Ok(Outcome::ToDo(edit, notes))) => {
                // A drag that began meanwhile was of the area as it was.
                document.finish_gesture();
                if let Some(edit) = edit {
                    document.apply(title, edit);
                }
                notes.into_iter().for_each(|note| self.log.note(note));
                self.flush(id);
            }
        }
    }

    /// Does what is proposed, as one step.
    pub(super) fn accept(&mut self, id: DocumentId) {
        let Some(document) = self.area_mut(id) else { return };
        let Some(Proposal { title, area, revision, .. }) = document.proposal.take() else { return };
        if revision == document.editing.revision()
            && let Some(edit) = document.area().edit_to(&area)
        {
            document.apply(title, edit);
        }
        self.flush(id);
    }
}

impl AreaDocument {
    /// Whether somebody would have to wait for an action.
    pub(super) fn takes_long(&self, action: &Action) -> bool {
        let nodes = match action {
            Action::MoveNodes(MoveNodes { nodes, .. })
            | Action::DeleteNodes(DeleteNodes { nodes })
            | Action::RelistNodes(RelistNodes { nodes })
            | Action::SortEdges(SortEdges { nodes, .. })
            | Action::Connect(Connect { nodes, .. }) => nodes,
            _ => return false,
        };
        let n_nodes = match nodes {
            Selection::Ids(ids) => ids.len(),
            // All are looked at.
            Selection::Everything | Selection::Box(_) | Selection::ComponentOf(_) => {
                self.area().n_nodes() as usize
            }
        };
        n_nodes > MANY_NODES
    }
}
