//! Edges that are longer than any of the game's own.

use crate::check::Effect;
use crate::problem::{Rule, Severity};
use crate::world::area::Area;
use crate::world::area::geometry::Geometry;
use crate::world::area::id::{EdgeRef, NodeId};
use crate::world::area::near::FARTHEST_EDGE;

use super::found::{Found, edge_thing, fixes};
use super::square::WRONG_SQUARE;
use super::whereabouts::{MOVED, is_at_a_place};

pub(super) const TOO_LONG: Rule = Rule {
    code: "apd-edge-long",
    severity: Severity::Warning,
    title: "Very long edge",
    explanation: "\
An edge is longer than 450 units on the ground. The longest in the game's own areas is 441 long, \
and most are at most 256. A monster that follows it walks straight on all that way, whatever is in \
between.

Replace it with an edge to a nearby node, or keep it if you made it on purpose.",
};

/// A node that is far from its place has long edges to what is around that.
pub(super) const EFFECT: Effect = Effect { rule: &TOO_LONG, causes: &[&MOVED, &WRONG_SQUARE] };

pub(super) fn check(found: &mut Found<'_>, area: &Area, geometry: &Geometry, node: NodeId) {
    let Some(from) = area.pos(node) else { return };
    for edge in area.edges(node) {
        let Some(target) = edge.target.node().filter(|target| is_at_a_place(area, *target)) else {
            continue;
        };
        let Some(to) = area.pos(target) else { continue };
        let length = from.distance_on_ground(to);
        if length <= FARTHEST_EDGE || !is_at_a_place(area, node) {
            continue;
        }
        let own = EdgeRef::new(node, edge.octant);
        found.add(&TOO_LONG, edge_thing(own), || {
            let message = format!("the edge to {target} is {length:.0} units long on the ground");
            (message, vec![fixes::replace(area, geometry, own).one_by_one(), fixes::remove(own)])
        });
    }
}
