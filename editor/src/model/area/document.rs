//! An open area: its history, its selection, its problems, and where it was read from.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::packed::Packed;
use landwright_core::problem::{Fix, Problem};
use landwright_core::project::Project;
use landwright_core::space::tera::{CellInWorld, PosInWorld, Zone};
use landwright_core::vfs::Fingerprint;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::compare::Comparison;
use landwright_core::world::area::edges::AddEdge;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::geometry::cells::ZoneCells;
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::area::places::Places;
use landwright_core::world::area::routes::{Probe, RouteTest, Spot};
use landwright_core::world::journal::Trouble;
use landwright_core::world::{Editing, Revision};

use super::check::{self, Unchecked};
use super::connect::LeftOut;
use super::geometry::ZoneFiles;
use super::line::Line;
use super::open::read_again;
use super::reports::ReportLayer;
use super::routes::on_disk::{TestsOnDisk, routes_path};
use super::save::Work;
use super::saved::Base;
use super::shared::Sharing;
use crate::job::JobId;
use crate::model::check::actions_of;
use crate::model::document::{Common, DocumentId};
use crate::model::history::{History, Travel};
use crate::model::kind::{Checker, Extent, Found, OpenDocument, Reader};
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
    /// `None` until it was walked.
    pub result: Option<(Probe, bool)>,
    pub(super) walked: Option<Revision>,
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
    common: Common,
    pub(in crate::model) editing: Editing<Area>,
    /// Of its zones, as the area has them.
    pub geometry: Arc<Geometry>,
    pub zone_files: ZoneFiles,
    /// Zones that couldn't be read at the last look: what was read before is kept.
    pub(super) lost_zones: BTreeSet<Zone>,
    /// The zone that is being unpacked because somebody looks at it.
    pub(in crate::model) unpacking: Option<Zone>,
    pub(in crate::model) line: Line,
    /// What an edit touched, and was not checked since.
    pub(super) unchecked: Unchecked,
    /// Zones whose unpacking broke off, as it would again.
    pub(in crate::model) not_unpacked: BTreeSet<Zone>,
    /// Other areas that share zones with it, by the list of areas.
    pub sharing: Vec<(String, Vec<Zone>)>,
    /// What changed geometry does to them.
    pub shared: Sharing,
    pub places: Places,
    /// As it was read, for its stream.
    packed: Option<Packed>,
    /// What is on disk where no step is that.
    pub(super) base: Base,
    /// What the journal builds on, until the journal has it.
    base_bytes: Option<Arc<[u8]>>,
    pub selection: BTreeSet<NodeId>,
    pub edge: Option<EdgeRef>,
    /// The cell whose volumes are shown.
    pub cell: Option<CellInWorld>,
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
    /// The job that walks them, and on which state.
    pub(super) walking: Option<(JobId, Revision)>,
    /// What was reported of it.
    pub reports: Option<ReportLayer>,
    pub(super) tests_on_disk: TestsOnDisk,
    pub proposal: Option<Proposal>,
    /// What is being worked out beside the window, by its title.
    pub(in crate::model) proposing: Option<String>,
    /// What takes too long to be done at once.
    pub(super) due: Option<Action>,
    /// What the person has yet to hear.
    pub(super) untold: Vec<String>,
    /// An edge that found its octant taken, and by whom.
    pub pending_edge: Option<(AddEdge, NodeId)>,
    /// What the last connecting left out.
    pub left_out: Option<LeftOut>,
}

/// What an area is made of when it is opened.
#[derive(Debug)]
pub struct Parts {
    pub(in crate::model) area: Area,
    pub(in crate::model) geometry: Geometry,
    /// Zones that are compared when it is taken, and so stay unpacked until then.
    pub(super) held: Vec<ZoneCells>,
    pub(super) zone_files: ZoneFiles,
    pub(super) sharing: Vec<(String, Vec<Zone>)>,
    pub(super) packed: Option<Packed>,
    pub(super) bytes: Arc<[u8]>,
    pub(super) tests: TestsOnDisk,
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

    fn files(&self) -> Vec<PathBuf> {
        let own = self.file.iter().flat_map(|file| [file.path.clone(), routes_path(&file.path)]);
        own.chain(self.zone_files.values().map(|file| file.path.clone())).collect()
    }

    fn history(&self) -> &dyn History {
        &self.editing
    }

    fn history_mut(&mut self) -> &mut dyn History {
        &mut self.editing
    }

    fn has_unsaved_changes(&self) -> bool {
        !self.editing.is_saved() || !self.are_routes_saved()
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

    fn checker(&mut self, _: Extent) -> Checker {
        let (area, geometry) = (self.area().clone(), self.geometry.clone());
        Box::new(move |file, progress| {
            check::all(file, &area, &geometry, progress).map_or(Found::GIVEN_UP, Found::all)
        })
    }

    fn ends_old_checks(&self) -> bool {
        self.checked.is_none() && self.area().n_nodes() >= check::CHECKED_ANEW
    }

    fn take_project(&mut self, project: Project) {
        self.project = project;
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<Action>(fixes);
        if let [action] = &actions[..]
            && self.takes_long(action)
        {
            self.due = Some(action.clone());
            return troubles;
        }
        troubles.extend(self.do_all(title, &actions));
        if actions.len() > 1 {
            // There may be more of a kind than a check tells of.
            self.checked = None;
        }
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        let (node, edge) = check::thing_of(problem);
        if let Some(edge) = edge {
            self.select_edge(edge);
        }
        if let Some((cell, z)) = self.cell_of(problem) {
            self.cell = Some(cell);
            self.show_pos(cell.centre(z));
        }
        if let Some(node) = node
            && let Some(pos) = self.pos(node)
        {
            if edge.is_none() {
                self.select_nodes([node].into());
            }
            self.show_pos(pos);
        }
    }

    fn saver(&self) -> Saver {
        let routes = self.routes.iter().map(|route| route.test.clone()).collect();
        let (area, packed) = (self.area().clone(), self.packed.clone());
        let tests_on_disk = self.tests_on_disk.clone();
        let of = self.file.as_ref().map(|file| file.path.clone());
        let (geometry, zone_files) = (self.geometry.clone(), self.zone_files.clone());
        let work = Work { of, area, packed, geometry, zone_files, routes, tests_on_disk };
        Box::new(move |target, progress| work.write(target, progress))
    }

    fn take_written(&mut self, written: Written) {
        if let WrittenContent::Area { tests, zones, .. } = written.content {
            self.take_written_zones(zones);
            self.shared.note_save();
            self.tests_on_disk = tests;
        }
    }

    fn reader(&self) -> Reader {
        let (known, area) = (self.zone_files.clone(), self.area().clone());
        let geometry = self.geometry.clone();
        Box::new(move |path, _| read_again(path, &known, &area, &geometry))
    }

    fn take_surroundings(&mut self, read: Read) -> Vec<String> {
        let ReadContent::Area(parts) = read.content else { return Vec::new() };
        if self.sharing != parts.sharing {
            self.sharing = parts.sharing;
            self.shared.forget();
        }
        self.not_unpacked.clear();
        let mut said = self.take_routes(parts.tests);
        said.extend(self.merge_zones(&parts.geometry, parts.zone_files));
        said
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        let ReadContent::Area(parts) = read.content else { return };
        self.not_unpacked.clear();
        self.take_zones(&parts.geometry, parts.zone_files);
        self.become_as_on_disk(title, &parts.area);
        self.packed = parts.packed;
        self.sharing = parts.sharing;
        self.checked = None;
        self.editing.mark_saved(&read.fingerprint);
        let said = self.take_routes(parts.tests);
        self.untold.extend(said);
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        self.go_to_what_is_on_disk()
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        let ReadContent::Area(parts) = read.content else { return Vec::new() };
        let mut said = self.take_routes(parts.tests);
        said.extend(self.merge_zones(&parts.geometry, parts.zone_files));
        self.forget_saved();
        self.base = Base::Read(Box::new(parts.area));
        said
    }

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
        let Parts { geometry, zone_files, sharing, packed, bytes, tests, .. } = parts;
        let geometry = Arc::new(geometry.of(editing.document()));
        let routes = tests.tests.iter().cloned().map(KeptRoute::new);
        let places = Places::of(editing.document());
        AreaDocument {
            common: Common::new(id, name, Fingerprint::of(&bytes, None)),
            editing,
            geometry,
            zone_files,
            lost_zones: BTreeSet::new(),
            unpacking: None,
            line: Line::default(),
            unchecked: Unchecked::default(),
            not_unpacked: BTreeSet::new(),
            sharing,
            shared: Sharing::default(),
            places,
            packed,
            base: Base::default(),
            base_bytes: Some(bytes),
            selection: BTreeSet::new(),
            edge: None,
            cell: None,
            project: Project::usual(Path::new(".")),
            slice: Slice::default(),
            tool: AreaTool::default(),
            hand: Hand::default(),
            hover: None,
            start: None,
            way: None,
            routes: routes.collect(),
            walking: None,
            reports: None,
            tests_on_disk: tests,
            proposal: None,
            proposing: None,
            due: None,
            untold: Vec::new(),
            pending_edge: None,
            left_out: None,
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

    pub(super) fn start_journal(&mut self) {
        if self.common.has_journal_to_start(&self.editing)
            && let Some(bytes) = self.base_bytes.take()
        {
            let keep = |path: &Path| recovery::keep_base(path, &bytes);
            self.common.start_journal(&mut self.editing, keep);
        }
    }
}
