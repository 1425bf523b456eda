//! The way over the polygons of a mesh that costs least, as a server's search finds it.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

use crate::nav::eq::mesh::shape::{between, distance, middle};
use crate::nav::eq::mesh::{Link, Mesh, Point};
use crate::space::eq::area::cost;

/// A search ends when it has looked at so many polygons, unless a server's rules say otherwise.
pub const USUAL_NODES: usize = 4092;
/// A server follows so many polygons of a way, and no more.
pub const MOST_POLYGONS: usize = 256;

/// What is left of a straight line as a guess, so that it is never too large.
const GUESS: f32 = 0.999;

/// How a search ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// From the start to the goal, or as near to it as the search came.
    pub polygons: Vec<usize>,
    pub has_arrived: bool,
    /// It looked at as many polygons as it may.
    pub is_out_of_nodes: bool,
    pub cost: f32,
}

/// A polygon, and by which side of its tile it was entered.
type Key = (usize, u8);

#[derive(Debug, Clone, Copy)]
struct Node {
    at: Point,
    cost: f32,
    total: f32,
    from: Option<Key>,
    is_closed: bool,
}

/// An entry of the queue; the least total is the largest.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Waiting {
    total: f32,
    serial: usize,
    key: Key,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        other.total.total_cmp(&self.total).then(other.serial.cmp(&self.serial))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Mesh {
    /// Searches from a place on a polygon to a place on another one, over polygons that are wanted.
    pub fn search(
        &self,
        [start, goal]: [(usize, Point); 2],
        most_nodes: usize,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Found {
        let guess = |at: Point| distance(at, goal.1) * GUESS;
        let mut nodes: BTreeMap<Key, Node> = BTreeMap::new();
        let mut queue = BinaryHeap::new();
        let first = (start.0, 0);
        let total = guess(start.1);
        let mut found = Found {
            polygons: vec![start.0],
            has_arrived: start.0 == goal.0,
            is_out_of_nodes: false,
            cost: 0.0,
        };
        if found.has_arrived {
            found.cost = distance(start.1, goal.1) * self.cost_of(start.0);
            return found;
        }
        nodes.insert(first, Node { at: start.1, cost: 0.0, total, from: None, is_closed: false });
        queue.push(Waiting { total, serial: 0, key: first });
        let (mut serial, mut nearest) = (1, (total, first));
        while let Some(Waiting { key, total, .. }) = queue.pop() {
            let Some(node) = nodes.get_mut(&key) else { continue };
            // An entry that a better one replaced.
            if node.is_closed || node.total.total_cmp(&total) != Ordering::Equal {
                continue;
            }
            node.is_closed = true;
            let node = *node;
            if key.0 == goal.0 {
                found.has_arrived = true;
                nearest.1 = key;
                break;
            }
            let links = self.polygons.get(key.0).into_iter().flat_map(|polygon| polygon.links());
            for link in links {
                let to = link.to;
                if node.from.is_some_and(|(from, _)| from == to) || !is_wanted(to) {
                    continue;
                }
                let side = if link.side == 0xff { 0 } else { link.side >> 1 };
                let next = (to, side);
                let known = nodes.get(&next).copied();
                if known.is_none() && nodes.len() >= most_nodes {
                    found.is_out_of_nodes = true;
                    continue;
                }
                let at = known.map_or_else(|| self.crossing(key.0, link), |known| known.at);
                let mut cost = node.cost + distance(node.at, at) * self.cost_of(key.0);
                let mut left = guess(at);
                if to == goal.0 {
                    cost += distance(at, goal.1) * self.cost_of(to);
                    left = 0.0;
                }
                let total = cost + left;
                // A damaged mesh has costs that are no numbers; those are no better than what is known.
                let is_better =
                    |known: Node| total.partial_cmp(&known.total) == Some(Ordering::Less);
                if known.is_some_and(|known| !is_better(known)) {
                    continue;
                }
                nodes.insert(next, Node { at, cost, total, from: Some(key), is_closed: false });
                queue.push(Waiting { total, serial, key: next });
                serial += 1;
                if left < nearest.0 {
                    nearest = (left, next);
                }
            }
        }
        found.cost = nodes.get(&nearest.1).map_or(0.0, |node| node.cost);
        found.polygons.clear();
        let mut next = Some(nearest.1);
        while let Some((polygon, node)) = next.and_then(|key| Some((key.0, nodes.get(&key)?))) {
            found.polygons.push(polygon);
            next = node.from;
            if found.polygons.len() > nodes.len() {
                break;
            }
        }
        found.polygons.reverse();
        found
    }

    fn cost_of(&self, polygon: usize) -> f32 {
        self.polygons.get(polygon).map_or(1.0, |polygon| cost(polygon.area))
    }

    /// The middle of what two polygons share.
    fn crossing(&self, from: usize, link: &Link) -> Point {
        let [left, right] = self.portal(from, link).unwrap_or_default();
        middle(&[left, right])
    }

    /// What has to be crossed from a polygon by a link: its left and right end.
    pub fn portal(&self, from: usize, link: &Link) -> Option<[Point; 2]> {
        let (own, to) = (self.polygons.get(from)?, self.polygons.get(link.to)?);
        if own.is_connection {
            return Some([*own.corners.get(usize::from(link.edge))?; 2]);
        }
        if to.is_connection {
            let back = to.links().find(|back| back.to == from)?;
            return Some([*to.corners.get(usize::from(back.edge))?; 2]);
        }
        let edge = usize::from(link.edge);
        let next = if edge + 1 == own.corners.len() { 0 } else { edge + 1 };
        let [left, right] = [*own.corners.get(edge)?, *own.corners.get(next)?];
        if link.side == 0xff || link.open == [0, 255] {
            return Some([left, right]);
        }
        Some(link.open.map(|share| between(left, right, f32::from(share) / 255.0)))
    }

    /// The link that leads from a polygon to the next one.
    pub fn link_to(&self, from: usize, to: usize) -> Option<&Link> {
        self.polygons.get(from)?.links().find(|link| link.to == to)
    }
}
