//! What the pointer means in an area: a node, an edge, or the ground beside them.

use landwright_core::space::tera::PosInWorld;
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::area::near::FARTHEST_EDGE;

use super::document::AreaDocument;
use crate::kind::tera::tool::{AreaPointer, Drawn, Grip, distance_to_line};

/// Where nodes are close together, the pointer has to be nearer to one: within this share of the
/// distance to the next.
const REACH: f64 = 1.0 / 3.0;
/// But never nearer than this share of the usual reach, so that a hand can do it.
const LEAST_REACH: f64 = 3.0 / 8.0;
/// To be right on a node that is alone: a share of the usual reach.
const FIRM: f64 = 0.5;
/// Where nodes are close together, a share of the distance to the next: most of the ground stays
/// free for boxes.
const FIRM_AMONG_MANY: f64 = 0.25;

impl AreaDocument {
    /// The node that is meant by anyone who wants one: the one that is seen, or else the highest.
    pub(super) fn pointed_at(&self, pointer: AreaPointer) -> Option<NodeId> {
        match pointer.seen {
            Some(seen) => seen.node.map(|(node, _)| node),
            None if pointer.drawn == Drawn::Density => None,
            None => self.node_at(pointer.at_in_world, pointer.radius),
        }
    }

    /// The node that a click selects.
    pub(super) fn clicked_at(&self, pointer: AreaPointer) -> Option<(NodeId, Grip)> {
        match pointer.seen {
            Some(seen) => seen.node,
            None if pointer.drawn == Drawn::Density => None,
            None => self.node_to_click(pointer.at_in_world, pointer.radius),
        }
    }

    /// The node that a drag moves: one that is selected, or that the pointer is right on. Any other
    /// drag draws a box.
    pub(super) fn gripped(&self, pointer: AreaPointer) -> Option<NodeId> {
        let (node, grip) = self.clicked_at(pointer)?;
        (grip == Grip::Firm || self.selection.contains(&node)).then_some(node)
    }

    pub(super) fn edge_clicked_at(&self, pointer: AreaPointer) -> Option<EdgeRef> {
        match pointer.seen {
            Some(seen) => seen.edge,
            None if pointer.drawn != Drawn::NodesAndEdges => None,
            None => self.edge_at(pointer.at_in_world, pointer.radius),
        }
    }

    /// The node that a click on the ground selects, where nodes are drawn singly.
    pub fn node_to_click(&self, at: [f64; 2], radius: f64) -> Option<(NodeId, Grip)> {
        let node = self.node_at(at, radius)?;
        let pos = self.pos(node)?;
        let off = pos.distance_on_ground(PosInWorld { x: at[0], y: at[1], z: 0.0 });
        let room = self.room_around(pos, radius / REACH);
        if off > (room * REACH).max(radius * LEAST_REACH) {
            return None;
        }
        let is_firm = off <= (room * FIRM_AMONG_MANY).min(radius * FIRM);
        Some((node, if is_firm { Grip::Firm } else { Grip::Near }))
    }

    /// How far it is to the next node on the ground, as far as somebody asks. What is right above
    /// or below is none beside it.
    fn room_around(&self, pos: PosInWorld, most: f64) -> f64 {
        let near = self.area().nodes_near(pos, most);
        let near = near.filter(|(next, _)| self.slice.holds(next.z));
        let off = near.map(|(next, _)| next.distance_on_ground(pos));
        off.filter(|off| *off > 0.0).fold(most, f64::min)
    }

    /// The node that is nearest to a place on the ground, the highest of several there.
    pub fn node_at(&self, [x, y]: [f64; 2], radius: f64) -> Option<NodeId> {
        let at = PosInWorld { x, y, z: 0.0 };
        let near = self.area().nodes_near(at, radius);
        let near = near.filter(|(pos, _)| self.slice.holds(pos.z));
        let off = near.map(|(pos, node)| (pos.distance_on_ground(at), pos.z, node));
        let nearest = off
            .filter(|(off, ..)| *off <= radius)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        nearest.map(|(.., node)| node)
    }

    pub(super) fn edge_at(&self, at: [f64; 2], radius: f64) -> Option<EdgeRef> {
        let place = PosInWorld { x: at[0], y: at[1], z: 0.0 };
        let area = self.area();
        let near = area.nodes_near(place, radius + FARTHEST_EDGE);
        let edges = near.filter(|(pos, _)| self.slice.holds(pos.z)).flat_map(|(pos, node)| {
            area.edges(node).filter_map(move |edge| {
                let to = area.pos(edge.target.node()?)?;
                Some((distance_to_line(at, pos, to), EdgeRef::new(node, edge.octant)))
            })
        });
        let nearest = edges
            .filter(|(off, _)| *off <= radius)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        nearest.map(|(_, edge)| edge)
    }
}
