//! Changes of an area, one link at a time: what every action is made of.

use std::sync::Arc;

use crate::format::number::F32;
use crate::space::tera::Octant;

use super::id::{EdgeRef, NodeId, SquareId, Target};
use super::words::{NOWHERE, slot_of};
use super::{Area, Ranges};

impl Area {
    /// Gives a node an edge in an octant, in place of the one that it has there, or none. A
    /// target that no node has can be kept or taken away, and not made.
    pub(super) fn set_edge(&mut self, node: NodeId, octant: Octant, target: Option<NodeId>) {
        let slot = slot_of(EdgeRef::new(node, octant));
        let Some(before) = self.words.edges.get(slot) else { return };
        let word = target.filter(|target| self.contains(*target)).map_or(0, |to| to.0 + 1);
        if word == before {
            return;
        }
        self.unlink(slot, before);
        self.words.edges.set(slot, word);
        if let Some(target) = word.checked_sub(1) {
            let first = self.words.first_in.get(target as usize).unwrap_or(0);
            self.words.next_in.set(slot, first);
            self.words.first_in.set(target as usize, slot as u32 + 1);
        }
    }

    /// Takes an edge out of the chain of its target.
    fn unlink(&mut self, slot: usize, word: u32) {
        if word == 0 || word & NOWHERE != 0 {
            return;
        }
        let target = word as usize - 1;
        let after = self.words.next_in.get(slot).unwrap_or(0);
        let own = slot as u32 + 1;
        if self.words.first_in.get(target) == Some(own) {
            self.words.first_in.set(target, after);
        } else {
            let before = self
                .words
                .edges_to(NodeId(target as u32))
                .find(|edge| self.words.next_in.get(slot_of(*edge)) == Some(own));
            if let Some(before) = before {
                self.words.next_in.set(slot_of(before), after);
            }
        }
        self.words.next_in.set(slot, 0);
    }

    /// Takes all edges of a node away and gives it these. Of two in an octant, the last counts.
    pub(super) fn set_edges(&mut self, node: NodeId, edges: &[Option<NodeId>; 8]) {
        for (octant, target) in Octant::all().zip(edges) {
            self.set_edge(node, octant, *target);
        }
    }

    /// A new node at the end of a square's list.
    pub(super) fn add_node(&mut self, position: [F32; 3], square: SquareId) -> NodeId {
        let node = NodeId(self.n_ids());
        self.words.grow(node.idx() + 1);
        self.words.set_position(node, position);
        self.n_nodes += 1;
        self.list(node, square);
        node
    }

    /// Deletes a node with all edges from it and to it.
    pub(super) fn remove_node(&mut self, node: NodeId) {
        if !self.contains(node) {
            return;
        }
        self.set_edges(node, &[None; 8]);
        let to_it: Vec<EdgeRef> = self.edges_to(node).collect();
        for edge in to_it {
            if let Some(octant) = Octant::new(edge.octant) {
                self.set_edge(edge.node, octant, None);
            }
        }
        self.unlist(node);
        self.words.square.set(node.idx(), 0);
        self.n_nodes = self.n_nodes.saturating_sub(1);
    }

    /// Puts a node that no square lists at the end of a square's list.
    pub(super) fn list(&mut self, node: NodeId, square: SquareId) {
        let link = node.0 + 1;
        match self.nodes_in(square).last() {
            Some(last) => self.words.next.set(last.idx(), link),
            None => self.words.first.set(square.idx(), link),
        }
        self.words.next.set(node.idx(), 0);
        self.words.square.set(node.idx(), square.0 + 1);
    }

    /// Takes a node out of its square's list; whoever calls puts it somewhere else.
    pub(super) fn unlist(&mut self, node: NodeId) {
        let Some(square) = self.square_of(node) else { return };
        let after = self.words.next.get(node.idx()).unwrap_or(0);
        let is_before = |before: &NodeId| self.words.next.get(before.idx()) == Some(node.0 + 1);
        let before = self.nodes_in(square).find(is_before);
        match before {
            Some(before) => self.words.next.set(before.idx(), after),
            None => self.words.first.set(square.idx(), after),
        }
        self.words.next.set(node.idx(), 0);
    }

    pub(super) fn set_position(&mut self, node: NodeId, position: [F32; 3]) {
        self.words.set_position(node, position);
    }

    /// From now on the ranges follow from the nodes.
    pub(super) fn set_running(&mut self) {
        self.ranges = Ranges::Running;
    }

    /// The target of an edge, wherever it leads.
    pub fn target_of(&self, edge: EdgeRef) -> Option<Target> {
        self.edge(edge.node, Octant::new(edge.octant)?)
    }

    /// Another area of these zones, with nothing in it.
    pub(super) fn with_zones(&self, zones: Vec<crate::space::tera::Zone>) -> Area {
        let frame = super::Frame::new(
            zones,
            self.frame.origin,
            self.frame.strays.clone(),
            self.frame.tail.clone(),
        );
        Area { frame: Arc::new(frame), ..self.clone() }
    }
}
