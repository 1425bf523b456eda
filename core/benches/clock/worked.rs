//! How long the program itself works, for machines on which others work too.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long the program works on it, in the mean, what it drops included.
pub(crate) fn worked<T>(n_rounds: u32, mut work: impl FnMut() -> T) -> Duration {
    let watch = Stopwatch::start();
    for _ in 0..n_rounds {
        drop(black_box(work()));
    }
    watch.worked() / n_rounds
}

/// Counts the time that the program is given, where the system tells it, within a few
/// milliseconds; the time on the clock elsewhere.
pub(crate) struct Stopwatch {
    start: Instant,
    given: Option<Duration>,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { start: Instant::now(), given: given() }
    }

    pub(crate) fn worked(&self) -> Duration {
        let given = self.given.zip(given()).map(|(before, now)| now.saturating_sub(before));
        given.unwrap_or(self.start.elapsed())
    }
}

fn given() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
