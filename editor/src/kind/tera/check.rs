//! Checking areas: what an edit touched at once, and all of it beside the window.

use std::collections::BTreeSet;

use landwright_core::check;
use landwright_core::format::problem::problem_of;
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::project::verdict::Checked;
use landwright_core::space::tera::{Octant, Zone};
use landwright_core::world::Revision;
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::{EdgeRef, NodeId};

use super::AreaDone;
use super::document::AreaDocument;
use crate::job::Progress;
use crate::kind::document::open::Open;
use crate::kind::document::work::For;
use crate::model::Model;
use crate::model::check::sort;
use crate::model::tick::Done;
use crate::view::id::DocumentId;

/// Larger areas are checked as a whole only when they are opened; after that, around each edit.
pub(super) const CHECKED_ANEW: u32 = 100_000;

/// After an edit of more nodes than this, all of them are checked again.
pub(super) const CHECKED_AROUND: usize = 10_000;

/// The problems of an area and of its geometry; `None` where looking for them was cancelled.
pub(super) fn all(
    file: &str,
    area: &Area,
    geometry: &Geometry,
    progress: &Progress,
) -> Option<Vec<Problem>> {
    let checked = check::area::check_watched(file, area, geometry, &mut progress.watcher());
    let mut problems = checked.continue_value()?;
    let troubles = geometry.troubles().into_iter();
    problems.extend(troubles.map(|(zone, error)| problem_of(&zone.file_name(), &error)));
    Some(problems)
}

/// The node and the edge that a problem is about.
pub(super) fn thing_of(problem: &Problem) -> (Option<NodeId>, Option<EdgeRef>) {
    match problem.place.spot {
        Spot::Thing(Thing::Node { index }) => (Some(NodeId(index)), None),
        Spot::Thing(Thing::Edge { node, octant }) => {
            let edge = EdgeRef { node: NodeId(node), octant };
            (Some(NodeId(node)), Octant::new(octant).map(|_| edge))
        }
        _ => (None, None),
    }
}

/// What an edit touched, to be checked beside the window.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unchecked {
    nodes: BTreeSet<NodeId>,
    zones: BTreeSet<Zone>,
    is_under_way: bool,
}

/// The problems around an edit.
#[derive(Debug)]
pub(crate) struct CheckedAround {
    document: DocumentId,
    revision: Revision,
    nodes: Vec<NodeId>,
    zones: Vec<Zone>,
    found: Vec<Problem>,
}

impl Model {
    /// Checks beside the window what could not be checked at once.
    pub(crate) fn check_around_edits(&mut self) {
        for area in self.documents.values_mut().filter_map(Open::as_area_mut) {
            let unchecked = &mut area.unchecked;
            let is_due = !unchecked.nodes.is_empty() || !unchecked.zones.is_empty();
            if !is_due || unchecked.is_under_way || area.editing.is_in_gesture() {
                continue;
            }
            unchecked.is_under_way = true;
            let nodes: Vec<NodeId> = std::mem::take(&mut unchecked.nodes).into_iter().collect();
            let zones: Vec<Zone> = std::mem::take(&mut unchecked.zones).into_iter().collect();
            let (id, revision, file) = (area.id, area.editing.revision(), area.file_shown());
            let (own, geometry) = (area.area().clone(), area.geometry.clone());
            let title = format!("Checking what changed in {}", area.name);
            self.jobs.start_for((id, For::CheckAround), title, move |_| {
                let found = around(&file, &own, &geometry, &nodes, &zones);
                let checked = CheckedAround { document: id, revision, nodes, zones, found };
                Done::from(AreaDone::CheckedAround(Box::new(checked)))
            });
        }
    }

    pub(super) fn take_checked_around(&mut self, checked: CheckedAround) {
        let CheckedAround { document, revision, nodes, zones, found } = checked;
        let Some(area) = self.area_mut(document) else { return };
        area.unchecked.is_under_way = false;
        match area.editing.revision() == revision {
            true => take_found(area, &nodes, &zones, found),
            // It is about what was there before.
            false => area.unchecked.add(&nodes, &zones),
        }
    }
}

impl Unchecked {
    fn add(&mut self, nodes: &[NodeId], zones: &[Zone]) {
        self.nodes.extend(nodes);
        self.zones.extend(zones);
    }
}

impl AreaDocument {
    /// The check of what changed broke off, and would do so again until something changes.
    pub(crate) fn give_check_around_up(&mut self) {
        self.unchecked.is_under_way = false;
    }

    /// How problems name its file.
    pub(super) fn file_shown(&self) -> String {
        match &self.file {
            Some(file) => file.path.display().to_string(),
            None => self.name.clone(),
        }
    }
}

/// Checks what an edit touched: at once where the zones there are unpacked, or else beside the
/// window.
pub(super) fn check_around(document: &mut AreaDocument, nodes: &[NodeId], zones: &[Zone]) {
    // All of it is checked again anyway, or about to be for the first time.
    let is_checked_anew = document.area().n_nodes() < CHECKED_ANEW;
    if document.checked.is_none() || document.is_check_given_up() {
        return;
    }
    let geometry = document.geometry.at_hand();
    let found = around(&document.file_shown(), document.area(), &geometry, nodes, zones);
    if geometry.missed().is_empty() {
        take_found(document, nodes, zones, found);
    } else if !is_checked_anew {
        document.unchecked.add(nodes, zones);
    }
}

fn around(
    file: &str,
    area: &Area,
    geometry: &Geometry,
    nodes: &[NodeId],
    zones: &[Zone],
) -> Vec<Problem> {
    let mut found = check::area::check_around(file, area, geometry, nodes);
    found.extend(check::area::check_volumes(file, area, geometry, zones));
    found
}

/// Replaces the problems of nodes that an edit touched, of those with edges to them, and of the
/// volumes of zones.
fn take_found(document: &mut AreaDocument, nodes: &[NodeId], zones: &[Zone], found: Vec<Problem>) {
    // Only a check of everything can say that an ignore was of no use.
    let partly = Checked { files: &[], rules: &[], line_of: &|_, _| None };
    let found = document.project.apply(found, &partly);
    let mut problems = std::mem::take(&mut document.problems);
    let area = document.area();
    check::area::replace_around(&mut problems, area, nodes, zones, found);
    document.is_outdated |= check::area::is_more_than_around(&problems, area, nodes);
    sort(&mut problems);
    document.set_problems(problems);
    document.shown_problem = None;
}
