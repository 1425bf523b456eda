//! What the panels show of a zone.

pub(crate) mod tools;
pub(crate) mod inspector;
pub(crate) mod place;
mod block;
mod fields;
mod layers;
mod monsters;
mod old_water;
pub(crate) mod picker;
mod preview;
mod tile_palette;
mod tiles;
mod whole;

use landwright_core::world::zone::action::Action;

use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::message::ZoneMessage;
use crate::message::Message;

/// What a panel sends about a zone.
struct Outbox<'a> {
    zone: &'a ZoneDocument,
    send: &'a mut Vec<Message>,
}

impl Outbox<'_> {
    fn tell(&mut self, message: ZoneMessage) {
        self.send.push(ZoneMessage::to(self.zone.id, message));
    }

    fn act(&mut self, action: Action) {
        self.tell(ZoneMessage::Act(Box::new(action)));
    }
}
