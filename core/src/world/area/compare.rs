//! How two states of an area differ: what a proposal would change, and what has to follow a change.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::format::tera::N_SQUARES;
use crate::world::Document;
use crate::world::column::Column;

use super::Area;
use super::id::{EdgeRef, NodeId, Target};

/// Nodes and edges that only one of two states has. An edge that leads somewhere else is gone
/// and new.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Comparison {
    pub new_nodes: Vec<NodeId>,
    pub gone_nodes: Vec<NodeId>,
    pub moved_nodes: Vec<NodeId>,
    pub new_edges: Vec<EdgeRef>,
    pub gone_edges: Vec<EdgeRef>,
}

impl Comparison {
    /// What `after` has that `before` has not, and the other way round.
    pub fn of(before: &Area, after: &Area) -> Comparison {
        let mut comparison = Comparison::default();
        let Some(edit) = before.edit_to(after) else { return comparison };
        let n_ids = before.n_ids().max(after.n_ids());
        let nodes = match edit.touched_nodes() {
            Some(nodes) => nodes,
            None => (0..n_ids).map(NodeId).collect(),
        };
        for node in nodes {
            comparison.add(before, after, node);
        }
        comparison
    }

    fn add(&mut self, before: &Area, after: &Area, node: NodeId) {
        match (before.contains(node), after.contains(node)) {
            (false, true) => self.new_nodes.push(node),
            (true, false) => self.gone_nodes.push(node),
            (true, true) if before.words.position(node) != after.words.position(node) => {
                self.moved_nodes.push(node);
            }
            _ => {}
        }
        for octant in crate::space::tera::Octant::all() {
            let target = |area: &Area| -> Option<Target> {
                area.edge(node, octant).filter(|_| area.contains(node))
            };
            let (old, new) = (target(before), target(after));
            if old != new {
                let edge = EdgeRef::new(node, octant);
                self.gone_edges.extend(old.map(|_| edge));
                self.new_edges.extend(new.map(|_| edge));
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Comparison::default()
    }

    /// "nodes: 3 new, 1 gone, 2 moved; edges: 12 new, 9 gone".
    pub fn in_words(&self) -> String {
        let moved = match self.moved_nodes.len() {
            0 => String::new(),
            n => format!(", {n} moved"),
        };
        format!(
            "nodes: {} added, {} removed{moved}; edges: {} added, {} removed",
            self.new_nodes.len(),
            self.gone_nodes.len(),
            self.new_edges.len(),
            self.gone_edges.len()
        )
    }
}

impl Area {
    /// Every node that is at another place in a state of the same area, or in but one of them, by id.
    pub fn moved_nodes_to(&self, other: &Area) -> Vec<NodeId> {
        let (mut old, mut new) = (self.words.clone(), other.words.clone());
        let n_ids = self.n_ids().max(other.n_ids()) as usize;
        old.grow(n_ids);
        new.grow(n_ids);
        let places = |old: &Column, new: &Column| old.patch_to(new).places().collect::<Vec<_>>();
        let mut moved = places(&old.square, &new.square);
        moved.retain(|idx| (old.square.get(*idx) == Some(0)) != (new.square.get(*idx) == Some(0)));
        for (old, new) in [(&old.x, &new.x), (&old.y, &new.y), (&old.z, &new.z)] {
            moved.extend(places(old, new));
        }
        moved.sort_unstable();
        moved.dedup();
        moved.into_iter().map(|idx| NodeId(idx as u32)).collect()
    }

    /// The zones whose squares list other nodes than in a state with the same zones, by their places
    /// in the file.
    pub fn zones_listing_others(&self, other: &Area) -> BTreeSet<usize> {
        let (mut old, mut new) = (self.words.square.clone(), other.words.square.clone());
        let n_ids = old.len().max(new.len());
        old.grow(n_ids);
        new.grow(n_ids);
        let mut is_other = vec![false; self.zones().len()];
        for idx in old.patch_to(&new).places() {
            for words in [&old, &new] {
                let square = words.get(idx).and_then(|word| word.checked_sub(1));
                let zone = square.and_then(|square| is_other.get_mut(square as usize / N_SQUARES));
                zone.into_iter().for_each(|is_other| *is_other = true);
            }
        }
        is_other.into_iter().enumerate().filter(|(_, is)| *is).map(|(zone, _)| zone).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{act, area};
    use super::*;

    #[test]
    fn a_comparison_tells_what_only_one_of_two_has() {
        let before = area(&[(4, 4), (6, 5), (12, 4)], &[(0, 1), (1, 0), (1, 2)]);
        assert!(Comparison::of(&before, &before).is_empty());
        let script = r#"{"action":"delete-nodes","nodes":{"ids":[2]}}"#;
        let after = act(&before, script).unwrap();
        let after = act(&after, r#"{"action":"add-node","at":[300,300,0]}"#).unwrap();
        let found = Comparison::of(&before, &after);
        assert_eq!((found.new_nodes.len(), &found.gone_nodes[..]), (1, &[NodeId(2)][..]));
        assert_eq!((found.new_edges.len(), found.gone_edges.len()), (0, 1));
        assert_eq!(found.in_words(), "nodes: 1 added, 1 removed; edges: 0 added, 1 removed");
        let back = Comparison::of(&after, &before);
        assert_eq!((&back.new_nodes, &back.gone_edges), (&found.gone_nodes, &found.new_edges));
        let moved = act(&before, r#"{"action":"set-node","node":0,"at":[72,72,9]}"#).unwrap();
        assert_eq!(Comparison::of(&before, &moved).moved_nodes, [NodeId(0)]);
    }

    #[test]
    fn what_moved_came_or_went_is_told_and_which_zones_list_others() {
        let before = area(&[(4, 4), (6, 5), (12, 4)], &[(0, 1), (1, 0), (1, 2)]);
        assert!(before.moved_nodes_to(&before).is_empty());
        let after = act(&before, r#"{"action":"delete-nodes","nodes":{"ids":[2]}}"#).unwrap();
        let after = act(&after, r#"{"action":"add-node","at":[300,300,0]}"#).unwrap();
        let moved = act(&after, r#"{"action":"set-node","node":0,"at":[72,72,9]}"#).unwrap();
        for (a, b) in [(&before, &moved), (&moved, &before)] {
            assert_eq!(a.moved_nodes_to(b), [0, 2, 3].map(NodeId));
            assert_eq!(a.zones_listing_others(b), [0].into());
        }
        assert!(after.zones_listing_others(&moved).is_empty(), "the same nodes");
        let json = r#"{"action":"add-zone","x":1,"y":1}"#;
        assert!(before.moved_nodes_to(&act(&before, json).unwrap()).is_empty());
    }
}
