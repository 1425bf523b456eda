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
use crate::world::area::nodes::DeleteNodes;
use crate::world::area::selection::Selection;

use super::found::{Found, node_thing};

pub(super) const ISLAND: Rule = Rule {
    code: "apd-island",
    severity: Severity::Hint,
    title: "Small island of nodes",
    explanation: "\
These nodes have edges among each other and none to the rest of the area, which has more. The game's \
own areas have hundreds of such islands: roofs, ledges, and rooms that only a teleport leads to.

Where monsters should walk in and out, connect them; where nobody comes, delete them.",
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
    let (roots, sizes) = components(area);
    let size_of = |node: NodeId| {
        let root = roots.get(node.0 as usize)?;
        sizes.get(*root as usize).copied()
    };
    let largest = sizes.iter().copied().max().unwrap_or(0);
    for node in area.nodes().filter(|node| roots.get(node.0 as usize) == Some(&node.0)) {
        // Single nodes have rules of their own.
        let size = size_of(node).unwrap_or(0);
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

/// The first node of the component of each node, and how many each of these has.
fn components(area: &Area) -> (Vec<u32>, Vec<u32>) {
    let mut parents: Vec<u32> = (0..area.n_ids()).collect();
    for node in area.nodes() {
        for target in area.targets(node) {
            join(&mut parents, node.0, target.0);
        }
    }
    let mut sizes = vec![0; parents.len()];
    for node in area.nodes() {
        let root = root(&mut parents, node.0);
        if let Some(size) = sizes.get_mut(root as usize) {
            *size += 1;
        }
    }
    (parents, sizes)
}

fn join(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(parents, a), root(parents, b));
    if let Some(parent) = parents.get_mut(a.max(b) as usize) {
        *parent = a.min(b);
    }
}

fn root(parents: &mut [u32], node: u32) -> u32 {
    let mut at = node;
    loop {
        let parent = parents.get(at as usize).copied().unwrap_or(at);
        if parent == at {
            break;
        }
        // Halves the way for whoever comes next.
        let next = parents.get(parent as usize).copied().unwrap_or(parent);
        if let Some(own) = parents.get_mut(at as usize) {
            *own = next;
        }
        at = next;
    }
    if let Some(own) = parents.get_mut(node as usize) {
        *own = at;
    }
    at
}
