//! Adding, removing, turning and sorting edges. A node has one edge in an octant at most.

use serde::{Deserialize, Serialize};

use crate::nav::tera::connect::{nearest_first, standing};
use crate::nav::tera::{CutReason, Stride, walk};
use crate::space::tera::{Octant, PosInWorld};

use super::Area;
use super::geometry::{Geometry, Land};
use super::id::{EdgeRef, NodeId, Target};
use super::nodes::nearest;
use super::refusal::Refusal;
use super::selection::Selection;

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

/// What became of edges whose octant changed.
#[derive(Debug, Default)]
pub(super) struct Resettled {
    pub(super) dropped: Vec<String>,
}

impl AddEdge {
    pub(super) fn apply(&self, area: &mut Area) -> Result<(), Refusal> {
        place(area, self.from, self.to, self.taken)?;
        if self.ways == Ways::Two {
            place(area, self.to, self.from, self.taken)?;
        }
        Ok(())
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
    pub(super) fn apply(&self, area: &mut Area) -> Result<(), Refusal> {
        let (octant, target) = find_node(area, self.node, self.octant)?;
        area.set_edge(self.node, octant, None);
        place(area, target, self.node, self.taken).map(|_| ())
    }
}

impl SetWays {
    pub(super) fn apply(&self, area: &mut Area) -> Result<(), Refusal> {
        let (_, target) = find_node(area, self.node, self.octant)?;
        match (self.ways, area.octant_of_edge(target, self.node)) {
            (Ways::One, Some(back)) => area.set_edge(target, back, None),
            (Ways::Two, None) => {
                place(area, target, self.node, self.taken)?;
            }
            _ => {}
        }
        Ok(())
    }
}

impl SortEdges {
    pub(super) fn apply(&self, area: &mut Area) -> Result<Vec<String>, Refusal> {
        let nodes = self.nodes.nodes(area)?;
        let edges = nodes
            .iter()
            .flat_map(|node| area.edges(*node).map(move |edge| EdgeRef::new(*node, edge.octant)));
        let edges = edges.collect();
        Ok(resettle(area, edges, self.taken)?.dropped)
    }
}

impl Connect {
    pub(super) fn apply(
        &self,
        area: &mut Area,
        geometry: &Geometry,
    ) -> Result<Vec<String>, Refusal> {
        let nodes = self.nodes.nodes(area)?;
        let to = self.to.as_ref().map(|to| to.nodes(area)).transpose()?;
        let stride = Stride::default();
        let reach = f64::from(stride.reach);
        let mut n_unwalked = 0;
        for node in nodes {
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
                n_unwalked += usize::from(placed == Placed::Yes && way == Way::Unknown);
                if self.ways == Ways::Two && way_is_open(area, &land, target, node) {
                    place(area, target, node, self.taken)?;
                }
            }
        }
        let note = "edges were made where no geometry is known: nobody walked there";
        Ok((n_unwalked > 0).then(|| format!("{n_unwalked} {note}")).into_iter().collect())
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

/// What became of an edge that was to be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placed {
    Yes,
    AlreadyThere,
    /// The octant went, or goes on belonging, to this one.
    LeftOut(NodeId),
}

/// Puts an edge into the octant that it belongs to.
pub(super) fn place(
    area: &mut Area,
    from: NodeId,
    to: NodeId,
    taken: Taken,
) -> Result<Placed, Refusal> {
    if let Some(missing) = [from, to].into_iter().find(|node| !area.contains(*node)) {
        return Err(Refusal::NoNode(missing));
    }
    if from == to {
        return Err(Refusal::SelfEdge(from));
    }
    let octant = area.octant_towards(from, to).ok_or(Refusal::NoOctant { from, to })?;
    if area.octant_of_edge(from, to).is_some() {
        return Ok(Placed::AlreadyThere);
    }
    // An edge that leads nowhere holds nothing.
    if let Some(Target::Node(holder)) = area.edge(from, octant) {
        let distance = |node| Some(area.pos(from)?.distance(area.pos(node)?));
        match taken {
            Taken::Refuse => {
                let octant = octant.number();
                return Err(Refusal::OctantTaken { node: from, octant, holder });
            }
            Taken::Keep => return Ok(Placed::LeftOut(holder)),
            Taken::Nearest if distance(holder) <= distance(to) => {
                return Ok(Placed::LeftOut(holder));
            }
            Taken::Nearest | Taken::Replace => {}
        }
    }
    area.set_edge(from, octant, Some(to));
    Ok(Placed::Yes)
}

/// Puts the edges of nodes that were moved, and the edges to them, into their octants.
pub(super) fn resettle_around(
    area: &mut Area,
    moved: &[NodeId],
    taken: Taken,
) -> Result<Resettled, Refusal> {
    let edges = moved.iter().flat_map(|node| {
        let own = area.edges(*node).map(move |edge| EdgeRef::new(*node, edge.octant));
        own.chain(area.edges_to(*node))
    });
    let edges = edges.collect();
    resettle(area, edges, taken)
}

/// Puts edges into their octants, the shortest first.
fn resettle(area: &mut Area, mut edges: Vec<EdgeRef>, taken: Taken) -> Result<Resettled, Refusal> {
    edges.sort_unstable();
    edges.dedup();
    let mut astray: Vec<(f64, NodeId, NodeId)> = Vec::new();
    for edge in edges {
        let (Some(octant), Some(Target::Node(to))) =
            (Octant::new(edge.octant), area.target_of(edge))
        else {
            continue;
        };
        let right = area.octant_towards(edge.node, to);
        if right == Some(octant) || (right.is_none() && is_nowhere(area, edge.node, to)) {
            continue;
        }
        let ends = area.pos(edge.node).zip(area.pos(to));
        let length = ends.map_or(f64::INFINITY, |(from, to)| from.distance(to));
        area.set_edge(edge.node, octant, None);
        astray.push((length, edge.node, to));
    }
    astray.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut resettled = Resettled::default();
    for (_, from, to) in astray {
        match place(area, from, to, taken) {
            Ok(Placed::LeftOut(holder)) => resettled.dropped.push(format!(
                "the edge from {from} to {to} was dropped: {holder} holds its octant"
            )),
            Ok(_) => {}
            Err(error @ Refusal::OctantTaken { .. }) => return Err(error),
            Err(why) => {
                resettled.dropped.push(format!("the edge from {from} to {to} was dropped: {why}"));
            }
        }
    }
    Ok(resettled)
}

/// Whether an edge leads to its own node, or from or to no place: it was in no octant before its
/// nodes were moved either, and stays where it is.
fn is_nowhere(area: &Area, from: NodeId, to: NodeId) -> bool {
    let is_place = |node| area.pos(node).is_some_and(PosInWorld::is_finite);
    from == to || !is_place(from) || !is_place(to)
}
