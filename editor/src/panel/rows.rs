//! Rows of lists and tables, as wide as there is room: what does not fit ends in dots, and all of
//! it is told where the pointer rests.

use eframe::egui;
use egui::{Button, Label, Response, RichText, TextStyle, TextWrapMode, Ui, WidgetText};

/// Something to choose, in no more room than is given.
pub(crate) fn choice(
    ui: &mut Ui,
    is_chosen: bool,
    text: impl Into<RichText>,
    width: f32,
) -> Response {
    let text = text.into();
    let room = (width - 2.0 * ui.spacing().button_padding.x).max(0.0);
    let all = is_longer(ui, text.clone(), room).then(|| text.text().to_owned());
    let response = ui.scope(|ui| {
        ui.set_max_width(width);
        ui.add(Button::selectable(is_chosen, text).truncate())
    });
    match all {
        Some(all) => response.inner.on_hover_text(all),
        None => response.inner,
    }
}

/// Whether the text of a button is longer than there is room.
pub(crate) fn is_longer(ui: &Ui, text: impl Into<WidgetText>, room: f32) -> bool {
    let extend = Some(TextWrapMode::Extend);
    let galley = text.into().into_galley(ui, extend, f32::INFINITY, TextStyle::Button);
    galley.size().x > room
}

/// A line of a table of two columns: what something is called, and what it is.
pub(crate) fn line(ui: &mut Ui, name: &str, text: impl Into<WidgetText>) -> Response {
    ui.weak(name);
    let said = ui.add(Label::new(text).truncate());
    ui.end_row();
    said
}

#[cfg(test)]
mod tests {
    use egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;

    const LONG: &str = "Change a monster of Spawn #52 Cinder Moth, and much more that is long";

    #[test]
    fn a_long_row_stays_in_its_panel_and_says_all_where_the_pointer_rests() {
        let show = |ui: &mut Ui| {
            ui.horizontal(|ui| {
                ui.add_space(14.0);
                let width = ui.available_width() - 50.0;
                choice(ui, false, LONG, width);
                ui.label("saved");
            });
            ui.horizontal(|ui| choice(ui, false, "Short", ui.available_width()));
        };
        let mut harness = Harness::builder().with_size(egui::vec2(240.0, 200.0)).build_ui(show);
        harness.run();
        assert!(harness.get_by_label("saved").rect().right() <= 240.0);
        assert_eq!(harness.query_all_by_label(LONG).count(), 1);
        harness.get_by_role_and_label(Role::Button, LONG).hover();
        harness.run_steps(60);
        assert_eq!(harness.query_all_by_label(LONG).count(), 2, "the row and its tooltip");
        harness.get_by_label("Short").hover();
        harness.run_steps(60);
        assert_eq!(harness.query_all_by_label("Short").count(), 1);
    }

    #[test]
    fn a_line_of_a_table_stays_in_its_panel() {
        let show = |ui: &mut Ui| {
            egui::Grid::new("table").num_columns(2).show(ui, |ui| {
                line(ui, "Zone also in", LONG);
                line(ui, "Nodes", "12");
            });
        };
        let mut harness = Harness::builder().with_size(egui::vec2(240.0, 120.0)).build_ui(show);
        harness.run();
        let right = harness.get_by_label(LONG).rect().right();
        assert!(right <= 240.0, "{right}");
    }
}
