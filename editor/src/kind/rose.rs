//! Open ROSE zones: what messages do to them.

pub mod form;
pub mod dialog;
mod by_name;
pub mod archive;
pub(crate) mod exhibit;
pub mod called;
pub mod calling;
pub mod copies;
pub mod document;
pub mod fields;
pub mod kept;
pub mod merge;
pub mod message;
pub(crate) mod models;
pub mod open;
pub mod preview;
pub mod run;
pub mod words;
pub(crate) mod zones;
pub(crate) mod exchange;
pub(crate) mod kind;
mod commands;
mod conflicts;
pub mod tool;
pub mod view;
#[cfg(feature = "window")]
pub(crate) mod canvas;
#[cfg(feature = "window")]
pub(crate) mod panel;
#[cfg(feature = "window")]
mod face;
mod check;
pub(super) mod clip;
mod go;
mod nudge;
mod opened;
mod point;
mod recover;
mod letters;
mod save;
mod show;
mod textures;

use landwright_core::stage::rose::live::Live;
use landwright_core::vfs::FileError;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::refusal::Refusal;

use self::copies::{CopyTask, Kept};
use self::document::ZoneDocument;
use self::message::ZoneMessage;
use self::open::Parts;
use crate::kind::document::open::Open;
use crate::kind::rose::dialog::ZoneDialog;
use crate::kind::rose::form::things::LeadElsewhere;
use crate::kind::rose::tool::ZoneTools;
use crate::kind::rose::view::ZoneLayers;
use crate::model::Model;
use crate::model::tick::Done;
use crate::view::Shown;
use crate::view::id::DocumentId;

/// Why the layer of who may walk is as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum ShowsWalks {
    /// A person set it.
    #[default]
    AsAsked,
    /// A brush is in hand that changes it: it goes with the brush.
    ToPaint,
}

/// What a job of a zone brings.
#[derive(Debug)]
pub(crate) enum ZoneDone {
    SampleMade(Box<Result<Parts, String>>),
    TexturesFound(DocumentId, Textures),
    ModelsRead(DocumentId, Option<Box<Live>>),
    CopiesKept(DocumentId, CopyTask, Vec<Kept>),
    DiskKept(DocumentId, Result<(), FileError>),
}

impl From<ZoneDone> for Done {
    fn from(done: ZoneDone) -> Done {
        Done::of_kind(|model| model.take_zone(done))
    }
}

impl Model {
    pub fn zones(&self) -> impl Iterator<Item = &ZoneDocument> {
        self.documents.values().filter_map(Open::as_zone)
    }

    pub fn zone(&self, id: DocumentId) -> Option<&ZoneDocument> {
        self.documents.get(&id)?.as_zone()
    }

    pub(crate) fn zone_mut(&mut self, id: DocumentId) -> Option<&mut ZoneDocument> {
        self.documents.get_mut(&id)?.as_zone_mut()
    }

    /// The zone that keys and panels mean.
    pub fn active_zone(&self) -> Option<&ZoneDocument> {
        self.zone(self.active_view()?.document)
    }

    pub(crate) fn handle_zone(&mut self, id: DocumentId, message: ZoneMessage) {
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

    pub(crate) fn take_zone(&mut self, done: ZoneDone) {
        match done {
            ZoneDone::SampleMade(parts) => self.take_sample_zone(*parts),
            ZoneDone::TexturesFound(id, textures) => self.take_textures(id, textures),
            ZoneDone::ModelsRead(id, read) => self.take_models(id, read),
            ZoneDone::CopiesKept(id, task, kept) => self.take_kept(id, task, kept),
            ZoneDone::DiskKept(_, Ok(())) => {}
            ZoneDone::DiskKept(id, Err(error)) => {
                let title = self.zone(id).map(|zone| zone.title.clone()).unwrap_or_default();
                self.log.warn(format!(
                    "{title}: the version on disk can't be recorded, so a merge after a crash may \
                    mistake it for yours: {error}"
                ));
            }
        }
    }

    /// Does an action, or asks first where lightmaps would lead elsewhere.
    pub(crate) fn act_on_zone(&mut self, id: DocumentId, action: &Action) {
        let Some(zone) = self.zone_mut(id) else { return };
        if let Some(asked) = zone.asked_first(action) {
            self.dialogs.push_back(ZoneDialog::LeadElsewhere(asked).into());
            return;
        }
        let done = zone.act(action);
        self.tell_done(id, action, done);
        self.flush(id);
    }

    fn tell_done(&mut self, id: DocumentId, action: &Action, done: Result<Vec<String>, Refusal>) {
        match (done, self.zone(id)) {
            (Ok(notes), _) => notes.into_iter().for_each(|note| self.log.note(note)),
            (Err(refusal), Some(zone)) => {
                let words = zone.words();
                let said = format!("{}: {}", words.title(action), words.refusal(&refusal));
                self.log.warn(said);
            }
            (Err(_), None) => {}
        }
    }

    /// What was asked about, now that the person said so.
    pub(crate) fn do_despite(&mut self, asked: &LeadElsewhere) {
        let LeadElsewhere { document: id, title, actions, .. } = asked;
        let Some(zone) = self.zone_mut(*id) else { return };
        let said = zone.do_all(title, actions);
        said.into_iter().for_each(|said| self.log.warn(format!("{title}: {said}")));
        self.flush(*id);
    }
}

impl ZoneDocument {
    /// Everything that has to be asked before an action, where lightmaps would lead elsewhere after
    /// it.
    fn asked_first(&self, action: &Action) -> Option<LeadElsewhere> {
        if action.is_of_ground() {
            return None;
        }
        let after = action.resolve(self.zone()).ok()?.zone;
        let title = self.words().title(action);
        LeadElsewhere::of(self.id, &title, [action], self.zone(), &after)
    }

    /// What changes nothing but how the zone is looked at.
    fn take(&mut self, message: ZoneMessage) {
        match message {
            ZoneMessage::Hover(hover) => self.hover = hover,
            ZoneMessage::SetTools(tools) => self.set_tools(*tools),
            ZoneMessage::SetLayers(layers) => self.set_layers(*layers),
            ZoneMessage::Select(things) => self.select(things),
            ZoneMessage::ShowThing(id) => {
                self.select([id].into());
                self.show_thing(id);
            }
            ZoneMessage::ShowPlace(place) => self.show_place(place),
            ZoneMessage::Preview(message) => self.preview(message),
            ZoneMessage::ReadModels => self.models.want(),
            ZoneMessage::Act(_) | ZoneMessage::Point(_) => {}
        }
    }

    /// Who may walk is seen while it is painted.
    pub(crate) fn set_tools(&mut self, tools: ZoneTools) {
        if tools.tool != self.tools.tool {
            self.finish_gesture();
        }
        let painted = self.tools.paints_walks();
        self.tools = tools;
        match (painted, self.tools.paints_walks()) {
            (false, true) if !self.layers.walks.is_yes() => {
                self.layers.walks = Shown::Yes;
                self.shows_walks = ShowsWalks::ToPaint;
            }
            (true, false) if self.shows_walks == ShowsWalks::ToPaint => {
                self.layers.walks = Shown::No;
                self.shows_walks = ShowsWalks::AsAsked;
            }
            _ => {}
        }
    }

    /// What can't be taken hold of any more is not selected either.
    pub(crate) fn set_layers(&mut self, layers: ZoneLayers) {
        if layers.walks != self.layers.walks {
            self.shows_walks = ShowsWalks::AsAsked;
        }
        if layers.models != self.layers.models {
            self.models.ask_anew();
        }
        self.layers = layers;
        let (zone, layers) = (self.editing.document(), &self.layers);
        self.selection.retain(|id| zone.thing(*id).is_some_and(|thing| layers.picks(thing.kind())));
    }
}

#[cfg(test)]
pub(crate) mod tests;
