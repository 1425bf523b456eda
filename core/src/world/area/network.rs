//! How the nodes of an area hang together, in numbers.

use super::Area;
use super::id::NodeId;

/// Nodes that hang together, whichever way their edges lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Components {
    /// For each id, the first node of its component; nodes that are gone are their own.
    first: Vec<u32>,
    /// For each id, how many nodes its component has, where it is the first of it.
    sizes: Vec<u32>,
}

impl Components {
    pub fn of(area: &Area) -> Components {
        let mut parents: Vec<u32> = (0..area.n_ids()).collect();
        for node in area.nodes() {
            for target in area.targets(node) {
                join(&mut parents, node.0, target.0);
            }
        }
        let mut sizes = vec![0; parents.len()];
        for node in area.nodes() {
            let root = root(&mut parents, node.0);
            if let Some(size) = sizes.get_mut(root as usize) {
                *size += 1;
            }
        }
        // Targets of edges may be gone, and whoever is led to them as well.
        for id in 0..area.n_ids() {
            root(&mut parents, id);
        }
        Components { first: parents, sizes }
    }

    /// Whether a node is the first of its component.
    pub fn is_first(&self, node: NodeId) -> bool {
        self.first.get(node.0 as usize) == Some(&node.0)
    }

    /// The first node of the component of a node.
    pub fn first_of(&self, node: NodeId) -> Option<NodeId> {
        self.first.get(node.0 as usize).copied().map(NodeId)
    }

    /// How many nodes the component of a node has.
    pub fn size_of(&self, node: NodeId) -> u32 {
        let first = self.first.get(node.0 as usize);
        first.and_then(|first| self.sizes.get(*first as usize)).copied().unwrap_or(0)
    }

    pub fn largest(&self) -> u32 {
        self.sizes.iter().copied().max().unwrap_or(0)
    }

    /// How many there are; a node without edges is one.
    pub fn n(&self) -> usize {
        self.sizes.iter().filter(|size| **size > 0).count()
    }
}

/// The numbers of an area that say what walking in it is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measures {
    pub nodes: usize,
    pub edges: usize,
    pub components: usize,
    /// Nodes that no edge leads away from.
    pub dead_ends: usize,
}

impl Measures {
    pub fn of(area: &Area) -> Measures {
        let is_dead_end = |node: &NodeId| area.targets(*node).all(|target| target == *node);
        Measures {
            nodes: area.n_nodes() as usize,
            edges: area.n_edges(),
            components: Components::of(area).n(),
            dead_ends: area.nodes().filter(is_dead_end).count(),
        }
    }
}

fn join(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(parents, a), root(parents, b));
    if let Some(parent) = parents.get_mut(a.max(b) as usize) {
        *parent = a.min(b);
    }
}

fn root(parents: &mut [u32], node: u32) -> u32 {
    let mut at = node;
    loop {
        let parent = parents.get(at as usize).copied().unwrap_or(at);
        if parent == at {
            break;
        }
        // Halves the way for whoever comes next.
        let next = parents.get(parent as usize).copied().unwrap_or(parent);
        if let Some(own) = parents.get_mut(at as usize) {
            *own = next;
        }
        at = next;
    }
    if let Some(own) = parents.get_mut(node as usize) {
        *own = at;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::area::tests::area;

    #[test]
    fn a_node_alone_is_a_component_and_a_dead_end() {
        let area = area(&[(4, 4), (6, 5), (12, 4), (20, 4)], &[(0, 1), (1, 0), (2, 1)]);
        let measures = Measures { nodes: 4, edges: 3, components: 2, dead_ends: 1 };
        assert_eq!(Measures::of(&area), measures);
        let components = Components::of(&area);
        assert_eq!((components.size_of(NodeId(2)), components.size_of(NodeId(3))), (3, 1));
        assert!(components.is_first(NodeId(0)) && !components.is_first(NodeId(2)));
        assert_eq!((components.largest(), components.n()), (3, 2));
    }
}
