//! Real geometry and paths of TERA: rewritten byte for byte, and as the notes on them say.

mod support;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use landwright_core::format::effort::Effort;
use landwright_core::format::packed;
use landwright_core::format::tera::apd::{self, Apd};
use landwright_core::format::tera::zgd::{self, Volume, Zgd};
use landwright_core::format::tera::{area_list, retail};
use landwright_core::nav::tera::Stride;
use landwright_core::nav::tera::connect::connect;
use landwright_core::nav::tera::ground::{Ground, Zones};
use landwright_core::space::tera::{
    CellInSquare, CellInWorld, Octant, Origin, PosInWorld, SquareInZone, Zone,
};
use landwright_core::world::area::names::Names;

fn zone(folder: &Path, name: &str) -> Zgd {
    zgd::read_packed(&fs::read(folder.join(name)).unwrap()).unwrap().0
}

fn area(folder: &Path) -> Apd {
    apd::read_packed(&fs::read(folder.join("rucmia_p.apd")).unwrap()).unwrap().0
}

#[test]
fn every_file_is_rewritten_and_an_unchanged_one_keeps_its_stream() {
    let Some(folder) = support::corpus("tera/world") else { return };
    let mut n_files = 0;
    for path in support::files_below(&folder) {
        if !path.extension().is_some_and(|extension| extension == "zgd" || extension == "apd") {
            continue;
        }
        let file = fs::read(&path).unwrap();
        let name = path.display();
        let (payload, original) = packed::unpack(&file, zgd::MAX_PAYLOAD).unwrap();
        let (written, kept) = if path.extension().is_some_and(|extension| extension == "zgd") {
            let (zgd, kept) = zgd::read_packed(&file).unwrap();
            assert!(zgd::read(&payload).unwrap() == zgd, "{name}");
            assert_eq!(zgd.n_opaque(), 0, "{name}");
            (zgd::write(&zgd), kept)
        } else {
            let (apd, kept) = apd::read_packed(&file).unwrap();
            assert!(apd::read(&payload).unwrap() == apd, "{name}");
            assert_eq!(apd.n_opaque(), 0, "{name}");
            (apd::write(&apd), kept)
        };
        assert!(written == payload, "{name}");
        assert!(kept == original && kept.trailing.0.is_empty(), "{name}");
        let mut never = |_, _| ControlFlow::Break(());
        let saved = kept.with_payload(&written, Effort::Smallest, &mut never).unwrap();
        assert!(packed::write(&saved) == file, "{name}");
        n_files += 1;
    }
    assert!(n_files >= 3, "{n_files}");
}

#[test]
fn the_files_of_the_games_own_servers_hold_the_same() {
    let Some(folder) = support::corpus("tera/world") else { return };
    for name in ["x0993y1008.zgd", "x0994y1007.zgd"] {
        let zgd = zone(&folder, name);
        let (idx, geo) = retail::write_zone(&zgd);
        assert!(retail::read_zone(&idx, &geo).unwrap() == zgd, "{name}");
    }
    let apd = area(&folder);
    let (gdi, nod) = retail::write_paths(&apd).unwrap();
    assert!(retail::read_paths(&gdi, &nod).unwrap() == apd);
}

#[test]
fn the_list_of_areas_is_understood_to_its_end() {
    let Some(folder) = support::corpus("tera/world") else { return };
    let (list, troubles) = area_list::read(&fs::read(folder.join("AreaList.xml")).unwrap());
    assert_eq!(troubles, []);
    assert_eq!((list.continents.len(), list.areas.len()), (284, 413));
    let names = Names::of(&list);
    assert_eq!(names.areas().len(), 239);
    let area = names.get("rucmia_p").unwrap();
    let zones = [994, 995].map(|x| Zone { x, y: 1007 });
    assert!(area.zones.iter().copied().eq(zones));
    assert_eq!(area.origins, [Origin::USUAL]);
}

#[test]
fn json_gives_the_same_bytes() {
    let Some(folder) = support::corpus("tera/world") else { return };
    let zgd = zone(&folder, "x0994y1007.zgd");
    let json = serde_json::to_string(&zgd).unwrap();
    assert!(zgd::write(&serde_json::from_str(&json).unwrap()) == zgd::write(&zgd));
    let apd = area(&folder);
    let json = serde_json::to_string(&apd).unwrap();
    assert!(apd::write(&serde_json::from_str(&json).unwrap()) == apd::write(&apd));
}

#[test]
fn volumes_stand_above_each_other() {
    let Some(folder) = support::corpus("tera/world") else { return };
    for name in ["x0993y1008.zgd", "x0994y1007.zgd"] {
        let zgd = zone(&folder, name);
        assert!(zgd.cells().all(|cell| cell.is_sorted_by(|below, above| below.z < above.z)));
        let n_stacked = zgd.cells().filter(|cell| cell.len() > 1).count();
        assert!(n_stacked > 30_000, "{name}: {n_stacked}");
        // In a zone from the game no room reaches into the floor above it; a third-party tool
        // made the other one, where every room does.
        let is_apart = |below: &Volume, above: &Volume| below.top() <= i32::from(above.z);
        let n_apart = zgd.cells().filter(|cell| cell.len() > 1 && cell.is_sorted_by(is_apart));
        let n_expected = if name == "x0993y1008.zgd" { n_stacked } else { 0 };
        assert_eq!(n_apart.count(), n_expected, "{name}");
    }
}

#[test]
fn the_area_is_as_measured() {
    let Some(folder) = support::corpus("tera/world") else { return };
    let apd = area(&folder);
    // As the game has it, or cut down to the half of one zone.
    let measured = [(22_098, 150_311), (12_995, 84_584)];
    assert!(measured.contains(&(apd.n_nodes(), apd.n_edges())));
    let mut n_in_squares = 0;
    for range in apd.zones().iter().flat_map(|zone| zone.squares()) {
        assert_eq!(range.first, n_in_squares);
        n_in_squares += u32::from(range.count);
    }
    assert_eq!(n_in_squares as usize, apd.n_nodes());
    let n_nodes = apd.n_nodes() as u32;
    let edges = (0..n_nodes).flat_map(|node| apd.edges(node).map(move |edge| (node, edge)));
    assert!(edges.into_iter().all(|(node, (_, target))| target < n_nodes && target != node));
}

#[test]
fn walking_gives_the_edges_of_the_game() {
    let Some(folder) = support::corpus("tera/world") else { return };
    let apd = area(&folder);
    let origin = Origin::infer(&apd).unwrap();
    assert_eq!(origin, Origin::USUAL);
    let zones: Vec<_> = [(993, 1008), (994, 1007)]
        .map(|(x, y)| Zone { x, y })
        .map(|name| (name, zone(&folder, &name.file_name())))
        .into();
    let ground = Zones::new(origin, zones.iter().map(|(name, zgd)| (*name, zgd)));

    let nodes: Vec<_> = apd.positions().iter().map(|bits| PosInWorld::from_bits(*bits)).collect();
    let made = connect(&ground, &nodes, &Stride::default());
    let (mut n_real, mut n_made, mut n_same) = (0, 0, 0);
    for (node, (real, made)) in apd.nodes().zip(&made).enumerate() {
        // Where the geometry ends, nobody knows what the game walked over.
        if !is_wholly_inside(&ground, nodes[node]) {
            continue;
        }
        n_real += real.edges.iter().flatten().count();
        n_made += made.iter().flatten().count();
        n_same += real.edges.iter().zip(made).filter(|(a, b)| a.is_some() && a == b).count();
    }
    assert!(n_real > 70_000, "{n_real}");
    let (precision, recall) = (n_same as f64 / n_made as f64, n_same as f64 / n_real as f64);
    assert!(precision > 0.985 && recall > 0.985, "precision {precision}, recall {recall}");
}

/// Whether there is ground as far as an edge can lead.
fn is_wholly_inside(ground: &impl Ground, pos_in_world: PosInWorld) -> bool {
    let PosInWorld { x, y, z } = pos_in_world;
    let reach = f64::from(Stride::default().reach);
    let corners = [(-reach, -reach), (-reach, reach), (reach, -reach), (reach, reach)];
    corners.into_iter().all(|(delta_x, delta_y)| {
        let corner = PosInWorld { x: x + delta_x, y: y + delta_y, z };
        CellInWorld::of(corner).is_some_and(|cell| !ground.volumes(cell).is_empty())
    })
}

#[test]
fn every_edge_lies_in_the_octant_of_its_bit() {
    let Some(folder) = support::corpus("tera/world") else { return };
    let apd = area(&folder);
    let pos = |node: u32| PosInWorld::from_bits(apd.positions()[node as usize]);
    for node in 0..apd.n_nodes() as u32 {
        for (octant, target) in apd.edges(node) {
            let found = Octant::towards(pos(node), pos(target));
            assert_eq!(found, Octant::new(octant), "{node} to {target}");
        }
    }
}

#[test]
fn nodes_stand_on_floors_in_the_squares_that_list_them() {
    let Some(folder) = support::corpus("tera/world") else { return };
    let apd = area(&folder);
    let origin = Origin::infer(&apd).unwrap();
    let name = Zone { x: 993, y: 1008 };
    let geometry = zone(&folder, &name.file_name());
    let paths = apd.zones().iter().find(|zone| (zone.x, zone.y) == (name.x, name.y)).unwrap();
    let mut n_centres = 0;
    for (square, range) in SquareInZone::all().zip(paths.squares()) {
        for node in range.nodes() {
            let pos_in_world = PosInWorld::from_bits(apd.positions()[node as usize]);
            let cell_in_world = CellInWorld::of(pos_in_world).unwrap();
            let (zone, cell) = origin.zone_from_world(cell_in_world).unwrap();
            assert_eq!((zone, cell.square()), (name, square), "{node}");
            let z = pos_in_world.z as i16;
            assert_eq!(cell_in_world.centre(z), pos_in_world, "{node}");
            assert!(geometry.volumes_at(cell.x(), cell.y()).iter().any(|volume| volume.z == z));
            n_centres += usize::from(cell.cell_in_square() == CellInSquare::CENTRE);
        }
    }
    // Every floor in the middle of a square has its node.
    let centres = SquareInZone::all().map(|square| square.cell(CellInSquare::CENTRE));
    let n_floors: usize = centres.map(|cell| geometry.volumes_at(cell.x(), cell.y()).len()).sum();
    assert_eq!(n_centres, n_floors);
}
