//! What painting is in the middle of: corners that were clicked, and where it is mirrored.

use eframe::egui;
use egui::{Color32, Painter, Shape, Stroke};
use glam::vec2;
use landwright_core::world::gat::paint::Across;

use super::overlay::Stage;
use crate::model::document::MapDocument;
use crate::tool::Tools;

const AXIS: Color32 = Color32::from_rgb(120, 220, 255);

pub(crate) fn show(painter: &Painter, stage: &Stage, document: &MapDocument, tools: &Tools) {
    for [x, y] in tools.corners(document.id) {
        let at = stage.screen_from_cell(vec2(*x as f32 + 0.5, *y as f32 + 0.5));
        let stroke = Stroke::new(1.5, Color32::from_rgb(255, 240, 150));
        painter.circle(at, 4.0, Color32::from_black_alpha(190), stroke);
    }
    if tools.paints() {
        axes(painter, stage, document, tools);
    }
}

/// The lines, or the point, that painting is mirrored at.
fn axes(painter: &Painter, stage: &Stage, document: &MapDocument, tools: &Tools) {
    let Some(mirror) = tools.mirror() else { return };
    let map = document.map();
    let (width, height) = (map.width() as f32, map.height() as f32);
    let [x, y] = mirror.at.unwrap_or([width / 2.0, height / 2.0]);
    let line = |from: [f32; 2], to: [f32; 2]| {
        let ends = [from, to].map(|[x, y]| stage.screen_from_cell(vec2(x, y)));
        painter.line_segment(ends, Stroke::new(2.0, Color32::from_black_alpha(120)));
        painter.extend(Shape::dashed_line(&ends, Stroke::new(1.0, AXIS), 6.0, 4.0));
    };
    if matches!(mirror.across, Across::X | Across::Both) {
        line([x, 0.0], [x, height]);
    }
    if matches!(mirror.across, Across::Y | Across::Both) {
        line([0.0, y], [width, y]);
    }
    let at = stage.screen_from_cell(vec2(x, y));
    painter.circle(at, 5.0, Color32::from_black_alpha(150), Stroke::new(1.5, AXIS));
}
