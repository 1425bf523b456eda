//! What can happen to an open zone.

use std::collections::BTreeSet;

use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::preview::Plan;
use landwright_core::world::zone::thing::ThingId;

use crate::kind::rose::tool::{ZonePointer, ZoneTools};
use crate::kind::rose::view::ZoneLayers;
use crate::message::Message;
use crate::message::sent::Sent;
use crate::view::id::DocumentId;

#[derive(Debug, Clone)]
pub enum ZoneMessage {
    /// One step.
    Act(Box<Action>),
    Point(ZonePointer),
    /// What the pointer is over, in cm of the files.
    Hover(Option<[f64; 2]>),
    SetTools(Box<ZoneTools>),
    SetLayers(Box<ZoneLayers>),
    Select(BTreeSet<ThingId>),
    /// Selects a thing and shows it in every view.
    ShowThing(ThingId),
    /// In cm of the files.
    ShowPlace([f64; 2]),
    Preview(PreviewMessage),
    /// A view in space has none of the models, or not all.
    ReadModels,
}

impl ZoneMessage {
    /// Sends one to an open zone.
    pub fn to(zone: DocumentId, message: ZoneMessage) -> Message {
        Message::Kind(zone, Sent::new(message))
    }
}

/// Everything that is done with the monsters that a server would let appear.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PreviewMessage {
    /// From the beginning, by this plan.
    Start(Plan),
    /// How many seconds of the game go by.
    Advance(f64),
    SetSpeed(f64),
    Run,
    Pause,
    Drop,
}
