//! How long it takes to draw a map from above: all of 4096², and a rectangle of 64² in it, beside
//! writing as many pixels of one colour.

mod clock {
    pub(crate) mod millis;
    pub(crate) mod quickest;
    pub(crate) mod time;
    pub(crate) mod worked;
}

use clock::millis::millis;
use clock::quickest::quickest;
use clock::worked::worked;
use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::nav::ragnarok::cell::{Source, WaterLevel};
use landwright_core::sample::ragnarok::{Plan, island};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::TooLarge;
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::picture::islands::Islands;
use landwright_core::world::gat::picture::palette::{Palette, Rgb};
use landwright_core::world::gat::picture::{HeightRange, Look, Shading, View, picture};

const SIDE: u16 = 4096;
const N_ROUNDS: u32 = 9;
const N_SMALL_ROUNDS: usize = 500;

fn main() -> Result<(), TooLarge> {
    let plan = Plan { seed: 1, width: SIDE, height: SIDE, version: Version::V1_3 };
    let map = GatMap::new(&island(plan).gat)?;
    let islands = Islands::of(&map);
    let heights = HeightRange::of(&map);
    let water_level = WaterLevel::new(F32::new(4.0));
    let part = Rect { x: 1000, y: 2000, width: 64, height: 64 };
    println!(
        "{SIDE}² cells, the mean of {N_ROUNDS} rounds; 64² of them, the quickest of \
         {N_SMALL_ROUNDS}; hill shading, water tinted"
    );
    let one_colour = |rect: Rect| vec![Rgb([1, 2, 3]); rect.width as usize * rect.height as usize];
    let all = worked(N_ROUNDS, || one_colour(map.rect()));
    let some = quickest(N_SMALL_ROUNDS, || one_colour(part));
    println!("{:<22} {:>8.2} ms  64²: {:.4} ms", "one colour (bare)", millis(all), millis(some));
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
        let all = worked(N_ROUNDS, || picture(&map, map.rect(), &look));
        let some = quickest(N_SMALL_ROUNDS, || picture(&map, part, &look));
        println!("{name:<22} {:>8.2} ms  64²: {:.4} ms", millis(all), millis(some));
    }
    println!(
        "{:<22} {:>8.2} ms",
        "range of heights",
        millis(worked(N_ROUNDS, || HeightRange::of(&map)))
    );
    println!("{:<22} {:>8.2} ms", "islands found", millis(worked(N_ROUNDS, || Islands::of(&map))));
    Ok(())
}
