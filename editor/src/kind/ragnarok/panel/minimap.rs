//! The whole map, small; a click or drag moves the view there.

use eframe::egui;
use egui::{Sense, Ui};
use glam::vec2;
use landwright_core::space::ragnarok::WORLD_UNITS_PER_TILE;

use crate::canvas::plain::{self, Fill, Quad};
use crate::canvas::stage::Stage;
use crate::kind::ragnarok::canvas::pictures::{Pictures, Style};
use crate::kind::ragnarok::document::MapDocument;
use crate::message::Message;
use crate::model::Model;
use crate::panel::minimap::{clicked, eye, frame};
use crate::view::Camera;
use crate::view::ground::middle_in_world;
use crate::view::orbit::Orbit;

pub(crate) fn show(
    ui: &mut Ui,
    model: &Model,
    document: &MapDocument,
    pictures: &mut Pictures,
    send: &mut Vec<Message>,
) {
    let active = model.active_view().and_then(|id| Some((id, model.view(id)?)));
    let Some((id, view)) = active else { return };
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
