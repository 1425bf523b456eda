//! No bytes make a reader of any format panic or hang, change what it accepts, or take memory out
//! of proportion.
//!
//! Small samples are broken in every place: every prefix, every flipped bit, every byte another,
//! every four bytes a number gone wild. Larger ones are at both ends, where their parts begin, and
//! in places that a seed chooses; `LANDWRIGHT_HOSTILE=10000` asks for that many of them.
//!
//! One test, so that nothing else of this program allocates while it measures. What runs the test
//! may all the same: after a minute it says that the test still runs. What a reader takes is the same
//! each time, so what is over its limit is measured again before it counts.

#[path = "support/samples.rs"]
mod samples;

use std::ops::ControlFlow;
use std::sync::mpsc;
use std::time::Duration;

use landwright_core::format::ReadError;
use landwright_core::format::effort::Effort;
use landwright_core::format::file::query::Query;
use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::format::name::Name;
use landwright_core::format::packed::pack;
use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::format::ragnarok::map_cache::{self, MapCache};
use landwright_core::format::ragnarok::packed::PackedCells;
use landwright_core::format::ragnarok::{gnd, rsw};
use landwright_core::format::tera::{N_CELLS, apd, zgd};
use landwright_core::format::text::CodePage;
use landwright_core::sample::ragnarok::{Plan, island, scene};
use landwright_core::sample::rng::Rng;
use landwright_core::sample::{eq, rose, tera};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Samples below this are broken in every place.
const SMALL: usize = 16 * 1024;
/// In so many places larger ones are, unless `LANDWRIGHT_HOSTILE` asks for more.
const N_PLACES: usize = 2_000;
/// So many bytes at both ends of a larger sample are broken as those of a small one, by its share.
const END: usize = 16;
/// So many numbers at the start of a larger sample may say where a part of it begins.
const HEAD: usize = 256;
/// At most so many beginnings of parts are broken, spread over the sample.
const N_PARTS: usize = 48;

/// To show a file takes longest, and most that differ in a bit look the same: every so many times
/// a small file is shown, and a large one.
const SHOW_STEP: [usize; 2] = [16, 256];

/// Far more than any format takes on a busy machine.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// What reading and writing may take besides what a file's size allows: room for an error, and
/// what inflates needs its window.
const BESIDES: usize = 4096;
/// What inflates needs its window, whatever the size of the file.
const INFLATER: usize = 96 * 1024;
/// The largest window of a packed file, twice over while it grows.
const WINDOW: usize = 2 * (16 << 20);

/// How much memory a format may take for each byte of a file.
struct Format {
    kind: Kind,
    /// To read it and to write it again, both at once.
    to_read: usize,
    /// To show all of it as JSON, with that JSON.
    to_show: usize,
}

const fn format(kind: Kind, to_read: usize, to_show: usize) -> Format {
    Format { kind, to_read, to_show }
}

/// Deflate unpacks a byte to this many at most.
const DEFLATE: usize = 1032;

const FORMATS: [Format; 39] = [
    format(Kind::Gat, 2, 6),
    format(Kind::Gnd, 4, 20),
    format(Kind::Rsw, 5, 20),
    format(Kind::Rsm, 5, 20),
    format(Kind::Rsm2, 5, 20),
    format(Kind::MapCache, 3, 6),
    format(Kind::Mcache, 3, 6),
    format(Kind::Fld2, 3, 6),
    format(Kind::PackedFld2, 6 * DEFLATE, 10 * DEFLATE),
    format(Kind::Ifo, 5, 12),
    format(Kind::Zon, 5, 12),
    format(Kind::Him, 5, 6),
    format(Kind::Til, 3, 14),
    format(Kind::Mov, 3, 6),
    format(Kind::Lit, 4, 8),
    format(Kind::Stb, 7, 20),
    format(Kind::Stl, 4, 8),
    format(Kind::Ltb, 7, 14),
    format(Kind::Qsd, 7, 14),
    format(Kind::Aip, 4, 8),
    format(Kind::Con, 3, 6),
    format(Kind::Zms, 7, 16),
    format(Kind::Zmd, 7, 16),
    format(Kind::Zmo, 7, 16),
    format(Kind::Zsc, 9, 24),
    format(Kind::Chr, 14, 20),
    format(Kind::Eft, 7, 16),
    format(Kind::Ptl, 7, 16),
    format(Kind::Tsi, 14, 20),
    format(Kind::Tbl, 4, 40),
    // A number is up to eleven digits and signs in JSON.
    format(Kind::Lod, 4, 30),
    // A title is a text and a list of those below it.
    format(Kind::Hlp, 14, 24),
    format(Kind::Zca, 4, 20),
    format(Kind::Idx, 7, 16),
    format(Kind::S3d, 5, 10),
    format(Kind::Wld, 10, 20),
    // What it holds is packed, and unpacked as it is read.
    format(Kind::Map, 6 * DEFLATE, 40 * DEFLATE),
    format(Kind::Wtr, 4, 24),
    // As with a map, and links are three numbers each in JSON.
    format(Kind::Nav, 6 * DEFLATE, 40 * DEFLATE),
];

/// A format whose files are brotli streams: what holds for each byte holds for the payload, and
/// a file may claim any payload up to the limit of its format.
struct Packed {
    kind: Kind,
    max_payload: u64,
    rewrite: fn(&[u8]) -> Result<Vec<u8>, ReadError>,
    payload: fn() -> Vec<u8>,
    /// The payload within the limit that takes the most memory.
    largest: fn() -> Vec<u8>,
    /// Of the places that larger samples are broken in, one in so many.
    share: usize,
}

const PACKED: [Packed; 2] = [
    Packed {
        kind: Kind::Zgd,
        max_payload: zgd::MAX_PAYLOAD,
        rewrite: |payload| zgd::read(payload).map(|zgd| zgd::write(&zgd)),
        payload: || samples::contents().into_iter().find_map(payload_of_zone).unwrap(),
        largest: || {
            let mut payload = vec![0; zgd::MAX_PAYLOAD as usize];
            // As many volumes in each cell as fit; what is left over is the tail.
            let n_volumes = (payload.len() / N_CELLS - 1) / 4;
            for cell in payload.chunks_exact_mut(1 + n_volumes * 4).take(N_CELLS) {
                cell[0] = n_volumes as u8;
            }
            payload
        },
        // Nearly all of its million bytes are the counts of empty cells.
        share: 20,
    },
    Packed {
        kind: Kind::Apd,
        max_payload: apd::MAX_PAYLOAD,
        rewrite: |payload| apd::read(payload).map(|apd| apd::write(&apd)),
        payload: || apd::write(&tera::wide_paths(1, 20).unwrap()),
        largest: || {
            let mut payload = vec![0; apd::MAX_PAYLOAD as usize];
            // Nodes without an edge, and the number of zones.
            let n_nodes = (payload.len() - 8) / 13;
            payload[..4].copy_from_slice(&(n_nodes as u32).to_le_bytes());
            payload
        },
        share: 1,
    },
];

/// What a payload may take for each of its bytes.
const PAYLOAD: usize = 5;

fn payload_of_zone((_, content): (&str, Content)) -> Option<Vec<u8>> {
    match content {
        Content::Zgd(zone) => Some(zgd::write(&zone)),
        _ => None,
    }
}

/// Larger files of most formats.
fn files_of_worlds() -> Vec<(Kind, Vec<u8>)> {
    let island = island(Plan { seed: 1, width: 30, height: 32, version: Version::V1_3 });
    let mut all = vec![
        (Kind::Gat, gat::write(&island.gat)),
        (Kind::Gnd, gnd::write(&scene::ground(&island.gat, 1))),
        (Kind::Rsw, rsw::write(&scene::scene(&island.gat, 1, 20))),
        (Kind::MapCache, map_cache::write(&several_maps())),
        (Kind::S3d, eq::objects().unwrap()),
    ];
    let zone = rose::Zone::new(rose::Plan::small(1)).files();
    for kind in Kind::ALL {
        let of_kind = zone.iter().filter(|file| Kind::of_name(&file.path) == Some(*kind));
        let largest = of_kind.max_by_key(|file| file.bytes.len());
        all.extend(largest.map(|file| (*kind, file.bytes.clone())));
    }
    all
}

fn several_maps() -> MapCache {
    let mut cache = MapCache::default();
    for side in [3_u16, 20, 60] {
        let types: Vec<u8> = (0..side * side).map(|n| (n % 7 % 6) as u8).collect();
        let cells = PackedCells::pack(side.into(), side.into(), &types).unwrap();
        let name = Name::new(format!("isle{side}").as_bytes()).unwrap();
        cache.add(map_cache::Entry { name, cells }).unwrap();
    }
    cache
}

/// The result of some work, and the most memory that it took at a time.
fn measured<T>(work: impl FnOnce() -> T) -> (T, usize) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = work();
    (result, ALLOCATOR.peak_usage().saturating_sub(before))
}

/// The same of work that is to take so much at most. Where it takes more, it is done again: what
/// something else took meanwhile is not taken twice.
fn measured_to<T>(allowed: usize, work: impl Fn() -> T) -> (T, usize) {
    let (result, taken) = measured(&work);
    if taken <= allowed {
        return (result, taken);
    }
    drop(result);
    measured(work)
}

/// A format under test, with what was found out about it.
struct Trial {
    name: &'static str,
    limits: Format,
    n_tried: usize,
    n_accepted: usize,
    /// The most that was taken for a byte, in hundredths.
    most: [usize; 2],
}

impl Trial {
    fn new(limits: Format) -> Trial {
        Trial { name: limits.kind.name(), limits, n_tried: 0, n_accepted: 0, most: [0; 2] }
    }

    /// Reads broken bytes: they are refused, or they would be written as they are.
    fn survive(&mut self, data: &[u8], what: &str) {
        let kind = self.limits.kind;
        self.n_tried += 1;
        let (file, taken) = measured_to(self.allowed(0, data.len()), || {
            let file = file::read(kind, data).ok()?;
            assert_eq!(file.difference(data), None, "{}: {what}", self.name);
            Some(file)
        });
        self.hold_to(0, taken, data.len(), what);
        let Some(file) = file else { return };
        self.n_accepted += 1;
        let is_shown = self.n_tried % SHOW_STEP[usize::from(data.len() >= SMALL)] == 1;
        if data.len() < SMALL || is_shown {
            self.unpack_and_search(&file, what);
        }
        if is_shown {
            let allowed = self.allowed(1, data.len());
            let (json, taken) = measured_to(allowed, || serde_json::to_string(&file).unwrap());
            self.hold_to(1, taken, data.len(), what);
            let again: File = serde_json::from_str(&json).unwrap();
            let written = file::write(&again, Effort::Quick, &mut |_, _| ControlFlow::Continue(()));
            assert!(written.unwrap() == data, "{}: {what}: JSON", self.name);
        }
    }

    /// Goes through everything that the file lists, and unpacks what is in it.
    fn unpack_and_search(&mut self, file: &File, what: &str) {
        let query: Query = "x>=0".parse().unwrap();
        let mut n_found = 0_usize;
        file.content.for_each_record(CodePage::Cp949, &mut |record| {
            n_found += usize::from(query.holds(&record));
        });
        let (n_bytes, taken) = measured(|| match &file.content {
            Content::MapCache(cache) => cache
                .entries()
                .iter()
                .filter_map(|entry| entry.cells.cells().ok())
                .map(|c| c.len())
                .sum(),
            Content::Mcache(cache) => cache.cells.cells().map_or(0, |cells| cells.len()),
            _ => 0,
        });
        let packed: usize = n_bytes + file.payload().len() * DEFLATE;
        assert!(taken <= packed + INFLATER, "{}: {what}: {taken} to unpack", self.name);
    }

    /// What a file of this size may take to be read or shown.
    fn allowed(&self, which: usize, len: usize) -> usize {
        let inflater = if self.limits.kind == Kind::PackedFld2 { INFLATER } else { 0 };
        len * [self.limits.to_read, self.limits.to_show][which] + BESIDES + inflater
    }

    fn hold_to(&mut self, which: usize, taken: usize, len: usize, what: &str) {
        let most = &mut self.most[which];
        *most = (*most).max(taken.saturating_sub(BESIDES) * 100 / len.max(1));
        let allowed = self.allowed(which, len);
        assert!(taken <= allowed, "{}: {what}: {taken} bytes for {len}", self.name);
    }
}

/// Gives a check the sample, and then broken in every place.
fn break_everywhere(sample: &[u8], mut check: impl FnMut(&[u8], &str)) {
    assert!(sample.len() < SMALL, "that takes too long");
    check(sample, "whole");
    let mut broken = Broken::new(sample);
    for place in 0..sample.len() {
        (0..N_WAYS).for_each(|way| broken.give(place, way, &mut check));
    }
}

/// Gives a check the sample, and then broken at both ends, where its parts begin, and in places
/// that a seed chooses, one in so many of those that there are to be.
fn break_here_and_there(
    sample: &[u8],
    parts: &[usize],
    share: usize,
    mut check: impl FnMut(&[u8], &str),
) {
    check(sample, "whole");
    let mut broken = Broken::new(sample);
    let around = parts.iter().step_by(share);
    let around = around.flat_map(|part| part.saturating_sub(1)..part + 2);
    for place in around.filter(|place| *place < sample.len()) {
        (0..N_WAYS).for_each(|way| broken.give(place, way, &mut check));
    }
    let end = END.div_ceil(share);
    for place in (0..end).chain(sample.len() - end..sample.len()) {
        (0..N_WAYS).for_each(|way| broken.give(place, way, &mut check));
    }
    let asked = std::env::var("LANDWRIGHT_HOSTILE").ok().and_then(|n| n.parse().ok());
    for _ in 0..asked.unwrap_or(N_PLACES) / share {
        let place = broken.rng.below(sample.len() as u32) as usize;
        let way = broken.rng.below(N_WAYS);
        broken.give(place, way, &mut check);
    }
}

/// Where parts of a sample begin: what the numbers in its head point to, and the fields at which
/// a reader misses something as the sample is cut shorter and shorter.
fn parts_of(kind: Kind, sample: &[u8]) -> Vec<usize> {
    let numbers = sample.windows(4).take(HEAD).map(|bytes| match bytes {
        [a, b, c, d] => u32::from_le_bytes([*a, *b, *c, *d]) as usize,
        _ => 0,
    });
    let mut parts: Vec<usize> =
        numbers.filter(|number| (4..sample.len()).contains(number)).collect();
    parts.extend(fields_missed(sample, |cut| file::read(kind, cut).err()));
    spread(parts)
}

fn parts_of_payload(
    payload: &[u8],
    rewrite: fn(&[u8]) -> Result<Vec<u8>, ReadError>,
) -> Vec<usize> {
    spread(fields_missed(payload, |cut| rewrite(cut).err()))
}

fn fields_missed(sample: &[u8], error_of: impl Fn(&[u8]) -> Option<ReadError>) -> Vec<usize> {
    let mut parts = Vec::new();
    let mut end = sample.len();
    while end > 0 && parts.len() < N_PARTS {
        end -= 1;
        match error_of(&sample[..end]) {
            Some(error) => {
                end = end.min(error.offset);
                parts.push(end);
            }
            // A format that keeps what was cut: nothing more is to be learnt.
            None => break,
        }
    }
    parts
}

fn spread(mut parts: Vec<usize>) -> Vec<usize> {
    parts.sort_unstable();
    parts.dedup();
    let step = parts.len().div_ceil(N_PARTS).max(1);
    parts.into_iter().step_by(step).collect()
}

/// How many ways there are to break a place: cut there, a bit flipped, another byte, a large
/// number.
const N_WAYS: u32 = 1 + 8 + 3 + 3;

struct Broken<'a> {
    sample: &'a [u8],
    /// As the sample, but while it is given to a check.
    data: Vec<u8>,
    rng: Rng,
}

impl<'a> Broken<'a> {
    fn new(sample: &'a [u8]) -> Broken<'a> {
        Broken { sample, data: sample.to_vec(), rng: Rng::new(2) }
    }

    fn give(&mut self, place: usize, way: u32, check: &mut impl FnMut(&[u8], &str)) {
        let before = self.sample[place];
        let (what, bytes) = match way {
            0 => return check(&self.sample[..place], "cut"),
            1..=8 => ("a bit flipped", vec![before ^ 1 << (way - 1)]),
            9 => ("a zero", vec![0]),
            10 => ("ones", vec![0xff]),
            11 => ("another byte", vec![self.rng.next_u64() as u8]),
            12 => ("the largest number", u32::MAX.to_le_bytes().to_vec()),
            13 => ("the largest with a sign", i32::MAX.to_le_bytes().to_vec()),
            _ => ("a large number", (0xff_u32 << 24).to_le_bytes().to_vec()),
        };
        let end = self.data.len().min(place + bytes.len());
        self.data[place..end].copy_from_slice(&bytes[..end - place]);
        check(&self.data, what);
        self.data[place..end].copy_from_slice(&self.sample[place..end]);
    }
}

/// Files that fuzzing found, each of which was too much for a reader.
const FOUND: [(Kind, &[u8]); 2] = [
    // Four billion rows, none of which has a column.
    (Kind::Ltb, b"\0\0\0\0\xff\xff\xff\xff"),
    // A language without rows, whose table is said to be behind the end.
    (Kind::Stl, b"\x06NRST01\0\0\0\0\x01\0\0\0\xff\0\0\0tail"),
];

fn break_format(limits: Format, small: &[(Kind, Vec<u8>)], large: &[(Kind, Vec<u8>)]) {
    let kind = limits.kind;
    let mut trial = Trial::new(limits);
    for (_, sample) in small.iter().filter(|(of, _)| *of == kind) {
        break_everywhere(sample, |data, what| trial.survive(data, what));
    }
    for (_, sample) in large.iter().filter(|(of, _)| *of == kind) {
        let parts = parts_of(kind, sample);
        break_here_and_there(sample, &parts, 1, |data, what| trial.survive(data, what));
    }
    for (_, found) in FOUND.iter().filter(|(of, _)| *of == kind) {
        break_everywhere(found, |data, what| trial.survive(data, what));
    }
    let [read, shown] = trial.most.map(|most| most as f64 / 100.0);
    let Trial { name, n_tried, n_accepted, .. } = trial;
    eprintln!(
        "{name:<10} {n_tried:>7} files, {n_accepted:>7} read; bytes taken for one: {read:.2} to read, {shown:.2} as JSON"
    );
    assert!(n_accepted > 0 && n_accepted < n_tried, "{name}: {n_accepted} of {n_tried}");
}

fn stream(payload: &[u8]) -> Vec<u8> {
    pack(payload, Effort::Quick, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

fn break_packed(packed: &Packed) {
    let name = packed.kind.name();
    let payload = (packed.payload)();
    let mut n_accepted = 0;
    let mut n_tried = 0;
    let parts = parts_of_payload(&payload, packed.rewrite);
    let mut most_of_payload = 0;
    break_here_and_there(&payload, &parts, packed.share, |broken, what| {
        let allowed = broken.len() * PAYLOAD + 2 * BESIDES;
        let (written, taken) = measured_to(allowed, || (packed.rewrite)(broken));
        if let Ok(written) = &written {
            assert!(written == broken, "{name}: {what}: other bytes are written");
        }
        (n_tried, n_accepted) = (n_tried + 1, n_accepted + usize::from(written.is_ok()));
        let for_a_byte = taken.saturating_sub(2 * BESIDES) * 100 / broken.len().max(1);
        most_of_payload = most_of_payload.max(for_a_byte);
        assert!(taken <= allowed, "{name}: {what}: {taken} bytes for {}", broken.len());
    });
    let ceiling = packed.max_payload as usize * PAYLOAD + WINDOW;
    let mut most = 0;
    let mut survive = |file: &[u8], what: &str| {
        let (file, taken) = measured_to(ceiling, || {
            let read = file::read(packed.kind, file).ok()?;
            assert_eq!(read.difference(file), None, "{name}: {what}");
            Some(read)
        });
        (n_tried, n_accepted) = (n_tried + 1, n_accepted + usize::from(file.is_some()));
        assert!(taken <= ceiling, "{name}: {what}: {taken} bytes");
        most = most.max(taken);
        file
    };
    let whole = survive(&stream(&payload), "whole").unwrap();
    whole.content.for_each_record(CodePage::Cp949, &mut |record| assert!(!record.thing.is_empty()));
    break_everywhere(&stream(&payload), |broken, what| _ = survive(broken, what));
    let largest = stream(&(packed.largest)());
    assert!(survive(&largest, "the largest").is_some());
    let bomb = stream(&vec![0; packed.max_payload as usize + (1 << 20)]);
    assert!(bomb.len() < 4096 && survive(&bomb, "a bomb").is_none());
    let [most, ceiling] = [most, ceiling].map(|n_bytes| n_bytes >> 20);
    eprintln!(
        "{name:<10} {n_tried:>7} files, {n_accepted:>7} read; {most} MB at most, of {ceiling}; bytes taken for one of a payload: {:.2}",
        most_of_payload as f64 / 100.0
    );
}

/// Runs one format after the other, each within its time.
fn run(done: &mpsc::Sender<&'static str>) {
    let kinds = FORMATS.iter().map(|row| row.kind).chain(PACKED.iter().map(|row| row.kind));
    assert!(kinds.eq(Kind::ALL.iter().copied()), "a format is missing");
    let small = samples::files().into_iter();
    let small: Vec<_> =
        small.map(|(name, bytes)| (Kind::of(name, &bytes).unwrap(), bytes)).collect();
    let large = files_of_worlds();
    for limits in FORMATS {
        let name = limits.kind.name();
        break_format(limits, &small, &large);
        done.send(name).unwrap();
    }
    for packed in &PACKED {
        break_packed(packed);
        done.send(packed.kind.name()).unwrap();
    }
}

#[test]
fn broken_files_are_refused_or_kept() {
    let (done, progress) = mpsc::channel();
    let worker = std::thread::spawn(move || run(&done));
    let mut last = "the first format";
    loop {
        match progress.recv_timeout(TIME_LIMIT) {
            Ok(name) => last = name,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("what follows {last} does not end"),
        }
    }
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}
