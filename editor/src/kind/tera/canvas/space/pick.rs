//! What the pointer means in a view of an area in space: a node or an edge that is seen there, or
//! else the floor.

use eframe::egui::Pos2;
use glam::DVec3;
use landwright_core::nav::tera::ground::Ground;
use landwright_core::world::area::id::{EdgeRef, NodeId};

use super::graph::{Graph, ends};
use crate::canvas::three_d::space::Theatre;
use crate::canvas::three_d::steer;
use crate::canvas::three_d::steer::Surface;
use crate::kind::tera::canvas::PICK_POINTS;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::tool::Grip;
use crate::kind::tera::view::space_from_world;
use crate::kind::tera::view::volumes::Block;
use crate::view::orbit::Ray;

/// A node or an edge may lie so much deeper than the floor that is seen at the pointer: a share
/// of the distance, and some units.
const DEEPER: (f64, f64) = (0.02, 30.0);

/// How far the pointer may be from a node to be right on it, in points.
const FIRM_POINTS: f32 = PICK_POINTS / 2.0;

/// What the pointer is over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Over {
    pub(super) at_in_space: DVec3,
    pub(super) node: Option<(NodeId, Grip)>,
    pub(super) edge: Option<EdgeRef>,
}

impl<G: Ground> Surface for Block<'_, G> {
    fn meet(&self, ray: &Ray) -> Option<(DVec3, f64)> {
        Block::meet(self, ray)
    }

    fn height_below(&self, eye_in_world: glam::Vec3) -> Option<f32> {
        Block::height_below(self, eye_in_world.as_dvec3())
    }
}

/// `None` in the sky.
pub(super) fn over(
    theatre: &Theatre,
    surface: &impl Surface,
    document: &AreaDocument,
    graph: &Graph,
    point: Pos2,
) -> Option<Over> {
    let ray = theatre.orbit.ray(theatre.view_from_screen(point), theatre.size());
    let seen_to = surface.meet(&ray).map_or(f64::INFINITY, |(_, distance)| distance);
    let eye = ray.from_in_world;
    let is_seen = |at: DVec3| at.distance(eye) <= seen_to * (1.0 + DEEPER.0) + DEEPER.1;
    let near = |at: glam::Vec3| {
        let off = theatre.screen_from_world(at)?.distance(point);
        (off <= PICK_POINTS && is_seen(at.as_dvec3())).then_some(off)
    };
    let nodes = graph.nodes.iter().filter_map(|(node, at)| Some((near(*at)?, *node)));
    let node = nodes.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    if let Some((off, node)) = node {
        let grip = if off <= FIRM_POINTS { Grip::Firm } else { Grip::Near };
        let at = space_from_world(document.pos(node)?).as_dvec3();
        return Some(Over { at_in_space: at, node: Some((node, grip)), edge: None });
    }
    let edge = edge(theatre, document, graph, point, &is_seen);
    let (at_in_space, _) = steer::over(theatre, surface, point)?;
    Some(Over { at_in_space, node: None, edge })
}

/// The edge that is seen nearest to a point; of the two ways of one, that from the nearer end.
fn edge(
    theatre: &Theatre,
    document: &AreaDocument,
    graph: &Graph,
    point: Pos2,
    is_seen: &dyn Fn(DVec3) -> bool,
) -> Option<EdgeRef> {
    let area = document.area();
    let edges = graph
        .nodes
        .iter()
        .flat_map(|(node, _)| area.edges(*node).map(move |edge| EdgeRef::new(*node, edge.octant)));
    let near = edges.filter_map(|edge| {
        let [from, to] = ends(area, edge)?;
        let [a, b] = [theatre.screen_from_world(from)?, theatre.screen_from_world(to)?];
        let along = b - a;
        let share = ((point - a).dot(along) / along.length_sq().max(1e-6)).clamp(0.0, 1.0);
        let off = (a + along * share).distance(point);
        let at = from.lerp(to, share).as_dvec3();
        (off <= PICK_POINTS && is_seen(at)).then_some((off, share, edge))
    });
    let nearest =
        near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    nearest.map(|(.., edge)| edge)
}
