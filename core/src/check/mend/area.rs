//! TERA areas, mended: what is lost and gained are edges, from a node to another.

use std::collections::BTreeSet;

use super::{About, Mendable, Step};
use crate::check::Effect;
use crate::check::area::{EFFECTS, GENTLE, nodes_of};
use crate::format::tera::apd;
use crate::problem::{Fix, Problem, Rule, Thing};
use crate::world::Document;
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::edit::Edit;
use crate::world::area::geometry::Geometry;
use crate::world::area::id::{NodeId, Target};
use crate::world::scripted::Scripted;

/// An area with what is known of its geometry.
#[derive(Debug, Clone)]
pub struct OnLand<'g> {
    pub area: Area,
    pub geometry: &'g Geometry,
}

impl Mendable for OnLand<'_> {
    const EFFECTS: &'static [&'static Effect] = EFFECTS;
    const GENTLE: &'static [&'static Rule] = GENTLE;
    const PART: [&'static str; 2] = ["edge", "edges"];

    fn about(&self, problem: &Problem) -> About {
        match nodes_of(&self.area, problem) {
            Some(nodes) => About::Things(things(nodes)),
            None => About::Everything,
        }
    }

    fn with_fix(&self, fix: &Fix) -> Result<Option<Step<Self>>, String> {
        let action = Action::of_fix(fix).map_err(|error| error.to_string())?;
        let resolved = action.resolve(&self.area, self.geometry);
        let resolved = resolved.map_err(|refusal| refusal.to_string())?;
        let Some(edit) = &resolved.edit else { return Ok(None) };
        let nodes = edit.nodes(&resolved.area);
        let edges = |area: &Area| -> BTreeSet<(NodeId, Target)> {
            let of = |node: &NodeId| {
                let node = *node;
                area.edges(node).map(move |edge| (node, edge.target)).collect::<Vec<_>>()
            };
            nodes.iter().filter(|node| area.contains(**node)).flat_map(of).collect()
        };
        let (before, now) = (edges(&self.area), edges(&resolved.area));
        let lost = before.difference(&now).count();
        let gained = now.difference(&before).count();
        let touched = match edit.is_of_whole_area() {
            true => About::Everything,
            false => About::Things(things(nodes)),
        };
        let document = OnLand { area: resolved.area, geometry: self.geometry };
        Ok(Some(Step { document, touched, lost, gained, notes: resolved.notes }))
    }

    fn n_parts(&self) -> usize {
        self.area.n_edges()
    }

    fn n_bytes_to(&self, now: &Self) -> usize {
        let Some(edit) = self.area.edit_to(&now.area) else { return 0 };
        match renumbers(&self.area, &now.area, &edit) {
            true => match (self.area.to_apd(), now.area.to_apd()) {
                (Ok(a), Ok(b)) => super::n_bytes_between(&apd::write(&a), &apd::write(&b)),
                _ => 0,
            },
            false => {
                let nodes = edit.nodes(&now.area).into_iter();
                nodes.map(|node| n_bytes_of_node(&self.area, &now.area, node)).sum()
            }
        }
    }
}

fn things(nodes: Vec<NodeId>) -> Vec<Thing> {
    nodes.into_iter().map(|node| Thing::Node { index: node.0 }).collect()
}

/// Whether nodes come to other places in the file.
fn renumbers(before: &Area, now: &Area, edit: &Edit) -> bool {
    edit.is_of_whole_area()
        || before.n_nodes() != now.n_nodes()
        || edit.nodes(now).into_iter().any(|node| before.square_of(node) != now.square_of(node))
}

/// The bytes of a node that are others, were added or are gone: its position, the byte that says in
/// which octants it has edges, and four for each edge.
fn n_bytes_of_node(before: &Area, now: &Area, node: NodeId) -> usize {
    let (mut n_bytes, mut is_mask_other) = (0, false);
    if let (Some(a), Some(b)) = (before.pos(node), now.pos(node)) {
        for (a, b) in a.to_bits().into_iter().zip(b.to_bits()) {
            n_bytes += n_other(a.to_bits(), b.to_bits());
        }
    }
    for octant in crate::space::tera::Octant::all() {
        let index = |target: Target| match target {
            Target::Node(node) => node.0,
            Target::Nowhere(index) => index,
        };
        match (before.edge(node, octant).map(index), now.edge(node, octant).map(index)) {
            (Some(a), Some(b)) => n_bytes += n_other(a, b),
            (None, None) => {}
            _ => {
                n_bytes += size_of::<u32>();
                is_mask_other = true;
            }
        }
    }
    n_bytes + usize::from(is_mask_other)
}

fn n_other(a: u32, b: u32) -> usize {
    a.to_le_bytes().into_iter().zip(b.to_le_bytes()).filter(|(a, b)| a != b).count()
}
