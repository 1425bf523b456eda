//! Edges that lead nowhere, to their own node, or twice to the same one.

use crate::check::Effect;
use crate::problem::{Fix, Rule, Severity};
use crate::space::tera::Octant;
use crate::world::area::Area;
use crate::world::area::geometry::Geometry;
use crate::world::area::id::{EdgeRef, NodeId, Target};

use super::centre::OFF_CENTRE;
use super::floor::OFF_FLOOR;
use super::found::{Found, edge_thing, fixes};
use super::square::NOWHERE;
use super::whereabouts::MOVED;

pub(super) const DANGLING: Rule = Rule {
    code: "apd-edge-dangling",
    severity: Severity::Error,
    title: "Edge to a node that does not exist",
    explanation: "\
An edge leads to a node whose number is higher than the number of nodes. A server that follows it \
reads past the end of its list: it stops with an error, or worse.

The fix follows the game's own rule: it redirects the edge to the nearest node of its octant that \
can be walked to. If there is none, the fix removes the edge.",
};

pub(super) const SELF_EDGE: Rule = Rule {
    code: "apd-edge-self",
    severity: Severity::Error,
    title: "Edge from a node to itself",
    explanation: "\
An edge leads back to the node that it starts from. It is in no octant, leads nowhere, and takes \
the place of a useful edge.

The fix follows the game's own rule: it redirects the edge to the nearest node of its octant that \
can be walked to. If there is none, the fix removes the edge.",
};

pub(super) const DOUBLED_EDGE: Rule = Rule {
    code: "apd-edge-doubled",
    severity: Severity::Warning,
    title: "Two edges to the same node",
    explanation: "\
A node has edges to the same other node in two octants. The other node is in one octant only, so \
one of the two edges is wrong.

Remove the one in the wrong octant.",
};

/// Where an edge should lead is asked once its node is where it belongs.
pub(super) const EFFECTS: [Effect; 3] = [
    Effect { rule: &DANGLING, causes: &[&NOWHERE, &MOVED, &OFF_CENTRE, &OFF_FLOOR] },
    Effect { rule: &SELF_EDGE, causes: &[&NOWHERE, &MOVED, &OFF_CENTRE, &OFF_FLOOR] },
    Effect { rule: &DOUBLED_EDGE, causes: &[&MOVED, &OFF_CENTRE] },
];

pub(super) fn check(found: &mut Found<'_>, area: &Area, geometry: &Geometry, node: NodeId) {
    let mut targets: [Option<NodeId>; 8] = [None; 8];
    for (edge, seen) in area.edges(node).zip(0..) {
        let own = EdgeRef::new(node, edge.octant);
        let target = match edge.target {
            Target::Nowhere(index) => {
                found.add(&DANGLING, edge_thing(own), || {
                    let message = format!("the edge leads to node {index}, which does not exist");
                    (message, restored(area, geometry, own))
                });
                continue;
            }
            Target::Node(target) => target,
        };
        if target == node {
            found.add(&SELF_EDGE, edge_thing(own), || {
                ("the edge leads to its own node".to_owned(), restored(area, geometry, own))
            });
            continue;
        }
        if targets.contains(&Some(target)) {
            found.add(&DOUBLED_EDGE, edge_thing(own), || {
                let message =
                    format!("octant {} also has an edge to it", octants(area, own, target));
                let message = format!("the edge leads to {target}; {message}");
                (message, restored(area, geometry, worse(area, own, target)))
            });
        }
        if let Some(place) = targets.get_mut(seen) {
            *place = Some(target);
        }
    }
}

/// The edge that should be there, or none.
fn restored(area: &Area, geometry: &Geometry, own: EdgeRef) -> Vec<Fix> {
    let (replace, remove) = (fixes::replace(area, geometry, own), fixes::remove(own));
    if replace == remove { vec![remove] } else { vec![replace, remove] }
}

/// The first octant that holds an edge to the same node.
fn octants(area: &Area, own: EdgeRef, target: NodeId) -> u8 {
    area.octant_of_edge(own.node, target).map_or(own.octant, Octant::number)
}

/// Of two edges to a node, the one that is not in the octant where it belongs.
fn worse(area: &Area, own: EdgeRef, target: NodeId) -> EdgeRef {
    let first = EdgeRef { octant: octants(area, own, target), ..own };
    let right = area.octant_towards(own.node, target).map(Octant::number);
    if right == Some(own.octant) { first } else { own }
}
