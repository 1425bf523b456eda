//! The tree of regions: which region a point is in, as the server says it and truly.
//!
//! The tree is in the axes of the client. The server takes a point on any plane for one in no
//! region; truly it belongs to what is in front.

use crate::format::eq::wtr;
use crate::format::number::F32;
use crate::space::eq::{Kind, exchanged};

/// The tree of a zone.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RegionTree {
    nodes: Vec<Node>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Node {
    plane: [f32; 4],
    region: i32,
    kind: i32,
    /// Of the two sides, counted from 0; `None` where that side is solid.
    front: Option<usize>,
    back: Option<usize>,
}

/// Where the server's way down a tree ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// With the number of its kind.
    Leaf(i32),
    /// On a plane, where the server looks no further.
    Plane,
    Solid,
}

/// A leaf, by its number counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf {
    pub number: usize,
    /// Counted from 0, as lists of regions count.
    pub region: Option<u32>,
    /// As the file has it.
    pub kind: i32,
}

impl RegionTree {
    pub fn new(nodes: &[wtr::Node]) -> RegionTree {
        let side = |number: i32| usize::try_from(number).ok()?.checked_sub(1);
        let node = |node: &wtr::Node| Node {
            plane: node.plane.map(F32::get),
            region: node.region,
            kind: node.kind,
            front: side(node.front),
            back: side(node.back),
        };
        RegionTree { nodes: nodes.iter().map(node).collect() }
    }

    /// The number of the kind that the server gives a point.
    pub fn server_kind(&self, point: [f32; 3]) -> i32 {
        match self.server_end(point) {
            End::Leaf(kind) => kind,
            End::Plane | End::Solid => Kind::Normal.number(),
        }
    }

    /// Whether the server finds no region for a point because it is exactly on a plane.
    pub fn is_on_plane(&self, point: [f32; 3]) -> bool {
        self.server_end(point) == End::Plane
    }

    fn server_end(&self, point: [f32; 3]) -> End {
        let [x, y, z] = exchanged(point);
        let mut at = 0;
        // A tree without circles needs no more steps than it has nodes.
        for _ in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(at) else { break };
            if node.is_leaf() {
                return End::Leaf(node.kind);
            }
            let [nx, ny, nz, d] = node.plane;
            let distance = x * nx + y * ny + z * nz + d;
            let side = if distance > 0.0 { node.front } else { node.back };
            match side {
                _ if distance == 0.0 => return End::Plane,
                Some(side) => at = side,
                None => break,
            }
        }
        End::Solid
    }

    /// The leaf that a point is in; `None` in solid ground.
    pub fn leaf(&self, point: [f64; 3]) -> Option<Leaf> {
        let [x, y, z] = exchanged(point);
        let mut to_come = vec![0];
        let mut n_left = self.nodes.len().saturating_mul(2);
        while let Some(at) = to_come.pop() {
            let Some(node) = self.nodes.get(at).filter(|_| n_left > 0) else { continue };
            n_left -= 1;
            if node.is_leaf() {
                return Some(node.to_leaf(at));
            }
            let [nx, ny, nz, d] = node.plane.map(f64::from);
            let distance = x * nx + y * ny + z * nz + d;
            // On a plane, what is behind it counts where nothing is in front.
            let behind = node.back.filter(|_| distance <= 0.0 || distance.is_nan());
            let front = node.front.filter(|_| distance >= 0.0);
            to_come.extend(behind);
            to_come.extend(front);
        }
        None
    }

    /// Every leaf, in the order of the file.
    pub fn leaves(&self) -> impl Iterator<Item = Leaf> {
        let leaves = self.nodes.iter().enumerate().filter(|(_, node)| node.is_leaf());
        leaves.map(|(number, node)| node.to_leaf(number))
    }

    /// A distance that the one from the nearest region of a kind is never below, by planes alone: of the planes
    /// around each region, that which the point is farthest behind. Beside an edge of the region it is far
    /// below the truth. `None` where there is no region of the kind.
    pub fn at_least(&self, kind: i32, point: [f64; 3]) -> Option<f64> {
        let [x, y, z] = exchanged(point);
        let mut nearest: Option<f64> = None;
        let mut to_come = vec![(0, 0.0_f64)];
        let mut n_left = self.nodes.len();
        while let Some((at, behind)) = to_come.pop() {
            let Some(node) = self.nodes.get(at).filter(|_| n_left > 0) else { continue };
            n_left -= 1;
            if nearest.is_some_and(|nearest| behind >= nearest) {
                continue;
            }
            if node.is_leaf() {
                nearest = if node.kind == kind { Some(behind) } else { nearest };
                continue;
            }
            let [nx, ny, nz, d] = node.plane.map(f64::from);
            let length = (nx * nx + ny * ny + nz * nz).sqrt();
            let distance = (x * nx + y * ny + z * nz + d) / length;
            let distance = if distance.is_finite() { distance } else { 0.0 };
            let sides = [(node.back, distance), (node.front, -distance)];
            let mut sides = sides.map(|(side, beyond)| side.map(|side| (side, behind.max(beyond))));
            // The side that the point is on is looked at first.
            if distance < 0.0 {
                sides.reverse();
            }
            to_come.extend(sides.into_iter().flatten());
        }
        nearest
    }

    /// Hands out each leaf that can be reached with the planes around it, all of which it is in front
    /// of: those of its parents, turned round where it is behind them.
    pub fn each_cell(&self, mut each: impl FnMut(Leaf, &[[f64; 4]])) {
        let mut planes: Vec<[f64; 4]> = Vec::new();
        let mut to_come = vec![(0, 0, None)];
        let mut n_left = self.nodes.len();
        while let Some((at, depth, plane)) = to_come.pop() {
            planes.truncate(depth);
            planes.extend(plane);
            let Some(node) = self.nodes.get(at).filter(|_| n_left > 0) else { continue };
            n_left -= 1;
            if node.is_leaf() {
                each(node.to_leaf(at), &planes);
                continue;
            }
            let plane = node.plane.map(f64::from);
            let turned = plane.map(|number| -number);
            let depth = planes.len();
            to_come.extend(node.back.map(|back| (back, depth, Some(turned))));
            to_come.extend(node.front.map(|front| (front, depth, Some(plane))));
        }
    }

    /// The regions of a column between two heights, from the lowest; solid ground is in none.
    pub fn column(&self, [x, y]: [f64; 2], [low, high]: [f64; 2]) -> Vec<Span> {
        let [x, y, _] = exchanged([x, y, 0.0]);
        let (mut spans, mut to_come) = (Vec::new(), vec![(0, low, high)]);
        let mut n_left = self.nodes.len().saturating_mul(2);
        while let Some((at, low, high)) = to_come.pop() {
            let Some(node) = self.nodes.get(at).filter(|_| n_left > 0 && low < high) else {
                continue;
            };
            n_left -= 1;
            if node.is_leaf() {
                spans.push(Span { leaf: node.to_leaf(at), low, high });
                continue;
            }
            let [nx, ny, nz, d] = node.plane.map(f64::from);
            let rest = x * nx + y * ny + d;
            let (below, above) =
                if nz >= 0.0 { (node.back, node.front) } else { (node.front, node.back) };
            let cut = match nz {
                0.0 if rest >= 0.0 => low,
                0.0 => high,
                nz => (-rest / nz).clamp(low, high),
            };
            to_come.extend(above.map(|above| (above, cut, high)));
            to_come.extend(below.map(|below| (below, low, cut)));
        }
        spans.sort_by(|a, b| a.low.total_cmp(&b.low));
        spans
    }

    /// The planes down to where a point is, each with its distance from the point.
    pub fn path(&self, point: [f64; 3]) -> Vec<Step> {
        let [x, y, z] = exchanged(point);
        let mut path = Vec::new();
        let mut at = Some(0);
        while let Some((number, node)) = at.and_then(|at| Some((at, self.nodes.get(at)?))) {
            if node.is_leaf() || path.len() >= self.nodes.len() {
                break;
            }
            let [nx, ny, nz, d] = node.plane.map(f64::from);
            let distance = x * nx + y * ny + z * nz + d;
            path.push(Step { node: number, plane: node.plane, distance });
            at = if distance >= 0.0 { node.front } else { node.back };
        }
        path
    }
}

/// A part of a column that is in one region.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    pub leaf: Leaf,
    pub low: f64,
    pub high: f64,
}

/// A plane on the way down the tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Counted from 0.
    pub node: usize,
    /// In the axes of the client.
    pub plane: [f32; 4],
    /// From the point; the way goes on in front where it is at least 0.
    pub distance: f64,
}

impl Node {
    fn is_leaf(&self) -> bool {
        self.front.is_none() && self.back.is_none()
    }

    fn to_leaf(self, number: usize) -> Leaf {
        let region = u32::try_from(self.region).ok().and_then(|region| region.checked_sub(1));
        Leaf { number, region, kind: self.kind }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn node(plane: [f32; 4], region: i32, kind: i32, front: i32, back: i32) -> wtr::Node {
        wtr::Node { number: 0, plane: plane.map(F32::new), region, kind, front, back }
    }

    /// In front of x = 0 (the server's y) water above z = 0 and lava below; behind it solid.
    pub(in crate::nav::eq) fn pool() -> RegionTree {
        RegionTree::new(&[
            node([1.0, 0.0, 0.0, 0.0], 0, 0, 2, 0),
            node([0.0, 0.0, 1.0, 0.0], 0, 0, 3, 4),
            node([0.0; 4], 1, 1, 0, 0),
            node([0.0; 4], 2, 2, 0, 0),
        ])
    }

    #[test]
    fn the_server_takes_a_point_on_a_plane_for_nothing_and_the_truth_does_not() {
        let tree = pool();
        let rows = [
            ([5.0, 5.0, 5.0], 1, Some(1)),
            ([5.0, 5.0, -5.0], 2, Some(2)),
            ([5.0, 5.0, 0.0], 0, Some(1)),
            ([5.0, 0.0, 5.0], 0, Some(1)),
            ([5.0, -5.0, 5.0], 0, None),
        ];
        for (point, server, truth) in rows {
            assert_eq!(tree.server_kind(point), server, "{point:?}");
            let leaf = tree.leaf(point.map(f64::from));
            assert_eq!(leaf.map(|leaf| leaf.kind), truth, "{point:?}");
        }
        assert_eq!(tree.path([5.0, 5.0, -5.0]).len(), 2);
    }

    #[test]
    fn a_column_has_its_regions_from_below_and_none_in_solid_ground() {
        let spans = pool().column([5.0, 5.0], [-10.0, 20.0]);
        let told: Vec<_> = spans.iter().map(|it| (it.leaf.kind, it.low, it.high)).collect();
        assert_eq!(told, [(2, -10.0, 0.0), (1, 0.0, 20.0)]);
        assert_eq!(pool().column([5.0, -5.0], [-10.0, 20.0]), []);
        assert_eq!(pool().column([5.0, 5.0], [3.0, 4.0]).len(), 1);
    }

    #[test]
    fn every_leaf_has_the_planes_around_it() {
        let mut cells = Vec::new();
        pool().each_cell(|leaf, planes| cells.push((leaf.region, planes.to_vec())));
        assert_eq!(cells[0], (Some(0), vec![[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]));
        assert_eq!(cells[1].1[1], [-0.0, -0.0, -1.0, -0.0]);
    }

    #[test]
    fn the_planes_alone_say_how_far_a_region_is_at_least() {
        let rows = [
            ([5.0, 5.0, 5.0], Some(0.0), Some(5.0)),
            // At the edge it is 5, by 3 and 4.
            ([5.0, -3.0, -4.0], Some(4.0), Some(3.0)),
        ];
        for (point, water, lava) in rows {
            let kinds = [Kind::Water, Kind::Lava].map(|kind| pool().at_least(kind.number(), point));
            assert_eq!(kinds, [water, lava], "{point:?}");
        }
        assert_eq!(pool().at_least(Kind::Slime.number(), [0.0; 3]), None);
    }

    #[test]
    fn a_tree_in_a_circle_or_without_nodes_is_no_trouble() {
        let circle = RegionTree::new(&[node([1.0, 0.0, 0.0, 0.0], 0, 0, 1, 99)]);
        for tree in [circle, RegionTree::default()] {
            assert_eq!(tree.server_kind([1.0; 3]), 0);
            assert_eq!(tree.leaf([1.0; 3]), None);
            assert_eq!(tree.at_least(1, [1.0; 3]), None);
            tree.each_cell(|_, _| panic!("there is no leaf"));
            assert!(tree.path([1.0; 3]).len() <= 1);
        }
    }
}
