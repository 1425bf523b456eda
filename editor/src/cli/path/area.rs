//! Ways through TERA areas: between nodes and places, and the tests of them.

use std::path::Path;

use landwright_core::problem::counted::counted;
use landwright_core::space::tera::PosInWorld;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::Area;
use landwright_core::world::area::id::NodeId;
use landwright_core::world::area::places::Places;
use landwright_core::world::area::routes::{MAX_OFF, Outcome as Found, Probe, RouteTest, Spot};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Form, Versioned};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};

/// `#123`, `x,y,z`, or `x,y` where all nodes near are about as high.
pub(super) fn spot(area: &Area, text: &str) -> Result<Spot, String> {
    if text.starts_with('#') {
        return text.parse::<NodeId>().map(Spot::Node).map_err(str::to_owned);
    }
    match numbers(text).as_deref() {
        Some([x, y, z]) => Ok(Spot::At([*x, *y, *z])),
        Some([x, y]) => height_at(area, [*x, *y]).map(|z| Spot::At([*x, *y, z])),
        _ => Err("expected a node, such as #123, or a place, as x,y,z".to_owned()),
    }
}

/// Finite numbers with commas between them.
pub(super) fn numbers(text: &str) -> Option<Vec<f64>> {
    let numbers =
        text.split(',').map(|part| part.trim().parse().ok().filter(|at: &f64| at.is_finite()));
    numbers.collect()
}

/// Nodes whose heights differ by more are on different floors.
const FLOOR: f64 = 150.0;

/// The height of the node nearest on the ground, unless there is one nearly as near on another floor.
fn height_at(area: &Area, [x, y]: [f64; 2]) -> Result<f64, String> {
    let here = PosInWorld { x, y, z: 0.0 };
    let mut near: Vec<PosInWorld> =
        area.nodes_near(here, MAX_OFF.into()).map(|(pos, _)| pos).collect();
    near.sort_by(|a, b| a.distance_on_ground(here).total_cmp(&b.distance_on_ground(here)));
    let first = near.first().ok_or_else(|| format!("no node is within {MAX_OFF} units"))?;
    let other = near.iter().find(|pos| (pos.z - first.z).abs() > FLOOR);
    match other {
        None => Ok(first.z),
        Some(other) => Err(format!(
            "nodes near are at heights of {} and {}; say which, as x,y,z",
            first.z, other.z
        )),
    }
}

/// Says the way between two spots. That there is none is found, as whoever writes scripts wants.
pub(super) fn probe(
    area: &Area,
    spots: [Spot; 2],
    form: Form,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let [from, to] = spots;
    let probe = area.probe(&Places::of(area), from, to);
    if let Found::NoNodeNear { spot: Spot::Node(node) } = &probe.outcome {
        return Err(Failure::WrongUse(format!("there is no node {node} in the area")));
    }
    let outcome = match &probe.outcome {
        Found::Reached(_) => Outcome::Fine,
        Found::NoNodeNear { .. } | Found::CutOff(_) => Outcome::Found,
    };
    if form == Form::Json {
        output.line(&to_json(&Versioned { version: 1, answer: &probe })?)?;
        return Ok(outcome);
    }
    if let (Some(from), Some(to)) = (probe.from, probe.to) {
        output.line(&format!("from {from} to {to}"))?;
    }
    output.line(&in_words(&probe))?;
    if let Found::Reached(route) = &probe.outcome {
        let nodes: Vec<String> = route.nodes.iter().map(|node| format!("#{node}")).collect();
        output.line(&nodes.join(" "))?;
    }
    Ok(outcome)
}

/// Runs the tests of a list.
pub(super) fn run_tests(
    area: &Area,
    list: &Path,
    form: Form,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let path = shown(list);
    let json = disk::read_file(list, READ_LIMIT)
        .map_err(|error| Failure::WrongUse(format!("{path}: {}", error.trouble)))?;
    let wrong = |why: &dyn std::fmt::Display| Failure::File(format!("error: {path}: {why}"));
    let mut tests: Value = serde_json::from_slice(&json.bytes).map_err(|error| wrong(&error))?;
    for end in tests.as_array_mut().into_iter().flatten().flat_map(ends_of) {
        place_of_node(area, end).map_err(|why| wrong(&why))?;
    }
    let tests: Vec<RouteTest> = serde_json::from_value(tests).map_err(|error| wrong(&error))?;
    let places = Places::of(area);
    let mut n_failed = 0;
    for (n, test) in tests.iter().enumerate() {
        let (probe, is_as_wanted) = test.run(area, &places);
        n_failed += usize::from(!is_as_wanted);
        if form == Form::Json {
            output.line(&to_json(&Answer { name: &test.name, is_as_wanted, probe })?)?;
            continue;
        }
        let verdict = if is_as_wanted { "ok" } else { "FAILED" };
        let name = if test.name.is_empty() { format!("test {n}") } else { test.name.clone() };
        output.line(&format!("{verdict}  {name}: {}", in_words(&probe)))?;
    }
    output.flush()?;
    let all = counted(tests.len(), "route test", "route tests");
    complain(&format!("{all}, {n_failed} failed"));
    Ok(if n_failed == 0 { Outcome::Fine } else { Outcome::Found })
}

fn ends_of(test: &mut Value) -> impl Iterator<Item = &mut Value> {
    let fields = test.as_object_mut().into_iter().flat_map(|test| test.iter_mut());
    fields.filter(|(name, _)| ["from", "to"].contains(&name.as_str())).map(|(_, end)| end)
}

/// Puts the place of a node there where it is named, as `"#123"`.
fn place_of_node(area: &Area, end: &mut Value) -> Result<(), String> {
    let Some(name) = end.as_str() else { return Ok(()) };
    let node: NodeId = name.parse().map_err(|error| format!("`{name}`: {error}"))?;
    let PosInWorld { x, y, z } =
        area.pos(node).ok_or_else(|| format!("there is no node {node} in the area"))?;
    *end = json!([x, y, z]);
    Ok(())
}

/// What became of a route test, as JSON.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    name: &'a str,
    is_as_wanted: bool,
    #[serde(flatten)]
    probe: Probe,
}

fn in_words(probe: &Probe) -> String {
    match &probe.outcome {
        Found::Reached(route) => {
            let n_edges = route.nodes.len().saturating_sub(1);
            let edges = counted(n_edges, "edge", "edges");
            format!("{edges}, {:.1} units, {:.1} m", route.length, route.length / 25.0)
        }
        Found::NoNodeNear { spot: Spot::At([x, y, z]) } => {
            format!("no way: no node within {MAX_OFF} units of ({x}, {y}, {z})")
        }
        Found::NoNodeNear { spot: Spot::Node(node) } => format!("no way: there is no node {node}"),
        Found::CutOff(why) => format!("no way: {why}"),
    }
}

fn to_json(answer: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(answer).map_err(|error| Failure::from(std::io::Error::from(error)))
}
