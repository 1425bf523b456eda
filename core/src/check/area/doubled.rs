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
    let place = |node| {
        let pos = area.pos(node)?;
        Some((CellInWorld::of(pos)?, pos.z))
    };
    let (Some(own), Some(square)) = (place(node), area.square_of(node)) else { return };
    let mut before = area.nodes_in(square).take_while(|other| *other != node);
    let Some(other) = before.find(|other| place(*other) == Some(own)) else { return };
    found.add(&DOUBLED, node_thing(node), || {
        (format!("{other} stands in the same place"), vec![fixes::delete(node)])
    });
}
