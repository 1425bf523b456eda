//! What is selected: nodes, or an edge, but never both, so that everybody sees what a command means.

use std::collections::BTreeSet;

use landwright_core::space::tera::Octant;
use landwright_core::world::StepId;
use landwright_core::world::area::Area;
use landwright_core::world::area::id::{EdgeRef, NodeId, Target};
use landwright_core::world::area::routes::{Outcome, Probe, Spot};

use super::document::{AreaDocument, Way};
use crate::kind::tera::tool::AreaPointer;

/// Everything that is nearer than this is looked at.
const NEAR_IN_WORLD: f32 = 0.5;

impl AreaDocument {
    /// Those of the nodes that are still there.
    pub(super) fn select_nodes(&mut self, mut nodes: BTreeSet<NodeId>) {
        let area = self.editing.document();
        nodes.retain(|node| area.contains(*node));
        (self.selection, self.edge) = (nodes, None);
    }

    pub(super) fn select_edge(&mut self, edge: EdgeRef) {
        (self.selection, self.edge) = (BTreeSet::new(), Some(edge));
        self.edge_target = self.area().target_of(edge);
    }

    /// The selected edge, which may have come into another octant; `None` where it is gone, though
    /// another one may have taken its place.
    pub(super) fn where_it_is(&self, edge: EdgeRef) -> Option<EdgeRef> {
        let area = self.area();
        let target = self.edge_target?;
        if area.target_of(edge) == Some(target) {
            return Some(edge);
        }
        let octant = area.octant_of_edge(edge.node, target.node()?)?;
        Some(EdgeRef::new(edge.node, octant))
    }

    /// After a way through the history: what was selected, by place where numbers mean other nodes.
    pub(super) fn follow_selected(
        &mut self,
        selected: (BTreeSet<NodeId>, Option<EdgeRef>),
        before: &Area,
        from: StepId,
    ) {
        if self.editing.steps().is_renumbered(from, self.editing.steps().head()) {
            (self.selection, self.edge) = selected;
            self.select_by_place(before);
        }
    }

    /// Keeps those selected that are where they were in another area, which may have numbered its
    /// nodes otherwise.
    pub(super) fn select_by_place(&mut self, before: &Area) {
        let stands = |node: NodeId, area: &Area| area.pos(node).filter(|_| area.contains(node));
        let follow = |node: NodeId| {
            let pos = stands(node, before)?;
            let is_there = |node: &NodeId| stands(*node, self.area()) == Some(pos);
            Some(node).filter(is_there).or_else(|| {
                let found = self.places.nearest(pos, NEAR_IN_WORLD)?;
                is_there(&found).then_some(found)
            })
        };
        if let Some(edge) = self.edge {
            let to = self.edge_target.and_then(Target::node).and_then(follow);
            let ends = follow(edge.node).zip(to);
            let edge = ends.and_then(|(from, to)| {
                Some(EdgeRef::new(from, self.area().octant_of_edge(from, to)?))
            });
            match edge {
                Some(edge) => self.select_edge(edge),
                None => self.edge = None,
            }
            return;
        }
        self.selection = self.selection.iter().filter_map(|node| follow(*node)).collect();
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
