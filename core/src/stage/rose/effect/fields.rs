//! The fields of an effect as a scene has them.

use glam::{Quat, Vec3};

use crate::format::number::F32;
use crate::format::rose::eft::Placing;
use crate::format::rose::ptl::{Event as PtlEvent, Sequence};
use crate::scene::MaterialId;
use crate::scene::material::{Blend, Factor, Mix, Operation};
use crate::scene::particle::birth::Births;
use crate::scene::particle::life::{Event, Life, Quality, What};
use crate::scene::particle::{Emitter, Faces, Span, Stays};
use crate::scene::skeleton::Place;
use crate::stage::rose::convert;

/// Of ages, events and speeds. Births count real seconds, and so does gravity.
const TICKS_PER_SECOND: f32 = 4.8;
/// From the middle of a particle to its sides, until an event says more.
const START_HALF_M: f32 = 0.1;

pub(super) fn seconds(ms: u32) -> f32 {
    (f64::from(ms) / 1_000.0) as f32
}

/// The order of the turns and their signs are that client's; no file shows them.
pub(super) fn place_of(placing: &Placing) -> Place {
    let [pitch, yaw, roll] = convert::vector(placing.pitch_yaw_roll_degrees).to_array();
    let turn = Quat::from_rotation_z(yaw.to_radians())
        * Quat::from_rotation_x(pitch.to_radians())
        * Quat::from_rotation_y(-roll.to_radians());
    Place { at_m: convert::vector(placing.position_cm) / 100.0, turn, scale: Vec3::ONE }
}

fn span([low, high]: [F32; 2]) -> Span {
    Span::new(low.get(), high.get())
}

/// Of three axes, least and most.
fn spans([low, high]: [[F32; 3]; 2], by: f32) -> [Span; 3] {
    let [x, y, z] = low;
    let [to_x, to_y, to_z] = high;
    [[x, to_x], [y, to_y], [z, to_z]].map(|ends| span(ends).scaled(by))
}

/// A source on the first part, which begins at once.
pub(super) fn emitter_of(sequence: &Sequence, material: MaterialId) -> Emitter {
    Emitter {
        name: String::new(),
        material,
        part: 0,
        faces: match sequence.alignment {
            1 => Faces::West,
            2 => Faces::Around,
            _ => Faces::Eye,
        },
        stays: match sequence.coordinates {
            0 => Stays::InWorld,
            1 => Stays::AtPlace,
            _ => Stays::InPart,
        },
        tiles: [sequence.columns, sequence.rows],
        delay_s: 0.0,
        is_at_night_only: false,
        births: Births {
            ticks_per_second: TICKS_PER_SECOND,
            life_ticks: span(sequence.life),
            per_second: span(sequence.per_second),
            most: sequence.max_particles,
            // So many times the most of them come in all. Less than none is none here.
            rounds: u32::try_from(sequence.loops).unwrap_or(0),
        },
        from_m: spans(sequence.place, 0.01),
        pull: spans(sequence.gravity, 0.01 / TICKS_PER_SECOND),
        life: Life::new(START_HALF_M, sequence.events.iter().filter_map(event_of).collect()),
    }
}

/// The client chooses a time between the least and the most once for all particles; here it is their middle.
fn event_of(event: &PtlEvent) -> Option<Event> {
    let values: Vec<f32> = event.values().iter().map(|value| value.get()).collect();
    // All least values are before all most values.
    let (low, high) = values.split_at(values.len() / 2);
    let mut spans = [Span::default(); 4];
    for (own, (low, high)) in spans.iter_mut().zip(low.iter().zip(high)) {
        *own = Span::new(*low, *high);
    }
    let metres = || spans.map(|span| span.scaled(0.01));
    let what = match event.kind().0 {
        1 => What::Quality(Quality::Size, metres()),
        2 => What::Jump(spans.first().copied()?),
        3 => What::Quality(Quality::Red, spans),
        4 => What::Quality(Quality::Green, spans),
        5 => What::Quality(Quality::Blue, spans),
        6 => What::Quality(Quality::Alpha, spans),
        7 => What::Quality(Quality::Colour, spans),
        8 => What::Quality(Quality::SpeedEast, metres()),
        9 => What::Quality(Quality::SpeedNorth, metres()),
        10 => What::Quality(Quality::SpeedUp, metres()),
        11 => What::Quality(Quality::Speed, metres()),
        12 => What::Quality(Quality::Picture, spans),
        13 => What::Quality(Quality::Turn, spans),
        _ => return None,
    };
    Some(Event { at_ticks: span(event.time).middle(), fades: event.fade != 0, what })
}

/// A usual way to blend, or another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Mixed {
    As(Blend),
    By(Mix),
}

pub(super) const OVER: Mix =
    Mix { new: Factor::NewAlpha, old: Factor::OneMinusNewAlpha, operation: Operation::Add };
pub(super) const ADDED: Mix =
    Mix { new: Factor::NewAlpha, old: Factor::One, operation: Operation::Add };

/// Of the numbers of Direct3D 9. Numbers beyond them are not known: here such a colour covers by alpha.
pub(super) fn mix(source: u32, target: u32, operation: u32) -> Mixed {
    let factor = |number: u32| match number {
        1 => Some(Factor::Zero),
        2 => Some(Factor::One),
        3 => Some(Factor::New),
        4 => Some(Factor::OneMinusNew),
        5 => Some(Factor::NewAlpha),
        6 => Some(Factor::OneMinusNewAlpha),
        7 => Some(Factor::OldAlpha),
        8 => Some(Factor::OneMinusOldAlpha),
        9 => Some(Factor::Old),
        10 => Some(Factor::OneMinusOld),
        11 => Some(Factor::NewAlphaSaturated),
        _ => None,
    };
    let mix = Mix {
        new: factor(source).unwrap_or(OVER.new),
        old: factor(target).unwrap_or(OVER.old),
        operation: match operation {
            2 => Operation::Subtract,
            3 => Operation::ReverseSubtract,
            4 => Operation::Least,
            5 => Operation::Most,
            _ => Operation::Add,
        },
    };
    match (mix, mix.new, mix.old, mix.operation) {
        (OVER, ..) => Mixed::As(Blend::Over),
        (ADDED, ..) => Mixed::As(Blend::Add),
        (_, Factor::One, Factor::Zero, Operation::Add) => Mixed::As(Blend::Opaque),
        _ => Mixed::By(mix),
    }
}
