//! Moving what is selected by keys. Presses that follow each other soon are one gesture, as a drag
//! is, and become one step when the keys rest or something else is done.

use std::time::{Duration, Instant};

use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::place::{Move, Snap};
use landwright_core::world::zone::refusal::Refusal;

use super::document::ZoneDocument;
use super::message::ZoneMessage;
use crate::command::CommandId as Id;
use crate::kind::document::open::Patience;
use crate::kind::rose::tool::ZoneTool;
use crate::message::Message;
use crate::model::Model;
use crate::view::id::DocumentId;

const LITTLE_CM: f64 = 10.0;
/// Keys that were not pressed for so long rest.
const REST: Duration = Duration::from_secs(1);

/// How far a nudge goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stride {
    Cell,
    Little,
}

/// Clockwise from the north.
const BY_CELLS: [Id; 4] = [Id::NudgeNorth, Id::NudgeEast, Id::NudgeSouth, Id::NudgeWest];
const A_LITTLE: [Id; 4] =
    [Id::NudgeNorthALittle, Id::NudgeEastALittle, Id::NudgeSouthALittle, Id::NudgeWestALittle];
const OF_VIEW: [Id; 4] = [Id::MoveUp, Id::MoveRight, Id::MoveDown, Id::MoveLeft];

impl Model {
    /// The command that a key means. Those that move the view move what is selected in a zone,
    /// while the tool in hand is one that selects; in a view in space, the way that they point there.
    pub(crate) fn meant_in_zone(&self, id: Id) -> Id {
        let selects = |zone: &&ZoneDocument| {
            matches!(zone.tools.tool, ZoneTool::Select | ZoneTool::Lasso)
                && !zone.selection.is_empty()
        };
        if self.active_zone().filter(selects).is_none() {
            return id;
        }
        let meant = [(OF_VIEW, BY_CELLS), (BY_CELLS, BY_CELLS), (A_LITTLE, A_LITTLE)];
        let mut meant = meant.into_iter().filter_map(|(keys, meant)| {
            let way = keys.iter().position(|key| *key == id)?;
            meant.get((way + self.quarter_turns()) % 4).copied()
        });
        meant.next().unwrap_or(id)
    }

    pub(super) fn nudge(&mut self, of: DocumentId, id: Id) {
        let Some(zone) = self.zone_mut(of) else { return };
        let Some(action) = zone.action_of_nudge(id) else { return };
        if zone.asked_first(&action).is_some() {
            zone.finish_gesture();
            self.act_on_zone(of, &action);
            return;
        }
        let done = zone.nudge_by(&action);
        self.tell_done(of, &action, done);
    }

    /// Whether a command goes on with what keys just nudged.
    pub(crate) fn goes_on_nudging(&self, id: Id) -> bool {
        let rest = self.active_zone().and_then(ZoneDocument::rest_until_nudged);
        nudge_of(id).is_some() && rest.is_some_and(|rest| !rest.is_zero())
    }

    /// What was nudged becomes a step before anything else is done.
    pub(crate) fn end_nudges_before(&mut self, message: &Message) {
        if !leaves_nudges(message) {
            self.end_nudges(|_| true);
        }
    }

    pub(crate) fn end_nudges_that_rest(&mut self, patience: Patience) {
        self.end_nudges(|rest| rest.is_zero() || patience == Patience::None);
    }

    fn end_nudges(&mut self, is_over: impl Fn(Duration) -> bool) {
        let nudged = |zone: &&ZoneDocument| zone.rest_until_nudged().is_some_and(&is_over);
        let ids: Vec<DocumentId> = self.zones().filter(nudged).map(|zone| zone.id).collect();
        for id in ids {
            if let Some(zone) = self.zone_mut(id) {
                zone.finish_gesture();
            }
            self.flush(id);
        }
    }

    /// How far round the view in front looks, clockwise from the north.
    fn quarter_turns(&self) -> usize {
        let orbit = self.active.and_then(|view| self.view(view)).and_then(|view| view.orbit);
        let yaw_degrees = orbit.map_or(0.0, |orbit| orbit.yaw_degrees);
        (yaw_degrees.rem_euclid(360.0) / 90.0).round() as usize % 4
    }
}

impl ZoneDocument {
    /// How long the keys have to rest until what they nudged is a step; `None` where they nudged
    /// nothing.
    pub(super) fn rest_until_nudged(&self) -> Option<Duration> {
        self.gesture.nudged_at.map(|at| REST.saturating_sub(at.elapsed()))
    }

    fn nudge_by(&mut self, action: &Action) -> Result<Vec<String>, Refusal> {
        let resolved = action.resolve_by(self.zone(), &self.names)?;
        let title = self.words().title(action);
        self.grow_to(&title, &resolved.zone);
        self.gesture.nudged_at = self.editing.is_in_gesture().then(Instant::now);
        Ok(resolved.notes)
    }

    /// As a drag moves it, so far.
    fn action_of_nudge(&self, id: Id) -> Option<Action> {
        let ([east, north], stride) = nudge_of(id)?;
        let (cm, snap) = match (stride, self.tools.snap) {
            (Stride::Cell, snap) => (self.zone().grid().cell_size_cm(), snap),
            // From the middle of a cell it would never get away.
            (Stride::Little, Snap::Cell) => (LITTLE_CM, Snap::None),
            (Stride::Little, Snap::CellAndGround) => (LITTLE_CM, Snap::Ground),
            (Stride::Little, snap) => (LITTLE_CM, snap),
        };
        let by = [east * cm, north * cm, 0.0];
        Some(Action::Move(Move { things: self.selected(), by, snap }))
    }
}

/// Whether a message leaves what is nudged as it is: looking changes nothing, nor does what others
/// tell.
fn leaves_nudges(message: &Message) -> bool {
    match message {
        Message::Command(id) => nudge_of(*id).is_some(),
        Message::Kind(_, sent) => {
            matches!(sent.get(), Some(ZoneMessage::Hover(_) | ZoneMessage::ReadModels))
        }
        Message::Look(..) | Message::LookFrom(..) | Message::Hover(_) => true,
        Message::FileChanged(_) | Message::LookForLeft => true,
        _ => false,
    }
}

/// To the east and to the north.
pub(super) fn nudge_of(id: Id) -> Option<([f64; 2], Stride)> {
    Some(match id {
        Id::NudgeWest => ([-1.0, 0.0], Stride::Cell),
        Id::NudgeEast => ([1.0, 0.0], Stride::Cell),
        Id::NudgeNorth => ([0.0, 1.0], Stride::Cell),
        Id::NudgeSouth => ([0.0, -1.0], Stride::Cell),
        Id::NudgeWestALittle => ([-1.0, 0.0], Stride::Little),
        Id::NudgeEastALittle => ([1.0, 0.0], Stride::Little),
        Id::NudgeNorthALittle => ([0.0, 1.0], Stride::Little),
        Id::NudgeSouthALittle => ([0.0, -1.0], Stride::Little),
        _ => return None,
    })
}
