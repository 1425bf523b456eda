//! What is selected: nodes, or an edge, but never both, so that everybody sees what a command means.

use std::collections::BTreeSet;

use landwright_core::space::tera::Octant;
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::area::routes::{Outcome, Probe, Spot};

use super::document::{AreaDocument, Way};
use crate::tool::area::AreaPointer;

impl AreaDocument {
    /// Those of the nodes that are still there.
    pub(super) fn select_nodes(&mut self, mut nodes: BTreeSet<NodeId>) {
        let area = self.editing.document();
        nodes.retain(|node| area.contains(*node));
        (self.selection, self.edge) = (nodes, None);
    }

    pub(super) fn select_edge(&mut self, edge: EdgeRef) {
        (self.selection, self.edge) = (BTreeSet::new(), Some(edge));
    }

    pub fn has_selection(&self) -> bool {
        !self.selection.is_empty() || self.edge.is_some()
    }

    /// The nodes that are selected, or those at the ends of the edge that is.
    pub fn nodes_meant(&self) -> BTreeSet<NodeId> {
        match self.edge {
            Some(edge) => [Some(edge.node), self.end_of(edge)].into_iter().flatten().collect(),
            None => self.selection.clone(),
        }
    }

    /// The node that an edge leads to.
    pub fn end_of(&self, edge: EdgeRef) -> Option<NodeId> {
        self.area().edge(edge.node, Octant::new(edge.octant)?)?.node()
    }

    /// In words, for every place that says it.
    pub fn selected_in_words(&self) -> Option<String> {
        match (self.edge, self.selection.len()) {
            (Some(_), _) => Some("1 edge selected".to_owned()),
            (None, 0) => None,
            (None, 1) => Some("1 node selected".to_owned()),
            (None, n) => Some(format!("{n} nodes selected")),
        }
    }

    /// The end of a press that moves no node: of a click the node or the edge there, of a drag what
    /// is in the box.
    pub(super) fn end_box(
        &mut self,
        from: [f64; 2],
        mut before: BTreeSet<NodeId>,
        pointer: AreaPointer,
    ) {
        if !pointer.is_click_from(from) {
            before.extend(self.nodes_in_box(from, pointer.at_in_world));
            self.select_nodes(before);
            return;
        }
        let pointer = AreaPointer { at_in_world: from, ..pointer };
        if let Some((node, _)) = self.clicked_at(pointer) {
            // Shift adds, and takes away what was selected already.
            if !before.remove(&node) {
                before.insert(node);
            }
            self.select_nodes(before);
            return;
        }
        match self.edge_clicked_at(pointer).filter(|_| before.is_empty()) {
            Some(edge) => self.select_edge(edge),
            None => self.select_nodes(before),
        }
    }

    /// The nodes of the way that is shown, or first of one between two nodes that are selected.
    pub(super) fn select_along_way(&mut self) {
        let ends: Vec<Spot> = self.selection.iter().copied().map(Spot::Node).collect();
        if let [from, to] = *ends {
            self.probe([from, to]);
        }
        if let Some(Way { probe: Probe { outcome: Outcome::Reached(route), .. }, .. }) = &self.way {
            let nodes = route.nodes.iter().copied().map(NodeId).collect();
            self.select_nodes(nodes);
        }
    }

    /// The end of a press on a node: of a click, that node alone is selected.
    pub(super) fn end_move(&mut self, from: [f64; 2], pointer: AreaPointer) {
        let pressed = self.clicked_at(AreaPointer { at_in_world: from, ..pointer });
        if let Some((node, _)) = pressed.filter(|_| pointer.is_click_from(from)) {
            self.select_nodes([node].into());
        }
    }
}
