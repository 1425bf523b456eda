//! Single models: meshes on a skeleton, an object of a ZSC, a character of a CHR.

use glam::{Affine3A, Vec3};

use crate::format::picture::Picture;
use crate::format::rose::zmd::Zmd;
use crate::format::rose::zmo::Zmo;
use crate::format::rose::zms::Zms;
use crate::scene::material::Material;
use crate::scene::mesh::{Mesh, Vertex};
use crate::scene::model::{Instance, Model, Part};
use crate::scene::skeleton::BadSkeleton;
use crate::scene::{ModelId, MotionId, Scene, SkeletonId};
use crate::space::rose::pose::Hold;
use crate::vfs::VfsPath;

use super::assets::Assets;
use super::character::Characters;
use super::convert;
use super::object::Objects;

/// Where faces and hair hang by the client's rule: their meshes are in the space of the head.
const HEAD: u32 = 4;
const ON_THE_HEAD: [&str; 2] = ["FACE", "HAIR"];

/// A mesh, and what it is drawn with.
pub struct Piece {
    /// That of its file.
    pub name: String,
    pub zms: Zms,
    pub picture: Option<Picture>,
    pub hold: Hold,
}

/// Colours of pieces without a picture, so that they are told apart: cloth, skin, hair, leather and more.
const PLAIN: [[f32; 3]; 8] = [
    [0.33, 0.50, 0.90],
    [0.92, 0.76, 0.62],
    [0.85, 0.66, 0.20],
    [0.27, 0.63, 0.40],
    [0.68, 0.38, 0.16],
    [0.70, 0.70, 0.72],
    [0.60, 0.36, 0.62],
    [0.30, 0.58, 0.62],
];

/// Where a piece hangs that has no skin, on a skeleton: what is called face or hair, on the head.
pub fn usual_hold(name: &str, has_skeleton: bool) -> Hold {
    let name = name.to_uppercase();
    let is_on_head = has_skeleton && ON_THE_HEAD.iter().any(|part| name.contains(part));
    if is_on_head { Hold::Bone(HEAD) } else { Hold::Nothing }
}

const OF_BONES: [f32; 4] = [0.86, 0.84, 0.76, 1.0];
const OF_DUMMIES: [f32; 4] = [0.95, 0.62, 0.25, 1.0];
const STUB_M: f32 = 0.05;

/// What a part of the avatar is coloured like where it has no picture.
fn plain(name: &str, number: usize) -> [f32; 3] {
    let name = name.to_uppercase();
    let known = [
        ("BODY", 0),
        ("FACE", 1),
        ("HANDS", 1),
        ("HAIR", 2),
        ("LEGS", 3),
        ("FEET", 4),
        ("FOOT", 4),
    ];
    let known = known.into_iter().find(|(part, _)| name.contains(part)).map(|(_, at)| at);
    let at = known.unwrap_or(number % PLAIN.len());
    PLAIN.get(at).copied().unwrap_or([0.7; 3])
}

/// Meshes that move together.
pub fn of_pieces(
    pieces: Vec<Piece>,
    skeleton: Option<&Zmd>,
    motion: Option<(&str, &Zmo)>,
) -> Result<Scene, BadSkeleton> {
    let mut scene = Scene::default();
    let first_dummy = skeleton.map_or(0, convert::first_dummy);
    let skeleton = skeleton.map(convert::skeleton).transpose()?;
    let skeleton: Option<SkeletonId> = skeleton.map(|skeleton| scene.add_skeleton(skeleton));
    let motion = motion.map(|(name, zmo)| scene.add_motion(convert::motion(name, zmo)));
    let mut parts = Vec::new();
    for (number, piece) in pieces.into_iter().enumerate() {
        let mut material = Material { is_two_sided: true, ..Material::default() };
        match piece.picture {
            Some(picture) => material.pictures.push(scene.add_picture(picture)),
            None => {
                let [r, g, b] = plain(&piece.name, number);
                material.tint = [r, g, b, 1.0];
            }
        }
        let mesh = scene.add_mesh(convert::mesh(&piece.zms));
        let bone = match piece.hold {
            Hold::Nothing => None,
            Hold::Bone(bone) => Some(bone),
            Hold::Dummy(dummy) => first_dummy.checked_add(dummy),
        };
        let material = scene.add_material(material);
        parts.push(Part { bone, ..Part::new(mesh, material, number as u32) });
    }
    let model = Model { skeleton, ..Model::of_parts("model", parts) };
    let model = scene.add_model(model);
    put(&mut scene, model, motion);
    Ok(scene)
}

/// A skeleton in a motion: from each bone to each of its children, a thin shape.
pub fn of_bones(zmd: &Zmd, (name, zmo): (&str, &Zmo)) -> Result<Scene, BadSkeleton> {
    let skeleton = convert::skeleton(zmd)?;
    let mut scene = Scene::default();
    let motion = scene.add_motion(convert::motion(name, zmo));
    let of_bone = Material { tint: OF_BONES, ..Material::default() };
    let of_dummy = Material { tint: OF_DUMMIES, ..Material::default() };
    let materials = [of_bone, of_dummy].map(|material| scene.add_material(material));
    let mut parts = Vec::new();
    for (number, bone) in (0..).zip(skeleton.bones()) {
        let is_dummy = number >= convert::first_dummy(zmd);
        let [of_bone, of_dummy] = materials;
        let material = if is_dummy { of_dummy } else { of_bone };
        let (hangs_on, to) = match bone.parent {
            Some(parent) => (parent, bone.rest.at_m),
            // The root leads nowhere: a stub shows where it is.
            None => (number, Vec3::Z * STUB_M),
        };
        let mesh = scene.add_mesh(bone_shape(to));
        parts.push(Part { bone: Some(hangs_on), ..Part::new(mesh, material, number) });
    }
    let skeleton = Some(scene.add_skeleton(skeleton));
    let model = scene.add_model(Model { skeleton, ..Model::of_parts(name, parts) });
    put(&mut scene, model, Some(motion));
    Ok(scene)
}

/// Two pyramids on one square, from the origin to a place.
fn bone_shape(to_m: Vec3) -> Mesh {
    let length = to_m.length();
    let along = to_m.normalize_or(Vec3::Z);
    let (aside, across) = along.any_orthonormal_pair();
    let wide = (length * 0.12).clamp(0.004, 0.03);
    let middle = along * length * 0.2;
    let around = [aside, across, -aside, -across].map(|it| middle + it * wide);
    let mut mesh = Mesh::default();
    for (n, corner) in around.iter().enumerate() {
        let next = around.get((n + 1) % 4).copied().unwrap_or_default();
        for triangle in [[Vec3::ZERO, next, *corner], [to_m, *corner, next]] {
            for at_m in triangle {
                mesh.indices.push(mesh.vertices.len() as u32);
                mesh.vertices.push(Vertex { at_m, ..Vertex::default() });
            }
        }
    }
    mesh.with_normals()
}

fn put(scene: &mut Scene, model: ModelId, motion: Option<MotionId>) {
    let mut instance = Instance::new(model, Affine3A::IDENTITY);
    instance.motion = motion;
    scene.instances.push(instance);
}

/// An object of a list; nothing is placed where it can't be drawn, and why is missed.
pub fn of_object(assets: &mut Assets<'_>, list: &VfsPath, number: u32) {
    if let Some(model) = Objects::default().model(assets, list, number) {
        put(&mut assets.scene, model, None);
    }
}

/// A creature of a CHR by its row of LIST_NPC, standing or in another motion.
pub fn of_character(
    assets: &mut Assets<'_>,
    list: &VfsPath,
    row: u32,
    motion: Option<(&str, &Zmo)>,
) {
    let mut characters = Characters::of_list(list.clone());
    let Some(character) = characters.character(assets, row) else { return };
    let motion = match motion {
        Some((name, zmo)) => Some(assets.scene.add_motion(convert::motion(name, zmo))),
        None => character.stands,
    };
    put(&mut assets.scene, character.model, motion);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::{zmd, zmo};
    use crate::sample::rose::assets;
    use crate::scene::prepared::scene_bounds;

    #[test]
    fn a_motion_moves_a_skeleton_of_shapes() {
        let file = |ending: &str| {
            let files = assets::files();
            files.into_iter().find(|file| file.path.ends_with(ending)).unwrap().bytes
        };
        let zmd = zmd::read(&file("TOAD_BONE.ZMD")).unwrap();
        let zmo = zmo::read(&file("TOAD_WALK.ZMO")).unwrap();
        let scene = of_bones(&zmd, ("walk", &zmo)).unwrap();
        let instance = &scene.instances[0];
        let model = scene.model(instance.model).unwrap();
        // Two bones and two dummies.
        assert_eq!(model.parts.len(), 4);
        let places = |seconds: f64| {
            let bones = instance.model_from_bones(&scene, seconds);
            model.model_from_parts(&scene, &bones, seconds)
        };
        assert_ne!(places(0.0)[3], places(0.05)[3]);
        let bounds = scene_bounds(&scene);
        assert!((0.6..0.8).contains(&bounds.high_m.z), "{bounds:?}");
    }
}
