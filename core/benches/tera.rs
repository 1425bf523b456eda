//! How long it takes to read a zone and an area of two million nodes, beside unpacking the same
//! files and nothing else.
//!
//! Each round does both, one after the other, so that a busy machine slows them alike; the ratio
//! of their medians is what counts.

mod clock {
    pub(crate) mod median;
    pub(crate) mod time;
}

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use clock::median::median_after_warm_up;
use clock::time::time;
use landwright_core::format::effort::Effort;
use landwright_core::format::packed::pack;
use landwright_core::format::tera::{apd, zgd};
use landwright_core::sample::tera::{area, wide_paths};

const N_NODES: u32 = 2_000_000;
const N_ROUNDS: usize = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let area = area(1)?;
    println!("area of two zones, {} nodes: made in {:.1?}", area.paths.n_nodes(), start.elapsed());
    for (zone, zgd) in &area.zones {
        let payload = zgd::write(zgd);
        compare(&zone.file_name(), &payload, |file| zgd::read_packed(file).is_ok())?;
    }
    compare("its paths", &apd::write(&area.paths), |file| apd::read_packed(file).is_ok())?;

    let start = Instant::now();
    let paths = wide_paths(1, N_NODES)?;
    println!("{N_NODES} nodes, {} edges: made in {:.1?}", paths.n_edges(), start.elapsed());
    compare("wide paths", &apd::write(&paths), |file| apd::read_packed(file).is_ok())
}

fn compare(name: &str, payload: &[u8], read: impl Fn(&[u8]) -> bool) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let file = pack(payload, Effort::BySize, &mut |_, _| ControlFlow::Continue(()))?;
    let packing = start.elapsed();
    assert!(unpack_bare(&file, payload.len()).0 && read(&file));
    let (mut bare, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..=N_ROUNDS {
        bare.push(time(|| unpack_bare(&file, payload.len())));
        whole.push(time(|| read(&file)));
    }
    let (bare, whole) = (median_after_warm_up(&mut bare), median_after_warm_up(&mut whole));
    let ratio = whole.as_secs_f64() / bare.as_secs_f64();
    println!(
        "{name}: {} kB in {} kB, packed in {packing:.1?}",
        payload.len() >> 10,
        file.len() >> 10
    );
    println!("  bare {bare:>9.2?}\n  read {whole:>9.2?}  {ratio:.2} × bare (1.5 at most)");
    Ok(())
}

/// Brotli alone, into a fresh buffer with room for everything.
fn unpack_bare(file: &[u8], len: usize) -> (bool, Vec<u8>) {
    let mut payload = Vec::with_capacity(len);
    let unpacked = brotli::BrotliDecompress(&mut &*file, &mut payload);
    (unpacked.is_ok(), payload)
}
