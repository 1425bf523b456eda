//! Two nodes in the same place.

use crate::check::Effect;
use crate::problem::{Rule, Severity};
use crate::space::tera::CellInWorld;
use crate::world::area::Area;
use crate::world::area::id::NodeId;

use super::found::{Found, fixes, node_thing};
use super::whereabouts::MOVED;

pub(super) const DOUBLED: Rule = Rule {
    code: "apd-node-doubled",
    severity: Severity::Warning,
    title: "Two nodes in the same place",
    explanation: "\
Two nodes are in the same cell at the same height. No edge can lead between them, since neither is \
in an octant of the other. Monsters that start from one of them can't use the paths that only the \
other has.

Nodes above each other on different floors are fine. Delete one of these two, or move it where it \
belongs. Fixing all problems at once only deletes a node whose edges the other one has as well.",
};

/// One of the two may have been moved here.
pub(super) const EFFECT: Effect = Effect { rule: &DOUBLED, causes: &[&MOVED] };

pub(super) fn check(found: &mut Found<'_>, area: &Area, node: NodeId) {
    let first = nodes_at_the_place_of(area, node).next();
    let Some(other) = first.filter(|first| *first != node) else { return };
    found.add(&DOUBLED, node_thing(node), || {
        let is_copy = is_copy(area, other, node);
        let delete = if is_copy { fixes::delete_copy(node) } else { fixes::delete(node) };
        (format!("{other} is in the same place"), vec![delete])
    });
}

/// Whether all edges from a node and to it are those of another, too, so that none is lost with it.
fn is_copy(area: &Area, of: NodeId, copy: NodeId) -> bool {
    let has = |from: NodeId, to: NodeId| from == to || area.octant_of_edge(from, to).is_some();
    area.edges(copy).all(|edge| edge.target.node().is_some_and(|to| has(of, to)))
        && area.edges_to(copy).all(|edge| has(edge.node, of))
}

/// The nodes of a square that stand where one of them does, itself included.
pub(super) fn nodes_at_the_place_of(area: &Area, node: NodeId) -> impl Iterator<Item = NodeId> {
    let place = |node| {
        let pos = area.pos(node)?;
        Some((CellInWorld::of(pos)?, pos.z))
    };
    let own = place(node);
    let square = area.square_of(node).filter(|_| own.is_some());
    let nodes = square.into_iter().flat_map(|square| area.nodes_in(square));
    nodes.filter(move |other| place(*other) == own)
}
