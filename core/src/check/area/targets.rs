//! Edges that lead nowhere, to their own node, or twice to the same one.

use crate::problem::{Rule, Severity};
use crate::space::tera::Octant;
use crate::world::area::Area;
use crate::world::area::id::{EdgeRef, NodeId, Target};

use super::found::{Found, edge_thing, fixes};

pub(super) const DANGLING: Rule = Rule {
    code: "apd-edge-dangling",
    severity: Severity::Error,
    title: "Edge to a node that does not exist",
    explanation: "\
An edge names a node by a number that is higher than the number of nodes. A server that follows it \
reads beyond its list: it stops with an error, or worse.

Remove the edge.",
};

pub(super) const SELF_EDGE: Rule = Rule {
    code: "apd-edge-self",
    severity: Severity::Error,
    title: "Edge from a node to itself",
    explanation: "\
An edge leads back to the node that it leaves. It is in no octant, leads nowhere, and takes the place \
of an edge that could be of use.

Remove the edge.",
};

pub(super) const DOUBLED_EDGE: Rule = Rule {
    code: "apd-edge-doubled",
    severity: Severity::Warning,
    title: "Two edges to the same node",
    explanation: "\
A node has edges to the same other node in two octants. A node lies in one octant only, so one of the \
two is in a wrong place.

Remove the one in the wrong octant.",
};

pub(super) fn check(found: &mut Found<'_>, area: &Area, node: NodeId) {
    let mut targets: [Option<NodeId>; 8] = [None; 8];
    for (edge, seen) in area.edges(node).zip(0..) {
        let own = EdgeRef::new(node, edge.octant);
        let target = match edge.target {
            Target::Nowhere(index) => {
                found.add(&DANGLING, edge_thing(own), || {
                    let message = format!("the edge leads to node {index}, which is not there");
                    (message, vec![fixes::remove(own)])
                });
                continue;
            }
            Target::Node(target) => target,
        };
        if target == node {
            found.add(&SELF_EDGE, edge_thing(own), || {
                ("the edge leads to its own node".to_owned(), vec![fixes::remove(own)])
            });
            continue;
        }
        if targets.contains(&Some(target)) {
            found.add(&DOUBLED_EDGE, edge_thing(own), || {
                let message = format!("octant {} holds one to it, too", octants(area, own, target));
                let message = format!("the edge leads to {target}; {message}");
                (message, vec![fixes::remove(worse(area, own, target))])
            });
        }
        if let Some(place) = targets.get_mut(seen) {
            *place = Some(target);
        }
    }
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
