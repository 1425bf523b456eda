//! The model: open documents, tools and settings, and what messages do to them. It knows no
//! window; what only a window can do, it asks for in a [`Request`].

pub(crate) mod beside;
pub mod broken;
pub mod by_name;
mod comparing;
mod conflicts;
pub mod log;
pub mod recovery;
pub(crate) mod answer;
pub mod check;
pub(crate) mod flush;
mod handle;
pub mod line;
pub mod merge;
pub(crate) mod project;
pub(crate) mod publish;
pub mod trust;
pub mod exchange;
pub mod open;
pub(crate) mod close;
pub(crate) mod of_kind;
pub(crate) mod run;
pub(crate) mod tick;
pub mod save;
pub(crate) mod second_look;
pub mod titles;
#[cfg(test)]
pub(crate) mod trial;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use landwright_core::project::trust::Withheld;
use landwright_core::vfs::Session;

use self::flush::Flusher;
use self::log::Log;
use self::tick::Done;
use crate::job::{Jobs, Waker};
use crate::kind::document::common::View;
use crate::kind::document::open::{Open, OpenDocument};
use crate::kind::{ALL, Shelves, Tools};
use crate::message::Request;
use crate::message::dialog::Dialog;
use crate::settings::Settings;
use crate::settings::keys::KeyChange;
use crate::view::id::{DocumentId, ViewId};
use crate::view::orbit::Orbit;
use crate::view::{Camera, ViewSize};

pub struct Model {
    /// In the order in which they were opened.
    pub(crate) documents: BTreeMap<DocumentId, Open>,
    /// The view that keys and panels mean.
    pub(crate) active: Option<ViewId>,
    pub tools: Tools,
    pub settings: Settings,
    pub log: Log,
    /// What the pointer is over.
    pub hover: Option<(ViewId, [i32; 2])>,
    /// The maps of the folder in the Project panel.
    pub project_files: Vec<PathBuf>,
    pub(crate) shelves: Shelves,
    /// What is to be told to documents that are being opened.
    pub(crate) waiting: Vec<of_kind::Waiting>,
    pub(crate) jobs: Jobs<Done>,
    pub(crate) dialogs: VecDeque<Dialog>,
    pub(crate) requests: Vec<Request>,
    /// Files that were closed, the last one at the end.
    pub(crate) closed: Vec<PathBuf>,
    pub(crate) session: Arc<Mutex<Session>>,
    pub(crate) flusher: Flusher,
    /// Where settings and journals are; `None` where nothing is kept.
    pub(crate) home: Option<PathBuf>,
    pub(crate) n_documents: u32,
    /// Journals that were offered to be brought back.
    pub(crate) offered: BTreeSet<PathBuf>,
    /// What of projects is left out until the window closes.
    pub(crate) left_out: Vec<Withheld>,
    pub(crate) n_journals_in_use: usize,
    /// The program that publishes; `None` where it can't be found.
    pub program: Option<PathBuf>,
    /// What the log gets of the program that publishes, while it runs.
    pub(crate) publishing: Option<publish::Lines>,
}

impl Model {
    /// With `home`, settings are kept there, and journals of what is edited.
    pub fn new(settings: Settings, home: Option<PathBuf>, waker: Waker) -> Model {
        let session = Arc::new(Mutex::new(Session::new(settings.n_backups)));
        let mut model = Model {
            documents: BTreeMap::new(),
            active: None,
            tools: Tools::default(),
            settings,
            log: Log::default(),
            hover: None,
            project_files: Vec::new(),
            shelves: Shelves::default(),
            waiting: Vec::new(),
            jobs: Jobs::new(waker),
            dialogs: VecDeque::new(),
            requests: Vec::new(),
            closed: Vec::new(),
            session,
            flusher: Flusher::start(),
            home,
            n_documents: 0,
            offered: BTreeSet::new(),
            left_out: Vec::new(),
            n_journals_in_use: 0,
            program: std::env::current_exe().ok(),
            publishing: None,
        };
        if let Some(folder) = model.settings.folder.clone() {
            model.list_folder(folder);
        }
        ALL.iter().for_each(|kind| kind.begin(&mut model));
        model
    }

    pub fn documents(&self) -> impl Iterator<Item = &dyn OpenDocument> {
        self.documents.values().map(|open| &**open)
    }

    pub fn document(&self, id: DocumentId) -> Option<&dyn OpenDocument> {
        Some(&**self.documents.get(&id)?)
    }

    pub(crate) fn document_mut(
        &mut self,
        id: DocumentId,
    ) -> Option<&mut (dyn OpenDocument + 'static)> {
        Some(&mut **self.documents.get_mut(&id)?)
    }

    pub fn active_view(&self) -> Option<ViewId> {
        self.active
    }

    /// The document that keys and panels mean.
    pub fn active(&self) -> Option<&dyn OpenDocument> {
        self.document(self.active?.document)
    }

    pub(crate) fn active_mut(&mut self) -> Option<&mut (dyn OpenDocument + 'static)> {
        self.document_mut(self.active?.document)
    }

    pub fn view(&self, id: ViewId) -> Option<&View> {
        self.document(id.document)?.common().view(id.number)
    }

    pub(crate) fn view_mut(&mut self, id: ViewId) -> Option<&mut View> {
        self.document_mut(id.document)?.common_mut().views.get_mut(&id.number)
    }

    pub(crate) fn active_view_mut(&mut self) -> Option<&mut View> {
        self.view_mut(self.active?)
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

    pub fn set_settings(&mut self, settings: Settings) {
        if self.settings == settings {
            return;
        }
        if self.settings.undo_megabytes != settings.undo_megabytes {
            for document in self.documents.values_mut() {
                document.history_mut().set_budget(settings.undo_bytes());
            }
        }
        self.settings = settings;
        self.keep_settings();
    }

    pub(crate) fn keep_settings(&mut self) {
        if let Some(home) = &self.home
            && let Err(error) = self.settings.save(home)
        {
            self.log.warn(format!("the settings can't be saved: {error}"));
        }
    }

    fn change_keys(&mut self, change: KeyChange) {
        let mut settings = self.settings.clone();
        settings.change_keys(change);
        self.set_settings(settings);
    }

    fn look(&mut self, view: ViewId, camera: Camera, size: ViewSize) {
        if let Some(view) = self.view_mut(view) {
            (view.camera, view.size) = (Some(camera), Some(size));
        }
    }

    fn look_from(&mut self, view: ViewId, orbit: Orbit, size: ViewSize) {
        if let Some(view) = self.view_mut(view) {
            (view.orbit, view.size) = (Some(orbit), Some(size));
            view.is_to_fit = false;
        }
    }

    pub(crate) fn focus(&mut self, view: ViewId) {
        if self.view(view).is_some() {
            self.active = Some(view);
        }
    }
}
