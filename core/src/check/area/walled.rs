//! Edges that nobody can walk: through a wall, over a drop, under too low a ceiling.

use crate::check::Effect;
use crate::nav::tera::Stride;
use crate::nav::tera::blocked::is_blocked;
use crate::nav::tera::connect::standing;
use crate::nav::tera::ground::Ground;
use crate::nav::tera::walk::{Cut, CutReason, Standing, walk};
use crate::problem::{Rule, Severity};
use crate::space::tera::CellInWorld;
use crate::world::area::Area;
use crate::world::area::geometry::{Geometry, Land};
use crate::world::area::id::{EdgeRef, NodeId, Target};

use super::centre::OFF_CENTRE;
use super::centre_missing::NO_CENTRE;
use super::floor::OFF_FLOOR;
use super::found::{Found, edge_thing, fixes};
use super::odd_cell::{self, Ought};
use super::whereabouts::MOVED;

pub(super) const BLOCKED: Rule = Rule {
    code: "apd-edge-blocked",
    severity: Severity::Warning,
    title: "Edge through a wall or over a drop",
    explanation: "\
In a straight line over the zone's geometry, this edge meets a wall, a drop, a ceiling or a hole. \
It is far beyond what any of the game's own edges leads over. Monsters that take it walk into the \
wall or fall.

Remove the edge, or move its nodes. Fixing all problems at once only changes one-way edges where \
no single cell of the geometry is at fault. The fix redirects the edge by the game's own rule, or \
removes it.",
};

pub(super) const OTHER_FLOOR: Rule = Rule {
    code: "apd-edge-other-floor",
    severity: Severity::Warning,
    title: "Edge that ends on another floor",
    explanation: "\
In a straight line, this edge ends on a different floor than its node is on, far above or below \
it. None of the game's own edges does. Monsters that take it never reach the node.

Redirect the edge, or remove it.",
};

pub(super) const STEEP: Rule = Rule {
    code: "apd-edge-steep",
    severity: Severity::Hint,
    title: "Edge over a rather high step",
    explanation: "\
In a straight line, this edge meets a step, a ceiling or a different floor that the game's own \
tools would not walk over. One in two hundred of the game's own edges is like this.

Check the place if monsters get stuck there.",
};

/// A node that is not where it belongs has walls between itself and its neighbours.
pub(super) const EFFECTS: [Effect; 3] = [
    Effect { rule: &BLOCKED, causes: &[&OFF_FLOOR, &OFF_CENTRE, &MOVED, &NO_CENTRE] },
    Effect { rule: &OTHER_FLOOR, causes: &[&OFF_FLOOR, &OFF_CENTRE, &MOVED, &NO_CENTRE] },
    Effect { rule: &STEEP, causes: &[&OFF_FLOOR, &OFF_CENTRE, &MOVED] },
];

/// Ends farther apart in height are on another floor, and not on a step of the same one.
const APART: u32 = 150;

pub(super) fn check(
    found: &mut Found<'_>,
    area: &Area,
    geometry: &Geometry,
    land: &Land,
    node: NodeId,
) {
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
        let own = EdgeRef::new(node, edge.octant);
        let message = || format!("the edge to {target} {}", in_words(&cut));
        let rule = if is_blocked(land, from, to) {
            Some(&BLOCKED)
        } else {
            ends_apart(land, to, &cut).then_some(&OTHER_FLOOR)
        };
        // A hole is the cause even where there is a way around it.
        let has_cause = rule.is_some() || cut.reason == CutReason::Empty;
        let odd = has_cause.then(|| odd_cell_of(land, from, to, &cut)).flatten();
        if let Some((cell, why)) = &odd {
            found.blame(*cell).with(edge_thing(own), why);
        }
        let Some(rule) = rule else {
            found.add(&STEEP, edge_thing(own), || {
                (message(), vec![fixes::remove(own).one_by_one(), fixes::regenerate(node)])
            });
            continue;
        };
        found.add(rule, edge_thing(own), || {
            // An edge that is wrong by itself has none back, as most of the others do.
            let is_alone = odd.is_none() && area.octant_of_edge(target, node).is_none();
            let replace = fixes::replace(area, geometry, own);
            let replace = if is_alone { replace } else { replace.one_by_one() };
            (message(), vec![replace, fixes::remove(own), fixes::regenerate(node)])
        });
    }
}

/// Whether a walk comes to the last cell, on a floor that is far from where it should be.
fn ends_apart(land: &Land, to: Standing, cut: &Cut) -> bool {
    let CutReason::OtherFloor(z) = cut.reason else { return false };
    let wanted = land.nearest_floor(to.cell_in_world, to.z);
    wanted.is_some_and(|wanted| z.abs_diff(wanted.z.into()) > APART)
}

/// The single cell that is at fault where a walk is cut, if there is one.
fn odd_cell_of(
    land: &Land,
    from: Standing,
    to: Standing,
    cut: &Cut,
) -> Option<(CellInWorld, String)> {
    let cut_at = Standing { cell_in_world: cut.cell_in_world, z: cut.before.z };
    let own =
        [(from, Ought::Node), (to, Ought::Node), (cut.before, Ought::Way), (cut_at, Ought::Way)];
    own.into_iter().find_map(|(Standing { cell_in_world, z }, ought)| {
        Some((cell_in_world, odd_cell::why(land, cell_in_world, z, ought)?))
    })
}

fn in_words(cut: &Cut) -> String {
    let place = cut.cell_in_world.centre(0);
    let at = format!("at ({}, {})", place.x, place.y);
    match cut.reason {
        CutReason::Empty | CutReason::Unknown => format!("meets a cell without a floor {at}"),
        CutReason::StepUp(by) => format!("is blocked by a step up of {by} {at}"),
        CutReason::StepDown(by) => format!("is blocked by a step down of {by} {at}"),
        CutReason::Clearance(room) if room <= 0 => format!("leads through a wall {at}"),
        CutReason::Clearance(room) => format!(
            "leads under a ceiling that is {room} above the \
            floor {at}"
        ),
        CutReason::OtherFloor(z) => format!("ends on a different floor, at a height of {z}"),
    }
}
