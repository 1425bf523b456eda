//! Ways over navigation meshes of EverQuest, as a server finds them.

use std::path::Path;

use landwright_core::format::file::{Content, Kind};
use landwright_core::nav::eq::mesh::Mesh;
use landwright_core::nav::eq::mesh::near::REACH;
use landwright_core::nav::eq::mesh::why::Outcome as Found;
use landwright_core::nav::eq::mesh::why::{
    Answer, CutOff, End, Gap, Nothing, OnMesh, Short, Way, Why,
};
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use serde::Serialize;

use crate::cli::load;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, shown};
use crate::cli::path::area::numbers;
use crate::cli::path::{Form, to_json};

/// No format is told by more bytes than this.
const LONGEST_MAGIC: u64 = 16;

/// Whether a path names a navigation mesh.
pub(super) fn is_mesh(path: &Path) -> bool {
    let start = disk::read_start(path, LONGEST_MAGIC).unwrap_or_default();
    Kind::of(&load::name_of(path), &start) == Some(Kind::Nav)
}

/// `x,y,z` of the server.
pub(super) fn place(text: &str) -> Result<[f32; 3], &'static str> {
    match numbers(text).as_deref() {
        Some([x, y, z]) => Ok([*x, *y, *z].map(|number| number as f32)),
        _ => Err("expected x,y,z of the server"),
    }
}

#[derive(Serialize)]
struct Versioned<'a> {
    version: u32,
    #[serde(flatten)]
    answer: &'a Answer,
}

/// Says the way between two places. That there is none is found, as whoever writes scripts wants.
pub(super) fn run(
    path: &Path,
    [from, to]: [[f32; 3]; 2],
    most_nodes: usize,
    form: Form,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let Content::Nav(nav) = load::read(path)?.0.content else {
        return Err(Failure::WrongUse(format!("{} is no navigation mesh", shown(path))));
    };
    let answer = Mesh::new(&nav.content).answer(from, to, most_nodes);
    let outcome = match &answer.outcome {
        Found::Reached(_) => Outcome::Fine,
        _ => Outcome::Found,
    };
    if form == Form::Json {
        output.line(&to_json(&Versioned { version: 1, answer: &answer })?)?;
        return Ok(outcome);
    }
    if let (Some(from), Some(to)) = (answer.from, answer.to) {
        output.line(&format!("from {} to {}", on_mesh(from), on_mesh(to)))?;
    }
    match &answer.outcome {
        Found::Reached(way) => tell_way(way, output)?,
        Found::CutShort { why, way } => {
            let why = match why {
                Short::OutOfNodes => format!(
                    "the search gives up after {most_nodes} polygons, and the server walks as far as it came"
                ),
                Short::TooManyPolygons => {
                    format!(
                        "it leads over {} polygons, and a server follows 256",
                        way.polygons.len()
                    )
                }
            };
            output.line(&format!("cut short: {why}"))?;
            tell_way(way, output)?;
        }
        Found::NoPolygonNear(nothing) => {
            output.line(&format!("no way: {}", no_polygon(nothing)))?;
        }
        Found::CutOff(CutOff { why, gap }) => {
            output.line(&format!("no way: {}", cut_off(why)))?;
            if let Some(Gap { from, to, distance }) = gap {
                let (from, to) = (on_mesh(*from), on_mesh(*to));
                output.line(&format!("the gap is {distance:.1} units, from {from} to {to}"))?;
            }
        }
    }
    Ok(outcome)
}

fn tell_way(way: &Way, output: &mut Output) -> Result<(), Failure> {
    let polygons = counted(way.polygons.len(), "polygon", "polygons");
    let (length, cost) = (way.length, way.cost);
    let areas = way.areas.join(", ");
    output.line(&format!("{length:.1} units over {polygons}, cost {cost:.1}; {areas}"))?;
    if !way.connections.is_empty() {
        let numbers: Vec<String> =
            way.connections.iter().map(|polygon| format!("#{polygon}")).collect();
        output.line(&format!("by the connections of polygons {}", numbers.join(" ")))?;
    }
    let corners: Vec<String> = way.corners.iter().map(|corner| point(*corner)).collect();
    output.line(&corners.join(" "))?;
    Ok(())
}

fn point(at: [f32; 3]) -> String {
    let short = |number: f32| {
        let number = (f64::from(number) * 100.0).round() / 100.0;
        // No minus before a zero.
        number + 0.0
    };
    let [x, y, z] = at.map(short);
    format!("({x}, {y}, {z})")
}

fn on_mesh(OnMesh { polygon, at }: OnMesh) -> String {
    format!("#{polygon} at {}", point(at))
}

fn no_polygon(nothing: &Nothing) -> String {
    let end = match nothing.end {
        End::From => "start",
        End::To => "goal",
    };
    let [x, height, _] = REACH;
    let closed = nothing.closed.map_or_else(String::new, |area| {
        format!(" but of area {area}, which a server never walks")
    });
    let at = point(nothing.point);
    let nearest = match (nothing.nearest, nothing.distance) {
        (Some(nearest), Some(distance)) => {
            format!("; the nearest is {} away, {}", counted_units(distance), on_mesh(nearest))
        }
        _ => String::new(),
    };
    format!(
        "no polygon is within {x} units and {height} up or down of the {end} {at}{closed}{nearest}"
    )
}

fn counted_units(distance: f32) -> String {
    format!("{distance:.1} units")
}

fn cut_off(why: &Why) -> String {
    match why {
        Why::Apart => "the start and the goal are on islands apart".to_owned(),
        Why::Closed { area, polygon } => {
            format!("it would lead over #{polygon} of area {area}, which a server never walks")
        }
        Why::OneWay { connections } => {
            let numbers: Vec<String> =
                connections.iter().map(|polygon| format!("#{polygon}")).collect();
            let by = match numbers.is_empty() {
                true => String::new(),
                false => format!(", by the connections of polygons {}", numbers.join(" ")),
            };
            format!("there is only a way back{by}")
        }
    }
}
