//! The view of a map in space: the ground as a landscape, what lies on it, and what the pointer
//! does there.

pub(crate) mod grounds;
pub(crate) mod hand;
pub(crate) mod marks;
pub(crate) mod overlay;
pub(crate) mod water;

use eframe::{egui, egui_wgpu};
use egui::{Response, Ui};
use glam::vec2;
use landwright_core::world::gat::area::Area;
use landwright_core::world::gat::picture::palette::Rgb;

use crate::canvas::three_d::callback::{Callback, Driver};
use crate::canvas::three_d::heights::bounds_of;
use crate::canvas::three_d::hints::no_driver;
use crate::canvas::three_d::scene::{Grid, Scene, Shot};
use crate::canvas::three_d::space::{Lens, Space, TIME_TO_MAKE, Theatre};
use crate::canvas::three_d::steer;
use crate::canvas::three_d::terrain::{Budget, Progress, Sight};
use crate::kind::document::common::View;
use crate::kind::face::Shared;
use crate::kind::ragnarok::canvas::Supply;
use crate::kind::ragnarok::canvas::hall::grounds::{Grounds, Parts};
use crate::kind::ragnarok::canvas::hall::hand::{Drag, Land, Stand};
use crate::kind::ragnarok::canvas::hall::overlay::Outline;
use crate::kind::ragnarok::canvas::map;
use crate::kind::ragnarok::canvas::map::left_button;
use crate::kind::ragnarok::canvas::pictures::Pictures;
use crate::kind::ragnarok::canvas::space::Scenes;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::ground::GroundMessage;
use crate::message::Message;
use crate::message::sent::Sent;
use crate::model::Model;
use crate::view::ground::Ground;
use crate::view::id::ViewId;
use crate::view::orbit::{Bounds, Orbit};

/// What views of maps in space keep from frame to frame.
#[derive(Default)]
pub(crate) struct MapSpaces {
    grounds: Grounds,
    scenes: Scenes,
    drag: Option<Drag>,
    outline: Outline,
}

impl Shared for MapSpaces {
    fn forget_unused(&mut self, on_card: &Scene) {
        self.scenes.forget_unused();
        self.grounds.forget_unused(on_card);
    }
}

impl MapSpaces {
    /// Shows a view, and sends what the person does in it.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        id: ViewId,
        model: &Model,
        space: &mut Space,
        supply: Supply<'_>,
        send: &mut Vec<Message>,
    ) {
        let Supply { pictures, is_listed, .. } = supply;
        let (Some(document), Some(view)) = (model.map(id.document), model.view(id)) else {
            return;
        };
        let Some((rect, response)) = space.room(ui, &document.title) else { return };
        let bounds = self.grounds.bounds(document);
        let Some(ranges) = self.grounds.height_ranges(id.document) else { return };
        let land = Land { map: document.shown(), ranges };
        if view.layers.ground.is_yes() {
            ask_for_scene(document, send);
        }
        let orbit = orbit_of(document, view, bounds, rect);
        let mut theatre = Theatre { rect, orbit };
        let left = left_button(model.tools.maps.tool);
        steer::steer(ui, &response, &mut theatre, &land, left);
        theatre.orbit.keep_near(bounds);
        let size = theatre.size();
        if view.orbit != Some(theatre.orbit) || view.size != Some(size) || view.is_to_fit {
            send.push(Message::LookFrom(id, theatre.orbit, size));
        }
        let over = {
            let stand = Stand { id, theatre: &theatre, land };
            hand::point(ui, &response, &stand, model, &mut self.drag, send)
        };
        let Some(driver) = space.driver else {
            ui.painter_at(rect).rect_filled(rect, 0.0, crate::look::colours(ui).backdrop);
            no_driver(ui, rect);
            return;
        };
        self.draw(ui, &response, &theatre, (&mut space.scene, driver), id, model, pictures);
        overlay::show(ui, &theatre, document, view, model, is_listed, over);
    }

    #[expect(clippy::too_many_arguments, reason = "they are all that a frame is made of")]
    fn draw(
        &mut self,
        ui: &Ui,
        response: &Response,
        theatre: &Theatre,
        (on_card, driver): (&mut Scene, Driver),
        id: ViewId,
        model: &Model,
        pictures: &mut Pictures,
    ) {
        let (Some(document), Some(view)) = (model.map(id.document), model.view(id)) else {
            return;
        };
        let (size, orbit) = (theatre.size(), theatre.orbit);
        let pixels_per_point = ui.pixels_per_point();
        let clip_from_world = orbit.clip_from_world(size);
        let sight = Sight {
            eye_in_world: orbit.eye_in_world(),
            clip_from_world,
            pixels_per_world_unit_at_1: orbit.points_per_world_unit(1.0, size) * pixels_per_point,
            max_quad_in_pixels: driver.max_quad_in_pixels,
        };
        let side = |points: f32| {
            ((points * pixels_per_point).round() as u32).clamp(1, driver.max_side_in_pixels)
        };
        let size_in_pixels = [side(size.x), side(size.y)];
        let lens = Lens { orbit: &orbit, size, size_in_pixels, pixels_per_point };
        let cast = self.scenes.cast(document, &view.layers, &lens, driver);
        let (palette, budget) = (model.settings.palette, Budget::of(TIME_TO_MAKE));
        let cover = view.layers.cells_over_ground();
        let parts = match cast.is_some() && cover == 0.0 {
            true => Parts::default(),
            false => {
                self.grounds.show(on_card, document, view, palette, pictures, (&sight, budget))
            }
        };
        if parts.progress == Progress::GoesOn {
            ui.ctx().request_repaint();
        }
        let [r, g, b, _] = crate::look::colours(ui).backdrop.to_array();
        let is_pointing = response.hovered() || model.tools.maps.is_busy();
        let touched = if is_pointing { map::touched(document, model) } else { Area::default() };
        let lines =
            overlay::lines(theatre, document, model, pixels_per_point, &touched, &mut self.outline);
        // Over the client's scene, which has water of its own, cells are a veil.
        let (solid, laid, translucent) = match cast.is_some() {
            true => (Vec::new(), parts.solid, Vec::new()),
            false => (parts.solid, Vec::new(), parts.translucent),
        };
        let shot = Shot {
            clip_from_world,
            size_in_pixels,
            background: Rgb([r, g, b]),
            grid: if view.layers.grid.is_yes() { Grid::Shown } else { Grid::Hidden },
            cast: cast.map(Box::new),
            solid,
            laid,
            cover,
            translucent,
            lines: lines.hidden_by_ground,
            lines_in_front: lines.in_front,
        };
        let window = ui.ctx().clone();
        let callback = Callback { view: id, shot, waiting: on_card.waiting(), window };
        let painter = ui.painter_at(theatre.rect);
        painter.add(egui_wgpu::Callback::new_paint_callback(theatre.rect, callback));
    }
}

fn ask_for_scene(document: &MapDocument, send: &mut Vec<Message>) {
    let mut ask = |message| send.push(Message::Kind(document.id, Sent::new(message)));
    if document.ground.may_read() {
        ask(GroundMessage::Read);
    }
    if document.ground.may_stage() {
        ask(GroundMessage::Stage);
    }
}

fn orbit_of(document: &MapDocument, view: &View, map: Bounds, rect: egui::Rect) -> Orbit {
    let size = vec2(rect.width(), rect.height());
    let wanted = || match view.fit_to {
        Some(cells) => {
            let map = document.shown();
            bounds_of(cells, map.height_range(cells), map.world_units_per_cell())
        }
        None => map,
    };
    match view.orbit {
        Some(orbit) if !view.is_to_fit => match view.size {
            Some(before) if before != size => orbit.resized(wanted(), [before, size]),
            _ => orbit,
        },
        Some(mut orbit) => {
            orbit.fit_again(wanted(), size);
            orbit
        }
        None => Orbit::fit(wanted(), size),
    }
}
