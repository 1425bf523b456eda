//! An open area: its history, its selection, its problems, and where it was read from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::format::packed::Packed;
use landwright_core::problem::Problem;
use landwright_core::space::tera::PosInWorld;
use landwright_core::vfs::{FileError, Fingerprint};
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::compare::Comparison;
use landwright_core::world::area::edges::AddEdge;
use landwright_core::world::area::edit::Edit;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::area::refusal::Refusal;
use landwright_core::world::area::routes::{Places, Probe, RouteTest, Spot};
use landwright_core::world::journal::{Base as JournalBase, Journal};
use landwright_core::world::{Document, Editing, Revision};

use super::recovery::keep_base;
use crate::model::dialog::Then;
use crate::model::document::{DocumentId, File, View};
use crate::tool::area::{AreaTool, Hand};

/// Which heights are shown.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Slice {
    pub low: Option<i16>,
    pub high: Option<i16>,
}

impl Slice {
    pub fn holds(self, z: f64) -> bool {
        self.low.is_none_or(|low| z >= f64::from(low))
            && self.high.is_none_or(|high| z <= f64::from(high))
    }
}

/// A way that was asked for, on the area as it was.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    pub spots: [Spot; 2],
    pub probe: Probe,
    pub(super) revision: Revision,
}

/// A route test and what became of it on the area as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptRoute {
    pub test: RouteTest,
    pub result: Option<(Probe, bool)>,
}

/// What somebody thinks of doing.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub title: String,
    pub area: Area,
    pub comparison: Comparison,
    pub(super) revision: Revision,
}

#[derive(Debug)]
pub struct AreaDocument {
    pub id: DocumentId,
    /// For tabs and titles: the file's name.
    pub name: String,
    /// `None` for an area that was never saved.
    pub file: Option<File>,
    pub(in crate::model) editing: Editing<Area>,
    pub geometry: Arc<Geometry>,
    pub places: Places,
    /// As it was read, for its stream.
    pub(super) packed: Option<Packed>,
    pub(super) base: Fingerprint,
    /// Those bytes, from the start until the journal has them.
    pub(super) base_bytes: Option<Arc<[u8]>>,
    pub(super) journal_path: Option<PathBuf>,
    pub(super) journal_error: Option<FileError>,
    pub(in crate::model) said_journal_trouble: bool,
    pub selection: BTreeSet<NodeId>,
    pub edge: Option<EdgeRef>,
    pub problems: Vec<Problem>,
    /// Of the area that all problems were found in.
    pub checked: Option<Revision>,
    pub(super) is_checking: bool,
    pub shown_problem: Option<usize>,
    pub views: BTreeMap<u32, View>,
    pub slice: Slice,
    pub tool: AreaTool,
    pub hand: Hand,
    /// In the game's units.
    pub hover: Option<[f64; 2]>,
    /// The first click of a path test.
    pub start: Option<Spot>,
    pub way: Option<Way>,
    pub routes: Vec<KeptRoute>,
    pub(super) routes_before: Option<Fingerprint>,
    pub(super) are_routes_saved: bool,
    pub proposal: Option<Proposal>,
    pub(super) is_proposing: bool,
    /// An edge that found its octant taken, and by whom.
    pub pending_edge: Option<(AddEdge, NodeId)>,
    pub(in crate::model) is_saving: bool,
    pub(in crate::model) after_save: Option<Then>,
}

/// What an area is made of when it is opened.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) area: Area,
    pub(super) geometry: Geometry,
    pub(super) places: Places,
    pub(super) packed: Option<Packed>,
    pub(super) bytes: Arc<[u8]>,
    pub(super) routes: Vec<RouteTest>,
    pub(super) routes_before: Option<Fingerprint>,
}

impl AreaDocument {
    pub(super) fn new(id: DocumentId, name: String, parts: Parts) -> AreaDocument {
        let Parts { area, geometry, places, packed, bytes, routes, routes_before } = parts;
        let routes = routes.into_iter().map(|test| KeptRoute { test, result: None });
        AreaDocument {
            id,
            name,
            file: None,
            editing: Editing::new(area),
            geometry: Arc::new(geometry),
            places,
            packed,
            base: Fingerprint::of(&bytes, None),
            base_bytes: Some(bytes),
            journal_path: None,
            journal_error: None,
            said_journal_trouble: false,
            selection: BTreeSet::new(),
            edge: None,
            problems: Vec::new(),
            checked: None,
            is_checking: false,
            shown_problem: None,
            views: BTreeMap::new(),
            slice: Slice::default(),
            tool: AreaTool::default(),
            hand: Hand::default(),
            hover: None,
            start: None,
            way: None,
            routes: routes.collect(),
            routes_before,
            are_routes_saved: true,
            proposal: None,
            is_proposing: false,
            pending_edge: None,
            is_saving: false,
            after_save: None,
        }
    }

    pub fn area(&self) -> &Area {
        self.editing.document()
    }

    /// What pictures show: the area, or what is proposed to become of it.
    pub fn shown(&self) -> &Area {
        self.proposal.as_ref().map_or(self.area(), |proposal| &proposal.area)
    }

    pub fn editing(&self) -> &Editing<Area> {
        &self.editing
    }

    pub fn has_unsaved_changes(&self) -> bool {
        !self.editing.is_saved() || !self.are_routes_saved
    }

    pub fn pos(&self, node: NodeId) -> Option<PosInWorld> {
        self.area().pos(node).filter(|_| self.area().contains(node))
    }

    /// Does an action as one step. Answers with what a person should know about it.
    pub(super) fn act(&mut self, action: &Action) -> Result<Vec<String>, Refusal> {
        let resolved = action.resolve(self.area(), &self.geometry)?;
        if let Some(edit) = resolved.edit {
            self.apply(action.title(), edit);
        }
        Ok(resolved.notes)
    }

    pub(super) fn apply(&mut self, title: impl Into<String>, edit: Edit) {
        self.start_journal();
        self.and_note(|editing| editing.apply(title, edit));
    }

    /// Does something to the history, and lets what depends on nodes follow.
    pub(in crate::model) fn and_note<T>(
        &mut self,
        change: impl FnOnce(&mut Editing<Area>) -> T,
    ) -> T {
        let before = self.area().clone();
        let result = change(&mut self.editing);
        let after = self.editing.document();
        if let Some(edit) = before.edit_to(after) {
            self.places.follow(after, &edit.moved_nodes(after));
            self.places.follow(after, &edit.moved_nodes(&before));
            let nodes = edit.nodes(after);
            self.note_change(&nodes);
        }
        result
    }

    pub(super) fn note_change(&mut self, nodes: &[NodeId]) {
        let area = self.editing.document();
        self.selection.retain(|node| area.contains(*node));
        self.edge = self.edge.filter(|edge| {
            let octant = landwright_core::space::tera::Octant::new(edge.octant);
            octant.is_some_and(|octant| area.edge(edge.node, octant).is_some())
        });
        self.proposal = None;
        self.pending_edge = None;
        super::check::check_around(self, nodes);
        self.run_routes();
    }

    /// Everything finished is in the journal, so it is there before the first step.
    pub(super) fn start_journal(&mut self) {
        if self.editing.journal().is_some() || !self.editing.steps().is_empty() {
            return;
        }
        let (Some(path), Some(bytes)) = (&self.journal_path, self.base_bytes.take()) else {
            return;
        };
        let name = match &self.file {
            Some(file) => file.path.to_string_lossy().into_owned(),
            None => self.name.clone(),
        };
        let base = JournalBase { name, hash: self.base.hash, len: self.base.len };
        let kept = keep_base(path, &bytes);
        match kept.and_then(|()| Journal::start(path, Area::KIND, &base)) {
            Ok(journal) => self.editing.start_journal(journal),
            Err(error) => self.journal_error = Some(error),
        }
    }

    pub fn journal_trouble(&self) -> Option<&FileError> {
        self.journal_error.as_ref().or_else(|| self.editing.journal_trouble())
    }

    /// Shows a place in every view, near enough to be seen.
    pub(super) fn show_pos(&mut self, pos: PosInWorld) {
        let middle = crate::view::area::map_from_world([pos.x, pos.y]);
        for view in self.views.values_mut() {
            if let Some(camera) = &mut view.camera {
                camera.middle_in_cells = middle;
                camera.points_per_cell = camera.points_per_cell.max(6.0);
            }
        }
        if !self.slice.holds(pos.z) {
            self.slice = Slice::default();
        }
    }
}
