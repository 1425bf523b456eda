//! What holds for squares that are made anew.

use std::ops::ControlFlow;

use super::super::tests::{act, act_on, area};
use super::*;
use crate::format::tera::zgd::{Volume, Zgd};
use crate::space::tera::{CellInWorld, Origin};
use crate::world::area::action::Action;

fn plain() -> Geometry {
    let zgd = Zgd::from_cells(|_, _, cell| cell.push(Volume { z: 0, height: 32_767 }));
    Geometry::of_zones([(Zone { x: 1000, y: 1000 }, zgd)])
}

fn regenerated(before: &Area, squares: &str, nodes: &str) -> Result<Area, Refusal> {
    let json = format!(r#"{{"action":"regenerate","squares":{squares},"nodes":"{nodes}"}}"#);
    act_on(before, &plain(), &json)
}

#[test]
fn squares_get_their_nodes_and_ways_to_their_surroundings() {
    // A node off the middle in the first square, and one in the next that stays.
    let before = area(&[(1, 2), (12, 5), (20, 4)], &[(0, 1), (1, 0), (1, 2)]);
    let after = regenerated(&before, r#"{"list":[[0,0]]}"#, "anew").unwrap();
    let new = NodeId(3);
    let nodes: Vec<NodeId> = after.nodes().collect();
    assert_eq!(nodes, [NodeId(1), NodeId(2), new]);
    assert_eq!(after.pos(new), Some(PosInWorld { x: 72.0, y: 72.0, z: 0.0 }));
    assert!(after.octant_of_edge(new, NodeId(1)).is_some());
    assert!(after.octant_of_edge(NodeId(1), new).is_some(), "joined from outside as well");
    assert!(after.octant_of_edge(NodeId(1), NodeId(2)).is_some(), "what was outside stays");
    let again = regenerated(&after, r#"{"list":[[0,0]]}"#, "anew").unwrap();
    assert!(again == after, "made once, it stays as it is");
}

#[test]
fn edges_alone_are_made_anew() {
    let before = area(&[(1, 2), (12, 5), (14, 5)], &[(0, 2)]);
    let after = regenerated(&before, r#"{"list":[[0,0]]}"#, "keep").unwrap();
    assert_eq!(after.nodes().collect::<Vec<_>>(), before.nodes().collect::<Vec<_>>());
    assert_eq!(after.targets(NodeId(0)).collect::<Vec<_>>(), [NodeId(1)]);
    assert_eq!(after.targets(NodeId(1)).count(), 0);
}

#[test]
fn where_no_geometry_is_known_nothing_is_made() {
    let before = area(&[(1, 2)], &[]);
    let json = r#"{"action":"regenerate","squares":"everything"}"#;
    assert!(matches!(act_on(&before, &Geometry::none(), json), Err(Refusal::NoGeometry { .. })));
    assert_eq!(regenerated(&before, r#"{"list":[[-1,0]]}"#, "anew"), Err(Refusal::NoSquares));
}

/// A node in a zone with geometry and one in a zone without, with edges both ways.
fn across_the_border(cell_x: i32) -> Area {
    let start = area(&[(cell_x, 4)], &[]);
    let wider = act(&start, r#"{"action":"add-zone","x":1001,"y":1000}"#).unwrap();
    let beyond = CellInWorld { x: 964, y: 4 }.centre(0);
    let add = format!(r#"{{"action":"add-node","at":[{},{},0]}}"#, beyond.x, beyond.y);
    let both = act(&wider, &add).unwrap();
    act(&both, r#"{"action":"add-edge","from":0,"to":1,"ways":"two"}"#).unwrap()
}

#[test]
fn ways_over_ground_that_nobody_knows_stay() {
    let before = across_the_border(956);
    for nodes in ["keep", "anew"] {
        let after = regenerated(&before, r#"{"list":[[119,0]]}"#, nodes).unwrap();
        assert!(after == before, "{nodes}");
    }
}

#[test]
fn ways_over_unknown_ground_that_go_with_their_nodes_are_told() {
    let before = across_the_border(957);
    let json = r#"{"action":"regenerate","squares":{"list":[[119,0]]}}"#;
    let action: Action = serde_json::from_str(json).unwrap();
    let resolved = action.resolve(&before, &plain()).unwrap();
    assert_eq!(resolved.area.n_edges(), 0);
    let cut = "2 edges over ground without geometry were removed: their nodes were regenerated";
    assert!(resolved.notes.contains(&cut.to_owned()), "{:?}", resolved.notes);
}

#[test]
fn the_first_of_all_zones_is_planted_to_its_edge() {
    let zone = Zone { x: 0, y: 0 };
    let area = Area::of_zones(vec![zone], Origin { zone_x: 0, zone_y: 0 }).unwrap();
    let zgd = Zgd::from_cells(|_, _, cell| cell.push(Volume { z: 0, height: 32_767 }));
    let geometry = Geometry::of_zones([(zone, zgd)]);
    let json = r#"{"action":"regenerate","squares":{"list":[[0,0],[1,0]]}}"#;
    let made = act_on(&area, &geometry, json).unwrap();
    assert_eq!((made.n_nodes(), made.n_edges()), (2, 2));
}

#[test]
fn long_work_tells_how_far_it_is_and_is_broken_off() {
    let geometry = plain();
    let before = area(&[(1, 2), (12, 5), (20, 4)], &[(0, 1), (1, 0), (1, 2)]);
    for (json, n_all) in [
        (r#"{"action":"regenerate","squares":{"list":[[0,0],[1,0]]}}"#, 6),
        (r#"{"action":"regenerate","squares":{"list":[[0,0],[1,0]]},"nodes":"keep"}"#, 2),
        (r#"{"action":"connect","nodes":"everything"}"#, 3),
    ] {
        let action: Action = serde_json::from_str(json).unwrap();
        let mut seen = Vec::new();
        let mut watch = |n_done, n_all| {
            seen.push((n_done, n_all));
            ControlFlow::Continue(())
        };
        let whole = action.resolve_watched(&before, &geometry, &mut watch).unwrap();
        assert_eq!(action.resolve(&before, &geometry).unwrap(), whole);
        assert!(seen.is_sorted() && seen.last() == Some(&(n_all, n_all)), "{seen:?}");
        for at in 0..seen.len() {
            let mut n_asked = 0;
            let mut until = |_, _| {
                n_asked += 1;
                if n_asked > at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let cancelled = action.resolve_watched(&before, &geometry, &mut until);
            assert_eq!((cancelled, n_asked), (Err(Refusal::Cancelled), at + 1));
        }
    }
}
