//! What holds for areas as documents.

mod history;

use crate::format::number::F32;
use crate::format::tera::N_SQUARES;
use crate::format::tera::apd::{self, Apd, Node, NodeRange, ZonePaths};
use crate::format::tera::zgd::Volume;
use crate::format::text::Opaque;
use crate::sample::rng::Rng;
use crate::sample::tera::wide_paths;
use crate::space::tera::{CellInWorld, CellInZone, Octant, PosInWorld, Zone};
use crate::world::{Document, Editing};

use super::action::Action;
use super::edit::Edit;
use super::geometry::Geometry;
use super::id::{EdgeRef, NodeId, SquareId, Target};
use super::refusal::Refusal;
use super::volumes::Touched;
use super::{Area, Ranges};

/// An area of one zone, (1000, 1000), with nodes in the middle of cells at height 0, sorted into
/// squares as the game does, and edges between them in the octants where they belong.
pub(crate) fn area(cells: &[(i32, i32)], edges: &[(u32, u32)]) -> Area {
    Area::new(&file(cells, edges)).unwrap()
}

pub(crate) fn file(cells: &[(i32, i32)], edges: &[(u32, u32)]) -> Apd {
    let pos: Vec<PosInWorld> =
        cells.iter().map(|(x, y)| CellInWorld { x: *x, y: *y }.centre(0)).collect();
    let mut nodes: Vec<Node> =
        pos.iter().map(|pos| Node { position: pos.to_bits(), ..Node::default() }).collect();
    for (from, to) in edges {
        let octant = Octant::towards(pos[*from as usize], pos[*to as usize]).unwrap();
        let edge = &mut nodes[*from as usize].edges[usize::from(octant.number())];
        assert_eq!(edge.replace(*to), None, "two edges in an octant");
    }
    let mut first = 0;
    let zone = ZonePaths::from_squares(1000, 1000, |x, y| {
        let is_here =
            |(cell_x, cell_y): &&(i32, i32)| (cell_x / 8, cell_y / 8) == (x.into(), y.into());
        let range = NodeRange { first, count: cells.iter().filter(is_here).count() as u8 };
        first += u32::from(range.count);
        range
    });
    assert!(cells.is_sorted_by_key(|(x, y)| (x / 8, y / 8)), "cells have to be in order");
    Apd::new(nodes, vec![zone]).unwrap()
}

pub(crate) fn act(area: &Area, json: &str) -> Result<Area, Refusal> {
    act_on(area, &Geometry::none(), json)
}

pub(crate) fn act_on(area: &Area, geometry: &Geometry, json: &str) -> Result<Area, Refusal> {
    let action: Action = serde_json::from_str(json).unwrap();
    let resolved = action.resolve(area, geometry)?;
    assert_sound(&resolved.area);
    // An edit leads there and back.
    if let Some(mut edit) = resolved.edit {
        let mut edited = area.clone();
        let mut bytes = Vec::new();
        Area::write_edit(&edit, &mut bytes);
        assert_eq!(area.read_edit(&bytes).as_ref(), Ok(&edit));
        edited.swap(&mut edit);
        assert!(edited == resolved.area);
        edited.swap(&mut edit);
        assert!(edited.to_apd().unwrap() == area.to_apd().unwrap());
    }
    Ok(resolved.area)
}

/// Chains and links agree with what they are about.
pub(crate) fn assert_sound(area: &Area) {
    let mut n_listed = 0;
    for square in area.squares() {
        for node in area.nodes_in(square) {
            assert_eq!(area.square_of(node), Some(square));
            n_listed += 1;
        }
    }
    let n_unlisted = area.nodes().filter(|node| area.square_of(*node).is_none()).count();
    assert_eq!(n_listed + n_unlisted, area.n_nodes() as usize);
    assert_eq!(area.nodes().count(), area.n_nodes() as usize);
    let mut links = Vec::new();
    for node in (0..area.n_ids()).map(NodeId) {
        let to_it: Vec<EdgeRef> = area.edges_to(node).collect();
        assert!(area.contains(node) || (to_it.is_empty() && area.edges(node).count() == 0));
        links.extend(to_it.into_iter().map(|edge| (edge, node)));
    }
    let edges = area.nodes().flat_map(|node| {
        area.edges(node)
            .filter_map(move |edge| Some((EdgeRef::new(node, edge.octant), edge.target.node()?)))
    });
    links.sort_unstable();
    assert!(edges.eq(links.iter().copied()));
}

fn edges(area: &Area, node: u32) -> Vec<(u8, u32)> {
    let edges = area.edges(NodeId(node));
    edges.map(|edge| (edge.octant.number(), edge.target.node().unwrap().0)).collect()
}

#[test]
fn a_document_gives_its_file_back() {
    let mut odd = file(&[(4, 4), (5, 5), (12, 4)], &[(0, 1), (1, 0), (1, 2)]);
    odd.tail = Opaque(b"tail".to_vec());
    let nothing = Apd::new([], vec![]).unwrap();
    for apd in [odd, nothing, wide_paths(1, 5000).unwrap(), wide_paths(2, 30_000).unwrap()] {
        let area = Area::new(&apd).unwrap();
        assert_sound(&area);
        assert_eq!(*area.ranges(), Ranges::Running);
        assert!(apd::write(&area.to_apd().unwrap()) == apd::write(&apd));
    }
}

#[test]
fn ranges_and_targets_that_make_no_sense_are_kept() {
    let nodes = [
        Node {
            edges: [Some(7), None, Some(1), Some(u32::MAX), None, None, None, None],
            ..Node::default()
        },
        Node { position: [F32::from_bits(0x7fc0_0001); 3], edges: [Some(1); 8] },
        Node::default(),
    ];
    let ranges = [
        [(1, 1), (0, 1), (9, 0)],
        [(0, 2), (1, 2), (3, 0)],
        [(0, 1), (2, 255), (u32::MAX, 255)],
        [(0, 0), (0, 0), (0, 0)],
    ];
    for ranges in ranges {
        let zone = || {
            let mut ranges = ranges.iter().copied();
            ZonePaths::from_squares(5, 6, |_, _| ranges.next().unwrap_or((3, 0)).into())
        };
        let apd = Apd::new(nodes, vec![zone(), zone()]).unwrap();
        let area = Area::new(&apd).unwrap();
        assert_sound(&area);
        assert!(matches!(area.ranges(), Ranges::Kept(_)));
        assert!(apd::write(&area.to_apd().unwrap()) == apd::write(&apd));
        let added = act(&area, r#"{"action":"delete-nodes","nodes":"everything"}"#);
        assert_eq!(added.unwrap_err(), Refusal::KeptRanges);
    }
}

#[test]
fn nodes_come_and_go_and_all_else_stays_equal() {
    let before = area(&[(4, 4), (5, 9), (12, 4)], &[(0, 1), (1, 0), (1, 2), (2, 1), (2, 0)]);
    let added = act(&before, r#"{"action":"add-node","at":[40.0,44.0,5.0]}"#).unwrap();
    assert_eq!(added.file_order(), [0, 3, 1, 2].map(NodeId));
    assert_eq!(added.pos(NodeId(3)), Some(PosInWorld { x: 40.0, y: 40.0, z: 5.0 }));
    let apd = added.to_apd().unwrap();
    let in_file = |node| apd.edges(node).map(|(_, target)| target).collect::<Vec<_>>();
    assert_eq!(
        [in_file(0), in_file(1), in_file(2), in_file(3)],
        [vec![2], vec![], vec![0, 3], vec![2, 0]]
    );
    let ranges: Vec<_> =
        apd.zones()[0].squares()[..3].iter().map(|range| (range.first, range.count)).collect();
    assert_eq!(ranges, [(0, 2), (2, 1), (3, 0)]);

    let deleted = act(&added, r#"{"action":"delete-nodes","nodes":{"ids":[1]}}"#).unwrap();
    assert_eq!(deleted.file_order(), [0, 3, 2].map(NodeId));
    assert_eq!((edges(&deleted, 0), edges(&deleted, 2)), (vec![], vec![(4, 0)]));
    let again = act(&deleted, r#"{"action":"add-node","at":[88.0,152.0,0.0]}"#).unwrap();
    assert!(again.contains(NodeId(4)) && !again.contains(NodeId(1)), "no id is given twice");
    assert!(Area::new(&again.to_apd().unwrap()).unwrap().to_apd() == again.to_apd());
}

#[test]
fn a_taken_octant_says_who_holds_it_and_a_person_chooses() {
    let before = area(&[(4, 4), (6, 5), (12, 6)], &[(0, 1)]);
    let with = |taken: &str| {
        let taken = if taken.is_empty() { String::new() } else { format!(r#","taken":"{taken}""#) };
        act(&before, &format!(r#"{{"action":"add-edge","from":0,"to":2{taken}}}"#))
    };
    let refusal = Refusal::OctantTaken { node: NodeId(0), octant: 0, holder: NodeId(1) };
    assert_eq!(with("").unwrap_err(), refusal);
    assert_eq!(refusal.to_string(), "octant 0 of node #0 already holds the edge to #1");
    assert_eq!(edges(&with("replace").unwrap(), 0), [(0, 2)]);
    assert_eq!(edges(&with("keep").unwrap(), 0), [(0, 1)]);
    assert_eq!(edges(&with("nearest").unwrap(), 0), [(0, 1)]);
}

/// What a person is told of an action.
fn notes(area: &Area, json: &str) -> Vec<String> {
    let action: Action = serde_json::from_str(json).unwrap();
    action.resolve(area, &Geometry::none()).unwrap().notes
}

#[test]
fn every_edge_that_is_dropped_is_told() {
    let before = area(&[(4, 4), (5, 9), (12, 6)], &[(0, 1), (0, 2), (1, 0)]);
    // Node 1 comes into the octant of node 2, and is nearer.
    let moving = |taken: &str| {
        notes(
            &before,
            &format!(
                r#"{{"action":"move-nodes","nodes":{{"ids":[1]}},"by":[32,-64,0],"taken":"{taken}"}}"#
            ),
        )
    };
    let displaced = "edge #0 → #2 removed: the edge to #1 is in the same direction";
    assert_eq!(moving("nearest"), [displaced]);
    assert_eq!(moving("replace"), [displaced]);
    let left_out = "edge #0 → #1 removed: #0 can have one edge in that direction and has #2";
    assert_eq!(moving("keep"), [left_out]);
    let set = r#"{"action":"set-node","node":1,"at":[120,88,0]}"#;
    assert_eq!(notes(&before, set), [displaced]);

    let start = area(&[(4, 4), (6, 5), (12, 6)], &[(0, 1), (2, 0)]);
    let add = |taken: &str| {
        notes(&start, &format!(r#"{{"action":"add-edge","from":0,"to":2,"taken":"{taken}"}}"#))
    };
    let displaced = "edge #0 → #1 removed: the edge to #2 is in the same direction";
    assert_eq!(add("replace"), [displaced]);
    let left_out = "edge #0 → #2 not added: #0 can have one edge in that direction and has #1";
    assert_eq!(add("keep"), [left_out]);
    let octant = start.octant_of_edge(NodeId(2), NodeId(0)).unwrap().number();
    let with = |action: &str, taken: &str| {
        let json = format!(
            r#"{{"action":"{action}","node":2,"octant":{octant},"taken":"{taken}","ways":"two"}}"#
        );
        let json = if action == "set-ways" { json } else { json.replace(r#","ways":"two""#, "") };
        notes(&start, &json)
    };
    let turned = "edge #0 → #2 removed: #0 can have one edge in that direction and has #1";
    assert_eq!(with("reverse-edge", "keep"), [turned]);
    assert_eq!(with("reverse-edge", "replace"), [displaced]);
    assert_eq!(with("set-ways", "keep"), [left_out]);
    assert_eq!(with("set-ways", "replace"), [displaced]);
    let connect = r#"{"action":"connect","nodes":{"ids":[0]},"to":{"ids":[2]},"taken":"replace"}"#;
    assert!(notes(&start, connect).contains(&displaced.to_owned()));
}

#[test]
fn a_node_is_listed_where_the_file_says_that_it_stands() {
    let start = area(&[(4, 4)], &[]);
    let add = r#"{"action":"add-node","at":[127.9999999,8,0],"snap":"none"}"#;
    let added = act(&start, add).unwrap();
    let node = NodeId(1);
    assert_eq!(added.pos(node).unwrap().x, 128.0);
    assert_eq!(added.square_of(node), added.square_at(added.pos(node).unwrap()));
    let high = r#"{"action":"add-node","at":[8,8,1e39],"snap":"none"}"#;
    assert!(matches!(act(&start, high), Err(Refusal::NoPlace { .. })));
    let lift = r#"{"action":"move-nodes","nodes":{"ids":[0]},"by":[0,0,1e39],"snap":"none"}"#;
    assert!(matches!(act(&start, lift), Err(Refusal::NoPlace { .. })));
}

#[test]
fn a_node_at_no_place_is_told_apart_from_one_outside_all_zones() {
    let start = file(&[(4, 4)], &[]);
    let mut node = start.node(0).unwrap();
    node.position[0] = F32::new(f32::NAN);
    let area = Area::new(&Apd::new([node], start.zones().to_vec()).unwrap()).unwrap();
    let refused = act(&area, r#"{"action":"move-nodes","nodes":"everything","by":[1,0,0]}"#);
    let refused = refused.unwrap_err().to_string();
    assert!(refused.starts_with("(NaN, 72, 0) is not a position"), "{refused}");
    let far = act(&area, r#"{"action":"set-node","node":0,"at":[-900,8,0]}"#);
    assert!(matches!(far, Err(Refusal::NoZone { .. })));
}

#[test]
fn edges_are_turned_made_two_way_and_taken_away() {
    let start = area(&[(4, 4), (6, 5)], &[(0, 1)]);
    let turned = act(&start, r#"{"action":"reverse-edge","node":0,"octant":0}"#).unwrap();
    assert_eq!((edges(&turned, 0), edges(&turned, 1)), (vec![], vec![(4, 0)]));
    let two = act(&turned, r#"{"action":"set-ways","node":1,"octant":4,"ways":"two"}"#).unwrap();
    assert_eq!((edges(&two, 0), edges(&two, 1)), (vec![(0, 1)], vec![(4, 0)]));
    let one = act(&two, r#"{"action":"set-ways","node":0,"octant":0,"ways":"one"}"#).unwrap();
    assert_eq!((edges(&one, 0), edges(&one, 1)), (vec![(0, 1)], vec![]));
    let none = act(&one, r#"{"action":"remove-edge","node":0,"octant":0}"#).unwrap();
    assert_eq!(none.n_edges(), 0);
    let refused = act(&none, r#"{"action":"remove-edge","node":0,"octant":0}"#);
    assert_eq!(refused.unwrap_err(), Refusal::NoEdge { node: NodeId(0), octant: 0 });
    let itself = act(&none, r#"{"action":"add-edge","from":1,"to":1}"#);
    assert_eq!(itself.unwrap_err(), Refusal::SelfEdge(NodeId(1)));
}

#[test]
fn edges_of_a_moved_node_change_octants() {
    let before = area(&[(4, 4), (6, 5), (12, 4)], &[(0, 1), (1, 0)]);
    let moved = act(&before, r#"{"action":"move-nodes","nodes":{"ids":[1]},"by":[0.0,-48.0,0.0]}"#)
        .unwrap();
    assert_eq!((edges(&moved, 0), edges(&moved, 1)), (vec![(7, 1)], vec![(3, 0)]));
    let across =
        act(&before, r#"{"action":"move-nodes","nodes":{"ids":[1]},"by":[128.0,0.0,0.0]}"#)
            .unwrap();
    assert_eq!(across.file_order(), [0, 2, 1].map(NodeId));
    let outside =
        act(&before, r#"{"action":"move-nodes","nodes":{"ids":[1]},"by":[-128.0,0.0,0.0]}"#);
    assert!(matches!(outside.unwrap_err(), Refusal::NoZone { .. }));
}

#[test]
fn broken_ranges_are_mended_by_listing_nodes_anew() {
    let good = file(&[(4, 4), (5, 9), (12, 4)], &[(0, 1), (1, 2)]);
    let zone = ZonePaths::from_squares(1000, 1000, |x, y| match (x, y) {
        (0, 0) => (1, 1).into(),
        (0, 1) => (0, 1).into(),
        _ => NodeRange::default(),
    });
    let bad = Apd::new(good.nodes(), vec![zone]).unwrap();
    let area = Area::new(&bad).unwrap();
    assert_eq!(area.square_of(NodeId(2)), None);
    let mended = act(&area, r#"{"action":"relist-nodes"}"#).unwrap();
    assert!(mended.to_apd().unwrap() == good);
}

#[test]
fn zones_come_and_go_with_their_squares() {
    let start = area(&[(4, 4), (5, 9)], &[(0, 1)]);
    let wider = act(&start, r#"{"action":"add-zone","x":999,"y":1000}"#).unwrap();
    assert_eq!(wider.zones().len(), 2);
    assert_eq!(wider.square_of(NodeId(1)), Some(SquareId(14_401)));
    let apd = wider.to_apd().unwrap();
    assert_eq!((apd.zones()[0].x, apd.zones()[1].squares()[1]), (999, (1, 1).into()));
    let moved = act(&wider, r#"{"action":"move-nodes","nodes":{"ids":[0]},"by":[-128.0,0.0,0.0]}"#)
        .unwrap();
    assert_eq!(moved.file_order(), [NodeId(0), NodeId(1)]);
    assert_eq!(moved.square_of(NodeId(0)), Some(SquareId(119 * 120)));
    let refused = act(&moved, r#"{"action":"remove-zone","zone":0}"#);
    assert_eq!(refused.unwrap_err(), Refusal::ZoneInUse(1));
    let back = act(&wider, r#"{"action":"remove-zone","zone":0}"#).unwrap();
    assert!(back.to_apd() == start.to_apd());
}

#[test]
fn an_edit_of_zones_holds_what_differs_and_those_of_old_journals_do_the_same() {
    let start = area(&[(4, 4), (5, 9)], &[(0, 1)]);
    let wider = act(&start, r#"{"action":"add-zone","x":1001,"y":1000}"#).unwrap();
    let edit = start.edit_to(&wider).unwrap();
    assert_eq!(Area::n_words(&edit), 2 * N_SQUARES, "no node is another");
    assert_eq!(edit.nodes(&wider).len(), 2, "though each may be looked at again");
    let old = Edit::whole(&wider);
    let mut bytes = Vec::new();
    Area::write_edit(&old, &mut bytes);
    let mut read = start.read_edit(&bytes).unwrap();
    assert_eq!(read, old);
    let mut area = start.clone();
    area.swap(&mut read);
    assert!(area == wider);
    area.swap(&mut read);
    assert!(area.to_apd() == start.to_apd());
    // Both at once is no edit.
    bytes[0] = 9;
    assert!(start.read_edit(&bytes).is_err());
}

#[test]
fn volumes_that_were_touched_stay_told_when_zones_are_taken_back() {
    let mut area = area(&[(4, 4)], &[]);
    let wider = act(&area, r#"{"action":"add-zone","x":999,"y":1000}"#).unwrap();
    let add = area.edit_to(&wider).unwrap();
    let undo_add = area.held_under(&add);
    area.put(&add);
    let (zone, cell) = (Zone { x: 1000, y: 1000 }, CellInZone::new(4, 4).unwrap());
    let (was, now) = ([Volume { z: 0, height: 100 }], [Volume { z: 8, height: 100 }]);
    area.volumes.put(zone, cell, Touched { was: &was, now: &now });
    // The file may be saved here, and hold what is taken back now.
    area.volumes.put(zone, cell, Touched { was: &was, now: &was });
    area.put(&undo_add);
    assert_eq!(area.volumes().get(zone, cell), Some(Touched { was: &was, now: &was }));
    assert_eq!(area.zones().len(), 1);
}

#[test]
fn targets_that_led_nowhere_go_on_leading_nowhere() {
    let start = file(&[(4, 4)], &[]);
    let mut node = start.node(0).unwrap();
    (node.edges[0], node.edges[1]) = (Some(1), Some(9));
    let area = Area::new(&Apd::new([node], start.zones().to_vec()).unwrap()).unwrap();
    assert_eq!(area.edge(NodeId(0), Octant::new(0).unwrap()), Some(Target::Nowhere(1)));
    let added = act(&area, r#"{"action":"add-node","at":[300,300,5]}"#).unwrap();
    let targets: Vec<u32> = added.to_apd().unwrap().edges(0).map(|(_, target)| target).collect();
    assert_eq!(targets, [u32::MAX, 9]);
}
