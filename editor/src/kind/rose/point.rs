//! What the pointer does to a zone with the tool in hand.

use std::time::Instant;

use landwright_core::world::Document;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;

use super::document::ZoneDocument;
use crate::kind::rose::dialog::ZoneDialog;
use crate::kind::rose::form::things::LeadElsewhere;
use crate::kind::rose::tool::{Deed, ZonePointer};
use crate::model::Model;
use crate::view::hand::Phase;
use crate::view::id::{DocumentId, ViewId};

/// The known facts about the gesture under way.
#[derive(Debug, Default)]
pub(super) struct Gesture {
    /// The zone as it was when it began.
    pub(super) before: Option<Box<Zone>>,
    /// Notes for the user about it.
    notes: Vec<String>,
    /// What the pointer does to things.
    actions: Vec<Action>,
    /// When a key nudged things last, where it is one of keys.
    pub(super) nudged_at: Option<Instant>,
}

impl Model {
    pub(super) fn point_at_zone(&mut self, id: DocumentId, pointer: ZonePointer) {
        if self.dialog().is_some() && pointer.phase == Phase::Press {
            return;
        }
        let view = self.active.filter(|view| view.document == id);
        let Some(document) = self.zone_mut(id) else { return };
        let (said, asked) = (document.point(view, pointer), document.to_ask.take());
        said.into_iter().for_each(|said| self.log.warn(said));
        self.dialogs.extend(asked.map(|asked| ZoneDialog::LeadElsewhere(asked).into()));
        if matches!(pointer.phase, Phase::Press | Phase::Release | Phase::Close) {
            self.flush(id);
        }
    }
}

impl ZoneDocument {
    /// What the pointer does over a view. Answers with what the person should know.
    pub(super) fn point(&mut self, view: Option<ViewId>, pointer: ZonePointer) -> Vec<String> {
        let mut hand = std::mem::take(&mut self.hand);
        let deeds = hand.point(self.bench(), pointer);
        self.hand = hand;
        deeds.into_iter().flat_map(|deed| self.do_deed(view, deed)).collect()
    }

    /// Escape and commands end what the hand is in the middle of.
    pub(crate) fn finish_gesture(&mut self) {
        self.hand = Default::default();
        self.end();
    }

    fn do_deed(&mut self, view: Option<ViewId>, deed: Deed) -> Vec<String> {
        match deed {
            Deed::Select(selection) => self.select(selection),
            Deed::Become(before, actions) => return self.become_of(&before, &actions),
            Deed::End => return self.end_or_ask(),
            Deed::GiveUp => self.give_up(),
            Deed::ComeNear(corners) => {
                view.into_iter().for_each(|view| self.come_near(view, corners));
            }
            Deed::Set(tools) => self.set_tools(*tools),
        }
        Vec::new()
    }

    /// The gesture under way is what actions make of the zone as it was. Where they are refused,
    /// things are where they were; strokes over the ground stay what they were last.
    fn become_of(&mut self, before: &Zone, actions: &[Action]) -> Vec<String> {
        let Some(first) = actions.first() else { return Vec::new() };
        let mut zone = before.clone();
        self.gesture.notes.clear();
        self.gesture.actions.clear();
        for action in actions {
            match action.resolve_by(&zone, &self.names) {
                Ok(resolved) => {
                    self.gesture.notes.extend(resolved.notes);
                    zone = resolved.zone;
                }
                Err(refusal) => {
                    self.gesture.notes = vec![self.words_of(&zone).refusal(&refusal)];
                    if !action.is_of_ground() && self.editing.is_in_gesture() {
                        self.grow_to("", before);
                    }
                    return Vec::new();
                }
            }
        }
        let title = self.words_of(before).title(first);
        self.grow_to(&title, &zone);
        if !first.is_of_ground() {
            self.gesture.actions = actions.to_vec();
        }
        Vec::new()
    }

    fn give_up(&mut self) {
        self.gesture = Gesture::default();
        self.and_note(|editing| editing.cancel());
    }

    /// Ends the gesture. Where lightmaps would lead elsewhere, all is as before until the person was
    /// asked.
    fn end_or_ask(&mut self) -> Vec<String> {
        let asked = match (&self.gesture.before, self.gesture.actions.first()) {
            (Some(before), Some(first)) => {
                let title = self.words_of(before).title(first);
                LeadElsewhere::of(self.id, &title, &self.gesture.actions, before, self.zone())
            }
            _ => None,
        };
        if asked.is_none() {
            return self.end();
        }
        self.to_ask = asked;
        self.give_up();
        Vec::new()
    }

    /// Answers with what came of the gesture that a person should know.
    fn end(&mut self) -> Vec<String> {
        let Gesture { before, notes, .. } = std::mem::take(&mut self.gesture);
        self.editing.end();
        if let Some(edit) = before.and_then(|before| before.edit_to(self.zone())) {
            self.note_change(&edit);
        }
        let is_told = |note: &String| !note.starts_with("the new thing");
        notes.into_iter().filter(is_told).collect()
    }
}
