//! The answer to «how does one get from A to B, and why not».

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{PointDistance, RTree};
use serde::Serialize;

use crate::nav::eq::mesh::islands::Ways;
use crate::nav::eq::mesh::near::{Near, REACH};
use crate::nav::eq::mesh::route::MOST_POLYGONS;
use crate::nav::eq::mesh::shape::{along_segment, between, distance};
use crate::nav::eq::mesh::straight::Corner;
use crate::nav::eq::mesh::{Mesh, Point};
use crate::space::eq::area::Area;
use crate::space::eq::height_second;

/// What became of a question. Points are in the axes of the server.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// Where the server takes the start and the goal for.
    pub from: Option<OnMesh>,
    pub to: Option<OnMesh>,
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// A polygon, and where on it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct OnMesh {
    pub polygon: usize,
    pub at: Point,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    Reached(Way),
    /// The server's search gives up, or follows only a part of the way.
    CutShort {
        why: Short,
        way: Way,
    },
    NoPolygonNear(Nothing),
    CutOff(CutOff),
}

/// A way from the start to the goal, or as far as it goes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Way {
    pub corners: Vec<Point>,
    pub length: f64,
    pub cost: f32,
    pub polygons: Vec<usize>,
    /// The connections among the polygons.
    pub connections: Vec<usize>,
    /// The areas that it leads through, each once.
    pub areas: Vec<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Short {
    /// The search looked at as many polygons as it may.
    OutOfNodes,
    /// The way has more polygons than a server follows.
    TooManyPolygons,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    From,
    To,
}

/// A start or a goal that is not on the mesh.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Nothing {
    pub end: End,
    pub point: Point,
    /// The area of what is near, which a server never walks.
    pub closed: Option<&'static str>,
    /// The nearest place that is walked, wherever it is, and how far it is.
    pub nearest: Option<OnMesh>,
    pub distance: Option<f32>,
}

/// Why there is no way, though both ends are on the mesh.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CutOff {
    pub why: Why,
    /// Where what can be reached is nearest to what leads to the goal.
    pub gap: Option<Gap>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Why {
    /// There is a way back, but none there.
    OneWay {
        connections: Vec<usize>,
    },
    /// There would be a way through an area that a server never walks.
    Closed {
        area: &'static str,
        polygon: usize,
    },
    Apart,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Gap {
    pub from: OnMesh,
    pub to: OnMesh,
    pub distance: f32,
}

pub fn area_name(number: u8) -> &'static str {
    Area::of(number).map_or("unknown", Area::name)
}

/// An edge of a polygon with its box.
type Edge = GeomWithData<Rectangle<[f32; 3]>, (usize, Point, Point)>;

impl Mesh {
    /// The way between two points in the server's axes, or why a server finds none.
    pub fn answer(&self, from: Point, to: Point, most_nodes: usize) -> Answer {
        let [start, goal] = [from, to].map(|end| self.standing(end));
        let shown = |near: &Option<Near>| near.map(shown);
        let outcome = match (start, goal) {
            (None, _) => Outcome::NoPolygonNear(self.nothing(End::From, from)),
            (_, None) => Outcome::NoPolygonNear(self.nothing(End::To, to)),
            (Some(start), Some(goal)) => self.outcome(start, goal, most_nodes),
        };
        Answer { from: shown(&start), to: shown(&goal), outcome }
    }

    /// Where a server takes a point in its axes for.
    pub fn standing(&self, point: Point) -> Option<Near> {
        self.nearest(height_second(point), REACH, |polygon| self.is_walked(polygon))
    }

    fn outcome(&self, start: Near, goal: Near, most_nodes: usize) -> Outcome {
        let ends = [(start.polygon, start.at), (goal.polygon, goal.at)];
        let found = self.search(ends, most_nodes, |polygon| self.is_walked(polygon));
        if found.has_arrived {
            let way = self.way([start.at, goal.at], found.polygons, found.cost);
            return match way.polygons.len() > MOST_POLYGONS {
                true => Outcome::CutShort { why: Short::TooManyPolygons, way },
                false => Outcome::Reached(way),
            };
        }
        let reached = self.reached(start.polygon, Ways::On, |polygon| self.is_walked(polygon));
        if found.is_out_of_nodes && reached.get(goal.polygon).copied().unwrap_or_default() {
            let last = found.polygons.last().and_then(|last| self.polygons.get(*last));
            let end = last.and_then(|last| last.nearest(goal.at)).map_or(start.at, |(at, _)| at);
            let way = self.way([start.at, end], found.polygons, found.cost);
            return Outcome::CutShort { why: Short::OutOfNodes, way };
        }
        Outcome::CutOff(self.cut_off(start, goal, &reached))
    }

    fn way(&self, ends: [Point; 2], polygons: Vec<usize>, cost: f32) -> Way {
        let corners = self.pulled(ends, &polygons);
        let points: Vec<Point> = corners.iter().map(|Corner { at, .. }| *at).collect();
        let pairs = points.iter().zip(points.iter().skip(1));
        let length = pairs.map(|(a, b)| f64::from(distance(*a, *b))).sum();
        let is_connection =
            |polygon: &usize| self.polygons.get(*polygon).is_some_and(|own| own.is_connection);
        let connections = polygons.iter().copied().filter(is_connection).collect();
        let mut areas = Vec::new();
        for area in polygons.iter().filter_map(|polygon| self.polygons.get(*polygon)) {
            let name = area_name(area.area);
            if !areas.contains(&name) {
                areas.push(name);
            }
        }
        let corners = points.into_iter().map(height_second).collect();
        Way { corners, length, cost, polygons, connections, areas }
    }

    fn nothing(&self, end: End, point: Point) -> Nothing {
        let at = height_second(point);
        let closed = self.nearest(at, REACH, |polygon| !self.is_walked(polygon));
        let closed = closed.and_then(|near| self.polygons.get(near.polygon));
        let nearest = self.nearest_walked(at);
        Nothing {
            end,
            point,
            closed: closed.map(|polygon| area_name(polygon.area)),
            nearest: nearest.map(|(near, _)| shown(near)),
            distance: nearest.map(|(_, distance)| distance),
        }
    }

    /// The nearest place that a server walks, wherever it is.
    pub fn nearest_walked(&self, point: Point) -> Option<(Near, f32)> {
        let each = (0..self.polygons.len()).filter(|polygon| self.is_walked(*polygon));
        let near = each.filter_map(|polygon| {
            let own = self.polygons.get(polygon).filter(|own| !own.is_connection)?;
            let (at, _) = own.nearest(point)?;
            Some((Near { polygon, at }, distance(at, point)))
        });
        near.reduce(|a, b| if b.1 < a.1 { b } else { a })
    }

    fn cut_off(&self, start: Near, goal: Near, reached: &[bool]) -> CutOff {
        let back = self.ways_back();
        let leads =
            self.reached(goal.polygon, Ways::Back(&back), |polygon| self.is_walked(polygon));
        let returns = self.reached(goal.polygon, Ways::On, |polygon| self.is_walked(polygon));
        let gap = self.gap(reached, &leads);
        if returns.get(start.polygon).copied().unwrap_or_default() {
            // Connections that lead from what leads to the goal back into what is reached, and not on.
            let ends = |polygon: usize| {
                let own = self.polygons.get(polygon)?;
                let hits = |set: &[bool]| {
                    own.links().any(|link| set.get(link.to).copied().unwrap_or_default())
                };
                (own.is_connection && hits(reached) && hits(&leads)).then_some(polygon)
            };
            let connections = (0..self.polygons.len()).filter_map(ends).collect();
            return CutOff { why: Why::OneWay { connections }, gap };
        }
        let all = |polygon: usize| self.tile_of(polygon).is_some_and(|tile| tile.refused.is_none());
        let ends = [(start.polygon, start.at), (goal.polygon, goal.at)];
        let through = self.search(ends, usize::MAX, all);
        let closed = through.polygons.iter().find(|polygon| !self.is_walked(**polygon));
        match closed.filter(|_| through.has_arrived) {
            Some(polygon) => {
                let area = self.polygons.get(*polygon).map_or("unknown", |own| area_name(own.area));
                CutOff { why: Why::Closed { area, polygon: *polygon }, gap }
            }
            None => CutOff { why: Why::Apart, gap },
        }
    }

    /// Where two sets of polygons are nearest to each other, by the corners and the middles of edges of the
    /// smaller one.
    pub fn gap(&self, from: &[bool], to: &[bool]) -> Option<Gap> {
        let count = |set: &[bool]| set.iter().filter(|is_in| **is_in).count();
        let is_turned = count(to) < count(from);
        let (few, many) = if is_turned { (to, from) } else { (from, to) };
        let edges = |set: &[bool]| -> Vec<(usize, Point, Point)> {
            let own = set.iter().enumerate().filter(|(_, is_in)| **is_in).map(|(own, _)| own);
            let ground = own.filter_map(|own| {
                self.polygons
                    .get(own)
                    .filter(|polygon| !polygon.is_connection)
                    .map(|polygon| (own, polygon))
            });
            let each = ground.flat_map(|(own, polygon)| {
                crate::nav::eq::mesh::shape::edges(&polygon.corners).map(move |(a, b)| (own, a, b))
            });
            let is_finite = |(_, a, b): &(usize, Point, Point)| {
                a.iter().chain(b).all(|number| number.is_finite())
            };
            each.filter(is_finite).collect()
        };
        let boxed = edges(many)
            .into_iter()
            .map(|edge @ (_, a, b)| Edge::new(Rectangle::from_corners(a, b), edge));
        let tree = RTree::bulk_load(boxed.collect());
        let mut nearest: Option<(Near, Near, f32)> = None;
        for (own, a, b) in edges(few) {
            for at in [a, between(a, b, 0.5)] {
                for edge in tree.nearest_neighbor_iter(at) {
                    let least = nearest.map_or(f32::INFINITY, |(_, _, least)| least);
                    if edge.distance_2(&at) >= least * least {
                        break;
                    }
                    let (polygon, a, b) = edge.data;
                    let other = between(a, b, along_segment(at, a, b).0);
                    let off = distance(at, other);
                    if off < least {
                        nearest =
                            Some((Near { polygon: own, at }, Near { polygon, at: other }, off));
                    }
                }
            }
        }
        nearest.map(|(few, many, distance)| {
            let (from, to) = if is_turned { (many, few) } else { (few, many) };
            Gap { from: shown(from), to: shown(to), distance }
        })
    }
}

fn shown(near: Near) -> OnMesh {
    OnMesh { polygon: near.polygon, at: height_second(near.at) }
}
