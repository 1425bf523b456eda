//! Everything that panels, canvases and keys send to maps of cells, and to the library of stamps.

use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::area::Area;

use crate::kind::ragnarok::kind::ID;
use crate::kind::ragnarok::stamps::StampId;
use crate::kind::ragnarok::tool::Pointer;
use crate::message::sent::Sent;
use crate::message::{Message, Request};
use crate::model::Model;
use crate::view::id::{DocumentId, ViewId};
use crate::view::reference::Reference;

/// To a map.
#[derive(Debug, Clone)]
pub enum MapMessage {
    /// One step.
    Act(Action),
    /// All that the pointer did in one of its views since the last frame, in order.
    Point(u32, Vec<Pointer>),
    ShowCell(TilePos),
    Select(Area),
    /// Somebody wants to choose a picture to paint after.
    AskPicture,
    /// How it lies on the map; `None` for no picture.
    SetReference(Option<Box<Reference>>),
}

/// To the library of stamps, whatever is open.
#[derive(Debug, Clone)]
pub enum StampMessage {
    /// Puts the selection, or else the stamp in hand, into the library.
    KeepStamp,
    TakeStamp(StampId),
    RenameStamp(StampId, String),
    /// After a question.
    DeleteStamp(StampId),
}

impl MapMessage {
    pub fn to(self, document: DocumentId) -> Message {
        Message::Kind(document, Sent::new(self))
    }
}

impl StampMessage {
    pub fn message(self) -> Message {
        Message::ToKind(ID, Sent::new(self))
    }
}

impl Model {
    pub(super) fn handle_map(&mut self, document: DocumentId, message: MapMessage) {
        match message {
            MapMessage::Act(action) => self.act(document, &action),
            MapMessage::Point(number, pointers) => {
                self.point(ViewId { document, number }, &pointers);
            }
            MapMessage::ShowCell(cell) => {
                if let Some(map) = self.map_mut(document) {
                    map.show_cell(cell);
                }
            }
            MapMessage::Select(area) => self.select(document, area),
            MapMessage::AskPicture => self.requests.push(Request::AskPicture(document)),
            MapMessage::SetReference(reference) => {
                self.set_reference(document, reference.map(|reference| *reference));
            }
        }
    }

    pub(super) fn handle_stamps(&mut self, message: StampMessage) {
        match message {
            StampMessage::KeepStamp => self.keep_stamp(None),
            StampMessage::TakeStamp(stamp) => self.take_stamp(stamp),
            StampMessage::RenameStamp(stamp, name) => self.rename_stamp(stamp, &name),
            StampMessage::DeleteStamp(stamp) => self.ask_to_delete_stamp(stamp),
        }
    }
}
