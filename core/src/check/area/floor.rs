//! Nodes that stand on no floor.

use crate::check::fix;
use crate::format::number::F32;
use crate::nav::tera::ground::Ground;
use crate::problem::{Rule, Severity};
use crate::space::tera::{CellInWorld, PosInWorld};
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::edges::Taken;
use crate::world::area::geometry::Land;
use crate::world::area::id::NodeId;
use crate::world::area::nodes::SetNode;

use super::found::{Found, fixes, node_thing};

pub(super) const OFF_FLOOR: Rule = Rule {
    code: "apd-node-off-floor",
    severity: Severity::Warning,
    title: "Node off every floor",
    explanation: "\
A node stands above, below or beside every floor that the zone's geometry has in its cell. Monsters \
that walk by it sink into the ground, float, or end inside a wall.

All 22,098 nodes of an area of the game's own stand on a floor, to the unit.",
};

pub(super) fn check(found: &mut Found<'_>, area: &Area, land: &Land, node: NodeId) {
    let Some(pos) = area.pos(node) else { return };
    let Some(cell) = CellInWorld::of(pos).filter(|cell| land.is_known(*cell)) else { return };
    let z = if pos.z.is_finite() { pos.z.round() as i32 } else { 0 };
    match land.nearest_floor(cell, z) {
        None => found.add(&OFF_FLOOR, node_thing(node), || {
            let fixes = vec![fixes::delete(node), fixes::regenerate(node)];
            ("there is no floor in this cell".to_owned(), fixes)
        }),
        Some(floor) if f64::from(floor.z) == pos.z => {}
        Some(floor) => found.add(&OFF_FLOOR, node_thing(node), || {
            let floor = f64::from(floor.z);
            let [x, y, _] = pos.to_bits();
            let at = [x, y, F32::new(floor as f32)];
            let set = SetNode { node, at, taken: Taken::Nearest };
            let title = format!("Put it on the floor at {floor}");
            let set = fix(title, &Action::SetNode(set));
            let fixes = vec![set, fixes::delete(node), fixes::regenerate(node)];
            (off_by(pos, floor), fixes)
        }),
    }
}

fn off_by(pos: PosInWorld, floor: f64) -> String {
    let off = pos.z - floor;
    match off > 0.0 {
        true => format!("the node is {off} above the nearest floor, which is at {floor}"),
        false => format!("the node is {} below the nearest floor, which is at {floor}", -off),
    }
}
