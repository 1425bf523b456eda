//! Questions about maps and stamps: what is in them, how they are drawn, and what their answers do.

#[cfg(feature = "window")]
mod automatic;
#[cfg(feature = "window")]
mod ground;
#[cfg(feature = "window")]
mod new_map;
#[cfg(feature = "window")]
mod questions;
#[cfg(feature = "window")]
mod reference;
#[cfg(feature = "window")]
mod replace;
#[cfg(feature = "window")]
mod resize;

#[cfg(feature = "window")]
use eframe::egui::Ui;
use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gat::{Gat, Terrain, Tile, Version};
use landwright_core::world::gat::GatMap;

use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::form::automatic::AutomaticForm;
use crate::kind::ragnarok::form::ground::GroundForm;
use crate::kind::ragnarok::form::new_map::NewMapForm;
use crate::kind::ragnarok::form::replace::ReplaceForm;
use crate::kind::ragnarok::form::resize::ResizeForm;
use crate::kind::ragnarok::kind::ID;
use crate::kind::ragnarok::proposal::Suggestion;
use crate::kind::ragnarok::stamps::StampId;
#[cfg(feature = "window")]
use crate::message::Message;
use crate::message::dialog::form::Form;
use crate::message::dialog::{Answer, OfKind};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::view::id::DocumentId;

#[derive(Debug, Clone, PartialEq)]
pub enum MapDialog {
    NewMap(NewMapForm),
    AutomaticTypes(DocumentId, AutomaticForm),
    HeightsFromGround(DocumentId, GroundForm),
    ReplaceType(DocumentId, ReplaceForm),
    Resize(DocumentId, ResizeForm),
    /// The picture to paint after; what is changed is seen at once.
    Reference(DocumentId),
    /// Before a conversion loses something.
    Convert {
        document: DocumentId,
        version: Version,
        lost: String,
    },
    DeleteStamp {
        stamp: StampId,
        name: String,
    },
}

#[derive(Debug, Clone)]
pub enum MapAnswer {
    NewMap(NewMapForm),
    /// One step, worked out beside the window.
    Do(DocumentId, Suggestion),
    DeleteStamp(StampId),
}

impl Form for MapDialog {
    fn kind(&self) -> &'static str {
        ID
    }

    fn is_beside(&self) -> bool {
        matches!(self, MapDialog::Reference(_)) || self.changes().is_some()
    }

    fn changes(&self) -> Option<DocumentId> {
        match self {
            MapDialog::AutomaticTypes(document, _)
            | MapDialog::HeightsFromGround(document, _)
            | MapDialog::ReplaceType(document, _) => Some(*document),
            _ => None,
        }
    }
}

impl MapDialog {
    /// What would be done if the person agreed now.
    pub fn proposed(&self, document: &MapDocument) -> Option<Suggestion> {
        match self {
            MapDialog::AutomaticTypes(_, form) => Some(form.action(document).into()),
            MapDialog::HeightsFromGround(_, form) => Some(form.action(document).into()),
            MapDialog::ReplaceType(_, form) => Some(form.suggestion(document)),
            _ => None,
        }
    }

    #[cfg(feature = "window")]
    pub(super) fn ask(
        &self,
        ui: &mut Ui,
        model: &Model,
        send: &mut Vec<Message>,
    ) -> Option<Answer> {
        match self {
            MapDialog::NewMap(form) => new_map::ask(ui, form),
            MapDialog::AutomaticTypes(id, form) => automatic::ask(ui, model, *id, form),
            MapDialog::HeightsFromGround(id, form) => ground::ask(ui, model, *id, form),
            MapDialog::ReplaceType(id, form) => replace::ask(ui, model, *id, form),
            MapDialog::Resize(id, form) => resize::ask(ui, model, *id, form),
            MapDialog::Reference(id) => reference::ask(ui, model, *id, send),
            MapDialog::Convert { document, version, lost } => {
                questions::convert(ui, *document, *version, lost)
            }
            MapDialog::DeleteStamp { stamp, name } => questions::delete_stamp(ui, *stamp, name),
        }
    }
}

impl MapAnswer {
    pub fn answer(self) -> Answer {
        let after = match &self {
            MapAnswer::Do(document, _) => Some(*document),
            MapAnswer::NewMap(_) | MapAnswer::DeleteStamp(_) => None,
        };
        Answer::OfKind(OfKind { kind: ID, after, goes_on: false, sent: Sent::new(self) })
    }
}

impl Model {
    pub(super) fn take_answer_about_map(&mut self, answer: &MapAnswer, asked: Option<&MapDialog>) {
        match answer {
            MapAnswer::NewMap(form) => self.make_map(form),
            MapAnswer::Do(document, suggestion) => {
                match asked {
                    Some(MapDialog::AutomaticTypes(_, form)) => {
                        self.tools.maps.automatic = form.clone();
                    }
                    Some(MapDialog::HeightsFromGround(_, form)) => {
                        self.tools.maps.from_ground = form.clone();
                    }
                    _ => {}
                }
                self.do_beside(*document, suggestion.clone());
            }
            MapAnswer::DeleteStamp(stamp) => self.delete_stamp(*stamp),
        }
    }

    /// A question was answered or given up.
    pub(super) fn end_question_about_map(&mut self, asked: &MapDialog) {
        if let MapDialog::Reference(document) = asked {
            self.keep_reference(*document);
        }
    }

    fn make_map(&mut self, form: &NewMapForm) {
        let (Ok(width), Ok(height)) = (u16::try_from(form.width), u16::try_from(form.height))
        else {
            self.log.error("a map has at most 65535 cells on a side");
            return;
        };
        let tile = Tile { altitude: [F32::ZERO; 4], terrain: Terrain(form.kind) };
        if let Ok(map) = GatMap::new(&Gat::filled(form.version, width, height, tile)) {
            self.add_map("new.gat", map);
        }
    }
}
