//! An open area: its history, its selection, its problems, and where it was read from.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;

use landwright_core::format::packed::Packed;
use landwright_core::problem::{Fix, Problem};
use landwright_core::project::Project;
use landwright_core::space::tera::{PosInWorld, Zone};
use landwright_core::vfs::Fingerprint;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::compare::Comparison;
use landwright_core::world::area::edges::AddEdge;
use landwright_core::world::area::edit::Edit;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::area::places::Places;
use landwright_core::world::area::refusal::Refusal;
use landwright_core::world::area::routes::{Probe, RouteTest, Spot};
use landwright_core::world::journal::Trouble;
use landwright_core::world::{Document, Editing, Revision, StepId};

use super::check;
use super::open::read_area;
use super::reports::ReportLayer;
use super::save::Work;
use crate::model::check::actions_of;
use crate::model::document::{Common, DocumentId};
use crate::model::history::{History, Travel};
use crate::model::kind::{Checker, OpenDocument, Reader};
use crate::model::open::{Read, ReadContent};
use crate::model::recovery;
use crate::model::save::{Saver, Written, WrittenContent};
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

/// From here a node is well seen in space.
const NEAR_A_NODE_IN_WORLD: f32 = 900.0;

#[derive(Debug)]
pub struct AreaDocument {
    common: Common,
    pub(in crate::model) editing: Editing<Area>,
    pub geometry: Arc<Geometry>,
    /// Other areas that share zones with it, by the list of areas.
    pub sharing: Vec<(String, Vec<Zone>)>,
    pub places: Places,
    /// As it was read, for its stream.
    packed: Option<Packed>,
    /// What the journal builds on, until the journal has it.
    base_bytes: Option<Arc<[u8]>>,
    pub selection: BTreeSet<NodeId>,
    pub edge: Option<EdgeRef>,
    /// What the person has settled about problems, as it was when all of it was checked last.
    pub(super) project: Project,
    pub slice: Slice,
    pub tool: AreaTool,
    pub hand: Hand,
    /// In the game's units.
    pub hover: Option<[f64; 2]>,
    /// The first click of a path test.
    pub start: Option<Spot>,
    pub way: Option<Way>,
    pub routes: Vec<KeptRoute>,
    /// What was reported of it.
    pub reports: Option<ReportLayer>,
    routes_before: Option<Fingerprint>,
    pub(super) are_routes_saved: bool,
    pub proposal: Option<Proposal>,
    pub(super) is_proposing: bool,
    /// An edge that found its octant taken, and by whom.
    pub pending_edge: Option<(AddEdge, NodeId)>,
}

/// What an area is made of when it is opened.
#[derive(Debug)]
pub struct Parts {
    pub(in crate::model) area: Area,
    pub(super) geometry: Geometry,
    pub(super) sharing: Vec<(String, Vec<Zone>)>,
    pub(super) packed: Option<Packed>,
    pub(super) bytes: Arc<[u8]>,
    pub(super) routes: Vec<RouteTest>,
    pub(super) routes_before: Option<Fingerprint>,
}

impl Deref for AreaDocument {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl DerefMut for AreaDocument {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

impl OpenDocument for AreaDocument {
    fn noun(&self) -> &'static str {
        "area"
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn history(&self) -> &dyn History {
        &self.editing
    }

    fn history_mut(&mut self) -> &mut dyn History {
        &mut self.editing
    }

    fn has_unsaved_changes(&self) -> bool {
        !self.editing.is_saved() || !self.are_routes_saved
    }

    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        self.and_note(|editing| editing.go(to))
    }

    fn needs_check(&self) -> bool {
        match self.checked {
            None => true,
            Some(checked) => {
                checked != self.editing.revision() && self.area().n_nodes() < check::CHECKED_ANEW
            }
        }
    }

    fn checker(&self) -> Checker {
        let (area, geometry) = (self.area().clone(), self.geometry.clone());
        Box::new(move |file| check::all(file, &area, &geometry))
    }

    fn take_project(&mut self, project: Project) {
        self.project = project;
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of(fixes, |name, arguments| {
            Action::from_parts(name, arguments).map_err(|error| error.to_string())
        });
        troubles.extend(self.do_all(title, &actions));
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        let (node, edge) = check::thing_of(problem);
        self.edge = edge;
        if let Some(node) = node
            && let Some(pos) = self.pos(node)
        {
            self.selection = BTreeSet::from([node]);
            self.show_pos(pos);
        }
    }

    fn saver(&self) -> Saver {
        let routes = self.routes.iter().map(|route| route.test.clone()).collect();
        let (area, packed) = (self.area().clone(), self.packed.clone());
        let routes_before = self.routes_before;
        let of = self.file.as_ref().map(|file| file.path.clone());
        let work = Work { of, area, packed, routes, routes_before };
        Box::new(move |target, progress| work.write(target, progress))
    }

    fn take_written(&mut self, written: Written) {
        if let WrittenContent::Area { routes, routes_fingerprint } = written.content {
            self.routes_before = routes_fingerprint.or(self.routes_before);
            self.are_routes_saved = self.routes.iter().map(|route| &route.test).eq(&routes);
        }
    }

    fn reader(&self) -> Reader {
        Box::new(read_area)
    }

    fn take_surroundings(&mut self, read: Read) {
        if let ReadContent::Area(parts) = read.content {
            self.geometry = Arc::new(parts.geometry);
            self.sharing = parts.sharing;
            self.checked = None;
        }
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        let ReadContent::Area(parts) = read.content else { return };
        if let Some(edit) = self.area().edit_to(&parts.area) {
            self.apply(title, edit);
        }
        (self.packed, self.routes_before) = (parts.packed, parts.routes_before);
        self.geometry = Arc::new(parts.geometry);
        self.sharing = parts.sharing;
        self.checked = None;
        self.editing.mark_saved(&read.fingerprint);
        self.are_routes_saved = self.routes.iter().map(|route| &route.test).eq(&parts.routes);
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        let saved = self.editing.steps().saved().unwrap_or(StepId::OPENED);
        self.travel(Travel::To(saved))
    }

    fn keep_mine(&mut self, _read: Read) {}

    fn can_merge(&self) -> bool {
        false
    }

    fn merge(&mut self, _read: Read) -> Result<(), String> {
        Err("two areas can't be merged; yours was kept".to_owned())
    }
}

impl AreaDocument {
    pub(super) fn new(
        id: DocumentId,
        name: String,
        parts: Parts,
        editing: Editing<Area>,
    ) -> AreaDocument {
        let Parts { geometry, sharing, packed, bytes, routes, routes_before, .. } = parts;
        let routes = routes.into_iter().map(|test| KeptRoute { test, result: None });
        let places = Places::of(editing.document());
        AreaDocument {
            common: Common::new(id, name, Fingerprint::of(&bytes, None)),
            editing,
            geometry: Arc::new(geometry),
            sharing,
            places,
            packed,
            base_bytes: Some(bytes),
            selection: BTreeSet::new(),
            edge: None,
            project: Project::usual(Path::new(".")),
            slice: Slice::default(),
            tool: AreaTool::default(),
            hand: Hand::default(),
            hover: None,
            start: None,
            way: None,
            routes: routes.collect(),
            reports: None,
            routes_before,
            are_routes_saved: true,
            proposal: None,
            is_proposing: false,
            pending_edge: None,
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
        check::check_around(self, nodes);
        self.run_routes();
    }

    /// Does some actions as one step. Answers with those that are refused by now.
    fn do_all(&mut self, title: &str, actions: &[Action]) -> Vec<String> {
        let before = self.area().clone();
        let mut after = before.clone();
        let mut refused = Vec::new();
        for action in actions {
            match action.resolve(&after, &self.geometry) {
                Ok(resolved) => after = resolved.area,
                Err(refusal) => refused.push(refusal.to_string()),
            }
        }
        if let Some(edit) = before.edit_to(&after) {
            self.apply(title, edit);
        }
        refused
    }

    pub(super) fn start_journal(&mut self) {
        if self.common.has_journal_to_start(&self.editing)
            && let Some(bytes) = self.base_bytes.take()
        {
            let keep = |path: &Path| recovery::keep_base(path, &bytes);
            self.common.start_journal(&mut self.editing, keep);
        }
    }

    /// Shows a place in every view, near enough to be seen.
    pub(super) fn show_pos(&mut self, pos: PosInWorld) {
        let middle = crate::view::area::map_from_world([pos.x, pos.y]);
        for view in self.views.values_mut() {
            if let Some(camera) = &mut view.camera {
                camera.middle_in_cells = middle;
                camera.points_per_cell = camera.points_per_cell.max(6.0);
            }
            if let Some(orbit) = &mut view.orbit {
                orbit.target_in_world = crate::view::area::space_from_world(pos);
                orbit.distance_in_world = orbit.distance_in_world.min(NEAR_A_NODE_IN_WORLD);
            }
        }
        if !self.slice.holds(pos.z) {
            self.slice = Slice::default();
        }
    }
}
