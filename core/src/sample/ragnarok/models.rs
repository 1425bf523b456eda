//! The models of a made-up island, as odd as real ones.

use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::ragnarok::rsm::mesh::{Face, Groups, TextureVertex, Turn};
use crate::format::ragnarok::rsm::{Node, Rsm};
use crate::sample::rng::Rng;

use crate::sample::ragnarok::scene::with_garbage;

/// "집" in CP949, as the folder of a house.
pub(super) const HOUSE_PATH: &[u8] = b"\xc1\xfd\\house.rsm";
pub(super) const TREE_PATH: &[u8] = b"\xb3\xaa\xb9\xab\\tree.rsm";
/// The same below `data/model`, as they are on disk.
pub const HOUSE_NAME: &str = "집/house.rsm";
pub const TREE_NAME: &str = "나무/tree.rsm";

/// A house of two nodes: its roof names a texture vertex that is not there, and the model names a
/// root that is none of its nodes.
pub fn house() -> Rsm {
    let mut rng = Rng::new(3);
    let textures = vec![
        with_garbage(b"\xc1\xfd\\wall.bmp", &mut rng),
        Name::default(),
        with_garbage(b"\xc1\xfd\\roof.bmp", &mut rng),
    ];
    let walls = node(b"Box01", b"", 0, cuboid([10.0, 8.0, 10.0]), &mut rng);
    let mut roof = node(b"Box01", b"Box01", 2, gable([12.0, 8.0, 12.0]), &mut rng);
    // On top of the walls: y points down.
    roof.position = [0.0, -8.0, 0.0].map(F32::new);
    roof.turns = vec![Turn { time: -480, rotation_xyzw: [0.0, 0.0, 0.0, 1.0].map(F32::new) }];
    if let Some(face) = roof.faces.first_mut() {
        face.texture_vertices[2] = 4000;
    }
    let mut rsm = Rsm::new(textures, vec![walls, roof]);
    rsm.root = with_garbage(b"house", &mut rng);
    rsm
}

/// A tree: a trunk, and two leaves through each other that are seen from both sides. Its root is its own
/// parent.
pub fn tree() -> Rsm {
    let mut rng = Rng::new(4);
    let textures = vec![
        with_garbage(b"island\\rock.bmp", &mut rng),
        with_garbage(b"island\\leaves.bmp", &mut rng),
    ];
    let trunk = node(b"trunk", b"trunk", 0, cuboid([1.2, 7.0, 1.2]), &mut rng);
    let mut crown = node(b"crown", b"trunk", 1, crossed(11.0), &mut rng);
    crown.position = [0.0, -12.0, 0.0].map(F32::new);
    // Turned by an eighth, as the axis says.
    crown.axis = [0.0, 1.0, 0.0].map(F32::new);
    crown.angle = F32::new(std::f32::consts::FRAC_PI_4);
    for face in &mut crown.faces {
        face.two_sided = 15_401_818;
    }
    Rsm::new(textures, vec![trunk, crown])
}

/// Corners, and squares of four of them each, which go round as one sees them from outside. A square of three
/// corners names one twice.
struct Solid {
    corners: Vec<[f32; 3]>,
    squares: Vec<[u16; 4]>,
}

/// Half as long along each side as it is.
fn cuboid([x, y, z]: [f32; 3]) -> Solid {
    let corner = |n: u32| {
        let side = |bit: u32, size: f32| if n & bit == 0 { -size } else { size };
        [side(1, x), side(2, y), side(4, z)]
    };
    let squares =
        vec![[2, 3, 1, 0], [7, 6, 4, 5], [0, 1, 5, 4], [2, 6, 7, 3], [6, 2, 0, 4], [3, 7, 5, 1]];
    Solid { corners: (0..8).map(corner).collect(), squares }
}

/// A roof with its ridge along z, which stands on y = 0.
fn gable([x, y, z]: [f32; 3]) -> Solid {
    let corners =
        vec![[-x, 0.0, -z], [x, 0.0, -z], [x, 0.0, z], [-x, 0.0, z], [0.0, -y, -z], [0.0, -y, z]];
    Solid { corners, squares: vec![[3, 0, 4, 5], [1, 2, 5, 4], [0, 1, 4, 4], [2, 3, 5, 5]] }
}

fn crossed(half: f32) -> Solid {
    let square = |x: f32, z: f32| [[-x, half, -z], [x, half, z], [x, -half, z], [-x, -half, -z]];
    let corners = [square(half, 0.0), square(0.0, half)].concat();
    Solid { corners, squares: vec![[0, 1, 2, 3], [4, 5, 6, 7]] }
}

fn node(name: &[u8], parent: &[u8], texture: i32, solid: Solid, rng: &mut Rng) -> Node {
    let texture_vertex =
        |[u, v]: [f32; 2]| TextureVertex { color: [255; 4], u: F32::new(u), v: F32::new(v) };
    let mut faces = Vec::new();
    for [a, b, c, d] in solid.squares {
        for (vertices, texture_vertices) in [([a, b, c], [0, 1, 2]), ([a, c, d], [0, 2, 3])] {
            let [first, second, third] = vertices;
            if first == second || second == third || third == first {
                continue;
            }
            faces.push(Face {
                vertices,
                texture_vertices,
                texture: 0,
                pad: rng.below(65_536) as u16,
                two_sided: 0,
                smoothing_groups: Groups::One(faces.len() as i32 / 2),
            });
        }
    }
    let none = [F32::ZERO; 3];
    let texture_vertices = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    Node {
        name: with_garbage(name, rng),
        parent: with_garbage(parent, rng),
        textures: vec![texture],
        matrix: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0].map(F32::new),
        offset: none,
        position: none,
        angle: F32::ZERO,
        axis: none,
        scale: [F32::new(1.0); 3],
        vertices: solid.corners.into_iter().map(|corner| corner.map(F32::new)).collect(),
        texture_vertices: texture_vertices.into_iter().map(texture_vertex).collect(),
        faces,
        turns: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ragnarok::rsm;

    #[test]
    fn models_are_read_as_they_are_written() {
        for model in [house(), tree()] {
            assert_eq!(rsm::read(&rsm::write(&model)), Ok(model));
        }
    }
}
