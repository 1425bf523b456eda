//! Which nodes are near a place, by the squares that list them.

use std::collections::BTreeSet;

use crate::format::tera::CELLS_PER_SQUARE;
use crate::space::tera::{PosInWorld, SquareInWorld, UNITS_PER_SQUARE};

use super::Area;
use super::id::{NodeId, SquareId};
use super::volumes::Volumes;

/// Nobody asks farther: more squares than that are looked at one by one.
const MAX_REACH: f64 = 4096.0;

const _: () = assert!(UNITS_PER_SQUARE as usize == CELLS_PER_SQUARE * 16);

/// Edges of the game's own reach no farther.
pub const FARTHEST_EDGE: f64 = 450.0;

/// Of more squares than this, all nodes of their zones are taken: that is quicker.
const MANY_SQUARES: usize = 500;

impl Area {
    /// The nodes that stand on touched cells or have an edge over them, give or take the rest of
    /// their squares; in no order, and some of them more than once.
    pub fn nodes_over(&self, volumes: &Volumes) -> Vec<NodeId> {
        let cells = volumes.cells().filter_map(|(zone, cell, _)| {
            self.origin().world_from_zone(zone, cell).map(SquareInWorld::of)
        });
        let squares: BTreeSet<SquareInWorld> = cells.collect();
        if squares.len() > MANY_SQUARES {
            let zones: BTreeSet<_> = volumes.zones().collect();
            let is_over = |node: &NodeId| {
                let place = self.pos(*node).and_then(|pos| self.cell_at(pos));
                place.is_some_and(|(zone, _)| zones.contains(&zone))
            };
            return self.nodes().filter(is_over).collect();
        }
        let side = f64::from(UNITS_PER_SQUARE);
        let over = squares.into_iter().flat_map(|square| {
            let low = [f64::from(square.x) * side, f64::from(square.y) * side];
            let centre = PosInWorld { x: low[0] + side / 2.0, y: low[1] + side / 2.0, z: 0.0 };
            let near = self.nodes_near(centre, side / 2.0 + FARTHEST_EDGE);
            near.filter(move |(pos, node)| {
                let ends = self.targets(*node).filter_map(|target| self.pos(target));
                ends.chain([*pos]).any(|end| {
                    let reaches = |from: f64, to: f64, low: f64| {
                        from.min(to) <= low + side && from.max(to) >= low
                    };
                    reaches(pos.x, end.x, low[0]) && reaches(pos.y, end.y, low[1])
                })
            })
        });
        over.map(|(_, node)| node).collect()
    }

    /// The squares that a reach around a place touches, and the area has.
    pub fn squares_near(
        &self,
        pos_in_world: PosInWorld,
        reach: f64,
    ) -> impl Iterator<Item = SquareId> {
        let side = f64::from(UNITS_PER_SQUARE);
        let reach = reach.clamp(0.0, MAX_REACH);
        let from = move |at: f64| ((at - reach) / side).floor();
        let n_squares = move |at: f64| {
            let n = ((at + reach) / side).floor() - from(at) + 1.0;
            if n.is_finite() { n as u32 } else { 0 }
        };
        let PosInWorld { x, y, z } = pos_in_world;
        let centre = move |first: f64, n: u32| (first + f64::from(n) + 0.5) * side;
        let places = (0..n_squares(x)).flat_map(move |n_x| {
            (0..n_squares(y)).map(move |n_y| PosInWorld {
                x: centre(from(x), n_x),
                y: centre(from(y), n_y),
                z,
            })
        });
        places.filter_map(|place| self.square_at(place))
    }

    /// The nodes in those squares: all within reach, and some beyond.
    pub fn nodes_near(
        &self,
        pos_in_world: PosInWorld,
        reach: f64,
    ) -> impl Iterator<Item = (PosInWorld, NodeId)> {
        let squares = self.squares_near(pos_in_world, reach);
        let nodes = squares.flat_map(|square| self.nodes_in(square));
        nodes.filter_map(|node| Some((self.pos(node)?, node)))
    }
}
