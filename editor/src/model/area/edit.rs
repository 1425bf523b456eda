//! Edits of an open area, and what follows each of them: geometry, places, problems and ways.

use std::sync::Arc;

use landwright_core::space::tera::{Octant, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::edit::Edit;
use landwright_core::world::area::id::NodeId;
use landwright_core::world::area::refusal::Refusal;
use landwright_core::world::{Document, Editing};

use super::check;
use super::document::AreaDocument;
use super::line::Waits;
use crate::tool::area::Hand;

impl AreaDocument {
    /// Does an action as one step. Answers with what a person should know about it.
    pub(super) fn act(&mut self, action: &Action) -> Result<Result<Vec<String>, Refusal>, Waits> {
        Ok(match self.at_hand(|area, geometry| action.resolve(area, geometry))? {
            Ok(resolved) => {
                if let Some(edit) = resolved.edit {
                    self.apply(action.title(), edit);
                }
                Ok(resolved.notes)
            }
            Err(refusal) => {
                if let Refusal::OctantTaken { .. } = refusal {
                    self.ask_who_stays(action)?;
                }
                Err(refusal)
            }
        })
    }

    pub(in crate::model) fn apply(&mut self, title: impl Into<String>, edit: Edit) {
        self.start_journal();
        self.and_note(|editing| editing.apply(title, edit));
    }

    /// Does something to the history, and lets what depends on the area follow.
    pub(in crate::model) fn and_note<T>(
        &mut self,
        change: impl FnOnce(&mut Editing<Area>) -> T,
    ) -> T {
        let (before, revision) = (self.area().clone(), self.editing.revision());
        let result = change(&mut self.editing);
        let after = self.editing.document();
        if let Some(edit) = before.edit_to(after) {
            self.follow_route_tests();
            if edit.is_of_route_tests_alone() {
                self.carry_on(revision);
                return result;
            }
            self.follow_places(&before, &edit);
            self.geometry = Arc::new(self.geometry.of(self.area()));
            self.note_change(&edit);
        }
        result
    }

    /// Lets the index of places follow an edit of the area as it was before.
    pub(super) fn follow_places(&mut self, before: &Area, edit: &Edit) {
        let area = self.editing.document();
        let mut moved = edit.moved_nodes(area);
        if edit.is_of_whole_area() {
            moved.extend(edit.moved_nodes(before));
        }
        self.places.follow(area, &moved);
    }

    /// Lets what is found and shown follow an edit that was done.
    pub(super) fn note_change(&mut self, edit: &Edit) {
        let area = self.editing.document();
        let nodes: Vec<NodeId> = edit.nodes(area);
        let zones: Vec<Zone> = edit.volumes().zones().collect();
        self.selection.retain(|node| area.contains(*node));
        self.edge = self.edge.filter(|edge| {
            let octant = Octant::new(edge.octant);
            octant.is_some_and(|octant| area.edge(edge.node, octant).is_some())
        });
        self.proposal = None;
        (self.pending_edge, self.left_out) = (None, None);
        if !zones.is_empty() {
            self.shared.note_change();
        }
        if nodes.len() > check::CHECKED_AROUND || edit.is_of_whole_area() {
            self.checked = None;
        }
        check::check_around(self, &nodes, &zones);
    }

    /// Does some actions as one step. Answers with what a person should know of them, and with those
    /// that are refused by now.
    pub(super) fn do_all(&mut self, title: &str, actions: &[Action]) -> Vec<String> {
        let before = self.area().clone();
        let done = self.at_hand(|area, geometry| {
            let (mut after, mut said) = (area.clone(), Vec::new());
            for action in actions {
                match action.resolve(&after, geometry) {
                    Ok(resolved) => {
                        after = resolved.area;
                        said.extend(resolved.notes);
                    }
                    Err(refusal) => said.push(refusal.to_string()),
                }
            }
            (after, said)
        });
        let Ok((after, said)) = done else { return Vec::new() };
        if let Some(edit) = before.edit_to(&after) {
            self.apply(title, edit);
        }
        said
    }

    /// A drag under way becomes a step; the rest of it does nothing. What a person should know of it
    /// is told soon.
    pub(in crate::model) fn finish_gesture(&mut self) {
        let before = match std::mem::take(&mut self.hand) {
            Hand::Move { before, notes, refusal, .. } => {
                self.untold.extend(notes);
                self.untold.extend(refusal);
                before
            }
            Hand::Volumes(stroke) => {
                self.untold.extend(stroke.refusal);
                Box::new(stroke.before)
            }
            other => {
                self.hand = other;
                return;
            }
        };
        self.editing.end();
        if let Some(edit) = before.edit_to(self.area()) {
            self.note_change(&edit);
        }
    }
}
