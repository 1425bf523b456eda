//! What can be wrong with a TERA area.
//!
//! Severities are those that the game's own area deserves: what it does all the time is a hint.

mod found;
mod ranges;
mod zones;
mod square;
mod floor;
mod centre;
mod doubled;
mod whereabouts;
mod targets;
mod octant;
mod length;
mod centre_missing;
mod odd_cell;
mod walled;
mod one_way;
mod missing;
mod reach;
mod islands;
mod volumes;
pub mod in_world;
mod causes;
pub mod listed;
pub mod shared;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::check::Effect;
use crate::format::packed::Progress;
use crate::format::tera::zgd::Zgd;
use crate::nav::tera::steps::{Steps, go_on};
use crate::problem::{Problem, Rule, Spot, Thing};
use crate::space::tera::{Origin, UNITS_PER_ZONE, Zone};
use crate::world::area::Area;
use crate::world::area::edit::Edit;
use crate::world::area::geometry::{Geometry, Land};
use crate::world::area::id::{EdgeRef, NodeId, SquareId, Target};

use self::found::Found;

pub const RULES: &[&Rule] = &[
    &ranges::RANGES,
    &ranges::ORDER,
    &zones::TWICE,
    &zones::MISSING,
    &zones::NO_GEOMETRY,
    &square::WRONG_SQUARE,
    &square::NOWHERE,
    &whereabouts::MOVED,
    &centre_missing::NO_CENTRE,
    &floor::OFF_FLOOR,
    &centre::OFF_CENTRE,
    &doubled::DOUBLED,
    &targets::DANGLING,
    &targets::SELF_EDGE,
    &targets::DOUBLED_EDGE,
    &octant::WRONG_OCTANT,
    &walled::BLOCKED,
    &walled::STEEP,
    &walled::OTHER_FLOOR,
    &length::TOO_LONG,
    &one_way::ONE_WAY,
    &missing::MISSING_EDGE,
    &reach::NO_EDGES,
    &reach::TRAP,
    &reach::UNREACHABLE,
    &islands::ISLAND,
    &volumes::OVERLAP,
    &volumes::NO_HEIGHT,
    &odd_cell::ODD_CELL,
    &listed::NOT_LISTED,
    &listed::SHARED,
];

/// Which problems come of which others.
/// A node is put on a floor for its edges' sake, not at their cost.
pub const GENTLE: &[&Rule] = &[&floor::OFF_FLOOR];

pub const EFFECTS: &[&Effect] = &[
    &square::EFFECTS[0],
    &square::EFFECTS[1],
    &floor::EFFECT,
    &doubled::EFFECT,
    &targets::EFFECTS[0],
    &targets::EFFECTS[1],
    &targets::EFFECTS[2],
    &octant::EFFECT,
    &walled::EFFECTS[0],
    &walled::EFFECTS[1],
    &walled::EFFECTS[2],
    &length::EFFECT,
];

/// The nodes that a problem is about; `None` where that is more than some nodes.
pub fn nodes_of(area: &Area, problem: &Problem) -> Option<Vec<NodeId>> {
    match problem.place.spot {
        Spot::Thing(Thing::Node { index }) => Some(vec![NodeId(index)]),
        Spot::Thing(Thing::Edge { node, octant }) => {
            let node = NodeId(node);
            let target = area.target_of(EdgeRef { node, octant }).and_then(Target::node);
            Some([node].into_iter().chain(target).collect())
        }
        Spot::Thing(Thing::Object { index, .. })
            if problem.code == centre_missing::NO_CENTRE.code =>
        {
            Some(area.nodes_in(SquareId(index)).collect())
        }
        // Cells of the geometry are fixed by nobody.
        Spot::Thing(Thing::Cell { .. }) => Some(Vec::new()),
        _ => None,
    }
}

/// Of more nodes than this, not each is asked whether it is on an island.
const MOST_AROUND: usize = 1_000;

/// Checks all of an area, and what is known of its geometry. Problems name it by `file`.
pub fn check(file: &str, area: &Area, geometry: &Geometry) -> Vec<Problem> {
    check_watched(file, area, geometry, &mut go_on).continue_value().unwrap_or_default()
}

/// The same for whoever watches and may break it off.
pub fn check_watched(
    file: &str,
    area: &Area,
    geometry: &Geometry,
    progress: Progress<'_>,
) -> ControlFlow<(), Vec<Problem>> {
    let geometry = &geometry.of(area);
    let mut found = Found::new(file);
    // Each node is looked at three times, and each zone twice.
    let n_all = 3 * area.n_nodes() as usize + 2 * area.zones().len();
    let mut steps = Steps::new(progress, n_all);
    steps.ask()?;
    ranges::check(&mut found, area);
    zones::check(&mut found, area, geometry, &mut steps)?;
    check_graph_of(&mut found, area, geometry, &mut steps)?;
    let mut missing = Vec::new();
    check_on_land(&mut found, area, geometry, area.nodes(), &mut steps, |land, node| {
        missing.extend(missing::of_node(area, land, node));
    })?;
    missing::tell(&mut found, area, &missing);
    odd_cell::tell(&mut found, area);
    volumes::check_empty(&mut found, area, geometry);
    centre_missing::check(&mut found, area, geometry, &mut steps)?;
    volumes::check_all(&mut found, area.zones(), geometry, &mut steps)?;
    ControlFlow::Continue(found.explained(area))
}

/// Checks the volumes of some zones, such as those that an edit touched.
pub fn check_volumes(file: &str, area: &Area, geometry: &Geometry, zones: &[Zone]) -> Vec<Problem> {
    let mut found = Found::new(file);
    let go_on = &mut go_on;
    let _ = volumes::check(&mut found, zones, &geometry.of(area), &mut Steps::new(go_on, 0));
    found.explained(area)
}

/// Checks the geometry of a zone without an area. Problems name it by `file`, and have places in the world
/// where it is known which zone it is, and where the world starts.
pub fn check_zone(file: &str, zgd: Zgd, known: Option<(Zone, Origin)>) -> Vec<Problem> {
    let zone = known.map_or(Zone { x: 0, y: 0 }, |(zone, _)| zone);
    let mut found = Found::new(file);
    let geometry = Geometry::of_zones([(zone, zgd)]);
    let _ = volumes::check_all(&mut found, &[zone], &geometry, &mut Steps::new(&mut go_on, 0));
    let mut problems = found.finish();
    for problem in &mut problems {
        problem.world = known.and_then(|(zone, origin)| match problem.place.spot {
            Spot::Thing(Thing::Cell { x, y }) => in_world::middle_of_cell(origin, zone, x, y),
            _ => None,
        });
        file.clone_into(&mut problem.place.file);
    }
    problems
}

/// Checks what needs no geometry.
pub fn check_graph(file: &str, area: &Area) -> Vec<Problem> {
    let geometry = Geometry::none();
    let mut found = Found::new(file);
    ranges::check(&mut found, area);
    let go_on = &mut go_on;
    let _ = check_graph_of(&mut found, area, &geometry, &mut Steps::new(go_on, 0));
    found.explained(area)
}

/// Checks nodes, such as those that an edit touched, and all that depends on them: everything
/// but ranges, zones, islands, volumes, and what is only told of all of an area.
pub fn check_around(
    file: &str,
    area: &Area,
    geometry: &Geometry,
    nodes: &[NodeId],
) -> Vec<Problem> {
    let found = check_around_watched(file, area, geometry, nodes, &mut go_on);
    found.continue_value().unwrap_or_default()
}

/// The nodes that an edit touched, so that checking around them finds what checking all would: islands
/// and what a rule only counts left out.
pub fn touched(before: &Area, after: &Area, edit: &Edit) -> Vec<NodeId> {
    let mut nodes = edit.nodes(after);
    for node in before.moved_nodes_to(after) {
        for area in [before, after] {
            nodes.extend(doubled::nodes_at_the_place_of(area, node));
        }
    }
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// Replaces the problems of nodes that an edit touched, of those with edges to them, and of the volumes
/// of zones by those that were found there since. Islands stay as long as their first node does.
pub fn replace_around(
    problems: &mut Vec<Problem>,
    area: &Area,
    nodes: &[NodeId],
    zones: &[Zone],
    found: Vec<Problem>,
) {
    let mut touched: BTreeSet<NodeId> = nodes.iter().copied().collect();
    touched.extend(nodes.iter().flat_map(|node| area.edges_to(*node)).map(|edge| edge.node));
    let names: Vec<String> = zones.iter().map(|zone| zone.file_name()).collect();
    problems.retain(|problem| match problem.place.spot {
        Spot::Thing(Thing::Cell { .. }) => !names.contains(&problem.place.file),
        Spot::Thing(Thing::Node { index: node } | Thing::Edge { node, .. }) => {
            let is_touched =
                touched.contains(&NodeId(node)) && problem.code != islands::ISLAND.code;
            !is_touched && area.contains(NodeId(node))
        }
        Spot::Thing(Thing::Object { index, .. })
            if problem.code == centre_missing::NO_CENTRE.code =>
        {
            !area.nodes_in(SquareId(index)).any(|node| touched.contains(&node))
        }
        _ => true,
    });
    problems.extend(found);
}

/// Whether only a check of everything can tell what an edit did to what is told: to islands, and to
/// what a rule only counts.
pub fn is_more_than_around(problems: &[Problem], area: &Area, nodes: &[NodeId]) -> bool {
    let is_of_island = |problem: &&Problem| problem.code == islands::ISLAND.code;
    nodes.len() > MOST_AROUND
        || problems.iter().any(|problem| problem.code == odd_cell::ODD_CELL.code)
        || problems.iter().any(|problem| problem.more > 0)
        || nodes.iter().any(|node| islands::is_small(area, *node))
        || problems.iter().filter(is_of_island).any(|problem| match problem.place.spot {
            Spot::Thing(Thing::Node { index }) => !islands::is_small(area, NodeId(index)),
            _ => false,
        })
}

/// The same for whoever watches and may break it off.
pub fn check_around_watched(
    file: &str,
    area: &Area,
    geometry: &Geometry,
    nodes: &[NodeId],
    progress: Progress<'_>,
) -> ControlFlow<(), Vec<Problem>> {
    let geometry = &geometry.of(area);
    let mut around: BTreeSet<NodeId> = BTreeSet::new();
    for node in nodes.iter().filter(|node| area.contains(**node)) {
        around.insert(*node);
        around.extend(area.edges_to(*node).map(|edge| edge.node));
    }
    let mut found = Found::new(file);
    // Each node is looked at twice.
    let mut steps = Steps::new(progress, 2 * around.len());
    steps.ask()?;
    check_nodes(&mut found, area, geometry, around.iter().copied(), &mut steps)?;
    for node in &around {
        doubled::check(&mut found, area, *node);
    }
    check_on_land(&mut found, area, geometry, around.iter().copied(), &mut steps, |_, _| {})?;
    let mut problems = found.finish();
    in_world::place(area, &mut problems);
    ControlFlow::Continue(problems)
}

fn check_graph_of(
    found: &mut Found<'_>,
    area: &Area,
    geometry: &Geometry,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    check_nodes(found, area, geometry, area.nodes(), steps)?;
    for node in area.nodes() {
        doubled::check(found, area, node);
        steps.step()?;
    }
    islands::check(found, area, geometry, steps)
}

fn check_nodes(
    found: &mut Found<'_>,
    area: &Area,
    geometry: &Geometry,
    nodes: impl Iterator<Item = NodeId>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    for node in nodes {
        square::check(found, area, geometry, node);
        whereabouts::check(found, area, geometry, node);
        centre::check(found, area, node);
        targets::check(found, area, geometry, node);
        octant::check(found, area, geometry, node);
        length::check(found, area, geometry, node);
        reach::check(found, area, geometry, node);
        steps.step()?;
    }
    ControlFlow::Continue(())
}

/// Checks nodes against the volumes, zone by zone, so that few of them are unpacked at a time.
fn check_on_land(
    found: &mut Found<'_>,
    area: &Area,
    geometry: &Geometry,
    nodes: impl Iterator<Item = NodeId>,
    steps: &mut Steps<'_>,
    mut and: impl FnMut(&Land, NodeId),
) -> ControlFlow<()> {
    let mut by_zone: BTreeMap<Zone, Vec<NodeId>> = BTreeMap::new();
    for node in nodes {
        let zone = area.pos(node).and_then(|pos| area.cell_at(pos)).map(|(zone, _)| zone);
        match zone.filter(|zone| geometry.has(*zone)) {
            Some(zone) => by_zone.entry(zone).or_default().push(node),
            None => steps.step()?,
        }
    }
    for (zone, nodes) in by_zone {
        let land: Land = match nodes.as_slice() {
            // Edges lead a few hundred units far, seldom into another zone.
            few if few.len() < 64 => land_around(area, geometry, zone, few),
            _ => geometry.around_zone(area.origin(), zone),
        };
        for node in nodes {
            floor::check(found, area, &land, node);
            walled::check(found, area, geometry, &land, node);
            one_way::check(found, area, &land, node);
            and(&land, node);
            steps.step()?;
        }
    }
    ControlFlow::Continue(())
}

/// The land under nodes of a zone, and under their edges.
fn land_around(area: &Area, geometry: &Geometry, zone: Zone, nodes: &[NodeId]) -> Land {
    let ends = nodes.iter().flat_map(|node| area.targets(*node).chain([*node]));
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for pos in ends.filter_map(|node| area.pos(node)) {
        low = [low[0].min(pos.x), low[1].min(pos.y)];
        high = [high[0].max(pos.x), high[1].max(pos.y)];
    }
    // An edge to a node at no place, or far away, must not take the ground from all others.
    let is_near = |low: f64, high: f64| high - low <= f64::from(UNITS_PER_ZONE);
    match is_near(low[0], high[0]) && is_near(low[1], high[1]) {
        true => geometry.between(area.origin(), low, high),
        false => geometry.around_zone(area.origin(), zone),
    }
}

#[cfg(test)]
mod tests;
