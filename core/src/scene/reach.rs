//! How far the particles of a model go.

use glam::{Affine3A, Vec3};

use crate::scene::mesh::Bounds;
use crate::scene::model::{Instance, Model};
use crate::scene::particle::{Emitter, Faces};
use crate::scene::prepared::model_bounds;
use crate::scene::skeleton::Motion;
use crate::scene::{ModelId, Scene};

/// Room for what is held by bones that move.
const ARM_M: f32 = 2.0;
/// Moments that are looked at, and how far they go.
const N_MOMENTS: u32 = 24;
const MOST_S: f64 = 20.0;
/// An endless source is looked at for as many lives.
const LIVES: f64 = 2.0;
/// A particle that covers less is hardly seen.
const LEAST_ALPHA: f32 = 0.02;

/// The box that no particle leaves, at rest, as far as that can be said without looking.
pub fn most(scene: &Scene, model: &Model) -> Bounds {
    let skeleton = model.skeleton.and_then(|skeleton| scene.skeleton(skeleton));
    let bones = skeleton.map(|skeleton| skeleton.model_from_bones(None)).unwrap_or_default();
    let places = model.model_from_parts(scene, &bones, 0.0);
    let arm = if bones.is_empty() { 0.0 } else { ARM_M };
    let moved = model.parts.iter().filter_map(|part| scene.motion(part.motion?)).map(farthest);
    let room = Vec3::splat(moved.fold(arm, f32::max));
    let boxes = model.emitters.iter().map(|emitter| {
        let place = places.get(emitter.part).copied().unwrap_or(Affine3A::IDENTITY);
        let Bounds { low_m, high_m } = emitter.reach().moved(&place);
        Bounds { low_m: low_m - room, high_m: high_m + room }
    });
    boxes.fold(Bounds::default(), Bounds::joined)
}

fn farthest(motion: &Motion) -> f32 {
    let places = motion.tracks.iter().flat_map(|track| &track.at_m);
    places.map(|at| at.length()).filter(|far| far.is_finite()).fold(0.0, f32::max)
}

/// The box around a model at rest and all particles that are seen at some moments.
pub fn seen(scene: &Scene, id: ModelId) -> Bounds {
    let Some(model) = scene.model(id) else { return Bounds::default() };
    let bounds = model_bounds(scene, model);
    moments(model).flat_map(|seconds| at(scene, id, seconds)).fold(bounds, |bounds, (at, far)| {
        bounds.joined(Bounds { low_m: at - far, high_m: at + far })
    })
}

/// When the most of an effect is seen, in seconds; 0 where it has no particles.
pub fn best_moment(scene: &Scene, id: ModelId) -> f64 {
    let Some(model) = scene.model(id) else { return 0.0 };
    let cover = |seconds: f64| at(scene, id, seconds).map(|(_, far)| far.z).sum::<f32>();
    let all = moments(model).map(|seconds| (cover(seconds), seconds));
    let best = all.fold((0.0, 0.0), |best, one| if one.0 > best.0 { one } else { best });
    best.1
}

/// How long an effect is looked at: until it ends, or for some lives of what is endless.
pub fn seconds(model: &Model) -> Option<f64> {
    let of_one = |emitter: &Emitter| {
        let births = &emitter.births;
        let life_s = f64::from(births.life_ticks.most() / births.ticks_per_second.max(1e-3));
        emitter.ends_s().unwrap_or(f64::from(emitter.delay_s) + LIVES * life_s.max(1.0))
    };
    let longest = model
        .emitters
        .iter()
        .map(of_one)
        .fold(None, |most: Option<f64>, one| Some(most.unwrap_or_default().max(one)));
    longest.map(|seconds| seconds.clamp(0.0, MOST_S))
}

fn moments(model: &Model) -> impl Iterator<Item = f64> {
    let length = seconds(model);
    let share = |n: u32| f64::from(n) / f64::from(N_MOMENTS);
    length.into_iter().flat_map(move |length| (1..=N_MOMENTS).map(move |n| length * share(n)))
}

/// The middle of each particle at a moment, and how far it goes from there.
fn at(scene: &Scene, id: ModelId, seconds: f64) -> impl Iterator<Item = (Vec3, Vec3)> {
    let mut found = Vec::new();
    let instance = Instance::new(id, Affine3A::IDENTITY);
    for (number, emitter) in scene.model(id).iter().flat_map(|it| it.emitters.iter().enumerate()) {
        instance.particles(scene, number, seconds, &mut |particle| {
            let half_m = particle.half_m.abs();
            let is_seen = particle.colour.iter().skip(3).all(|alpha| *alpha > LEAST_ALPHA);
            let stands = emitter.faces != Faces::Eye && particle.turned_degrees == 0.0;
            let far = match stands {
                true => Vec3::new(half_m.x, half_m.x, half_m.y),
                false => Vec3::splat(half_m.max_element()),
            };
            found.extend(is_seen.then_some((particle.at_m, far)));
        });
    }
    found.into_iter()
}
