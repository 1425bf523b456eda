//! What is drawn of a mesh from above: polygons, connections as arrows, and the way that was asked for.

use eframe::egui;
use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use landwright_core::nav::eq::mesh::Polygon;
use landwright_core::world::eq::mesh::picture::{View, colour_of_area, colour_of_island};

use crate::kind::navigation::document::{Connection, NavDocument};
use crate::kind::navigation::face::sheet::Sheet;
use crate::kind::navigation::route::Route;

pub(super) const SELECTED: Color32 = Color32::from_rgb(255, 60, 150);
pub(super) const MARK: Color32 = Color32::from_rgb(255, 236, 120);
pub(super) const ROUTE: Color32 = Color32::from_rgb(80, 230, 255);
const GAP: Color32 = Color32::from_rgb(255, 80, 70);
const BOTH_WAYS: Color32 = Color32::from_rgb(250, 226, 90);
const ONE_WAY: Color32 = Color32::from_rgb(255, 140, 50);
const SHADOW: Color32 = Color32::from_black_alpha(170);
/// As much of a polygon covers the ground, and where there is none.
const OVER_GROUND: u8 = 105;
const ALONE: u8 = 225;
/// Edges are drawn while so many polygons are in sight at most.
const MOST_EDGED: usize = 6000;
const ARROW: f32 = 9.0;

fn colour(document: &NavDocument, own: usize, polygon: &Polygon) -> Color32 {
    let colour = match document.colours {
        View::Areas => colour_of_area(polygon.area),
        View::Islands => colour_of_island(document.islands.of_polygon(own)),
    };
    let [r, g, b] = colour.0;
    Color32::from_rgb(r, g, b)
}

fn fade(colour: Color32, alpha: u8) -> Color32 {
    Color32::from_rgba_unmultiplied(colour.r(), colour.g(), colour.b(), alpha)
}

pub(super) fn polygons(painter: &Painter, document: &NavDocument, sheet: &Sheet) {
    let alpha = if document.plan().is_some() { OVER_GROUND } else { ALONE };
    let mut filled = Mesh::default();
    let mut outlines: Vec<(Vec<Pos2>, bool)> = Vec::new();
    for own in &document.order {
        let Some(polygon) = document.mesh.polygons.get(*own) else { continue };
        if !document.is_seen(polygon) {
            continue;
        }
        let corners: Vec<Pos2> =
            polygon.corners.iter().map(|corner| sheet.of_mesh(*corner)).collect();
        if !Rect::from_points(&corners).intersects(sheet.rect) {
            continue;
        }
        let is_selected = document.selection.contains(own);
        let colour = colour(document, *own, polygon);
        let colour = if is_selected { fade(SELECTED, 150) } else { fade(colour, alpha) };
        let first = filled.vertices.len() as u32;
        corners.iter().for_each(|at| filled.colored_vertex(*at, colour));
        for next in 2..corners.len() as u32 {
            filled.add_triangle(first, first + next - 1, first + next);
        }
        outlines.push((corners, is_selected));
    }
    painter.add(Shape::mesh(filled));
    let is_edged = outlines.len() <= MOST_EDGED;
    let thin = Stroke::new(1.0, Color32::from_black_alpha(110));
    let (marked, plain): (Vec<_>, Vec<_>) =
        outlines.into_iter().partition(|(_, is_selected)| *is_selected);
    if is_edged {
        plain
            .into_iter()
            .for_each(|(corners, _)| _ = painter.add(Shape::closed_line(corners, thin)));
    }
    for (corners, _) in marked {
        painter.add(Shape::closed_line(corners, Stroke::new(2.0, SELECTED)));
    }
}

pub(super) fn connections(painter: &Painter, document: &NavDocument, sheet: &Sheet) {
    for (own, connection) in &document.connections {
        let ends = [connection.from, connection.to].map(|end| sheet.of_server(end));
        if !Rect::from_points(&ends).expand(ARROW).intersects(sheet.rect)
            || !is_seen(document, connection)
        {
            continue;
        }
        let usual = if connection.leads_back { BOTH_WAYS } else { ONE_WAY };
        let colour = if document.selection.contains(own) { SELECTED } else { usual };
        arrow(painter, ends, colour, connection.leads_back);
        for (end, stands) in ends.into_iter().zip(connection.stands) {
            if !stands {
                cross(painter, end);
            }
        }
    }
}

pub(super) fn is_seen(document: &NavDocument, connection: &Connection) -> bool {
    let heights = [connection.from, connection.to].map(|[.., z]| z);
    document.below.is_none_or(|below| heights.iter().any(|z| *z < below))
}

/// An end that is not on the mesh.
fn cross(painter: &Painter, at: Pos2) {
    for arm in [vec2(5.0, 5.0), vec2(5.0, -5.0)] {
        painter.line_segment([at - arm, at + arm], Stroke::new(4.0, SHADOW));
        painter.line_segment([at - arm, at + arm], Stroke::new(2.0, GAP));
    }
}

pub(super) fn arrow(painter: &Painter, [from, to]: [Pos2; 2], colour: Color32, is_double: bool) {
    for (width, colour) in [(5.0, SHADOW), (2.5, colour)] {
        painter.line_segment([from, to], Stroke::new(width, colour));
    }
    head(painter, from, to, colour);
    if is_double {
        head(painter, to, from, colour);
    } else {
        painter.circle_filled(from, 3.5, colour);
    }
}

fn head(painter: &Painter, from: Pos2, to: Pos2, colour: Color32) {
    let along = (to - from).normalized();
    let across = along.rot90() * (ARROW * 0.55);
    let foot = to - along * ARROW;
    let corners = vec![to + along * 2.0, foot + across, foot - across];
    painter.add(Shape::convex_polygon(corners, colour, Stroke::new(1.0, SHADOW)));
}

pub(super) fn route(painter: &Painter, route: &Route, sheet: &Sheet) {
    if let Some(way) = route.way() {
        let points: Vec<Pos2> = way.corners.iter().map(|at| sheet.of_server(*at)).collect();
        painter.add(Shape::line(points.clone(), Stroke::new(6.0, SHADOW)));
        painter.add(Shape::line(points.clone(), Stroke::new(3.0, ROUTE)));
        let inner = points.iter().skip(1).take(points.len().saturating_sub(2));
        inner.for_each(|at| _ = painter.circle_filled(*at, 3.0, ROUTE));
    }
    if let Some(gap) = route.gap() {
        let ends = [gap.from.at, gap.to.at].map(|at| sheet.of_server(at));
        painter.extend(Shape::dashed_line(&ends, Stroke::new(3.0, GAP), 6.0, 4.0));
        ends.into_iter().for_each(|end| _ = painter.circle_filled(end, 4.0, GAP));
        let [a, b] = ends;
        let middle = a + (b - a) / 2.0 + vec2(10.0, -10.0);
        text(painter, middle, Align2::LEFT_BOTTOM, &format!("gap of {:.1}", gap.distance));
    }
    for (end, letter) in route.ends.into_iter().zip(["A", "B"]) {
        pin(painter, sheet.of_server(end), letter);
    }
}

/// An end of a way, with its letter.
pub(super) fn pin(painter: &Painter, at: Pos2, letter: &str) {
    painter.circle(at, 9.0, ROUTE, Stroke::new(2.0, Color32::BLACK));
    painter.text(at, Align2::CENTER_CENTER, letter, FontId::proportional(12.0), Color32::BLACK);
}

pub(super) fn mark(painter: &Painter, at: Pos2) {
    for (width, colour) in [(4.0, SHADOW), (2.0, MARK)] {
        let stroke = Stroke::new(width, colour);
        painter.circle_stroke(at, 6.0, stroke);
        for way in [vec2(1.0, 0.0), vec2(0.0, 1.0)] {
            painter.line_segment([at + way * 6.0, at + way * 12.0], stroke);
            painter.line_segment([at - way * 6.0, at - way * 12.0], stroke);
        }
    }
}

pub(super) fn text(painter: &Painter, at: Pos2, align: Align2, text: &str) {
    let font = FontId::proportional(13.0);
    painter.text(at + Vec2::splat(1.0), align, text, font.clone(), Color32::BLACK);
    painter.text(at, align, text, font, Color32::WHITE);
}

/// How far a point is from a line between two others.
pub(super) fn distance(at: Pos2, [a, b]: [Pos2; 2]) -> f32 {
    let arm = b - a;
    let share = ((at - a).dot(arm) / arm.length_sq().max(1e-6)).clamp(0.0, 1.0);
    (at - pos2(a.x + arm.x * share, a.y + arm.y * share)).length()
}
