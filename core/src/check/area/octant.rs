//! Edges in an octant that their target does not lie in.

use crate::check::Effect;
use crate::problem::{Rule, Severity};
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::edges::{SortEdges, Taken};
use crate::world::area::geometry::Geometry;
use crate::world::area::id::{EdgeRef, NodeId, Target};
use crate::world::area::selection::Selection;

use super::centre::OFF_CENTRE;
use super::doubled::DOUBLED;
use super::found::{Found, edge_thing, fixes};
use super::targets::DOUBLED_EDGE;
use super::whereabouts::{MOVED, is_at_a_place};

pub(super) const WRONG_OCTANT: Rule = Rule {
    code: "apd-edge-octant",
    severity: Severity::Error,
    title: "Edge in the wrong octant",
    explanation: "\
Each of the eight edges of a node covers an eighth of all directions, an octant. Octant k starts \
at k × 45°, counted from the x axis towards y. The target of this edge is in a different octant.

In one of the game's own areas, all 150,311 edges are in their octants. A server that looks up the \
edge towards its goal takes a wrong turn here.",
};

/// A node that is put where it belongs lies in the right octants again.
pub(super) const EFFECT: Effect =
    Effect { rule: &WRONG_OCTANT, causes: &[&OFF_CENTRE, &MOVED, &DOUBLED, &DOUBLED_EDGE] };

pub(super) fn check(found: &mut Found<'_>, area: &Area, geometry: &Geometry, node: NodeId) {
    for edge in area.edges(node) {
        let Target::Node(target) = edge.target else { continue };
        let right = area.octant_towards(node, target);
        // An end that is nowhere has a problem of its own.
        let is_nowhere = [node, target].iter().any(|end| !is_at_a_place(area, *end));
        if right == Some(edge.octant) || target == node || is_nowhere {
            continue;
        }
        let own = EdgeRef::new(node, edge.octant);
        found.add(&WRONG_OCTANT, edge_thing(own), || match right {
            Some(right) => {
                let nodes = Selection::of(node);
                let sort = Action::SortEdges(SortEdges { nodes, taken: Taken::Nearest });
                let message = format!("{target} is in octant {}", right.number());
                let sort = fixes::keeping(area, "Move it to its octant", &sort);
                (message, vec![sort, fixes::remove(own)])
            }
            None => {
                let message = format!("{target} is straight above or below, in no octant");
                // An edge back says that the two were apart once.
                let replace = fixes::replace(area, geometry, own);
                let is_alone = area.octant_of_edge(target, node).is_none();
                (message, vec![if is_alone { replace } else { replace.one_by_one() }])
            }
        });
    }
}
