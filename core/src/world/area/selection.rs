//! Which nodes an action is about.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Area;
use super::id::NodeId;
use super::refusal::{Refusal, finite};

/// Nodes, as a script says which. As JSON `"everything"`, or an object with one key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    Everything,
    /// These, which have to be there.
    Ids(Vec<NodeId>),
    /// Those between two corners, and between two heights where they are given.
    Box(SelectedBox),
    /// Those that edges of either way connect with a node, and the node itself.
    ComponentOf(NodeId),
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectedBox {
    pub from: [f64; 2],
    pub to: [f64; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

impl Selection {
    pub fn of(node: NodeId) -> Selection {
        Selection::Ids(vec![node])
    }

    /// The nodes, by id, each once.
    pub fn nodes(&self, area: &Area) -> Result<Vec<NodeId>, Refusal> {
        match self {
            Selection::Everything => Ok(area.nodes().collect()),
            Selection::Ids(ids) => {
                if let Some(missing) = ids.iter().find(|node| !area.contains(**node)) {
                    return Err(Refusal::NoNode(*missing));
                }
                Ok(ids.iter().copied().collect::<BTreeSet<_>>().into_iter().collect())
            }
            Selection::Box(within) => within.nodes(area),
            Selection::ComponentOf(node) if !area.contains(*node) => Err(Refusal::NoNode(*node)),
            Selection::ComponentOf(node) => Ok(area.component_of(*node).into_iter().collect()),
        }
    }
}

impl SelectedBox {
    fn nodes(&self, area: &Area) -> Result<Vec<NodeId>, Refusal> {
        let ([a, b], [c, d]) = (finite("from", self.from)?, finite("to", self.to)?);
        let [low, high] = finite("low", [self.low.unwrap_or(0.0), self.high.unwrap_or(0.0)])?;
        let is_inside = |node: &NodeId| {
            area.pos(*node).is_some_and(|pos| {
                (a.min(c)..=a.max(c)).contains(&pos.x)
                    && (b.min(d)..=b.max(d)).contains(&pos.y)
                    && (self.low.is_none() || pos.z >= low)
                    && (self.high.is_none() || pos.z <= high)
            })
        };
        Ok(area.nodes().filter(is_inside).collect())
    }
}

impl Area {
    /// A node and all that edges of either way connect with it.
    pub fn component_of(&self, node: NodeId) -> BTreeSet<NodeId> {
        self.components_of([node])
    }

    /// Nodes and all that edges of either way connect with one of them.
    pub fn components_of(&self, nodes: impl IntoIterator<Item = NodeId>) -> BTreeSet<NodeId> {
        let mut found = Found::Few(BTreeSet::new());
        let mut open = Vec::new();
        for start in nodes {
            open.push(start);
            while let Some(node) = open.pop() {
                if !found.insert(node, self.n_ids()) {
                    continue;
                }
                let back = self.edges_to(node).map(|edge| edge.node);
                open.extend(self.targets(node).chain(back));
            }
        }
        found.into_set()
    }

    /// The same where it is small, given up once there are more than so many.
    pub fn component_up_to(&self, node: NodeId, most: usize) -> BTreeSet<NodeId> {
        let mut found = BTreeSet::from([node]);
        let mut open = vec![node];
        while let Some(node) = open.pop().filter(|_| found.len() <= most) {
            let back = self.edges_to(node).map(|edge| edge.node);
            for next in self.targets(node).chain(back) {
                if found.insert(next) {
                    open.push(next);
                }
            }
        }
        found
    }
}

/// More nodes than this are found faster in a column for all nodes than one by one.
const FEW: usize = 4096;

/// The nodes that were found so far. It costs as much as there are, and no more than all nodes do.
enum Found {
    Few(BTreeSet<NodeId>),
    /// By node: whether it was found.
    Many(Vec<bool>),
}

impl Found {
    /// Says whether it is a new one.
    fn insert(&mut self, node: NodeId, n_ids: u32) -> bool {
        match self {
            Found::Few(set) => {
                let is_new = set.insert(node);
                if set.len() > FEW {
                    let mut column = vec![false; n_ids as usize];
                    for node in &*set {
                        mark(&mut column, *node);
                    }
                    *self = Found::Many(column);
                }
                is_new
            }
            Found::Many(column) => mark(column, node),
        }
    }

    fn into_set(self) -> BTreeSet<NodeId> {
        match self {
            Found::Few(set) => set,
            Found::Many(column) => {
                let ids = column.into_iter().zip(0..).filter(|(is_found, _)| *is_found);
                ids.map(|(_, id)| NodeId(id)).collect()
            }
        }
    }
}

/// Says whether it was not marked before.
fn mark(column: &mut [bool], node: NodeId) -> bool {
    column.get_mut(node.idx()).is_some_and(|is_found| !std::mem::replace(is_found, true))
}

#[cfg(test)]
mod tests {
    use super::super::tests::area;
    use super::*;

    #[test]
    fn components_are_whole_be_they_small_or_large() {
        // A chain longer than what is few, two nodes that are joined one way, and one by itself.
        let chain = (0..65).flat_map(|y| (0..64).map(move |k| (k % 8, y * 8 + k / 8)));
        let chain: Vec<(i32, i32)> = chain.collect();
        let n = chain.len() as u32;
        assert!(chain.len() > FEW);
        let nodes = [&chain[..], &[(12, 4), (14, 4), (12, 60)]].concat();
        let edges: Vec<(u32, u32)> = (1..n).map(|i| (i - 1, i)).chain([(n + 1, n)]).collect();
        let area = area(&nodes, &edges);
        let set = |ids: std::ops::Range<u32>| ids.map(NodeId).collect::<BTreeSet<_>>();
        assert_eq!(area.component_of(NodeId(n / 2)), set(0..n));
        assert_eq!(area.component_of(NodeId(n)), set(n..n + 2), "against the edge");
        assert_eq!(area.component_of(NodeId(n + 2)), set(n + 2..n + 3));
        assert_eq!(area.components_of([NodeId(n + 2), NodeId(0), NodeId(n + 1)]), set(0..n + 3));
        assert!(area.components_of([]).is_empty());
    }
}
