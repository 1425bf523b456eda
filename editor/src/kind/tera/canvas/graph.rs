//! Nodes and edges where there is room for them, and how dense they are where there is not.

use eframe::egui;
use egui::{Color32, Painter, Pos2, Ui};
use landwright_core::space::extent::Extent;
use landwright_core::world::area::id::{NodeId, Target};

use super::density::Density;
use super::{screen, visible};
use crate::canvas::plain::shapes::Shapes;
use crate::canvas::stage::Stage;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::tool::Drawn;

/// More nodes than this in view are shown as density.
const MOST_NODES: f64 = 25_000.0;
/// In smaller cells, the nodes of open squares would lie side by side and hide the floors.
const NODES_FROM_POINTS: f32 = 0.6;
/// More nodes than this in view are shown without their edges.
const MOST_WITH_EDGES: usize = 7_000;

pub(crate) const NODE: Color32 = Color32::from_rgb(90, 200, 255);
pub(crate) const TWO_WAY: Color32 = Color32::from_rgb(235, 215, 90);
pub(crate) const ONE_WAY: Color32 = Color32::from_rgb(245, 130, 40);

/// Answers with what it drew of the graph.
pub(super) fn show(
    ui: &Ui,
    painter: &Painter,
    stage: &Stage,
    document: &AreaDocument,
    density: &mut Density,
) -> Drawn {
    if is_density(stage, document) {
        density.show(ui, painter, stage, document);
        return Drawn::Density;
    }
    let nodes = nodes_in_view(stage, document);
    let mut shapes = Shapes::default();
    let has_edges = nodes.len() <= MOST_WITH_EDGES;
    if has_edges {
        nodes.iter().for_each(|node| edges(&mut shapes, stage, document, *node));
    }
    let radius = (stage.camera.points_per_cell * 0.35).clamp(1.0, 4.5);
    for node in &nodes {
        if let Some(pos) = document.pos(*node) {
            shapes.square(screen(stage, pos), radius, NODE);
        }
    }
    shapes.draw(painter);
    if has_edges { Drawn::NodesAndEdges } else { Drawn::Nodes }
}

pub(super) fn is_density(stage: &Stage, document: &AreaDocument) -> bool {
    let is_far = stage.camera.points_per_cell < NODES_FROM_POINTS;
    is_far || n_nodes_in_view(stage, document) > MOST_NODES
}

/// About how many there are, by the part of the squares that is seen.
fn n_nodes_in_view(stage: &Stage, document: &AreaDocument) -> f64 {
    let [[low_x, low_y], [high_x, high_y]] = visible(stage);
    let [low, high] = crate::kind::tera::view::bounds(document.area());
    let seen = |low: f64, high: f64, first: f32, last: f32| {
        (high.min(f64::from(last) * 16.0) - low.max(f64::from(first) * 16.0)).max(0.0)
    };
    let seen = seen(low_x, high_x, low.y, high.y) * seen(low_y, high_y, low.x, high.x);
    let all = document.area().n_squares() as f64 * 128.0 * 128.0;
    f64::from(document.area().n_nodes()) * (seen / all.max(1.0)).min(1.0)
}

fn nodes_in_view(stage: &Stage, document: &AreaDocument) -> Vec<NodeId> {
    let [low, high] = visible(stage);
    // Edges lead into view from a little beside it.
    let margin = 300.0;
    let (low_z, high_z) = (f32::from(i16::MIN), f32::from(i16::MAX));
    let low = [(low[0] - margin) as f32, (low[1] - margin) as f32, low_z];
    let high = [(high[0] + margin) as f32, (high[1] + margin) as f32, high_z];
    let Ok(extent) = Extent::between(low, high) else { return Vec::new() };
    let mut nodes = document.places.inside(&extent);
    nodes.retain(|node| document.pos(*node).is_some_and(|pos| document.slice.holds(pos.z)));
    nodes
}

fn edges(shapes: &mut Shapes, stage: &Stage, document: &AreaDocument, node: NodeId) {
    let area = document.area();
    let Some(from) = document.pos(node).map(|pos| screen(stage, pos)) else { return };
    for edge in area.edges(node) {
        let Target::Node(target) = edge.target else { continue };
        let Some(pos) = document.pos(target) else { continue };
        let to = screen(stage, pos);
        let is_one_way = area.octant_of_edge(target, node).is_none();
        if is_one_way {
            one_way(shapes, from, to, stage.camera.points_per_cell);
        } else if node < target {
            shapes.line(from, to, 1.0, TWO_WAY.gamma_multiply(0.75));
        }
    }
}

fn one_way(shapes: &mut Shapes, from: Pos2, to: Pos2, points_per_cell: f32) {
    shapes.line(from, to, 1.2, ONE_WAY);
    if points_per_cell > 1.0 {
        let end = to - (to - from).normalized() * points_per_cell.min(5.0);
        shapes.point(from, end, (points_per_cell * 1.2).clamp(3.0, 9.0), ONE_WAY);
    }
}
