//! When particles are born, and how long they live.
//!
//! A source has as many places as it may have particles at once. A place lets one out when the particle before it is
//! gone, and not before its turn at the rate of the source.

use crate::scene::particle::{Dice, Span};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Births {
    pub ticks_per_second: f32,
    pub life_ticks: Span,
    pub per_second: Span,
    /// At once; no more than [`MOST_AT_ONCE`] are.
    pub most: u32,
    /// How many particles each place lets out; 0 without end.
    pub rounds: u32,
}

/// A particle that lives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Born {
    /// Each that was ever born has one of its own.
    pub(super) number: u64,
    pub(super) age_s: f64,
    pub(super) age_ticks: f32,
}

/// Whatever a file says: real ones have up to some hundred.
pub const MOST_AT_ONCE: u32 = 2_000;
/// The lives of a place differ this often; then they begin again.
const LIVES: usize = 8;

impl Births {
    pub(crate) fn n_places(&self) -> u32 {
        self.most.min(MOST_AT_ONCE)
    }

    /// In seconds, between two births; `None` where none is born.
    fn between_s(&self) -> Option<f64> {
        let per_second = f64::from(self.per_second.middle());
        let can_live = self.ticks_per_second > 0.0 && self.life_ticks.most() > 0.0;
        (per_second > 0.0 && can_live && self.n_places() > 0).then(|| 1.0 / per_second)
    }

    fn seconds(&self, ticks: f32) -> f64 {
        f64::from(ticks) / f64::from(self.ticks_per_second)
    }

    /// All that live so long after the source began, in the order of their places.
    pub(super) fn alive(&self, seed: u64, seconds: f64) -> impl Iterator<Item = Born> {
        let n_places = self.between_s().map_or(0, |_| self.n_places());
        (0..n_places).filter_map(move |place| self.of_place(seed, place, seconds))
    }

    fn of_place(&self, seed: u64, place: u32, seconds: f64) -> Option<Born> {
        let between_s = self.between_s()?;
        let since_first = seconds - between_s * f64::from(place + 1);
        if since_first < 0.0 {
            return None;
        }
        let turn_s = between_s * f64::from(self.n_places());
        let mut dice = Dice::new(seed ^ 0x6c69_7665, u64::from(place));
        let lives: [f32; LIVES] = std::array::from_fn(|_| self.life_ticks.at(dice.roll()));
        let step_s = |ticks: f32| self.seconds(ticks.max(0.0)).max(turn_s);
        let all_s: f64 = lives.iter().map(|ticks| step_s(*ticks)).sum();
        let n_times = (since_first / all_s).floor();
        let mut age_s = since_first - n_times * all_s;
        for (at, life_ticks) in lives.into_iter().enumerate() {
            let step_s = step_s(life_ticks);
            let is_last = at + 1 == LIVES;
            if age_s >= step_s && !is_last {
                age_s -= step_s;
                continue;
            }
            let round = n_times as u64 * LIVES as u64 + at as u64;
            let age_ticks = (age_s * f64::from(self.ticks_per_second)) as f32;
            let is_over = self.rounds > 0 && round >= u64::from(self.rounds);
            let number = round.wrapping_mul(u64::from(MOST_AT_ONCE)).wrapping_add(place.into());
            return (!is_over && age_ticks < life_ticks).then_some(Born {
                number,
                age_s,
                age_ticks,
            });
        }
        None
    }

    /// When the last particle is gone; `None` where the source goes on for ever.
    pub(super) fn end_s(&self) -> Option<f64> {
        let Some(between_s) = self.between_s() else { return Some(0.0) };
        let rounds = (self.rounds > 0).then_some(self.rounds)?;
        let turn_s = between_s * f64::from(self.n_places());
        let life_s = self.seconds(self.life_ticks.most());
        Some(turn_s + f64::from(rounds - 1) * life_s.max(turn_s) + life_s)
    }
}
