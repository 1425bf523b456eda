//! What an area is made of, by number: nodes, squares, and the edges of a node.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::format::tera::{N_SQUARES, SQUARES_PER_ZONE};
use crate::space::tera::{Octant, SquareInZone};

/// A node, for the life of the document; `#123` in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

/// A square, by its place in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareId(pub u32);

/// An edge: the node that it leaves, and in which octant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeRef {
    pub node: NodeId,
    pub octant: u8,
}

/// Where an edge leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    Node(NodeId),
    /// An index in the file that no node had when it was opened.
    Nowhere(u32),
}

impl NodeId {
    pub(super) fn idx(self) -> usize {
        self.0 as usize
    }
}

impl SquareId {
    pub(super) fn idx(self) -> usize {
        self.0 as usize
    }

    /// A square of the zone that has this place among the zones of the file.
    pub(super) fn of(zone_idx: u32, square: SquareInZone) -> SquareId {
        let in_zone = u32::from(square.x()) * SQUARES_PER_ZONE as u32 + u32::from(square.y());
        SquareId(zone_idx * N_SQUARES as u32 + in_zone)
    }

    pub fn in_zone(self) -> Option<SquareInZone> {
        let in_zone = self.idx() % N_SQUARES;
        let (x, y) = (in_zone / SQUARES_PER_ZONE, in_zone % SQUARES_PER_ZONE);
        SquareInZone::new(x as u8, y as u8)
    }
}

impl EdgeRef {
    pub fn new(node: NodeId, octant: Octant) -> EdgeRef {
        EdgeRef { node, octant: octant.number() }
    }
}

impl Target {
    pub fn node(self) -> Option<NodeId> {
        match self {
            Target::Node(node) => Some(node),
            Target::Nowhere(_) => None,
        }
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl FromStr for NodeId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<NodeId, &'static str> {
        let digits = text.strip_prefix('#').ok_or("expected # and a number, such as #123")?;
        digits.parse().map(NodeId).map_err(|_| "expected # and a number, such as #123")
    }
}

impl fmt::Display for EdgeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "edge of {} in octant {}", self.node, self.octant)
    }
}
