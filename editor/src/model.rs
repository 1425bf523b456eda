//! The model: open documents, tools and settings, and what messages do to them. It knows no
//! window; what only a window can do, it asks for in a [`Request`].

pub mod area;
pub mod changes;
pub mod dialog;
pub mod document;
pub mod log;
pub mod message;
pub mod proposal;
pub mod reference;
pub mod recovery;
mod answer;
pub mod check;
mod flush;
mod project;
pub mod exchange;
pub mod open;
mod close;
mod copy;
mod run;
mod save;
pub mod stamps;
#[cfg(test)]
pub(crate) mod trial;

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use landwright_core::vfs::{FileError, Session};

use self::area::AreaDone;
use self::area::document::AreaDocument;
use self::dialog::Dialog;
use self::document::{DocumentId, MapDocument, View, ViewId};
use self::flush::Flusher;
use self::log::Log;
use self::message::{Message, Request};
use self::stamps::KeptStamp;
use crate::job::{Jobs, Waker};
use crate::settings::Settings;
use crate::tool::Tools;

pub struct Model {
    /// In the order in which they were opened.
    documents: BTreeMap<DocumentId, MapDocument>,
    areas: BTreeMap<DocumentId, AreaDocument>,
    /// The view that keys and panels mean.
    active: Option<ViewId>,
    pub tools: Tools,
    pub settings: Settings,
    pub log: Log,
    /// What the pointer is over.
    pub hover: Option<(ViewId, [i32; 2])>,
    /// The problem that was shown last, by its place in the list.
    pub shown_problem: Option<usize>,
    /// The maps of the folder in the Project panel.
    pub project_files: Vec<PathBuf>,
    stamps: Vec<KeptStamp>,
    n_stamps: u32,
    n_stamp_writes: u64,
    stamp_writes: stamps::LastWrites,
    jobs: Jobs<Done>,
    dialogs: VecDeque<Dialog>,
    requests: Vec<Request>,
    /// Files that were closed, the last one at the end.
    closed: Vec<PathBuf>,
    session: Arc<Mutex<Session>>,
    flusher: Flusher,
    /// Where settings and journals are; `None` where nothing is kept.
    home: Option<PathBuf>,
    n_documents: u32,
    /// After the document that is asked about is dealt with, the program ends.
    is_quitting: bool,
}

/// What a job brings.
#[derive(Debug)]
enum Done {
    Opened(Box<open::Opened>),
    Area(AreaDone),
    Saved(Box<save::Saved>),
    Checked(check::Checked),
    Proposed(Box<proposal::Proposed>),
    Restored(Box<Result<recovery::Restored, String>>),
    Listed(PathBuf, Vec<PathBuf>),
    LookedAgain(Box<open::LookedAgain>),
    BaseKept(DocumentId, Result<(), FileError>),
    PictureRead(Box<reference::PictureRead>),
    StampsFound(stamps::Found),
    StampWritten(Result<(), String>),
    Exported(Result<Vec<String>, String>),
    Imported(Box<exchange::Imported>),
}

/// A thread that broke off in the middle of a save has written no half of a file either.
fn lock(session: &Mutex<Session>) -> MutexGuard<'_, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Model {
    /// With `home`, settings are kept there, and journals of what is edited.
    pub fn new(settings: Settings, home: Option<PathBuf>, waker: Waker) -> Model {
        let session = Arc::new(Mutex::new(Session::new(settings.n_backups)));
        let mut model = Model {
            documents: BTreeMap::new(),
            areas: BTreeMap::new(),
            active: None,
            tools: Tools::default(),
            settings,
            log: Log::default(),
            hover: None,
            shown_problem: None,
            project_files: Vec::new(),
            stamps: Vec::new(),
            n_stamps: 0,
            n_stamp_writes: 0,
            stamp_writes: stamps::LastWrites::default(),
            jobs: Jobs::new(waker),
            dialogs: VecDeque::new(),
            requests: Vec::new(),
            closed: Vec::new(),
            session,
            flusher: Flusher::start(),
            home,
            n_documents: 0,
            is_quitting: false,
        };
        if let Some(folder) = model.settings.folder.clone() {
            model.list_folder(folder);
        }
        model.find_stamps();
        model
    }

    /// Offers what a crash left behind, where it left something.
    pub fn offer_recovery(&mut self) {
        let left = self.home.as_deref().map(recovery::find).unwrap_or_default();
        if !left.is_empty() {
            self.dialogs.push_back(Dialog::Recover { left });
        }
    }

    pub fn documents(&self) -> impl ExactSizeIterator<Item = &MapDocument> {
        self.documents.values()
    }

    pub fn document(&self, id: DocumentId) -> Option<&MapDocument> {
        self.documents.get(&id)
    }

    fn document_mut(&mut self, id: DocumentId) -> Option<&mut MapDocument> {
        self.documents.get_mut(&id)
    }

    pub fn active_view(&self) -> Option<ViewId> {
        self.active
    }

    /// The document that keys and panels mean.
    pub fn active(&self) -> Option<&MapDocument> {
        self.document(self.active?.document)
    }

    fn active_mut(&mut self) -> Option<&mut MapDocument> {
        let id = self.active?.document;
        self.document_mut(id)
    }

    pub fn view(&self, id: ViewId) -> Option<&View> {
        match self.areas.get(&id.document) {
            Some(area) => area.views.get(&id.number),
            None => self.document(id.document)?.view(id.number),
        }
    }

    fn view_mut(&mut self, id: ViewId) -> Option<&mut View> {
        let area = self.areas.get_mut(&id.document).map(|area| &mut area.views);
        let views = match area {
            Some(views) => views,
            None => &mut self.documents.get_mut(&id.document)?.views,
        };
        views.get_mut(&id.number)
    }

    fn active_view_mut(&mut self) -> Option<&mut View> {
        let id = self.active?;
        self.document_mut(id.document)?.views.get_mut(&id.number)
    }

    pub fn jobs(&self) -> &[crate::job::Running] {
        self.jobs.running()
    }

    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialogs.front()
    }

    pub fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }

    /// What only the window can do.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    pub fn handle(&mut self, message: Message) {
        match message {
            Message::Command(id) => self.run(id),
            Message::Open(paths) => paths.into_iter().for_each(|path| self.open(path)),
            Message::OpenFolder(folder) => self.list_folder(folder),
            Message::Area(area, message) => self.handle_area(area, message),
            Message::SaveTo(area, path) if self.areas.contains_key(&area) => {
                self.save_area_to(area, path);
            }
            Message::SaveTo(document, path) => self.save_to(document, path),
            Message::Focus(view) => self.focus(view),
            Message::CloseView(view) if self.areas.contains_key(&view.document) => {
                self.close_area_view(view);
            }
            Message::CloseView(view) => self.close_view(view),
            Message::Act(document, action) => self.act(document, &action),
            Message::Fix(document, fix) => self.fix(document, &fix),
            Message::FixAllOf(document, code) => self.fix_all(document, Some(code)),
            Message::Jump(area, step) if self.areas.contains_key(&area) => {
                self.travel_in_area(area, |editing| editing.jump(step).map(|_| ()));
            }
            Message::Jump(document, step) => {
                self.travel(document, |editing| editing.jump(step).map(|_| ()));
            }
            Message::Point(view, pointer) => self.point(view, pointer),
            Message::Look(view, camera, size) => {
                if let Some(view) = self.view_mut(view) {
                    (view.camera, view.size) = (Some(camera), Some(size));
                }
            }
            Message::LookFrom(view, orbit, size) => {
                if let Some(document) = self.documents.get_mut(&view.document)
                    && let Some(view) = document.views.get_mut(&view.number)
                {
                    (view.orbit, view.size) = (Some(orbit), Some(size));
                    view.is_to_fit = false;
                }
            }
            Message::Hover(hover) => self.hover = hover,
            Message::ShowCell(document, cell) => {
                if let Some(document) = self.document_mut(document) {
                    document.show_cell(cell);
                }
            }
            Message::ShowProblem(document, index) => self.show_problem(document, index),
            Message::Select(document, area) => {
                if let Some(document) = self.document_mut(document) {
                    document.select(area);
                }
            }
            Message::Paste(text) => self.paste_text(&text),
            Message::Export(document, format, path) => self.export(document, format, path),
            Message::Import(to, path) => self.import(to, path),
            Message::AskPicture(document) => self.requests.push(Request::AskPicture(document)),
            Message::TakePicture(document, path) => self.take_picture(document, path),
            Message::SetReference(document, reference) => {
                self.set_reference(document, reference.map(|reference| *reference));
            }
            Message::KeepStamp => self.keep_stamp(None),
            Message::TakeStamp(stamp) => self.take_stamp(stamp),
            Message::RenameStamp(stamp, name) => self.rename_stamp(stamp, &name),
            Message::DeleteStamp(stamp) => self.ask_to_delete_stamp(stamp),
            Message::SetTools(tools) => self.tools = *tools,
            Message::SetSettings(settings) => self.set_settings(*settings),
            Message::ChangeKeys(change) => {
                let mut settings = self.settings.clone();
                settings.change_keys(change);
                self.set_settings(settings);
            }
            Message::Answer(answer) => self.answer(answer),
            Message::CancelJob(id) => {
                if let Some(job) = self.jobs.running().iter().find(|job| job.id == id) {
                    job.progress.cancel();
                }
            }
            Message::FileChanged(path) if path.ends_with(landwright_core::project::FILE_NAME) => {
                self.heed_project(&path);
            }
            Message::FileChanged(path) => self.look_again(&path),
            Message::ClearLog => self.log.clear(),
        }
    }

    /// Takes what jobs have brought, and starts those that are due.
    pub fn tick(&mut self) {
        for done in self.jobs.take_finished() {
            match done {
                Ok(done) => self.take(done),
                Err(panicked) => self.log.error(panicked.to_string()),
            }
        }
        self.follow_dialog();
        self.start_proposals();
        self.probe_again();
        self.start_checks();
        self.start_area_checks();
        self.keep_bases();
        self.note_journal_troubles();
        self.note_area_troubles();
    }

    /// The path that is shown is the one on the map as it is.
    fn probe_again(&mut self) {
        for document in self.documents.values_mut() {
            let again = document.probe.as_ref().and_then(|probe| probe.asked_again(document));
            if again.is_some() {
                document.probe = again;
            }
        }
    }

    /// Waits for all jobs, for tests and scripts.
    pub fn settle(&mut self) {
        self.tick();
        while let Some(done) = self.jobs.wait_for_one() {
            match done {
                Ok(done) => self.take(done),
                Err(panicked) => self.log.error(panicked.to_string()),
            }
            self.tick();
        }
    }

    fn take(&mut self, done: Done) {
        match done {
            Done::Opened(opened) => self.take_opened(*opened),
            Done::Area(done) => self.take_area(done),
            Done::Saved(saved) => self.take_saved(*saved),
            Done::Checked(checked) => self.take_checked(checked),
            Done::Proposed(proposed) => self.take_proposed(*proposed),
            Done::Restored(restored) => self.take_restored(*restored),
            Done::Listed(folder, files) => {
                if self.settings.folder.as_ref() == Some(&folder) {
                    self.project_files = files;
                }
            }
            Done::LookedAgain(looked) => self.take_second_look(*looked),
            Done::BaseKept(id, kept) => {
                if let (Some(document), Err(error)) = (self.document_mut(id), kept) {
                    document.journal_error = Some(error);
                }
            }
            Done::PictureRead(read) => self.take_picture_read(*read),
            Done::StampsFound(found) => self.take_found_stamps(found),
            Done::StampWritten(written) => self.take_written_stamp(written),
            Done::Exported(exported) => self.take_exported(exported),
            Done::Imported(imported) => self.take_imported(*imported),
        }
    }

    pub fn set_settings(&mut self, settings: Settings) {
        if self.settings == settings {
            return;
        }
        if self.settings.undo_megabytes != settings.undo_megabytes {
            for document in self.documents.values_mut() {
                document.editing.set_budget(settings.undo_bytes());
            }
        }
        self.settings = settings;
        self.keep_settings();
    }

    fn keep_settings(&mut self) {
        if let Some(home) = &self.home
            && let Err(error) = self.settings.save(home)
        {
            self.log.warn(format!("the settings could not be kept: {error}"));
        }
    }

    fn focus(&mut self, view: ViewId) {
        if self.view(view).is_some() {
            self.active = Some(view);
        }
    }

    /// Keeps what new journals build on, beside the window.
    fn keep_bases(&mut self) {
        for document in self.documents.values_mut() {
            let Some(map) = document.base_to_keep.take() else { continue };
            let Some(journal) = document.editing.journal() else { continue };
            let (id, path) = (document.id, journal.path().to_path_buf());
            self.jobs.start(format!("Keeping a copy of {}", document.name), move |_| {
                Done::BaseKept(id, recovery::keep_base(&path, &map))
            });
        }
    }

    fn note_journal_troubles(&mut self) {
        for document in self.documents.values_mut() {
            if !document.said_journal_trouble
                && let Some(error) = document.journal_trouble()
            {
                let text = format!(
                    "{}: no journal is kept, so a crash would lose unsaved work: {error}",
                    document.name
                );
                document.said_journal_trouble = true;
                self.log.warn(text);
            }
        }
    }
}
