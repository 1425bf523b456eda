//! Edits of an open area, and what follows each of them: geometry, places, problems and ways.

use std::sync::Arc;

use landwright_core::check::area::touched;
use landwright_core::space::tera::Zone;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::edit::Edit;
use landwright_core::world::area::id::NodeId;
use landwright_core::world::area::places::Places;
use landwright_core::world::area::refusal::Refusal;
use landwright_core::world::{Document, Editing, Revision};

use super::check;
use super::document::AreaDocument;
use super::line::Waits;
use crate::kind::tera::tool::Hand;

/// More nodes than this are not followed on the window's thread where somebody else has time.
const FOLLOWED_AT_ONCE: usize = 1_000;

/// What an edit means for all that depends on the area, worked out with it.
#[derive(Debug)]
pub(super) struct Aftermath {
    is_of_route_tests_alone: bool,
    touched: Touched,
    places: NewPlaces,
}

/// What is checked again.
#[derive(Debug)]
pub(super) struct Touched {
    /// `None` where that is everything.
    nodes: Option<Vec<NodeId>>,
    zones: Vec<Zone>,
}

/// The index of places after an edit.
#[derive(Debug)]
pub(super) enum NewPlaces {
    /// That of before, where these nodes came, went or moved.
    Moved(Vec<NodeId>),
    Anew(Box<Places>),
}

impl AreaDocument {
    /// Does an action as one step. Answers with what a person should know about it.
    pub(super) fn act(&mut self, action: &Action) -> Result<Result<Vec<String>, Refusal>, Waits> {
        Ok(match self.at_hand(|area, geometry| action.resolve(area, geometry))? {
            Ok(resolved) => {
                if let Some(edit) = resolved.edit {
                    self.apply(action.title(), &edit);
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

    pub(crate) fn apply(&mut self, title: impl Into<String>, edit: &Edit) {
        self.start_journal();
        let (before, revision) = (self.area().clone(), self.editing.revision());
        self.editing.apply(title, edit);
        let aftermath = Aftermath::of(&before, self.area(), edit);
        self.follow(aftermath, revision);
    }

    /// Does something to the history, and lets what depends on the area follow.
    pub(crate) fn and_note<T>(&mut self, change: impl FnOnce(&mut Editing<Area>) -> T) -> T {
        let (before, revision) = (self.area().clone(), self.editing.revision());
        let result = change(&mut self.editing);
        if let Some(edit) = before.edit_to(self.area()) {
            let aftermath = Aftermath::of(&before, self.area(), &edit);
            self.follow(aftermath, revision);
        }
        result
    }

    /// Lets what depends on the area follow what was done to it after a revision.
    pub(super) fn follow(&mut self, aftermath: Aftermath, before: Revision) {
        self.follow_route_tests();
        if aftermath.is_of_route_tests_alone {
            self.carry_on(before);
            return;
        }
        self.follow_places(aftermath.places);
        self.geometry = Arc::new(self.geometry.of(self.area()));
        self.note_change(&aftermath.touched);
    }

    pub(super) fn follow_places(&mut self, places: NewPlaces) {
        match places {
            NewPlaces::Anew(places) => self.places = *places,
            NewPlaces::Moved(nodes) => self.places.follow(self.editing.document(), &nodes),
        }
    }

    /// Lets what is found and shown follow an edit that was done.
    pub(super) fn note_change(&mut self, touched: &Touched) {
        let area = self.editing.document();
        self.selection.retain(|node| area.contains(*node));
        self.edge = self.edge.and_then(|edge| self.where_it_is(edge));
        self.proposal = None;
        (self.pending_edge, self.left_out) = (None, None);
        if !touched.zones.is_empty() {
            self.shared.note_change();
        }
        match &touched.nodes {
            Some(nodes) => check::check_around(self, nodes, &touched.zones),
            None => self.checked = None,
        }
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
            self.apply(title, &edit);
        }
        said
    }

    /// A drag under way becomes a step; the rest of it does nothing. Notes for the user about it
    /// follow soon.
    pub(crate) fn finish_gesture(&mut self) {
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
            self.note_change(&Touched::by(&edit, &before, self.area()));
        }
    }
}

impl Aftermath {
    pub(super) fn of(before: &Area, after: &Area, edit: &Edit) -> Aftermath {
        let is_of_route_tests_alone = edit.is_of_route_tests_alone();
        let (touched, places) = (Touched::by(edit, before, after), NewPlaces::of(before, after));
        Aftermath { is_of_route_tests_alone, touched, places }
    }

    /// The same for who has time, so that the window has not to follow many nodes.
    pub(super) fn at_leisure(before: &Area, after: &Area, edit: &Edit) -> Aftermath {
        let aftermath = Aftermath::of(before, after, edit);
        match aftermath.places {
            NewPlaces::Moved(moved) if moved.len() > FOLLOWED_AT_ONCE => {
                Aftermath { places: NewPlaces::Anew(Box::new(Places::of(after))), ..aftermath }
            }
            _ => aftermath,
        }
    }
}

impl NewPlaces {
    pub(super) fn of(before: &Area, after: &Area) -> NewPlaces {
        let moved = before.moved_nodes_to(after);
        match Places::anew(after, &moved) {
            Some(places) => NewPlaces::Anew(Box::new(places)),
            None => NewPlaces::Moved(moved),
        }
    }
}

impl Touched {
    fn by(edit: &Edit, before: &Area, after: &Area) -> Touched {
        let is_few = !edit.is_of_whole_area() && edit.nodes(after).len() <= check::CHECKED_AROUND;
        Touched {
            nodes: is_few.then(|| touched(before, after, edit)),
            zones: edit.volumes().zones().collect(),
        }
    }
}
