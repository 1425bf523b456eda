//! The whole map, small; a click or drag moves the view there.

use eframe::egui;
use egui::{Color32, Sense, Stroke, StrokeKind, Ui, pos2};
use glam::vec2;

use super::empty;
use crate::canvas::overlay::Stage;
use crate::canvas::pictures::{Pictures, Style};
use crate::model::Model;
use crate::model::message::Message;
use crate::view::Camera;

pub(crate) fn show(ui: &mut Ui, model: &Model, pictures: &mut Pictures, send: &mut Vec<Message>) {
    let active = model.active_view().and_then(|id| Some((id, model.view(id)?)));
    let (Some(document), Some((id, view))) = (model.active(), active) else {
        empty(ui, "No document is open");
        return;
    };
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Minimap"));
    let map = document.map().rect();
    let stage = Stage { rect, camera: Camera::fit(map, vec2(rect.width(), rect.height())) };
    let painter = ui.painter_at(rect);
    let style = Style::of(&view.layers, model.settings.palette);
    if let Some(piece) = pictures.overview(ui.ctx(), document, style) {
        let uv = egui::Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(piece.texture, stage.screen_rect(piece.cells), uv, Color32::WHITE);
    }
    let Some(camera) = view.camera else { return };
    let Some(size) = view.size else { return };
    let [a, b] = [vec2(0.0, 0.0), size]
        .map(|point| stage.screen_from_cell(camera.cell_from_view(point, size)));
    let frame = egui::Rect::from_two_pos(a, b).intersect(rect);
    painter.rect_stroke(frame, 0.0, Stroke::new(2.5, Color32::BLACK), StrokeKind::Inside);
    painter.rect_stroke(frame, 0.0, Stroke::new(1.0, Color32::WHITE), StrokeKind::Inside);
    if (response.clicked() || response.dragged())
        && let Some(at) = response.interact_pointer_pos()
    {
        let middle_in_cells = stage.cell_from_screen(at);
        send.push(Message::Look(id, Camera { middle_in_cells, ..camera }, size));
    }
}
