//! Histories of both sides at random, with nodes that change places, take each other's, or move close
//! by: by the ids of the document everybody knows which node is which, and the files have to tell.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::format::number::F32;
use crate::format::tera::apd::{Node, NodeRange, ZonePaths};
use crate::sample::rng::Rng;
use crate::space::tera::PosInWorld;
use crate::world::area::action::Action;
use crate::world::area::geometry::Geometry;

/// Nodes along a side; two in a square.
const SIDE: u32 = 6;

/// A grid of nodes with edges to most of their neighbours.
fn grid(rng: &mut Rng) -> Area {
    let idx = |x: u32, y: u32| {
        let ([square_x, in_x], [square_y, in_y]) = ([x / 2, x % 2], [y / 2, y % 2]);
        (square_x * SIDE / 2 + square_y) * 4 + in_x * 2 + in_y
    };
    let pos = |x: u32, y: u32| PosInWorld {
        x: f64::from(32 + 64 * x),
        y: f64::from(32 + 64 * y),
        z: 0.0,
    };
    let mut nodes = vec![Node::default(); (SIDE * SIDE) as usize];
    for (x, y) in (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y))) {
        let node = &mut nodes[idx(x, y) as usize];
        node.position = pos(x, y).to_bits();
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let Some((x2, y2)) = x.checked_add_signed(dx).zip(y.checked_add_signed(dy)) else {
                continue;
            };
            if x2 < SIDE && y2 < SIDE && (dx, dy) != (0, 0) && rng.below(5) > 0 {
                let octant = Octant::towards(pos(x, y), pos(x2, y2)).unwrap();
                node.edges[usize::from(octant.number())] = Some(idx(x2, y2));
            }
        }
    }
    let n = SIDE / 2;
    let zone = ZonePaths::from_squares(1000, 1000, |x, y| {
        let (x, y) = (u32::from(x), u32::from(y));
        let is_here = x < n && y < n;
        let first = if is_here {
            (x * n + y) * 4
        } else {
            x.min(n) * n * 4 + if x < n { n * 4 } else { 0 }
        };
        NodeRange { first, count: if is_here { 4 } else { 0 } }
    });
    Area::new(&Apd::new(nodes, vec![zone]).unwrap()).unwrap()
}

fn place(rng: &mut Rng) -> [f64; 3] {
    // Few places, so that nodes meet, and off the grid, so that most of them are new.
    [0, 0]
        .map(|_: i32| f64::from(8 + 16 * rng.below(4 * SIDE)))
        .into_iter()
        .chain([0.0])
        .collect::<Vec<_>>()
        .try_into()
        .unwrap()
}

/// Nodes that nobody else is at.
fn is_free(area: &Area, [x, y, z]: [f64; 3]) -> bool {
    area.nodes().all(|node| area.pos(node) != Some(PosInWorld { x, y, z }))
}

fn set(node: u32, [x, y, z]: [f64; 3]) -> String {
    format!(r#"{{"action":"set-node","node":{node},"at":[{x},{y},{z}]}}"#)
}

/// One side's work.
fn history(rng: &mut Rng, start: &Area, n: u32) -> Area {
    let mut area = start.clone();
    let at =
        |area: &Area, node: u32| area.pos(NodeId(node)).map(|pos| [pos.x, pos.y, pos.z]).unwrap();
    for _ in 0..n {
        let ids: Vec<u32> = area.nodes().map(|node| node.0).collect();
        let [a, b] = [0, 0].map(|_: i32| ids[rng.below(ids.len() as u32) as usize]);
        let new = place(rng);
        if !is_free(&area, new) {
            continue;
        }
        let (from, to) = (at(&area, a), at(&area, b));
        let far = [1e3 + from[0], 1e3 + from[1], 0.0];
        let script = match rng.below(8) {
            // They change places.
            0 if a != b => vec![set(a, far), set(b, from), set(a, to)],
            // One takes the place that the other leaves.
            1 if a != b => vec![set(b, new), set(a, to)],
            // Close by, in another square or in its own.
            2 => {
                let near = [from[0] + f64::from(rng.below(5)) - 2.0, from[1] + 3.0, 0.0];
                vec![set(a, near)]
            }
            3 => vec![set(a, new)],
            4 => vec![format!(r#"{{"action":"delete-nodes","nodes":{{"ids":[{a}]}}}}"#)],
            5 => vec![format!(r#"{{"action":"add-node","at":{new:?},"snap":"none"}}"#)],
            6 => vec![format!(r#"{{"action":"add-edge","from":{a},"to":{b},"taken":"replace"}}"#)],
            _ => {
                vec![format!(r#"{{"action":"remove-edge","node":{a},"octant":{}}}"#, rng.below(8))]
            }
        };
        let mut after = area.clone();
        let is_done = script.iter().all(|json| {
            let action: Action = serde_json::from_str(json).unwrap();
            let done = action.resolve(&after, &Geometry::none());
            done.map(|resolved| after = resolved.area).is_ok()
        });
        if is_done {
            area = after;
        }
    }
    area
}

/// The number in the file of each id of the base.
fn truth(base: &Area, side: &Area) -> Vec<u32> {
    let numbers = side.numbers_in_file();
    let number = |id: u32| match &numbers {
        Some(numbers) => numbers.of(NodeId(id)).map_or(NONE, |number| number.0),
        None => id,
    };
    (0..base.n_ids()).map(number).collect()
}

type At = [F32; 3];

/// The places of nodes, and the ends of edges, as often as they are there.
fn drawing(apd: &Apd) -> (Vec<At>, Vec<(At, At)>) {
    let at = |idx: u32| apd.positions()[idx as usize];
    let mut nodes = apd.positions().to_vec();
    let edges =
        (0..apd.n_nodes() as u32).flat_map(|from| apd.edges(from).map(move |(_, to)| (from, to)));
    let mut edges: Vec<(At, At)> = edges.map(|(from, to)| (at(from), at(to))).collect();
    let bits = |at: &At| at.map(F32::to_bits);
    nodes.sort_by_key(bits);
    edges.sort_by_key(|(from, to)| (bits(from), bits(to)));
    (nodes, edges)
}

/// What a side did that is neither in the merged area nor in the report, by the ids of the document.
fn lost(base: &Area, side: &Area, merged: &Merged, key_of: &BTreeMap<u32, At>) -> Vec<String> {
    let at = |area: &Area, id: NodeId| {
        area.pos(id).filter(|_| area.contains(id)).map(PosInWorld::to_bits)
    };
    let told: BTreeSet<String> = merged.conflicts.iter().map(|it| it.thing.to_string()).collect();
    let is_told = |id: NodeId| {
        [at(base, id), at(side, id)]
            .into_iter()
            .flatten()
            .any(|at| told.contains(&words::node(at).to_string()))
    };
    let (nodes, edges) = drawing(&merged.apd);
    let mut lost = Vec::new();
    for id in (0..base.n_ids().max(side.n_ids())).map(NodeId) {
        let (was, is) = (at(base, id), at(side, id));
        if was != is && !is_told(id) {
            let is_done = match is {
                Some(is) => nodes.contains(&is),
                None => !key_of.contains_key(&id.0),
            };
            if !is_done {
                lost.push(format!("{id}: {was:?} {is:?}"));
            }
        }
        let now = |id: NodeId| key_of.get(&id.0).copied();
        for other in side.targets(id).filter(|other| base.octant_of_edge(id, *other).is_none()) {
            let is_there = now(id).zip(now(other)).is_some_and(|edge| edges.contains(&edge));
            if !is_there && !is_told(id) {
                lost.push(format!("edge {id} {other}"));
            }
        }
        for other in base.targets(id).filter(|other| side.octant_of_edge(id, *other).is_none()) {
            let is_there = now(id).zip(now(other)).is_some_and(|edge| edges.contains(&edge));
            if is_there && side.contains(id) && side.contains(other) && !is_told(id) {
                lost.push(format!("edge {id} {other} is there again"));
            }
        }
    }
    lost
}

/// Where each id of the base and of one side is in the merged area, by the rules of merging.
fn places(base: &Area, ours: &Area, theirs: &Area, merged: &Merged) -> [BTreeMap<u32, At>; 2] {
    let (nodes, _) = drawing(&merged.apd);
    let at = |area: &Area, id: u32| {
        area.pos(NodeId(id)).filter(|_| area.contains(NodeId(id))).map(PosInWorld::to_bits)
    };
    [ours, theirs].map(|side| {
        let ids = 0..base.n_ids().max(side.n_ids());
        let places = ids.filter_map(|id| {
            let own = if id < base.n_ids() {
                let [was, own, other] = [base, ours, theirs].map(|area| at(area, id));
                if was == own { other.or(own) } else { own.or(other) }
            } else {
                at(side, id)
            };
            let both =
                id >= base.n_ids() || [ours, theirs].iter().all(|area| area.contains(NodeId(id)));
            own.filter(|own| both || nodes.contains(own)).map(|own| (id, own))
        });
        places.collect()
    })
}

fn n_runs() -> u64 {
    if std::env::var_os("LANDWRIGHT_ALL").is_some() { 3_000 } else { 60 }
}

#[test]
fn what_was_moved_swapped_added_or_deleted_on_both_sides_is_merged_or_told() {
    let mut n_as_known = 0;
    for seed in 0..n_runs() {
        let mut rng = Rng::new(seed);
        let start = grid(&mut rng);
        let (n_ours, n_theirs) = (1 + rng.below(4), 1 + rng.below(4));
        let (ours, theirs) =
            (history(&mut rng, &start, n_ours), history(&mut rng, &start, n_theirs));
        let files = [&start, &ours, &theirs].map(apd);
        let [base, own, other] = files.each_ref();
        let merged = merge(base, own, other).unwrap();
        assert!(Area::new(&merged.apd).is_ok());
        let pairs = [&ours, &theirs].map(|side| truth(&start, side));
        let known = merge_paired([base, own, other], &pairs).unwrap();
        let found = [own, other].map(|side| paired(base, side));
        // A node whose identity the files do not tell is deleted there, and another one is new.
        let is_found = |id: &str| {
            let id = id.trim_start_matches('#').parse::<usize>().unwrap();
            found.iter().zip(&pairs).all(|(found, pairs)| found.get(id) == pairs.get(id))
        };
        let is_of_found = |line: &String| match line.strip_prefix("edge ") {
            Some(edge) => edge.split(' ').take(2).all(is_found),
            None => line.split(':').take(1).all(is_found),
        };
        for (what, merged) in [("known", &known), ("found", &merged)] {
            let [of_ours, of_theirs] = places(&start, &ours, &theirs, merged);
            let mut lost_of_ours = lost(&start, &ours, merged, &of_ours);
            let mut lost_of_theirs = lost(&start, &theirs, merged, &of_theirs);
            if what == "found" {
                lost_of_ours.retain(is_of_found);
                lost_of_theirs.retain(is_of_found);
            }
            assert!(
                lost_of_ours.is_empty() && lost_of_theirs.is_empty(),
                "{seed} {what}: {lost_of_ours:?} {lost_of_theirs:?} {:?}",
                merged.conflicts
            );
        }
        n_as_known += u64::from(drawing(&merged.apd) == drawing(&known.apd));
    }
    // The others are those where a file can't say which of two nodes went where.
    assert!(n_as_known * 100 >= n_runs() * 65, "{n_as_known}");
}

/// Places of nodes that one side came to, or that both have kept, and that are neither in the merged area nor
/// in the report. Nobody's ids are asked.
fn lost_places(files: [&Apd; 3], merged: &Merged) -> Vec<String> {
    let count = |apd: &Apd| {
        let mut count: BTreeMap<[u32; 3], u32> = BTreeMap::new();
        for at in apd.positions() {
            *count.entry(at.map(F32::to_bits)).or_default() += 1;
        }
        count
    };
    let said = serde_json::to_string(&merged.conflicts).unwrap();
    let [base, ours, theirs] = files.map(count);
    let is = count(&merged.apd);
    let n = |list: &BTreeMap<[u32; 3], u32>, at: &[u32; 3]| list.get(at).copied().unwrap_or(0);
    let mut lost = Vec::new();
    for (side, other) in [(&ours, &theirs), (&theirs, &ours)] {
        for (at, n_here) in side {
            let is_as_before = n(&base, at) == *n_here;
            let n_wanted = if is_as_before { (*n_here).min(n(other, at)) } else { *n_here };
            let place = words::place(Some(at.map(F32::from_bits)));
            if n(&is, at) < n_wanted && !said.contains(place.as_str().unwrap()) {
                lost.push(format!("{place}: {n_wanted}, and {} are there", n(&is, at)));
            }
        }
    }
    lost
}

/// One that moved far and lost most of its edges is deleted and added by what files say.
#[test]
fn no_place_of_a_node_is_lost_without_a_word() {
    // One where a node took the place of a node that is gone, and the other side deleted it.
    for seed in (0..n_runs()).chain([202, 796]) {
        let mut rng = Rng::new(seed);
        let start = grid(&mut rng);
        let (n_ours, n_theirs) = (1 + rng.below(6), 1 + rng.below(6));
        let (ours, theirs) =
            (history(&mut rng, &start, n_ours), history(&mut rng, &start, n_theirs));
        let files = [&start, &ours, &theirs].map(apd);
        let [base, own, other] = files.each_ref();
        let merged = merge(base, own, other).unwrap();
        let lost = lost_places([base, own, other], &merged);
        assert!(lost.is_empty(), "{seed}: {lost:?} {:?}", merged.conflicts);
    }
}

fn leads_anywhere(apd: &Apd, from: &[At], octant: u8) -> bool {
    let mut nodes = 0..apd.n_nodes() as u32;
    let from = nodes.find(|idx| from.contains(&apd.positions()[*idx as usize])).unwrap();
    apd.edges(from).any(|(own, _)| own == octant)
}

/// Whether an area has what a conflict was decided for.
fn has_taken(take: &Take, area: &Area) -> bool {
    let apd = apd(area);
    let (nodes, edges) = drawing(&apd);
    let is_at = |places: &[At]| places.iter().any(|at| nodes.contains(at));
    let leads = |from: &[At], octant: u8, to: Option<&[At]>| {
        let at = |idx: u32| apd.positions()[idx as usize];
        let is_from = |place: &&At| (0..apd.n_nodes() as u32).any(|idx| at(idx) == **place);
        let from = from.iter().find(is_from).unwrap();
        let from = (0..apd.n_nodes() as u32).find(|idx| at(*idx) == *from).unwrap();
        let target = apd.edges(from).find(|(own, _)| *own == octant).map(|(_, target)| at(target));
        target.is_some() == to.is_some()
            && target.is_none_or(|target| to.is_some_and(|to| to.contains(&target)))
    };
    match take {
        Take::Move { to, .. } => nodes.contains(to),
        Take::Edge { node, octant, to } => leads(node, *octant, to.as_deref()),
        Take::Delete { node } => !is_at(node),
        Take::Restore { at, edges: own, into } => {
            let is_near = |to: &[At]| nodes.iter().filter(|node| to.contains(node)).count() == 1;
            let leads = |from: &[At], to: &[At]| {
                edges.iter().any(|edge| from.contains(&edge.0) && to.contains(&edge.1))
            };
            let at = std::slice::from_ref(at);
            is_at(at)
                && own.iter().all(|(_, to)| !is_near(to) || leads(at, to))
                && into
                    .iter()
                    .filter(|(_, from)| is_near(from))
                    .all(|(octant, from)| leads(from, at) || leads_anywhere(&apd, from, *octant))
        }
    }
}

#[test]
fn a_conflict_is_decided_for_the_other_side_alone_or_with_all_others() {
    let (mut n_taken, mut n_refused, mut n_all) = (0, 0, 0);
    for seed in 0..n_runs() {
        let mut rng = Rng::new(seed);
        let start = grid(&mut rng);
        let (n_ours, n_theirs) = (1 + rng.below(6), 1 + rng.below(6));
        let (ours, theirs) =
            (history(&mut rng, &start, n_ours), history(&mut rng, &start, n_theirs));
        let [base, own, other] = [&start, &ours, &theirs].map(apd);
        let merged = merge(&base, &own, &other).unwrap();
        let area = Area::new(&merged.apd).unwrap();
        assert_eq!(merged.takes.len(), merged.conflicts.len());
        let takes: Vec<Take> = merged.takes.into_iter().flatten().collect();
        for take in &takes {
            match area.with_theirs(std::slice::from_ref(take)) {
                Ok(decided) => {
                    assert!(has_taken(take, &decided), "{seed}: {take:?}");
                    // Whatever it is about was there, but for a node that comes back.
                    let is_new = matches!(take, Take::Restore { .. });
                    assert_eq!(area.node_of(take).is_some(), !is_new, "{seed}: {take:?}");
                    n_taken += 1;
                }
                // Of two nodes at one place nobody knows which is meant, and a node that is deleted
                // here has to come back before an edge leads to it.
                Err(why) => {
                    let reasons = ["several nodes are at ", "a node is at ", "no node is at "];
                    assert!(reasons.iter().any(|reason| why.starts_with(reason)), "{seed}: {why}");
                    n_refused += 1;
                }
            }
        }
        n_all += usize::from(!takes.is_empty() && area.with_theirs(&takes).is_ok());
    }
    assert!(n_taken > 0 && n_all > 0 && n_refused * 2 < n_taken, "{n_taken} {n_refused} {n_all}");
}
