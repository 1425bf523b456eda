//! An open map: its history, its selection, its problems, and where it was read from.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use glam::Vec2;
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::nav::ragnarok::cell::{Source, WaterLevel};
use landwright_core::problem::Problem;
use landwright_core::space::ragnarok::TilePos;
use landwright_core::vfs::{FileError, Fingerprint};
use landwright_core::world::gat::action::{Action, Resolved};
use landwright_core::world::gat::area::{Area, Rect};
use landwright_core::world::gat::edit::Edit;
use landwright_core::world::gat::refusal::Refusal;
use landwright_core::world::gat::region::Region;
use landwright_core::world::gat::{GatMap, ServerView};
use landwright_core::world::journal::{Base as JournalBase, Journal};
use landwright_core::world::{Document, Editing, Revision};

use super::changes::Changes;
use super::dialog::Then;
use super::proposal::Proposal;
use super::recovery;
use super::reference::{Pixels, Reference};
use crate::tool::probe::Probe;
use crate::view::ground::middle_in_world;
use crate::view::orbit::Orbit;
use crate::view::{Camera, Layers, ViewSize};

/// An open document, for as long as the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocumentId(pub u32);

/// One of the views of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ViewId {
    pub document: DocumentId,
    pub number: u32,
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

/// From here a single cell is well seen in space.
const NEAR_A_CELL_IN_WORLD: f32 = 200.0;

#[derive(Debug)]
pub struct MapDocument {
    pub id: DocumentId,
    /// For tabs and titles: the file's name.
    pub name: String,
    /// `None` for a map that was never saved.
    pub file: Option<File>,
    pub(super) editing: Editing<GatMap>,
    pub changes: Changes,
    pub selection: Area,
    /// Grows with each change of the selection.
    pub selection_revision: u64,
    pub problems: Vec<Problem>,
    /// Of the map that the problems were found in.
    pub checked: Option<Revision>,
    pub views: BTreeMap<u32, View>,
    pub probe: Option<Probe>,
    /// The `landwright.toml` that was heeded when it was checked last.
    pub project_file: Option<PathBuf>,
    /// From the world file (RSW) beside the map or in a root.
    pub water_level: WaterLevel,
    /// The map as it was saved last, for showing what is not saved.
    pub saved: GatMap,
    /// Of the bytes that the document was made from, and its journal builds on.
    pub(super) base: Fingerprint,
    /// The map as it was then, from the start of the journal until those bytes are kept.
    pub(super) base_to_keep: Option<GatMap>,
    /// Where its journal is started with the first change; `None` where none is kept.
    pub(super) journal_path: Option<PathBuf>,
    /// Why no journal could be started.
    pub(super) journal_error: Option<FileError>,
    pub(super) said_journal_trouble: bool,
    pub(super) is_saving: bool,
    pub(super) is_checking: bool,
    /// What the person wanted when saving came first.
    pub(super) after_save: Option<Then>,
    /// A picture to paint after, and what is in it once it was read.
    pub reference: Option<Reference>,
    pub pixels: Option<Arc<Pixels>>,
    /// What somebody thinks of doing to the map.
    pub proposal: Option<Proposal>,
    pub(super) is_proposing: bool,
    /// What is on disk, where that changed behind the back of unsaved changes.
    pub(super) on_disk: Option<(GatMap, Fingerprint)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub path: PathBuf,
    pub fingerprint: Fingerprint,
}

impl MapDocument {
    pub(super) fn new(
        id: DocumentId,
        name: String,
        editing: Editing<GatMap>,
        base: Fingerprint,
    ) -> Self {
        let saved = editing.document().clone();
        MapDocument {
            id,
            name,
            file: None,
            editing,
            changes: Changes::default(),
            selection: Area::default(),
            selection_revision: 0,
            problems: Vec::new(),
            checked: None,
            views: BTreeMap::new(),
            probe: None,
            project_file: None,
            water_level: WaterLevel::NONE,
            saved,
            base,
            base_to_keep: None,
            journal_path: None,
            journal_error: None,
            said_journal_trouble: false,
            is_saving: false,
            is_checking: false,
            after_save: None,
            reference: None,
            pixels: None,
            proposal: None,
            is_proposing: false,
            on_disk: None,
        }
    }

    pub fn map(&self) -> &GatMap {
        self.editing.document()
    }

    /// What pictures show: the map, or what is proposed to become of it.
    pub fn shown(&self) -> &GatMap {
        self.proposal.as_ref().and_then(Proposal::shown).unwrap_or(self.map())
    }

    pub fn editing(&self) -> &Editing<GatMap> {
        &self.editing
    }

    pub fn is_saved(&self) -> bool {
        self.editing.is_saved() && self.file.is_some()
    }

    /// Whether closing it would lose something. A new map that nobody touched loses nothing.
    pub fn has_unsaved_changes(&self) -> bool {
        !self.editing.is_saved()
    }

    pub fn path_shown(&self) -> String {
        match &self.file {
            Some(file) => file.path.display().to_string(),
            None => format!("{} (not saved yet)", self.name),
        }
    }

    pub fn has_water_bit(&self) -> bool {
        self.map().version() == Version::V1_3
    }

    /// The map as servers have it once it is in a map cache.
    pub fn server_view(&self) -> ServerView<'_> {
        let (map, water_level) = (self.map(), self.water_level);
        ServerView { map, water_level, source: Source::MapCache }
    }

    /// Does an action as one step. Answers with what a person should know about it.
    pub fn act(&mut self, action: &Action) -> Result<Vec<String>, Refusal> {
        let Resolved { edit, notes, .. } = action.resolve(self.map())?;
        if let Some(edit) = edit {
            self.apply(action.title(), edit);
        }
        Ok(notes)
    }

    pub fn apply(&mut self, title: impl Into<String>, edit: Edit) {
        self.start_journal();
        let bounds = edit.bounds(self.map());
        self.editing.apply(title, edit);
        self.note_change(bounds);
    }

    /// Lets the gesture under way grow by an action.
    pub fn grow(&mut self, action: &Action) -> Result<(), Refusal> {
        if let Some(edit) = action.resolve(self.map())?.edit {
            self.grow_by(&edit);
        }
        Ok(())
    }

    /// Lets the gesture under way grow until the map is this one.
    pub fn grow_to(&mut self, map: &GatMap) {
        if let Some(edit) = self.map().edit_to(map) {
            self.grow_by(&edit);
        }
    }

    fn grow_by(&mut self, edit: &Edit) {
        let bounds = edit.bounds(self.map());
        self.editing.grow(edit);
        self.note_change(bounds);
    }

    pub fn begin(&mut self, title: impl Into<String>) {
        self.start_journal();
        self.editing.begin(title);
    }

    pub fn end(&mut self) {
        self.editing.end();
    }

    pub fn cancel(&mut self) {
        self.and_note(Editing::cancel);
    }

    /// Everything finished is in the journal, so it is there before the first step.
    fn start_journal(&mut self) {
        if self.editing.journal().is_some() || !self.editing.steps().is_empty() {
            return;
        }
        let Some(path) = &self.journal_path else { return };
        let name = match &self.file {
            Some(file) => file.path.to_string_lossy().into_owned(),
            None => self.name.clone(),
        };
        let base = JournalBase { name, hash: self.base.hash, len: self.base.len };
        // What no file has is kept before anything builds on it; a file is still there for now.
        let kept = match &self.file {
            Some(_) => Ok(()),
            None => recovery::keep_base(path, self.map()),
        };
        match kept.and_then(|()| Journal::start(path, GatMap::KIND, &base)) {
            Ok(journal) => {
                self.base_to_keep = self.file.as_ref().map(|_| self.map().clone());
                self.editing.start_journal(journal);
            }
            Err(error) => self.journal_error = Some(error),
        }
    }

    /// What a person should know about the journal: without it, a crash loses work.
    pub fn journal_trouble(&self) -> Option<&FileError> {
        self.journal_error.as_ref().or_else(|| self.editing.journal_trouble())
    }

    /// Does something to the history, and notes which cells that changed.
    pub(super) fn and_note<T>(&mut self, change: impl FnOnce(&mut Editing<GatMap>) -> T) -> T {
        let before = self.map().clone();
        let result = change(&mut self.editing);
        if let Some(edit) = before.edit_to(self.map()) {
            let bounds = edit.bounds(&before).around(self.map().rect().within(before.rect()));
            let bounds = match edit {
                Edit::Cells(_) => edit.bounds(&before),
                Edit::Whole(_) => bounds,
            };
            self.note_change(bounds);
        }
        result
    }

    fn note_change(&mut self, bounds: Rect) {
        self.changes.add(bounds, self.map().rect());
        self.outdate_proposal();
        if self.selection.bounds().within(self.map().rect()) != self.selection.bounds() {
            self.select(self.selection.intersection(&Area::of_rect(self.map().rect())));
        }
    }

    pub fn select(&mut self, selection: Area) {
        if self.selection != selection {
            self.selection = selection;
            self.selection_revision += 1;
        }
    }

    pub fn has_selection(&self) -> bool {
        !self.selection.is_empty()
    }

    /// What painting is kept to: the selection, where there is one.
    pub fn within(&self) -> Option<Region> {
        self.has_selection().then(|| Region::of_area(&self.selection))
    }

    /// The cells that differ from the saved state; none where the size does.
    pub fn unsaved_cells(&self) -> Area {
        match self.saved.edit_to(self.map()) {
            Some(Edit::Cells(cells)) => cells.area(self.map()),
            _ => Area::default(),
        }
    }

    pub fn view(&self, number: u32) -> Option<&View> {
        self.views.get(&number)
    }

    /// Shows a cell in every view that has a camera, near enough to be seen.
    pub fn show_cell(&mut self, cell: TilePos) {
        let middle_in_world = middle_in_world(self.map(), [cell.x, cell.y]);
        for view in self.views.values_mut() {
            if let (Some(orbit), Some(middle)) = (&mut view.orbit, middle_in_world) {
                orbit.target_in_world = middle;
                orbit.distance_in_world = orbit.distance_in_world.min(NEAR_A_CELL_IN_WORLD);
            }
            if let Some(camera) = &mut view.camera {
                camera.middle_in_cells = glam::vec2(cell.x as f32 + 0.5, cell.y as f32 + 0.5);
                camera.points_per_cell = camera.points_per_cell.max(8.0);
            }
        }
    }
}
