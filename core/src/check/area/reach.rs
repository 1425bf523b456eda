//! Nodes without edges, nodes that nobody can leave, and nodes that nobody can come to.

use crate::check::fix;
use crate::problem::{Fix, Rule, Severity};
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::edges::{AddEdge, Connect, Taken, Ways};
use crate::world::area::geometry::Geometry;
use crate::world::area::id::NodeId;
use crate::world::area::selection::Selection;

use super::found::{Found, fixes, node_thing};

pub(super) const NO_EDGES: Rule = Rule {
    code: "apd-node-alone",
    severity: Severity::Hint,
    title: "Node without edges",
    explanation: "\
No edge leads from this node or to it. A monster that starts here can only walk in a straight \
line. The game's own areas have such nodes on roofs, rocks and other places that nobody walks to.

Connect the node where monsters can walk, or delete it.",
};

pub(super) const TRAP: Rule = Rule {
    code: "apd-node-trap",
    severity: Severity::Hint,
    title: "Node that nobody can leave",
    explanation: "\
Edges lead to this node and none leads away from it: a monster that walks here is stuck. The \
game's own areas have a few such nodes, most of them below a step that is too high to climb.

Give it an edge where monsters can walk.",
};

pub(super) const UNREACHABLE: Rule = Rule {
    code: "apd-node-unreachable",
    severity: Severity::Hint,
    title: "Node that nobody can reach",
    explanation: "\
Edges lead away from this node and none leads to it. Monsters start from here and never come back. \
The game's own areas have a few such nodes, most of them on top of a step that is too high to \
climb.

Give it an edge from a node that monsters can walk from.",
};

pub(super) fn check(found: &mut Found<'_>, area: &Area, geometry: &Geometry, node: NodeId) {
    let leads_out = area.targets(node).any(|target| target != node);
    let is_led_to = area.has_edge_to(node) && area.edges_to(node).any(|edge| edge.node != node);
    let nodes = Selection::of(node);
    match (leads_out, is_led_to) {
        (true, true) => {}
        (false, false) => found.add(&NO_EDGES, node_thing(node), || {
            let (to, taken) = (None, Taken::Keep);
            let connect = Action::Connect(Connect { nodes, to, ways: Ways::Two, taken });
            let connect = helps(area, geometry, &connect, "Connect it with its neighbours");
            let fixes = connect.into_iter().chain([fixes::delete(node)]).collect();
            ("no edge leads from or to this node".to_owned(), fixes)
        }),
        (false, true) => found.add(&TRAP, node_thing(node), || {
            let (to, taken) = (None, Taken::Keep);
            let connect = Action::Connect(Connect { nodes, to, ways: Ways::One, taken });
            let connect = helps(area, geometry, &connect, "Add edges that lead away from it");
            let fixes = connect.into_iter().chain([fixes::delete(node)]).collect();
            ("edges lead to this node, and none away from it".to_owned(), fixes)
        }),
        (true, false) => found.add(&UNREACHABLE, node_thing(node), || {
            let back = way_back(area, geometry, node);
            let fixes = back.into_iter().chain([fixes::delete(node)]).collect();
            ("edges lead away from this node, and none to it".to_owned(), fixes)
        }),
    }
}

/// A fix, where it changes something and what it does is known to be walkable.
fn helps(area: &Area, geometry: &Geometry, action: &Action, title: &str) -> Option<Fix> {
    let resolved = action.resolve(area, geometry).ok()?;
    (resolved.edit.is_some() && resolved.notes.is_empty()).then(|| fix(title, action))
}

/// An edge from one of the nodes that this one leads to.
fn way_back(area: &Area, geometry: &Geometry, node: NodeId) -> Option<Fix> {
    let targets = area.targets(node).filter(|target| *target != node);
    let mut free = targets.filter(|target| {
        let octant = area.octant_towards(*target, node);
        octant.is_some_and(|octant| area.edge(*target, octant).is_none())
    });
    free.find_map(|target| {
        // Asked as a connection, since that walks; given as the one edge that comes of it.
        let (nodes, to) = (Selection::of(target), Some(Selection::of(node)));
        let connect = Connect { nodes, to, ways: Ways::One, taken: Taken::Keep };
        helps(area, geometry, &Action::Connect(connect), "")?;
        let (ways, taken) = (Ways::One, Taken::Refuse);
        let add = Action::AddEdge(AddEdge { from: target, to: node, ways, taken });
        Some(fix(format!("Add an edge to it from {target}"), &add))
    })
}
