//! An open area: its history, its selection, its problems, and where it was read from.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;

use landwright_core::format::packed::Packed;
use landwright_core::project::Project;
use landwright_core::space::tera::{CellInWorld, PosInWorld, Zone};
use landwright_core::vfs::{FileError, Fingerprint};
use landwright_core::world::area::Area;
use landwright_core::world::area::compare::Comparison;
use landwright_core::world::area::edit::Edit;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::geometry::cells::ZoneCells;
use landwright_core::world::area::id::{EdgeRef, NodeId, Target};
use landwright_core::world::area::on_disk::ZoneCell;
use landwright_core::world::area::places::Places;
use landwright_core::world::area::routes::{Probe, RouteTest, Spot};
use landwright_core::world::area::save::FileNumbers;
use landwright_core::world::{Editing, Revision};

use super::beside::Beside;
use super::check::Unchecked;
use super::connect::LeftOut;
use super::geometry::ZoneFiles;
use super::kept;
use super::lasso::Corners;
use super::line::AskedFor;
use super::mesh::ReferenceMesh;
use super::outlook::Outlook;
use super::pending::PendingEdge;
use super::propose::Proposing;
use super::reports::ReportLayer;
use super::routes::on_disk::TestsOnDisk;
use super::saved::Base;
use super::shared::Sharing;
use super::straight::Straight;
use crate::job::JobId;
use crate::kind::document::common::Common;
use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::left;
use crate::kind::document::line::Line;
use crate::kind::tera::tool::{AreaTool, Hand};
use crate::model::beside::Due;
use crate::view::id::DocumentId;

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
    /// What makes it of the area as it is.
    pub(super) edit: Edit,
    pub comparison: Comparison,
    pub outlook: Outlook,
    pub(super) revision: Revision,
    /// Of several actions, such as all fixes of a code.
    pub(super) is_of_several: bool,
}

#[derive(Debug)]
pub struct AreaDocument {
    pub(super) common: Common,
    pub(crate) editing: Editing<Area>,
    /// Of its zones, as the area has them.
    pub geometry: Arc<Geometry>,
    pub zone_files: ZoneFiles,
    /// So often other zones were read than were known.
    pub(super) n_reads: u64,
    /// Zones that couldn't be read at the last look: what was read before is kept.
    pub(super) lost_zones: BTreeSet<Zone>,
    /// Zones whose files are gone and may be made again.
    pub(super) written_anew: BTreeSet<Zone>,
    /// The zone that is being unpacked because somebody looks at it.
    pub(crate) unpacking: Option<Zone>,
    pub(crate) line: Line,
    pub(super) asked_for: AskedFor,
    /// What an edit touched, and was not checked since.
    pub(super) unchecked: Unchecked,
    /// Whether an edit did more to the problems than a check around it can tell.
    pub(super) is_outdated: bool,
    /// Zones whose unpacking broke off, as it would again.
    pub(crate) not_unpacked: BTreeSet<Zone>,
    /// Other areas that share zones with it, by the list of areas.
    pub sharing: Vec<(String, Vec<Zone>)>,
    /// What changed geometry does to them.
    pub shared: Sharing,
    pub places: Places,
    /// How many numbers nodes had when it was opened or saved last.
    pub(super) n_ids_in_file: u32,
    /// Of nodes in the file that was saved last, where those are not their ids.
    pub(super) numbers_in_file: Option<FileNumbers>,
    /// As it was read, for its stream.
    pub(crate) packed: Option<Packed>,
    /// The nodes and edges that are on disk, by which a merge tells who changed what.
    pub(super) on_disk: Area,
    /// The version on disk where no step is that.
    pub(super) base: Base,
    /// What the journal builds on, until the journal has it.
    base_bytes: Option<Arc<[u8]>>,
    /// What is kept beside the journal of where its zones are.
    kept_zones: Option<Vec<u8>>,
    /// The same, where that is to become another.
    pub(crate) zones_to_keep: Option<Vec<u8>>,
    /// And for the jobs that keep it.
    pub(crate) zones_due: Due<Vec<u8>>,
    pub selection: BTreeSet<NodeId>,
    pub edge: Option<EdgeRef>,
    /// What that led to when it was selected.
    pub(super) edge_target: Option<Target>,
    /// The cell whose volumes are shown.
    pub cell: Option<CellInWorld>,
    /// Everything that the person has settled about problems, as it was when all of it was checked
    /// last.
    pub(super) project: Project,
    pub slice: Slice,
    pub tool: AreaTool,
    pub hand: Hand,
    pub corners: Corners,
    /// In the game's units.
    pub hover: Option<[f64; 2]>,
    /// The first click of a path test.
    pub start: Option<Spot>,
    pub way: Option<Way>,
    /// The tests of the area, as it is, in their order.
    pub routes: Vec<KeptRoute>,
    /// The job that walks them, and on which state.
    pub(super) walking: Option<(JobId, Revision)>,
    /// Ask [`AreaDocument::straight`].
    pub(super) straight: Option<Straight>,
    /// What was reported of it.
    pub reports: Option<ReportLayer>,
    /// A mesh that lies over it.
    pub mesh: Option<ReferenceMesh>,
    pub(super) tests_on_disk: TestsOnDisk,
    pub proposal: Option<Proposal>,
    /// What is being worked out beside the window.
    pub(crate) proposing: Option<Proposing>,
    /// What takes too long to be done at once.
    pub(crate) beside: Beside,
    /// Everything that the person has yet to hear.
    pub(super) untold: Vec<String>,
    /// Cells that changed on disk as well as here, about which the person has yet to be asked.
    pub(super) on_both_sides: BTreeSet<ZoneCell>,
    pub pending_edge: Option<PendingEdge>,
    /// What the last connecting left out.
    pub left_out: Option<LeftOut>,
}

/// What an area is made of when it is opened.
#[derive(Debug)]
pub struct Parts {
    pub(crate) area: Area,
    pub(crate) geometry: Geometry,
    /// Zones that are compared when it is taken, and so stay unpacked until then.
    pub(super) held: Vec<ZoneCells>,
    pub(super) zone_files: ZoneFiles,
    pub(super) sharing: Vec<(String, Vec<Zone>)>,
    pub(super) packed: Option<Packed>,
    pub(super) bytes: Arc<[u8]>,
    pub(super) tests: TestsOnDisk,
}

impl Parts {
    /// The area is opened with the tests that are on disk.
    pub(super) fn take_tests(&mut self, tests: TestsOnDisk) {
        self.area = self.area.with_route_tests(tests.tests.clone());
        self.tests = tests;
    }
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

impl AreaDocument {
    pub(super) fn new(
        id: DocumentId,
        name: String,
        parts: Parts,
        editing: Editing<Area>,
    ) -> AreaDocument {
        let n_ids_in_file = parts.area.n_ids();
        let Parts { area: on_disk, geometry, zone_files, sharing, packed, bytes, tests, .. } =
            parts;
        let geometry = Arc::new(geometry.of(editing.document()));
        let tests_here = editing.document().route_tests().as_slice();
        let routes = tests_here.iter().cloned().map(KeptRoute::new).collect();
        let places = Places::of(editing.document());
        AreaDocument {
            common: Common::new(id, name, Fingerprint::of(&bytes, None)),
            editing,
            geometry,
            zone_files,
            n_reads: 0,
            lost_zones: BTreeSet::new(),
            written_anew: BTreeSet::new(),
            unpacking: None,
            line: Line::default(),
            asked_for: AskedFor::default(),
            unchecked: Unchecked::default(),
            is_outdated: false,
            not_unpacked: BTreeSet::new(),
            sharing,
            shared: Sharing::default(),
            places,
            n_ids_in_file,
            numbers_in_file: None,
            packed,
            on_disk,
            base: Base::default(),
            base_bytes: Some(bytes),
            kept_zones: Some(Vec::new()),
            zones_to_keep: None,
            zones_due: Due::default(),
            selection: BTreeSet::new(),
            edge: None,
            edge_target: None,
            cell: None,
            project: Project::usual(Path::new(".")),
            slice: Slice::default(),
            tool: AreaTool::default(),
            hand: Hand::default(),
            corners: Corners::default(),
            hover: None,
            start: None,
            way: None,
            straight: None,
            routes,
            walking: None,
            reports: None,
            mesh: None,
            tests_on_disk: tests,
            proposal: None,
            proposing: None,
            beside: Beside::default(),
            untold: Vec::new(),
            on_both_sides: BTreeSet::new(),
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

    /// Whether a node was made here and is in no file yet: its number is known nowhere else.
    pub fn is_new(&self, node: NodeId) -> bool {
        node.0 >= self.n_ids_in_file
    }

    /// The number of a node in the file that was saved last, where that is a different one.
    pub fn number_in_file(&self, node: NodeId) -> Option<NodeId> {
        self.numbers_in_file.as_ref()?.of(node).filter(|number| *number != node)
    }

    pub fn pos(&self, node: NodeId) -> Option<PosInWorld> {
        self.area().pos(node).filter(|_| self.area().contains(node))
    }

    /// So that the zones are found again after a crash, where they are now.
    pub(super) fn keep_zone_paths(&mut self) {
        if self.editing.journal().is_none() {
            return;
        }
        match kept::list_of(&self.zone_files) {
            Ok(list) if self.kept_zones.as_ref() == Some(&list) => {}
            Ok(list) => {
                self.kept_zones = Some(list.clone());
                self.zones_to_keep = Some(list);
            }
            Err(error) => self.untold.push(error.to_string()),
        }
    }

    /// That list could not be kept: the next save tries again.
    pub(super) fn forget_kept_zones(&mut self) {
        self.kept_zones = None;
    }

    pub(super) fn start_journal(&mut self) {
        if self.common.has_journal_to_start(&self.editing)
            && let Some(bytes) = self.base_bytes.take()
        {
            let list = kept::list_of(&self.zone_files);
            self.kept_zones = list.clone().ok();
            let keep = move |path: &Path| {
                left::keep_base(path, &bytes)?;
                kept::keep(path, list.as_ref().map_err(FileError::clone)?)
            };
            self.common.start_journal(&mut self.editing, BaseKeeper::new(keep));
        }
    }
}
