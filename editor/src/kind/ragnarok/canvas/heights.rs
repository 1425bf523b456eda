//! What the tools for heights are about: the corner under the pointer, and the way of a ramp.

use eframe::egui;
use egui::{Align2, Color32, FontId, Painter, Stroke};
use glam::Vec2;

use crate::canvas::places::Places;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::tool::heights::HeldCorner;
use crate::kind::ragnarok::tool::{MapTools, Tool, tile_at};

const HELD: Color32 = Color32::from_rgb(255, 240, 150);

/// `pointer_in_cells` is `None` where the pointer is elsewhere.
pub(crate) fn show(
    painter: &Painter,
    places: &impl Places,
    document: &MapDocument,
    tools: &MapTools,
    pointer_in_cells: Option<Vec2>,
) {
    match tools.tool {
        Tool::Corner => {
            let near = pointer_in_cells.and_then(|at| HeldCorner::nearest(document, at));
            if let Some(corner) = near.filter(|_| !tools.is_busy()) {
                mark(painter, places, document, corner, Color32::WHITE);
            }
            let held = tools.heights.corner.filter(|corner| corner.document == document.id);
            if let Some(corner) = held {
                mark(painter, places, document, corner, HELD);
            }
        }
        Tool::Ramp => ramp(painter, places, document, tools),
        _ => {}
    }
}

fn mark(
    painter: &Painter,
    places: &impl Places,
    document: &MapDocument,
    corner: HeldCorner,
    colour: Color32,
) {
    let Some(height) = corner.height(document.map()) else { return };
    let Some(at) = places.screen_at(corner.place_in_cells(), height) else { return };
    painter.circle(at, 5.0, Color32::from_black_alpha(170), Stroke::new(2.0, colour));
    text(painter, at, &format!("{height:.1}"));
}

fn ramp(painter: &Painter, places: &impl Places, document: &MapDocument, tools: &MapTools) {
    let (Some(from), Some(to)) = (tools.trail().first(), tools.trail().last()) else { return };
    let (Some(start), Some(end)) = (places.screen_of(*from), places.screen_of(*to)) else { return };
    let ends = [start, end];
    painter.line_segment(ends, Stroke::new(3.0, Color32::from_black_alpha(170)));
    painter.line_segment(ends, Stroke::new(1.5, HELD));
    for (cell, at) in [*from, *to].into_iter().zip(ends) {
        let height = tile_at(cell).and_then(|tile| document.map().mean_height(tile));
        if let Some(height) = height {
            text(painter, at, &format!("{height:.1}"));
        }
    }
}

/// Above and to the right of a place, readable on every ground.
fn text(painter: &Painter, at: egui::Pos2, text: &str) {
    let at = at + egui::vec2(8.0, -8.0);
    let font = FontId::proportional(13.0);
    let galley = painter.layout_no_wrap(text.to_owned(), font, Color32::WHITE);
    let rect = Align2::LEFT_BOTTOM.anchor_size(at, galley.size());
    painter.rect_filled(rect.expand(2.0), 3.0, Color32::from_black_alpha(190));
    painter.galley(rect.min, galley, Color32::WHITE);
}
