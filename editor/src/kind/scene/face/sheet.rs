//! Where a scene is in a view from above: east is right, north is up.

use eframe::egui;
use egui::{PointerButton, Pos2, Rect, Ui, Vec2, pos2, vec2};

use crate::canvas::steer::{LeftButton, is_panning, wheel_factor};
use crate::kind::scene::document::SceneDocument;

/// Points for a world unit.
const LEAST_SCALE: f32 = 1.0 / 32.0;
const MOST_SCALE: f32 = 32.0;
const ZOOM_STEP: f32 = 1.25;
/// How much of its room a scene takes up that fits into its view.
const FITTED: f32 = 0.96;
/// Around objects on no ground, and half of what is shown where there are none.
const MARGIN: f32 = 20.0;
const LEAST_HALF: f32 = 100.0;

/// What a view from above keeps of where it looks.
#[derive(Default)]
pub(super) struct Look {
    /// The scale, and the place in the middle, x and z. `None` while all of the map is in sight.
    at: Option<(f32, Vec2)>,
    n_shows: u64,
    n_fits: u64,
    n_zooms: i32,
}

#[derive(Clone, Copy)]
pub(super) struct Sheet {
    pub(super) rect: Rect,
    /// Points for a world unit.
    pub(super) scale: f32,
    middle: Vec2,
}

impl Sheet {
    /// x and z of a point.
    pub(super) fn place(&self, point: Pos2) -> [f64; 2] {
        let by = (point - self.rect.center()) / self.scale;
        [f64::from(self.middle.x + by.x), f64::from(self.middle.y - by.y)]
    }

    pub(super) fn point(&self, [x, z]: [f64; 2]) -> Pos2 {
        let by = vec2(x as f32 - self.middle.x, self.middle.y - z as f32) * self.scale;
        self.rect.center() + by
    }
}

pub(super) fn steer(
    ui: &Ui,
    response: &egui::Response,
    document: &SceneDocument,
    look: &mut Look,
    rect: Rect,
) -> Sheet {
    let (low, high) = extent(document);
    let whole = (high - low).max(Vec2::splat(1.0));
    let fit = (rect.size() * FITTED / whole).min_elem().clamp(LEAST_SCALE, MOST_SCALE);
    let all = (fit, (low + high) / 2.0);
    let (mut scale, mut middle) = look.at.unwrap_or(all);
    if std::mem::replace(&mut look.n_fits, document.n_fits) != document.n_fits {
        ((scale, middle), look.at) = (all, None);
    }
    if std::mem::replace(&mut look.n_shows, document.n_shows) != document.n_shows {
        let [x, _, z] =
            document.middle_of_selection().unwrap_or([document.aim[0], 0.0, document.aim[1]]);
        let shown = vec2(x as f32, z as f32);
        let half = rect.size() / scale / 2.0;
        let away = (shown - middle).abs();
        if away.x > half.x || away.y > half.y {
            middle = shown;
            look.at = Some((scale, middle));
        }
    }
    let n_nearer = document.n_zooms - std::mem::replace(&mut look.n_zooms, document.n_zooms);
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

/// The south-west and the north-east corner of the ground, or of all objects where there is none.
fn extent(document: &SceneDocument) -> (Vec2, Vec2) {
    if let Some(land) = document.land() {
        let [x, z] = land.half_size();
        let half = vec2(x as f32, z as f32);
        return (-half, half);
    }
    let mut around = Rect::from_center_size(Pos2::ZERO, Vec2::splat(2.0 * LEAST_HALF));
    for (_, object) in document.scene().objects() {
        let [x, _, z] = object.position().map(|number| number.get());
        if x.is_finite() && z.is_finite() {
            around.extend_with(pos2(x, z));
        }
    }
    let around = around.expand(MARGIN);
    (around.min.to_vec2(), around.max.to_vec2())
}
