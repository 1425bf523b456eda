//! The regions of a zone as bodies: their faces and edges.

use std::collections::BTreeMap;

use glam::Vec3;

use crate::nav::eq::cell::Cell;
use crate::nav::eq::tree::RegionTree;
use crate::scene::mesh::Bounds;
use crate::space::eq::exchanged;

use crate::stage::everquest::{scene_from_client, server_from_scene};

/// Regions without an end are drawn this far beyond what is drawn of the zone, in units.
const BEYOND: f64 = 2.0;

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
}
