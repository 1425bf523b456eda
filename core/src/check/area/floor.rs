//! Nodes that stand on no floor.

use crate::check::{Effect, fix};
use crate::format::number::F32;
use crate::nav::tera::blocked::is_blocked;
use crate::nav::tera::connect::standing;
use crate::nav::tera::ground::Ground;
use crate::nav::tera::walk::Standing;
use crate::problem::{Rule, Severity};
use crate::space::tera::{CellInWorld, PosInWorld};
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::edges::Taken;
use crate::world::area::geometry::Land;
use crate::world::area::id::NodeId;
use crate::world::area::nodes::SetNode;

use super::centre_missing::NO_CENTRE;
use super::found::{Found, fixes, node_thing};
use super::odd_cell::{self, Ought};
use super::whereabouts::{MOVED, best_floor};

pub(super) const OFF_FLOOR: Rule = Rule {
    code: "apd-node-off-floor",
    severity: Severity::Warning,
    title: "Node off every floor",
    explanation: "\
The node is on none of the floors that the zone's geometry has in its cell. Monsters that walk \
past it sink into the ground, float, or end up inside a wall.

In one of the game's own areas, all 22,098 nodes are on a floor, to the unit.",
};

/// A node that was moved stands on a floor again where it belongs.
pub(super) const EFFECT: Effect = Effect { rule: &OFF_FLOOR, causes: &[&MOVED, &NO_CENTRE] };

pub(super) fn check(found: &mut Found<'_>, area: &Area, land: &Land, node: NodeId) {
    let Some(pos) = area.pos(node).filter(|pos| pos.is_finite()) else { return };
    let Some(cell) = CellInWorld::of(pos).filter(|cell| land.is_known(*cell)) else { return };
    let z = pos.z.round() as i32;
    let nearest = land.nearest_floor(cell, z);
    if nearest.is_some_and(|floor| f64::from(floor.z) == pos.z) {
        return;
    }
    let odd = odd_cell::why(land, cell, z, Ought::Node);
    if let Some(why) = &odd {
        found.blame(cell).with(node_thing(node), why);
    }
    match nearest {
        None => found.add(&OFF_FLOOR, node_thing(node), || {
            let fixes = vec![fixes::delete(node), fixes::regenerate(node)];
            ("there is no floor in this cell".to_owned(), fixes)
        }),
        Some(floor) => found.add(&OFF_FLOOR, node_thing(node), || {
            let best = best_floor(area, land, node, cell, z).unwrap_or(floor.z);
            let (nearest, floor) = (f64::from(floor.z), f64::from(best));
            let [x, y, _] = pos.to_bits();
            let at = [x, y, F32::new(floor as f32)];
            let set = SetNode { node, at, taken: Taken::Nearest };
            let title = format!("Put it on the floor at {floor}");
            let set = fix(title, &Action::SetNode(set));
            let is_sure = odd.is_none() && can_leave(area, land, node, cell, best);
            let set = if is_sure { set } else { set.one_by_one() };
            let fixes = vec![set, fixes::delete(node), fixes::regenerate(node)];
            (off_by(pos, nearest), fixes)
        }),
    }
}

/// Whether none of a node's edges is blocked from a floor. Otherwise it is the floor that is wrong.
fn can_leave(area: &Area, land: &Land, node: NodeId, cell: CellInWorld, floor: i16) -> bool {
    let from = Standing { cell_in_world: cell, z: floor.into() };
    let ends = area.targets(node).filter(|target| *target != node);
    let mut ends = ends.filter_map(|target| area.pos(target).and_then(standing));
    ends.all(|to| !is_blocked(land, from, to))
}

fn off_by(pos: PosInWorld, floor: f64) -> String {
    let off = pos.z - floor;
    match off > 0.0 {
        true => format!("the node is {off} above the nearest floor, which is at {floor}"),
        false => format!("the node is {} below the nearest floor, which is at {floor}", -off),
    }
}
