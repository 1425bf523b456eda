//! An area as the file that is saved.

use crate::format::tera::apd::{Apd, Node, NodeRange, TooMany, ZonePaths};
use crate::format::tera::{N_SQUARES, SQUARES_PER_ZONE};

use super::id::{NodeId, SquareId, Target};
use super::{Area, Ranges};

/// An id whose node is not in the file.
const NO_INDEX: u32 = u32::MAX;

/// What nodes are called in a file where that is not by their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileNumbers {
    /// By id.
    index_of: Vec<u32>,
}

impl FileNumbers {
    /// `None` for a node that is not in the file.
    pub fn of(&self, node: NodeId) -> Option<NodeId> {
        let index = *self.index_of.get(node.idx())?;
        Some(NodeId(index)).filter(|_| index != NO_INDEX)
    }

    /// So many ids there were when it was written.
    pub fn n_ids(&self) -> u32 {
        self.index_of.len() as u32
    }
}

impl Area {
    /// The nodes in the order in which they are written.
    pub fn file_order(&self) -> Vec<NodeId> {
        match &self.ranges {
            Ranges::Running => self.squares().flat_map(|square| self.nodes_in(square)).collect(),
            // Nodes neither come nor go while the ranges are kept.
            Ranges::Kept(_) => self.nodes().collect(),
        }
    }

    /// The numbers of nodes in the file that is saved; `None` where those are their ids.
    pub fn numbers_in_file(&self) -> Option<FileNumbers> {
        let index_of = self.index_of(&self.file_order());
        let is_own = |(id, index): (u32, &u32)| id == *index;
        (!(0..).zip(&index_of).all(is_own)).then_some(FileNumbers { index_of })
    }

    fn index_of(&self, order: &[NodeId]) -> Vec<u32> {
        let mut index_of = vec![NO_INDEX; self.n_ids() as usize];
        for (node, index) in order.iter().zip(0..) {
            if let Some(place) = index_of.get_mut(node.idx()) {
                *place = index;
            }
        }
        index_of
    }

    /// The APD that is saved.
    pub fn to_apd(&self) -> Result<Apd, TooMany> {
        let order = self.file_order();
        let index_of = self.index_of(&order);
        let n_nodes = order.len() as u32;
        let index = |target: Target| match target {
            Target::Node(node) => index_of.get(node.idx()).copied().unwrap_or(NO_INDEX),
            // As it was, as long as that leads nowhere.
            Target::Nowhere(index) if index >= n_nodes => index,
            Target::Nowhere(_) => NO_INDEX,
        };
        let nodes = order.iter().map(|node| {
            let mut edges = [None; 8];
            for edge in self.edges(*node) {
                if let Some(place) = edges.get_mut(usize::from(edge.octant.number())) {
                    *place = Some(index(edge.target));
                }
            }
            Node { position: self.words.position(*node).unwrap_or_default(), edges }
        });
        let mut apd = Apd::new(nodes, self.zone_paths())?;
        apd.tail = self.frame.tail.clone();
        Ok(apd)
    }

    fn zone_paths(&self) -> Vec<ZonePaths> {
        let mut first = 0;
        let mut running = |square: SquareId| {
            let range = NodeRange { first, count: self.nodes_in(square).count() as u8 };
            first += u32::from(range.count);
            range
        };
        let mut range = |square: SquareId| match &self.ranges {
            Ranges::Running => running(square),
            Ranges::Kept(kept) => kept.get(square.idx()).copied().unwrap_or_default(),
        };
        let zones = self.frame.zones.iter().enumerate();
        let zones = zones.map(|(zone_idx, zone)| {
            ZonePaths::from_squares(zone.x, zone.y, |x, y| {
                let in_zone = usize::from(x) * SQUARES_PER_ZONE + usize::from(y);
                range(SquareId((zone_idx * N_SQUARES + in_zone) as u32))
            })
        });
        zones.collect()
    }
}
