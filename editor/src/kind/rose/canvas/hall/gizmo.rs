//! What stands at the selection in space to be taken hold of, over everything else.

use eframe::egui;
use egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2};
use landwright_core::space::rose::position::PosInFileCm;

use crate::canvas::three_d::space::Theatre;
use crate::kind::rose::canvas::overlay::{BOTH, EAST, NORTH, held};
use crate::kind::rose::canvas::scene::ZoneScene;
use crate::kind::rose::view::gizmo::{Gizmo, GizmoKind, Handle};
use crate::kind::rose::view::handles::Handles;
use crate::kind::rose::view::relief::Relief;

const SHADE: Color32 = Color32::from_black_alpha(150);
const WIDTH: f32 = 2.6;
const WIDTH_OF_SHADE: f32 = 5.0;

/// The handles of a scene's gizmo, in the middle of what is selected.
pub(super) fn handles(
    scene: &ZoneScene<'_>,
    relief: &Relief,
    theatre: &Theatre,
) -> Option<Handles> {
    let gizmo = scene.gizmo?;
    let selected = scene.selection.iter().filter_map(|id| scene.zone.thing(*id));
    let heights = selected.map(|thing| thing.pos_in_file_cm().z).filter(|z| z.is_finite());
    let range = heights.map(|z| [z, z]).reduce(|[low, high], [z, _]| [low.min(z), high.max(z)]);
    let ([x, y], [low, high]) = (gizmo.at_file_cm, range?);
    let at = PosInFileCm { x, y, z: (low + high) / 2.0 };
    Handles::new(gizmo.kind, relief.space_from_file(at), &theatre.orbit, theatre.size())
}

pub(super) fn show(painter: &Painter, theatre: &Theatre, gizmo: &Gizmo, handles: &Handles) {
    let pen = Pen { painter, theatre, gizmo, handles };
    match handles.kind {
        GizmoKind::Rotate => pen.ring(),
        GizmoKind::Move => pen.arms([Handle::MoveX, Handle::MoveY, Handle::MoveBoth]),
        GizmoKind::Scale => pen.arms([Handle::ScaleX, Handle::ScaleY, Handle::ScaleAll]),
    }
}

struct Pen<'p> {
    painter: &'p Painter,
    theatre: &'p Theatre,
    gizmo: &'p Gizmo,
    handles: &'p Handles,
}

impl Pen<'_> {
    fn screen(&self, at_in_view: glam::Vec2) -> Pos2 {
        self.theatre.rect.min + egui::vec2(at_in_view.x, at_in_view.y)
    }

    fn line(&self, way: Vec<Pos2>, colour: Color32) {
        self.painter.add(Shape::line(way.clone(), Stroke::new(WIDTH_OF_SHADE, SHADE)));
        self.painter.add(Shape::line(way, Stroke::new(WIDTH, colour)));
    }

    fn arms(&self, [east, north, both]: [Handle; 3]) {
        for (handle, colour) in [(east, EAST), (north, NORTH)] {
            let Some(ends) = self.handles.arm(handle) else { continue };
            let [from, to] = ends.map(|end| self.screen(end));
            let colour = held(self.gizmo, handle, colour);
            self.line(vec![from, to], colour);
            match self.handles.kind {
                GizmoKind::Scale => self.knob(to, colour),
                GizmoKind::Move | GizmoKind::Rotate => {
                    self.point((to - from).normalized(), to, colour);
                }
            }
        }
        let Some(corners) = self.handles.square() else { return };
        let corners = corners.map(|corner| self.screen(corner)).to_vec();
        let colour = held(self.gizmo, both, BOTH);
        let edge = Stroke::new(1.5, SHADE);
        self.painter.add(Shape::convex_polygon(corners, colour.gamma_multiply(0.45), edge));
    }

    fn knob(&self, at: Pos2, colour: Color32) {
        let square = |side: f32| egui::Rect::from_center_size(at, Vec2::splat(side));
        self.painter.rect_filled(square(12.0), 0.0, SHADE);
        self.painter.rect_filled(square(9.0), 0.0, colour);
    }

    /// The head of an arrow.
    fn point(&self, way: Vec2, to: Pos2, colour: Color32) {
        let aside = way.rot90() * 6.0;
        let corners = vec![to + way * 8.0, to - way * 4.0 + aside, to - way * 4.0 - aside];
        self.painter.add(Shape::convex_polygon(corners, colour, Stroke::new(1.0, SHADE)));
    }

    fn ring(&self) {
        let colour = held(self.gizmo, Handle::Turn, BOTH);
        let ring = |from: f64, to: f64| -> Vec<Pos2> {
            self.handles.ring(from, to).into_iter().map(|at| self.screen(at)).collect()
        };
        let Some(middle) = self.handles.seen(0.0, 0.0).map(|at| self.screen(at)) else { return };
        self.line(ring(0.0, 360.0), colour);
        let turned = self.gizmo.turned_degrees.clamp(-360.0, 360.0);
        let swept = ring(0.0, turned);
        for ends in swept.windows(2).filter(|_| turned != 0.0) {
            let corners = [&[middle], ends].concat();
            let shade = BOTH.gamma_multiply(0.22);
            self.painter.add(Shape::convex_polygon(corners, shade, Stroke::NONE));
        }
        // East is where turning begins.
        if let (Some(east), true) = (swept.first(), turned != 0.0) {
            let stroke = Stroke::new(1.4, Color32::from_white_alpha(140));
            self.painter.line_segment([middle, *east], stroke);
        }
        if let Some(hand) = swept.last() {
            self.painter.line_segment([middle, *hand], Stroke::new(2.2, colour));
            self.painter.circle_filled(*hand, 6.5, SHADE);
            self.painter.circle_filled(*hand, 5.0, colour);
        }
    }
}
