//! The whole map, small; a click or drag moves the view there.

use eframe::egui;
use egui::{Color32, Response, Sense, Stroke, StrokeKind, Ui};
use glam::vec2;
use landwright_core::space::ragnarok::WORLD_UNITS_PER_TILE;

use super::empty;
use crate::canvas::pictures::{Pictures, Style};
use crate::canvas::plain::{self, Fill, Quad};
use crate::canvas::stage::Stage;
use crate::model::Model;
use crate::model::message::Message;
use crate::view::ground::middle_in_world;
use crate::view::orbit::Orbit;
use crate::view::{Camera, ViewSize};

pub(crate) fn show(ui: &mut Ui, model: &Model, pictures: &mut Pictures, send: &mut Vec<Message>) {
    let active = model.active_view().and_then(|id| Some((id, model.view(id)?)));
    let (Some(document), Some((id, view))) = (model.active_map(), active) else {
        empty(ui, "No document is open");
        return;
    };
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "All of the map"));
    let map = document.map().rect();
    let stage = Stage { rect, camera: Camera::fit(map, vec2(rect.width(), rect.height())) };
    let painter = ui.painter_at(rect);
    let style = Style::of(&view.layers, model.settings.palette);
    let piece = pictures.overview(ui.ctx(), document, style);
    let (cells, fill) = (stage.screen_rect(piece.cells), Fill::Picture(piece.texture));
    plain::paint(&painter, &[Quad { rect: cells, fill }]);
    let Some(size) = view.size else { return };
    let clicked = clicked(&response, &stage);
    if let Some(orbit) = view.orbit {
        eye(&painter, &stage, orbit, WORLD_UNITS_PER_TILE);
        if let Some(at) = clicked {
            let cell = at.floor().max(glam::Vec2::ZERO);
            let middle = middle_in_world(document.shown(), [cell.x as u32, cell.y as u32]);
            if let Some(target_in_world) = middle {
                send.push(Message::LookFrom(id, Orbit { target_in_world, ..orbit }, size));
            }
        }
        return;
    }
    let Some(camera) = view.camera else { return };
    frame(&painter, &stage, camera, size);
    if let Some(middle_in_cells) = clicked {
        send.push(Message::Look(id, Camera { middle_in_cells, ..camera }, size));
    }
}

/// The cell under the pointer, where a minimap is clicked or dragged.
pub(crate) fn clicked(response: &Response, stage: &Stage) -> Option<glam::Vec2> {
    let is_meant = response.clicked() || response.dragged();
    let at = response.interact_pointer_pos().filter(|_| is_meant)?;
    Some(stage.cell_from_screen(at))
}

/// What a view from above shows.
pub(crate) fn frame(painter: &egui::Painter, stage: &Stage, camera: Camera, size: ViewSize) {
    let [a, b] = [vec2(0.0, 0.0), size]
        .map(|point| stage.screen_from_cell(camera.cell_from_view(point, size)));
    let frame = egui::Rect::from_two_pos(a, b).intersect(stage.rect);
    painter.rect_stroke(frame, 0.0, Stroke::new(2.5, Color32::BLACK), StrokeKind::Inside);
    painter.rect_stroke(frame, 0.0, Stroke::new(1.0, Color32::WHITE), StrokeKind::Inside);
}

/// From where a view in space looks, and where to.
pub(crate) fn eye(painter: &egui::Painter, stage: &Stage, orbit: Orbit, world_units_per_cell: f32) {
    let at = |world: glam::Vec3| stage.screen_from_cell(world.truncate() / world_units_per_cell);
    let (eye, target) = (at(orbit.eye_in_world()), at(orbit.target_in_world));
    for (width, colour) in [(3.5, Color32::BLACK), (1.5, Color32::WHITE)] {
        painter.line_segment([eye, target], Stroke::new(width, colour));
        painter.circle_stroke(target, 4.0, Stroke::new(width, colour));
    }
    painter.circle(eye, 3.5, Color32::WHITE, Stroke::new(1.5, Color32::BLACK));
}
