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
        // A set of millions takes seconds to make one by one.
        let mut found = vec![false; self.n_ids() as usize];
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let back = self.edges_to(node).map(|edge| edge.node);
            for next in self.targets(node).chain(back).chain([node]) {
                let Some(is_found) = found.get_mut(next.idx()).filter(|is_found| !**is_found)
                else {
                    continue;
                };
                *is_found = true;
                open.push(next);
            }
        }
        let ids = found.into_iter().zip(0..).filter(|(is_found, _)| *is_found);
        ids.map(|(_, id)| NodeId(id)).collect()
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
