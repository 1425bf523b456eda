//! How long something takes on the clock.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long the work takes. What it gives is dropped outside the measured time.
pub(crate) fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let result = black_box(work());
    let elapsed = start.elapsed();
    drop(result);
    elapsed
}
