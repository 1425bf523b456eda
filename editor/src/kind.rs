//! Kinds of documents, each with a folder of its own: what the shell asks of them, and the one list of
//! them. The shell knows none of them by name.

pub mod document;
pub mod place;
pub mod read_only;
pub mod single;
pub(crate) mod foreign;
pub mod table;
pub mod cache;
pub mod picture;
pub(crate) mod asset;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "much of it is for the window alone")
)]
pub mod everquest;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "much of it is for the window alone")
)]
pub mod navigation;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "much of it is for the window alone")
)]
pub(crate) mod rows;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "much of it is for the window alone")
)]
pub(crate) mod scene;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "much of it is for the window alone")
)]
pub(crate) mod ground;
pub mod rose;
pub mod tera;
pub mod ragnarok;
#[cfg(feature = "window")]
pub mod face;

use std::any::Any;
use std::fmt::{self, Debug, Formatter};
use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind as FileFormat;
use landwright_core::format::text::CodePage;
use landwright_core::problem::Thing;
use landwright_core::vfs::Fingerprint;

#[cfg(feature = "window")]
use eframe::egui::Ui;

#[cfg(feature = "window")]
use self::face::{Face, Kept};
use self::foreign::Scripts;
use crate::command::{Command, CommandId, Menu};
use crate::exchange::{Exported, Format, Trouble};
use crate::job::Progress;
use crate::kind::document::left::{Left, Restored};
use crate::kind::document::line::LetsWait;
use crate::kind::document::open::{OpenDocument, Patience};
use crate::kind::document::read::Read;
use crate::kind::document::work::For;
use crate::message::Message;
#[cfg(feature = "window")]
use crate::message::dialog::Answer;
use crate::message::dialog::form::Asked;
use crate::message::dialog::names::Listed;
use crate::message::sent::{Sent, Wishes};
use crate::model::Model;
use crate::versions::name_of;
use crate::view::hand::Phase;
use crate::view::id::DocumentId;

/// Every kind. Maps take what no other kind does, so they are the last.
#[rustfmt::skip]
pub const ALL: &[&dyn Kind] = &[
    &tera::kind::Areas, &rose::kind::Zones, &asset::Assets,
    &table::Tables, &cache::Caches, &picture::Pictures, &everquest::EverQuest,
    &navigation::Navigation, &rows::ServerRows, &scene::Scenes, &ground::Grounds,
    &ragnarok::kind::Maps,
];

/// How the tools of kinds are set.
#[derive(Debug, Clone, Default)]
pub struct Tools {
    pub maps: ragnarok::tool::MapTools,
    pub areas: tera::tool::AreaTools,
}

impl Tools {
    /// Takes over what somebody has set differently than before, and leaves the rest as it is.
    pub(crate) fn set_as_changed(&mut self, were: &Tools, new: &Tools) {
        self.maps.set_as_changed(&were.maps, &new.maps);
        self.areas.set_as_changed(&were.areas, &new.areas);
    }

    /// The message that sets them so.
    pub fn set(self) -> Message {
        Message::SetTools(Sent::new(self))
    }

    /// Ends the gesture under way, as far as tools know of it.
    pub(crate) fn let_go(&mut self) {
        self.maps.let_go();
    }
}

/// What kinds keep while the program runs, besides their documents.
#[derive(Debug, Default)]
pub(crate) struct Shelves {
    pub(crate) maps: ragnarok::stamps::Library,
    pub(crate) zones: rose::clip::Shelf,
}

/// No kind is recognised by more bytes than this.
pub const LONGEST_MAGIC: u64 = 64;

/// A kind of documents.
pub trait Kind: Sync + Debug {
    /// As core calls it.
    fn id(&self) -> &'static str;

    /// The menu of its commands, which is there while such a document is in front.
    fn menu(&self) -> Menu;

    /// Its own rows of the table of commands.
    fn commands(&self) -> &'static [Command];

    /// Whether the Project panel lists a file of its formats.
    fn lists(&self, _name: &str) -> bool {
        true
    }

    /// Whether it has tools, selection and menus like those of maps: then all menus are shown, and
    /// its own is one of them.
    fn shares_menus(&self) -> bool {
        false
    }

    /// The file of a document that a folder is, or that a file is a part of.
    fn file_of(&self, _path: &Path) -> Option<PathBuf> {
        None
    }

    /// Reads such a document beside the window, with all of its parts.
    fn read_whole(&self, _path: &Path, _progress: &Progress) -> Option<Result<Read, String>> {
        None
    }

    /// Reads a document that is in a file of others, from its path; `None` where there is no such one.
    fn read_inside(&self, _path: &Path) -> Option<Result<Read, String>> {
        None
    }

    /// Reads a document that is more than its file, from its path and its first bytes. `None` where it
    /// is its file alone.
    fn read_at(&self, _path: &Path, _start: &[u8]) -> Option<Result<Read, String>> {
        None
    }

    /// Reads a file, beside the window.
    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String>;

    /// The files that it keeps beside a journal.
    fn beside_journal(&self, _journal: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    /// That of them that the journal builds on.
    fn base_beside(&self, _journal: &Path) -> Option<PathBuf> {
        None
    }

    /// Whether a journal with this base is of a document of the kind.
    fn is_base(&self, path: &Path, bytes: &[u8]) -> bool {
        of_file(&name_of(path), bytes).is_some_and(|kind| kind.id() == self.id())
    }

    /// What a crash left, from the bytes that its journal builds on. `None` where nothing is edited.
    fn restore(&self, _left: &Left, _base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        None
    }

    /// The list that names what to open, as people call it.
    fn list_name(&self) -> Option<&'static str> {
        None
    }

    /// Whether a file is nothing but such a list.
    fn is_list(&self, _path: &Path) -> bool {
        false
    }

    /// What a list names; `None` where it is no list of the kind.
    fn names_in(&self, _list: &Path) -> Option<Listed> {
        None
    }

    /// What the list around a file or a folder names; `None` where there is none.
    fn names_around(&self, _start: &Path) -> Option<Listed> {
        None
    }

    /// Whether it makes a new document of a file of another program.
    fn imports(&self, _path: &Path) -> bool {
        false
    }

    fn import(&self, _model: &mut Model, _path: PathBuf) {}

    /// Takes note that a document was opened.
    fn note_opened(&self, _model: &mut Model, _document: DocumentId) {}

    /// Takes note that a document was saved.
    fn note_saved(&self, _model: &mut Model, _document: DocumentId) {}

    /// A document was not saved, since a part of it is gone.
    fn ask_about_gone_part(&self, _model: &mut Model, _document: DocumentId, _said: String) {}

    /// Whether a command would do something to the document in front, which is of this kind; `None`
    /// for what is alike for all documents.
    fn can_run(&self, model: &Model, id: CommandId) -> Option<bool> {
        model.can_run_on_document(id)
    }

    fn is_on(&self, model: &Model, id: CommandId) -> Option<bool> {
        model.active_kind()?.is_on(id)
    }

    /// Does a command to the document in front, and says whether it has a way of its own to do it.
    fn run(&self, model: &mut Model, id: CommandId) -> bool {
        model.run_on_document(id)
    }

    /// Whether a command of its own can run, whatever is in front.
    fn can_run_anywhere(&self, _model: &Model, _id: CommandId) -> bool {
        false
    }

    fn is_on_anywhere(&self, _model: &Model, _id: CommandId) -> Option<bool> {
        None
    }

    /// Does a command of its own, whatever is in front, and says whether it is one.
    fn run_anywhere(&self, _model: &mut Model, _id: CommandId) -> bool {
        false
    }

    /// Whether a command takes one of its tools in hand.
    fn has_tool(&self, _id: CommandId) -> bool {
        false
    }

    /// Whether a command goes on with the gesture that is under way.
    fn goes_on_with(&self, _model: &Model, _id: CommandId) -> bool {
        false
    }

    fn meant_by_key(&self, model: &Model, id: CommandId) -> CommandId {
        model.active_kind().map_or(id, |document| document.meant_by_key(id))
    }

    /// Takes what a panel, a question or a job sent to a document.
    fn take(&self, model: &mut Model, document: DocumentId, sent: &Sent) {
        model.with_kind(document, |document| document.take(sent));
    }

    /// Takes what was sent to the kind, whatever is open.
    fn take_without_document(&self, _model: &mut Model, _sent: &Sent) {}

    /// Takes a picture that somebody chose for a document.
    fn take_picture(&self, _model: &mut Model, _document: DocumentId, _path: PathBuf) {}

    /// Takes what the clipboard of the system has.
    fn paste(&self, model: &mut Model, document: DocumentId, text: &str) {
        model.with_kind(document, |document| document.paste(text));
    }

    /// Shows a place that somebody typed.
    fn go_to(&self, model: &mut Model, document: DocumentId, text: &str) {
        model.with_kind(document, |document| document.go_to(text));
    }

    /// Does what a person answered to one of its questions, which is gone by then unless it goes on.
    fn answer(&self, _model: &mut Model, _sent: &Sent, _asked: Option<&Asked>) {}

    /// One of its questions was answered or given up.
    fn end_question(&self, _model: &mut Model, _asked: &Asked) {}

    /// Draws one of its questions.
    #[cfg(feature = "window")]
    fn ask(
        &self,
        _ui: &mut Ui,
        _model: &Model,
        _asked: &Asked,
        _send: &mut Vec<Message>,
    ) -> Option<Answer> {
        None
    }

    /// Draws what a typed place means in a document; `false` where it means none.
    #[cfg(feature = "window")]
    fn show_place(&self, _ui: &mut Ui, _model: &Model, _document: DocumentId, _text: &str) -> bool {
        true
    }

    /// Shows tools while nothing is open, where it has such.
    #[cfg(feature = "window")]
    fn idle_tools(&self, _ui: &mut Ui, _model: &Model, _kept: &mut Kept, _send: &mut Vec<Message>) {
    }

    /// The program begins.
    fn begin(&self, _model: &mut Model) {}

    /// Before a message does anything, whatever it is about.
    fn before(&self, _model: &mut Model, _message: &Message) {}

    /// Between frames: first, then where work beside the window may begin, and last.
    fn go_on(&self, _model: &mut Model, _patience: Patience) {}

    fn start_work(&self, _model: &mut Model) {}

    fn end_tick(&self, _model: &mut Model) {}
}

/// A file that was read.
#[derive(Debug, Clone, Copy)]
pub struct FileRead<'f> {
    pub path: &'f Path,
    pub bytes: &'f [u8],
    /// Of texts that are not Unicode.
    pub code_page: CodePage,
}

impl FileRead<'_> {
    pub fn name(&self) -> String {
        name_of(self.path)
    }
}

/// What something that is sent to a document means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// It changes nothing but what is seen.
    Looking,
    Pointing(Phase),
    Acting,
}

/// What a file of a kind holds, on its way to a document.
pub trait Content: Any + Debug + Send {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument>;
}

/// Makes files for another program, beside the window.
pub type Exporter = Box<dyn FnOnce(&Path) -> Result<Exported, Trouble> + Send>;

/// Reads what another program made of a document, beside the window.
pub type Importer = Box<dyn FnOnce(&Path) -> Result<Import, String> + Send>;

type DoneTo = Box<dyn FnOnce(&mut Model, DocumentId, String) + Send>;

/// What an import comes to, for the document as it was when it was asked for.
pub struct Import(DoneTo);

impl Import {
    pub(crate) fn new(
        done_to: impl FnOnce(&mut Model, DocumentId, String) + Send + 'static,
    ) -> Import {
        Import(Box::new(done_to))
    }

    /// Does it as a step with a title.
    pub(crate) fn done_to(self, model: &mut Model, document: DocumentId, title: String) {
        (self.0)(model, document, title);
    }
}

impl Debug for Import {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Import")
    }
}

/// How a dialog that asks where to save a document calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavedAs {
    pub title: &'static str,
    /// What such files are called, and how their names end.
    pub files: &'static str,
    pub endings: &'static [&'static str],
}

/// An open document of a kind.
pub trait KindDocument: OpenDocument + Any {
    fn kind(&self) -> &'static dyn Kind;

    /// How the names of such files end, its own first.
    fn endings(&self) -> &'static [&'static str];

    fn saved_as(&self) -> SavedAs {
        let endings = self.endings();
        SavedAs { title: "Save the file", files: "Files of this kind", endings }
    }

    /// The name that is suggested as it is saved.
    fn name_to_save(&self) -> String {
        self.common().name.clone()
    }

    /// Whether a file beside its own is written with it.
    fn has_part(&self, _path: &Path) -> bool {
        false
    }

    /// Whether a command would do something; `None` for what is alike for all documents.
    fn can_run(&self, _id: CommandId) -> Option<bool> {
        None
    }

    /// Whether a command that is one of several is the one that is on.
    fn is_on(&self, _id: CommandId) -> Option<bool> {
        None
    }

    /// What a key means here that means something else elsewhere.
    fn meant_by_key(&self, id: CommandId) -> CommandId {
        id
    }

    /// Does a command that it said it can run.
    fn run(&mut self, _id: CommandId) -> Wishes {
        Wishes::default()
    }

    /// Takes what a panel or a job sent.
    fn take(&mut self, _sent: &Sent) -> Wishes {
        Wishes::default()
    }

    /// What something that is sent to it means to those that don't know it.
    fn means(&self, _sent: &Sent) -> Means {
        Means::Acting
    }

    /// Where messages may have to wait for it.
    fn lets_wait(&self) -> Option<&dyn LetsWait> {
        None
    }

    fn lets_wait_mut(&mut self) -> Option<&mut dyn LetsWait> {
        None
    }

    /// Its `landwright.toml` is a different one now.
    fn note_project_changed(&mut self) {}

    /// A gesture under way becomes a step.
    fn finish_gesture(&mut self) {}

    /// A job of it broke off, and is not tried again until something changes.
    fn forget_job(&mut self, _was: &For) {}

    /// Takes what the clipboard of the system has.
    fn paste(&mut self, _text: &str) -> Wishes {
        Wishes::default()
    }

    /// Shows a place that somebody typed. What can be typed is said by [`KindDocument::places`].
    fn go_to(&mut self, _text: &str) -> Wishes {
        Wishes::default()
    }

    /// What can be gone to: a heading, a hint, and the name of the field.
    fn places(&self) -> Option<[&'static str; 3]> {
        None
    }

    /// What it wants after each change, and between frames.
    fn follow(&mut self) -> Wishes {
        Wishes::default()
    }

    /// What a problem is about, in a few words.
    fn thing_in_words(&self, _thing: &Thing) -> Option<String> {
        None
    }

    /// The scripts in it that the built-in fonts lack. All of it is looked through once.
    fn foreign_scripts(&self, _is_first_look: bool) -> Scripts {
        Scripts::NONE
    }

    /// `None` where it has no such format.
    fn exporter(&self, _format: Format) -> Option<Exporter> {
        None
    }

    fn importer(&self) -> Option<Importer> {
        None
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face;
}

/// The kind that opens a file.
pub fn of_file(name: &str, start: &[u8]) -> Option<&'static dyn Kind> {
    if let Some(shows) = FileFormat::of(name, start).and_then(asset::of_format) {
        return Some(shows);
    }
    let id = landwright_core::kinds::kind_of(name, start)?.id();
    ALL.iter().copied().find(|kind| kind.id() == id)
}

/// The kind that core calls so.
pub(crate) fn of_id(id: &str) -> Option<&'static dyn Kind> {
    ALL.iter().copied().find(|kind| kind.id() == id)
}

/// The kind of a document whose journal has this base. Names of maps may be of any form.
pub(crate) fn of_base(path: &Path, bytes: &[u8]) -> &'static dyn Kind {
    let found = ALL.iter().copied().find(|kind| kind.is_base(path, bytes));
    found.unwrap_or(&ragnarok::kind::Maps)
}

/// Every command of every kind.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    ALL.iter().flat_map(|kind| kind.commands())
}

/// Those that every document shares, and those of kinds with a menu of their own.
pub fn menus() -> Vec<Menu> {
    let mut menus = Menu::ALL.to_vec();
    for kind in ALL {
        let before = menus.iter().position(|menu| *menu == Menu::View).unwrap_or(menus.len());
        let at = if kind.shares_menus() { before } else { menus.len() };
        if !menus.contains(&kind.menu()) {
            menus.insert(at, kind.menu());
        }
    }
    menus
}
