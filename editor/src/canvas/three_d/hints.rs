//! What lies over every view in space: a compass, a hint how it is moved, and what is said where nothing can
//! be drawn.

use eframe::egui;
use egui::{Align2, Color32, FontId, Painter, Pos2, Stroke, Ui};
use glam::Vec3;

use super::space::Theatre;

const HINT: &str = "Left: tool    Right: turn    Middle: pan    Wheel: zoom    \
                    Right + W A S D Q E: fly    Home: fit    N: north";

pub(crate) fn no_driver(ui: &Ui, rect: egui::Rect) {
    let text = "This window has no driver that draws in 3D.\n\
                On Debian and Ubuntu, mesa-vulkan-drivers brings one that needs no graphics card.";
    let font = FontId::proportional(14.0);
    let colour = ui.visuals().weak_text_color();
    ui.painter_at(rect).text(rect.center(), Align2::CENTER_CENTER, text, font, colour);
}

/// Where north is.
pub(crate) fn compass(painter: &Painter, theatre: &Theatre) {
    let middle = theatre.rect.right_top() + egui::vec2(-30.0, 30.0);
    if theatre.rect.width() < 160.0 || theatre.rect.height() < 120.0 {
        return;
    }
    painter.circle_filled(middle, 20.0, Color32::from_black_alpha(110));
    let [right, up, _] = theatre.orbit.axes();
    let seen = |way: Vec3| egui::vec2(way.dot(right), -way.dot(up)) * 15.0;
    let arm = |way: Vec3, colour| {
        painter.line_segment([middle, middle + seen(way)], Stroke::new(2.0, colour));
    };
    arm(Vec3::Z, Color32::from_rgb(110, 160, 255));
    arm(Vec3::X, Color32::from_gray(170));
    arm(Vec3::Y, Color32::from_rgb(255, 110, 90));
    let letter: Pos2 = middle + seen(Vec3::Y) * 1.25;
    painter.text(letter, Align2::CENTER_CENTER, "N", FontId::proportional(10.0), Color32::WHITE);
}

pub(crate) fn hint(ui: &Ui, painter: &Painter, rect: egui::Rect) {
    let font = FontId::proportional(11.0);
    let galley = painter.layout_no_wrap(HINT.to_owned(), font, Color32::from_gray(225));
    let at =
        Align2::LEFT_BOTTOM.anchor_size(rect.left_bottom() + egui::vec2(8.0, -6.0), galley.size());
    if at.right() > rect.right() || rect.height() < 120.0 || ui.input(|i| i.pointer.any_down()) {
        return;
    }
    painter.rect_filled(at.expand(3.0), 3.0, Color32::from_black_alpha(175));
    painter.galley(at.min, galley, Color32::WHITE);
}
