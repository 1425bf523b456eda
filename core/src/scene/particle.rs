//! Particles: small pictures that a source lets out one after the other, and that change while they live.
//!
//! Which of them there are at a moment, and how they look, follows from that moment and a seed alone. So a view can
//! go to any moment at once, and shows the same there each time.

pub mod life;
pub mod birth;

use glam::{Affine3A, Quat, Vec2, Vec3};

use crate::scene::MaterialId;
use crate::scene::chance::{mix, unit};
use crate::scene::mesh::Bounds;

use self::birth::Births;
use self::life::{Life, State};

/// A source of particles.
#[derive(Debug, Clone, PartialEq)]
pub struct Emitter {
    pub name: String,
    pub material: MaterialId,
    /// The part of the model that it moves with.
    pub part: usize,
    pub faces: Faces,
    pub stays: Stays,
    /// Columns and rows of small pictures in the picture of its material.
    pub tiles: [u32; 2],
    pub delay_s: f32,
    pub is_at_night_only: bool,
    pub births: Births,
    /// Where a particle begins.
    pub from_m: [Span; 3],
    /// Its speed grows by this with each tick, in metres a tick.
    pub pull: [Span; 3],
    pub life: Life,
}

/// Which way a particle faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Faces {
    /// The eye.
    Eye,
    /// West.
    West,
    /// The eye, as far as that goes upright.
    Around,
}

/// Where a particle goes when its source moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stays {
    /// It goes on from where it began.
    InWorld,
    /// It moves along, and does not turn.
    AtPlace,
    /// It moves and turns along.
    InPart,
}

/// From one number to another, both finite.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Span {
    low: f32,
    high: f32,
}

/// A particle as it is at a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Particle {
    pub at_m: Vec3,
    /// From its middle to its sides.
    pub half_m: Vec2,
    /// Clockwise, as it faces the eye.
    pub turned_degrees: f32,
    pub colour: [f32; 4],
    /// Which of the small pictures, row by row.
    pub tile: u32,
}

/// Numbers that look random, one after the other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dice {
    bits: u64,
}

/// Nothing that is drawn goes beyond this.
const FARTHEST: f32 = 1e7;

impl Dice {
    pub(crate) fn new(seed: u64, number: u64) -> Dice {
        Dice { bits: mix(seed ^ mix(number.wrapping_add(1))) }
    }

    /// From 0 to below 1.
    pub(crate) fn roll(&mut self) -> f32 {
        self.bits = self.bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
        unit(mix(self.bits))
    }
}

impl Span {
    /// Where a number is none, 0 is taken.
    pub fn new(low: f32, high: f32) -> Span {
        let finite = |it: f32| if it.is_nan() { 0.0 } else { it.clamp(-FARTHEST, FARTHEST) };
        Span { low: finite(low), high: finite(high) }
    }

    pub fn one(value: f32) -> Span {
        Span::new(value, value)
    }

    /// From the first number on, as far as the two are apart: in this way also where the second is smaller.
    pub fn at(self, share: f32) -> f32 {
        self.low + share * (self.high - self.low).abs()
    }

    pub fn middle(self) -> f32 {
        self.at(0.5)
    }

    pub fn most(self) -> f32 {
        self.at(1.0)
    }

    /// The number that is the farthest from 0.
    fn farthest(self) -> f32 {
        self.low.abs().max(self.most().abs())
    }

    pub fn scaled(self, by: f32) -> Span {
        Span::new(self.low * by, self.high * by)
    }
}

fn three(spans: &[Span; 3], mut at: impl FnMut(Span) -> f32) -> Vec3 {
    let [x, y, z] = spans;
    Vec3::new(at(*x), at(*y), at(*z))
}

impl Emitter {
    /// Puts every particle that lives after some seconds. `world_from_part` says where the part is at a moment.
    pub fn particles(
        &self,
        seed: u64,
        seconds: f64,
        world_from_part: &dyn Fn(f64) -> Affine3A,
        put: &mut dyn FnMut(Particle),
    ) {
        let began = seconds - f64::from(self.delay_s.max(0.0));
        if !began.is_finite() || began < 0.0 {
            return;
        }
        let now = world_from_part(seconds);
        for born in self.births.alive(seed, began) {
            let mut dice = Dice::new(seed, born.number);
            let from = three(&self.from_m, |span| span.at(dice.roll()));
            // The client rolls anew for each frame where the particle does not stay in the world: that comes to
            // the middle.
            let in_world = self.stays == Stays::InWorld;
            let pull = three(&self.pull, |span| span.at(if in_world { dice.roll() } else { 0.5 }));
            let began = match self.stays {
                Stays::InWorld => world_from_part(seconds - born.age_s),
                Stays::AtPlace | Stays::InPart => now,
            };
            let turn = turn_of(&began);
            let own_pull = if in_world { turn.inverse() * pull } else { pull };
            let state = self.life.after(born.age_ticks, own_pull, dice);
            let moved = from + state.moved_m;
            let at_m = match self.stays {
                Stays::InWorld => Vec3::from(began.translation) + turn * moved,
                Stays::AtPlace => Vec3::from(now.translation) + moved,
                Stays::InPart => now.transform_point3(moved),
            };
            let particle = self.shown(&state, at_m);
            if particle.at_m.is_finite() && particle.half_m.is_finite() {
                put(particle);
            }
        }
    }

    fn shown(&self, state: &State, at_m: Vec3) -> Particle {
        let [columns, rows] = self.tiles.map(|n| n.max(1));
        Particle {
            at_m,
            half_m: state.half_m(),
            turned_degrees: state.turned_degrees() % 360.0,
            colour: state.colour(),
            tile: state.picture().abs() as u32 % columns.saturating_mul(rows),
        }
    }

    /// The box around all that it may let out, seen from its part.
    pub fn reach(&self) -> Bounds {
        let low = three(&self.from_m, |span| span.at(0.0));
        let high = three(&self.from_m, Span::most);
        let ticks = self.births.life_ticks.most().clamp(0.0, FARTHEST);
        let pull = three(&self.pull, Span::farthest).length();
        let far = (self.life.top_speed() + pull * ticks) * ticks + self.life.top_size();
        let far = Vec3::splat(if far.is_finite() { far.min(FARTHEST) } else { FARTHEST });
        Bounds { low_m: low.min(high) - far, high_m: low.max(high) + far }
    }

    /// When its last particle is gone, in seconds; `None` where it goes on for ever.
    pub fn ends_s(&self) -> Option<f64> {
        self.births.end_s().map(|end| end + f64::from(self.delay_s.max(0.0)))
    }
}

fn turn_of(affine: &Affine3A) -> Quat {
    let (_, turn, _) = affine.to_scale_rotation_translation();
    if turn.is_finite() { turn.normalize() } else { Quat::IDENTITY }
}

#[cfg(test)]
mod tests;
