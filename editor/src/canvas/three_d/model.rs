//! A model alone in a view: turned, moved and zoomed, on a grid of metres.

use std::sync::Arc;

use eframe::{egui, egui_wgpu};
use egui::{PointerButton, Ui};
use glam::{DVec3, Vec3, vec2};
use landwright_core::scene::frame::Thrift;
use landwright_core::scene::mesh::Bounds as BoxM;
use landwright_core::scene::set::Set;
use landwright_core::world::gat::picture::palette::Rgb;

use crate::canvas::steer::LeftButton;
use crate::canvas::three_d::callback::Callback;
use crate::canvas::three_d::overlay::{compass, no_driver};
use crate::canvas::three_d::scene::{Grid, Line, Shot};
use crate::canvas::three_d::steer::{self, Surface};
use crate::canvas::three_d::view::{Lens, Space, Theatre};
use crate::model::Model;
use crate::model::document::ViewId;
use crate::model::message::Message;
use crate::renderer::cast::{Backdrop, Cast, CastId};
use crate::view::orbit::{Bounds, Orbit, Ray};

/// A model that is shown.
pub(crate) struct Stand<'s> {
    /// For those who do not see it.
    pub(crate) name: &'s str,
    pub(crate) set: &'s Arc<Set>,
    /// In metres.
    pub(crate) bounds: BoxM,
    /// Another one wherever the set is another.
    pub(crate) number: u64,
    /// Whether it is to be fitted into the view.
    pub(crate) is_new: bool,
    /// Into its motion.
    pub(crate) seconds: f64,
}

/// Views count in centimetres here, so that one comes near enough to small things.
const CM: f32 = 100.0;
/// As a model is first looked at: from its front, which is the south.
const YAW_DEGREES: f32 = 25.0;
const PITCH_DEGREES: f32 = 12.0;
/// The same of a landscape: what is so wide, and so much wider than high.
const PITCH_OF_LANDSCAPES: f32 = 40.0;
const LANDSCAPE_FROM_M: f32 = 50.0;
const LANDSCAPE_FROM_HEIGHTS: f32 = 2.0;
const ALL: Thrift = Thrift { least_pixels: 0.5, coarseness: 0.5 };
const GRID: [u8; 4] = [128, 128, 136, 110];
const AXES: [[u8; 4]; 2] = [[200, 90, 80, 200], [90, 170, 90, 200]];
/// So many lines to each side, at most.
const MOST_LINES: i32 = 40;

/// Nothing to fly over.
struct Nothing;

impl Surface for Nothing {
    fn meet(&self, _ray: &Ray) -> Option<(DVec3, f64)> {
        None
    }

    fn height_below(&self, _eye_in_world: Vec3) -> Option<f32> {
        None
    }
}

impl Space {
    /// Shows a model, and sends from where it is looked at.
    pub(crate) fn show_model(
        &mut self,
        ui: &mut Ui,
        id: ViewId,
        model: &Model,
        stand: &Stand<'_>,
        send: &mut Vec<Message>,
    ) {
        let Some(view) = model.view(id) else { return };
        let Some((rect, response)) = crate::canvas::steer::room(ui, stand.name) else { return };
        let bounds = Bounds {
            low_in_world: stand.bounds.low_m * CM,
            high_in_world: stand.bounds.high_m * CM,
        };
        let size = vec2(rect.width(), rect.height());
        let extent_m = stand.bounds.high_m - stand.bounds.low_m;
        let width_m = extent_m.truncate().min_element();
        let is_landscape =
            width_m > LANDSCAPE_FROM_M && width_m > LANDSCAPE_FROM_HEIGHTS * extent_m.z;
        let mut orbit = view.orbit.unwrap_or_else(|| Orbit {
            yaw_degrees: YAW_DEGREES,
            pitch_degrees: if is_landscape { PITCH_OF_LANDSCAPES } else { PITCH_DEGREES },
            ..Orbit::fit(bounds, size)
        });
        if view.orbit.is_none() || view.is_to_fit || stand.is_new {
            orbit.fit_again(bounds, size);
        }
        let mut theatre = Theatre { rect, orbit };
        steer::steer(ui, &response, &mut theatre, &Nothing, LeftButton::IsTheTools);
        if response.dragged_by(PointerButton::Primary) {
            let by = response.drag_delta();
            theatre.orbit.turn(vec2(by.x, by.y));
        }
        theatre.orbit.keep_near(bounds);
        if view.orbit != Some(theatre.orbit) || view.size != Some(size) || view.is_to_fit {
            send.push(Message::LookFrom(id, theatre.orbit, size));
        }
        let backdrop = crate::look::colours(ui).backdrop;
        ui.painter_at(rect).rect_filled(rect, 0.0, backdrop);
        let Some(driver) = self.driver else { return no_driver(ui, rect) };
        let [r, g, b, _] = backdrop.to_array();
        let pixels_per_point = ui.pixels_per_point();
        let side = |points: f32| {
            ((points * pixels_per_point).round() as u32).clamp(1, driver.max_side_in_pixels)
        };
        let size_in_pixels = [side(size.x), side(size.y)];
        let lens = Lens { orbit: &theatre.orbit, size, size_in_pixels, pixels_per_point };
        let cast = Cast {
            set: Arc::clone(stand.set),
            id: CastId { document: id.document.0, number: stand.number },
            revision: stand.number,
            eye: lens.eye((Vec3::ZERO, CM)),
            around: stand.set.scene.surroundings,
            seconds: stand.seconds,
            backdrop: Backdrop::Nothing,
            thrift: ALL,
        };
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
            lines: match is_landscape {
                true => Vec::new(),
                false => floor(&stand.bounds, pixels_per_point),
            },
            lines_in_front: Vec::new(),
        };
        let window = ui.ctx().clone();
        let callback = Callback { view: id, shot, waiting: self.grounds.scene.waiting(), window };
        let painter = ui.painter_at(rect);
        painter.add(egui_wgpu::Callback::new_paint_callback(rect, callback));
        compass(&painter, &theatre);
    }
}

/// Lines a metre apart where the model stands, or ten where it is large.
fn floor(bounds: &BoxM, pixels_per_point: f32) -> Vec<Line> {
    let reach = bounds.low_m.abs().max(bounds.high_m.abs()).truncate().max_element();
    let step = 10.0_f32.powi((reach / 8.0).max(0.3).log10().ceil() as i32);
    let n = ((reach / step).ceil() as i32 + 1).clamp(2, MOST_LINES);
    let far = n as f32 * step;
    let line =
        |from: Vec3, to: Vec3, colour| Line::new(from * CM, to * CM, colour, pixels_per_point);
    let mut lines = Vec::new();
    for at in -n..=n {
        let x = at as f32 * step;
        let [east, north] = if at == 0 { AXES } else { [GRID; 2] };
        lines.push(line(Vec3::new(-far, x, 0.0), Vec3::new(far, x, 0.0), east));
        lines.push(line(Vec3::new(x, -far, 0.0), Vec3::new(x, far, 0.0), north));
    }
    lines
}
