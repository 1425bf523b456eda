//! Adding, removing, turning and sorting edges. A node has one edge in an octant at most.

use serde::{Deserialize, Serialize};

use crate::format::packed::Progress;
use crate::nav::tera::Stride;
use crate::nav::tera::connect::{nearest_first, standing};
use crate::nav::tera::steps::Steps;
use crate::nav::tera::walk::{CutReason, walk};
use crate::space::tera::Octant;

use super::Area;
use super::geometry::{Geometry, Land};
use super::id::{EdgeRef, NodeId, Target};
use super::nodes::nearest;
use super::refusal::Refusal;
use super::selection::Selection;
use super::settle::{Dropped, place, resettle};

/// What happens where an edge belongs into an octant that holds another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// Nothing is done, and who holds it is told.
    #[default]
    Refuse,
    /// The new edge takes its place.
    Replace,
    /// The old edge stays, and the new one is left out.
    Keep,
    /// The one to the nearer node stays, as in the game's own areas.
    Nearest,
}

/// Which ways an edge can be walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ways {
    #[default]
    One,
    Two,
}

/// Connects a node with another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddEdge {
    pub from: NodeId,
    pub to: NodeId,
    #[serde(default)]
    pub ways: Ways,
    #[serde(default)]
    pub taken: Taken,
}

/// Takes an edge away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveEdge {
    pub node: NodeId,
    pub octant: u8,
}

/// Lets an edge lead the other way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReverseEdge {
    pub node: NodeId,
    pub octant: u8,
    #[serde(default)]
    pub taken: Taken,
}

/// Makes an edge lead one way or two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetWays {
    pub node: NodeId,
    pub octant: u8,
    pub ways: Ways,
    #[serde(default)]
    pub taken: Taken,
}

/// Puts edges into the octants that they belong to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SortEdges {
    pub nodes: Selection,
    #[serde(default = "nearest")]
    pub taken: Taken,
}

/// Gives nodes edges to the nearest nodes that can be walked to, in every octant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Connect {
    pub nodes: Selection,
    /// Where the edges may lead; anywhere where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Selection>,
    #[serde(default)]
    pub ways: Ways,
    #[serde(default = "keep")]
    pub taken: Taken,
}

fn keep() -> Taken {
    Taken::Keep
}

impl AddEdge {
    pub(super) fn apply(&self, area: &mut Area) -> Result<Vec<String>, Refusal> {
        let mut dropped = Dropped::default();
        let placed = place(area, self.from, self.to, self.taken)?;
        dropped.add_beside_new(self.from, self.to, placed);
        if self.ways == Ways::Two {
            let placed = place(area, self.to, self.from, self.taken)?;
            dropped.add_beside_new(self.to, self.from, placed);
        }
        Ok(dropped.notes())
    }
}

impl RemoveEdge {
    pub(super) fn apply(&self, area: &mut Area) -> Result<(), Refusal> {
        let (node, octant) = (self.node, self.octant);
        find(area, node, octant)?;
        if let Some(octant) = Octant::new(octant) {
            area.set_edge(node, octant, None);
        }
        Ok(())
    }
}

impl ReverseEdge {
    pub(super) fn apply(&self, area: &mut Area) -> Result<Vec<String>, Refusal> {
        let (octant, target) = find_node(area, self.node, self.octant)?;
        area.set_edge(self.node, octant, None);
        let placed = place(area, target, self.node, self.taken)?;
        let mut dropped = Dropped::default();
        dropped.add(target, self.node, placed);
        Ok(dropped.notes())
    }
}

impl SetWays {
    pub(super) fn apply(&self, area: &mut Area) -> Result<Vec<String>, Refusal> {
        let (_, target) = find_node(area, self.node, self.octant)?;
        let mut dropped = Dropped::default();
        match (self.ways, area.octant_of_edge(target, self.node)) {
            (Ways::One, Some(back)) => area.set_edge(target, back, None),
            (Ways::Two, None) => {
                let placed = place(area, target, self.node, self.taken)?;
                dropped.add_beside_new(target, self.node, placed);
            }
            _ => {}
        }
        Ok(dropped.notes())
    }
}

impl SortEdges {
    pub(super) fn apply(&self, area: &mut Area) -> Result<Vec<String>, Refusal> {
        let nodes = self.nodes.nodes(area)?;
        let edges = nodes
            .iter()
            .flat_map(|node| area.edges(*node).map(move |edge| EdgeRef::new(*node, edge.octant)));
        let edges = edges.collect();
        Ok(resettle(area, edges, self.taken)?.notes())
    }
}

impl Connect {
    pub(super) fn apply(
        &self,
        area: &mut Area,
        geometry: &Geometry,
        progress: Progress<'_>,
    ) -> Result<Vec<String>, Refusal> {
        let nodes = self.nodes.nodes(area)?;
        let mut steps = Steps::new(progress, nodes.len());
        let to = self.to.as_ref().map(|to| to.nodes(area)).transpose()?;
        let stride = Stride::default();
        let reach = f64::from(stride.reach);
        let (mut n_unwalked, mut dropped) = (0, Dropped::default());
        for node in nodes {
            Refusal::unless(steps.step())?;
            let Some(from) = area.pos(node) else { continue };
            let land = geometry.around(area.origin(), from, reach);
            let near = area.nodes_near(from, reach);
            let is_wanted = |other: NodeId| {
                to.as_ref().is_none_or(|to| to.binary_search(&other).is_ok()) && other != node
            };
            let near = near.filter(|(_, other)| is_wanted(*other)).collect::<Vec<_>>();
            let mut done = [false; 8];
            for (octant, _, target) in nearest_first(from, near, &stride) {
                let done = done.get_mut(usize::from(octant.number()));
                let Some(done) = done.filter(|done| !**done) else { continue };
                let way = way(area, &land, node, target);
                if way == Way::Blocked {
                    continue;
                }
                *done = true;
                let placed = place(area, node, target, self.taken)?;
                dropped.add_replaced(node, target, placed);
                n_unwalked += usize::from(placed.is_made() && way == Way::Unknown);
                if self.ways == Ways::Two && way_is_open(area, &land, target, node) {
                    let placed = place(area, target, node, self.taken)?;
                    dropped.add_replaced(target, node, placed);
                }
            }
        }
        let note = "edges were made where no geometry is known: they were not checked";
        let mut notes = dropped.notes();
        notes.extend((n_unwalked > 0).then(|| format!("{n_unwalked} {note}")));
        Ok(notes)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Open,
    Blocked,
    Unknown,
}

/// Whether one can walk from a node to another.
fn way(area: &Area, land: &Land, from: NodeId, to: NodeId) -> Way {
    let floor = |node| area.pos(node).and_then(standing);
    let (Some(from), Some(to)) = (floor(from), floor(to)) else { return Way::Blocked };
    match walk(land, from, to, &Stride::default()) {
        Ok(()) => Way::Open,
        Err(cut) if cut.reason == CutReason::Unknown => Way::Unknown,
        Err(_) => Way::Blocked,
    }
}

fn way_is_open(area: &Area, land: &Land, from: NodeId, to: NodeId) -> bool {
    way(area, land, from, to) != Way::Blocked
}

fn find(area: &Area, node: NodeId, octant: u8) -> Result<Target, Refusal> {
    if !area.contains(node) {
        return Err(Refusal::NoNode(node));
    }
    area.target_of(EdgeRef { node, octant }).ok_or(Refusal::NoEdge { node, octant })
}

fn find_node(area: &Area, node: NodeId, octant: u8) -> Result<(Octant, NodeId), Refusal> {
    let target = find(area, node, octant)?;
    match (Octant::new(octant), target) {
        (Some(octant), Target::Node(target)) => Ok((octant, target)),
        _ => Err(Refusal::LeadsNowhere { node, octant }),
    }
}
