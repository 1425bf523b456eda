//! Nodes in a square that does not list them, and nodes in no square at all.

use crate::check::{Effect, fix};
use crate::problem::counted::counted;
use crate::problem::{Rule, Severity};
use crate::space::tera::PosInWorld;
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::geometry::Geometry;
use crate::world::area::id::NodeId;
use crate::world::area::nodes::RelistNodes;
use crate::world::area::selection::Selection;

use super::found::{Found, fixes, node_thing};
use super::ranges::{ORDER, RANGES, in_words};
use super::whereabouts::{MOVED, put_back};

pub(super) const WRONG_SQUARE: Rule = Rule {
    code: "apd-node-square",
    severity: Severity::Error,
    title: "Node listed by a square that it is not in",
    explanation: "\
Servers look for the nearest node in the squares around a place. If the wrong square lists a node, \
servers miss it where it is and find it where it is not. Monsters start with a detour.

In one of the game's own areas, all 22,098 nodes are listed by the square they are in.",
};

pub(super) const NOWHERE: Rule = Rule {
    code: "apd-node-nowhere",
    severity: Severity::Error,
    title: "Node outside all zones",
    explanation: "\
A node's position is not in any zone of the area, or is not a number. No square can list it \
correctly, so nobody starts from there. Paths that lead through it leave the world.

In the game's own areas every floor in the middle of a square has a node. If that rule, or the \
rest of the position, shows where the node belongs, the fix puts it back. Otherwise move it back, \
or delete it.",
};

/// Where squares list the wrong nodes, all are listed anew; and a node that was moved must not be
/// listed where it does not belong, since its square tells where that is.
pub(super) const EFFECTS: [Effect; 2] = [
    Effect { rule: &WRONG_SQUARE, causes: &[&MOVED, &RANGES, &ORDER] },
    Effect { rule: &NOWHERE, causes: &[&RANGES, &ORDER] },
];

pub(super) fn check(found: &mut Found<'_>, area: &Area, geometry: &Geometry, node: NodeId) {
    let Some(pos) = area.pos(node) else { return };
    let own = area.square_of(node);
    let Some(square) = area.square_at(pos).filter(|_| pos.is_finite()) else {
        found.add(&NOWHERE, node_thing(node), || {
            let PosInWorld { x, y, z } = pos;
            let n_edges = area.edges(node).count() + area.edges_to(node).count();
            let edges = counted(n_edges, "edge leads", "edges lead");
            let message =
                format!("({x}, {y}, {z}) is in no zone of the area; {edges} there or from there");
            let back = put_back(area, geometry, node);
            (message, back.into_iter().chain([fixes::delete(node)]).collect())
        });
        return;
    };
    if own == Some(square) {
        return;
    }
    found.add(&WRONG_SQUARE, node_thing(node), || {
        let here = in_words(area, square);
        let message = match own {
            Some(own) => format!("the node is in {here}, and {} lists it", in_words(area, own)),
            None => format!("the node is in {here}, and no square lists it"),
        };
        let relist = Action::RelistNodes(RelistNodes { nodes: Selection::of(node) });
        (message, vec![fix("List it where it is", &relist)])
    });
}
