//! What lies over the graph: selection, the way that is shown, what is proposed, the gesture.

use eframe::egui;
use egui::{Color32, Painter, Pos2, Rect, Response, Shape, Stroke, StrokeKind, vec2};
use landwright_core::space::tera::{Octant, PosInWorld};
use landwright_core::world::area::Area;
use landwright_core::world::area::id::{EdgeRef, NodeId, Target};
use landwright_core::world::area::routes::{Outcome, Spot};

use super::{cells, graph, mesh, screen};
use crate::canvas::plain::shapes::Shapes;
use crate::canvas::stage::Stage;
use crate::kind::Tools;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::node_of;
use crate::kind::tera::tool::volumes::VolumeWay;
use crate::kind::tera::tool::{AreaTool, Hand};
use crate::kind::tera::view::map_from_world;

pub(crate) const SELECTED: Color32 = Color32::WHITE;
/// A selected node.
pub(crate) const PICKED: Color32 = Color32::from_rgb(255, 90, 160);
pub(crate) const WAY: Color32 = Color32::from_rgb(80, 220, 120);
pub(crate) const STRAIGHT: Color32 = Color32::from_rgb(90, 200, 250);
pub(crate) const NEW: Color32 = Color32::from_rgb(60, 230, 110);
pub(crate) const GONE: Color32 = Color32::from_rgb(240, 70, 70);

/// More than this nobody tells apart.
const MOST_MARKS: usize = 20_000;
/// How many selected nodes are marked.
const MOST_SELECTED: usize = 100_000;

pub(super) fn show(
    painter: &Painter,
    stage: &Stage,
    document: &AreaDocument,
    tools: &Tools,
    response: &Response,
) {
    show_what_is_meant(painter, stage, document);
    edge(painter, stage, document);
    edges_that_would_go(painter, stage, document);
    way(painter, stage, document);
    mesh::show(painter, document, &|pos| Some(screen(stage, pos)));
    super::reports::show(painter, document, &|pos| screen(stage, pos));
    problem(painter, stage, document);
    hand(painter, stage, document);
    let at = |at: [f64; 2], _: f64| Some(stage.screen_from_cell(map_from_world(at)));
    cells::chosen(painter, document, &at);
    match document.tool {
        AreaTool::Pan => {}
        AreaTool::Volumes => {
            if let Some(pointer) = document.hover.filter(|_| response.hovered()) {
                cells::brush(painter, tools, pointer, 0.0, &at);
            }
        }
        _ if response.hovered() => hovered(painter, stage, document),
        _ => {}
    }
}

/// What is selected, and over that what would become of it.
fn show_what_is_meant(painter: &Painter, stage: &Stage, document: &AreaDocument) {
    selection(painter, stage, document);
    proposal(painter, stage, document);
}

fn place(stage: &Stage, area: &Area, node: NodeId) -> Option<Pos2> {
    area.pos(node).map(|pos| screen(stage, pos))
}

/// Without a frame where something is proposed for it: that would hide what comes and goes.
fn selection(painter: &Painter, stage: &Stage, document: &AreaDocument) {
    let radius = (stage.camera.points_per_cell * 0.35).clamp(1.0, 4.5);
    let mut shapes = Shapes::default();
    // Of very many, which fill the view anyhow, some from everywhere.
    let step = document.selection.len().div_ceil(MOST_SELECTED).max(1);
    for node in document.selection.iter().step_by(step) {
        let Some(at) = place(stage, document.area(), *node) else { continue };
        if stage.rect.expand(8.0).contains(at) {
            if document.proposal.is_none() {
                shapes.square(at, radius + 2.0, SELECTED);
            }
            shapes.square(at, radius, PICKED);
        }
    }
    shapes.draw(painter);
}

/// The selected edge, and where it leads.
fn edge(painter: &Painter, stage: &Stage, document: &AreaDocument) {
    let Some(edge) = document.edge else { return };
    let Some([from, to]) =
        ends(document.area(), edge).map(|ends| ends.map(|pos| screen(stage, pos)))
    else {
        return;
    };
    painter.line_segment([from, to], Stroke::new(4.0, Color32::from_black_alpha(160)));
    painter.arrow(from, to - from, Stroke::new(2.0, SELECTED));
}

fn edges_that_would_go(painter: &Painter, stage: &Stage, document: &AreaDocument) {
    for ends in document.edges_that_would_go() {
        let [from, to] = ends.map(|pos| screen(stage, pos));
        painter.line_segment([from, to], Stroke::new(5.0, Color32::from_black_alpha(160)));
        painter.arrow(from, to - from, Stroke::new(3.0, GONE));
    }
}

fn ends(area: &Area, edge: EdgeRef) -> Option<[PosInWorld; 2]> {
    match area.edge(edge.node, Octant::new(edge.octant)?)? {
        Target::Node(target) => Some([area.pos(edge.node)?, area.pos(target)?]),
        Target::Nowhere(_) => None,
    }
}

fn way(painter: &Painter, stage: &Stage, document: &AreaDocument) {
    let spot = |spot: Spot| match spot {
        Spot::Node(node) => place(stage, document.area(), node),
        Spot::At([x, y, z]) => Some(screen(stage, PosInWorld { x, y, z })),
    };
    let ring = |at: Pos2, colour: Color32| {
        painter.circle(at, 6.0, Color32::from_black_alpha(120), Stroke::new(2.0, colour));
    };
    if let Some(at) = document.start.and_then(spot) {
        ring(at, WAY);
    }
    let Some(way) = &document.way else { return };
    if let Outcome::Reached(route) = &way.probe.outcome {
        let nodes = route.nodes.iter();
        let line: Vec<Pos2> =
            nodes.filter_map(|node| place(stage, document.area(), NodeId(*node))).collect();
        painter.add(Shape::line(line.clone(), Stroke::new(5.0, Color32::from_black_alpha(150))));
        painter.add(Shape::line(line, Stroke::new(2.5, WAY)));
    }
    if let Some(straight) = document.straight() {
        let [from, end] = [straight.from, straight.end()].map(|pos| screen(stage, pos));
        painter.line_segment([from, end], Stroke::new(5.0, Color32::from_black_alpha(150)));
        painter.line_segment([from, end], Stroke::new(2.5, STRAIGHT));
        if straight.passed.is_err() {
            for [x, y] in [[6.0, 6.0], [6.0, -6.0]] {
                let by = vec2(x, y);
                painter.line_segment([end - by, end + by], Stroke::new(3.0, GONE));
            }
        }
    }
    let is_there = matches!(way.probe.outcome, Outcome::Reached(_));
    for at in way.spots.into_iter().filter_map(spot) {
        ring(at, if is_there { WAY } else { GONE });
    }
}

fn proposal(painter: &Painter, stage: &Stage, document: &AreaDocument) {
    let Some(proposal) = &document.proposal else { return };
    let (now, then, found) = (document.area(), &proposal.area, &proposal.comparison);
    let is_far = graph::is_density(stage, document);
    let mut shapes = Shapes::default();
    let mut edges = |edges: &[EdgeRef], area: &Area, colour: Color32| {
        for ends in thinned(edges).filter_map(|edge| ends(area, *edge)) {
            let [from, to] = ends.map(|pos| screen(stage, pos));
            match is_far {
                // Lines would be shorter than they are wide, and lie below the nodes.
                true => shapes.square(from + (to - from) / 2.0, 1.5, colour),
                false => shapes.line(from, to, 2.0, colour),
            }
        }
    };
    if !is_far {
        edges(&found.gone_edges, now, GONE.gamma_multiply(0.7));
        edges(&found.new_edges, then, NEW.gamma_multiply(0.8));
    }
    let mut marks = Shapes::default();
    let radius = if is_far { 2.5 } else { 4.0 };
    let mut nodes = |nodes: &[NodeId], area: &Area, colour: Color32| {
        for at in thinned(nodes).filter_map(|node| place(stage, area, *node)) {
            marks.square(at, radius, colour);
        }
    };
    nodes(&found.gone_nodes, now, GONE);
    nodes(&found.new_nodes, then, NEW);
    if is_far {
        edges(&found.gone_edges, now, GONE);
        edges(&found.new_edges, then, NEW);
        marks.draw(painter);
        shapes.draw(painter);
        return;
    }
    shapes.draw(painter);
    marks.draw(painter);
}

/// As many as can be distinguished, from all over them.
fn thinned<T>(all: &[T]) -> impl Iterator<Item = &T> {
    all.iter().step_by(all.len().div_ceil(MOST_MARKS).max(1))
}

fn problem(painter: &Painter, stage: &Stage, document: &AreaDocument) {
    let shown = document.shown_problem.and_then(|index| document.problems.get(index));
    let node = shown.and_then(node_of);
    if let Some(at) = node.and_then(|node| place(stage, document.area(), node)) {
        painter.circle_stroke(at, 14.0, Stroke::new(3.0, Color32::from_black_alpha(160)));
        painter.circle_stroke(at, 14.0, Stroke::new(2.0, Color32::from_rgb(255, 210, 60)));
    }
}

fn hand(painter: &Painter, stage: &Stage, document: &AreaDocument) {
    let at = |at: [f64; 2]| stage.screen_from_cell(map_from_world(at));
    let stroke = Stroke::new(1.5, SELECTED);
    let corners = document.corners.at.iter().copied().chain(document.hover);
    if !document.corners.at.is_empty() {
        painter.add(Shape::line(corners.map(at).collect(), stroke));
    }
    match &document.hand {
        Hand::Volumes(stroke) if stroke.brush.volumes.way == VolumeWay::Slope => {
            let from = at(stroke.began.0);
            painter.arrow(from, at(stroke.at) - from, Stroke::new(2.0, SELECTED));
        }
        Hand::Free | Hand::Move { .. } | Hand::Volumes(_) => {}
        Hand::Box { from, to, .. } => {
            let rect = Rect::from_two_pos(at(*from), at(*to));
            painter.rect(rect, 0.0, Color32::from_white_alpha(24), stroke, StrokeKind::Middle);
        }
        Hand::Lasso { way, .. } => {
            painter.add(Shape::closed_line(way.iter().map(|point| at(*point)).collect(), stroke));
        }
        Hand::Edge { from, to } => {
            if let Some(from) = place(stage, document.area(), *from) {
                painter.arrow(from, at(*to) - from, stroke);
                octants(painter, document, from);
            }
        }
    }
}

/// Which octants of the node that an edge is drawn from are taken.
fn octants(painter: &Painter, document: &AreaDocument, at: Pos2) {
    let Hand::Edge { from, .. } = &document.hand else { return };
    for octant in Octant::all() {
        let is_taken = document.area().edge(*from, octant).is_some();
        let colour = if is_taken { GONE } else { NEW };
        // Octants turn from x, which points up, towards y, which points right.
        let angle = (f32::from(octant.number()) + 0.5) * std::f32::consts::FRAC_PI_4;
        let direction = vec2(angle.sin(), -angle.cos());
        painter.circle_filled(at + direction * 22.0, 4.0, colour);
    }
}

fn hovered(painter: &Painter, stage: &Stage, document: &AreaDocument) {
    let Some(at) = document.hover else { return };
    if graph::is_density(stage, document) {
        return;
    }
    let radius = f64::from(super::PICK_POINTS / stage.camera.points_per_cell) * 16.0;
    let node = match document.tool {
        AreaTool::Select => document.node_to_click(at, radius).map(|(node, _)| node),
        _ => document.node_at(at, radius),
    };
    if let Some(at) = node.and_then(|node| place(stage, document.area(), node)) {
        painter.circle_stroke(at, 8.0, Stroke::new(1.5, Color32::from_rgb(255, 240, 150)));
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;

    use super::*;
    use crate::kind::tera::message::AreaMessage;
    use crate::kind::tera::tests::{sample, tell};
    use crate::view::Camera;

    /// The colours of what is drawn for what is selected and proposed, from the lowest up.
    fn colours(document: &AreaDocument) -> Vec<Color32> {
        let middle_in_cells = map_from_world([72.0, 72.0]);
        let camera = Camera { middle_in_cells, points_per_cell: 20.0 };
        let mut harness = Harness::new_ui(|ui| {
            let stage = Stage { rect: ui.max_rect(), camera };
            show_what_is_meant(ui.painter(), &stage, document);
        });
        harness.run();
        let shapes = harness.output().shapes.iter();
        let meshes = shapes.filter_map(|clipped| match &clipped.shape {
            Shape::Mesh(mesh) => Some(mesh.vertices.iter().map(|vertex| vertex.color)),
            _ => None,
        });
        meshes.flatten().collect()
    }

    #[test]
    fn what_would_go_is_drawn_over_the_selection_which_has_no_white_then() {
        let mut model = sample();
        let node = model.active_area().unwrap().area().nodes().next().unwrap();
        tell(&mut model, AreaMessage::Select([node].into()));
        assert!(colours(model.active_area().unwrap()).contains(&SELECTED));
        let delete = r#"{"action":"delete-nodes","nodes":{"ids":[0]}}"#;
        tell(&mut model, AreaMessage::Propose(serde_json::from_str(delete).unwrap()));
        model.settle();
        let colours = colours(model.active_area().unwrap());
        let last = |colour| colours.iter().rposition(|other| *other == colour);
        assert_eq!(last(SELECTED), None);
        assert!(last(PICKED).is_some() && last(GONE) > last(PICKED), "{colours:?}");
    }

    #[test]
    fn of_many_marks_some_are_drawn_from_all_over_them() {
        assert!(thinned(&[1, 2, 3]).eq(&[1, 2, 3]) && thinned::<u8>(&[]).next().is_none());
        let many: Vec<usize> = (0..5 * MOST_MARKS + 3).collect();
        let drawn: Vec<usize> = thinned(&many).copied().collect();
        assert!(drawn.len() <= MOST_MARKS && drawn.len() > MOST_MARKS / 2);
        assert!(drawn.first() == Some(&0) && drawn.last().is_some_and(|n| n + 6 >= many.len()));
    }
}
