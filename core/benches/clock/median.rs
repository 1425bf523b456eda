//! The middle of several times.

use std::time::Duration;

/// The median of all but the first round.
pub(crate) fn median_after_warm_up(times: &mut Vec<Duration>) -> Duration {
    times.remove(0);
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
