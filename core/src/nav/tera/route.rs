//! Ways through a path graph: the shortest, and where a way that is not there is cut off.

use crate::problem::counted::counted;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde::Serialize;

use crate::space::tera::PosInWorld;

/// Nodes with places, and edges between them.
pub trait Graph {
    /// All nodes have lower numbers.
    fn n_nodes(&self) -> u32;

    fn contains(&self, node: u32) -> bool;

    /// Where a node is; anything for one that is not there.
    fn pos(&self, node: u32) -> Option<PosInWorld>;

    /// Calls with every node that an edge leads to.
    fn for_each_target(&self, node: u32, visit: impl FnMut(u32));

    /// Calls with every node that an edge leads from.
    fn for_each_source(&self, node: u32, visit: impl FnMut(u32));
}

/// The shortest way from a node to another, by the lengths of its edges.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Route {
    /// The first is where it starts, the last where it ends.
    pub nodes: Vec<u32>,
    /// In the game's units.
    pub length: f64,
}

/// Why there is no way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum NoRoute {
    #[error("there is no node #{node}")]
    NoNode { node: u32 },
    /// Edges lead from one to the other, but not all of them the right way.
    #[error("the edge from #{to} to #{from} is one-way, and the path goes against it")]
    OneWay { from: u32, to: u32 },
    /// No edges connect the two, whichever way.
    #[error(
        "no path: {} connected to the start, and #{stuck_at} is the nearest of them to the goal",
        counted(*.n_reached, "node hangs", "nodes hang")
    )]
    Apart { n_reached: u32, stuck_at: u32 },
}

/// The shortest way between two nodes, or why there is none.
pub fn route(graph: &impl Graph, from: u32, to: u32) -> Result<Route, NoRoute> {
    let pos = |node| {
        let is_there = graph.contains(node);
        graph.pos(node).filter(|_| is_there).ok_or(NoRoute::NoNode { node })
    };
    pos(from)?;
    let goal = pos(to)?;
    let mut search = Search::new(graph.n_nodes());
    search.reach(from, from, 0.0, || distance(graph, from, goal));
    while let Some(node) = search.next() {
        if node == to {
            return Ok(search.route(graph, from, to));
        }
        let so_far = search.cost(node);
        let Some(own) = graph.pos(node) else { continue };
        graph.for_each_target(node, |target| {
            if search.is_closed(target) {
                return;
            }
            if let Some(pos) = graph.pos(target) {
                let cost = so_far + own.distance(pos);
                search.reach(target, node, cost, || cost + pos.distance(goal));
            }
        });
    }
    Err(why_not(graph, from, to, goal))
}

/// The way that goes against the fewest edges tells which of them is at fault.
fn why_not(graph: &impl Graph, from: u32, to: u32, goal: PosInWorld) -> NoRoute {
    let mut search = Search::new(graph.n_nodes());
    search.reach(from, from, 0.0, || 0.0);
    let mut n_reached = 0;
    let mut nearest = (f64::INFINITY, from);
    while let Some(node) = search.next() {
        if node == to {
            return search.first_against(graph, from, to);
        }
        n_reached += 1;
        let off = distance(graph, node, goal);
        if off < nearest.0 {
            nearest = (off, node);
        }
        let so_far = search.cost(node);
        graph.for_each_target(node, |next| search.reach(next, node, so_far, || so_far));
        let against = so_far + 1.0;
        graph.for_each_source(node, |next| search.reach(next, node, against, || against));
    }
    NoRoute::Apart { n_reached, stuck_at: nearest.1 }
}

fn distance(graph: &impl Graph, node: u32, goal: PosInWorld) -> f64 {
    let distance = graph.pos(node).map_or(f64::INFINITY, |pos| pos.distance(goal));
    if distance.is_nan() { f64::INFINITY } else { distance }
}

/// What a search knows of the nodes.
struct Search {
    /// Nodes to go on from, the one with the least estimate first, and of equals the first: the
    /// bits of the estimate, which sort as it does, and those of the node.
    open: BinaryHeap<Reverse<u64>>,
    visits: Vec<Visit>,
}

/// The bits of the cost of the best way to a node so far, and the node before it. Costs are kept
/// with 1 added, so that 0 is none: memory that is never looked at is never filled. They are
/// negative once nothing can be better.
type Visit = [u32; 2];

const CLOSED: u32 = 1 << 31;

impl Search {
    fn new(n_nodes: u32) -> Search {
        Search { open: BinaryHeap::new(), visits: vec![[0; 2]; n_nodes as usize] }
    }

    /// Notes a way to a node that is open, where it is the best so far.
    fn reach(&mut self, node: u32, from: u32, cost: f64, estimate: impl FnOnce() -> f64) {
        let Some(visit) = self.visits.get_mut(node as usize) else { return };
        let [known, _] = *visit;
        let cost = bits(cost + 1.0);
        if known == 0 || cost < known && known & CLOSED == 0 {
            *visit = [cost, from];
            self.open.push(Reverse(u64::from(bits(estimate())) << 32 | u64::from(node)));
        }
    }

    /// The next node to go on from, each once.
    fn next(&mut self) -> Option<u32> {
        loop {
            let Reverse(first) = self.open.pop()?;
            let node = first as u32;
            let [cost, _] = self.visits.get_mut(node as usize)?;
            if *cost & CLOSED == 0 {
                *cost |= CLOSED;
                return Some(node);
            }
        }
    }

    fn cost(&self, node: u32) -> f64 {
        let visit = self.visits.get(node as usize);
        visit.map_or(0.0, |[cost, _]| f64::from(f32::from_bits(cost & !CLOSED)) - 1.0)
    }

    fn is_closed(&self, node: u32) -> bool {
        self.visits.get(node as usize).is_some_and(|[cost, _]| cost & CLOSED != 0)
    }

    fn nodes(&self, from: u32, to: u32) -> Vec<u32> {
        let before = |node: &u32| {
            let [_, before] = *self.visits.get(*node as usize)?;
            (*node != from).then_some(before)
        };
        let mut nodes: Vec<u32> = std::iter::successors(Some(to), before).collect();
        nodes.reverse();
        nodes
    }

    fn route(&self, graph: &impl Graph, from: u32, to: u32) -> Route {
        let nodes = self.nodes(from, to);
        let steps = nodes.iter().zip(nodes.iter().skip(1));
        let lengths = steps.filter_map(|(a, b)| Some(graph.pos(*a)?.distance(graph.pos(*b)?)));
        let length = lengths.sum();
        Route { nodes, length }
    }

    /// The first edge that the way goes against.
    fn first_against(&self, graph: &impl Graph, from: u32, to: u32) -> NoRoute {
        let nodes = self.nodes(from, to);
        let mut steps = nodes.iter().zip(nodes.iter().skip(1));
        let is_against = |(from, to): &(&u32, &u32)| {
            let mut leads = false;
            graph.for_each_target(**from, |target| leads |= target == **to);
            !leads
        };
        match steps.find(is_against) {
            Some((from, to)) => NoRoute::OneWay { from: *from, to: *to },
            None => NoRoute::OneWay { from, to },
        }
    }
}

/// Of a number that is not negative. What is no number is as far as can be.
fn bits(value: f64) -> u32 {
    let value = value as f32;
    if value.is_nan() { f32::INFINITY.to_bits() } else { value.max(0.0).to_bits() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes in a plane, and which lead to which.
    struct Small {
        places: Vec<(f64, f64)>,
        edges: Vec<(u32, u32)>,
    }

    impl Graph for Small {
        fn n_nodes(&self) -> u32 {
            self.places.len() as u32
        }

        fn contains(&self, node: u32) -> bool {
            (node as usize) < self.places.len()
        }

        fn pos(&self, node: u32) -> Option<PosInWorld> {
            let (x, y) = *self.places.get(node as usize)?;
            Some(PosInWorld { x, y, z: 0.0 })
        }

        fn for_each_target(&self, node: u32, visit: impl FnMut(u32)) {
            self.edges.iter().filter(|edge| edge.0 == node).map(|edge| edge.1).for_each(visit);
        }

        fn for_each_source(&self, node: u32, visit: impl FnMut(u32)) {
            self.edges.iter().filter(|edge| edge.1 == node).map(|edge| edge.0).for_each(visit);
        }
    }

    /// A number from 0 to below `n`, and the next state of a linear congruential generator.
    fn below(state: &mut u64, n: u32) -> u32 {
        *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (*state >> 33) as u32 % n
    }

    fn row(edges: &[(u32, u32)]) -> Small {
        let places = (0..5).map(|x| (f64::from(x) * 10.0, 0.0)).collect();
        Small { places, edges: edges.to_vec() }
    }

    #[test]
    fn a_way_that_is_cut_off_says_why() {
        let graph = row(&[(0, 1), (1, 2), (3, 2), (3, 4)]);
        let found = route(&graph, 0, 2).unwrap();
        assert_eq!((found.nodes, found.length), (vec![0, 1, 2], 20.0));
        assert_eq!(route(&graph, 3, 3).unwrap().nodes, [3]);
        assert_eq!(route(&graph, 0, 4), Err(NoRoute::OneWay { from: 2, to: 3 }));
        assert_eq!(route(&graph, 0, 9), Err(NoRoute::NoNode { node: 9 }));
        let apart = row(&[(0, 1), (1, 0), (3, 4)]);
        assert_eq!(route(&apart, 0, 4), Err(NoRoute::Apart { n_reached: 2, stuck_at: 1 }));
    }

    #[test]
    fn the_way_is_as_short_as_any() {
        let mut state = 3;
        for _ in 0..60 {
            let n = 2 + below(&mut state, 14);
            let place =
                |state: &mut u64| (f64::from(below(state, 100)), f64::from(below(state, 100)));
            let places: Vec<_> = (0..n).map(|_| place(&mut state)).collect();
            let edges = (0..3 * n).map(|_| (below(&mut state, n), below(&mut state, n))).collect();
            let graph = Small { places, edges };
            // Every length, by going on until nothing gets shorter.
            let mut lengths = vec![f64::INFINITY; n as usize];
            lengths[0] = 0.0;
            for _ in 0..n {
                for (a, b) in &graph.edges {
                    let step = graph.pos(*a).unwrap().distance(graph.pos(*b).unwrap());
                    let way = lengths[*a as usize] + step;
                    lengths[*b as usize] = lengths[*b as usize].min(way);
                }
            }
            for (to, length) in lengths.iter().enumerate() {
                match route(&graph, 0, to as u32) {
                    Ok(found) => {
                        assert!((found.length - length).abs() < 0.01, "{found:?} {length}");
                    }
                    Err(_) => assert!(length.is_infinite()),
                }
            }
        }
    }
}
