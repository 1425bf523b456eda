//! Why an area does not do what an action asks for.

use std::ops::ControlFlow;

use crate::problem::counted::counted;

use super::MAX_NODES_IN_SQUARE;
use super::id::NodeId;

/// Nothing was changed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("there is no node {0}")]
    NoNode(NodeId),
    #[error("node {node} has no edge in octant {octant}")]
    NoEdge { node: NodeId, octant: u8 },
    #[error("{argument} is {found}, and has to be {expected}")]
    Argument { argument: &'static str, found: String, expected: &'static str },
    #[error("octant {octant} of node {node} already holds the edge to {holder}")]
    OctantTaken { node: NodeId, octant: u8, holder: NodeId },
    #[error("an edge can't lead from node {0} to itself")]
    SelfEdge(NodeId),
    #[error("node {to} is straight above or below {from}, so it is in no octant")]
    NoOctant { from: NodeId, to: NodeId },
    #[error("the edge of {node} in octant {octant} leads to no node")]
    LeadsNowhere { node: NodeId, octant: u8 },
    #[error("({x}, {y}) is in no zone of the area; choose a place inside its zones")]
    NoZone { x: f64, y: f64 },
    #[error("({x}, {y}, {z}) is not a position: all three must be numbers that a file can hold")]
    NoPlace { x: f64, y: f64, z: f64 },
    #[error("square ({x}, {y}) of zone {zone} already lists {MAX_NODES_IN_SQUARE} nodes")]
    SquareFull { zone: String, x: u8, y: u8 },
    #[error("the node ranges of the squares overlap or leave gaps; fix that problem first")]
    KeptRanges,
    #[error("the area already has zone {x}, {y}")]
    ZoneThere { x: u32, y: u32 },
    #[error("there is no zone {0} in the file; the first is 0")]
    NoSuchZone(u32),
    #[error("{} in that zone; delete {} first", counted(*.0, "node is", "nodes are"), if *.0 == 1 { "it" } else { "them" })]
    ZoneInUse(usize),
    #[error("there is no geometry of zone {x}, {y}")]
    NoGeometry { x: u32, y: u32 },
    #[error("none of these squares is in a zone of the area")]
    NoSquares,
    #[error("none of these cells is in a zone of the area")]
    NoCells,
    #[error("`{0}` was not read; scripts name a mesh from their own folder")]
    NoMesh(String),
    #[error("cell ({x}, {y}) of zone {zone} would have more than 255 volumes")]
    CellFull { zone: String, x: u16, y: u16 },
    #[error("zone {x}, {y} would have more volumes than its file may hold")]
    ZoneFull { x: u32, y: u32 },
    #[error("the area has the largest possible number of nodes")]
    TooManyNodes,
    /// Whoever watched broke it off.
    #[error("it was cancelled")]
    Cancelled,
}

impl Refusal {
    /// Which action of a script would help.
    pub fn help_in_scripts(&self) -> Option<&'static str> {
        match self {
            Refusal::NoZone { .. } => Some("add-zone adds a zone"),
            Refusal::KeptRanges => Some("relist-nodes fixes it"),
            _ => None,
        }
    }

    /// Goes on, or refuses where whoever watches broke it off.
    pub(super) fn unless(flow: ControlFlow<()>) -> Result<(), Refusal> {
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Refusal::Cancelled),
        }
    }

    pub(super) fn argument(
        argument: &'static str,
        found: &(impl ToString + ?Sized),
        expected: &'static str,
    ) -> Refusal {
        Refusal::Argument { argument, found: found.to_string(), expected }
    }
}

/// Numbers as they came, if they are numbers.
pub(super) fn finite<const N: usize>(
    argument: &'static str,
    values: [f64; N],
) -> Result<[f64; N], Refusal> {
    match values.into_iter().find(|value| !value.is_finite()) {
        None => Ok(values),
        Some(value) => Err(Refusal::argument(argument, &value, "finite numbers")),
    }
}
