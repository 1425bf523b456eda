//! What it takes to edit an area of two million nodes over 90 zones: time and memory.
//!
//! Each figure is the median of some rounds, beside what it must not exceed on a machine like
//! that of the tests.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use landwright_core::check::area::{check_around, check_graph, check_volumes};
use landwright_core::format::tera::{apd, zgd};
use landwright_core::sample::rng::Rng;
use landwright_core::sample::tera::{area, packed_file, wide_paths};
use landwright_core::space::tera::{CellInWorld, PosInWorld, Zone};
use landwright_core::world::Editing;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::cells::{Cells, Which};
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::NodeId;
use landwright_core::world::area::places::Places;
use landwright_core::world::area::routes::{Outcome, Spot};
use landwright_core::world::area::shape::{AddVolume, Ceiling, SetVolumes};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

const N_NODES: u32 = 2_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let payload = apd::write(&wide_paths(1, N_NODES)?);
    let file = packed_file("wide.apd", &payload).bytes;
    drop(payload);
    let zone = area(1)?.zones.pop().map(|(_, zgd)| packed_file("", &zgd::write(&zgd)).bytes);
    let zone = zone.ok_or("the sample has no zones")?;
    let bare = HEAP.current_usage_as_mb();
    HEAP.reset_peak_usage();

    let start = Instant::now();
    let apd = apd::read_packed(&file)?.0;
    println!("{N_NODES} nodes, {} edges: unpacked in {:.1?}", apd.n_edges(), start.elapsed());
    let start = Instant::now();
    let area = Area::new(&apd)?;
    println!("as a document in {:.1?}", start.elapsed());
    drop(apd);
    println!("{} zones, {:.0} MB", area.zones().len(), HEAP.current_usage_as_mb() - bare);
    let start = Instant::now();
    let mut places = Places::of(&area);
    said("index begun, nodes can be drawn", start.elapsed(), 300.0);
    places.load();
    said("index of all ready", start.elapsed(), 1000.0);

    let zones: Vec<Zone> = area.zones().to_vec();
    let geometry = Geometry::of_files(zones.iter().map(|name| (*name, zone.clone())));
    for name in &zones {
        black_box(geometry.zone(*name));
    }
    let name = zones.first().copied().ok_or("the area has no zones")?;
    let unpack = || Geometry::of_files([(name, zone.clone())]).zone(name);
    said("a zone unpacked", median(9, unpack), 100.0);
    let mut editing = Editing::new(area);
    let held = HEAP.current_usage_as_mb() - bare;
    println!("held {held:.0} MB with {} MB of geometry (600 at most)", geometry.n_bytes() >> 20);

    let mut rng = Rng::new(5);
    said("checks without geometry", median(3, || check_graph("a.apd", editing.document())), 2000.0);
    let at = |rng: &mut Rng, area: &Area| area.pos(NodeId(rng.below(N_NODES)));
    said(
        "pick",
        median(2000, || {
            let near = at(&mut rng, editing.document());
            let near = near.map(|pos| PosInWorld { x: pos.x + 9.0, ..pos });
            near.and_then(|pos| places.nearest(pos, 300.0))
        }),
        0.02,
    );
    said("route across", across(editing.document(), &places), 200.0);
    edit_nodes(&mut editing, &mut places, &geometry, &mut rng)?;
    println!("peak {:.0} MB", HEAP.peak_usage_as_mb() - bare);
    edit_volumes(&mut editing, &geometry, &mut rng)
}

/// Edits of nodes as a window does them: with the index of places, and the checks around them.
fn edit_nodes(
    editing: &mut Editing<Area>,
    places: &mut Places,
    geometry: &Geometry,
    rng: &mut Rng,
) -> Result<(), Box<dyn Error>> {
    let mut edits = Vec::new();
    for _ in 0..200 {
        let node = NodeId(rng.below(N_NODES));
        let json = format!(
            r#"{{"action":"move-nodes","nodes":{{"ids":[{}]}},"by":[16,0,0],"snap":"cell"}}"#,
            node.0
        );
        let action: Action = serde_json::from_str(&json)?;
        let start = Instant::now();
        let Ok(resolved) = action.resolve(editing.document(), geometry) else { continue };
        let Some(edit) = resolved.edit else { continue };
        let nodes = edit.nodes(editing.document());
        let moved = editing.document().moved_nodes_to(&resolved.area);
        editing.apply(action.title(), edit);
        places.follow(editing.document(), &moved);
        black_box(check_around("a.apd", editing.document(), &Geometry::none(), &nodes));
        edits.push(start.elapsed());
    }
    edits.sort();
    said("an edit with its checks", edits.get(edits.len() / 2).copied().unwrap_or_default(), 5.0);
    said("the slowest of 200", edits.last().copied().unwrap_or_default(), 5.0);
    Ok(())
}

/// Edits of volumes as a window does them: with what follows for the geometry, and the checks around
/// them, of nodes as well as of volumes.
fn edit_volumes(
    editing: &mut Editing<Area>,
    geometry: &Geometry,
    rng: &mut Rng,
) -> Result<(), Box<dyn Error>> {
    for n_along in [1, 10] {
        let (mut unpacked, mut edits) = (Vec::new(), Vec::new());
        for n in 0..200 {
            let node = NodeId(rng.below(N_NODES));
            let Some(at) = editing.document().pos(node).and_then(CellInWorld::of) else { continue };
            let all = (0..n_along).flat_map(|x| (0..n_along).map(move |y| [at.x + x, at.y + y]));
            let cells = Cells::List(all.collect());
            let action = match n % 2 {
                0 => Action::AddVolume(AddVolume { cells, z: 3000, height: 50 }),
                _ => {
                    let (which, z, height, ceiling) =
                        (Which::Nth(0), Some(9), None, Ceiling::Moves);
                    Action::SetVolumes(SetVolumes { cells, which, z, by: None, height, ceiling })
                }
            };
            // What is edited was looked at.
            let start = Instant::now();
            let here = editing.document().cell_at(at.centre(0)).map(|(zone, _)| zone);
            let before = geometry.n_bytes();
            black_box(geometry.of(editing.document()).around(
                editing.document().origin(),
                at.centre(0),
                500.0,
            ));
            if geometry.n_bytes() != before {
                unpacked.push(start.elapsed());
            }
            let start = Instant::now();
            let document = editing.document().clone();
            let Ok(resolved) = action.resolve(&document, &geometry.of(&document)) else { continue };
            let Some(edit) = resolved.edit else { continue };
            editing.apply(action.title(), &edit);
            let now = geometry.of(editing.document());
            let nodes = edit.nodes(editing.document());
            black_box(check_around("a.apd", editing.document(), &now, &nodes));
            let zones: Vec<Zone> = here.into_iter().collect();
            black_box(check_volumes("a.apd", editing.document(), &now, &zones));
            edits.push(start.elapsed());
        }
        edits.sort();
        let at = |share: usize| edits.get(edits.len() * share / 100).copied().unwrap_or_default();
        let side = format!("{n_along} × {n_along} cells");
        said(&format!("volumes of {side} with all checks"), at(50), 5.0);
        said(&format!("the slowest of {}", edits.len()), at(99), 5.0);
        unpacked.sort();
        if let Some(longest) = unpacked.last() {
            println!("unpacking what was not: {} times, {longest:.1?} at most", unpacked.len());
        }
    }
    Ok(())
}

/// From the corner of one zone to the far corner, and back.
fn across(area: &Area, places: &Places) -> Duration {
    let positions = || area.nodes().filter_map(|node| area.pos(node));
    let low = positions().min_by(|a, b| (a.x + a.y).total_cmp(&(b.x + b.y)));
    let high = positions().max_by(|a, b| (a.x + a.y).total_cmp(&(b.x + b.y)));
    let (Some(low), Some(high)) = (low, high) else { return Duration::MAX };
    let spot = |pos: PosInWorld| Spot::At([pos.x, pos.y, pos.z]);
    let found = area.probe(places, spot(low), spot(high)).outcome;
    match &found {
        Outcome::Reached(route) => println!("a way across has {} nodes", route.nodes.len()),
        cut => println!("no way across: {cut:?}"),
    }
    median(5, || area.probe(places, spot(low), spot(high)))
}

fn median<T>(n_rounds: usize, mut work: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..n_rounds)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        })
        .collect();
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn said(what: &str, took: Duration, at_most_ms: f64) {
    println!("{what}: {took:.2?} ({at_most_ms} ms at most)");
}
