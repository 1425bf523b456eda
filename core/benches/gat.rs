//! How long it takes to read and to write a GAT of 4096², beside copying the same bytes.
//!
//! Each round does all three, one after the other, so that a busy machine slows them alike; the
//! ratio of their medians is what counts.

mod clock {
    pub(crate) mod median;
    pub(crate) mod millis;
    pub(crate) mod time;
}

use std::time::Instant;

use clock::median::median_after_warm_up;
use clock::millis::millis;
use clock::time::time;
use landwright_core::format::ReadError;
use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::sample::ragnarok::{Plan, island};

const SIDE: u16 = 4096;
const N_ROUNDS: usize = 9;

fn main() -> Result<(), ReadError> {
    let plan = Plan { seed: 1, width: SIDE, height: SIDE, version: Version::V1_3 };
    let start = Instant::now();
    let data = gat::write(&island(plan).gat);
    println!("island {:>7.1} ms, made and written once", millis(start.elapsed()));
    let gat = gat::read(&data)?;
    let (mut copy, mut read, mut write) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..=N_ROUNDS {
        copy.push(time(|| data.to_vec()));
        read.push(time(|| gat::read(&data)));
        write.push(time(|| gat::write(&gat)));
    }
    let copy = median_after_warm_up(&mut copy);
    println!("GAT {SIDE}²: {} MB, medians of {N_ROUNDS} rounds", data.len() / 1_000_000);
    println!("copy   {:>7.1} ms", millis(copy));
    for (name, times) in [("read", &mut read), ("write", &mut write)] {
        let median = median_after_warm_up(times);
        let ratio = millis(median) / millis(copy);
        println!("{name:<6} {:>7.1} ms  {ratio:.2}× the copy (aim: 1.5×)", millis(median));
    }
    Ok(())
}
