//! A model alone in a view: turned, moved and zoomed, on a grid of metres.

use std::sync::Arc;

use eframe::egui::Ui;
use glam::{DVec3, Vec3, vec2};
use landwright_core::scene::frame::Thrift;
use landwright_core::scene::mesh::Bounds as BoxM;
use landwright_core::scene::set::Set;

use crate::canvas::three_d::film::{Film, look_around};
use crate::canvas::three_d::scene::Line;
use crate::canvas::three_d::space::{Space, Theatre};
use crate::canvas::three_d::steer::Surface;
use crate::message::Message;
use crate::model::Model;
use crate::renderer::cast::{Backdrop, CastId};
use crate::view::id::ViewId;
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
        look_around(ui, &response, (id, view), &mut theatre, (&Nothing, bounds), send);
        let lines = match is_landscape {
            true => Vec::new(),
            false => floor(&stand.bounds, ui.pixels_per_point()),
        };
        let film = Film {
            set: stand.set,
            id: CastId { document: id.document.0, number: stand.number },
            world_units_per_m: CM,
            seconds: stand.seconds,
            backdrop: Backdrop::Nothing,
            thrift: ALL,
            lines,
            lines_in_front: Vec::new(),
        };
        self.show_film(ui, id, &theatre, film);
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
