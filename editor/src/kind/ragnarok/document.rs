//! An open map: its history, its selection, and what is proposed to be done to it.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;

use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::nav::ragnarok::cell::{Source, WaterLevel};
use landwright_core::space::ragnarok::TilePos;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::gat::action::{Action, Resolved};
use landwright_core::world::gat::area::{Area, Rect};
use landwright_core::world::gat::edit::Edit;
use landwright_core::world::gat::refusal::Refusal;
use landwright_core::world::gat::region::Region;
use landwright_core::world::gat::{GatMap, ServerView};
use landwright_core::world::{Document, Editing};

use crate::kind::document::common::Common;
use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::left;
use crate::kind::ragnarok::changes::{Changes, What};
use crate::kind::ragnarok::checks::Checks;
use crate::kind::ragnarok::ground::Ground;
use crate::kind::ragnarok::proposal::Proposal;
use crate::kind::ragnarok::reference::Pixels;
use crate::kind::ragnarok::tool::probe::Probe;
use crate::kind::ragnarok::under::Under;
use crate::view::ground::middle_in_world;
use crate::view::id::DocumentId;
use crate::view::reference::Reference;

/// From here a single cell is well seen in space.
const NEAR_A_CELL_IN_WORLD: f32 = 200.0;

#[derive(Debug)]
pub struct MapDocument {
    pub(super) common: Common,
    pub(crate) editing: Editing<GatMap>,
    pub changes: Changes,
    pub selection: Area,
    /// Grows with each change of the selection.
    pub selection_revision: u64,
    pub probe: Option<Probe>,
    /// As the client draws it under the cells.
    pub(crate) ground: Ground,
    /// From the world file (RSW) beside the map or in a root.
    pub water_level: WaterLevel,
    /// The map as it was saved last, for showing what is not saved.
    pub saved: GatMap,
    /// The map that the journal builds on, from its start until those bytes are kept.
    pub(crate) base_to_keep: Option<GatMap>,
    /// A picture to paint after, and what is in it once it was read.
    pub reference: Option<Reference>,
    pub pixels: Option<Arc<Pixels>>,
    /// What somebody thinks of doing to the map.
    pub proposal: Option<Proposal>,
    pub(crate) is_proposing: bool,
    /// The ground that proposals ask for, as long as there are some.
    pub(crate) under: Option<Arc<Under>>,
    /// The other side of the last merge that left conflicts.
    pub(super) theirs: Option<GatMap>,
    pub(super) checks: Checks,
}

impl Deref for MapDocument {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl DerefMut for MapDocument {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

/// What an edit is about to change.
struct Changed {
    what: What,
    cells: Vec<Rect>,
}

impl Changed {
    fn by(edit: &Edit, map: &GatMap) -> Changed {
        let what = if edit.moves_corners() { What::Heights } else { What::Types };
        Changed { what, cells: edit.covered(map) }
    }
}

impl MapDocument {
    pub(crate) fn new(
        id: DocumentId,
        name: String,
        editing: Editing<GatMap>,
        base: Fingerprint,
    ) -> Self {
        let saved = editing.document().clone();
        MapDocument {
            common: Common::new(id, name, base),
            editing,
            changes: Changes::default(),
            selection: Area::default(),
            selection_revision: 0,
            probe: None,
            ground: Ground::default(),
            water_level: WaterLevel::NONE,
            saved,
            base_to_keep: None,
            reference: None,
            pixels: None,
            proposal: None,
            is_proposing: false,
            under: None,
            theirs: None,
            checks: Checks::default(),
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
        let changed = Changed::by(&edit, self.map());
        self.editing.apply(title, edit);
        self.note_change(changed);
    }

    /// Lets the gesture under way grow by an action.
    pub fn grow(&mut self, action: &Action) -> Result<(), Refusal> {
        let Resolved { edit, map, .. } = action.resolve(self.map())?;
        if let Some(edit) = edit {
            self.grow_by(&edit, map);
        }
        Ok(())
    }

    /// Lets the gesture under way grow until the map is this one.
    pub fn grow_to(&mut self, map: GatMap) {
        if let Some(edit) = self.map().edit_to(&map) {
            self.grow_by(&edit, map);
        }
    }

    fn grow_by(&mut self, edit: &Edit, map: GatMap) {
        let changed = Changed::by(edit, self.map());
        self.editing.grow_to(map);
        self.note_change(changed);
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

    fn start_journal(&mut self) {
        if !self.common.has_journal_to_start(&self.editing) {
            return;
        }
        let map = self.map().clone();
        if self.file.is_some() {
            // A file is still there for now, so its bytes are kept beside the window.
            self.common.start_journal(&mut self.editing, BaseKeeper::new(|_| Ok(())));
            self.base_to_keep = Some(map);
        } else {
            let keep = move |path: &Path| left::keep_base(path, &gat::write(&map.to_gat()));
            self.common.start_journal(&mut self.editing, BaseKeeper::new(keep));
        }
    }

    /// Does some actions as one step. Answers with those that are refused by now.
    pub(crate) fn do_all(&mut self, title: &str, actions: &[Action]) -> Vec<String> {
        let before = self.map().clone();
        let mut after = before.clone();
        let mut refused = Vec::new();
        for action in actions {
            match action.resolve(&after) {
                Ok(resolved) => after = resolved.map,
                Err(refusal) => refused.push(refusal.to_string()),
            }
        }
        if let Some(edit) = before.edit_to(&after) {
            self.apply(title, edit);
        }
        refused
    }

    /// Another map, which is what is saved, as a step that can be undone.
    pub(super) fn become_map(&mut self, title: &str, map: GatMap, saved: &Fingerprint) {
        if let Some(edit) = self.map().edit_to(&map) {
            self.apply(title, edit);
        }
        self.saved = map;
        self.editing.mark_saved(saved);
    }

    /// Does something to the history, and notes which cells that changed.
    pub(crate) fn and_note<T>(&mut self, change: impl FnOnce(&mut Editing<GatMap>) -> T) -> T {
        let before = self.map().clone();
        let result = change(&mut self.editing);
        if let Some(edit) = before.edit_to(self.map()) {
            self.note_change(Changed::by(&edit, &before));
        }
        result
    }

    fn note_change(&mut self, changed: Changed) {
        self.checks.note(&changed.cells);
        self.changes.add(changed.what, changed.cells, self.map().rect());
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
