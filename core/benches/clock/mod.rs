//! Clocks for machines on which others work too.

#![allow(dead_code, reason = "every benchmark is a program of its own, and uses what it needs")]

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long the work takes. What it gives is dropped outside the measured time.
pub(super) fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let result = black_box(work());
    let elapsed = start.elapsed();
    drop(result);
    elapsed
}

/// The median of all but the first round.
pub(super) fn median_after_warm_up(times: &mut Vec<Duration>) -> Duration {
    times.remove(0);
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// The shortest of many times: what else the machine does only adds to it. For what is over
/// before the system gives the machine to somebody else.
pub(super) fn quickest<T>(n_rounds: usize, mut work: impl FnMut() -> T) -> Duration {
    (0..n_rounds).map(|_| time(&mut work)).min().unwrap_or_default()
}

/// How long the program works on it, in the mean, what it drops included.
pub(super) fn worked<T>(n_rounds: u32, mut work: impl FnMut() -> T) -> Duration {
    let watch = Stopwatch::start();
    for _ in 0..n_rounds {
        drop(black_box(work()));
    }
    watch.worked() / n_rounds
}

pub(super) fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Counts the time that the program is given, where the system tells it, within a few
/// milliseconds; the time on the clock elsewhere.
pub(super) struct Stopwatch {
    start: Instant,
    given: Option<Duration>,
}

impl Stopwatch {
    pub(super) fn start() -> Stopwatch {
        Stopwatch { start: Instant::now(), given: given() }
    }

    pub(super) fn worked(&self) -> Duration {
        let given = self.given.zip(given()).map(|(before, now)| now.saturating_sub(before));
        given.unwrap_or(self.start.elapsed())
    }
}

fn given() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
