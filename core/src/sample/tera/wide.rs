//! Paths over a wide land of many zones, for measuring: made quickly, without its geometry.

use std::ops::Range;

use super::land::Land;
use crate::format::tera::apd::{Apd, Node, NodeRange, TooMany, ZonePaths};
use crate::format::tera::{CELLS_PER_SQUARE, N_SQUARES, SQUARES_PER_ZONE};
use crate::nav::tera::Stride;
use crate::sample::rng::Rng;
use crate::scene::chance::mix;
use crate::space::tera::{CellInSquare, CellInWorld, Octant, Origin, PosInWorld};

/// About as many as in a zone of the game.
const NODES_PER_ZONE: u32 = 22_222;

/// Steeper than this nobody climbs: as much up as along.
const STEEPEST: f64 = 1.0;

/// A path graph of so many nodes.
///
/// A node has edges to the nearest one in each octant among the squares around it, within reach
/// and where it isn't too steep; nobody has walked there.
pub fn wide_paths(seed: u64, n_nodes: u32) -> Result<Apd, TooMany> {
    let wide = Wide::new(seed, n_nodes);
    let places = wide.places();
    let squares = (0..wide.n_squares()).map(|idx| wide.square_at(idx));
    let nodes = squares.flat_map(|square| {
        let around = wide.nodes_around(square);
        let connected = |node| wide.connected(&places, node, &around);
        wide.nodes_of(square).map(connected).collect::<Vec<_>>()
    });
    Apd::new(nodes, wide.zones())
}

/// How many nodes there are, and over how much land.
struct Wide {
    seed: u64,
    n_nodes: u32,
    /// Zones along x and along y.
    side: (u32, u32),
}

/// A square, counted from the low corner of the land.
#[derive(Clone, Copy)]
struct Square {
    x: u32,
    y: u32,
}

impl Wide {
    fn new(seed: u64, n_nodes: u32) -> Wide {
        let n_zones = n_nodes.div_ceil(NODES_PER_ZONE).max(1);
        let side_x = n_zones.isqrt().max(1);
        Wide { seed, n_nodes, side: (side_x, n_zones.div_ceil(side_x)) }
    }

    fn n_squares(&self) -> u64 {
        u64::from(self.side.0) * u64::from(self.side.1) * N_SQUARES as u64
    }

    /// The square of this place in the file.
    fn square_at(&self, idx: u64) -> Square {
        let side = SQUARES_PER_ZONE as u64;
        let (zone, in_zone) = (idx / N_SQUARES as u64, idx % N_SQUARES as u64);
        let (zone_x, zone_y) = (zone / u64::from(self.side.1), zone % u64::from(self.side.1));
        Square {
            x: (zone_x * side + in_zone / side) as u32,
            y: (zone_y * side + in_zone % side) as u32,
        }
    }

    /// The place of a square in the file.
    fn idx_of(&self, square: Square) -> u64 {
        let side = SQUARES_PER_ZONE as u32;
        let zone = u64::from(square.x / side * self.side.1 + square.y / side);
        zone * N_SQUARES as u64 + u64::from(square.x % side * side + square.y % side)
    }

    /// The first node of a square: as many on average as there must be, give or take one.
    fn first_node(&self, idx: u64) -> u32 {
        let n_nodes = u64::from(self.n_nodes);
        let is_inside = idx > 0 && idx < self.n_squares();
        let shift = if is_inside { mix(self.seed ^ idx) % n_nodes.max(1) } else { 0 };
        ((idx * n_nodes + shift) / self.n_squares()) as u32
    }

    fn nodes_of(&self, square: Square) -> Range<u32> {
        let idx = self.idx_of(square);
        self.first_node(idx)..self.first_node(idx + 1)
    }

    /// The nodes of a square and of the eight around it.
    fn nodes_around(&self, square: Square) -> Vec<u32> {
        let side = SQUARES_PER_ZONE as u32;
        let along = |at: u32, n_zones: u32| at.saturating_sub(1)..(at + 2).min(n_zones * side);
        let columns = along(square.x, self.side.0);
        let squares =
            columns.flat_map(|x| along(square.y, self.side.1).map(move |y| Square { x, y }));
        squares.flat_map(|square| self.nodes_of(square)).collect()
    }

    /// Where every node stands, in the order of the file.
    fn places(&self) -> Vec<PosInWorld> {
        let land = Land::new(self.seed);
        let side = CELLS_PER_SQUARE as u32;
        let centre = u32::from(CellInSquare::CENTRE.x());
        let mut places = Vec::with_capacity(self.n_nodes as usize);
        for idx in 0..self.n_squares() {
            let square = self.square_at(idx);
            let mut rng = Rng::new(mix(self.seed ^ 1 ^ idx));
            for (nth, _) in self.nodes_of(square).enumerate() {
                let (x, y) = match nth {
                    0 => (centre, centre),
                    _ => (rng.below(side), rng.below(side)),
                };
                let cell = CellInWorld {
                    x: (square.x * side + x).cast_signed(),
                    y: (square.y * side + y).cast_signed(),
                };
                places.push(cell.centre(land.ground(cell) as i16));
            }
        }
        places
    }

    fn connected(&self, places: &[PosInWorld], node: u32, around: &[u32]) -> Node {
        let mut edges = [None; 8];
        let Some(from) = places.get(node as usize) else { return Node::default() };
        let mut nearest = [f64::INFINITY; 8];
        for target in around {
            let Some(to) = places.get(*target as usize) else { continue };
            let Some(octant) = Octant::towards(*from, *to) else { continue };
            let octant = usize::from(octant.number());
            let (on_ground, distance) = (from.distance_on_ground(*to), from.distance(*to));
            let is_walkable = on_ground <= f64::from(Stride::default().reach)
                && (to.z - from.z).abs() <= on_ground * STEEPEST;
            if let (Some(edge), Some(nearest)) = (edges.get_mut(octant), nearest.get_mut(octant))
                && is_walkable
                && distance < *nearest
            {
                (*edge, *nearest) = (Some(*target), distance);
            }
        }
        Node { position: from.to_bits(), edges }
    }

    fn zones(&self) -> Vec<ZonePaths> {
        let zones = (0..self.side.0).flat_map(|x| (0..self.side.1).map(move |y| (x, y)));
        let squares_of = |zone_x: u32, zone_y: u32| {
            let side = SQUARES_PER_ZONE as u32;
            let origin = Origin::USUAL;
            let (x, y) = (origin.zone_x as u32 + zone_x, origin.zone_y as u32 + zone_y);
            ZonePaths::from_squares(x, y, |x, y| {
                let square =
                    Square { x: zone_x * side + u32::from(x), y: zone_y * side + u32::from(y) };
                let nodes = self.nodes_of(square);
                NodeRange { first: nodes.start, count: nodes.len() as u8 }
            })
        };
        zones.map(|(x, y)| squares_of(x, y)).collect()
    }
}
