//! What lies over a view of an area in space: rings, marks, the gesture, a compass and a hint.

use eframe::egui;
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Ui};
use glam::{Vec3, dvec3, vec3};
use landwright_core::problem::Problem;
use landwright_core::space::tera::{PosInWorld, Zone};
use landwright_core::world::area::routes::{Outcome, Spot};

use super::graph::LIFT;
use super::neighbourhood::Around;
use super::pick::Over;
use crate::canvas::three_d::hints::{compass, hint};
use crate::canvas::three_d::space::Theatre;
use crate::kind::Tools;
use crate::kind::document::common::View;
use crate::kind::tera::canvas::overlay::{GONE, SELECTED, WAY};
use crate::kind::tera::canvas::{cells, conflicts, marks, mesh, reports};
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::node_of;
use crate::kind::tera::tool::volumes::VolumeWay;
use crate::kind::tera::tool::{AreaTool, Hand};
use crate::kind::tera::view::{space_from_world, world_from_space};

/// So far above the ground, lines around cells are not half in it.
const BRUSH_LIFT: f64 = 1.5;

const POINTED_AT: Color32 = Color32::from_rgb(255, 240, 150);

pub(super) fn show(
    ui: &Ui,
    theatre: &Theatre,
    document: &AreaDocument,
    view: &View,
    tools: &Tools,
    over: Option<&Over>,
    is_listed: &dyn Fn(&Problem) -> bool,
) {
    let painter = &ui.painter_at(theatre.rect);
    let place = |pos: PosInWorld| theatre.screen_from_world(space_from_world(pos));
    if view.layers.problems.is_yes() {
        marks::show(painter, document, is_listed, ui.visuals(), &place);
    }
    conflicts::show(ui, painter, document, &place);
    let shown = document.shown_problem.and_then(|index| document.problems.get(index));
    let node = shown.and_then(node_of).and_then(|node| document.pos(node));
    if let Some(at) = node.and_then(place) {
        painter.circle_stroke(at, 14.0, Stroke::new(3.0, Color32::from_black_alpha(160)));
        painter.circle_stroke(at, 14.0, Stroke::new(2.0, Color32::from_rgb(255, 210, 60)));
    }
    way_ends(painter, theatre, document);
    mesh::show(painter, document, &place);
    let reported = reports::marks(document, theatre.orbit.target_in_world.z.into());
    reports::rings(painter, reported, &|pos| {
        theatre.screen_from_world(space_from_world(pos) + Vec3::Z * LIFT)
    });
    hand(painter, theatre, document, over);
    let at = |[x, y]: [f64; 2], z: f64| {
        theatre.screen_from_world(space_from_world(PosInWorld { x, y, z: z + BRUSH_LIFT }))
    };
    cells::chosen(painter, document, &at);
    match (document.tool, over) {
        (AreaTool::Pan, _) | (_, None) => {}
        (AreaTool::Volumes, Some(over)) => {
            let pos = world_from_space(over.at_in_space);
            cells::brush(painter, tools, [pos.x, pos.y], pos.z, &at);
        }
        (_, Some(over)) => pointed_at(painter, theatre, document, over),
    }
    compass(painter, theatre);
    hint(ui, painter, theatre.rect);
}

/// Says which zones are not there.
pub(super) fn missing(ui: &Ui, theatre: &Theatre, zones: Vec<(Zone, Vec3)>) {
    let painter = ui.painter_at(theatre.rect);
    for (zone, at_in_space) in zones {
        let Some(at) = theatre.screen_from_world(at_in_space) else { continue };
        let text = format!("no {}", zone.file_name());
        let font = FontId::proportional(12.0);
        painter.text(at, Align2::CENTER_CENTER, text, font, Color32::LIGHT_GRAY);
    }
}

/// Where floors end only because no more of them are drawn.
pub(super) fn border(ui: &Ui, theatre: &Theatre, around: Around) {
    let painter = ui.painter_at(theatre.rect);
    let z = theatre.orbit.target_in_world.z;
    let [[low_x, low_y], [high_x, high_y]] = around.corners().map(|at| at.map(|at| at as f32));
    let corners = [(low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)];
    let corners = corners.map(|(x, y)| vec3(y, x, z));
    let colour = Color32::from_white_alpha(70);
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        // In pieces, since a part of it may be behind the eye.
        let at = |n: u8| theatre.screen_from_world(from.lerp(*to, f32::from(n) / 16.0));
        for n in 0..16 {
            if let (Some(from), Some(to)) = (at(n), at(n + 1)) {
                painter.line_segment([from, to], Stroke::new(1.0, colour));
            }
        }
    }
    let text = format!("floors are drawn within {:.0} m", around.reach_m());
    let north = (vec3(low_y, high_x, z) + vec3(high_y, high_x, z)) / 2.0;
    if let Some(at) = theatre.screen_from_world(north) {
        let font = FontId::proportional(11.0);
        painter.text(at, Align2::CENTER_BOTTOM, text, font, Color32::from_gray(190));
    }
}

fn way_ends(painter: &Painter, theatre: &Theatre, document: &AreaDocument) {
    let place = |spot: Spot| {
        let pos = match spot {
            Spot::Node(node) => document.pos(node)?,
            Spot::At([x, y, z]) => PosInWorld { x, y, z },
        };
        theatre.screen_from_world(space_from_world(pos) + Vec3::Z * LIFT)
    };
    let ring = |at: Pos2, colour: Color32| {
        painter.circle(at, 6.0, Color32::from_black_alpha(120), Stroke::new(2.0, colour));
    };
    if let Some(at) = document.start.and_then(place) {
        ring(at, WAY);
    }
    if let Some(way) = &document.way {
        let is_there = matches!(way.probe.outcome, Outcome::Reached(_));
        for at in way.spots.into_iter().filter_map(place) {
            ring(at, if is_there { WAY } else { GONE });
        }
    }
}

fn hand(painter: &Painter, theatre: &Theatre, document: &AreaDocument, over: Option<&Over>) {
    let z = f64::from(theatre.orbit.target_in_world.z);
    let z = over.map_or(z, |over| over.at_in_space.z);
    let at = |[x, y]: [f64; 2]| theatre.screen_from_world(dvec3(y, x, z).as_vec3());
    let stroke = Stroke::new(1.5, SELECTED);
    let corners = document.corners.at.iter().copied().chain(document.hover);
    if !document.corners.at.is_empty() {
        painter.add(Shape::line(corners.filter_map(at).collect(), stroke));
    }
    match &document.hand {
        Hand::Volumes(volumes) if volumes.brush.volumes.way == VolumeWay::Slope => {
            if let (Some(from), Some(to)) = (at(volumes.began.0), at(volumes.at)) {
                painter.arrow(from, to - from, stroke);
            }
        }
        Hand::Free | Hand::Move { .. } | Hand::Volumes(_) => {}
        Hand::Box { from: [ax, ay], to: [bx, by], .. } => {
            let corners = [[*ax, *ay], [*ax, *by], [*bx, *by], [*bx, *ay]];
            let corners: Vec<Pos2> = corners.into_iter().filter_map(at).collect();
            painter.add(Shape::closed_line(corners, stroke));
        }
        Hand::Lasso { way, .. } => {
            let way: Vec<Pos2> = way.iter().filter_map(|point| at(*point)).collect();
            painter.add(Shape::closed_line(way, stroke));
        }
        Hand::Edge { from, to } => {
            let from = document.pos(*from).map(|pos| space_from_world(pos) + Vec3::Z * LIFT);
            let from = from.and_then(|from| theatre.screen_from_world(from));
            if let (Some(from), Some(to)) = (from, at(*to)) {
                painter.arrow(from, to - from, stroke);
            }
        }
    }
}

fn pointed_at(painter: &Painter, theatre: &Theatre, document: &AreaDocument, over: &Over) {
    let stroke = Stroke::new(1.5, POINTED_AT);
    let node = over.node.and_then(|(node, _)| document.pos(node)).map(space_from_world);
    if let Some(at) = node.and_then(|node| theatre.screen_from_world(node)) {
        painter.circle_stroke(at, 8.0, stroke);
    } else if document.tool == AreaTool::Select
        && let Some(ends) = over.edge.and_then(|edge| super::graph::ends(document.area(), edge))
        && let [Some(from), Some(to)] = ends.map(|at| theatre.screen_from_world(at))
    {
        painter.line_segment([from, to], stroke);
    }
}
