//! Triangles of other programs (glTF) as meshes of ROSE (ZMS).
//!
//! A mesh that comes back onto the one that it was exported from changes only what differs from the
//! export. It is taken for the same mesh while it has the same triangles; else it is a new one.

pub mod onto;

use glam::Vec3;

use crate::format::number::F32;
use crate::format::rose::zmd::Zmd;
use crate::format::rose::zms::{Column, Flags, Mesh, Skin, Zms};
use crate::scene::gltf::read::{Limits, Primitive};
use crate::scene::skeleton::Skeleton;
use crate::stage::rose::convert;

/// What a file of version 8 has room for; no model has so many meshes.
pub const LIMITS: Limits =
    Limits { n_vertices: u16::MAX as usize, n_triangles: u16::MAX as usize, n_primitives: 256 };

/// Why triangles are no mesh of ROSE. All name the mesh.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("mesh `{mesh}`: {reason}")]
pub struct Refusal {
    pub mesh: String,
    pub reason: Reason,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    #[error("it follows bones, and there is no skeleton (zmd) that says their numbers")]
    NoSkeleton,
    #[error("the skeleton has no bone `{0}`")]
    NoBone(String),
    #[error("the skeleton has several bones `{0}`")]
    SeveralBones(String),
    #[error("vertex {0} follows no bone; give it a weight in the other program")]
    NoWeight(usize),
    #[error("it has no triangles")]
    Empty,
    #[error("{0}")]
    File(String),
}

/// The bones that meshes follow.
pub struct Bones {
    skeleton: Skeleton,
}

impl Bones {
    /// `None` where the skeleton is damaged.
    pub fn new(zmd: &Zmd) -> Option<Bones> {
        Some(Bones { skeleton: convert::skeleton(zmd).ok()? })
    }

    fn number(&self, name: &str) -> Result<u32, Reason> {
        let named = self.skeleton.bones().iter().zip(0..).filter(|(bone, _)| bone.name == name);
        let mut numbers = named.map(|(_, number)| number);
        match (numbers.next(), numbers.next()) {
            (None, _) => Err(Reason::NoBone(name.to_owned())),
            (Some(number), None) => Ok(number),
            (Some(_), Some(_)) => Err(Reason::SeveralBones(name.to_owned())),
        }
    }

    /// The numbers of joints, each asked for only where a vertex follows it.
    fn numbers(&self, joints: &[String]) -> Vec<Result<u32, Reason>> {
        let own = self.skeleton.bones();
        let is_as_exported =
            own.len() == joints.len() && own.iter().zip(joints).all(|(bone, it)| bone.name == *it);
        match is_as_exported {
            // Where names are not unique, the order tells them apart.
            true => (0..).take(own.len()).map(Ok).collect(),
            false => joints.iter().map(|name| self.number(name)).collect(),
        }
    }
}

/// A mesh of version 8.
pub fn mesh(primitive: &Primitive, bones: Option<&Bones>) -> Result<Zms, Refusal> {
    let refused = |reason| Refusal { mesh: primitive.name.clone(), reason };
    if primitive.triangles.is_empty() || primitive.at_m.is_empty() {
        return Err(refused(Reason::Empty));
    }
    let primitive = in_bone(primitive, bones).map_err(refused)?;
    let held = held(&primitive, bones).map_err(refused)?;
    let mut mesh = Mesh {
        n_vertices: u32::try_from(primitive.at_m.len()).unwrap_or(u32::MAX),
        positions: column(&primitive.at_m),
        normals: column(&primitive.normals),
        colours: column(&primitive.colours),
        tangents: column(&primitive.tangents),
        uvs: primitive.uvs.each_ref().map(|uvs| column(uvs)),
        triangles: Column::new(primitive.triangles.clone()),
        materials: Column::new(vec![u32::try_from(primitive.triangles.len()).unwrap_or(u32::MAX)]),
        strip: Some(Vec::new()),
        pool: Some(0),
        ..Mesh::default()
    };
    for held in &held {
        let skin = skin(held, &mut mesh.bones);
        mesh.skin.items.push(skin);
    }
    mesh.flags = flags(&mesh);
    (mesh.box_min, mesh.box_max) = bounds(&mesh);
    Zms::new(mesh).map_err(|bad| refused(Reason::File(bad.to_string())))
}

fn column<const N: usize>(values: &[[f32; N]]) -> Column<[F32; N]> {
    Column::new(values.iter().map(|value| value.map(F32::new)).collect())
}

fn flags(mesh: &Mesh) -> Flags {
    let [a, b, c, d] = &mesh.uvs;
    let [of_a, of_b, of_c, of_d] = Flags::UVS;
    let arrays = [
        (!mesh.positions.is_empty(), Flags::POSITIONS),
        (!mesh.normals.is_empty(), Flags::NORMALS),
        (!mesh.colours.is_empty(), Flags::COLOURS),
        (!mesh.skin.is_empty(), Flags::SKIN),
        (!mesh.tangents.is_empty(), Flags::TANGENTS),
        (!a.is_empty(), of_a),
        (!b.is_empty(), of_b),
        (!c.is_empty(), of_c),
        (!d.is_empty(), of_d),
    ];
    let set = arrays.into_iter().filter(|(is_there, _)| *is_there);
    Flags(set.fold(0, |bits, (_, flag)| bits | flag.0))
}

/// The least and the most of its positions.
fn bounds(mesh: &Mesh) -> ([F32; 3], [F32; 3]) {
    let places = || mesh.positions.items.iter().map(|at| convert::vector(*at));
    let low = places().reduce(Vec3::min).unwrap_or_default();
    let high = places().reduce(Vec3::max).unwrap_or_default();
    (low.to_array().map(F32::new), high.to_array().map(F32::new))
}

/// A mesh that hangs on a bone, in the space of that bone; others stay.
fn in_bone(primitive: &Primitive, bones: Option<&Bones>) -> Result<Primitive, Reason> {
    let mut own = primitive.clone();
    let Some(name) = &primitive.hangs_on else { return Ok(own) };
    let skeleton = &bones.ok_or(Reason::NoSkeleton)?.skeleton;
    let number = bones.ok_or(Reason::NoSkeleton)?.number(name)? as usize;
    let bone_from_model = skeleton.bone_from_model().get(number).copied().unwrap_or_default();
    for at in &mut own.at_m {
        *at = bone_from_model.transform_point3(Vec3::from(*at)).to_array();
    }
    for direction in own.normals.iter_mut().chain(&mut own.tangents) {
        *direction = bone_from_model.transform_vector3(Vec3::from(*direction)).to_array();
    }
    Ok(own)
}

/// The bones of each vertex by their numbers, and how much each holds it: all of it together. Those that
/// don't hold it are left out.
fn held(primitive: &Primitive, bones: Option<&Bones>) -> Result<Vec<Vec<(u32, f32)>>, Reason> {
    if primitive.held.is_empty() {
        return Ok(Vec::new());
    }
    let numbers = bones.ok_or(Reason::NoSkeleton)?.numbers(&primitive.joints);
    let of_vertex = |(vertex, held): (usize, &[(u32, f32); 4])| {
        let holding = || held.iter().filter(|(_, weight)| *weight > 0.0);
        let total: f32 = holding().map(|(_, weight)| weight).sum();
        if total <= 0.0 {
            return Err(Reason::NoWeight(vertex));
        }
        let mut own = Vec::new();
        for (joint, weight) in holding() {
            let number = numbers.get(*joint as usize).cloned();
            let number = number.unwrap_or_else(|| Err(Reason::NoBone(joint.to_string())))?;
            own.push((number, weight / total));
        }
        Ok(own)
    };
    primitive.held.iter().enumerate().map(of_vertex).collect()
}

/// With places in the list of bones of the mesh, which gets those that it has not yet.
fn skin(held: &[(u32, f32)], bones: &mut Column<u32>) -> Skin {
    let mut skin = Skin { weights: [F32::ZERO; 4], bones: [0; 4] };
    let places = skin.weights.iter_mut().zip(&mut skin.bones);
    for ((own_weight, own_bone), (bone, weight)) in places.zip(held) {
        let known = bones.items.iter().position(|known| known == bone);
        let place = known.unwrap_or_else(|| {
            if !bones.ids.is_empty() {
                bones.ids.push(u32::try_from(bones.items.len()).unwrap_or(u32::MAX));
            }
            bones.items.push(*bone);
            bones.items.len() - 1
        });
        (*own_weight, *own_bone) = (F32::new(*weight), u32::try_from(place).unwrap_or(u32::MAX));
    }
    skin
}

#[cfg(test)]
mod tests;
