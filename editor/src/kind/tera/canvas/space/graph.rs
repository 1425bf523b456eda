//! Nodes and edges as lines in space. A node is a post on its floor; an edge that leads one way
//! has an arrow.

use glam::{Vec3, vec3};
use landwright_core::space::tera::{Octant, PosInWorld};
use landwright_core::world::Revision;
use landwright_core::world::area::Area;
use landwright_core::world::area::id::{EdgeRef, NodeId, Target};
use landwright_core::world::area::routes::Outcome;

use super::neighbourhood::Around;
use crate::canvas::three_d::scene::Line;
use crate::canvas::three_d::space::Theatre;
use crate::kind::tera::canvas::graph::{NODE, ONE_WAY, TWO_WAY};
use crate::kind::tera::canvas::overlay::{GONE, NEW, PICKED, SELECTED, STRAIGHT, WAY};
use crate::kind::tera::canvas::reports::{self, Mark};
use crate::kind::tera::document::{AreaDocument, Slice};
use crate::kind::tera::view::space_from_world;

/// So far above their floors, edges are not half in them.
pub(super) const LIFT: f32 = 5.0;

pub(super) const POST: f32 = 14.0;

/// More nodes than this near the target are shown without their edges.
const MOST_WITH_EDGES: usize = 12_000;

/// More nodes than this beyond the neighbourhood nobody tells apart.
const MOST_FAR: u32 = 20_000;

/// A node beyond the neighbourhood is a dash so wide and high, in points.
const DASH_POINTS: f32 = 2.5;

/// How strong what is hidden by the ground is seen through it.
const FAINT: u8 = 46;

/// The lines of a neighbourhood, as long as it is the same one.
#[derive(Default)]
pub(super) struct Graph {
    of: Option<Of>,
    pub(super) nodes: Vec<(NodeId, Vec3)>,
    /// Where nodes are beyond the neighbourhood; of very many, some.
    far: Vec<Vec3>,
    edges: Vec<Line>,
    faint: Vec<Line>,
    pub(super) was_used: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Of {
    revision: Revision,
    n_ids: u32,
    around: Around,
    slice: Slice,
    pixels_per_point: f32,
}

#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) hidden_by_ground: Vec<Line>,
    pub(super) in_front: Vec<Line>,
}

impl Graph {
    pub(super) fn follow(&mut self, document: &AreaDocument, around: Around, scale: f32) {
        self.was_used = true;
        let of = Of {
            revision: document.editing().revision(),
            n_ids: document.area().n_ids(),
            around,
            slice: document.slice,
            pixels_per_point: scale,
        };
        // While a gesture grows, the revision stays.
        if self.of == Some(of) && document.hand.is_free() {
            return;
        }
        self.of = Some(of);
        let nodes = around.extent().map(|extent| document.places.inside(&extent));
        let places = nodes.into_iter().flatten().filter_map(|node| {
            let pos = document.pos(node).filter(|pos| document.slice.holds(pos.z))?;
            Some((node, space_from_world(pos)))
        });
        self.nodes = places.collect();
        self.far = far(document, around);
        self.edges.clear();
        if self.nodes.len() <= MOST_WITH_EDGES {
            for (node, from) in &self.nodes {
                edges(&mut self.edges, document.area(), *node, *from, scale);
            }
        }
        self.faint = self.edges.iter().map(|line| faint(*line)).collect();
    }

    /// All lines, with what is selected, asked for and proposed.
    /// `usual_z` is for what nobody knows the height of.
    pub(super) fn lines(
        &self,
        document: &AreaDocument,
        around: Around,
        theatre: &Theatre,
        scale: f32,
    ) -> Lines {
        let usual_z = f64::from(theatre.orbit.target_in_world.z);
        let mut lines =
            Lines { hidden_by_ground: self.edges.clone(), in_front: self.faint.clone() };
        lines.far(&self.far, theatre, scale);
        for (node, at) in &self.nodes {
            let is_selected = document.selection.contains(node);
            // What is proposed for it is not to be hidden.
            let is_large = is_selected && document.proposal.is_none();
            let width = if is_large { 7.0 } else { 4.0 };
            let colour = if is_selected { PICKED } else { NODE };
            let top = *at + Vec3::Z * POST * if is_large { 1.5 } else { 1.0 };
            lines.both(Line::new(*at, top, colour.to_array(), width * scale));
        }
        lines.proposal(document, around, scale);
        lines.way(document, scale);
        lines.reports(document, around, usual_z, scale);
        if let Some([from, to]) = document.edge.and_then(|edge| ends(document.area(), edge)) {
            lines.both(Line::new(from, to, SELECTED.to_array(), 4.0 * scale));
            lines.hidden_by_ground.extend(arrow(from, to, SELECTED.to_array(), 3.0 * scale));
        }
        for ends in document.edges_that_would_go() {
            let [from, to] = ends.map(|pos| space_from_world(pos) + Vec3::Z * LIFT);
            lines.both(Line::new(from, to, GONE.to_array(), 4.0 * scale));
            lines.hidden_by_ground.extend(arrow(from, to, GONE.to_array(), 4.0 * scale));
        }
        lines
    }
}

/// Where the other nodes of an area are.
fn far(document: &AreaDocument, around: Around) -> Vec<Vec3> {
    let area = document.area();
    let [low, high] = around.corners();
    let is_near = |pos: &PosInWorld| {
        (low[0]..=high[0]).contains(&pos.x) && (low[1]..=high[1]).contains(&pos.y)
    };
    let step = (area.n_ids() / MOST_FAR).max(1) as usize;
    let places = area.nodes().step_by(step).filter_map(|node| area.pos(node));
    let far = places.filter(|pos| !is_near(pos) && document.slice.holds(pos.z));
    far.map(space_from_world).collect()
}

impl Lines {
    /// As dashes that face the eye, as large from afar as from near.
    fn far(&mut self, nodes: &[Vec3], theatre: &Theatre, scale: f32) {
        let Theatre { orbit, .. } = theatre;
        let ([right, _, forward], eye) = (orbit.axes(), orbit.eye_in_world());
        let colour = NODE.gamma_multiply(0.6).to_array();
        let size = theatre.size();
        for at in nodes {
            let away = (*at - eye).dot(forward);
            if away < 1.0 {
                continue;
            }
            let aside = right * (DASH_POINTS / 2.0 / orbit.points_per_world_unit(away, size));
            let dash = Line::new(*at - aside, *at + aside, colour, DASH_POINTS * scale);
            self.hidden_by_ground.push(dash);
        }
    }

    fn both(&mut self, line: Line) {
        self.hidden_by_ground.push(line);
        self.in_front.push(faint(line));
    }

    fn way(&mut self, document: &AreaDocument, scale: f32) {
        if let Some(straight) = document.straight() {
            let ends = [straight.from, straight.end()];
            let [from, end] = ends.map(|pos| space_from_world(pos) + Vec3::Z * LIFT * 2.0);
            self.both(Line::new(from, end, STRAIGHT.to_array(), 3.5 * scale));
            if straight.passed.is_err() {
                self.both(Line::new(end, end + Vec3::Z * POST, GONE.to_array(), 4.0 * scale));
            }
        }
        let Some(way) = &document.way else { return };
        let Outcome::Reached(route) = &way.probe.outcome else { return };
        let nodes = route.nodes.iter().filter_map(|node| document.pos(NodeId(*node)));
        let places: Vec<Vec3> =
            nodes.map(|pos| space_from_world(pos) + Vec3::Z * LIFT * 1.5).collect();
        for (from, to) in places.iter().zip(places.iter().skip(1)) {
            self.both(Line::new(*from, *to, WAY.to_array(), 3.5 * scale));
        }
    }

    /// Ways that were reported, from a place near here or to one; a post at each end.
    fn reports(&mut self, document: &AreaDocument, around: Around, usual_z: f64, scale: f32) {
        let [low, high] = around.corners();
        let is_near = |pos: &PosInWorld| {
            low[0] <= pos.x && pos.x <= high[0] && low[1] <= pos.y && pos.y <= high[1]
        };
        for Mark { from, to, colour } in reports::marks(document, usual_z) {
            if !is_near(&from) && !to.as_ref().is_some_and(is_near) {
                continue;
            }
            let colour = colour.to_array();
            for end in [Some(from), to].into_iter().flatten().map(space_from_world) {
                self.both(Line::new(end, end + Vec3::Z * POST * 2.0, colour, 3.0 * scale));
            }
            if let Some(to) = to {
                let [from, to] = [from, to].map(|end| space_from_world(end) + Vec3::Z * LIFT * 2.0);
                self.both(Line::new(from, to, colour, 3.0 * scale));
                self.hidden_by_ground.extend(arrow(from, to, colour, 3.0 * scale));
            }
        }
    }

    fn proposal(&mut self, document: &AreaDocument, around: Around, scale: f32) {
        let Some(proposal) = &document.proposal else { return };
        let (now, then, found) = (document.area(), &proposal.area, &proposal.comparison);
        let [low, high] = around.corners();
        let is_near = |area: &Area, node: NodeId| {
            let pos = area.pos(node)?;
            let is_in = |at: f64, low: f64, high: f64| low <= at && at <= high;
            let [[low_x, low_y], [high_x, high_y]] = [low, high];
            (is_in(pos.x, low_x, high_x) && is_in(pos.y, low_y, high_y))
                .then(|| space_from_world(pos))
        };
        for (edges, area, colour) in [(&found.gone_edges, now, GONE), (&found.new_edges, then, NEW)]
        {
            for edge in edges.iter().filter(|edge| is_near(area, edge.node).is_some()) {
                if let Some([from, to]) = ends(area, *edge) {
                    self.both(Line::new(from, to, colour.to_array(), 2.0 * scale));
                }
            }
        }
        for (nodes, area, colour) in [(&found.gone_nodes, now, GONE), (&found.new_nodes, then, NEW)]
        {
            for at in nodes.iter().filter_map(|node| is_near(area, *node)) {
                let top = at + Vec3::Z * POST * 1.3;
                self.both(Line::new(at, top, colour.to_array(), 6.0 * scale));
            }
        }
    }
}

pub(super) fn edges(lines: &mut Vec<Line>, area: &Area, node: NodeId, from: Vec3, scale: f32) {
    for edge in area.edges(node) {
        let Target::Node(target) = edge.target else { continue };
        let Some(to) = area.pos(target).map(space_from_world) else { continue };
        let [from, to] = [from, to].map(|at| at + Vec3::Z * LIFT);
        if area.octant_of_edge(target, node).is_none() {
            lines.push(Line::new(from, to, ONE_WAY.to_array(), 1.6 * scale));
            lines.extend(arrow(from, to, ONE_WAY.to_array(), 1.6 * scale));
        } else if node < target {
            lines.push(Line::new(from, to, TWO_WAY.to_array(), 1.2 * scale));
        }
    }
}

/// The head of an arrow, a little before its end: other edges end there as well.
fn arrow(from: Vec3, to: Vec3, colour: [u8; 4], width: f32) -> [Line; 2] {
    let along = to - from;
    let length = along.length().max(1.0);
    let size = (length * 0.3).min(18.0);
    let tip = to - along / length * (size * 0.4);
    let back = tip - along / length * size;
    let aside = vec3(-along.y, along.x, 0.0).normalize_or_zero() * size * 0.5;
    [back + aside, back - aside].map(|wing| Line::new(wing, tip, colour, width))
}

/// Where an edge is drawn; `None` for one that leads nowhere.
pub(super) fn ends(area: &Area, edge: EdgeRef) -> Option<[Vec3; 2]> {
    let target = area.edge(edge.node, Octant::new(edge.octant)?)?.node()?;
    let at = |node| Some(space_from_world(area.pos(node)?) + Vec3::Z * LIFT);
    Some([at(edge.node)?, at(target)?])
}

pub(super) fn faint(line: Line) -> Line {
    let [r, g, b, _] = line.colour;
    Line { colour: [r, g, b, FAINT], ..line }
}

#[cfg(test)]
mod tests {
    use super::super::neighbourhood::Chunk;
    use super::*;
    use crate::kind::tera::tests::sample;
    use crate::message::Message;
    use crate::view::orbit::Orbit;

    #[test]
    fn what_was_reported_near_is_drawn_with_the_ways_that_failed() {
        let mut model = sample();
        let text = "stuck at 72, 72, 0\nno path from 72, 72, 0 to 90000, 72, 0\n";
        model.handle(Message::Paste(text.to_owned()));
        model.settle();
        let area = model.active_area().unwrap();
        assert_eq!(reports::marks(area, 0.0).count(), 2);
        let lines = |x: f32| {
            let around = Around(Chunk::of(vec3(72.0, x, 0.0)));
            let rect = eframe::egui::Rect::from_min_size(Default::default(), [800.0, 600.0].into());
            let (target_in_world, distance_in_world) = (Vec3::ZERO, 900.0);
            let (yaw_degrees, pitch_degrees) = (0.0, 50.0);
            let orbit = Orbit { target_in_world, distance_in_world, yaw_degrees, pitch_degrees };
            Graph::default().lines(area, around, &Theatre { rect, orbit }, 1.0)
        };
        let near = lines(72.0);
        // Three posts and a way, and an arrow at its end where nothing hides it.
        assert_eq!((near.in_front.len(), near.hidden_by_ground.len()), (4, 6));
        let red = GONE.to_array();
        assert!(near.hidden_by_ground.iter().any(|line| line.colour == red));
        assert_eq!(lines(12_000.0).in_front.len(), 0);
    }
}
