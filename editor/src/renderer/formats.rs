//! Vertices, instances and uniforms as the shaders have them.

use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Vec2, Vec3};
use landwright_core::scene::frame::quads::Quad;
use landwright_core::scene::mesh::{Mesh, Vertex};
use landwright_core::scene::particle::Faces;
use landwright_core::scene::prepared::{Look, Placed};
use landwright_core::scene::terrain::GroundVertex;

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MeshVertex {
    at_m: [f32; 3],
    normal: [i8; 4],
    uv: [f32; 2],
    uv_of_light: [f32; 2],
    colour: [u8; 4],
    /// Bones of the skeleton.
    joints: [u8; 4],
    weights: [u8; 4],
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct TerrainVertex {
    at_m: [f32; 3],
    normal: [i8; 4],
    uv_below: [f32; 2],
    uv_above: [f32; 2],
    uv_of_light: [f32; 2],
    pictures: [u8; 4],
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct InstanceRow {
    world_from_mesh: [[f32; 4]; 3],
    light: [f32; 4],
    first_bone: u32,
    /// 0 as it is, 1 selected.
    look: u32,
}

/// A particle.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct QuadRow {
    /// With how far it is turned, in radians.
    at_m_and_turn: [f32; 4],
    half_m: [f32; 2],
    /// The corner and the size.
    uv: [f32; 4],
    colour: [u8; 4],
    /// 0 the eye, 1 west, 2 the eye upright.
    faces: u32,
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct FrameUniform {
    pub(super) clip_from_world: [f32; 16],
    pub(super) eye: [f32; 4],
    pub(super) light_on_painted: [f32; 4],
    /// With the most light that there is.
    pub(super) ambient: [f32; 4],
    pub(super) diffuse: [f32; 4],
    pub(super) towards_sun: [f32; 4],
    /// The colour, and the most that there is of it.
    pub(super) fog: [f32; 4],
    /// How dense it is; 0 without any.
    pub(super) fog_density: [f32; 4],
    pub(super) sky_low: [f32; 4],
    pub(super) sky_high: [f32; 4],
    /// To the right edge of the picture, and to the upper one, at a distance of 1.
    pub(super) right: [f32; 4],
    pub(super) up: [f32; 4],
    pub(super) forward: [f32; 4],
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MaterialUniform {
    pub(super) tint: [f32; 4],
    /// The least alpha; 1 where it is lit.
    pub(super) least_and_lit: [f32; 4],
}

fn bytes(normal: Vec3) -> [i8; 4] {
    let [x, y, z] = (normal.clamp(Vec3::NEG_ONE, Vec3::ONE) * 127.0).to_array().map(|it| it as i8);
    [x, y, z, 0]
}

impl MeshVertex {
    fn new(vertex: &Vertex, bones: &[u32]) -> MeshVertex {
        let bone = |joint: u8| bones.get(usize::from(joint)).copied().unwrap_or_default();
        MeshVertex {
            at_m: vertex.at_m.to_array(),
            normal: bytes(vertex.normal),
            uv: vertex.uv.to_array(),
            uv_of_light: vertex.uv_of_light.to_array(),
            colour: vertex.colour,
            joints: vertex.joints.map(|joint| u8::try_from(bone(joint)).unwrap_or_default()),
            weights: vertex.weights.map(|weight| (weight.clamp(0.0, 1.0) * 255.0).round() as u8),
        }
    }

    pub(super) fn all(mesh: &Mesh) -> Vec<MeshVertex> {
        mesh.vertices.iter().map(|vertex| MeshVertex::new(vertex, &mesh.bones)).collect()
    }
}

impl TerrainVertex {
    pub(super) fn new(vertex: &GroundVertex) -> TerrainVertex {
        let [below, above] = vertex.pictures;
        let pair = Vec2::to_array;
        TerrainVertex {
            at_m: vertex.at_m.to_array(),
            normal: bytes(vertex.normal),
            uv_below: pair(&vertex.uv_below),
            uv_above: pair(&vertex.uv_above),
            uv_of_light: pair(&vertex.uv_of_light),
            pictures: [below, above, 0, 0],
        }
    }
}

/// Three rows of four.
pub(super) fn rows(affine: &Affine3A) -> [[f32; 4]; 3] {
    let (matrix, at) = (affine.matrix3, affine.translation);
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    [[x.x, y.x, z.x, at.x], [x.y, y.y, z.y, at.y], [x.z, y.z, z.z, at.z]]
}

impl InstanceRow {
    pub(super) fn new(placed: &Placed) -> InstanceRow {
        let Placed { world_from_mesh, light, first_bone, look } = *placed;
        let look = match look {
            Look::AsItIs | Look::Hidden => 0,
            Look::Selected => 1,
        };
        InstanceRow { world_from_mesh: rows(&world_from_mesh), light, first_bone, look }
    }
}

impl QuadRow {
    pub(super) fn new(quad: &Quad) -> QuadRow {
        let faces = match quad.faces {
            Faces::Eye => 0,
            Faces::West => 1,
            Faces::Around => 2,
        };
        let (uv, size) = (quad.uv, quad.uv_size);
        QuadRow {
            at_m_and_turn: quad.at_m.extend(quad.turned_degrees.to_radians()).to_array(),
            half_m: quad.half_m.to_array(),
            uv: [uv.x, uv.y, size.x, size.y],
            colour: quad.colour,
            faces,
        }
    }
}
