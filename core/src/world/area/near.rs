//! Which nodes are near a place, by the squares that list them.

use crate::format::tera::CELLS_PER_SQUARE;
use crate::space::tera::{PosInWorld, UNITS_PER_SQUARE};

use super::Area;
use super::id::{NodeId, SquareId};

/// Nobody asks farther: more squares than that are looked at one by one.
const MAX_REACH: f64 = 4096.0;

const _: () = assert!(UNITS_PER_SQUARE as usize == CELLS_PER_SQUARE * 16);

impl Area {
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
