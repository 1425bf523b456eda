//! What all minimaps do alike: a click or drag moves the view, and a frame says what that shows.

use eframe::egui;
use egui::{Color32, Response, Stroke, StrokeKind};
use glam::vec2;

use crate::canvas::stage::Stage;
use crate::view::orbit::Orbit;
use crate::view::{Camera, ViewSize};

/// The cell under the pointer, where a minimap is clicked or dragged.
pub(crate) fn clicked(response: &Response, stage: &Stage) -> Option<glam::Vec2> {
    let is_meant = response.clicked() || response.dragged();
    let at = response.interact_pointer_pos().filter(|_| is_meant)?;
    Some(stage.cell_from_screen(at))
}

/// What a view from above shows.
pub(crate) fn frame(painter: &egui::Painter, stage: &Stage, camera: Camera, size: ViewSize) {
    let [a, b] = [vec2(0.0, 0.0), size]
        .map(|point| stage.screen_from_cell(camera.cell_from_view(point, size)));
    let frame = egui::Rect::from_two_pos(a, b).intersect(stage.rect);
    painter.rect_stroke(frame, 0.0, Stroke::new(2.5, Color32::BLACK), StrokeKind::Inside);
    painter.rect_stroke(frame, 0.0, Stroke::new(1.0, Color32::WHITE), StrokeKind::Inside);
}

/// From where a view in space looks, and where to.
pub(crate) fn eye(painter: &egui::Painter, stage: &Stage, orbit: Orbit, world_units_per_cell: f32) {
    let at = |world: glam::Vec3| stage.screen_from_cell(world.truncate() / world_units_per_cell);
    let (eye, target) = (at(orbit.eye_in_world()), at(orbit.target_in_world));
    for (width, colour) in [(3.5, Color32::BLACK), (1.5, Color32::WHITE)] {
        painter.line_segment([eye, target], Stroke::new(width, colour));
        painter.circle_stroke(target, 4.0, Stroke::new(width, colour));
    }
    painter.circle(eye, 3.5, Color32::WHITE, Stroke::new(1.5, Color32::BLACK));
}
