//! What every open document has, whatever is in it: its name and file, its views, its problems and
//! what is known of its journal.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use glam::Vec2;
use landwright_core::problem::Problem;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::{FileError, Fingerprint, disk};
use landwright_core::world::gat::area::Rect;
use landwright_core::world::journal::{Base as JournalBase, Journal, name};
use landwright_core::world::{Document, Editing, Revision};

use crate::exchange::Format;
use crate::job::JobId;
use crate::kind::document::journaling::{BaseKeeper, Pause};
use crate::kind::document::left;
use crate::kind::document::merging::Merging;
use crate::kind::document::read::Read;
use crate::versions::comparing::Comparing;
use crate::versions::conflicts::Conflicts;
use crate::view::id::{DocumentId, ViewId};
use crate::view::orbit::Orbit;
use crate::view::{Camera, Layers, ViewSize};

/// What was asked for when unsaved changes stood in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Close,
    Reload,
    Quit,
}

/// A file that would be replaced, as it was when that was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    pub path: PathBuf,
    pub was: Fingerprint,
}

/// From where a view looks at its map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewKind {
    FromAbove,
    InSpace,
}

/// How a view looks at its map.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    pub kind: ViewKind,
    /// Of a view from above. `None` until the view is drawn first, and then all of the map fits.
    pub camera: Option<Camera>,
    /// Of a view in space. `None` until the view is drawn first.
    pub orbit: Option<Orbit>,
    /// In space: the direction stays, and the rest is fitted when the view is drawn next.
    pub is_to_fit: bool,
    /// What is fitted into the view while there is no camera; all of the map where it is `None`.
    pub fit_to: Option<Rect>,
    pub layers: Layers,
    /// In points, as it was drawn last.
    pub size: Option<ViewSize>,
}

impl View {
    pub fn new(kind: ViewKind, layers: Layers) -> View {
        View { kind, camera: None, orbit: None, is_to_fit: false, fit_to: None, layers, size: None }
    }

    /// Moves over the map by an eighth of what is seen: right and down are positive.
    pub fn go(&mut self, direction: Vec2) {
        let Some(size) = self.size else { return };
        let by_points = -direction * size / 8.0;
        if let Some(camera) = &mut self.camera {
            camera.pan(by_points);
        }
        if let Some(orbit) = &mut self.orbit {
            orbit.pan(by_points, size);
        }
    }

    /// Shows all of a rectangle of cells when it is drawn next; of the map where there is none.
    pub fn fit(&mut self, rect: Option<Rect>) {
        (self.camera, self.fit_to, self.is_to_fit) = (None, rect, true);
    }

    /// Turns around what is looked at.
    pub fn look_along(&mut self, yaw_degrees: f32, pitch_degrees: f32) {
        if let Some(orbit) = &mut self.orbit {
            (orbit.yaw_degrees, orbit.pitch_degrees) = (yaw_degrees, pitch_degrees);
        }
    }

    pub fn zoom(&mut self, factor: f32) {
        if let Some(orbit) = &mut self.orbit {
            orbit.zoom_at(factor, orbit.target_in_world);
        }
        if let Some(camera) = &mut self.camera {
            camera.points_per_cell = (camera.points_per_cell * factor)
                .clamp(crate::view::MIN_POINTS_PER_CELL, crate::view::MAX_POINTS_PER_CELL);
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub path: PathBuf,
    pub fingerprint: Fingerprint,
}

/// Whether its files are being read again because they may have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecondLook {
    None,
    UnderWay,
    /// And one of them may have changed since that began.
    OnceMore,
    /// Not yet: it waits for the save that is under way.
    AfterSave,
}

/// A save that has to wait.
#[derive(Debug, Clone)]
pub(crate) enum Due {
    /// To its own file, where something is unsaved by then.
    Own,
    At(PathBuf, Before),
}

/// The part of a document that is alike for all kinds of them.
#[derive(Debug)]
pub struct Common {
    pub id: DocumentId,
    /// The file's name.
    pub name: String,
    /// For people: the same, distinguished from others of that name.
    pub title: String,
    /// What it was called first.
    made_as: String,
    /// `None` for a document that was never saved.
    pub file: Option<File>,
    pub views: BTreeMap<u32, View>,
    pub problems: Vec<Problem>,
    /// How many lists of problems there were: what is shown of one lasts until the next.
    pub n_problem_lists: u64,
    /// Of the state that all problems were found in.
    pub checked: Option<Revision>,
    /// The state that counts as checked though its check was cancelled or broke off.
    pub(crate) unchecked: Option<Revision>,
    /// The problem that was shown last, by its place in the list.
    pub shown_problem: Option<usize>,
    /// The `landwright.toml` that was heeded when it was checked last.
    pub project_file: Option<PathBuf>,
    /// The check that is under way, and of which state.
    pub(crate) check: Option<(JobId, Revision)>,
    pub(crate) is_saving: bool,
    /// The job that does, where one is under way.
    pub(crate) save_job: Option<JobId>,
    /// Everything that is done once the save is over that is under way, and what is being worked
    /// out is done.
    pub(crate) due_save: Option<Due>,
    /// What a person should know as it is opened.
    pub(crate) untold: Vec<String>,
    /// Exports that wait for what is being worked out.
    pub(crate) due_exports: Vec<(Format, PathBuf, Option<Vec<Replaced>>)>,
    pub(crate) second_look: SecondLook,
    /// The files that may have changed since the last look; `None` where any may have.
    pub(crate) heard_of: Option<BTreeSet<PathBuf>>,
    /// What a person had to know about its files when they were read last.
    said_of_files: Vec<String>,
    /// What the person wanted when saving came first.
    pub(crate) after_save: Option<Then>,
    /// The version on disk, where that changed behind the back of unsaved changes.
    pub(crate) on_disk: Option<Read>,
    /// Where that is being put together with what is here.
    pub(crate) merging: Option<Merging>,
    /// What merges left undecided.
    pub conflicts: Option<Conflicts>,
    /// What it is compared with.
    pub comparing: Comparing,
    /// Of the bytes that the document was made from, and its journal builds on.
    pub(crate) base: Fingerprint,
    /// The file of these bytes; `None` for a document that was made here.
    pub(crate) base_file: Option<PathBuf>,
    /// Where its journal is started with the first change; `None` where none is kept.
    pub(crate) journal_path: Option<PathBuf>,
    /// Why there is no journal, or not what it builds on.
    pub(crate) journal_error: Option<FileError>,
    /// What keeps the base of the journal, until it is kept.
    pub(crate) unkept_base: Option<BaseKeeper>,
    /// Since the disk takes no journal: when it is tried again.
    pub(crate) journal_pause: Option<Pause>,
}

impl Common {
    pub(crate) fn new(id: DocumentId, name: String, base: Fingerprint) -> Common {
        Common {
            id,
            made_as: name.clone(),
            title: name.clone(),
            name,
            file: None,
            views: BTreeMap::new(),
            problems: Vec::new(),
            n_problem_lists: 0,
            checked: None,
            unchecked: None,
            shown_problem: None,
            project_file: None,
            check: None,
            is_saving: false,
            save_job: None,
            due_save: None,
            untold: Vec::new(),
            due_exports: Vec::new(),
            second_look: SecondLook::None,
            heard_of: Some(BTreeSet::new()),
            said_of_files: Vec::new(),
            after_save: None,
            on_disk: None,
            merging: None,
            conflicts: None,
            comparing: Comparing::default(),
            base,
            base_file: None,
            journal_path: None,
            journal_error: None,
            unkept_base: None,
            journal_pause: None,
        }
    }

    /// How many conflicts of merges are open.
    pub fn n_conflicts(&self) -> usize {
        self.conflicts.as_ref().map_or(0, |conflicts| conflicts.open().len())
    }

    /// Nobody checks this state any more, unless a person asks for it.
    pub(crate) fn give_check_up(&mut self, of: Revision) {
        (self.checked, self.unchecked) = (Some(of), Some(of));
    }

    pub(crate) fn set_problems(&mut self, problems: Vec<Problem>) {
        self.problems = problems;
        self.n_problem_lists += 1;
    }

    /// Whether the problems are those of an older state, or none at all, since the check of what it
    /// became was given up.
    pub fn is_check_given_up(&self) -> bool {
        self.checked.is_some() && self.checked == self.unchecked
    }

    pub(crate) fn begin_saving(&mut self) {
        self.is_saving = true;
        self.distrust_second_look();
    }

    /// Says whether its files are to be read again: one may have changed during the save.
    pub(crate) fn end_saving(&mut self) -> bool {
        (self.is_saving, self.save_job) = (false, None);
        self.distrust_second_look();
        let is_to_look = self.second_look == SecondLook::AfterSave;
        if is_to_look {
            self.second_look = SecondLook::None;
        }
        is_to_look
    }

    /// What is being read again may be read in the middle of a save.
    fn distrust_second_look(&mut self) {
        if self.second_look == SecondLook::UnderWay {
            self.second_look = SecondLook::OnceMore;
        }
    }

    /// Notes for the user about its files, as far as it was not so when they were read before.
    pub(crate) fn news_of_files(&mut self, said: Vec<String>) -> Vec<String> {
        let news = said.iter().filter(|one| !self.said_of_files.contains(one)).cloned().collect();
        self.said_of_files = said;
        news
    }

    /// Whether a second look may begin; where it may not, another one follows what is under way.
    pub(crate) fn may_look_again(&mut self) -> bool {
        self.second_look = match (self.second_look, self.is_saving) {
            (SecondLook::None, false) => return true,
            (SecondLook::None | SecondLook::AfterSave, true) => SecondLook::AfterSave,
            _ => SecondLook::OnceMore,
        };
        false
    }

    pub fn is_of(&self, path: &Path) -> bool {
        self.file.as_ref().is_some_and(|file| file.path == path)
    }

    /// The same, where the path may lead there by links.
    pub(crate) fn is_of_same(&self, path: &Path) -> bool {
        self.file.as_ref().is_some_and(|file| disk::is_same(&file.path, path))
    }

    /// Where it is, as problems and people name it.
    pub fn path_shown(&self) -> String {
        match &self.file {
            Some(file) => file.path.display().to_string(),
            None => format!("{} (not saved yet)", self.name),
        }
    }

    pub fn view(&self, number: u32) -> Option<&View> {
        self.views.get(&number)
    }

    /// Its file, or the name that it would have.
    pub(crate) fn path_or_name(&self) -> PathBuf {
        self.file.as_ref().map_or_else(|| PathBuf::from(&self.name), |file| file.path.clone())
    }

    pub fn first_view(&self) -> Option<ViewId> {
        let number = *self.views.keys().next()?;
        Some(ViewId { document: self.id, number })
    }

    pub(crate) fn add_view(&mut self, view: View) -> ViewId {
        let number = self.views.keys().next_back().map_or(1, |last| last + 1);
        self.views.insert(number, view);
        ViewId { document: self.id, number }
    }

    /// Whether the next step is the first one of a journal.
    pub(crate) fn has_journal_to_start<D: Document>(&self, editing: &Editing<D>) -> bool {
        let is_fresh = editing.journal().is_none() && editing.steps().is_empty();
        is_fresh && self.journal_path.is_some() && self.journal_error.is_none()
    }

    /// Everything finished is in the journal, so it is there before the first step. `keep_base`
    /// keeps what it builds on.
    pub(crate) fn start_journal<D: Document>(
        &mut self,
        editing: &mut Editing<D>,
        keep_base: BaseKeeper,
    ) {
        let Some(path) = &self.journal_path else { return };
        let name = match &self.base_file {
            Some(file) => name::of_path(file),
            None => self.made_as.clone(),
        };
        let beside = editing.document().beside_base();
        let base = JournalBase { name, hash: self.base.hash, len: self.base.len, beside };
        if let Err(error) = keep_base.keep(path) {
            (self.journal_error, self.unkept_base) = (Some(error), Some(keep_base));
        }
        match Journal::start(path, D::KIND, &base) {
            Ok(journal) => editing.start_journal(journal),
            Err(error) => self.journal_error = Some(error),
        }
        let file = self.file.as_ref().map(|file| &file.path);
        if let Some(file) = file.filter(|file| self.base_file.as_ref() != Some(file)) {
            editing.goes_on_at(&name::of_path(file));
        }
    }

    /// The same with the bytes that it builds on.
    pub(crate) fn start_journal_on<D: Document>(
        &mut self,
        editing: &mut Editing<D>,
        base: Vec<u8>,
    ) {
        self.start_journal(editing, BaseKeeper::new(move |path| left::keep_base(path, &base)));
    }

    /// From here on it builds on other bytes, and has no steps yet.
    pub(crate) fn begin_anew(&mut self, base: Fingerprint) {
        self.base = base;
        self.base_file = self.file.as_ref().map(|file| file.path.clone());
        (self.journal_error, self.unkept_base) = (None, None);
        // The states of the new document are counted anew.
        (self.checked, self.unchecked, self.check) = (None, None, None);
    }

    /// Keeps the base of its journal where that failed before.
    pub(crate) fn keep_base_again(&mut self) {
        let (Some(path), Some(keeper)) = (&self.journal_path, &self.unkept_base) else { return };
        match keeper.keep(path) {
            Ok(()) => (self.journal_error, self.unkept_base) = (None, None),
            Err(error) => self.journal_error = Some(error),
        }
    }

    /// The file that it was read from, and is kept in until it is saved elsewhere.
    pub(crate) fn begin_at(&mut self, path: PathBuf, fingerprint: Fingerprint) {
        self.base_file = Some(path.clone());
        self.file = Some(File { path, fingerprint });
    }
}
