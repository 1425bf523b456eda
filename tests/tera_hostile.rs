//! No bytes make a reader of TERA's worlds panic, or take memory out of proportion: to the file
//! where it is read as it is, and to a stated ceiling where it is packed.
//!
//! One test, so that nothing else of this program allocates while it measures.

use std::ops::ControlFlow;

use landwright_core::format::ReadError;
use landwright_core::format::packed::{Effort, pack};
use landwright_core::format::tera::apd;
use landwright_core::format::tera::zgd::{self, Volume, Zgd};
use landwright_core::sample::rng::Rng;
use landwright_core::sample::tera::wide_paths;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Samples below this are broken in every place, larger ones in so many as their format says.
const SMALL: usize = 16 * 1024;

/// What a reader and a writer may take for each byte of a payload, and besides.
const MAX_BYTES_PER_BYTE: usize = 5;
const MAX_BYTES_BESIDES: usize = 256 * 1024;

/// What unpacking may take besides: the largest window, twice over while it grows.
const WINDOW: usize = 2 * (16 << 20);

struct Format {
    name: &'static str,
    payload: Vec<u8>,
    max_payload: u64,
    rewrite: fn(&[u8]) -> Result<Vec<u8>, ReadError>,
    /// Reads a packed file, and tells whether its payload would be written as it was.
    read_packed: fn(&[u8]) -> Result<bool, ReadError>,
    /// Offsets of the counts of the payload.
    counts: Vec<usize>,
    /// In how many places the payload is broken.
    n_places: usize,
}

fn formats() -> [Format; 2] {
    // Mostly empty, since an unpacked zone is no smaller than its cells.
    let mut rng = Rng::new(1);
    let zgd = Zgd::from_cells(|_, _, cell| {
        let n_volumes = if rng.below(40_000) == 0 { rng.below(4) } else { 0 };
        let mut volume = || Volume { z: rng.below(900) as i16, height: rng.below(65_536) as u16 };
        cell.extend((0..n_volumes).map(|_| volume()));
    });
    let apd = wide_paths(1, 60).unwrap();
    let zone_count = 4 + apd.n_nodes() * 13 + apd.n_edges() * 4;
    [
        Format {
            name: "ZGD",
            payload: zgd::write(&zgd),
            max_payload: zgd::MAX_PAYLOAD,
            rewrite: |data| zgd::read(data).map(|zgd| zgd::write(&zgd)),
            read_packed: |file| {
                let (zgd, packed) = zgd::read_packed(file)?;
                Ok(packed.holds(&zgd::write(&zgd)))
            },
            counts: vec![0, 4000, 921_000],
            // Nearly all of its bytes are the counts of empty cells.
            n_places: 1000,
        },
        Format {
            name: "APD",
            payload: apd::write(&apd),
            max_payload: apd::MAX_PAYLOAD,
            rewrite: |data| apd::read(data).map(|apd| apd::write(&apd)),
            read_packed: |file| {
                let (apd, packed) = apd::read_packed(file)?;
                Ok(packed.holds(&apd::write(&apd)))
            },
            counts: vec![0, 16, zone_count, zone_count + 12],
            n_places: 10_000,
        },
    ]
}

/// The result of some work, and the most memory that it took at a time.
fn measured<T>(work: impl FnOnce() -> T) -> (T, usize) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = work();
    (result, ALLOCATOR.peak_usage() - before)
}

/// Reads a broken payload: it is refused, or written as it is.
fn survive(format: &Format, payload: &[u8], what: &str) {
    let (written, n_taken) = measured(|| (format.rewrite)(payload));
    if let Ok(written) = written {
        assert!(written == payload, "{}: {what}: other bytes are written", format.name);
    }
    let n_allowed = payload.len() * MAX_BYTES_PER_BYTE + MAX_BYTES_BESIDES;
    assert!(n_taken <= n_allowed, "{}: {what}: {n_taken} bytes", format.name);
}

/// Reads a broken file, within the ceiling of its format.
fn survive_packed(format: &Format, file: &[u8], what: &str) -> Result<bool, ReadError> {
    let (result, n_taken) = measured(|| (format.read_packed)(file));
    assert_ne!(result, Ok(false), "{}: {what}: another payload is written", format.name);
    let n_allowed = format.max_payload as usize * MAX_BYTES_PER_BYTE + WINDOW;
    assert!(n_taken <= n_allowed, "{}: {what}: {n_taken} bytes", format.name);
    result
}

fn packed(payload: &[u8]) -> Vec<u8> {
    pack(payload, Effort::Quick, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

/// Gives every prefix to one check, and every flipped bit to it; some of both of a large sample.
fn break_everywhere(sample: &[u8], n_places: usize, mut check: impl FnMut(&[u8], &str)) {
    let mut data = sample.to_vec();
    let mut rng = Rng::new(2);
    let is_small = sample.len() < SMALL;
    let n_places = if is_small { sample.len() } else { n_places };
    for n in 0..n_places {
        let place = if is_small { n } else { rng.below(sample.len() as u32) as usize };
        check(&sample[..place], "cut");
        let bits = if is_small { 0..8 } else { n % 8..n % 8 + 1 };
        for bit in bits {
            data[place] ^= 1 << bit;
            check(&data, "a bit flipped");
            data[place] ^= 1 << bit;
        }
    }
}

#[test]
fn broken_files_are_refused_or_kept() {
    for format in formats() {
        let payload = &format.payload;
        survive(&format, payload, "whole");
        break_everywhere(payload, format.n_places, |broken, what| survive(&format, broken, what));
        for place in &format.counts {
            for bytes in [[0xff; 4], [0xff, 0xff, 0xff, 0x7f], [0, 0, 0, 0xff]] {
                let mut broken = payload.clone();
                broken[*place..place + 4].copy_from_slice(&bytes);
                survive(&format, &broken, "a large count");
            }
        }
        let file = packed(payload);
        assert_eq!(survive_packed(&format, &file, "whole"), Ok(true));
        break_everywhere(&file, format.n_places, |broken, what| {
            let _ = survive_packed(&format, broken, what);
        });
        let bomb = packed(&vec![0; format.max_payload as usize + (1 << 20)]);
        assert!(bomb.len() < 4096);
        assert!(survive_packed(&format, &bomb, "a bomb").is_err());
    }
}
