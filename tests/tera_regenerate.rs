//! Nodes and edges made from volumes, held to those of the game's own area.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use landwright_core::check;
use landwright_core::format::tera::apd;
use landwright_core::nav::tera::ground::Ground;
use landwright_core::problem::{Problem, Severity};
use landwright_core::sample;
use landwright_core::sample::rng::Rng;
use landwright_core::space::tera::{CellInSquare, CellInWorld, PosInWorld, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::NodeId;
use landwright_core::world::area::places::Places;
use landwright_core::world::area::routes::{Outcome, Probe, Spot};

fn retail() -> Option<(Area, Geometry)> {
    let folder = support::corpus("tera/world")?;
    let apd = apd::read_packed(&fs::read(folder.join("rucmia_p.apd")).unwrap()).unwrap().0;
    Some((Area::new(&apd).unwrap(), geometry(&folder)))
}

fn geometry(folder: &Path) -> Geometry {
    let files = support::files_below(folder).into_iter().filter_map(|path| {
        let zone = Zone::from_file_name(path.file_name()?.to_str()?)?;
        Some((zone, fs::read(&path).unwrap()))
    });
    Geometry::of_files(files)
}

fn regenerated(area: &Area, geometry: &Geometry, nodes: &str) -> Area {
    let json = format!(
        r#"{{"action":"regenerate","squares":{{"of-nodes":"everything"}},"nodes":"{nodes}"}}"#
    );
    let action: Action = serde_json::from_str(&json).unwrap();
    let resolved = action.resolve(area, geometry).unwrap();
    resolved.area
}

fn is_centre(pos: PosInWorld) -> bool {
    let (zone_free, cell) = (CellInWorld::of(pos).unwrap(), i32::from(CellInSquare::CENTRE.x()));
    zone_free.x.rem_euclid(8) == cell && zone_free.y.rem_euclid(8) == cell
}

fn centres(area: &Area) -> BTreeSet<[i64; 3]> {
    let places = area.nodes().filter_map(|node| area.pos(node)).filter(|pos| is_centre(*pos));
    places.map(|pos| [pos.x as i64, pos.y as i64, pos.z as i64]).collect()
}

/// A way with what is walked to its first node and from its last.
fn whole_length(area: &Area, probe: &Probe, ends: [PosInWorld; 2]) -> Option<f64> {
    let Outcome::Reached(route) = &probe.outcome else { return None };
    let off =
        |node: Option<NodeId>, end: PosInWorld| area.pos(node.unwrap()).unwrap().distance(end);
    Some(route.length + off(probe.from, ends[0]) + off(probe.to, ends[1]))
}

#[test]
fn an_area_made_from_its_volumes_has_the_ways_of_the_games_own() {
    let Some((area, geometry)) = retail() else { return };
    let made = regenerated(&area, &geometry, "anew");
    assert!(centres(&area) == centres(&made));
    let (places, made_places) = (Places::of(&area), Places::of(&made));
    let nodes: Vec<NodeId> = area.nodes().collect();
    let mut rng = Rng::new(6);
    let (mut both, mut neither, mut lost, mut gained) = (0, 0, 0, 0);
    let mut ratios = Vec::new();
    for _ in 0..1000 {
        let mut pick = || area.pos(nodes[rng.below(nodes.len() as u32) as usize]).unwrap();
        let ends = [pick(), pick()];
        let [from, to] = ends.map(|pos| Spot::At([pos.x, pos.y, pos.z]));
        let real = whole_length(&area, &area.probe(&places, from, to), ends);
        let other = whole_length(&made, &made.probe(&made_places, from, to), ends);
        match (real, other) {
            (Some(real), Some(other)) => {
                both += 1;
                ratios.push(other / real.max(1.0));
            }
            (None, None) => neither += 1,
            (Some(_), None) => lost += 1,
            (None, Some(_)) => gained += 1,
        }
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    // Of 1,000 pairs, 7 ways are there in the game's own area alone, most of them to the edge of a
    // sea floor, and 6 in the new one alone (November 2026).
    assert!(lost <= 10 && gained <= 10, "{lost} ways lost, {gained} gained");
    assert!(both >= 200 && neither >= 700, "{both} ways in both, {neither} in neither");
    assert!((0.95..1.05).contains(&median), "{median} times as long");
    let n_made = f64::from(made.n_nodes()) / f64::from(area.n_nodes());
    assert!((0.8..1.2).contains(&n_made), "{n_made} times as many nodes");
}

#[test]
fn edges_between_the_games_own_nodes_are_those_of_the_game() {
    let Some((area, geometry)) = retail() else { return };
    let made = regenerated(&area, &geometry, "keep");
    let (mut n_real, mut n_made, mut n_same) = (0, 0, 0);
    for node in area.nodes().filter(|node| is_wholly_inside(&area, &geometry, *node)) {
        n_real += area.edges(node).count();
        n_made += made.edges(node).count();
        n_same += made
            .edges(node)
            .filter(|edge| area.edge(node, edge.octant) == Some(edge.target))
            .count();
    }
    assert!(n_real > 70_000, "{n_real}");
    let (precision, recall) = (n_same as f64 / n_made as f64, n_same as f64 / n_real as f64);
    assert!(precision > 0.985 && recall > 0.985, "precision {precision}, recall {recall}");
    assert_eq!(made.n_nodes(), area.n_nodes());
}

/// Whether there is ground as far as an edge can lead; beyond, nobody knows what the game walked
/// over.
fn is_wholly_inside(area: &Area, geometry: &Geometry, node: NodeId) -> bool {
    let pos = area.pos(node).unwrap();
    let corners = [(-300.0, -300.0), (-300.0, 300.0), (300.0, -300.0), (300.0, 300.0)];
    let land = geometry.around(area.origin(), pos, 300.0);
    corners.into_iter().all(|(x, y)| {
        let corner = PosInWorld { x: pos.x + x, y: pos.y + y, z: pos.z };
        !land.volumes(CellInWorld::of(corner).unwrap()).is_empty()
    })
}

#[test]
fn a_square_made_anew_is_joined_and_mends_what_was_wrong_with_it() {
    let sample = sample::tera::area(1).unwrap();
    let area = Area::new(&sample.paths).unwrap();
    let geometry = Geometry::of_zones(sample.zones);
    let mut rng = Rng::new(8);
    for _ in 0..20 {
        let pick = NodeId(rng.below(area.n_nodes()));
        let script = format!(
            r#"{{"action":"regenerate","squares":{{"of-nodes":{{"ids":[{pick}]}}}}}}"#,
            pick = pick.0
        );
        let action: Action = serde_json::from_str(&script).unwrap();
        let made = action.resolve(&area, &geometry).unwrap().area;
        let square = area.square_of(pick).unwrap();
        let is_warned = |problem: &Problem| problem.severity >= Severity::Warning;
        let nodes: Vec<NodeId> = made.nodes_in(square).collect();
        let found = check::area::check_around("sample.apd", &made, &geometry, &nodes);
        assert!(!found.iter().any(is_warned), "{found:?}");
        // All the rest is as it was.
        for node in area.nodes().filter(|node| area.square_of(*node) != Some(square)) {
            assert_eq!(made.pos(node), area.pos(node));
        }
    }
}
