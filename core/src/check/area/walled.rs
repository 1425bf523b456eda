//! Edges that nobody can walk: through a wall, over a drop, under too low a ceiling.

use crate::nav::tera::Stride;
use crate::nav::tera::blocked::is_blocked;
use crate::nav::tera::connect::standing;
use crate::nav::tera::walk::{Cut, CutReason, walk};
use crate::problem::{Rule, Severity};
use crate::world::area::Area;
use crate::world::area::geometry::Land;
use crate::world::area::id::{EdgeRef, NodeId, Target};

use super::found::{Found, edge_thing, fixes};

pub(super) const BLOCKED: Rule = Rule {
    code: "apd-edge-blocked",
    severity: Severity::Warning,
    title: "Edge through a wall or over a drop",
    explanation: "\
Walked in a straight line over the zone's geometry, this edge comes to a wall, a drop, a ceiling or a \
hole far beyond what any edge of the game's own leads over. Monsters that take it walk into the wall \
or fall.

Remove the edge, or move its nodes.",
};

pub(super) const STEEP: Rule = Rule {
    code: "apd-edge-steep",
    severity: Severity::Hint,
    title: "Edge over a step that is rather high",
    explanation: "\
Walked in a straight line, this edge comes to a step, a ceiling or another floor that walking as the \
game's tools did would not allow. One in two hundred of the game's own edges does.

Look at the place if monsters get stuck there.",
};

pub(super) fn check(found: &mut Found<'_>, area: &Area, land: &Land, node: NodeId) {
    let Some(from) = area.pos(node).and_then(standing) else { return };
    for edge in area.edges(node) {
        let Target::Node(target) = edge.target else { continue };
        let Some(to) = area.pos(target).and_then(standing).filter(|_| target != node) else {
            continue;
        };
        let Err(cut) = walk(land, from, to, &Stride::default()) else { continue };
        if cut.reason == CutReason::Unknown {
            continue;
        }
        let is_far = is_blocked(land, from, to);
        let own = EdgeRef::new(node, edge.octant);
        let rule = if is_far { &BLOCKED } else { &STEEP };
        found.add(rule, edge_thing(own), || {
            let fixes = vec![fixes::remove(own), fixes::regenerate(node)];
            (format!("the way to {target} {}", in_words(&cut)), fixes)
        });
    }
}

fn in_words(cut: &Cut) -> String {
    let place = cut.cell_in_world.centre(0);
    let at = format!("at ({}, {})", place.x, place.y);
    match cut.reason {
        CutReason::Empty | CutReason::Unknown => format!("comes to a cell without a floor {at}"),
        CutReason::StepUp(by) => format!("has a step of {by} up {at}"),
        CutReason::StepDown(by) => format!("has a step of {by} down {at}"),
        CutReason::Clearance(room) if room <= 0 => format!("leads through a wall {at}"),
        CutReason::Clearance(room) => format!("leads under a ceiling {room} above the floor {at}"),
        CutReason::OtherFloor(z) => format!("ends on another floor, at a height of {z}"),
    }
}
