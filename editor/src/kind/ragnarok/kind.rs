//! Maps of cells as a kind of documents: what the shell asks of them.

use std::path::{Path, PathBuf};

#[cfg(feature = "window")]
use eframe::egui::Ui;
use landwright_core::format::file::Kind as FileFormat;

use crate::command::{Command, CommandId, Menu};
use crate::exchange::Format;
use crate::kind::document::left::{Left, Restored};
use crate::kind::document::open::Open;
use crate::kind::document::read::Read;
use crate::kind::document::work::For;
#[cfg(feature = "window")]
use crate::kind::face::{Face, Kept};
use crate::kind::foreign::Scripts;
use crate::kind::place::Place;
use crate::kind::ragnarok::dialog::MapAnswer;
#[cfg(feature = "window")]
use crate::kind::ragnarok::dialog::MapDialog;
use crate::kind::ragnarok::document::MapDocument;
#[cfg(feature = "window")]
use crate::kind::ragnarok::face::Drawn;
use crate::kind::ragnarok::ground;
use crate::kind::ragnarok::message::{MapMessage, StampMessage};
use crate::kind::ragnarok::open::{read_map, restore};
#[cfg(feature = "window")]
use crate::kind::ragnarok::panel;
use crate::kind::ragnarok::run::tool_of;
use crate::kind::{Content, Exporter, FileRead, Importer, Kind, KindDocument, SavedAs};
#[cfg(feature = "window")]
use crate::message::Message;
#[cfg(feature = "window")]
use crate::message::dialog::Answer;
use crate::message::dialog::form::Asked;
use crate::message::sent::Sent;
use crate::model::Model;
use crate::versions::name_of;
use crate::view::id::DocumentId;

pub(crate) const ID: &str = "ragnarok";

/// Maps of cells.
#[derive(Debug)]
pub(crate) struct Maps;

impl Kind for Maps {
    fn id(&self) -> &'static str {
        ID
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

    fn can_run(&self, model: &Model, id: CommandId) -> Option<bool> {
        model.can_run_on_map(id)
    }

    fn is_on(&self, _model: &Model, _id: CommandId) -> Option<bool> {
        None
    }

    fn run(&self, model: &mut Model, id: CommandId) -> bool {
        model.run_on_map(id)
    }

    fn can_run_anywhere(&self, model: &Model, id: CommandId) -> bool {
        model.can_run_with_map(id)
    }

    fn is_on_anywhere(&self, model: &Model, id: CommandId) -> Option<bool> {
        model.is_on_for_tools(id)
    }

    fn run_anywhere(&self, model: &mut Model, id: CommandId) -> bool {
        model.run_without_map(id)
    }

    fn has_tool(&self, id: CommandId) -> bool {
        tool_of(id).is_some()
    }

    fn begin(&self, model: &mut Model) {
        model.find_stamps();
    }

    fn start_work(&self, model: &mut Model) {
        model.follow_dialog();
        model.start_proposals();
        model.probe_again();
    }

    fn end_tick(&self, model: &mut Model) {
        model.keep_bases_of_maps();
    }

    fn answer(&self, model: &mut Model, sent: &Sent, asked: Option<&Asked>) {
        if let Some(answer) = sent.get::<MapAnswer>() {
            model.take_answer_about_map(answer, asked.and_then(Asked::get));
        }
    }

    fn end_question(&self, model: &mut Model, asked: &Asked) {
        if let Some(asked) = asked.get() {
            model.end_question_about_map(asked);
        }
    }

    #[cfg(feature = "window")]
    fn ask(
        &self,
        ui: &mut Ui,
        model: &Model,
        asked: &Asked,
        send: &mut Vec<Message>,
    ) -> Option<Answer> {
        asked.get::<MapDialog>()?.ask(ui, model, send)
    }

    fn take(&self, model: &mut Model, document: DocumentId, sent: &Sent) {
        match sent.get::<MapMessage>() {
            Some(message) => model.handle_map(document, message.clone()),
            None => ground::take(model, document, sent),
        }
    }

    fn take_without_document(&self, model: &mut Model, sent: &Sent) {
        if let Some(message) = sent.get::<StampMessage>() {
            model.handle_stamps(message.clone());
        }
    }

    #[cfg(feature = "window")]
    fn idle_tools(&self, ui: &mut Ui, model: &Model, kept: &mut Kept, send: &mut Vec<Message>) {
        if let Some(Drawn { kept, .. }) = kept.shared() {
            panel::tools::show(ui, model, &mut kept.stamps, send);
        }
    }

    fn take_picture(&self, model: &mut Model, document: DocumentId, path: PathBuf) {
        model.take_picture(document, path);
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

    fn note_project_changed(&mut self) {
        self.ground.outdate();
        self.under = None;
    }

    fn exporter(&self, format: Format) -> Option<Exporter> {
        Some(self.exporter_as(format))
    }

    fn importer(&self) -> Option<Importer> {
        Some(self.importer_onto())
    }

    fn foreign_scripts(&self, _is_first_look: bool) -> Scripts {
        self.ground.names_of_missing().map(Scripts::of).collect()
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
