//! All of an area, small; a click or drag moves the view there.

use eframe::egui;
use egui::{Sense, Ui};
use glam::vec2;
use landwright_core::space::tera::UNITS_PER_CELL;

use crate::canvas::stage::Stage;
use crate::kind::tera::canvas::AreaPictures;
use crate::kind::tera::canvas::space::target_at;
use crate::kind::tera::view::{bounds, fit, world_from_map};
use crate::message::Message;
use crate::model::Model;
use crate::panel::minimap::{clicked, eye, frame};
use crate::view::Camera;
use crate::view::orbit::Orbit;

/// Floors and nodes of all zones.
pub(crate) fn show(
    ui: &mut Ui,
    model: &Model,
    pictures: &mut AreaPictures,
    send: &mut Vec<Message>,
) {
    let active = model.active_view().and_then(|id| Some((id, model.view(id)?)));
    let (Some(area), Some((id, view))) = (model.active_area(), active) else { return };
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "All of the area")
    });
    let camera = fit(bounds(area.area()), vec2(rect.width(), rect.height()));
    let stage = Stage { rect, camera };
    let painter = ui.painter_at(rect);
    pictures.overview(ui, &painter, &stage, area);
    let Some(size) = view.size else { return };
    let clicked = clicked(&response, &stage);
    if let Some(orbit) = view.orbit {
        eye(&painter, &stage, orbit, UNITS_PER_CELL as f32);
        if let Some(at) = clicked {
            let target_in_world = target_at(area, world_from_map(at));
            send.push(Message::LookFrom(id, Orbit { target_in_world, ..orbit }, size));
        }
    } else if let Some(camera) = view.camera {
        frame(&painter, &stage, camera, size);
        if let Some(middle_in_cells) = clicked {
            send.push(Message::Look(id, Camera { middle_in_cells, ..camera }, size));
        }
    }
}
