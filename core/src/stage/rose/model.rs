//! Single models: meshes on a skeleton, an object of a ZSC, a character of a CHR.

use glam::Affine3A;

use crate::format::picture::Picture;
use crate::format::rose::zmd::Zmd;
use crate::format::rose::zmo::Zmo;
use crate::format::rose::zms::Zms;
use crate::scene::material::Material;
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
