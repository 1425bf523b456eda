//! ROSE zones as a kind of documents: what the shell asks of them.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind as FileFormat;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::Editing;
use landwright_core::world::journal::Journal;

use super::archive::is_archive;
use super::by_name;
use super::commands::{MENU, ROWS};
use super::copies::CopyTask;
use super::document::ZoneDocument;
use super::message::ZoneMessage;
use super::open::{Parts, file_of, read_zone};
use super::zones::is_zone;
use super::{ZoneDone, kept, recover};
use crate::command::{Command, CommandId, Menu};
use crate::exchange::Format;
use crate::job::Progress;
use crate::kind::document::left::{Left, Restored};
use crate::kind::document::open::{Open, OpenDocument, Patience};
use crate::kind::document::read::Read;
use crate::kind::document::work::For;
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::foreign::Scripts;
use crate::kind::rose::dialog::ZoneAnswer;
#[cfg(feature = "window")]
use crate::kind::rose::dialog::ZoneDialog;
#[cfg(feature = "window")]
use crate::kind::rose::dialog::place::show_place;
use crate::kind::{Content, Exporter, FileRead, Importer, Kind, KindDocument, Means, SavedAs};
use crate::message::Message;
#[cfg(feature = "window")]
use crate::message::dialog::Answer;
use crate::message::dialog::form::Asked;
use crate::message::dialog::names::Listed;
use crate::message::sent::Sent;
use crate::model::Model;
use crate::model::open::opens_not;
use crate::versions::name_of;
use crate::view::id::DocumentId;
#[cfg(feature = "window")]
use eframe::egui::Ui;

pub(crate) const ID: &str = "rose";

/// ROSE zones.
#[derive(Debug)]
pub(crate) struct Zones;

impl Kind for Zones {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        ROWS
    }

    fn shares_menus(&self) -> bool {
        true
    }

    /// Most of its files are parts of a zone.
    fn lists(&self, name: &str) -> bool {
        FileFormat::of_name(name) == Some(FileFormat::Zon)
    }

    /// A zone is a folder, and no file of it opens by itself.
    fn read_at(&self, path: &Path, start: &[u8]) -> Option<Result<Read, String>> {
        let format = FileFormat::of(&name_of(path), start)?;
        Some(Err(opens_not(format)))
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        Err(format!("{} is a part of a zone", file.name()))
    }

    fn file_of(&self, path: &Path) -> Option<PathBuf> {
        is_zone(path).then(|| file_of(path.to_owned()))
    }

    fn read_whole(&self, path: &Path, progress: &Progress) -> Option<Result<Read, String>> {
        is_zone(path).then(|| read_zone(path, progress))
    }

    fn list_name(&self) -> Option<&'static str> {
        Some(by_name::LIST)
    }

    fn names_in(&self, list: &Path) -> Option<Listed> {
        by_name::of_list(list)
    }

    fn names_around(&self, start: &Path) -> Option<Listed> {
        by_name::zones_around(start).map(Ok)
    }

    fn beside_journal(&self, journal: &Path) -> Vec<PathBuf> {
        vec![kept::path_of(journal)]
    }

    fn note_saved(&self, model: &mut Model, document: DocumentId) {
        let zone = model.zone_mut(document);
        let kept = zone.map(|zone| std::mem::take(&mut zone.copies_to_tell)).unwrap_or_default();
        model.tell_kept(document, CopyTask::Follow, kept);
    }

    fn is_base(&self, _path: &Path, bytes: &[u8]) -> bool {
        is_archive(bytes)
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(recover::restore(left, base.bytes))
    }

    fn note_opened(&self, model: &mut Model, document: DocumentId) {
        model.arrive(document);
    }

    fn can_run(&self, model: &Model, id: CommandId) -> Option<bool> {
        model.can_run_on_zone(id)
    }

    fn is_on(&self, model: &Model, id: CommandId) -> Option<bool> {
        model.is_on_for_zone(id)
    }

    fn run(&self, model: &mut Model, id: CommandId) -> bool {
        model.run_on_zone(id)
    }

    fn goes_on_with(&self, model: &Model, id: CommandId) -> bool {
        model.goes_on_nudging(id)
    }

    fn meant_by_key(&self, model: &Model, id: CommandId) -> CommandId {
        model.meant_in_zone(id)
    }

    fn answer(&self, model: &mut Model, sent: &Sent, _asked: Option<&Asked>) {
        if let Some(answer) = sent.get::<ZoneAnswer>() {
            model.take_answer_about_zone(answer.clone());
        }
    }

    fn end_question(&self, model: &mut Model, asked: &Asked) {
        if let Some(asked) = asked.get() {
            model.end_question_about_zone(asked);
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
        asked.get::<ZoneDialog>()?.ask(ui, model, send)
    }

    fn run_anywhere(&self, model: &mut Model, id: CommandId) -> bool {
        match id {
            CommandId::OpenSampleZone => model.open_sample_zone(),
            _ => return false,
        }
        true
    }

    #[cfg(feature = "window")]
    fn show_place(&self, ui: &mut Ui, model: &Model, document: DocumentId, text: &str) -> bool {
        model.zone(document).is_none_or(|zone| show_place(ui, zone, text))
    }

    fn take(&self, model: &mut Model, document: DocumentId, sent: &Sent) {
        if let Some(message) = sent.get::<ZoneMessage>() {
            model.handle_zone(document, message.clone());
        }
    }

    fn paste(&self, model: &mut Model, document: DocumentId, text: &str) {
        model.paste_into_zone(document, Some(text));
    }

    fn go_to(&self, model: &mut Model, document: DocumentId, text: &str) {
        model.go_to_in_zone(document, text);
    }

    fn before(&self, model: &mut Model, message: &Message) {
        model.end_nudges_before(message);
    }

    fn go_on(&self, model: &mut Model, patience: Patience) {
        model.end_nudges_that_rest(patience);
    }

    fn start_work(&self, model: &mut Model) {
        model.follow_textures();
        model.follow_models();
    }

    fn end_tick(&self, model: &mut Model) {
        model.keep_disks_of_zones();
    }
}

impl Content for Parts {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        _: Fingerprint,
    ) -> Box<dyn KindDocument> {
        let editing = Editing::new(self.zone.clone());
        Box::new(ZoneDocument::new(id, name, *self, editing))
    }
}

impl KindDocument for ZoneDocument {
    fn kind(&self) -> &'static dyn Kind {
        &Zones
    }

    fn endings(&self) -> &'static [&'static str] {
        &["zon"]
    }

    fn saved_as(&self) -> SavedAs {
        SavedAs { title: "Save the zone", files: "ROSE zones", endings: self.endings() }
    }

    /// A sample has the name of no file yet.
    fn name_to_save(&self) -> String {
        let is_new = self.file.is_none();
        if is_new { format!("{}.ZON", self.zone().name()) } else { self.name.clone() }
    }

    fn foreign_scripts(&self, is_first_look: bool) -> Scripts {
        self.scripts_of_names(is_first_look)
    }

    fn means(&self, sent: &Sent) -> Means {
        match sent.get() {
            Some(ZoneMessage::Hover(_) | ZoneMessage::ReadModels) => Means::Looking,
            Some(ZoneMessage::Point(pointer)) => Means::Pointing(pointer.phase),
            _ => Means::Acting,
        }
    }

    fn finish_gesture(&mut self) {
        ZoneDocument::finish_gesture(self);
    }

    fn forget_job(&mut self, was: &For) {
        if *was == For::Models {
            self.models.give_up();
        }
        if *was == For::Textures {
            self.is_looking_for_textures = false;
            self.textures_given_up = Some(self.history().revision());
        }
    }

    fn exporter(&self, format: Format) -> Option<Exporter> {
        Some(self.exporter_as(format))
    }

    fn importer(&self) -> Option<Importer> {
        Some(self.importer_onto())
    }

    fn places(&self) -> Option<[&'static str; 3]> {
        Some(["Go to a place", "A name, x, y in cm, a block such as 33_32, or #12", "Place"])
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}

impl Open {
    pub fn as_zone(&self) -> Option<&ZoneDocument> {
        self.of_kind()
    }

    pub(crate) fn as_zone_mut(&mut self) -> Option<&mut ZoneDocument> {
        self.of_kind_mut()
    }
}

impl Model {
    /// Keeps what is on disk of zones, beside their journals.
    fn keep_disks_of_zones(&mut self) {
        for zone in self.documents.values_mut().filter_map(Open::as_zone_mut) {
            let Some(keeper) = zone.disk_keeper() else { continue };
            let id = zone.id;
            let syncer = zone.editing.journal().map(Journal::syncer);
            let title = format!("Recording the version of {} on disk", zone.title);
            self.jobs.start(title, move |_| {
                // It says of the steps so far what they lead on from.
                if let Some(Ok(syncer)) = syncer {
                    let _ = syncer.sync();
                }
                ZoneDone::DiskKept(id, keeper.keep()).into()
            });
        }
    }
}
