//! Every kind of damage is found where it was done, and mended.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::*;
use crate::format::number::F32;
use crate::format::tera::apd::{Apd, Node};
use crate::format::tera::zgd::Zgd;
use crate::problem::{Change, Severity};
use crate::sample;
use crate::sample::rng::Rng;
use crate::world::area::action::Action;
use crate::world::area::tests::{area, file};
use crate::world::scripted::Scripted;
use crate::world::{Document, Editing};

fn counts(problems: &[Problem]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for problem in problems {
        *counts.entry(problem.code).or_default() += 1;
    }
    counts
}

fn sample_area() -> &'static (Area, Geometry) {
    static SAMPLE: OnceLock<(Area, Geometry)> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let sample = sample::tera::area(1).unwrap();
        (Area::new(&sample.paths).unwrap(), Geometry::of_zones(sample.zones))
    })
}

#[test]
fn nothing_worse_than_a_hint_is_found_on_an_area_as_it_should_be() {
    let (area, geometry) = sample_area();
    let problems = check("a.apd", area, geometry);
    let bad: Vec<_> = problems.iter().filter(|p| p.severity != Severity::Hint).collect();
    assert!(bad.is_empty(), "{bad:?}");
    assert!(counts(&problems).keys().all(|code| *code != "apd-edge-steep"), "made by walking");
}

#[test]
fn an_empty_area_has_no_problems() {
    assert_eq!(check("a.apd", &area(&[], &[]), &Geometry::none()), []);
}

/// What is found on a small area without geometry, and what is left after every first fix.
fn check_small(area: &Area, expected: &[&str], left: &[&str]) {
    let geometry = Geometry::none();
    let codes = |area: &Area| -> Vec<&'static str> {
        check_graph("a.apd", area).iter().map(|problem| problem.code).collect()
    };
    assert_eq!(codes(area), expected);
    let mut mended = area.clone();
    for problem in check_graph("a.apd", area) {
        let Some(fix) = problem.fixes.first() else { continue };
        let Change::Action { name, arguments } = &fix.change else { panic!() };
        let action = Action::from_parts(name, arguments).unwrap();
        if let Ok(resolved) = action.resolve(&mended, &geometry) {
            mended = resolved.area;
        }
    }
    assert_eq!(codes(&mended), left);
}

#[test]
fn nodes_that_are_cut_off_are_told_apart() {
    let pair = area(&[(4, 4), (6, 5)], &[(0, 1)]);
    check_small(&pair, &["apd-node-unreachable", "apd-node-trap"], &[]);
    check_small(&area(&[(4, 4)], &[]), &["apd-node-alone"], &[]);
    let islands = area(
        &[(4, 4), (6, 5), (60, 60), (62, 61), (64, 60)],
        &[(0, 1), (1, 0), (2, 3), (3, 2), (3, 4), (4, 3)],
    );
    check_small(&islands, &["apd-island"], &[]);
}

#[test]
fn what_an_edit_touched_is_checked_with_its_neighbours() {
    let area = area(&[(4, 4), (6, 5), (12, 4)], &[(0, 1), (1, 0), (1, 2), (2, 1)]);
    let set = r#"{"action":"set-node","node":1,"at":[100.0,88.0,0.0]}"#;
    let action: Action = serde_json::from_str(set).unwrap();
    let resolved = action.resolve(&area, &Geometry::none()).unwrap();
    let touched = resolved.edit.unwrap().nodes(&area);
    let found = check_around("a.apd", &resolved.area, &Geometry::none(), &touched);
    assert_eq!(counts(&found), BTreeMap::from([("apd-node-off-centre", 1)]));
    assert_eq!(found[0].place.spot, Spot::Thing(Thing::Node { index: 1 }));
    let mut n_asked = 0;
    let mut break_off = |_, _| {
        n_asked += 1;
        if n_asked < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let geometry = Geometry::none();
    let broken = check_around_watched("a.apd", &resolved.area, &geometry, &touched, &mut break_off);
    assert_eq!((broken, n_asked), (ControlFlow::Break(()), 3));
}

#[test]
fn an_edge_that_leads_far_away_hides_no_problem() {
    // The third node keeps the world's origin where it is.
    let start = file(&[(4, 4), (6, 5), (7, 7)], &[(0, 1)]);
    let plain = Zgd::from_cells(|_, _, cell| cell.push((0, 500).into()));
    let geometry = Geometry::of_zones([(Zone { x: 1000, y: 1000 }, plain)]);
    for far in [-1.0e9, 1.0e9, f32::INFINITY, f32::NAN] {
        let mut nodes: Vec<Node> = start.nodes().collect();
        nodes[0].position[2] = F32::new(9.0);
        nodes[1].position[0] = F32::new(far);
        let area = Area::new(&Apd::new(nodes, start.zones().to_vec()).unwrap()).unwrap();
        let found = counts(&check("a.apd", &area, &geometry));
        assert_eq!(found.get("apd-node-off-floor"), Some(&1), "{far}: {found:?}");
    }
}

#[test]
fn a_check_tells_how_far_it_is_and_is_broken_off() {
    let (area, geometry) = sample_area();
    let (mut last, mut n_asked) = ((0, 0), 0);
    let mut watch = |n_done, n_all| {
        assert!(last <= (n_done, n_all));
        (last, n_asked) = ((n_done, n_all), n_asked + 1);
        ControlFlow::Continue(())
    };
    let whole = check_watched("a.apd", area, geometry, &mut watch);
    assert_eq!(whole, ControlFlow::Continue(check("a.apd", area, geometry)));
    assert_eq!(last.0, last.1);
    for at in [1, n_asked / 3] {
        let mut n_left = at;
        let mut until = |_, _| {
            n_left -= 1;
            if n_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert!(check_watched("a.apd", area, geometry, &mut until).is_break());
    }
}

/// What is told, but for what only a check of everything tells.
fn told(problems: &[Problem]) -> Vec<(&str, String, &str)> {
    let of_all = ["apd-island", "apd-centre-missing", "apd-edge-missing", "zgd-odd-cell"];
    let told = problems.iter().filter(|problem| !of_all.contains(&problem.code));
    let mut told: Vec<_> =
        told.map(|p| (p.code, format!("{:?}", p.place), p.message.as_str())).collect();
    told.sort();
    told
}

fn at_random(rng: &mut Rng, area: &Area) -> Option<Action> {
    let nodes: Vec<NodeId> = area.nodes().collect();
    let node = nodes.get(rng.below(nodes.len() as u32) as usize)?;
    let other = nodes.get(rng.below(nodes.len() as u32) as usize)?;
    let near = area.targets(*node).last().unwrap_or(*other);
    let (pos, at, n) = (area.pos(near)?, area.pos(*node)?, node.0);
    let (x, y, z) = (at.x + f64::from(rng.below(5)) * 8.0, at.y, at.z);
    let json = match rng.below(7) {
        // Where another one stands.
        0 => format!(r#"{{"action":"set-node","node":{n},"at":[{},{},{}]}}"#, pos.x, pos.y, pos.z),
        1 => format!(r#"{{"action":"set-node","node":{n},"at":[{x},{y},{z}]}}"#),
        2 => format!(r#"{{"action":"delete-nodes","nodes":{{"ids":[{n}]}}}}"#),
        3 => format!(r#"{{"action":"add-node","at":[{x},{y},{z}]}}"#),
        4 => format!(r#"{{"action":"remove-edge","node":{n},"octant":{}}}"#, rng.below(8)),
        5 => format!(r#"{{"action":"add-edge","from":{n},"to":{},"ways":"one"}}"#, other.0),
        _ => format!(
            r#"{{"action":"move-nodes","nodes":{{"ids":[{n},{}]}},"by":[16,0,0],"snap":"none"}}"#,
            near.0
        ),
    };
    serde_json::from_str(&json).ok()
}

#[test]
fn after_any_edit_and_its_undo_checks_around_it_leave_what_a_check_of_all_finds() {
    let (area, geometry) = sample_area();
    let mut rng = Rng::new(17);
    let mut editing = Editing::new(area.clone());
    let mut problems = check("a.apd", area, geometry);
    let mut n_done = 0;
    for round in 0..36 {
        let before = editing.document().clone();
        match round % 4 {
            3 => drop(editing.undo().unwrap()),
            _ => {
                let Some(action) = at_random(&mut rng, &before) else { continue };
                let Ok(resolved) = action.resolve(&before, geometry) else { continue };
                let Some(edit) = resolved.edit else { continue };
                editing.apply("Edit", &edit);
                n_done += 1;
            }
        }
        let after = editing.document();
        let Some(edit) = before.edit_to(after) else { continue };
        let nodes = touched(&before, after, &edit);
        let found = check_around("a.apd", after, geometry, &nodes);
        replace_around(&mut problems, after, &nodes, &[], found);
        if round % 12 == 11 {
            assert_eq!(told(&problems), told(&check("a.apd", after, geometry)), "{round}");
        }
    }
    assert!(n_done > 15, "{n_done}");
    while editing.undo().unwrap().is_some() {}
    assert_eq!(editing.document().n_nodes(), area.n_nodes());
}

#[test]
fn what_a_rule_only_counts_and_islands_are_for_a_check_of_everything() {
    let pairs = [(0, 1), (1, 0), (2, 3), (3, 2), (3, 4), (4, 3)];
    let islands = area(&[(4, 4), (6, 5), (60, 60), (62, 61), (64, 60)], &pairs);
    let problems = check("a.apd", &islands, &Geometry::none());
    assert!(is_more_than_around(&problems, &islands, &[NodeId(0)]));
    let (area, geometry) = sample_area();
    let mut problems = check("a.apd", area, geometry);
    let node = area.nodes().next().unwrap();
    assert!(!is_more_than_around(&problems, area, &[node]));
    let mut found = Found::new("a.apd");
    for _ in 0..1001 {
        found.add(&reach::NO_EDGES, found::node_thing(node), || (String::new(), Vec::new()));
    }
    problems.extend(found.finish());
    assert!(is_more_than_around(&problems, area, &[node]));
}
