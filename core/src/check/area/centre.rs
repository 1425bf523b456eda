//! Nodes that are not in the middle of their cell.

use crate::problem::{Rule, Severity};
use crate::space::tera::CellInWorld;
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::edges::Taken;
use crate::world::area::id::NodeId;
use crate::world::area::nodes::SetNode;

use super::found::{Found, fixes, node_thing};

pub(super) const OFF_CENTRE: Rule = Rule {
    code: "apd-node-off-centre",
    severity: Severity::Information,
    title: "Node off the middle of its cell",
    explanation: "\
Every node in the game's own areas is exactly in the middle of a cell of 16 × 16 units. This one \
is not. It works all the same, but the game's tools did not make it: it may have been moved by \
mistake.

Move it to the middle of its cell.",
};

pub(super) fn check(found: &mut Found<'_>, area: &Area, node: NodeId) {
    let Some(pos) = area.pos(node) else { return };
    let Some(cell) = CellInWorld::of(pos) else { return };
    let centre = cell.centre(0);
    if (centre.x, centre.y) == (pos.x, pos.y) {
        return;
    }
    found.add(&OFF_CENTRE, node_thing(node), || {
        let [x, y, _] = centre.to_bits();
        let [_, _, z] = pos.to_bits();
        let set = SetNode { node, at: [x, y, z], taken: Taken::Nearest };
        let message = format!(
            "the node is at ({}, {}), and the middle of its cell is at ({}, {})",
            pos.x, pos.y, centre.x, centre.y
        );
        (message, vec![fixes::keeping(area, "Put it in the middle", &Action::SetNode(set))])
    });
}
