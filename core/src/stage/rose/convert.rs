//! Meshes, skeletons and motions of ROSE as a scene has them. The axes are the same; centimetres become
//! metres, and dummies become bones behind those of the skeleton.

use std::collections::BTreeMap;

use glam::{Quat, Vec2, Vec3};

use crate::format::number::F32;
use crate::format::rose::zmd::Zmd;
use crate::format::rose::zmo::{ChannelKind, Zmo};
use crate::format::rose::zms::Zms;
use crate::format::rose::zsc;
use crate::scene::material::{Blend, Material};
use crate::scene::mesh::{Mesh, Vertex};
use crate::scene::skeleton::{BadSkeleton, Bone, Motion, Place, Skeleton, Track};

pub fn mesh(zms: &Zms) -> Mesh {
    let metres = zms.version.unit_cm() / 100.0;
    let colours_are_set =
        zms.colours.items.iter().any(|colour| colour.iter().any(|it| it.get() > 0.0));
    let vertex = |(index, at): (usize, &[F32; 3])| {
        let uv = |layer: usize| {
            let uv = zms.uvs.get(layer).and_then(|uvs| uvs.items.get(index));
            uv.map_or(Vec2::ZERO, |[u, v]| finite2(u.get(), v.get()))
        };
        let colour = zms.colours.items.get(index).filter(|_| colours_are_set);
        let skin = zms.skin.items.get(index);
        Vertex {
            at_m: vector(*at) * metres,
            normal: zms
                .normals
                .items
                .get(index)
                .map_or(Vec3::ZERO, |it| vector(*it).normalize_or_zero()),
            uv: uv(0),
            uv_of_light: uv(1),
            colour: colour.map_or([255; 4], |colour| {
                colour.map(|part| (part.get().clamp(0.0, 1.0) * 255.0).round() as u8)
            }),
            joints: skin.map_or([0; 4], |skin| {
                skin.bones.map(|bone| u8::try_from(bone).unwrap_or_default())
            }),
            weights: skin.map_or([0.0; 4], |skin| skin.weights.map(F32::get)),
        }
    };
    let vertices: Vec<Vertex> = zms.positions.items.iter().enumerate().map(vertex).collect();
    let n = vertices.len() as u32;
    let whole = zms.triangles.items.iter().filter(|corners| corners.iter().all(|at| *at < n));
    let indices = whole.flatten().copied().collect();
    let bones = if zms.skin.is_empty() { Vec::new() } else { zms.bones.items.clone() };
    Mesh { vertices, indices, bones }.with_normals()
}

/// How many bones come before the first dummy.
pub fn first_dummy(zmd: &Zmd) -> u32 {
    zmd.bones.len() as u32
}

pub fn skeleton(zmd: &Zmd) -> Result<Skeleton, BadSkeleton> {
    let bones = zmd.bones.iter().enumerate().map(|(index, bone)| Bone {
        name: String::from_utf8_lossy(bone.name.as_bytes()).into_owned(),
        parent: zmd.parent(index).map(|parent| parent as u32),
        rest: place(bone.position_cm, bone.rotation_wxyz),
    });
    let dummies = zmd.dummies().into_iter().map(|dummy| Bone {
        name: String::from_utf8_lossy(dummy.name.as_bytes()).into_owned(),
        parent: Some(dummy.parent).filter(|parent| *parent < first_dummy(zmd)),
        rest: place(dummy.position_cm, dummy.rotation_wxyz),
    });
    Skeleton::new(bones.chain(dummies).collect())
}

pub fn motion(name: &str, zmo: &Zmo) -> Motion {
    let mut tracks: BTreeMap<u32, Track> = BTreeMap::new();
    for channel in zmo.channels() {
        let track = tracks.entry(channel.bone).or_default();
        track.bone = channel.bone;
        let frames = (0..zmo.n_frames() as usize).map_while(|frame| channel.frame(frame));
        match channel.kind() {
            ChannelKind::POSITION => track.at_m = frames.map(|it| vector_of(it) / 100.0).collect(),
            ChannelKind::ROTATION => track.turn = frames.map(turn_of).collect(),
            ChannelKind::SCALE => {
                let scale = |numbers: &[F32]| {
                    let stated = numbers.first().map(|it| it.get());
                    Vec3::splat(stated.filter(|scale| scale.is_finite()).unwrap_or(1.0))
                };
                track.scale = frames.map(scale).collect();
            }
            _ => {}
        }
    }
    Motion {
        name: name.to_owned(),
        frames_per_second: zmo.fps.min(1_000) as f32,
        n_frames: zmo.n_frames(),
        tracks: tracks.into_values().collect(),
    }
}

/// Of a ZSC, without its picture. By the rules of one published client: without alpha the test is not
/// heeded (258 of 375 real materials have both). Blends, glows and speculars are drawn as none: no reader
/// draws them, as of 2026-11.
pub fn material(stated: &zsc::Material) -> Material {
    let alpha = stated.alpha.get();
    let alpha = if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 1.0 };
    let blend = if alpha < 1.0 {
        Blend::Over
    } else if stated.alpha_enabled == 0 {
        Blend::Opaque
    } else if stated.alpha_test != 0 {
        Blend::CutOut { least: f32::from(stated.alpha_ref.min(255)) / 256.0 }
    } else {
        Blend::Over
    };
    Material {
        blend,
        is_two_sided: stated.two_sided != 0,
        is_hidden: stated.z_test != 0,
        hides: stated.z_write != 0,
        tint: [1.0, 1.0, 1.0, alpha],
        ..Material::default()
    }
}

/// Without numbers that are none.
pub fn vector(values: [F32; 3]) -> Vec3 {
    let [x, y, z] = values.map(F32::get);
    let vector = Vec3::new(x, y, z);
    if vector.is_finite() { vector } else { Vec3::ZERO }
}

fn finite2(x: f32, y: f32) -> Vec2 {
    let vector = Vec2::new(x, y);
    if vector.is_finite() { vector } else { Vec2::ZERO }
}

fn vector_of(values: &[F32]) -> Vec3 {
    values.try_into().map_or(Vec3::ZERO, vector)
}

fn turn_of(wxyz: &[F32]) -> Quat {
    wxyz.try_into().map_or(Quat::IDENTITY, turn)
}

/// A rotation without a length turns nothing.
pub fn turn(wxyz: [F32; 4]) -> Quat {
    let [w, x, y, z] = wxyz.map(F32::get);
    let turn = Quat::from_xyzw(x, y, z, w);
    let length = turn.length();
    if length.is_finite() && length > 0.0 { turn / length } else { Quat::IDENTITY }
}

fn place(position_cm: [F32; 3], rotation_wxyz: [F32; 4]) -> Place {
    Place { at_m: vector(position_cm) / 100.0, turn: turn(rotation_wxyz), scale: Vec3::ONE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::zero_text::ZeroText;

    #[test]
    fn the_alpha_test_counts_only_where_there_is_alpha() {
        let stated = |alpha_enabled, alpha_test, alpha: f32| zsc::Material {
            path: ZeroText::default(),
            is_skin: 0,
            alpha_enabled,
            two_sided: 1,
            alpha_test,
            alpha_ref: 128,
            z_test: 1,
            z_write: 1,
            blend: 0,
            specular: 0,
            alpha: F32::new(alpha),
            glow: 0,
            glow_colour: [F32::ZERO; 3],
        };
        let blend = |a, t, alpha| material(&stated(a, t, alpha)).blend;
        assert_eq!(blend(0, 1, 1.0), Blend::Opaque);
        assert_eq!(blend(1, 1, 1.0), Blend::CutOut { least: 0.5 });
        assert_eq!(blend(1, 0, 1.0), Blend::Over);
        assert_eq!(blend(0, 0, 0.5), Blend::Over);
        assert!(material(&stated(0, 0, f32::NAN)).is_two_sided);
    }
}
