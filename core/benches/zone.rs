//! What a large zone costs: to open, to pick in, to move many things of it, to check and to save.
//!
//! 80 blocks with 20,000 objects, from memory. Each figure is the quickest of several.

mod clock {
    pub(crate) mod millis;
    pub(crate) mod quickest;
    pub(crate) mod time;
}

use std::hint::black_box;

use clock::millis::millis;
use clock::quickest::quickest;
use landwright_core::check;
use landwright_core::format::text::CodePage;
use landwright_core::sample::rng::Rng;
use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone as Sample};
use landwright_core::vfs::memory::Memory;
use landwright_core::vfs::{Vfs, VfsPath};
use landwright_core::world::Editing;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::index::Places;
use landwright_core::world::zone::load::open;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::place::{Move, Snap};
use landwright_core::world::zone::selection::Selection;
use landwright_core::world::zone::thing::ThingId;

type Failure = Box<dyn std::error::Error>;

const N_ROUNDS: usize = 7;
const N_PICKS: u32 = 10_000;
const N_MOVED: usize = 5_000;

fn main() -> Result<(), Failure> {
    let memory = Memory::new("sample");
    for file in Sample::new(Plan::large(1)).files() {
        memory.put(&VfsPath::new(&file.path)?, &file.bytes);
    }
    let mut vfs = Vfs::default();
    vfs.push(memory);
    let folder = VfsPath::new(ZONE_FOLDER)?;
    let opened = open(&vfs, &folder, CodePage::Cp949)?;
    let zone = opened.zone;
    println!("{} blocks, {} things", zone.blocks().count(), zone.n_things());

    let time = quickest(N_ROUNDS, || open(&vfs, &folder, CodePage::Cp949).is_ok());
    println!("open: {:.1} ms", millis(time));
    let time = quickest(N_ROUNDS, || Places::new(&zone));
    println!("index: {:.2} ms", millis(time));
    pick(&zone);
    moves(&zone)?;
    let names = Names::load(&vfs, &zone, 1);
    let time = quickest(N_ROUNDS, || check::zone::check(&zone, &names).len());
    println!("check all: {:.1} ms", millis(time));
    let changed = || opened.files.changed(zone.to_files(), |path| path.as_str().into());
    let time = quickest(N_ROUNDS, || changed().len());
    println!("find what has to be saved: {:.1} ms", millis(time));
    Ok(())
}

fn pick(zone: &Zone) {
    let places = Places::new(zone);
    let mut rng = Rng::new(1);
    let at: Vec<[f32; 2]> = zone
        .things()
        .map(|(_, thing)| thing.pos_in_file_cm())
        .map(|at| [at.x as f32 + 300.0 * rng.unit(), at.y as f32 + 300.0 * rng.unit()])
        .take(N_PICKS as usize)
        .collect();
    let time = quickest(N_ROUNDS, || {
        at.iter().map(|at| black_box(places.pick(zone, *at, 500.0)).len()).sum::<usize>()
    });
    println!("pick: {:.2} µs", time.as_secs_f64() * 1e6 / f64::from(N_PICKS));
}

/// Of each step the quickest: the action, the index that follows it, undo.
fn moves(zone: &Zone) -> Result<(), Failure> {
    let ids: Vec<ThingId> = zone.things().map(|(id, _)| id).step_by(4).take(N_MOVED).collect();
    let things = Selection::Ids(ids);
    let action = Action::Move(Move { things, by: [0.0, 120.0, 0.0], snap: Snap::Ground });
    let mut times = [f64::MAX; 3];
    for _ in 0..N_ROUNDS {
        let mut editing = Editing::new(zone.clone());
        let mut places = Places::new(zone);
        let start = std::time::Instant::now();
        let edit = action.resolve(editing.document())?.edit.ok_or("nothing moves")?;
        editing.apply(action.title(), edit.clone());
        let applied = start.elapsed();
        places.follow(editing.document(), &edit);
        let followed = start.elapsed();
        editing.undo()?;
        let undone = start.elapsed();
        let steps = [applied, followed - applied, undone - followed];
        for (time, step) in times.iter_mut().zip(steps) {
            *time = time.min(millis(step));
        }
    }
    let [applied, followed, undone] = times;
    println!("move {N_MOVED}: {applied:.1} ms, index {followed:.1} ms, undo {undone:.1} ms");
    Ok(())
}
