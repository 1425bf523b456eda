//! Maps of cells as a kind of documents: what the shell asks of them.

use std::path::{Path, PathBuf};

#[cfg(feature = "window")]
use eframe::egui::Ui;
use landwright_core::format::file::Kind as FileFormat;

use crate::command::{Command, CommandId, Menu};
use crate::exchange::Format;
use crate::kind::cache::place::Place;
#[cfg(feature = "window")]
use crate::kind::face::{Face, Kept};
use crate::kind::foreign::is_foreign;
use crate::kind::ragnarok::document::MapDocument;
#[cfg(feature = "window")]
use crate::kind::ragnarok::face::Drawn;
use crate::kind::ragnarok::ground;
use crate::kind::ragnarok::open::{read_map, restore};
#[cfg(feature = "window")]
use crate::kind::ragnarok::panel;
use crate::kind::sent::Sent;
use crate::kind::{Content, Exporter, FileRead, Importer, Kind, KindDocument, SavedAs};
use crate::model::Model;
use crate::model::broken::For;
use crate::model::document::DocumentId;
use crate::model::kind::Open;
#[cfg(feature = "window")]
use crate::model::message::Message;
use crate::model::open::{Read, name_of};
use crate::model::recovery::{Left, Restored};

/// Maps of cells.
#[derive(Debug)]
pub(crate) struct Maps;

impl Kind for Maps {
    fn id(&self) -> &'static str {
        "ragnarok"
    }

    fn menu(&self) -> Menu {
        Menu::Map
    }

    fn commands(&self) -> &'static [Command] {
        &[]
    }

    fn shares_menus(&self) -> bool {
        true
    }

    fn lists(&self, name: &str) -> bool {
        FileFormat::of_name(name) == Some(FileFormat::Gat)
    }

    /// A map of a cache.
    fn read_inside(&self, path: &Path) -> Option<Result<Read, String>> {
        Place::of(path).map(|_| read_map(path))
    }

    fn read_at(&self, path: &Path, _start: &[u8]) -> Option<Result<Read, String>> {
        Some(read_map(path))
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        Err(format!("{} is read with what is around it", file.name()))
    }

    fn is_base(&self, path: &Path, bytes: &[u8]) -> bool {
        FileFormat::of(&name_of(path), bytes) == Some(FileFormat::Gat) || Place::of(path).is_some()
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(restore(left, base))
    }

    fn imports(&self, _path: &Path) -> bool {
        true
    }

    fn import(&self, model: &mut Model, path: PathBuf) {
        model.import_map(path);
    }

    fn note_opened(&self, model: &mut Model, document: DocumentId) {
        model.find_reference(document);
    }

    fn note_saved(&self, model: &mut Model, document: DocumentId) {
        model.keep_reference(document);
    }

    fn can_run(&self, _model: &Model, _id: CommandId) -> Option<bool> {
        None
    }

    fn is_on(&self, _model: &Model, _id: CommandId) -> Option<bool> {
        None
    }

    fn run(&self, _model: &mut Model, _id: CommandId) -> bool {
        false
    }

    fn take(&self, model: &mut Model, document: DocumentId, sent: &Sent) {
        ground::take(model, document, sent);
    }

    #[cfg(feature = "window")]
    fn idle_tools(&self, ui: &mut Ui, model: &Model, kept: &mut Kept, send: &mut Vec<Message>) {
        if let Some(Drawn { kept, .. }) = kept.shared() {
            panel::tools::show(ui, model, &mut kept.stamps, send);
        }
    }

    fn paste(&self, model: &mut Model, _document: DocumentId, text: &str) {
        model.paste_stamp(text);
    }

    fn go_to(&self, model: &mut Model, document: DocumentId, text: &str) {
        model.go_to_typed_cell(document, text);
    }
}

impl KindDocument for MapDocument {
    fn kind(&self) -> &'static dyn Kind {
        &Maps
    }

    fn endings(&self) -> &'static [&'static str] {
        &["gat"]
    }

    fn saved_as(&self) -> SavedAs {
        let endings = self.endings();
        SavedAs { title: "Save the map", files: "Ragnarok maps", endings }
    }

    fn forget_job(&mut self, was: &For) {
        match was {
            For::Ground => self.ground.give_up(),
            For::Proposal => {
                self.is_proposing = false;
                self.set_proposal(None);
                // A person has something to hear first.
                self.after_save = None;
            }
            _ => {}
        }
    }

    fn exporter(&self, format: Format) -> Option<Exporter> {
        Some(self.exporter_as(format))
    }

    fn importer(&self) -> Option<Importer> {
        Some(self.importer_onto())
    }

    fn needs_more_letters(&self, _is_first_look: bool) -> bool {
        self.ground.names_of_missing().any(is_foreign)
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}

impl Open {
    pub fn as_map(&self) -> Option<&MapDocument> {
        self.of_kind()
    }

    pub(crate) fn as_map_mut(&mut self) -> Option<&mut MapDocument> {
        self.of_kind_mut()
    }
}

impl Model {
    pub fn maps(&self) -> impl Iterator<Item = &MapDocument> {
        self.documents.values().filter_map(Open::as_map)
    }

    pub fn map(&self, id: DocumentId) -> Option<&MapDocument> {
        self.documents.get(&id)?.as_map()
    }

    pub(crate) fn map_mut(&mut self, id: DocumentId) -> Option<&mut MapDocument> {
        self.documents.get_mut(&id)?.as_map_mut()
    }

    /// The map that keys and panels mean.
    pub fn active_map(&self) -> Option<&MapDocument> {
        self.map(self.active_view()?.document)
    }
}
