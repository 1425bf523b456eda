//! Open ROSE zones: what messages do to them.

pub mod archive;
pub mod copies;
pub mod document;
pub mod fields;
pub mod message;
pub mod open;
pub mod preview;
pub mod run;
mod check;
mod clip;
mod go;
mod opened;
mod point;
mod save;
mod textures;

use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::picture::textures::Textures;

use self::document::ZoneDocument;
use self::message::ZoneMessage;
use self::open::Parts;
use super::document::DocumentId;
use super::kind::Open;
use super::{Done, Model};

/// What a job of a zone brings.
#[derive(Debug)]
pub(super) enum ZoneDone {
    SampleMade(Box<Result<Parts, String>>),
    TexturesFound(DocumentId, Textures),
}

impl From<ZoneDone> for Done {
    fn from(done: ZoneDone) -> Done {
        Done::Zone(done)
    }
}

impl Model {
    pub fn zones(&self) -> impl Iterator<Item = &ZoneDocument> {
        self.documents.values().filter_map(Open::as_zone)
    }

    pub fn zone(&self, id: DocumentId) -> Option<&ZoneDocument> {
        self.documents.get(&id)?.as_zone()
    }

    pub(super) fn zone_mut(&mut self, id: DocumentId) -> Option<&mut ZoneDocument> {
        self.documents.get_mut(&id)?.as_zone_mut()
    }

    /// The zone that keys and panels mean.
    pub fn active_zone(&self) -> Option<&ZoneDocument> {
        self.zone(self.active_view()?.document)
    }

    pub(super) fn handle_zone(&mut self, id: DocumentId, message: ZoneMessage) {
        match message {
            ZoneMessage::Act(action) => self.act_on_zone(id, &action),
            ZoneMessage::Point(pointer) => self.point_at_zone(id, pointer),
            other => {
                if let Some(zone) = self.zone_mut(id) {
                    zone.take(other);
                }
            }
        }
    }

    pub(super) fn take_zone(&mut self, done: ZoneDone) {
        match done {
            ZoneDone::SampleMade(parts) => self.take_sample_zone(*parts),
            ZoneDone::TexturesFound(id, textures) => self.take_textures(id, textures),
        }
    }

    pub(super) fn act_on_zone(&mut self, id: DocumentId, action: &Action) {
        let Some(zone) = self.zone_mut(id) else { return };
        match zone.act(action) {
            Ok(notes) => notes.into_iter().for_each(|note| self.log.note(note)),
            Err(refusal) => self.log.warn(format!("{}: {refusal}", action.title())),
        }
        self.flush(id);
    }
}

impl ZoneDocument {
    /// What changes nothing but how the zone is looked at.
    fn take(&mut self, message: ZoneMessage) {
        match message {
            ZoneMessage::Hover(hover) => self.hover = hover,
            ZoneMessage::SetTools(tools) => {
                if tools.tool != self.tools.tool {
                    self.finish_gesture();
                }
                self.tools = *tools;
            }
            ZoneMessage::SetLayers(layers) => self.set_layers(*layers),
            ZoneMessage::Select(things) => self.select(things),
            ZoneMessage::ShowThing(id) => {
                self.select([id].into());
                self.show_thing(id);
            }
            ZoneMessage::ShowPlace(place) => self.show_place(place),
            ZoneMessage::Preview(message) => self.preview(message),
            ZoneMessage::Act(_) | ZoneMessage::Point(_) => {}
        }
    }

    /// What can't be taken hold of any more is not selected either.
    pub(super) fn set_layers(&mut self, layers: crate::view::zone::ZoneLayers) {
        self.layers = layers;
        let (zone, layers) = (self.editing.document(), &self.layers);
        self.selection.retain(|id| zone.thing(*id).is_some_and(|thing| layers.picks(thing.kind())));
    }
}

#[cfg(test)]
pub(crate) mod tests;
