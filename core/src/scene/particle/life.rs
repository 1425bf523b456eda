//! How a particle changes while it lives: events at times of its own clock.

use glam::{Vec2, Vec3};

use crate::scene::particle::{Dice, Span};

/// The events of a particle, in the order of their times.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Life {
    events: Vec<Timed>,
    start: Values,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    pub at_ticks: f32,
    /// It is what the event of its quality before it leads to; else its values are there at once.
    pub fades: bool,
    pub what: What,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum What {
    /// Another time on the clock of the particle.
    Jump(Span),
    /// As many of the values as the quality has.
    Quality(Quality, [Span; 4]),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quality {
    /// From the middle to the sides, in metres.
    Size,
    Red,
    Green,
    Blue,
    Alpha,
    Colour,
    /// In metres a tick.
    SpeedEast,
    SpeedNorth,
    SpeedUp,
    Speed,
    Picture,
    Turn,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Timed {
    event: Event,
    /// The next event of the same quality that is faded to.
    next: Option<usize>,
}

const N_VALUES: usize = 11;
type Values = [f32; N_VALUES];

/// A particle in its life, from where it began.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct State {
    values: Values,
    steps: Values,
    pub(super) moved_m: Vec3,
    pull: Vec3,
}

/// No more events of a particle are gone through for a moment.
const MOST_EVENTS: usize = 1_024;
/// Nor more jumps in a row between which no time goes by: those would never end.
const MOST_JUMPS_AT_ONCE: usize = 16;

impl Quality {
    /// The first of its values, and how many it has.
    fn place(self) -> (usize, usize) {
        match self {
            Quality::Size => (0, 2),
            Quality::Red => (2, 1),
            Quality::Green => (3, 1),
            Quality::Blue => (4, 1),
            Quality::Alpha => (5, 1),
            Quality::Colour => (2, 4),
            Quality::SpeedEast => (6, 1),
            Quality::SpeedNorth => (7, 1),
            Quality::SpeedUp => (8, 1),
            Quality::Speed => (6, 3),
            Quality::Picture => (9, 1),
            Quality::Turn => (10, 1),
        }
    }
}

impl Life {
    /// White, still, and so large until an event says more.
    pub fn new(start_half_m: f32, mut events: Vec<Event>) -> Life {
        let mut start = [0.0; N_VALUES];
        for (value, first) in start.iter_mut().zip([start_half_m, start_half_m, 1.0, 1.0, 1.0, 1.0])
        {
            *value = first;
        }
        for event in &mut events {
            event.at_ticks = Span::one(event.at_ticks).at(0.0);
        }
        events.sort_by(|a, b| a.at_ticks.total_cmp(&b.at_ticks));
        // From the last on: of each quality, the next event that is faded to.
        let mut later: Vec<(Quality, usize)> = Vec::new();
        let mut timed = Vec::with_capacity(events.len());
        for (at, event) in events.into_iter().enumerate().rev() {
            let mut next = None;
            if let What::Quality(quality, _) = event.what {
                let found = later.iter_mut().find(|(own, _)| *own == quality);
                next = found.as_ref().map(|(_, at)| *at);
                match found {
                    Some((_, next)) if event.fades => *next = at,
                    None if event.fades => later.push((quality, at)),
                    _ => {}
                }
            }
            timed.push(Timed { event, next });
        }
        timed.reverse();
        Life { events: timed, start }
    }

    /// How a particle is at an age. Its speed grows by the pull with each tick.
    pub(super) fn after(&self, age_ticks: f32, pull: Vec3, mut dice: Dice) -> State {
        let mut now =
            State { values: self.start, steps: [0.0; N_VALUES], moved_m: Vec3::ZERO, pull };
        let (mut clock, mut left, mut at) = (0.0, age_ticks.max(0.0), 0);
        let mut n_jumps = 0;
        for _ in 0..MOST_EVENTS {
            let Some(due) = self.events.get(at) else { break };
            if due.event.at_ticks > clock {
                let ticks = (due.event.at_ticks - clock).min(left);
                now.go_on(ticks);
                left -= ticks;
                if left <= 0.0 {
                    return now;
                }
                clock = due.event.at_ticks;
                n_jumps = 0;
            }
            at += 1;
            match due.event.what {
                What::Jump(_) if n_jumps == MOST_JUMPS_AT_ONCE => break,
                What::Jump(to) => {
                    n_jumps += 1;
                    clock = to.at(dice.roll());
                    // Whether the client goes through events of just that time again is not known: here it does.
                    at = self.events.partition_point(|timed| timed.event.at_ticks < clock);
                }
                What::Quality(quality, values) => {
                    now.meet(quality, &due.event, &values, &mut dice);
                    let next = due.next.and_then(|next| self.events.get(next));
                    if let Some(Timed { event, .. }) = next
                        && let What::Quality(_, values) = event.what
                    {
                        now.lead_to(
                            quality,
                            &values,
                            event.at_ticks - due.event.at_ticks,
                            &mut dice,
                        );
                    }
                }
            }
        }
        now.go_on(left);
        now
    }

    /// The farthest that events say a particle moves in a tick.
    pub(super) fn top_speed(&self) -> f32 {
        self.top(6..9)
    }

    pub(super) fn top_size(&self) -> f32 {
        let start = self.start.first().copied().unwrap_or_default();
        self.top(0..2).max(start.abs() * 2.0)
    }

    fn top(&self, of: std::ops::Range<usize>) -> f32 {
        let mut top: Values = [0.0; N_VALUES];
        for timed in &self.events {
            let What::Quality(quality, values) = timed.event.what else { continue };
            let (first, n) = quality.place();
            for (own, span) in top.iter_mut().skip(first).take(n).zip(values) {
                *own = own.max(span.farthest());
            }
        }
        top.get(of).unwrap_or_default().iter().map(|it| it * it).sum::<f32>().sqrt()
    }
}

impl State {
    fn go_on(&mut self, ticks: f32) {
        let three = |values: &Values| match values {
            [_, _, _, _, _, _, x, y, z, _, _] => Vec3::new(*x, *y, *z),
        };
        let (speed, grows) = (three(&self.values), three(&self.steps) + self.pull);
        self.moved_m += speed * ticks + grows * (ticks * ticks / 2.0);
        for (value, step) in self.values.iter_mut().zip(self.steps) {
            *value += step * ticks;
        }
        let pull = self.pull.to_array();
        for (value, pull) in self.values.iter_mut().skip(6).zip(pull) {
            *value += pull * ticks;
        }
    }

    fn meet(&mut self, quality: Quality, event: &Event, values: &[Span; 4], dice: &mut Dice) {
        let (first, n) = quality.place();
        if !event.fades {
            for (value, span) in self.values.iter_mut().skip(first).take(n).zip(values) {
                *value = span.at(dice.roll());
            }
        }
    }

    /// Where nothing is led to, a value goes on as it did.
    fn lead_to(&mut self, quality: Quality, values: &[Span; 4], ticks: f32, dice: &mut Dice) {
        let (first, n) = quality.place();
        // Two at one time: the client divides by zero there.
        let ticks = if ticks > 0.0 { ticks } else { 1.0 };
        let own = self.values.iter().zip(&mut self.steps).skip(first).take(n);
        for ((value, step), span) in own.zip(values) {
            *step = (span.at(dice.roll()) - value) / ticks;
        }
    }

    pub(super) fn half_m(&self) -> Vec2 {
        let [x, y, ..] = self.values;
        Vec2::new(x, y)
    }

    pub(super) fn colour(&self) -> [f32; 4] {
        let [_, _, r, g, b, a, ..] = self.values;
        [r, g, b, a].map(|part| if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) })
    }

    pub(super) fn picture(&self) -> f32 {
        let [.., picture, _] = self.values;
        picture
    }

    pub(super) fn turned_degrees(&self) -> f32 {
        let [.., turned] = self.values;
        turned
    }
}
