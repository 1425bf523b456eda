//! The edges of path nodes, made by walking.

use super::Stride;
use super::ground::Ground;
use super::walk::{Standing, walk};
use crate::space::extent::Extent;
use crate::space::index::Index2;
use crate::space::tera::{CellInWorld, Octant, PosInWorld};

/// The edges of every node: in each octant, the nearest node that can be walked to.
///
/// Nodes straight above or below each other have no edge. A node that is not at a finite place
/// has none either.
pub fn connect(
    ground: &impl Ground,
    nodes: &[PosInWorld],
    stride: &Stride,
) -> Vec<[Option<u32>; 8]> {
    let neighbours = Neighbours::new(nodes, stride);
    (0..nodes.len() as u32).map(|node| neighbours.edges_of(ground, node)).collect()
}

/// Nodes by their place, to connect some of them.
#[derive(Debug)]
pub struct Neighbours<'a> {
    nodes: &'a [PosInWorld],
    stride: &'a Stride,
    index: Index2<u32>,
}

impl<'a> Neighbours<'a> {
    pub fn new(nodes: &'a [PosInWorld], stride: &'a Stride) -> Neighbours<'a> {
        let places = nodes.iter().zip(0..).filter_map(|(pos_in_world, node)| {
            standing(*pos_in_world)?;
            Some((node, around(*pos_in_world, 0.0)?))
        });
        Neighbours { nodes, stride, index: Index2::bulk(places.collect()) }
    }

    /// The edges of one node.
    pub fn edges_of(&self, ground: &impl Ground, node: u32) -> [Option<u32>; 8] {
        match self.nodes.get(node as usize) {
            Some(from) => edges_from(ground, *from, self.near(*from), self.stride),
            None => [None; 8],
        }
    }

    /// The nodes about as near as reach goes.
    fn near(&self, from: PosInWorld) -> impl Iterator<Item = (PosInWorld, u32)> {
        // A unit more, since the box is rounded to f32.
        let within = around(from, f64::from(self.stride.reach) + 1.0);
        let found = within.map(|extent| self.index.touching(&extent)).unwrap_or_default();
        found.into_iter().filter_map(|node| Some((*self.nodes.get(node as usize)?, node)))
    }
}

/// The edges of a node that stands at a place, to others that may be within reach: in each
/// octant the nearest that can be walked to, and of two as near the first by key.
pub fn edges_from<K: Copy + Ord>(
    ground: &impl Ground,
    from: PosInWorld,
    near: impl IntoIterator<Item = (PosInWorld, K)>,
    stride: &Stride,
) -> [Option<K>; 8] {
    let mut edges = [None; 8];
    let Some(from_floor) = standing(from) else { return edges };
    for (octant, to, target) in nearest_first(from, near, stride) {
        let Some(edge) = edges.get_mut(usize::from(octant.number())) else { continue };
        if edge.is_some() {
            continue;
        }
        let can_walk =
            standing(to).is_some_and(|to_floor| walk(ground, from_floor, to_floor, stride).is_ok());
        if can_walk {
            *edge = Some(target);
        }
    }
    edges
}

/// Those within reach, the nearest first, and of two as near the first by key.
pub fn nearest_first<K: Copy + Ord>(
    from: PosInWorld,
    near: impl IntoIterator<Item = (PosInWorld, K)>,
    stride: &Stride,
) -> impl Iterator<Item = (Octant, PosInWorld, K)> {
    let reach = f64::from(stride.reach);
    let found = near.into_iter().filter_map(|(to, node)| {
        let octant = Octant::towards(from, to)?;
        let is_within = from.distance_on_ground(to) <= reach;
        is_within.then_some((from.distance(to), node, octant, to))
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by(|(a, node_a, ..), (b, node_b, ..)| a.total_cmp(b).then(node_a.cmp(node_b)));
    found.into_iter().map(|(_, node, octant, to)| (octant, to, node))
}

/// The square that reaches so far from a place to all sides.
fn around(pos_in_world: PosInWorld, reach: f64) -> Option<Extent<2>> {
    let PosInWorld { x, y, .. } = pos_in_world;
    let low = [x - reach, y - reach].map(|at| at as f32);
    let high = [x + reach, y + reach].map(|at| at as f32);
    Extent::between(low, high).ok()
}

/// The cell and height of a node, where it has any.
pub fn standing(pos_in_world: PosInWorld) -> Option<Standing> {
    let cell_in_world = CellInWorld::of(pos_in_world)?;
    let z = pos_in_world.z.round();
    pos_in_world.z.is_finite().then_some(Standing { cell_in_world, z: z as i32 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tera::zgd::Volume;

    /// A plain without end, cut in two by a wall that nobody climbs.
    struct Plain {
        wall_x: i32,
        plain: [Volume; 1],
        wall: [Volume; 1],
    }

    impl Plain {
        fn with_wall_at(wall_x: i32) -> Plain {
            let [plain, wall] = [(0, 32_767), (100, 32_667)].map(Volume::from);
            Plain { wall_x, plain: [plain], wall: [wall] }
        }
    }

    impl Ground for Plain {
        fn volumes(&self, cell_in_world: CellInWorld) -> &[Volume] {
            if cell_in_world.x == self.wall_x { &self.wall } else { &self.plain }
        }
    }

    /// The edges of the first of these nodes, which stand in the cells given.
    fn edges(ground: &Plain, cells: &[(i32, i32)]) -> Vec<(usize, u32)> {
        let node = |(x, y): &(i32, i32)| CellInWorld { x: *x, y: *y }.centre(0);
        let nodes: Vec<_> = cells.iter().map(node).collect();
        let all = connect(ground, &nodes, &Stride::default());
        let first = all[0].iter().enumerate();
        first.filter_map(|(octant, edge)| Some((octant, (*edge)?))).collect()
    }

    #[test]
    fn the_nearest_node_of_each_octant_gets_the_edge() {
        let ground = Plain::with_wall_at(99);
        let cells = [(0, 0), (5, 0), (3, 1), (2, 2), (-4, 0), (-9, 0), (0, -1)];
        assert_eq!(edges(&ground, &cells), [(0, 2), (1, 3), (4, 4), (6, 6)]);
    }

    #[test]
    fn a_node_behind_a_wall_is_passed_over() {
        let ground = Plain::with_wall_at(4);
        assert_eq!(edges(&ground, &[(0, 0), (5, 1), (5, 3), (-5, 0)]), [(4, 3)]);
        assert_eq!(edges(&ground, &[(0, 0), (4, 0), (3, 1)]), [(0, 2)]);
    }

    #[test]
    fn reach_counts_on_the_ground() {
        let ground = Plain::with_wall_at(99);
        assert_eq!(edges(&ground, &[(0, 0), (18, 0)]), [(0, 1)]);
        assert_eq!(edges(&ground, &[(0, 0), (19, 0)]), []);
    }

    #[test]
    fn of_two_nodes_as_near_the_first_is_taken_and_none_above() {
        let ground = Plain::with_wall_at(99);
        assert_eq!(edges(&ground, &[(0, 0), (0, 0), (3, 1), (3, 1)]), [(0, 2)]);
    }

    #[test]
    fn a_node_without_a_place_is_left_out() {
        let ground = Plain::with_wall_at(99);
        let [here, there] = [0, 3].map(|x| CellInWorld { x, y: 0 }.centre(0));
        let lost = PosInWorld { x: f64::NAN, ..here };
        let no_height = PosInWorld { z: f64::INFINITY, ..there };
        let all = connect(&ground, &[here, lost, no_height, there], &Stride::default());
        assert_eq!(all[0][0], Some(3));
        assert_eq!([all[1], all[2]], [[None; 8]; 2]);
    }
}
