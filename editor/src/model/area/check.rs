//! Checking areas: what an edit touched at once, and all of it beside the window.

use std::collections::BTreeSet;

use landwright_core::check;
use landwright_core::format::problem::problem_of;
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::project::verdict::Checked;
use landwright_core::space::tera::{Octant, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::{EdgeRef, NodeId};

use super::document::AreaDocument;
use crate::model::check::sort;

/// Larger areas are checked as a whole only when they are opened; after that, around each edit.
pub(super) const CHECKED_ANEW: u32 = 100_000;

/// The problems of an area and of its geometry.
pub(super) fn all(file: &str, area: &Area, geometry: &Geometry) -> Vec<Problem> {
    let mut problems = check::area::check(file, area, geometry);
    let troubles = geometry.troubles().into_iter();
    problems.extend(troubles.map(|(zone, error)| problem_of(&zone.file_name(), &error)));
    problems
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

/// Replaces the problems of nodes that an edit touched, of those with edges to them, and of the
/// volumes of zones.
pub(super) fn check_around(document: &mut AreaDocument, nodes: &[NodeId], zones: &[Zone]) {
    // All of it is checked again anyway, or about to be for the first time.
    if document.checked.is_none() || nodes.len() > 10_000 {
        return;
    }
    let area = document.editing.document();
    let mut touched: BTreeSet<NodeId> = nodes.iter().copied().collect();
    touched.extend(nodes.iter().flat_map(|node| area.edges_to(*node)).map(|edge| edge.node));
    let file = match &document.file {
        Some(file) => file.path.display().to_string(),
        None => document.name.clone(),
    };
    let mut found = check::area::check_around(&file, area, &document.geometry, nodes);
    found.extend(check::area::check_volumes(&file, area, &document.geometry, zones));
    // Only a check of everything can say that an ignore was of no use.
    let partly = Checked { files: &[], rules: &[], line_of: &|_, _| None };
    let found = document.project.apply(found, &partly);
    let mut problems = std::mem::take(&mut document.problems);
    let area = document.area();
    let names: Vec<String> = zones.iter().map(|zone| zone.file_name()).collect();
    problems.retain(|problem| {
        let is_of_cells = matches!(problem.place.spot, Spot::Thing(Thing::Cell { .. }));
        if is_of_cells && names.contains(&problem.place.file) {
            return false;
        }
        let (node, _) = thing_of(problem);
        node.is_none_or(|node| !touched.contains(&node) && area.contains(node))
    });
    problems.extend(found);
    sort(&mut problems);
    document.problems = problems;
    document.shown_problem = None;
}
