//! How long it takes to draw a map from above: all of 4096², and a rectangle of 64² in it, beside
//! writing as many pixels of one colour.

use std::hint::black_box;
use std::time::{Duration, Instant};

use landwright_core::format::number::F32;
use landwright_core::nav::ragnarok::cell::{Source, WaterLevel};
use landwright_core::sample::ragnarok::{Plan, island};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::TooLarge;
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::picture::islands::Islands;
use landwright_core::world::gat::picture::palette::{Palette, Rgb};
use landwright_core::world::gat::picture::{HeightRange, Look, Shading, View, picture};

const SIDE: u16 = 4096;
const N_ROUNDS: usize = 9;

fn main() -> Result<(), TooLarge> {
    let plan = Plan {
        seed: 1,
        width: SIDE,
        height: SIDE,
        version: landwright_core::format::ragnarok::gat::Version::V1_3,
    };
    let map = GatMap::new(&island(plan).gat)?;
    let islands = Islands::of(&map);
    let heights = HeightRange::of(&map);
    let water_level = WaterLevel::new(F32::new(4.0));
    let part = Rect { x: 1000, y: 2000, width: 64, height: 64 };
    println!("{SIDE}² cells, medians of {N_ROUNDS} rounds; hill shading, water tinted");
    let bare = [map.rect(), part]
        .map(|rect| median(|| vec![Rgb([1, 2, 3]); rect.width as usize * rect.height as usize]));
    let [all, some] = bare.map(millis);
    println!("{:<22} {all:>8.2} ms  64²: {some:.4} ms", "one colour (bare)");
    for (name, view) in [
        ("types", View::Types),
        ("client", View::Client),
        ("server", View::Server { source: Source::MapCache, water_level }),
        ("heights", View::Heights(heights)),
        ("slope", View::Slope),
        ("islands", View::Islands(&islands)),
    ] {
        let look = Look {
            view,
            palette: Palette::Normal,
            shading: Shading::Hills,
            water: Some(F32::new(4.0)),
        };
        let all = median(|| picture(&map, map.rect(), &look));
        let some = median(|| picture(&map, part, &look));
        println!("{name:<22} {:>8.2} ms  64²: {:.4} ms", millis(all), millis(some));
    }
    println!("{:<22} {:>8.2} ms", "range of heights", millis(median(|| HeightRange::of(&map))));
    println!("{:<22} {:>8.2} ms", "islands found", millis(median(|| Islands::of(&map))));
    Ok(())
}

/// The median time after a round that warms up.
fn median<T>(mut work: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..=N_ROUNDS)
        .map(|_| {
            let start = Instant::now();
            let result = black_box(work());
            let elapsed = start.elapsed();
            drop(result);
            elapsed
        })
        .skip(1)
        .collect();
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
