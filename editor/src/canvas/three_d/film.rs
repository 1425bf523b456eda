//! A scene alone in a view: turned by the left button too, and drawn with lines in it. Models and whole
//! zones are shown so.

use std::sync::Arc;

use eframe::{egui, egui_wgpu};
use egui::{PointerButton, Response, Ui};
use glam::{Vec3, vec2};
use landwright_core::scene::frame::Thrift;
use landwright_core::scene::set::Set;
use landwright_core::world::gat::picture::palette::Rgb;

use crate::canvas::steer::LeftButton;
use crate::canvas::three_d::callback::Callback;
use crate::canvas::three_d::hints::{compass, no_driver};
use crate::canvas::three_d::scene::{Grid, Line, Shot};
use crate::canvas::three_d::space::{Lens, Space, Theatre};
use crate::canvas::three_d::steer::{self, Surface};
use crate::kind::document::common::View;
use crate::message::Message;
use crate::renderer::cast::{Backdrop, Cast, CastId};
use crate::view::id::ViewId;
use crate::view::orbit::Bounds;

/// What a view shows, and how.
pub(super) struct Film<'f> {
    pub(super) set: &'f Arc<Set>,
    pub(super) id: CastId,
    /// How many of the view's units a metre is.
    pub(super) world_units_per_m: f32,
    /// Into its motions.
    pub(super) seconds: f64,
    pub(super) backdrop: Backdrop,
    pub(super) thrift: Thrift,
    /// Hidden by what is before them.
    pub(super) lines: Vec<Line>,
    pub(super) lines_in_front: Vec<Line>,
}

/// Moves the eye as the hand does, and sends from where a view is looked at.
pub(super) fn look_around(
    ui: &Ui,
    response: &Response,
    (id, view): (ViewId, &View),
    theatre: &mut Theatre,
    (surface, bounds): (&impl Surface, Bounds),
    send: &mut Vec<Message>,
) {
    steer::steer(ui, response, theatre, surface, LeftButton::IsTheTools);
    if response.dragged_by(PointerButton::Primary) {
        let by = response.drag_delta();
        theatre.orbit.turn(vec2(by.x, by.y));
    }
    theatre.orbit.keep_near(bounds);
    let size = theatre.size();
    if view.orbit != Some(theatre.orbit) || view.size != Some(size) || view.is_to_fit {
        send.push(Message::LookFrom(id, theatre.orbit, size));
    }
}

impl Space {
    pub(super) fn show_film(&self, ui: &Ui, id: ViewId, theatre: &Theatre, film: Film<'_>) {
        let (rect, size) = (theatre.rect, theatre.size());
        let backdrop = crate::look::colours(ui).backdrop;
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, backdrop);
        let Some(driver) = self.driver else { return no_driver(ui, rect) };
        let pixels_per_point = ui.pixels_per_point();
        let side = |points: f32| {
            ((points * pixels_per_point).round() as u32).clamp(1, driver.max_side_in_pixels)
        };
        let size_in_pixels = [side(size.x), side(size.y)];
        let lens = Lens { orbit: &theatre.orbit, size, size_in_pixels, pixels_per_point };
        let Film { set, id: cast, world_units_per_m, seconds, thrift, .. } = film;
        let cast = Cast {
            set: Arc::clone(set),
            id: cast,
            revision: cast.number,
            eye: lens.eye((Vec3::ZERO, world_units_per_m)),
            around: set.scene.surroundings,
            seconds,
            backdrop: film.backdrop,
            thrift,
        };
        let [r, g, b, _] = backdrop.to_array();
        let shot = Shot {
            clip_from_world: theatre.orbit.clip_from_world(size),
            size_in_pixels,
            background: Rgb([r, g, b]),
            grid: Grid::Hidden,
            cast: Some(Box::new(cast)),
            solid: Vec::new(),
            laid: Vec::new(),
            cover: 1.0,
            translucent: Vec::new(),
            lines: film.lines,
            lines_in_front: film.lines_in_front,
        };
        let window = ui.ctx().clone();
        let callback = Callback { view: id, shot, waiting: self.scene.waiting(), window };
        painter.add(egui_wgpu::Callback::new_paint_callback(rect, callback));
        compass(&painter, theatre);
    }
}
