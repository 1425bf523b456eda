//! What editing a map costs: a step of a brush, undo, a flood, checks, and the memory of a history.
//!
//! Each figure stands beside a bare cost: the same cells written or read in a plain vector. All is
//! done several times over, and of each single step the quickest time counts, so that what else
//! the machine does stays out.

mod clock {
    pub(crate) mod millis;
    pub(crate) mod time;
    pub(crate) mod worked;
}

use std::hint::black_box;
use std::time::{Duration, Instant};

use clock::millis::millis;
use clock::time::time;
use clock::worked::{Stopwatch, worked};
use landwright_core::check;
use landwright_core::check::gat::findings::Findings;
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::sample::ragnarok::{Plan, island};
use landwright_core::sample::rng::Rng;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::heights::{How, Neighbours, ShapeHeights};
use landwright_core::world::gat::paint::{Ink, Paint};
use landwright_core::world::gat::region::{Likeness, Region, Tip, Ways};
use landwright_core::world::{Document, Editing};

type Failure = Box<dyn std::error::Error>;
/// What a brush does between two points, in a stroke of a number.
type Brush = fn(Vec<[i32; 2]>, u32) -> Action;

const SIDES: [u16; 4] = [512, 1024, 2048, 4096];
/// A brush of radius 16.
const BRUSH: u32 = 33;
const N_STROKES: u32 = 60;
const N_STEPS: u32 = 30;
const N_ROUNDS: usize = 5;

fn main() -> Result<(), Failure> {
    for side in SIDES {
        let map = map_of(side)?;
        strokes("types", side, &map, paint)?;
        strokes("heights", side, &map, raise)?;
        checks(side, &map)?;
        flood(side, &map)?;
    }
    history("types", paint)?;
    history("heights", raise)
}

fn map_of(side: u16) -> Result<GatMap, Failure> {
    let plan = Plan { seed: 1, width: side, height: side, version: Version::V1_3 };
    Ok(GatMap::new(&island(plan).gat)?)
}

fn brush(points: Vec<[i32; 2]>) -> Region {
    Region::Brush { points, size: BRUSH, tip: Tip::Round }
}

fn paint(points: Vec<[i32; 2]>, n: u32) -> Action {
    let ink = Ink::Type(n % 7);
    Action::Paint(Paint { region: brush(points), ink, mirror: None, within: None })
}

fn raise(points: Vec<[i32; 2]>, _: u32) -> Action {
    let how = How::Raise { by: 1.0 };
    let neighbours = Neighbours::Joined;
    Action::ShapeHeights(ShapeHeights { region: brush(points), how, neighbours, within: None })
}

/// How long each thing took that was done.
#[derive(Default)]
struct Times {
    steps: Vec<Duration>,
    ends: Vec<Duration>,
    undos: Vec<Duration>,
    checks: Vec<Duration>,
}

impl Times {
    fn all(&mut self) -> [&mut Vec<Duration>; 4] {
        [&mut self.steps, &mut self.ends, &mut self.undos, &mut self.checks]
    }

    fn quickest(mut self, mut other: Times) -> Times {
        for (own, other) in self.all().into_iter().zip(other.all()) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own = (*own).min(*other));
        }
        self
    }
}

fn strokes(name: &str, side: u16, map: &GatMap, action: Brush) -> Result<(), Failure> {
    let mut times = drags(side, map, action)?;
    for _ in 1..N_ROUNDS {
        times = times.quickest(drags(side, map, action)?);
    }
    let bare = millis(bare_step(side));
    let [steps, ends, undos, checks] = times.all().map(|times| millis(share(times, 99)));
    let middle = millis(share(&mut times.steps, 50));
    println!(
        "{side:>4}² {name:<8} step p50 {middle:.3} ms, p99 {steps:.3} ms ({:.0}× the bare {bare:.4} ms; \
         aim: 1 ms); end p99 {ends:.3} ms; undo p99 {undos:.3} ms (aim: 2 ms); \
         checks after it p99 {checks:.3} ms (aim: 5 ms)",
        steps / bare,
    );
    Ok(())
}

/// Drags of a brush, a step at a time as a window has them; then undo and redo of each, and the
/// checks of what it changed.
fn drags(side: u16, map: &GatMap, action: Brush) -> Result<Times, Failure> {
    let mut editing = Editing::new(map.clone());
    let mut findings = Findings::of(map);
    let mut rng = Rng::new(3);
    let mut times = Times::default();
    for n in 0..N_STROKES {
        let mut at = [rng.below(side.into()) as i32, rng.below(side.into()) as i32];
        editing.begin("Stroke");
        let before = editing.document().clone();
        for _ in 0..N_STEPS {
            let next = at.map(|part| part + rng.below(25) as i32 - 12);
            let start = Instant::now();
            let resolved = action(vec![at, next], n).resolve(editing.document())?;
            if let Some(edit) = &resolved.edit {
                editing.grow(edit);
            }
            drop(resolved);
            times.steps.push(start.elapsed());
            at = next;
        }
        times.ends.push(time(|| editing.end()));
        let start = Instant::now();
        editing.undo()?;
        times.undos.push(start.elapsed());
        let start = Instant::now();
        editing.redo()?;
        times.undos.push(start.elapsed());
        let changed = before.edit_to(editing.document()).map(|edit| edit.covered(&before));
        times.checks.push(time(|| {
            findings.update(editing.document(), &changed.unwrap_or_default());
            findings.problems("a.gat", editing.document())
        }));
    }
    Ok(times)
}

/// The cells of a dab written into a vector.
fn bare_step(side: u16) -> Duration {
    let mut words = vec![0_u32; usize::from(side) * usize::from(side)];
    let mut times: Vec<Duration> = (0..1000)
        .map(|n| {
            time(|| {
                for row in words.chunks_mut(side.into()).skip(n % 400).take(BRUSH as usize) {
                    row.iter_mut().take(BRUSH as usize).for_each(|word| *word = n as u32);
                }
                black_box(words.first().copied())
            })
        })
        .collect();
    share(&mut times, 50)
}

fn checks(side: u16, map: &GatMap) -> Result<(), Failure> {
    let n_rounds = 9;
    let read = || map.terrain_column().iter().fold(0, u32::wrapping_add);
    let bare = millis(worked(100 * n_rounds, read)).max(1e-6);
    let all = millis(worked(n_rounds * 512 / u32::from(side), || check::gat::check("a.gat", map)));
    let aim = if side == 512 { "; aim: 10 ms" } else { "" };
    println!(
        "{side:>4}² checks of all {all:.2} ms ({:.0}× reading the types, {bare:.3} ms{aim})",
        all / bare
    );
    Ok(())
}

/// A flood over all of an empty map.
fn flood(side: u16, map: &GatMap) -> Result<(), Failure> {
    let empty = paint_everything(0).resolve(map)?.map;
    let (ways, by) = (Ways::Four, Likeness::Terrain);
    let region = Region::Connected { x: 5, y: 5, ways, by };
    let fill = Action::Paint(Paint { region, ink: Ink::Raw(5), mirror: None, within: None });
    let mut editing = Editing::new(empty);
    let n_rounds = 9;
    let (mut fills, mut undos) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..n_rounds {
        let watch = Stopwatch::start();
        if let Some(edit) = fill.resolve(editing.document())?.edit {
            editing.apply("Fill", edit);
        }
        fills += watch.worked();
        let watch = Stopwatch::start();
        editing.undo()?;
        undos += watch.worked();
    }
    let [fill, undo] = [fills, undos].map(|time| millis(time / n_rounds));
    let vector = || vec![5_u32; usize::from(side) * usize::from(side)];
    // As many cells in all, whatever the side.
    let n_vectors = n_rounds * (4096 / u32::from(side)).pow(2);
    let bare = millis(worked(n_vectors, vector)).max(1e-6);
    let aim = if side == 4096 { "; aim: 60 ms" } else { "" };
    println!(
        "{side:>4}² flood of all {fill:.2} ms ({:.1}× filling a vector, {bare:.2} ms{aim}); undo {undo:.2} ms",
        fill / bare
    );
    Ok(())
}

fn paint_everything(raw: u32) -> Action {
    let ink = Ink::Raw(raw);
    Action::Paint(Paint { region: Region::Everything, ink, mirror: None, within: None })
}

/// The memory of a thousand strokes, each between two places of the map.
fn history(name: &str, action: Brush) -> Result<(), Failure> {
    let map = map_of(512)?;
    let mut editing = Editing::new(map);
    let mut rng = Rng::new(5);
    let mut n_cells = 0;
    for n in 0..1000 {
        let mut point = || [rng.below(512) as i32, rng.below(512) as i32];
        let points = vec![point(), point()];
        let region = brush(points.clone());
        n_cells += region.area(editing.document())?.n_cells();
        if let Some(edit) = action(points, n).resolve(editing.document())?.edit {
            editing.apply("Stroke", edit);
        }
    }
    let mega = |n_bytes: f64| n_bytes / f64::from(1 << 20);
    let bare = n_cells as f64 * if name == "types" { 4.0 } else { 16.0 };
    println!(
        "1,000 strokes of {name}, {n_cells} cells: {:.1} MB of history ({:.1} MB as plain words{})",
        mega(editing.n_bytes() as f64),
        mega(bare),
        if name == "types" { "; aim: 16 MB" } else { "" }
    );
    Ok(())
}

/// What so many of a hundred do not exceed.
fn share(times: &mut [Duration], percent: usize) -> Duration {
    times.sort();
    times
        .get((times.len() * percent / 100).min(times.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}
