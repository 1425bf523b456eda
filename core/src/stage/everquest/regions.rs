//! The regions of a zone as bodies: their faces and edges, and which of them touch.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;

use crate::nav::eq::cell::Cell;
use crate::nav::eq::tree::RegionTree;
use crate::scene::mesh::Bounds;
use crate::space::eq::exchanged;

use crate::stage::everquest::{scene_from_client, server_from_scene};

/// Regions without an end are drawn this far beyond what is drawn of the zone, in units.
const BEYOND: f64 = 2.0;
/// Faces no farther from each other than this are on each other.
const NEAR_M: f32 = 0.01;

/// A region, as far as the zone is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Counted from 0, as lists of regions count.
    pub region: u32,
    /// The corners of each face, in their order round it.
    pub faces: Vec<Vec<Vec3>>,
}

/// Every region that the tree leads to and that is meant, within what is drawn.
pub fn bodies(tree: &RegionTree, within: &Bounds, is_meant: impl Fn(u32) -> bool) -> Vec<Body> {
    let mut bodies = Vec::new();
    if within.is_empty() {
        return bodies;
    }
    let around = around(within);
    tree.each_cell(|leaf, planes| {
        let Some(region) = leaf.region.filter(|region| is_meant(*region)) else { return };
        let Some(cell) = Cell::new(&[planes, &around].concat()) else { return };
        let corner = |corner: &[f64; 3]| scene_from_client(corner.map(|number| number as f32));
        let faces = cell.faces().map(|corners| corners.iter().map(corner).collect()).collect();
        bodies.push(Body { region, faces });
    });
    bodies.sort_by_key(|body| body.region);
    bodies
}

/// The planes of a box that is a little larger, in the axes of the client.
fn around(within: &Bounds) -> [[f64; 4]; 6] {
    let corners = [within.low_m, within.high_m].map(|at| exchanged(server_from_scene(at)));
    let [a, b] = corners.map(|corner| corner.map(f64::from));
    let [x, y, z] = [0, 1, 2].map(|axis: usize| {
        let of = |corner: [f64; 3]| corner.get(axis).copied().unwrap_or_default();
        (of(a).min(of(b)) - BEYOND, of(a).max(of(b)) + BEYOND)
    });
    [
        [1.0, 0.0, 0.0, -x.0],
        [-1.0, 0.0, 0.0, x.1],
        [0.0, 1.0, 0.0, -y.0],
        [0.0, -1.0, 0.0, y.1],
        [0.0, 0.0, 1.0, -z.0],
        [0.0, 0.0, -1.0, z.1],
    ]
}

impl Body {
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.faces.iter().flatten().copied())
    }

    /// Whether the two have a part of a face in common.
    fn touches(&self, other: &Body) -> bool {
        let pairs =
            self.faces.iter().flat_map(|own| other.faces.iter().map(move |other| (own, other)));
        pairs.into_iter().any(|(own, other)| lie_on_each_other(own, other))
    }
}

/// The regions of some bodies that are reached from the first ones through faces in common.
pub fn connected(bodies: &[&Body], first: &BTreeSet<u32>) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let boxed = |body: &&Body| (body.bounds(), body.region);
    let all: Vec<(Bounds, u32)> = bodies.iter().map(boxed).collect();
    let mut left: Vec<usize> = Vec::new();
    let mut to_come: Vec<usize> = Vec::new();
    for (place, body) in bodies.iter().enumerate() {
        let is_first = first.contains(&body.region);
        if is_first { &mut to_come } else { &mut left }.push(place);
    }
    while let Some(place) = to_come.pop() {
        let (Some(own), Some((around, region))) = (bodies.get(place), all.get(place)) else {
            continue;
        };
        found.insert(*region);
        let is_met = |other: &usize| {
            let near = all.get(*other).is_some_and(|(other, _)| meet(around, other));
            near && bodies.get(*other).is_some_and(|other| own.touches(other))
        };
        let (met, rest): (Vec<usize>, Vec<usize>) = left.iter().copied().partition(is_met);
        left = rest;
        to_come.extend(met);
    }
    found
}

fn meet(a: &Bounds, b: &Bounds) -> bool {
    (a.low_m - NEAR_M).cmple(b.high_m).all() && (b.low_m - NEAR_M).cmple(a.high_m).all()
}

/// Whether two faces that look at each other have a part in common that is no mere edge.
fn lie_on_each_other(a: &[Vec3], b: &[Vec3]) -> bool {
    let (Some(up), Some(down)) = (normal(a), normal(b)) else { return false };
    let is_level = a.first().zip(b.first()).is_some_and(|(a, b)| (*a - *b).dot(up).abs() < NEAR_M);
    if up.dot(down) > -0.999 || !is_level {
        return false;
    }
    let edges = |face: &[Vec3]| {
        let ends = face.iter().zip(face.iter().cycle().skip(1));
        ends.map(|(from, to)| up.cross(*to - *from).normalize_or_zero()).collect::<Vec<_>>()
    };
    // Two convex faces are apart where a line along an edge of one parts them.
    let reach = |face: &[Vec3], axis: Vec3| {
        face.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), at| {
            (low.min(at.dot(axis)), high.max(at.dot(axis)))
        })
    };
    [edges(a), edges(b)].concat().into_iter().filter(|axis| *axis != Vec3::ZERO).all(|axis| {
        let ((a_low, a_high), (b_low, b_high)) = (reach(a, axis), reach(b, axis));
        a_high.min(b_high) - a_low.max(b_low) > NEAR_M
    })
}

fn normal(face: &[Vec3]) -> Option<Vec3> {
    let first = face.first()?;
    let sum: Vec3 = face
        .windows(2)
        .filter_map(|ends| {
            let [from, to] = ends else { return None };
            Some((*from - *first).cross(*to - *first))
        })
        .sum();
    sum.try_normalize()
}

/// The edges of a body, each once.
pub fn edges(body: &Body) -> Vec<[Vec3; 2]> {
    let mut edges = BTreeMap::new();
    let key = |at: &Vec3| at.to_array().map(|number| (number * 64.0).round() as i32);
    for face in &body.faces {
        for (from, to) in face.iter().zip(face.iter().cycle().skip(1)) {
            let (a, b) = (key(from), key(to));
            edges.insert((a.min(b), a.max(b)), [*from, *to]);
        }
    }
    edges.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::eq::wtr::Regions;
    use crate::stage::everquest::METRES_PER_UNIT;
    use crate::world::eq::server_wtr;
    use crate::world::eq::tests::isle;

    #[test]
    fn a_region_of_the_sample_is_a_box_with_six_faces_and_twelve_edges() {
        let Regions::Nodes(nodes) = server_wtr::build(&isle()).unwrap().regions else { panic!() };
        let tree = RegionTree::new(&nodes);
        let m = METRES_PER_UNIT;
        let within = Bounds { low_m: Vec3::splat(-100.0 * m), high_m: Vec3::splat(100.0 * m) };
        let all = bodies(&tree, &within, |_| true);
        assert_eq!(all.len(), tree.leaves().count());
        for body in &all {
            assert_eq!((body.faces.len(), edges(body).len()), (6, 12), "{}", body.region);
        }
        assert_eq!(bodies(&tree, &within, |region| region == 3).len(), 1);
        assert!(bodies(&tree, &Bounds::default(), |_| true).is_empty());
    }
    #[test]
    fn regions_are_connected_through_faces_and_not_through_edges() {
        let cube = |region: u32, x: f32, y: f32| {
            let at = |dx: f32, dy: f32, z: f32| Vec3::new(x + dx, y + dy, z);
            let faces = vec![
                vec![at(0., 0., 0.), at(0., 1., 0.), at(1., 1., 0.), at(1., 0., 0.)],
                vec![at(0., 0., 1.), at(1., 0., 1.), at(1., 1., 1.), at(0., 1., 1.)],
                vec![at(0., 0., 0.), at(0., 0., 1.), at(0., 1., 1.), at(0., 1., 0.)],
                vec![at(1., 0., 0.), at(1., 1., 0.), at(1., 1., 1.), at(1., 0., 1.)],
                vec![at(0., 0., 0.), at(1., 0., 0.), at(1., 0., 1.), at(0., 0., 1.)],
                vec![at(0., 1., 0.), at(0., 1., 1.), at(1., 1., 1.), at(1., 1., 0.)],
            ];
            Body { region, faces }
        };
        // Beside it, half beside that, at an edge of the first alone, and far away.
        let bodies = [
            cube(0, 0., 0.),
            cube(1, 1., 0.),
            cube(2, 1.5, 1.),
            cube(3, -1., -1.),
            cube(4, 9., 9.),
        ];
        let all: Vec<&Body> = bodies.iter().collect();
        assert_eq!(connected(&all, &BTreeSet::from([0])), BTreeSet::from([0, 1, 2]));
        assert_eq!(connected(&all, &BTreeSet::from([3])), BTreeSet::from([3]));
        assert_eq!(connected(&all, &BTreeSet::new()), BTreeSet::new());
    }
}
