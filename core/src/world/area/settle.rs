//! Putting edges into the octants that they belong to, and telling which of them are dropped where an
//! octant holds another one already.

use crate::space::tera::{Octant, PosInWorld};

use super::Area;
use super::edges::Taken;
use super::id::{EdgeRef, NodeId, Target};
use super::refusal::Refusal;

/// More edges than this that are dropped are only counted.
const MAX_NOTES: usize = 5;

/// What became of an edge that was to be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placed {
    Yes,
    AlreadyThere,
    /// It took the octant from the edge to this one.
    Replaced(NodeId),
    /// The octant went, or goes on belonging, to this one.
    LeftOut(NodeId),
}

/// Edges that went, for whoever did that to them.
#[derive(Debug, Default)]
pub(super) struct Dropped {
    notes: Vec<String>,
    n_more: usize,
}

impl Placed {
    /// Whether there is an edge now that was not there.
    pub(super) fn is_made(self) -> bool {
        matches!(self, Placed::Yes | Placed::Replaced(_))
    }
}

impl Dropped {
    /// What it came to that an edge, which was there, was to be placed.
    pub(super) fn add(&mut self, from: NodeId, to: NodeId, placed: Placed) {
        self.add_replaced(from, to, placed);
        match placed {
            Placed::LeftOut(holder) => self.note(|| {
                format!(
                    "edge {from} → {to} removed: {from} can have one edge in that direction and has \
                     {holder}"
                )
            }),
            Placed::AlreadyThere => {
                self.note(|| format!("edge {from} → {to} removed: it is already there"));
            }
            Placed::Yes | Placed::Replaced(_) => {}
        }
    }

    /// What it came to that a new edge was to be placed.
    pub(super) fn add_beside_new(&mut self, from: NodeId, to: NodeId, placed: Placed) {
        self.add_replaced(from, to, placed);
        if let Placed::LeftOut(holder) = placed {
            self.note(|| {
                format!(
                    "edge {from} → {to} not added: {from} can have one edge in that direction and \
                     has {holder}"
                )
            });
        }
    }

    /// The edge whose octant went to another.
    pub(super) fn add_replaced(&mut self, from: NodeId, to: NodeId, placed: Placed) {
        if let Placed::Replaced(old) = placed {
            self.note(|| {
                format!("edge {from} → {old} removed: the edge to {to} is in the same direction")
            });
        }
    }

    fn note(&mut self, note: impl FnOnce() -> String) {
        if self.notes.len() < MAX_NOTES {
            self.notes.push(note());
        } else {
            self.n_more += 1;
        }
    }

    pub(super) fn notes(mut self) -> Vec<String> {
        if self.n_more > 0 {
            self.notes.push(format!("{} more edges were removed", self.n_more));
        }
        self.notes
    }
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
    let holder = area.edge(from, octant).and_then(Target::node);
    if let Some(holder) = holder {
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
    Ok(holder.map_or(Placed::Yes, Placed::Replaced))
}

/// Puts the edges of nodes that were moved, and the edges to them, into their octants.
pub(super) fn resettle_around(
    area: &mut Area,
    moved: &[NodeId],
    taken: Taken,
) -> Result<Dropped, Refusal> {
    let edges = moved.iter().flat_map(|node| {
        let own = area.edges(*node).map(move |edge| EdgeRef::new(*node, edge.octant));
        own.chain(area.edges_to(*node))
    });
    let edges = edges.collect();
    resettle(area, edges, taken)
}

/// Puts edges into their octants, the shortest first.
pub(super) fn resettle(
    area: &mut Area,
    mut edges: Vec<EdgeRef>,
    taken: Taken,
) -> Result<Dropped, Refusal> {
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
    let mut dropped = Dropped::default();
    for (_, from, to) in astray {
        match place(area, from, to, taken) {
            Ok(placed) => dropped.add(from, to, placed),
            Err(error @ Refusal::OctantTaken { .. }) => return Err(error),
            Err(why) => dropped.note(|| format!("edge {from} → {to} removed: {why}")),
        }
    }
    Ok(dropped)
}

/// Whether an edge leads to its own node, or from or to no place: it was in no octant before its
/// nodes were moved either, and stays where it is.
fn is_nowhere(area: &Area, from: NodeId, to: NodeId) -> bool {
    let is_place = |node| area.pos(node).is_some_and(PosInWorld::is_finite);
    from == to || !is_place(from) || !is_place(to)
}
