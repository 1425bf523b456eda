//! A number that is dragged along a line, or typed beside it.

use std::ops::RangeInclusive;

use eframe::egui;
use egui::emath::Numeric;
use egui::{DragValue, Slider, Ui};

use super::name;
use super::number::parse;

/// How the numbers lie on the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    Even,
    /// Small ones have as much room as large ones.
    Logarithmic,
}

/// Under its name, so that both fit into a narrow panel.
pub(crate) fn slider<N: Numeric>(
    ui: &mut Ui,
    text: &str,
    value: &mut N,
    range: RangeInclusive<N>,
    scale: Scale,
) {
    ui.label(text);
    ui.horizontal(|ui| line(ui, text, value, range, scale));
}

/// As wide as there is room, with a field for the number beside it.
pub(crate) fn line<N: Numeric>(
    ui: &mut Ui,
    text: &str,
    value: &mut N,
    range: RangeInclusive<N>,
    scale: Scale,
) {
    // What the field beside it leaves.
    ui.spacing_mut().slider_width = (ui.available_width() - 56.0).clamp(40.0, 200.0);
    let slider = Slider::new(value, range.clone()).show_value(false);
    let slider = slider.logarithmic(scale == Scale::Logarithmic);
    name(&ui.add(slider), text);
    let field = DragValue::new(value).range(range).custom_parser(parse);
    let field = if N::INTEGRAL { field } else { field.speed(0.1).max_decimals(2) };
    name(&ui.add(field), &format!("{text}, as a number"));
}

#[cfg(test)]
mod tests {
    use egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;

    #[test]
    fn it_fits_into_a_narrow_panel_and_takes_a_typed_number() {
        let show = |ui: &mut Ui, value: &mut f32| {
            slider(ui, "Height difference up to", value, 0.0..=50.0, Scale::Even);
        };
        let size = egui::vec2(170.0, 100.0);
        let mut harness = Harness::builder().with_size(size).build_ui_state(show, 2.0);
        harness.run();
        let field = harness.get_by_role(Role::SpinButton);
        assert!(field.rect().right() <= 170.0, "{:?}", field.rect());
        field.click();
        harness.run();
        harness.get_by_role(Role::SpinButton).type_text("80.5");
        harness.key_press(egui::Key::Enter);
        harness.run();
        assert_eq!(*harness.state(), 50.0);
    }
}
