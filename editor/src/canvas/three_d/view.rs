//! The view of a map in space: the ground as a landscape, what lies on it, and what the pointer
//! does there.

use std::collections::BTreeMap;
use std::time::Duration;

use eframe::{egui, egui_wgpu};
use egui::{Response, Ui};
use glam::{Mat4, Vec2, Vec3, vec2};
use landwright_core::world::gat::area::Area;
use landwright_core::world::gat::picture::palette::Rgb;

use landwright_core::scene::cull::Sight as SceneSight;
use landwright_core::scene::frame::Thrift;

use super::area::Areas;
use super::callback::{self, Callback, Driver};
use super::enclosure::Enclosure;
use super::grounds::{Grounds, Parts};
use super::hand::{self, Drag, Land, Stand};
use super::heights::bounds_of;
use super::overlay::{self, Outline};
use super::scene::{Grid, Shot};
use super::steer;
use super::terrain::{Budget, Progress, Sight};
use super::zone::hand::Grip;
use crate::canvas::map::left_button;
use crate::canvas::pictures::Pictures;
use crate::canvas::steer::room;
use crate::canvas::{Supply, map};
use crate::kind::ragnarok::canvas::space::Scenes;
use crate::kind::ragnarok::ground::GroundMessage;
use crate::kind::rose::canvas::space::ZoneSpaces;
use crate::kind::sent::Sent;
use crate::model::Model;
use crate::model::document::{View, ViewId};
use crate::model::map::MapDocument;
use crate::model::message::Message;
use crate::renderer::camera::Eye;
use crate::view::ViewSize;
use crate::view::ground::Ground;
use crate::view::orbit::{self, Bounds, Orbit};

/// What views in space keep from frame to frame.
#[derive(Default)]
pub(crate) struct Space {
    pub(super) grounds: Grounds,
    pub(super) areas: Areas,
    pub(super) zones: ZoneSpaces,
    scenes: Scenes,
    /// `None` where the window has no driver that draws in 3D.
    pub(super) driver: Option<Driver>,
    drag: Option<Drag>,
    pub(super) zone_grip: Option<Grip>,
    pub(super) enclosure: Option<Enclosure>,
    outline: Outline,
    /// What views of whole scenes were told to show last.
    pub(super) shown: BTreeMap<ViewId, u64>,
}

/// From where a view looks, and how many pixels it has.
pub(crate) struct Lens<'l> {
    pub(crate) orbit: &'l Orbit,
    /// In points.
    pub(crate) size: ViewSize,
    pub(crate) size_in_pixels: [u32; 2],
    pub(crate) pixels_per_point: f32,
}

/// A view under the hand: where it is in the window, and from where it looks.
#[derive(Clone, Copy)]
pub(crate) struct Theatre {
    pub(crate) rect: egui::Rect,
    pub(crate) orbit: Orbit,
}

/// What may be spent on making the ground before a frame.
pub(super) const TIME_TO_MAKE: Duration = Duration::from_millis(8);

impl Space {
    /// Finds the window's driver.
    pub(crate) fn attach(&mut self, frame: &eframe::Frame) {
        if self.driver.is_none() {
            self.driver = frame.wgpu_render_state().map(callback::attach);
        }
    }

    /// Forgets what no view has asked for since the last call.
    pub(crate) fn forget_unused(&mut self) {
        self.areas.forget_unused(&self.grounds.scene);
        self.zones.forget_unused(&self.grounds.scene);
        self.scenes.forget_unused();
        self.grounds.forget_unused();
    }

    /// The room of a view, which says where nothing can be drawn in it.
    pub(super) fn room(&self, ui: &mut Ui, document: &str) -> Option<(egui::Rect, Response)> {
        let without = if self.driver.is_some() { "" } else { ", without a driver that draws it" };
        room(ui, &format!("3D view of {document}{without}"))
    }

    /// Shows a view, and sends what the person does in it.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        id: ViewId,
        model: &Model,
        supply: Supply<'_>,
        send: &mut Vec<Message>,
    ) {
        let Supply { pictures, is_listed, .. } = supply;
        let (Some(document), Some(view)) = (model.map(id.document), model.view(id)) else {
            return;
        };
        let Some((rect, response)) = self.room(ui, &document.title) else { return };
        let bounds = self.grounds.bounds(document);
        let Some(ranges) = self.grounds.height_ranges(id.document) else { return };
        let land = Land { map: document.shown(), ranges };
        if view.layers.ground.is_yes() {
            ask_for_scene(document, send);
        }
        let orbit = orbit_of(document, view, bounds, rect);
        let mut theatre = Theatre { rect, orbit };
        let left = left_button(model.tools.tool);
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
        let Some(driver) = self.driver else {
            ui.painter_at(rect).rect_filled(rect, 0.0, crate::look::colours(ui).backdrop);
            overlay::no_driver(ui, rect);
            return;
        };
        self.draw(ui, &response, &theatre, driver, id, model, pictures);
        overlay::show(ui, &theatre, document, view, model, is_listed, over);
    }

    #[expect(clippy::too_many_arguments, reason = "they are all that a frame is made of")]
    fn draw(
        &mut self,
        ui: &Ui,
        response: &Response,
        theatre: &Theatre,
        driver: Driver,
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
            false => self.grounds.show(document, view, palette, pictures, &sight, budget),
        };
        if parts.progress == Progress::GoesOn {
            ui.ctx().request_repaint();
        }
        let [r, g, b, _] = crate::look::colours(ui).backdrop.to_array();
        let is_pointing = response.hovered() || model.tools.is_busy();
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
        let callback = Callback { view: id, shot, waiting: self.grounds.scene.waiting(), window };
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

impl Lens<'_> {
    /// The eye in a scene whose middle is somewhere in the world, and whose metres are so many world units.
    pub(crate) fn eye(&self, (middle_in_world, units_per_m): (Vec3, f32)) -> Eye {
        let Lens { orbit, size, size_in_pixels: [width, height], pixels_per_point } = *self;
        let [right, up, forward] = orbit.axes();
        let half_height = orbit::HALF_OF_VIEW_AT_1;
        let half_width = half_height * width.max(1) as f32 / height.max(1) as f32;
        let world_from_scene =
            Mat4::from_translation(middle_in_world) * Mat4::from_scale(Vec3::splat(units_per_m));
        // A metre at a distance of a metre is as large as a world unit at one of a world unit.
        let points = orbit.points_per_world_unit(1.0, size);
        let sight = SceneSight {
            eye_m: (orbit.eye_in_world() - middle_in_world) / units_per_m,
            clip_from_world: orbit.clip_from_world(size) * world_from_scene,
            pixels_at_1_m: points * pixels_per_point,
        };
        Eye { sight, right: right * half_width, up: up * half_height, forward }
    }
}

/// What is drawn where there is a graphics card, and where there is none.
const ON_A_CARD: Thrift = Thrift { least_pixels: 1.0, coarseness: 1.0 };
const ON_A_PROCESSOR: Thrift = Thrift { least_pixels: 2.0, coarseness: 1.6 };
const CARD_QUADS: f32 = 4.0;

/// How much of a scene is drawn by a driver that divides the ground into quads of so many pixels.
pub(crate) fn thrift(max_quad_in_pixels: f32) -> Thrift {
    if max_quad_in_pixels < CARD_QUADS { ON_A_CARD } else { ON_A_PROCESSOR }
}

impl Theatre {
    pub(crate) fn size(&self) -> Vec2 {
        vec2(self.rect.width(), self.rect.height())
    }

    /// In points from the view's top left corner.
    pub(crate) fn view_from_screen(&self, at: egui::Pos2) -> Vec2 {
        let at = at - self.rect.min;
        vec2(at.x, at.y)
    }

    pub(crate) fn screen_from_world(&self, at_in_world: Vec3) -> Option<egui::Pos2> {
        let at = self.orbit.view_from_world(at_in_world, self.size())?;
        Some(self.rect.min + egui::vec2(at.x, at.y))
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
