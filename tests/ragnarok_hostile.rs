//! No bytes make a Ragnarok reader panic, or take memory out of proportion to what it was given.
//!
//! One test, so that nothing else of this program allocates while it measures.

use landwright_core::format::ReadError;
use landwright_core::format::name::Name;
use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::format::ragnarok::map_cache::{self, MapCache};
use landwright_core::format::ragnarok::mcache::{self, Mcache};
use landwright_core::format::ragnarok::packed::PackedCells;
use landwright_core::format::ragnarok::{fld2, rsw};
use landwright_core::nav::ragnarok::cell::{WaterLevel, cached_types};
use landwright_core::sample::ragnarok::{Island, Plan, island};
use landwright_core::sample::rng::Rng;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Samples below this are broken in every place.
const SMALL: usize = 16 * 1024;

/// What a reader and a writer may take for each byte of a file, and besides.
const MAX_BYTES_PER_BYTE: usize = 4;
const MAX_BYTES_BESIDES: usize = 4096;

/// Deflate unpacks a byte to this many at most; `cells` never gives more.
const MAX_RATIO: usize = 1032;

/// A sample, and what reads it and writes it again. The packed cells in it are unpacked too.
struct Format {
    name: &'static str,
    sample: Vec<u8>,
    rewrite: fn(&[u8]) -> Result<Vec<u8>, ReadError>,
    max_bytes_per_byte: usize,
}

fn formats(side: u16) -> Vec<Format> {
    let Island { gat, rsw } =
        island(Plan { seed: 1, width: side, height: side, version: Version::V1_3 });
    let types = cached_types(&gat, WaterLevel::new(rsw.water_level().unwrap()));
    let cells = PackedCells::pack(gat.width(), gat.height(), &types).unwrap();
    let mut cache = MapCache::default();
    for name in ["isle", "elsewhere"] {
        let name = Name::new(name.as_bytes()).unwrap();
        cache.add(map_cache::Entry { name, cells: cells.clone() }).unwrap();
    }
    let bot_cells = types.iter().map(|number| fld2::Cell(*number)).collect();
    let fld2 = fld2::Fld2::new(side, side, bot_cells).unwrap();
    let plain = MAX_BYTES_PER_BYTE;
    let packed = MAX_RATIO + MAX_BYTES_PER_BYTE;
    let format = |name, sample, rewrite, max_bytes_per_byte| Format {
        name,
        sample,
        rewrite,
        max_bytes_per_byte,
    };
    vec![
        format("GAT", gat::write(&gat), |data| gat::read(data).map(|gat| gat::write(&gat)), plain),
        format("RSW", rsw::write(&rsw), |data| rsw::read(data).map(|rsw| rsw::write(&rsw)), plain),
        format("map cache", map_cache::write(&cache), rewrite_map_cache, packed),
        format("mcache", mcache::write(&Mcache::new(cells)), rewrite_mcache, packed),
        format("fld2", fld2::write(&fld2), |data| fld2::read(data).map(|f| fld2::write(&f)), plain),
    ]
}

fn rewrite_map_cache(data: &[u8]) -> Result<Vec<u8>, ReadError> {
    let cache = map_cache::read(data)?;
    for entry in cache.entries() {
        // That broken cells are refused is all that is asked.
        let _ = entry.cells.cells();
    }
    Ok(map_cache::write(&cache))
}

fn rewrite_mcache(data: &[u8]) -> Result<Vec<u8>, ReadError> {
    let mcache = mcache::read(data)?;
    let _ = mcache.cells.cells();
    Ok(mcache::write(&mcache))
}

/// Reads broken bytes: they are refused, or written as they are.
fn survive(format: &Format, data: &[u8], what: &str) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let written = (format.rewrite)(data);
    let taken = ALLOCATOR.peak_usage() - before;
    if let Ok(written) = written {
        assert!(written == data, "{}: {what}: other bytes are written", format.name);
    }
    // What inflates needs its window, whatever the size of the file.
    let inflater = if format.max_bytes_per_byte > MAX_RATIO { 64 * 1024 } else { 0 };
    let allowed = data.len() * format.max_bytes_per_byte + MAX_BYTES_BESIDES + inflater;
    assert!(taken <= allowed, "{}: {what}: {taken} bytes for {}", format.name, data.len());
}

#[test]
fn broken_files_are_refused_or_kept() {
    for format in formats(12).iter().chain(&formats(50)) {
        let sample = &format.sample;
        survive(format, sample, "whole");
        let mut data = sample.clone();
        let mut rng = Rng::new(1);
        let is_small = sample.len() < SMALL;
        let n_places = if is_small { sample.len() } else { 10_000 };
        for n in 0..n_places {
            let place = if is_small { n } else { rng.below(sample.len() as u32) as usize };
            survive(format, &sample[..place], "cut");
            let bits = if is_small { 0..8 } else { n % 8..n % 8 + 1 };
            for bit in bits {
                data[place] ^= 1 << bit;
                survive(format, &data, "a bit flipped");
                data[place] ^= 1 << bit;
            }
        }
        // Counts and sizes stand in the first bytes, and in the first entry's header.
        for place in 0..40.min(sample.len().saturating_sub(4)) {
            let mut data = sample.clone();
            data[place..place + 4].copy_from_slice(&[0xff; 4]);
            survive(format, &data, "a count of 0xffffffff");
            data[place..place + 4].copy_from_slice(&[0xff, 0xff, 0xff, 0x7f]);
            survive(format, &data, "a count of 0x7fffffff");
        }
    }
}
