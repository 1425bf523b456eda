//! How benches measure: in rounds, each of which does everything that is compared once, one after
//! the other, so that a busy machine slows it all alike. A row gives the least and the median
//! time, and the least as a ratio to a target, which has a name.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// What is asked of some work.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    None,
    Within(&'static str, Duration),
    /// Of so many bytes, at least so many millions a second.
    Rate {
        name: &'static str,
        n_bytes: usize,
        megabytes: f64,
    },
}

/// Some work with the times that it took.
pub(crate) struct Row<'a> {
    name: &'a str,
    target: Target,
    work: Box<dyn FnMut() -> Duration + 'a>,
    times: Vec<Duration>,
}

/// Work whose result is dropped outside of the measured time.
pub(crate) fn row<'a, T>(
    name: &'a str,
    target: Target,
    mut work: impl FnMut() -> T + 'a,
) -> Row<'a> {
    prepared(name, target, || (), move |()| work())
}

/// Work on something that is made anew for every round, outside of the measured time.
pub(crate) fn prepared<'a, I, T>(
    name: &'a str,
    target: Target,
    mut prepare: impl FnMut() -> I + 'a,
    mut work: impl FnMut(I) -> T + 'a,
) -> Row<'a> {
    let timed = move || {
        let input = prepare();
        let start = Instant::now();
        let result = black_box(work(input));
        let elapsed = start.elapsed();
        drop(result);
        elapsed
    };
    Row { name, target, work: Box::new(timed), times: Vec::new() }
}

/// Runs a table of work in so many rounds after one that warms up, and prints it.
pub(crate) fn run(title: &str, n_rounds: usize, mut rows: Vec<Row<'_>>) {
    for row in &mut rows {
        (row.work)();
    }
    for _ in 0..n_rounds {
        for row in &mut rows {
            let elapsed = (row.work)();
            row.times.push(elapsed);
        }
    }
    println!("\n{title}, {n_rounds} rounds");
    println!("{:<24} {:>10} {:>10}", "", "least", "median");
    for row in &mut rows {
        row.times.sort();
        let (least, median) = (row.least(), row.median());
        let verdict = row.verdict(least);
        println!("{:<24} {:>10} {:>10}  {verdict}", row.name, shown(least), shown(median));
    }
}

impl Row<'_> {
    fn least(&self) -> Duration {
        self.times.first().copied().unwrap_or_default()
    }

    fn median(&self) -> Duration {
        self.times.get(self.times.len() / 2).copied().unwrap_or_default()
    }

    /// A time as a ratio to the target: below 1 where it is met.
    fn verdict(&self, time: Duration) -> String {
        let seconds = time.as_secs_f64();
        match self.target {
            Target::None => String::new(),
            Target::Within(name, most) => {
                format!("{:.2} of `{name}`", seconds / most.as_secs_f64())
            }
            Target::Rate { name, n_bytes, megabytes } => {
                let rate = n_bytes as f64 / seconds / 1e6;
                format!("{rate:.0} MB/s, {:.2} of `{name}`", megabytes / rate)
            }
        }
    }
}

/// With three digits or so.
fn shown(time: Duration) -> String {
    let (number, unit) = match time.as_secs_f64() {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let n_decimals = if number >= 100.0 { 0 } else { 2 };
    format!("{number:.n_decimals$} {unit}")
}
