//! A villager of seven bones, who breathes.

use std::f32::consts::FRAC_1_SQRT_2;

use crate::format::number::F32;
use crate::format::rose::zero_text::ZeroText;
use crate::format::rose::zmd::{Bone, Dummies, Turned, Zmd};
use crate::format::rose::zmo::{Channel, ChannelKind, End, Zmo};
use crate::format::rose::zms::{Version, Zms};
use crate::format::text::{Opaque, Text};
use crate::sample::noise::ease;

use super::shape::Shape;

const UPRIGHT_WXYZ: [f32; 4] = [1.0, 0.0, 0.0, 0.0];
/// Name, parent, and place in the parent in cm.
const BONES: [(&str, u32, [f32; 3]); 7] = [
    ("b1_pelvis", 0, [0.0, 0.0, 92.0]),
    ("b1_spine", 0, [0.0, 0.0, 12.0]),
    ("b1_head", 1, [0.0, 0.0, 46.0]),
    ("b1_rarm", 1, [-24.0, 0.0, 40.0]),
    ("b1_larm", 1, [24.0, 0.0, 40.0]),
    ("b1_rleg", 0, [-11.0, 0.0, 0.0]),
    ("b1_lleg", 0, [11.0, 0.0, 0.0]),
];
/// Where the picture has skin, hair, shirt and trousers.
const SKIN: [f32; 2] = [0.12, 0.12];
const HAIR: [f32; 2] = [0.62, 0.12];
const SHIRT: [f32; 2] = [0.12, 0.62];
const TROUSERS: [f32; 2] = [0.62, 0.62];

fn name(name: &str) -> ZeroText {
    ZeroText::try_from(Text::from(name)).unwrap_or_default()
}

pub(super) fn skeleton() -> Zmd {
    let bones = BONES.map(|(text, parent, position)| Bone {
        name: name(text),
        parent,
        position_cm: position.map(F32::new),
        rotation_wxyz: UPRIGHT_WXYZ.map(F32::new),
    });
    let dummy = |text: &str, parent, position: [f32; 3]| Turned {
        name: name(text),
        parent,
        position_cm: position.map(F32::new),
        rotation_wxyz: UPRIGHT_WXYZ.map(F32::new),
    };
    let dummies = vec![
        dummy("p_00", 3, [0.0, -4.0, -56.0]),
        dummy("p_01", 4, [0.0, -4.0, -56.0]),
        dummy("p_02", 2, [0.0, 0.0, 22.0]),
    ];
    Zmd { bones: bones.to_vec(), dummies: Dummies::Turned(dummies), tail: Opaque::default() }
}

/// Each limb follows its bone, through a list that turns the bones round.
pub(super) fn body() -> Zms {
    let shape = |bone: u32| Shape::new(1.0).follow(6 - bone);
    let mut all = shape(1)
        .column([0.0, 0.0, 0.86], 0.62, 0.2, 0.25)
        .column([0.0, 0.0, 1.48], 0.08, 0.25, 0.1)
        .coloured(SHIRT);
    all = all.with(shape(2).column([0.0, 0.0, 1.48], 0.1, 0.075, 0.075).coloured(SKIN));
    all = all.with(shape(2).blob([0.0, -0.01, 1.67], [0.14, 0.15, 0.17], 0.0, 1).coloured(SKIN));
    all = all.with(shape(2).blob([0.0, 0.03, 1.72], [0.155, 0.155, 0.15], 0.1, 2).coloured(HAIR));
    let nose = shape(2).block([-0.02, -0.18, 1.63], [0.02, -0.14, 1.69]);
    all = all.with(nose.coloured(SKIN));
    for (bone, side) in [(3, -1.0), (4, 1.0)] {
        let x = 0.3 * side;
        all = all.with(shape(bone).column([x, 0.0, 1.0], 0.46, 0.065, 0.085).coloured(SHIRT));
        all =
            all.with(shape(bone).blob([x, -0.02, 0.93], [0.06, 0.07, 0.09], 0.1, 4).coloured(SKIN));
    }
    for (bone, side) in [(5, -1.0), (6, 1.0)] {
        let x = 0.11 * side;
        all = all.with(shape(bone).column([x, 0.0, 0.08], 0.84, 0.085, 0.115).coloured(TROUSERS));
        let foot = shape(bone).block([x - 0.08, -0.2, 0.0], [x + 0.08, 0.1, 0.12]);
        all = all.with(foot.coloured(HAIR));
    }
    all.zms(Version::V8, &[6, 5, 4, 3, 2, 1, 0])
}

/// In the space of the place on the head that holds it.
pub(super) fn hat() -> Zms {
    let brim = Shape::new(1.0).column([0.0, 0.0, -0.04], 0.03, 0.3, 0.26);
    brim.column([0.0, 0.0, -0.02], 0.14, 0.165, 0.12).coloured(HAIR).zms(Version::V7, &[])
}

/// Two seconds: in and out.
pub(super) fn breath() -> Zmo {
    const N_FRAMES: u16 = 40;
    let numbers = |values: Vec<f32>| values.into_iter().map(F32::new).collect();
    // 0 at both ends, and 1 in the middle.
    let share = |frame: u16| {
        let at = f32::from(frame) / f32::from(N_FRAMES);
        ease(1.0 - (2.0 * at - 1.0).abs())
    };
    // By the sine of half of an angle.
    let turned = |[x, y, z]: [f32; 3]| {
        let frames = (0..N_FRAMES).flat_map(|frame| {
            let [x, y, z] = [x, y, z].map(|part| part * share(frame));
            [(1.0 - x * x - y * y - z * z).max(0.0).sqrt(), x, y, z]
        });
        numbers(frames.collect())
    };
    let at = |[x, y, z]: [f32; 3], up: f32| {
        numbers((0..N_FRAMES).flat_map(|frame| [x, y, z + up * share(frame)]).collect())
    };
    let rest = |bone: usize| BONES.get(bone).map_or([0.0; 3], |(_, _, rest)| *rest);
    let channels = [
        Channel::new(ChannelKind::POSITION, 0, at(rest(0), -1.2)),
        Channel::new(ChannelKind::ROTATION, 0, turned([0.0; 3])),
        Channel::new(ChannelKind::POSITION, 1, at(rest(1), 2.4)),
        Channel::new(ChannelKind::ROTATION, 1, turned([-0.02, 0.0, 0.0])),
        Channel::new(ChannelKind::ROTATION, 2, turned([0.02, 0.0, 0.09])),
        Channel::new(ChannelKind::ROTATION, 3, turned([0.03, 0.06, 0.0])),
        Channel::new(ChannelKind::ROTATION, 4, turned([0.03, -0.06, 0.0])),
    ];
    let channels = channels.into_iter().filter_map(Result::ok).collect();
    Zmo::new(20, N_FRAMES.into(), channels, End::default()).unwrap_or_default()
}

/// A wheel about y: an eighth of a turn a second.
pub(super) fn wheel() -> Zmo {
    const HALVES: [[f32; 2]; 8] = [
        [1.0, 0.0],
        [0.923_88, 0.382_683],
        [FRAC_1_SQRT_2, FRAC_1_SQRT_2],
        [0.382_683, 0.923_88],
        [0.0, 1.0],
        [-0.382_683, 0.923_88],
        [-FRAC_1_SQRT_2, FRAC_1_SQRT_2],
        [-0.923_88, 0.382_683],
    ];
    // A rotation and its negative are the same: after the last comes the first again.
    let values = HALVES.iter().flat_map(|[cos, sin]| [*cos, 0.0, *sin, 0.0]).map(F32::new);
    let channel = Channel::new(ChannelKind::ROTATION, 0, values.collect());
    Zmo::new(1, 8, channel.into_iter().collect(), End::default()).unwrap_or_default()
}
