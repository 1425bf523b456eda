//! What painting is in the middle of: corners that were clicked, and where it is mirrored.

use eframe::egui;
use egui::{Color32, Painter, Shape, Stroke};
use glam::{Vec2, vec2};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::paint::{Across, Mirror};

use crate::canvas::places::Places;
use crate::canvas::stage::Stage;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::tool::MapTools;

pub(crate) const AXIS: Color32 = Color32::from_rgb(120, 220, 255);

pub(crate) fn show(painter: &Painter, stage: &Stage, document: &MapDocument, tools: &MapTools) {
    corners(painter, stage, document, tools);
    if tools.paints() {
        axes(painter, stage, document, tools);
    }
}

/// The corners that were clicked so far.
pub(crate) fn corners(
    painter: &Painter,
    places: &impl Places,
    document: &MapDocument,
    tools: &MapTools,
) {
    for at in tools.corners(document.id).iter().filter_map(|cell| places.screen_of(*cell)) {
        let stroke = Stroke::new(1.5, Color32::from_rgb(255, 240, 150));
        painter.circle(at, 4.0, Color32::from_black_alpha(190), stroke);
    }
}

/// The lines, or the point, that painting is mirrored at.
fn axes(painter: &Painter, stage: &Stage, document: &MapDocument, tools: &MapTools) {
    let Some(mirror) = tools.mirror(document.id) else { return };
    let map = document.map();
    for line in axes_in_cells(map, &mirror) {
        let ends = line.map(|end| stage.screen_from_cell(end));
        painter.line_segment(ends, Stroke::new(2.0, Color32::from_black_alpha(120)));
        painter.extend(Shape::dashed_line(&ends, Stroke::new(1.0, AXIS), 6.0, 4.0));
    }
    let at = stage.screen_from_cell(mirrored_at(map, &mirror));
    painter.circle(at, 5.0, Color32::from_black_alpha(150), Stroke::new(1.5, AXIS));
}

fn mirrored_at(map: &GatMap, mirror: &Mirror) -> Vec2 {
    let middle = vec2(map.width() as f32, map.height() as f32) / 2.0;
    mirror.at.map_or(middle, Vec2::from)
}

/// The lines that painting is mirrored at, over all of the map.
pub(crate) fn axes_in_cells(map: &GatMap, mirror: &Mirror) -> Vec<[Vec2; 2]> {
    let at = mirrored_at(map, mirror);
    let (width, height) = (map.width() as f32, map.height() as f32);
    let mut lines = Vec::new();
    if matches!(mirror.across, Across::X | Across::Both) {
        lines.push([vec2(at.x, 0.0), vec2(at.x, height)]);
    }
    if matches!(mirror.across, Across::Y | Across::Both) {
        lines.push([vec2(0.0, at.y), vec2(width, at.y)]);
    }
    lines
}
