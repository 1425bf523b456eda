//! What lies in the corners of a map: the colour key with the choice of colours, and the scale.

use eframe::egui;
use egui::{
    Area, Color32, FontId, Frame, Id, Margin, Order, Painter, Rect, Sense, Stroke, StrokeKind, Ui,
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
            .fill(colours.surface)
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

/// A short text beside the pointer.
pub(crate) fn tag(painter: &Painter, pointer: egui::Pos2, text: String) {
    let colours = *Colours::of(&painter.ctx().global_style().visuals);
    let text = painter.layout_no_wrap(text, FontId::proportional(size::SMALL), colours.text);
    let at = pointer + vec2(16.0, 16.0);
    let plate = Rect::from_min_size(at, text.size()).expand2(vec2(5.0, 3.0));
    let edge = Stroke::new(1.0, colours.line);
    painter.rect(plate, size::CORNER, colours.surface, edge, StrokeKind::Inside);
    painter.galley(at, text, colours.text);
}

/// A bar of a round length, in the lower left corner.
pub(crate) fn scale_bar(painter: &Painter, view: Rect, points_per_unit: f32, unit: &str) {
    let Some((length, points)) = round_length(points_per_unit, view.width() / 5.0) else { return };
    let colours = *Colours::of(&painter.ctx().global_style().visuals);
    let font = FontId::proportional(size::SMALL);
    let text = painter.layout_no_wrap(format!("{length} {unit}"), font, colours.text);
    let wide = points.max(text.size().x) + 12.0;
    let high = text.size().y + 12.0;
    let plate = Rect::from_min_size(view.left_bottom() + vec2(8.0, -8.0 - high), vec2(wide, high));
    let edge = Stroke::new(1.0, colours.line);
    painter.rect(plate, size::CORNER, colours.surface, edge, StrokeKind::Inside);
    let below = plate.bottom() - 5.0;
    let left = pos2(plate.center().x - points / 2.0, below);
    let right = left + vec2(points, 0.0);
    let stroke = Stroke::new(1.5, colours.text);
    painter.line_segment([left, right], stroke);
    for end in [left, right] {
        painter.line_segment([end, end - vec2(0.0, 4.0)], stroke);
    }
    let at = pos2(plate.center().x - text.size().x / 2.0, plate.top() + 2.0);
    painter.galley(at, text, colours.text);
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
