//! The view of a zone in space.

mod overlay;
mod gizmo;
pub(super) mod hand;

use eframe::{egui, egui_wgpu};
use egui::Ui;
use glam::{DVec3, Vec3, vec2};
use landwright_core::world::gat::picture::palette::Rgb;

use self::hand::{Grip, Pointing};
use super::enclosure::Enclosure;
use crate::canvas::steer::leave_arrows;
use crate::canvas::three_d::callback::{Callback, Driver};
use crate::canvas::three_d::hints::{compass, hint, no_driver};
use crate::canvas::three_d::scene::Scene;
use crate::canvas::three_d::space::{Space, TIME_TO_MAKE, Theatre};
use crate::canvas::three_d::steer;
use crate::canvas::three_d::steer::Surface;
use crate::canvas::three_d::terrain::{Budget, Progress};
use crate::kind::document::common::View;
use crate::kind::rose::canvas::desk;
use crate::kind::rose::canvas::space::{Vantage, ZoneSpaces};
use crate::kind::rose::message::ZoneMessage;
use crate::kind::rose::view::gizmo::Gizmo;
use crate::kind::rose::view::relief::Relief;
use crate::message::Message;
use crate::model::Model;
use crate::view::ground::pick;
use crate::view::id::ViewId;
use crate::view::orbit::{Bounds, Orbit, Ray};

impl Surface for Relief {
    fn meet(&self, ray: &Ray) -> Option<(DVec3, f64)> {
        let hit = pick(self, ray)?;
        Some((hit.at_in_world, hit.distance_in_world))
    }

    fn height_below(&self, eye_in_world: Vec3) -> Option<f32> {
        self.ground_m(eye_in_world)
    }
}

/// What views of zones in space keep from frame to frame.
#[derive(Default)]
pub(crate) struct Spaces {
    zones: ZoneSpaces,
    grip: Option<Grip>,
    enclosure: Option<Enclosure>,
}

/// All that a view of a zone draws with and points at.
struct Stock<'s> {
    kept: &'s mut Spaces,
    on_card: &'s mut Scene,
}

impl Spaces {
    pub(crate) fn forget_unused(&mut self, on_card: &Scene) {
        self.zones.forget_unused(on_card);
    }

    /// Shows a view of a zone, and sends what the person does in it.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        id: ViewId,
        model: &Model,
        space: &mut Space,
        send: &mut Vec<Message>,
    ) {
        let (Some(document), Some(view)) = (model.zone(id.document), model.view(id)) else {
            return;
        };
        let Some((rect, response)) = space.room(ui, &document.title) else { return };
        let mut scene = desk::scene(document, 1.0);
        let on_card = &mut space.scene;
        let bounds = self.zones.bounds(on_card, &scene);
        let mut theatre = Theatre { rect, orbit: orbit_of(view, bounds, rect) };
        let left = desk::left_button(document.tools.tool);
        steer::steer(ui, &response, &mut theatre, self.zones.relief(on_card, &scene), left);
        theatre.orbit.keep_near(bounds);
        let size = theatre.size();
        if view.orbit != Some(theatre.orbit) || view.size != Some(size) || view.is_to_fit {
            send.push(Message::LookFrom(id, theatre.orbit, size));
        }
        ui.painter_at(rect).rect_filled(rect, 0.0, crate::look::colours(ui).backdrop);
        let from = vantage(space.driver, ui, id, &theatre, document.layers.motions.is_yes());
        let at = response.hover_pos().map(|at| theatre.view_from_screen(at));
        let is_free = self.enclosure.is_none();
        let over = at.filter(|_| is_free).and_then(|at| self.zones.pick(&scene, &from, at));
        scene.hover = over.map(|over| over.id);
        let handles = gizmo::handles(&scene, self.zones.relief(&mut space.scene, &scene), &theatre);
        let hovered = at.zip(handles).and_then(|(at, handles)| handles.handle_at(at));
        if let Some(gizmo) = scene.gizmo.as_mut().filter(|_| document.hand.is_free()) {
            *gizmo = Gizmo { handle: hovered.filter(|_| is_free), ..*gizmo };
        }
        let hand = Pointing { id, theatre: &theatre, document, handles };
        let mut stock = Stock { kept: self, on_card: &mut space.scene };
        hand.point(ui, &response, &mut stock, &scene, &from, send);
        leave_arrows(ui, &response);
        let Some(_) = space.driver else {
            no_driver(ui, rect);
            return;
        };
        let budget = Budget::of(TIME_TO_MAKE);
        let (shot, progress) = self.zones.shot(&mut space.scene, &scene, &from, budget);
        let plays = document.layers.motions.is_yes() && scene.models.is_some();
        if progress == Progress::GoesOn || plays {
            ui.ctx().request_repaint();
        }
        let models = &document.models;
        if document.layers.models.is_yes() && models.may_ask() && self.zones.lacks_models(&scene) {
            send.push(ZoneMessage::to(id.document, ZoneMessage::ReadModels));
        }
        let window = ui.ctx().clone();
        let callback = Callback { view: id, shot, waiting: space.scene.waiting(), window };
        let painter = ui.painter_at(rect);
        painter.add(egui_wgpu::Callback::new_paint_callback(rect, callback));
        overlay::hovered_box(&painter, &theatre, &self.zones.hovered_box(&scene));
        if let Some(hovered) = self.zones.hovered(&scene, id) {
            overlay::hovered(&painter, &theatre, &hovered);
        }
        let relief = self.zones.relief(&mut space.scene, &scene);
        overlay::show(&painter, &theatre, &scene, relief);
        if let Some((gizmo, handles)) = scene.gizmo.zip(handles) {
            gizmo::show(&painter, &theatre, &gizmo, &handles);
        }
        if let Some(drawn) = self.enclosure.as_ref().filter(|drawn| drawn.view == id) {
            drawn.draw(&painter);
        }
        compass(&painter, &theatre);
        hint(ui, &painter, rect);
    }
}

/// From where a picture is taken, and how fine it can be.
fn vantage(
    driver: Option<Driver>,
    ui: &Ui,
    view: ViewId,
    theatre: &Theatre,
    plays: bool,
) -> Vantage {
    let [r, g, b, _] = crate::look::colours(ui).backdrop.to_array();
    Vantage {
        view,
        orbit: theatre.orbit,
        size: theatre.size(),
        pixels_per_point: ui.pixels_per_point(),
        max_quad_in_pixels: driver.map_or(f32::MAX, |driver| driver.max_quad_in_pixels),
        max_side_in_pixels: driver.map_or(1, |driver| driver.max_side_in_pixels),
        background: Rgb([r, g, b]),
        seconds: if plays { ui.input(|input| input.time) } else { 0.0 },
    }
}

fn orbit_of(view: &View, bounds: Bounds, rect: egui::Rect) -> Orbit {
    let size = vec2(rect.width(), rect.height());
    match view.orbit {
        Some(orbit) if !view.is_to_fit => {
            view.size.map_or(orbit, |before| orbit.resized(bounds, [before, size]))
        }
        Some(mut orbit) => {
            orbit.fit_again(bounds, size);
            orbit
        }
        None => Orbit::fit(bounds, size),
    }
}
