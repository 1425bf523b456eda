//! Where a mesh or rows are in a view from above, and how it is moved and zoomed. North is up, and x grows to the
//! left.

use eframe::egui;
use egui::{PointerButton, Pos2, Rect, Response, Ui, Vec2, pos2, vec2};
use landwright_core::nav::eq::mesh::Point;

use crate::canvas::steer::{LeftButton, is_panning, wheel_factor};
use crate::kind::navigation::document::NavDocument;

const LEAST_SCALE: f32 = 1.0 / 64.0;
const MOST_SCALE: f32 = 64.0;
const ZOOM_STEP: f32 = 1.25;
/// How much of its room a mesh takes up that fits into its view.
const FITTED: f32 = 0.92;

/// Where a view looks; the last numbers of the document that it has followed.
#[derive(Default)]
pub(in crate::kind) struct Look {
    /// Points for a unit, and the place in the middle. `None` while all of it is in sight.
    at: Option<(f32, Vec2)>,
    n_shows: u64,
    n_fits: u64,
    n_zooms: i32,
}

#[derive(Clone, Copy)]
pub(in crate::kind) struct Sheet {
    pub(in crate::kind) rect: Rect,
    /// Points for a unit.
    pub(in crate::kind) scale: f32,
    middle: Vec2,
}

impl Sheet {
    pub(in crate::kind) fn server(&self, point: Pos2) -> [f32; 2] {
        let off = (point - self.rect.center()) / self.scale;
        [self.middle.x - off.x, self.middle.y - off.y]
    }

    pub(in crate::kind) fn point(&self, [x, y]: [f32; 2]) -> Pos2 {
        self.rect.center() + (self.middle - vec2(x, y)) * self.scale
    }

    /// Of a point in the axes of the mesh.
    pub(super) fn of_mesh(&self, [x, _, y]: Point) -> Pos2 {
        self.point([x, y])
    }

    /// Of a point in the axes of the server.
    pub(in crate::kind) fn of_server(&self, [x, y, _]: Point) -> Pos2 {
        self.point([x, y])
    }
}

/// From the least to the greatest x and y of the mesh and its zone.
fn bounds(document: &NavDocument) -> Option<[Vec2; 2]> {
    let corners = document.mesh.polygons.iter().flat_map(|polygon| &polygon.corners);
    let corners = corners.map(|[x, _, y]| vec2(*x, *y)).filter(|at| at.is_finite());
    let around = |span: Option<[Vec2; 2]>, at: Vec2| {
        let [low, high] = span.unwrap_or([at, at]);
        Some([low.min(at), high.max(at)])
    };
    let own = corners.fold(None, around);
    let zone = document.zone.as_ref().and_then(|zone| zone.ground.bounds());
    let zone = zone.into_iter().flatten().map(|[x, y, _]| vec2(x, y));
    zone.fold(own, around)
}

pub(super) fn steer(
    ui: &Ui,
    response: &Response,
    document: &NavDocument,
    look: &mut Look,
    rect: Rect,
) -> Option<Sheet> {
    let shown = document.middle_of_selection().or(document.place);
    let asked = Asked {
        bounds: bounds(document)?,
        shown: shown.map(|[x, y, _]| vec2(x, y)),
        n_shows: document.n_shows,
        n_fits: document.n_fits,
        n_zooms: document.n_zooms,
    };
    Some(steered(ui, response, &asked, look, rect))
}

/// What a document asks of its view.
pub(in crate::kind) struct Asked {
    /// The least and the greatest x and y of all that there is.
    pub(in crate::kind) bounds: [Vec2; 2],
    /// The middle of what is to be brought into sight.
    pub(in crate::kind) shown: Option<Vec2>,
    pub(in crate::kind) n_shows: u64,
    pub(in crate::kind) n_fits: u64,
    pub(in crate::kind) n_zooms: i32,
}

pub(in crate::kind) fn steered(
    ui: &Ui,
    response: &Response,
    asked: &Asked,
    look: &mut Look,
    rect: Rect,
) -> Sheet {
    let [low, high] = asked.bounds;
    let size = (high - low).max(Vec2::splat(1.0));
    let fit = (rect.size() * FITTED / size).min_elem().clamp(LEAST_SCALE, MOST_SCALE);
    let whole = (fit, (low + high) / 2.0);
    let (mut scale, mut middle) = look.at.unwrap_or(whole);
    if std::mem::replace(&mut look.n_fits, asked.n_fits) != asked.n_fits {
        ((scale, middle), look.at) = (whole, None);
    }
    if std::mem::replace(&mut look.n_shows, asked.n_shows) != asked.n_shows
        && let Some(shown) = asked.shown
    {
        middle = shown;
        look.at = Some((scale, middle));
    }
    let n_nearer = asked.n_zooms - std::mem::replace(&mut look.n_zooms, asked.n_zooms);
    if n_nearer != 0 {
        scale = (scale * ZOOM_STEP.powi(n_nearer)).clamp(LEAST_SCALE, MOST_SCALE);
        look.at = Some((scale, middle));
    }
    if let Some(point) = response.hover_pos() {
        let factor = wheel_factor(ui);
        if (factor - 1.0).abs() > f32::EPSILON {
            let [x, y] = Sheet { rect, scale, middle }.server(point);
            scale = (scale * factor).clamp(LEAST_SCALE, MOST_SCALE);
            middle = vec2(x, y) + (point - rect.center()) / scale;
            look.at = Some((scale, middle));
        }
    }
    if is_panning(ui, response, LeftButton::IsTheTools)
        || response.dragged_by(PointerButton::Secondary)
    {
        middle += response.drag_delta() / scale;
        look.at = Some((scale, middle));
    }
    Sheet { rect, scale, middle }
}

/// The rectangle of a picture that begins at its north-west corner.
pub(in crate::kind) fn picture(sheet: &Sheet, [west, north]: [f64; 2], size: [f64; 2]) -> Rect {
    let [width, height] = size;
    let at = |x: f64, y: f64| sheet.point([x as f32, y as f32]);
    let (a, b) = (at(west, north), at(west - width, north - height));
    Rect::from_two_pos(pos2(a.x, a.y), pos2(b.x, b.y))
}
