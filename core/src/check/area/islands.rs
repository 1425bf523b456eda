//! Nodes that hang together with each other and not with the rest.

use std::ops::ControlFlow;

use crate::check::fix;
use crate::nav::tera::steps::Steps;
use crate::problem::{Rule, Severity};
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::edges::{Connect, Taken, Ways};
use crate::world::area::geometry::Geometry;
use crate::world::area::id::NodeId;
use crate::world::area::network::Components;
use crate::world::area::nodes::DeleteNodes;
use crate::world::area::selection::Selection;

use super::found::{Found, node_thing};

pub(super) const ISLAND: Rule = Rule {
    code: "apd-island",
    severity: Severity::Hint,
    title: "Small island of nodes",
    explanation: "\
These nodes are connected to each other, but not to the rest of the area. The game's own areas \
have hundreds of such islands: roofs, ledges, and rooms that only a teleport leads to.

Connect them if monsters should walk in and out. Delete them if nobody ever gets there.",
};

/// More nodes are a part of the area of its own, and no island.
const MAX_ISLAND: u32 = 100;

/// Islands with more nodes than this are not worth trying to connect.
const MAX_TRIED: u32 = 30;

pub(super) fn check(
    found: &mut Found<'_>,
    area: &Area,
    geometry: &Geometry,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let components = Components::of(area);
    let largest = components.largest();
    for node in area.nodes().filter(|node| components.is_first(*node)) {
        // Single nodes have rules of their own.
        let size = components.size_of(node);
        if !(2..=MAX_ISLAND).contains(&size) || size == largest {
            continue;
        }
        steps.ask()?;
        found.add(&ISLAND, node_thing(node), || {
            let nodes = Selection::ComponentOf(node);
            let (to, ways, taken) = (None, Ways::Two, Taken::Keep);
            let connect = Action::Connect(Connect { nodes: nodes.clone(), to, ways, taken });
            let joins = size <= MAX_TRIED
                && connect.resolve(area, geometry).is_ok_and(|resolved| {
                    let is_larger =
                        resolved.area.component_up_to(node, size as usize).len() > size as usize;
                    is_larger && resolved.notes.is_empty()
                });
            let connect = joins.then(|| fix("Connect the island with its neighbours", &connect));
            let delete = Action::DeleteNodes(DeleteNodes { nodes });
            let delete = fix("Delete the island", &delete).one_by_one();
            let message = format!("island: {size} nodes cut off from the rest");
            (message, connect.into_iter().chain([delete]).collect())
        });
    }
    ControlFlow::Continue(())
}

/// Whether a node hangs together with so few others that they may be an island.
pub(super) fn is_small(area: &Area, node: NodeId) -> bool {
    let size = area.component_up_to(node, MAX_ISLAND as usize).len();
    area.contains(node) && (2..=MAX_ISLAND as usize).contains(&size)
}
