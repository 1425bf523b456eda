//! Answers in words, for the command line and the window.

use crate::nav::eq::mesh::near::REACH;
use crate::nav::eq::mesh::why::{
    Answer, CutOff, End, Gap, Nothing, OnMesh, Outcome, Short, Way, Why,
};
use crate::problem::counted::counted;

impl Answer {
    /// What was found, a line each. The search looked at so many polygons at most.
    pub fn lines(&self, most_nodes: usize) -> Vec<String> {
        let mut lines = Vec::new();
        if let (Some(from), Some(to)) = (self.from, self.to) {
            lines.push(format!("from {} to {}", on_mesh(from), on_mesh(to)));
        }
        match &self.outcome {
            Outcome::Reached(way) => lines.extend(way.lines()),
            Outcome::CutShort { why, way } => {
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
                lines.push(format!("cut short: {why}"));
                lines.extend(way.lines());
            }
            Outcome::NoPolygonNear(nothing) => {
                lines.push(format!("no way: {}", no_polygon(nothing)));
            }
            Outcome::CutOff(CutOff { why, gap }) => {
                lines.push(format!("no way: {}", cut_off(why)));
                if let Some(Gap { from, to, distance }) = gap {
                    let (from, to) = (on_mesh(*from), on_mesh(*to));
                    lines.push(format!("the gap is {distance:.1} units, from {from} to {to}"));
                }
            }
        }
        lines
    }
}

impl Way {
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let polygons = counted(self.polygons.len(), "polygon", "polygons");
        let (length, cost) = (self.length, self.cost);
        let areas = self.areas.join(", ");
        lines.push(format!("{length:.1} units over {polygons}, cost {cost:.1}; {areas}"));
        if !self.connections.is_empty() {
            let numbers: Vec<String> =
                self.connections.iter().map(|polygon| format!("#{polygon}")).collect();
            lines.push(format!("by the connections of polygons {}", numbers.join(" ")));
        }
        let corners: Vec<String> = self.corners.iter().map(|corner| point(*corner)).collect();
        lines.push(corners.join(" "));
        lines
    }
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
