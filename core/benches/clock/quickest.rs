//! The least of many times, for machines on which others work too.

use std::time::Duration;

use super::time::time;

/// The shortest of many times: what else the machine does only adds to it. For what is over
/// before the system gives the machine to somebody else.
pub(crate) fn quickest<T>(n_rounds: usize, mut work: impl FnMut() -> T) -> Duration {
    (0..n_rounds).map(|_| time(&mut work)).min().unwrap_or_default()
}
