//! Real geometry and paths of TERA: rewritten byte for byte, and as the notes on them say.

mod support;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use landwright_core::format::packed::{self, Effort};
use landwright_core::format::tera::apd::{self, Apd};
use landwright_core::format::tera::zgd::{self, Volume, Zgd};

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
