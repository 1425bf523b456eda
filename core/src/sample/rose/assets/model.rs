//! A toad of two bones, and its hat.

use crate::format::number::F32;
use crate::format::rose::zero_text::ZeroText;
use crate::format::rose::zmd::{Bone, Dummies, Turned, Zmd};
use crate::format::rose::zmo::{Channel, ChannelKind, End, Events, Extension, Zmo};
use crate::format::rose::zms::{Column, Flags, Mesh, Skin, Version, Zms};
use crate::format::text::{Opaque, Text};

const UPRIGHT_WXYZ: [f32; 4] = [1.0, 0.0, 0.0, 0.0];

/// The eight corners of a cube, as columns of 1 and −1.
const CORNERS: [[f32; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
];

/// Counter-clockwise from outside.
const TRIANGLES: [[u32; 3]; 12] = [
    [0, 2, 1],
    [0, 3, 2],
    [4, 5, 6],
    [4, 6, 7],
    [0, 1, 5],
    [0, 5, 4],
    [1, 2, 6],
    [1, 6, 5],
    [2, 3, 7],
    [2, 7, 6],
    [3, 0, 4],
    [3, 4, 7],
];

fn floats<const N: usize>(values: [f32; N]) -> [F32; N] {
    values.map(F32::new)
}

fn name(name: &str) -> ZeroText {
    ZeroText::try_from(Text::from(name)).unwrap_or_default()
}

pub(super) fn skeleton() -> Zmd {
    let bone = |text: &str, position: [f32; 3]| Bone {
        name: name(text),
        parent: 0,
        position_cm: floats(position),
        rotation_wxyz: floats(UPRIGHT_WXYZ),
    };
    let dummy = |text: &str, parent, position: [f32; 3]| Turned {
        name: name(text),
        parent,
        position_cm: floats(position),
        rotation_wxyz: floats(UPRIGHT_WXYZ),
    };
    let bones = vec![bone("b1_pelvis", [0.0, 0.0, 30.0]), bone("b1_head", [0.0, -5.0, 25.0])];
    let dummies = vec![dummy("p_00", 0, [12.0, 0.0, 0.0]), dummy("p_01", 1, [0.0, 0.0, 12.0])];
    Zmd { bones, dummies: Dummies::Turned(dummies), tail: Opaque(b"p_02\0\xcd".to_vec()) }
}

/// In metres, around `middle`.
fn cube(middle: [f32; 3], size: f32) -> Vec<[F32; 3]> {
    let corner = |corner: [f32; 3]| -> [F32; 3] {
        let at = |axis: usize| {
            let of = |values: [f32; 3]| values.get(axis).copied().unwrap_or_default();
            F32::new(of(middle) + of(corner) * size)
        };
        [at(0), at(1), at(2)]
    };
    CORNERS.map(corner).to_vec()
}

fn bare(version: Version, flags: u32, positions: Vec<[F32; 3]>, half: f32) -> Mesh {
    let uv = Column::new(vec![floats([0.25, 0.75]); positions.len()]);
    Mesh {
        version,
        flags: Flags(flags),
        box_min: floats([-half; 3]),
        box_max: floats([half; 3]),
        bones: Column::default(),
        n_vertices: u32::try_from(positions.len()).unwrap_or_default(),
        normals: Column::new(positions.clone()),
        positions: Column::new(positions),
        colours: Column::default(),
        skin: Column::default(),
        tangents: Column::default(),
        uvs: [uv, Column::default(), Column::default(), Column::default()],
        triangles: Column::new(TRIANGLES.to_vec()),
        materials: Column::default(),
        strip: None,
        pool: None,
        copies: 0,
        tail: Opaque::default(),
    }
}

/// The upper half follows the head, through a list that turns the bones round. There three times, as half
/// of the game's meshes are.
pub(super) fn body() -> Zms {
    let mut mesh = bare(Version::V8, 0xb6, cube([0.0, 0.0, 0.3], 0.2), 0.5);
    mesh.bones = Column::new(vec![1, 0]);
    let skin = |is_upper: bool| {
        let weights = if is_upper { [0.75, 0.25, 0.0, 0.0] } else { [0.0, 1.0, 0.0, 0.0] };
        Skin { weights: floats(weights), bones: [0, 1, 0, 0] }
    };
    let skins = CORNERS.iter().map(|corner| skin(corner.last().is_some_and(|z| *z > 0.0)));
    mesh.skin = Column::new(skins.collect());
    mesh.materials = Column::new(vec![12]);
    mesh.strip = Some(Vec::new());
    mesh.pool = Some(0);
    mesh.copies = 2;
    whole(mesh)
}

/// Of an older version, which ends with its strip, and stale bytes.
pub(super) fn hat() -> Zms {
    let mut mesh = bare(Version::V7, 0x86, cube([0.0; 3], 0.1), 0.1);
    mesh.strip = Some(Vec::new());
    mesh.tail = Opaque(b"\xcd\xcd\0ZMS".to_vec());
    whole(mesh)
}

/// Ours fit together, so none comes out empty.
fn whole(mesh: Mesh) -> Zms {
    Zms::new(mesh).unwrap_or_default()
}

/// Four frames in which the head turns; with how long the motion before it takes to fade, and a footstep.
pub(super) fn motion(blend_ms: Option<u32>) -> Zmo {
    let n_frames = 4;
    let positions = [0.0, 0.0, 30.0].repeat(n_frames);
    let turned = (0..n_frames).flat_map(|frame| {
        let half = frame as f32 * 0.2;
        [half.cos(), 0.0, 0.0, half.sin()]
    });
    let numbers = |values: Vec<f32>| values.into_iter().map(F32::new).collect();
    let channels = [
        Channel::new(ChannelKind::POSITION, 0, numbers(positions)),
        Channel::new(ChannelKind::ROTATION, 0, numbers(UPRIGHT_WXYZ.repeat(n_frames))),
        Channel::new(ChannelKind::ROTATION, 1, numbers(turned.collect())),
    ];
    let channels = channels.into_iter().filter_map(Result::ok).collect();
    let events = Events::of_first(vec![0, 1, 0, 2]);
    let end = match blend_ms {
        Some(_) => End::Extension(Extension { gap: Opaque::default(), events, blend_ms }),
        None => End::Tail(Opaque::default()),
    };
    let n_frames = u32::try_from(n_frames).unwrap_or_default();
    Zmo::new(30, n_frames, channels, end).unwrap_or_default()
}
