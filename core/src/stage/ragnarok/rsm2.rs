//! RSM2: where its nodes are. Not proven by real files: as one other reader has it. (source)
//!
//! A node's matrix and offset are its place in the model and not in its parent; keys replace what they say of
//! a node in its parent. y points up, unlike in RSM.

use std::collections::BTreeMap;

use glam::{Affine3A, Mat3A, Vec3, Vec3A};

use crate::format::ragnarok::rsm2::{Node, Rsm2, Textures};

use crate::stage::ragnarok::rsm::{chained, matrix, parents, quat, root, vector};
use crate::stage::ragnarok::shape::Piece;

/// The nodes of a model in their places at time 0, and the names of its textures.
pub fn pieces(rsm: &Rsm2) -> (Vec<Piece<'_>>, Vec<&[u8]>) {
    let names: Vec<&[u8]> = rsm.nodes.iter().map(|node| node.name.as_bytes()).collect();
    let named: Vec<&[u8]> = rsm.nodes.iter().map(|node| node.parent.as_bytes()).collect();
    let first_root = rsm.roots.first().map(|name| name.as_bytes()).unwrap_or_default();
    let parents = parents(&names, &named, root(&names, first_root));
    let own = rsm.nodes.iter().zip(&parents).map(|(node, parent)| {
        parent_from_node(node, parent.and_then(|parent| rsm.nodes.get(parent)))
    });
    let own: Vec<Affine3A> = own.collect();
    let upright = Affine3A::from_scale(Vec3::new(1.0, -1.0, 1.0));
    let mut textures = Names::default();
    rsm.textures.iter().for_each(|name| _ = textures.add_always(name.as_bytes()));
    let mut pieces = Vec::with_capacity(rsm.nodes.len());
    for (node, place) in rsm.nodes.iter().zip(chained(&own, &parents)) {
        let slots = match &node.textures {
            Textures::Numbers(numbers) => {
                numbers.iter().map(|number| usize::try_from(*number).ok()).collect()
            }
            Textures::Names(names) => {
                names.iter().map(|name| Some(textures.add(name.as_bytes()))).collect()
            }
        };
        pieces.push(Piece {
            model_from_vertex: upright * place,
            vertices: &node.vertices,
            texture_vertices: &node.texture_vertices,
            faces: &node.faces,
            textures: slots,
        });
    }
    (pieces, textures.all)
}

/// Names of textures, and where each is.
#[derive(Default)]
struct Names<'m> {
    all: Vec<&'m [u8]>,
    places: BTreeMap<&'m [u8], usize>,
}

impl<'m> Names<'m> {
    /// Numbers of the file count those that are there twice as well.
    fn add_always(&mut self, name: &'m [u8]) -> usize {
        self.all.push(name);
        self.all.len() - 1
    }

    fn add(&mut self, name: &'m [u8]) -> usize {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let place = self.add_always(name);
        self.places.insert(name, place);
        place
    }
}

fn parent_from_node(node: &Node, parent: Option<&Node>) -> Affine3A {
    let model_from_parent = parent.map_or(Mat3A::IDENTITY, |parent| matrix(parent.matrix));
    let parent_from_model = match model_from_parent.determinant() {
        determinant if determinant.is_finite() && determinant != 0.0 => model_from_parent.inverse(),
        _ => Mat3A::IDENTITY,
    };
    let size = node.sizes.first().map_or(Vec3::ONE, |size| vector(size.xyz));
    let turned = match node.turns.first() {
        Some(turn) => Mat3A::from_quat(quat(turn.rotation_xyzw)),
        None => parent_from_model * matrix(node.matrix),
    };
    let at = match (node.shifts.first(), parent) {
        (Some(shift), _) => Vec3A::from(vector(shift.xyz)),
        (None, Some(parent)) => {
            parent_from_model * Vec3A::from(vector(node.offset) - vector(parent.offset))
        }
        (None, None) => Vec3A::from(vector(node.offset)),
    };
    Affine3A { matrix3: turned * Mat3A::from_diagonal(size), translation: at }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::number::F32;
    use crate::format::ragnarok::rsm::mesh::Shift;
    use crate::format::ragnarok::rsm2::Version;
    use crate::format::text::{Text, Text32};

    fn node(name: &str, parent: &str, offset: [f32; 3]) -> Node {
        let text = |text: &str| Text32::try_from(Text::from(text)).unwrap();
        // A quarter around z: x becomes y.
        let quarter = [0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        Node {
            name: text(name),
            parent: text(parent),
            textures: Textures::Names(vec![text("b.bmp"), text("a.bmp"), text("b.bmp")]),
            matrix: quarter.map(F32::new),
            offset: offset.map(F32::new),
            vertices: Vec::new(),
            texture_vertices: Vec::new(),
            faces: Vec::new(),
            sizes: Vec::new(),
            turns: Vec::new(),
            shifts: Vec::new(),
            texture_animations: Vec::new(),
        }
    }

    #[test]
    fn a_node_is_where_its_matrix_says_whatever_it_hangs_on() {
        let nodes = vec![node("body", "", [0.0, 10.0, 0.0]), node("arm", "body", [5.0, 10.0, 1.0])];
        let mut rsm = Rsm2::new(Version::V2_3, nodes);
        let at = |rsm: &Rsm2, node: usize| {
            pieces(rsm).0[node].model_from_vertex.transform_point3(Vec3::X)
        };
        // y points up in the file.
        assert!(at(&rsm, 0).distance(Vec3::new(0.0, -11.0, 0.0)) < 1e-5);
        assert!(at(&rsm, 1).distance(Vec3::new(5.0, -11.0, 1.0)) < 1e-5);
        assert_eq!(pieces(&rsm).1, [b"b.bmp", b"a.bmp"]);
        // A key is a place in the parent.
        let xyz = [0.0, 0.0, 2.0].map(F32::new);
        rsm.nodes[1].shifts = vec![Shift { time: 0, xyz, number: F32::ZERO }];
        assert!(at(&rsm, 1).distance(Vec3::new(0.0, -11.0, 2.0)) < 1e-5);
    }
}
