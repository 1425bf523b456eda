//! What lies in the corners of a map: the colour key with the choice of colours, and the scale.

use eframe::egui;
use egui::{
    Align2, Area, Color32, FontId, Frame, Id, Margin, Order, Painter, Rect, Sense, Stroke, Ui,
    pos2, vec2,
};

use super::{Colours, size};

/// A row of a colour key.
pub(crate) struct Row {
    pub(crate) colour: Color32,
    pub(crate) text: String,
}

/// A plate over a corner of a view; `add` fills it.
pub(crate) fn plate(ui: &Ui, id: Id, view: Rect, add: impl FnOnce(&mut Ui)) {
    let colours = *Colours::of(ui.visuals());
    let area = Area::new(id).order(Order::Middle).fixed_pos(view.min + vec2(8.0, 8.0));
    let area = area.constrain_to(view).interactable(true);
    area.show(ui.ctx(), |ui| {
        Frame::new()
            .fill(colours.surface.gamma_multiply(0.92))
            .stroke(Stroke::new(1.0, colours.line))
            .corner_radius(size::CORNER)
            .inner_margin(Margin::symmetric(6, 4))
            .show(ui, add);
    });
}

/// The rows of a key.
pub(crate) fn rows(ui: &mut Ui, rows: &[Row]) {
    ui.spacing_mut().item_spacing.y = 1.0;
    for row in rows {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, row.colour);
            ui.label(egui::RichText::new(&row.text).size(size::SMALL));
        });
    }
}

/// A bar of a round length, in the lower left corner.
pub(crate) fn scale_bar(painter: &Painter, view: Rect, points_per_unit: f32, unit: &str) {
    let Some((length, points)) = round_length(points_per_unit, view.width() / 5.0) else { return };
    let left = view.left_bottom() + vec2(10.0, -10.0);
    let right = left + vec2(points, 0.0);
    let tick = vec2(0.0, -5.0);
    for (width, colour) in [(3.0, Color32::from_black_alpha(170)), (1.5, Color32::WHITE)] {
        let stroke = Stroke::new(width, colour);
        painter.line_segment([left, right], stroke);
        painter.line_segment([left, left + tick], stroke);
        painter.line_segment([right, right + tick], stroke);
    }
    let text = format!("{length} {unit}");
    let at = pos2((left.x + right.x) / 2.0, left.y - 4.0);
    outlined(painter, at, Align2::CENTER_BOTTOM, &text, FontId::proportional(size::SMALL));
}

/// White letters that are seen on every ground.
pub(crate) fn outlined(painter: &Painter, at: egui::Pos2, align: Align2, text: &str, font: FontId) {
    for offset in [vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(0.0, -1.0), vec2(0.0, 1.0)] {
        painter.text(at + offset, align, text, font.clone(), Color32::from_black_alpha(200));
    }
    painter.text(at, align, text, font, Color32::WHITE);
}

/// The longest of 1, 2 and 5 with zeros that has room, and its length in points.
fn round_length(points_per_unit: f32, room: f32) -> Option<(u32, f32)> {
    if !(points_per_unit > 0.0 && room >= points_per_unit) {
        return None;
    }
    let steps = (0..6).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
    let fitting = steps.map(|length| (length, length as f32 * points_per_unit));
    fitting.take_while(|(_, points)| *points <= room).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_bar_has_a_round_length_that_fits() {
        assert_eq!(round_length(1.0, 120.0), Some((100, 100.0)));
        assert_eq!(round_length(3.0, 120.0), Some((20, 60.0)));
        assert_eq!(round_length(96.0, 120.0), Some((1, 96.0)));
        assert_eq!(round_length(300.0, 120.0), None);
        assert_eq!(round_length(0.0, 120.0), None);
    }
}
