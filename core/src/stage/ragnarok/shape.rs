//! The triangles of a model: those of its nodes put together by their textures, and their normals.

use std::collections::BTreeMap;

use glam::{Affine3A, Vec2, Vec3};

use crate::format::number::F32;
use crate::format::ragnarok::rsm::mesh::{Face, TextureVertex};
use crate::scene::mesh::{Bounds, Mesh, Vertex};

use crate::stage::ragnarok::map::scene_from_raw;

/// A node in its place.
pub struct Piece<'m> {
    /// To the space of the model.
    pub model_from_vertex: Affine3A,
    pub vertices: &'m [[F32; 3]],
    pub texture_vertices: &'m [TextureVertex],
    pub faces: &'m [Face],
    /// By the slots that faces name: which of the model's textures.
    pub textures: Vec<Option<usize>>,
}

/// How the light falls on a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shade {
    None,
    Flat,
    Smooth,
}

/// What is drawn at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Look {
    /// Of the model's textures.
    pub texture: Option<usize>,
    pub is_two_sided: bool,
}

/// Where a model stands in its own space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foot {
    /// The middle of its box in x and z, and the lowest part of that, as RSM has it.
    OfBox,
    /// Where the file has it.
    AsIs,
}

impl Shade {
    pub fn of(number: i32) -> Shade {
        match number {
            0 => Shade::None,
            1 => Shade::Flat,
            _ => Shade::Smooth,
        }
    }
}

/// The meshes of a model in the axes of a scene.
pub fn meshes(pieces: &[Piece<'_>], shade: Shade, foot: Foot) -> BTreeMap<Look, Mesh> {
    let at: Vec<Vec<Vec3>> = pieces.iter().map(Piece::positions).collect();
    let from = match foot {
        Foot::AsIs => Vec3::ZERO,
        Foot::OfBox => foot_of(&at),
    };
    let mut meshes: BTreeMap<Look, Mesh> = BTreeMap::new();
    for (piece, at) in pieces.iter().zip(&at) {
        let at: Vec<Vec3> = at.iter().map(|at| scene_from_raw(*at - from)).collect();
        add(&mut meshes, piece, &at, shade);
    }
    meshes
}

/// What a model stands on: y points down.
fn foot_of(at: &[Vec<Vec3>]) -> Vec3 {
    let bounds = Bounds::of(at.iter().flatten().copied());
    if bounds.is_empty() {
        return Vec3::ZERO;
    }
    let middle = (bounds.low_m + bounds.high_m) / 2.0;
    Vec3::new(middle.x, bounds.high_m.y, middle.z)
}

impl Piece<'_> {
    fn positions(&self) -> Vec<Vec3> {
        let place = |[x, y, z]: &[F32; 3]| {
            self.model_from_vertex.transform_point3(Vec3::new(x.get(), y.get(), z.get()))
        };
        self.vertices.iter().map(place).collect()
    }

    fn look(&self, face: &Face) -> Look {
        let texture = self.textures.get(usize::from(face.texture)).copied().flatten();
        Look { texture, is_two_sided: face.two_sided != 0 }
    }

    fn uv(&self, number: u16) -> Vec2 {
        let vertex = self.texture_vertices.get(usize::from(number));
        let uv = vertex.map_or(Vec2::ZERO, |vertex| Vec2::new(vertex.u.get(), vertex.v.get()));
        if uv.is_finite() { uv } else { Vec2::ZERO }
    }
}

fn add(meshes: &mut BTreeMap<Look, Mesh>, piece: &Piece<'_>, at: &[Vec3], shade: Shade) {
    // Corners go round as one sees them from outside: of 43 real models 39 are so as a whole. A mirrored node
    // turns the front of its triangles to the back.
    let is_mirrored = piece.model_from_vertex.matrix3.determinant() < 0.0;
    let place = |number: u16| at.get(usize::from(number)).copied().filter(|at| at.is_finite());
    let mut faces = Vec::with_capacity(piece.faces.len());
    let mut sums: BTreeMap<(u16, i32), Vec3> = BTreeMap::new();
    for face in piece.faces {
        let mut order = [0, 1, 2];
        if is_mirrored {
            order.reverse();
        }
        let numbers = order.map(|at| face.vertices.get(at).copied().unwrap_or(u16::MAX));
        let [Some(a), Some(b), Some(c)] = numbers.map(place) else { continue };
        let normal = (b - a).cross(c - a);
        let group = face.smoothing_groups.as_slice().first().copied().unwrap_or_default();
        for number in numbers {
            *sums.entry((number, group)).or_default() += normal;
        }
        faces.push((face, order, normal, group));
    }
    let mut known: BTreeMap<(Look, u16, u16, i32), u32> = BTreeMap::new();
    for (number, (face, order, normal, group)) in (0..).zip(faces) {
        let look = piece.look(face);
        let mesh = meshes.entry(look).or_default();
        for corner in order {
            let vertex = face.vertices.get(corner).copied().unwrap_or_default();
            let texture_vertex = face.texture_vertices.get(corner).copied().unwrap_or_default();
            let (shared, normal) = match shade {
                Shade::Smooth => (group, sums.get(&(vertex, group)).copied().unwrap_or(normal)),
                // Each face has corners of its own.
                Shade::None | Shade::Flat => (number, normal),
            };
            let index = *known.entry((look, vertex, texture_vertex, shared)).or_insert_with(|| {
                mesh.vertices.push(Vertex {
                    at_m: place(vertex).unwrap_or_default(),
                    normal: normal.normalize_or(Vec3::Z),
                    uv: piece.uv(texture_vertex),
                    ..Vertex::default()
                });
                mesh.vertices.len() as u32 - 1
            });
            mesh.indices.push(index);
        }
    }
}
