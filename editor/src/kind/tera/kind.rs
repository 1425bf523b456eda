//! TERA areas as a kind of documents: what the shell asks of them.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind as FileFormat;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::Editing;

use super::AreaDone;
use super::by_name;
use super::commands::{MENU, ROWS};
use super::document::{AreaDocument, Parts};
use super::exchange::RetailKind;
use super::message::AreaMessage;
use super::open::{ZonePaths, parts_of_bytes, read_area};
use super::{kept, recover};
use crate::command::{Command, CommandId, Menu};
use crate::exchange::Format;
use crate::kind::document::left::{Left, Restored};
use crate::kind::document::line::LetsWait;
use crate::kind::document::open::{Open, OpenDocument};
use crate::kind::document::read::Read;
use crate::kind::document::work::For;
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::tera::dialog::AreaAnswer;
#[cfg(feature = "window")]
use crate::kind::tera::dialog::AreaDialog;
use crate::kind::{Content, Exporter, FileRead, Importer, Kind, KindDocument, Means, SavedAs};
#[cfg(feature = "window")]
use crate::message::Message;
use crate::message::Request;
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

pub(crate) const ID: &str = "tera";

/// TERA areas.
#[derive(Debug)]
pub(crate) struct Areas;

impl Kind for Areas {
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

    /// Of its formats, only one holds an area.
    fn lists(&self, name: &str) -> bool {
        FileFormat::of_name(name) == Some(FileFormat::Apd)
    }

    fn read_at(&self, path: &Path, start: &[u8]) -> Option<Result<Read, String>> {
        let format = FileFormat::of(&name_of(path), start);
        let format = format.filter(|format| *format != FileFormat::Apd);
        Some(format.map_or_else(|| read_area(path), |other| Err(opens_not(other))))
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        let (parts, _) = parts_of_bytes(file.path, file.bytes, &ZonePaths::new())?;
        Ok(Box::new(parts))
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(recover::restore(left, base))
    }

    fn list_name(&self) -> Option<&'static str> {
        Some(by_name::LIST)
    }

    fn is_list(&self, path: &Path) -> bool {
        by_name::is_list(path)
    }

    /// People may give their list any name.
    fn names_in(&self, list: &Path) -> Option<Listed> {
        let is_of_rose = list.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("stb"));
        (!is_of_rose).then(|| by_name::areas_of(list))
    }

    fn names_around(&self, start: &Path) -> Option<Listed> {
        by_name::around(start)
    }

    fn beside_journal(&self, journal: &Path) -> Vec<PathBuf> {
        vec![kept::path_of(journal)]
    }

    fn base_beside(&self, journal: &Path) -> Option<PathBuf> {
        Some(kept::path_of(journal))
    }

    fn ask_about_gone_part(&self, model: &mut Model, document: DocumentId, said: String) {
        model.ask_about_gone_zones(document, said);
    }

    /// Of TERA's own servers.
    fn imports(&self, path: &Path) -> bool {
        RetailKind::of(path).is_some()
    }

    fn import(&self, model: &mut Model, path: PathBuf) {
        if let Some(kind) = RetailKind::of(&path) {
            model.import_retail(kind, path);
        }
    }

    fn can_run(&self, model: &Model, id: CommandId) -> Option<bool> {
        model.can_run_on_area(id)
    }

    fn is_on(&self, model: &Model, id: CommandId) -> Option<bool> {
        model.is_on_for_area(id)
    }

    fn run(&self, model: &mut Model, id: CommandId) -> bool {
        model.run_on_area(id)
    }

    fn answer(&self, model: &mut Model, sent: &Sent, _asked: Option<&Asked>) {
        if let Some(answer) = sent.get::<AreaAnswer>() {
            model.take_answer_about_area(answer.clone());
        }
    }

    #[cfg(feature = "window")]
    fn ask(
        &self,
        ui: &mut Ui,
        _model: &Model,
        asked: &Asked,
        _send: &mut Vec<Message>,
    ) -> Option<Answer> {
        asked.get::<AreaDialog>()?.ask(ui)
    }

    fn run_anywhere(&self, model: &mut Model, id: CommandId) -> bool {
        match id {
            CommandId::NewArea => model.requests.push(Request::AskZonesFolder),
            CommandId::OpenSampleArea => model.open_sample_area(),
            _ => return false,
        }
        true
    }

    fn take(&self, model: &mut Model, document: DocumentId, sent: &Sent) {
        if let Some(message) = sent.get::<AreaMessage>() {
            model.handle_area(document, message.clone());
        }
    }

    fn paste(&self, model: &mut Model, document: DocumentId, text: &str) {
        model.take_reported_text(document, text);
    }

    fn go_to(&self, model: &mut Model, document: DocumentId, text: &str) {
        model.go_to_in_area(document, text);
    }

    fn start_work(&self, model: &mut Model) {
        model.do_what_takes_long();
    }

    fn end_tick(&self, model: &mut Model) {
        model.tell_of_areas();
        model.walk_routes();
        model.probe_reports();
        model.check_sharing();
        model.check_around_edits();
        model.unpack_zones();
        model.keep_places_of_zones();
    }
}

impl Content for Parts {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        _: Fingerprint,
    ) -> Box<dyn KindDocument> {
        let editing = Editing::new(self.area.clone());
        Box::new(AreaDocument::new(id, name, *self, editing))
    }
}

impl KindDocument for AreaDocument {
    fn kind(&self) -> &'static dyn Kind {
        &Areas
    }

    fn endings(&self) -> &'static [&'static str] {
        &["apd"]
    }

    fn saved_as(&self) -> SavedAs {
        SavedAs { title: "Save the area", files: "TERA areas", endings: self.endings() }
    }

    fn has_part(&self, path: &Path) -> bool {
        self.is_zone_file(path)
    }

    fn means(&self, sent: &Sent) -> Means {
        match sent.get() {
            Some(AreaMessage::Hover(_) | AreaMessage::Want(_)) => Means::Looking,
            Some(AreaMessage::Point(pointer)) => Means::Pointing(pointer.phase),
            _ => Means::Acting,
        }
    }

    fn lets_wait(&self) -> Option<&dyn LetsWait> {
        Some(self)
    }

    fn lets_wait_mut(&mut self) -> Option<&mut dyn LetsWait> {
        Some(self)
    }

    fn finish_gesture(&mut self) {
        AreaDocument::finish_gesture(self);
    }

    fn forget_job(&mut self, was: &For) {
        let revision = self.history().revision();
        match was {
            For::Unpacking => {
                let zone = self.unpacking.take();
                self.not_unpacked.extend(zone);
            }
            For::Proposal => self.proposing = None,
            For::CheckAround => self.give_check_around_up(),
            For::Sharing => self.shared.give_up(),
            For::Routes => self.give_routes_up(),
            For::Reports => {
                if let Some(layer) = &mut self.reports {
                    layer.give_up(revision);
                }
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

    fn places(&self) -> Option<[&'static str; 3]> {
        Some(["Go to a place", "a node such as #12, or x, y or x, y, z in units", "Place"])
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}

impl Open {
    pub fn as_area(&self) -> Option<&AreaDocument> {
        self.of_kind()
    }

    pub(crate) fn as_area_mut(&mut self) -> Option<&mut AreaDocument> {
        self.of_kind_mut()
    }
}

impl Model {
    /// Keeps where zones are beside new journals.
    fn keep_places_of_zones(&mut self) {
        for area in self.documents.values_mut().filter_map(Open::as_area_mut) {
            let journal = area.editing.journal().map(|journal| journal.path().to_owned());
            let (Some(list), Some(journal)) = (area.zones_to_keep.take(), journal) else {
                continue;
            };
            area.zones_due.ask_for(list);
            let (id, due) = (area.id, area.zones_due.clone());
            let title = format!("Recording where the zones of {} are", area.title);
            self.jobs.start(title, move |_| {
                let file = kept::path_of(&journal);
                let kept = due.keep(&journal, &file, |list| list);
                AreaDone::ZonesKept(id, kept).into()
            });
        }
    }
}
