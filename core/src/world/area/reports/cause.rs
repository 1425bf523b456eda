//! Why reports are as they are, and what is at fault.

use std::fmt;

use serde::Serialize;

use crate::world::area::id::{EdgeRef, NodeId};

/// Why a report is as it is, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// There is no node near the place.
    NoNodeNear,
    /// There is no floor in the cell of the place.
    NoFloor,
    /// The node near it has no edges.
    Alone,
    /// The node near it is on a small island, which no edges connect with the rest.
    Island,
    /// From the nodes near it one comes nowhere else.
    Trap,
    /// To the nodes near it one comes from nowhere else.
    Unreachable,
    /// The way would go against an edge that leads one way only.
    OneWay,
    /// No edges connect start and goal.
    Apart,
    /// An edge on the way, or beside the place, leads through a wall or over a drop.
    Blocked,
    /// Between the place and the node near it one can't walk straight.
    Walled,
    /// Nothing is wrong that the area or its geometry could tell.
    Fine,
}

impl Cause {
    /// For a list of reports, as it follows "3 reports:".
    pub fn title(self) -> &'static str {
        match self {
            Cause::NoNodeNear => "no node is close enough",
            Cause::NoFloor => "there is no floor",
            Cause::Alone => "the node there has no edges",
            Cause::Island => "the nodes there are an island",
            Cause::Trap => "edges lead there, but none leads away",
            Cause::Unreachable => "edges lead away from there, but none leads there",
            Cause::OneWay => "an edge is one-way, and the path goes against it",
            Cause::Apart => "there is no path between the two",
            Cause::Blocked => "an edge leads through a wall or over a drop",
            Cause::Walled => "something is between the position and the node near it",
            Cause::Fine => "neither the area nor its geometry shows a problem",
        }
    }
}

/// What to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    Node(NodeId),
    Edge(EdgeRef),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Node(node) => write!(f, "node {node}"),
            Fault::Edge(edge) => write!(f, "{edge}"),
        }
    }
}
