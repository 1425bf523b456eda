//! Single cells of the geometry that nodes and edges break on.

use crate::nav::tera::ground::Ground;
use crate::problem::counted::counted;
use crate::problem::{Place, Rule, Severity, Thing};
use crate::space::tera::CellInWorld;
use crate::world::area::Area;
use crate::world::area::geometry::Land;

use super::floor::OFF_FLOOR;
use super::found::Found;
use super::walled::{BLOCKED, OTHER_FLOOR, STEEP};

pub(super) const ODD_CELL: Rule = Rule {
    code: "zgd-odd-cell",
    severity: Severity::Warning,
    title: "Cell of the geometry that nodes and edges fail on",
    explanation: "\
A single cell has no floor, no room above its floor, or a floor far above or below those around \
it. A node is there, or edges lead over it. Most likely the cell is wrong, and the nodes and edges \
are right, so fixing all problems at once leaves them alone. A cell without any volume is reported \
as information even if nothing fails there, if hardly any other cell is empty: the game's own \
geometry has none.

Give the cell the floor that the cells around it have. If the cell is meant to be so, such as for \
a post, delete the nodes and edges one by one.",
};

/// What breaks on such a cell.
pub(super) const BREAKS: [&Rule; 4] = [&OFF_FLOOR, &BLOCKED, &OTHER_FLOOR, &STEEP];

/// The floor of a spike is more than this away from those around it.
const SPIKE: u32 = 60;
/// Floors around a spike are as even as this.
const EVEN: u32 = 50;
/// How sure it is that a cell ought to have a floor at a height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ought {
    /// A node stands there.
    Node,
    /// A way comes from there.
    Way,
}

/// What is odd about a cell that ought to have a floor at about a height.
pub(super) fn why(land: &Land, cell: CellInWorld, z: i32, ought: Ought) -> Option<String> {
    if !land.is_known(cell) {
        return None;
    }
    let Some(own) = land.nearest_floor(cell, z) else {
        return Some("the cell has no floor".to_owned());
    };
    if own.height == 0 {
        return Some(format!(
            "there is no room above the floor of the cell, which is at {}",
            own.z
        ));
    }
    let own_z = i32::from(own.z);
    if own_z.abs_diff(z) <= SPIKE {
        return None;
    }
    let around = |x: i32, y: i32| {
        let cell = CellInWorld { x: cell.x.saturating_add(x), y: cell.y.saturating_add(y) };
        land.nearest_floor(cell, z).map(|floor| i32::from(floor.z))
    };
    let offsets = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|at| *at != (0, 0));
    let floors = offsets.filter_map(|(x, y)| around(x, y));
    let even: Vec<i32> = floors.filter(|floor| floor.abs_diff(z) <= EVEN).collect();
    // A wall has the ground before it on one side.
    let n_needed = if ought == Ought::Node { 2 } else { 5 };
    if even.len() < n_needed {
        return None;
    }
    let (low, high) = (even.iter().min()?, even.iter().max()?);
    let beside = if low == high { format!("{low}") } else { format!("{low} to {high}") };
    Some(format!(
        "the floor of the cell is at {own_z}, and those of the cells beside it are at \
        {beside}"
    ))
}

/// What breaks on a cell.
#[derive(Debug, Default)]
pub(super) struct Blamed {
    why: String,
    things: Vec<Thing>,
}

impl Blamed {
    pub(super) fn with(&mut self, thing: Thing, why: &str) {
        why.clone_into(&mut self.why);
        self.things.push(thing);
    }
}

/// Names the cells that were blamed.
pub(super) fn tell(found: &mut Found<'_>, area: &Area) {
    for (cell, blamed) in found.take_blamed() {
        let Some((zone, in_zone)) = area.origin().zone_from_world(cell) else { continue };
        let (x, y) = (in_zone.x().into(), in_zone.y().into());
        let place = Place::thing(zone.file_name(), Thing::Cell { x, y });
        let Blamed { why, things } = blamed;
        let n_nodes = things.iter().filter(|thing| matches!(thing, Thing::Node { .. })).count();
        let n_edges = things.len() - n_nodes;
        found.break_on(&place, things);
        found.add_at(
            &ODD_CELL,
            || place,
            || {
                let at = cell.centre(0);
                let nodes = (n_nodes > 0).then(|| counted(n_nodes, "node", "nodes"));
                let edges = (n_edges > 0).then(|| counted(n_edges, "edge", "edges"));
                let both = nodes.into_iter().chain(edges).collect::<Vec<_>>().join(" and ");
                (
                    format!("{why}; {both} of the area fail there, at ({}, {})", at.x, at.y),
                    Vec::new(),
                )
            },
        );
    }
}
