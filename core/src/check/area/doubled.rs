//! Two nodes in the same place.

use crate::problem::{Rule, Severity};
use crate::space::tera::CellInWorld;
use crate::world::area::Area;
use crate::world::area::id::NodeId;

use super::found::{Found, fixes, node_thing};

pub(super) const DOUBLED: Rule = Rule {
    code: "apd-node-doubled",
    severity: Severity::Warning,
    title: "Two nodes in the same place",
    explanation: "\
Two nodes stand in the same cell at the same height. No edge can lead between them, since neither \
lies in an octant of the other: monsters that start from one of them may be cut off from what only \
the other reaches.

Nodes above each other on different floors are fine. Delete one of these two.",
};

pub(super) fn check(found: &mut Found<'_>, area: &Area, node: NodeId) {
    let first = nodes_at_the_place_of(area, node).next();
    let Some(other) = first.filter(|first| *first != node) else { return };
    found.add(&DOUBLED, node_thing(node), || {
        (format!("{other} stands in the same place"), vec![fixes::delete(node)])
    });
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
