//! Where places of a Ragnarok map are in a view from above: east is right, north is up.

use eframe::egui;
use egui::{PointerButton, Pos2, Rect, Ui, Vec2, vec2};

use crate::canvas::steer::{LeftButton, is_panning, wheel_factor};

/// Points for a world unit.
const LEAST_SCALE: f32 = 1.0 / 32.0;
const MOST_SCALE: f32 = 32.0;
const ZOOM_STEP: f32 = 1.25;
/// How much of its room a scene takes up that fits into its view.
const FITTED: f32 = 0.96;
/// What a document wants to be seen of it.
#[derive(Clone, Copy)]
pub(crate) struct Sought {
    /// The south-west and the north-east corner of all of it, in world units.
    pub(crate) extent: (Vec2, Vec2),
    /// The place that is shown when its number grows.
    pub(crate) shown: Vec2,
    pub(crate) n_shows: u64,
    /// Grows when all of it is to be in sight.
    pub(crate) n_fits: u64,
    /// How often it was brought nearer, less how often farther.
    pub(crate) n_zooms: i32,
}

/// What a view from above keeps of where it looks.
#[derive(Default)]
pub(crate) struct Look {
    /// The scale, and the place in the middle, x and z. `None` while all of the map is in sight.
    at: Option<(f32, Vec2)>,
    n_shows: u64,
    n_fits: u64,
    n_zooms: i32,
}

#[derive(Clone, Copy)]
pub(crate) struct Sheet {
    pub(crate) rect: Rect,
    /// Points for a world unit.
    pub(crate) scale: f32,
    middle: Vec2,
}

impl Sheet {
    /// x and z of a point.
    pub(crate) fn place(&self, point: Pos2) -> [f64; 2] {
        let by = (point - self.rect.center()) / self.scale;
        [f64::from(self.middle.x + by.x), f64::from(self.middle.y - by.y)]
    }

    pub(crate) fn point(&self, [x, z]: [f64; 2]) -> Pos2 {
        let by = vec2(x as f32 - self.middle.x, self.middle.y - z as f32) * self.scale;
        self.rect.center() + by
    }
}

pub(crate) fn steer(
    ui: &Ui,
    response: &egui::Response,
    sought: &Sought,
    look: &mut Look,
    rect: Rect,
) -> Sheet {
    let (low, high) = sought.extent;
    let whole = (high - low).max(Vec2::splat(1.0));
    let fit = (rect.size() * FITTED / whole).min_elem().clamp(LEAST_SCALE, MOST_SCALE);
    let all = (fit, (low + high) / 2.0);
    let (mut scale, mut middle) = look.at.unwrap_or(all);
    if std::mem::replace(&mut look.n_fits, sought.n_fits) != sought.n_fits {
        ((scale, middle), look.at) = (all, None);
    }
    if std::mem::replace(&mut look.n_shows, sought.n_shows) != sought.n_shows {
        let shown = sought.shown;
        let half = rect.size() / scale / 2.0;
        let away = (shown - middle).abs();
        if away.x > half.x || away.y > half.y {
            middle = shown;
            look.at = Some((scale, middle));
        }
    }
    let n_nearer = sought.n_zooms - std::mem::replace(&mut look.n_zooms, sought.n_zooms);
    if n_nearer != 0 {
        scale = (scale * ZOOM_STEP.powi(n_nearer)).clamp(LEAST_SCALE, MOST_SCALE);
        look.at = Some((scale, middle));
    }
    if let Some(point) = response.hover_pos() {
        let factor = wheel_factor(ui);
        if (factor - 1.0).abs() > f32::EPSILON {
            let [x, z] = Sheet { rect, scale, middle }.place(point);
            scale = (scale * factor).clamp(LEAST_SCALE, MOST_SCALE);
            let by = (point - rect.center()) / scale;
            middle = vec2(x as f32 - by.x, z as f32 + by.y);
            look.at = Some((scale, middle));
        }
    }
    if is_panning(ui, response, LeftButton::IsTheTools)
        || response.dragged_by(PointerButton::Secondary)
    {
        let by = response.drag_delta() / scale;
        middle += vec2(-by.x, by.y);
        look.at = Some((scale, middle));
    }
    Sheet { rect, scale, middle }
}
