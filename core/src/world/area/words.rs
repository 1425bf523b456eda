//! The nodes, edges and chains of an area as columns of words, so that edits are patches.

use crate::format::number::F32;
use crate::space::tera::Octant;
use crate::world::column::Column;

use super::MAX_NODES_IN_SQUARE;
use super::id::{EdgeRef, NodeId, SquareId, Target};

/// Octants of a node, and so the words of its edges.
pub(super) const N_OCTANTS: usize = 8;

/// An edge word with this bit is an index into the targets that no node has; one without it is
/// the id of the target and 1 more. 0 is no edge.
pub(super) const NOWHERE: u32 = 1 << 31;

/// A node of this word is there, and listed by no square. All others are the number of the
/// square and 1 more; 0 is no node.
pub(super) const UNLISTED: u32 = u32::MAX;

/// Everything that edits change. Links are the number of what they lead to and 1 more; 0 ends a
/// chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Words {
    /// By node: the bits of its position.
    pub(super) x: Column,
    pub(super) y: Column,
    pub(super) z: Column,
    /// By node and octant.
    pub(super) edges: Column,
    /// By node: the square that lists it.
    pub(super) square: Column,
    /// By node: the next one of its square.
    pub(super) next: Column,
    /// By node: the first of the edges that lead to it.
    pub(super) first_in: Column,
    /// By node and octant: the next edge that leads to the same node.
    pub(super) next_in: Column,
    /// By square: its first node.
    pub(super) first: Column,
}

pub(super) const N_COLUMNS: usize = 9;

impl Words {
    pub(super) fn empty(n_squares: usize) -> Words {
        let nothing = Column::filled(0, 0);
        Words {
            x: nothing.clone(),
            y: nothing.clone(),
            z: nothing.clone(),
            edges: nothing.clone(),
            square: nothing.clone(),
            next: nothing.clone(),
            first_in: nothing.clone(),
            next_in: nothing,
            first: Column::filled(n_squares, 0),
        }
    }

    pub(super) fn each(&self) -> [&Column; N_COLUMNS] {
        let Words { x, y, z, edges, square, next, first_in, next_in, first } = self;
        [x, y, z, edges, square, next, first_in, next_in, first]
    }

    pub(super) fn each_mut(&mut self) -> [&mut Column; N_COLUMNS] {
        let Words { x, y, z, edges, square, next, first_in, next_in, first } = self;
        [x, y, z, edges, square, next, first_in, next_in, first]
    }

    /// Makes room for so many ids.
    pub(super) fn grow(&mut self, n_ids: usize) {
        let Words { x, y, z, edges, square, next, first_in, next_in, first: _ } = self;
        for column in [x, y, z, square, next, first_in] {
            column.grow(n_ids);
        }
        for column in [edges, next_in] {
            column.grow(n_ids * N_OCTANTS);
        }
    }

    pub(super) fn position(&self, node: NodeId) -> Option<[F32; 3]> {
        let idx = node.idx();
        let bits = [self.x.get(idx)?, self.y.get(idx)?, self.z.get(idx)?];
        Some(bits.map(F32::from_bits))
    }

    pub(super) fn set_position(&mut self, node: NodeId, position: [F32; 3]) {
        let [x, y, z] = position;
        self.x.set(node.idx(), x.to_bits());
        self.y.set(node.idx(), y.to_bits());
        self.z.set(node.idx(), z.to_bits());
    }

    pub(super) fn target(&self, node: NodeId, octant: Octant, strays: &[u32]) -> Option<Target> {
        match self.edges.get(slot_of(EdgeRef::new(node, octant)))? {
            0 => None,
            word if word & NOWHERE != 0 => {
                let stray = strays.get((word & !NOWHERE) as usize)?;
                Some(Target::Nowhere(*stray))
            }
            word => Some(Target::Node(NodeId(word - 1))),
        }
    }

    /// The nodes that the edges of a node lead to: all that are asked for in one go.
    pub(super) fn targets(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = node.idx() * N_OCTANTS;
        let words = self.edges.pieces(first..first + N_OCTANTS).flatten();
        let targets = words.filter(|word| **word & NOWHERE == 0);
        targets.filter_map(|word| Some(NodeId(word.checked_sub(1)?)))
    }

    pub(super) fn square_of(&self, node: NodeId) -> Option<SquareId> {
        match self.square.get(node.idx())? {
            0 | UNLISTED => None,
            word => Some(SquareId(word - 1)),
        }
    }

    /// The nodes of a square. A chain that a damaged journal made endless is cut.
    pub(super) fn chain(&self, square: SquareId) -> impl Iterator<Item = NodeId> {
        let follow = |word: u32| word.checked_sub(1).map(NodeId);
        let first = self.first.get(square.idx()).and_then(follow);
        let next = move |node: &NodeId| self.next.get(node.idx()).and_then(follow);
        std::iter::successors(first, next).take(MAX_NODES_IN_SQUARE)
    }

    /// The edges that lead to a node.
    pub(super) fn edges_to(&self, node: NodeId) -> impl Iterator<Item = EdgeRef> {
        let follow = |word: u32| word.checked_sub(1);
        let first = self.first_in.get(node.idx()).and_then(follow);
        let next = move |slot: &u32| self.next_in.get(*slot as usize).and_then(follow);
        let slots = std::iter::successors(first, next).take(self.edges.len());
        slots.map(|slot| EdgeRef {
            node: NodeId(slot / N_OCTANTS as u32),
            octant: (slot % N_OCTANTS as u32) as u8,
        })
    }
}

/// The place of an edge in its column.
pub(super) fn slot_of(edge: EdgeRef) -> usize {
    edge.node.idx() * N_OCTANTS + usize::from(edge.octant)
}
