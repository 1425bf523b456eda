//! The TERA area as a document: what an APD holds, as nodes with ids that stay.
//!
//! An id is the node's index in the file as it was opened; new nodes count on from there, and no
//! id is given twice. Which node follows which in the file is kept by the squares: each has a
//! chain of its nodes, and the file is the chains of all squares, one after the other.

pub mod id;
pub mod names;
pub mod folders;
mod words;
pub mod volumes;
pub mod load;
pub mod save;
pub mod files;
mod draft;
pub mod edit;
pub mod geometry;
pub mod near;
pub mod places;
pub mod routes;
pub mod route_tests;
pub mod reports;
pub mod picture;
pub mod geojson;
pub mod refusal;
pub mod selection;
pub mod nodes;
pub mod edges;
mod settle;
pub mod zones;
pub mod squares;
pub mod cells;
pub mod shape;
pub mod slope;
pub mod from_mesh;
pub mod on_disk;
pub mod left_out;
pub mod compare;
pub mod merge;
pub mod floors;
pub mod network;
pub mod regenerate;
pub mod action;
pub mod schema;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::format::tera::N_SQUARES;
use crate::format::tera::apd::NodeRange;
use crate::format::text::Opaque;
use crate::space::tera::{CellInWorld, CellInZone, Octant, Origin, PosInWorld, SquareInZone, Zone};

use self::id::{EdgeRef, NodeId, SquareId, Target};
use self::route_tests::RouteTests;
use self::volumes::Volumes;
use self::words::Words;

/// A square lists so many nodes at most: its count is a byte.
pub const MAX_NODES_IN_SQUARE: usize = 255;

/// A TERA area. A clone is a snapshot and costs next to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    frame: Arc<Frame>,
    words: Words,
    /// Invariant: so many nodes of `words` are listed or unlisted, and not gone.
    n_nodes: u32,
    ranges: Ranges,
    /// What was changed of the geometry.
    volumes: Volumes,
    route_tests: RouteTests,
}

/// What no edit of nodes and edges touches.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Frame {
    /// In the order of the file.
    zones: Vec<Zone>,
    /// Where each zone is first among `zones`.
    zone_idx: BTreeMap<Zone, u32>,
    origin: Origin,
    /// Targets in the file that no node had when it was opened.
    strays: Vec<u32>,
    tail: Opaque,
}

/// How the squares' node ranges are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ranges {
    /// One after the other, as all of the game's own: they follow from the nodes.
    Running,
    /// As the file had them: they overlap, leave gaps, or are in another order. Nodes keep their
    /// places in the file until somebody lists them anew.
    Kept(Arc<[NodeRange]>),
}

/// An edge of a node: where it leads, and in which octant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    pub octant: Octant,
    pub target: Target,
}

impl Area {
    /// Nodes that are there.
    pub fn n_nodes(&self) -> u32 {
        self.n_nodes
    }

    /// Ids that were given so far; some of their nodes may be gone.
    pub fn n_ids(&self) -> u32 {
        self.words.square.len() as u32
    }

    /// Every node that is there, by id.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.words.square.iter().zip(0..).filter(|(word, _)| *word != 0).map(|(_, id)| NodeId(id))
    }

    pub fn contains(&self, node: NodeId) -> bool {
        self.words.square.get(node.idx()).is_some_and(|word| word != 0)
    }

    /// Where a node is, or was before it was deleted; `None` for an id that nobody has.
    pub fn pos(&self, node: NodeId) -> Option<PosInWorld> {
        Some(PosInWorld::from_bits(self.words.position(node)?))
    }

    /// The edge of a node in an octant.
    pub fn edge(&self, node: NodeId, octant: Octant) -> Option<Target> {
        self.words.target(node, octant, &self.frame.strays)
    }

    /// The edges of a node, by octant.
    pub fn edges(&self, node: NodeId) -> impl Iterator<Item = Edge> {
        Octant::all().filter_map(move |octant| {
            let target = self.edge(node, octant)?;
            Some(Edge { octant, target })
        })
    }

    /// The nodes that the edges of a node lead to, by octant; nowhere else.
    pub fn targets(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.edges(node).filter_map(|edge| edge.target.node())
    }

    /// The edges that lead to a node.
    pub fn edges_to(&self, node: NodeId) -> impl Iterator<Item = EdgeRef> {
        self.words.edges_to(node)
    }

    pub fn has_edge_to(&self, node: NodeId) -> bool {
        self.words.first_in.get(node.idx()).is_some_and(|slot| slot != 0)
    }

    /// The octant in which a node has an edge to another.
    pub fn octant_of_edge(&self, from: NodeId, to: NodeId) -> Option<Octant> {
        let edge = self.edges(from).find(|edge| edge.target == Target::Node(to))?;
        Some(edge.octant)
    }

    /// The octant in which one node lies as seen from another.
    pub fn octant_towards(&self, from: NodeId, to: NodeId) -> Option<Octant> {
        Octant::towards(self.pos(from)?, self.pos(to)?)
    }

    pub fn n_edges(&self) -> usize {
        self.words.edges.iter().filter(|word| *word != 0).count()
    }

    /// The cells of the geometry that were touched. The geometry with them in it is
    /// [`geometry::Geometry::of`].
    pub fn volumes(&self) -> &Volumes {
        &self.volumes
    }

    /// The same area over the geometry as another one changes it.
    pub fn with_volumes_of(&self, other: &Area) -> Area {
        Area { volumes: other.volumes.clone(), ..self.clone() }
    }

    /// The zones, in the order of the file.
    pub fn zones(&self) -> &[Zone] {
        &self.frame.zones
    }

    pub fn origin(&self) -> Origin {
        self.frame.origin
    }

    pub fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// How many bytes stand behind the zones, and are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.frame.tail.0.len()
    }

    pub fn n_squares(&self) -> usize {
        self.frame.zones.len() * N_SQUARES
    }

    /// Every square, in the order of the file.
    pub fn squares(&self) -> impl Iterator<Item = SquareId> {
        (0..self.n_squares() as u32).map(SquareId)
    }

    /// The zone of a square, and which of its squares it is.
    pub fn square_in_zone(&self, square: SquareId) -> Option<(Zone, SquareInZone)> {
        let zone = *self.frame.zones.get(square.idx() / N_SQUARES)?;
        Some((zone, square.in_zone()?))
    }

    /// The square that lists a node; `None` where none does.
    pub fn square_of(&self, node: NodeId) -> Option<SquareId> {
        self.words.square_of(node)
    }

    /// The square that a node should be in by its place; `None` outside all zones.
    pub fn square_at(&self, pos_in_world: PosInWorld) -> Option<SquareId> {
        let (zone, cell) = self.cell_at(pos_in_world)?;
        let zone_idx = *self.frame.zone_idx.get(&zone)?;
        Some(SquareId::of(zone_idx, cell.square()))
    }

    /// The zone and cell of a place, whether or not the area has that zone.
    pub fn cell_at(&self, pos_in_world: PosInWorld) -> Option<(Zone, CellInZone)> {
        self.frame.origin.zone_from_world(CellInWorld::of(pos_in_world)?)
    }

    pub fn has_zone(&self, zone: Zone) -> bool {
        self.frame.zone_idx.contains_key(&zone)
    }

    /// The nodes that a square lists, in the order of the file.
    pub fn nodes_in(&self, square: SquareId) -> impl Iterator<Item = NodeId> {
        self.words.chain(square)
    }

    /// About how much memory it takes, when nothing is shared with another snapshot.
    pub fn n_bytes(&self) -> usize {
        let columns: usize = self.words.each().iter().map(|column| 4 * column.len()).sum();
        columns + self.volumes.n_bytes() + self.frame.n_bytes()
    }
}

impl Frame {
    /// What it takes in memory; zones are there twice.
    fn n_bytes(&self) -> usize {
        let Frame { zones, zone_idx, strays, tail, origin: _ } = self;
        size_of::<Frame>()
            + size_of_val::<[Zone]>(zones)
            + zone_idx.len() * size_of::<(Zone, u32)>()
            + size_of_val::<[u32]>(strays)
            + tail.0.len()
    }
}

#[cfg(test)]
pub(crate) mod tests;
