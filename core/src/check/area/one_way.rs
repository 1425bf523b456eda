//! One-way edges whose way back is free.

use crate::check::fix;
use crate::nav::tera::Stride;
use crate::nav::tera::connect::standing;
use crate::nav::tera::walk::walk;
use crate::problem::{Rule, Severity};
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::edges::{SetWays, Taken, Ways};
use crate::world::area::geometry::Land;
use crate::world::area::id::{EdgeRef, NodeId, Target};

use super::found::{Found, edge_thing};

pub(super) const ONE_WAY: Rule = Rule {
    code: "apd-edge-one-way",
    severity: Severity::Hint,
    title: "One-way edge whose way back is free",
    explanation: "\
An edge leads one way only, though its way back can be walked and the other node has no edge in \
that octant. 15.7 % of the game's own edges are one-way. Nearly all of them lead down a step, or \
the other node has a nearer neighbour in that direction. Only 3 in 1,000 edges are like this one.

Make it two-way unless something stops monsters there on purpose.",
};

pub(super) fn check(found: &mut Found<'_>, area: &Area, land: &Land, node: NodeId) {
    let Some(own_pos) = area.pos(node) else { return };
    for edge in area.edges(node) {
        let Target::Node(target) = edge.target else { continue };
        let Some(octant) = area.octant_towards(target, node) else { continue };
        let is_one_way = area.octant_of_edge(target, node).is_none();
        if !is_one_way || area.edge(target, octant).is_some() {
            continue;
        }
        let Some(target_pos) = area.pos(target) else { continue };
        let stride = Stride::default();
        let is_near = own_pos.distance_on_ground(target_pos) <= f64::from(stride.reach);
        let (Some(from), Some(to)) = (standing(target_pos), standing(own_pos)) else { continue };
        if !is_near || walk(land, from, to, &stride).is_err() {
            continue;
        }
        let own = EdgeRef::new(node, edge.octant);
        found.add(&ONE_WAY, edge_thing(own), || {
            let EdgeRef { node, octant } = own;
            let set = SetWays { node, octant, ways: Ways::Two, taken: Taken::Refuse };
            let message = format!("there is no edge back from {target}, and the way is free");
            (message, vec![fix("Make it two-way", &Action::SetWays(set)).one_by_one()])
        });
    }
}
