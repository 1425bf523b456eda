//! Two nodes without an edge between them, where the game's own rule has one in both directions.

use crate::check::fix;
use crate::nav::tera::Stride;
use crate::nav::tera::connect::{nearest_first, standing};
use crate::nav::tera::walk::walk;
use crate::problem::{Rule, Severity};
use crate::space::tera::{Octant, PosInWorld};
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::edges::{AddEdge, Taken, Ways};
use crate::world::area::geometry::Land;
use crate::world::area::id::NodeId;

use super::found::{Found, node_thing};

pub(super) const MISSING_EDGE: Rule = Rule {
    code: "apd-edge-missing",
    severity: Severity::Hint,
    title: "Edge that is missing in both directions",
    explanation: "\
In the game's own areas, the edge in each octant leads to the nearest node that can be walked to. \
Here there is no edge to that node, and none back. Neither node has a different edge in that \
direction, so most likely both edges were removed. This is only reported where fewer than one edge \
in 50 is missing; other areas were not made by that rule.

Add the edge, unless something keeps monsters apart on purpose.",
};

/// Where more than one edge in so many is missing, the area was not made by the game's rule.
const ONE_IN: usize = 50;

/// Nodes that have no edge between them, and the octant in which the first one sees the other.
pub(super) struct Pair {
    node: NodeId,
    other: NodeId,
}

/// What is missing of a node, each pair at its first node.
pub(super) fn of_node(area: &Area, land: &Land, node: NodeId) -> Vec<Pair> {
    let is_open = |octant: &Octant| area.edge(node, *octant).is_none();
    let mut open: Vec<Octant> = Octant::all().filter(is_open).collect();
    let Some(pos) = area.pos(node).filter(|pos| pos.is_finite() && !open.is_empty()) else {
        return Vec::new();
    };
    let Some(from) = standing(pos) else { return Vec::new() };
    let stride = Stride::default();
    let reach = f64::from(stride.reach);
    let near: Vec<(PosInWorld, NodeId)> = area
        .nodes_near(pos, reach)
        .filter(|(at, other)| {
            *other != node && Octant::towards(pos, *at).is_some_and(|octant| open.contains(&octant))
        })
        .collect();
    // An octant in which everybody has another edge back is none of those.
    let is_wanted = |octant: Octant| {
        near.iter().any(|(at, other)| {
            Octant::towards(pos, *at) == Some(octant) && is_free(area, *other, *at, pos)
        })
    };
    open.retain(|octant| is_wanted(*octant));
    let mut pairs = Vec::new();
    for (octant, at, other) in nearest_first(pos, near.iter().copied(), &stride) {
        if !open.contains(&octant) {
            continue;
        }
        let Some(to) = standing(at) else { continue };
        if walk(land, from, to, &stride).is_err() {
            continue;
        }
        open.retain(|own| *own != octant);
        if node < other && is_free(area, other, at, pos) && walk(land, to, from, &stride).is_ok() {
            pairs.push(Pair { node, other });
        }
        if open.is_empty() {
            break;
        }
    }
    pairs
}

/// Whether a node has no edge in the direction of a place.
fn is_free(area: &Area, node: NodeId, at: PosInWorld, towards: PosInWorld) -> bool {
    Octant::towards(at, towards).is_some_and(|octant| area.edge(node, octant).is_none())
}

pub(super) fn tell(found: &mut Found<'_>, area: &Area, pairs: &[Pair]) {
    if pairs.len() * ONE_IN > area.n_edges() {
        return;
    }
    for Pair { node, other } in pairs {
        found.add(&MISSING_EDGE, node_thing(*node), || {
            let (ways, taken) = (Ways::Two, Taken::Refuse);
            let add = Action::AddEdge(AddEdge { from: *node, to: *other, ways, taken });
            let message = format!(
                "there is no edge to {other} or back, and the way is free in both \
                    directions"
            );
            (message, vec![fix("Add the edge", &add).one_by_one()])
        });
    }
}
