//! Controls: one drawing for each, used by every panel and dialog.

use eframe::egui;
use egui::{
    Align, Button, Color32, Frame, Label, Layout, Margin, Response, RichText, Sense, Stroke,
    StrokeKind, TextStyle, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{colours, sign, size};

/// Tells screen readers what a control is for that shows no text of its own.
pub(crate) fn name(control: &Response, name: &str) {
    control.ctx.accesskit_node_builder(control.id, |node| node.set_label(name));
}

/// One of a few: all in one frame, the chosen one filled.
pub fn segmented<T: PartialEq + Clone>(ui: &mut Ui, value: &mut T, choices: &[(T, &str)]) {
    let colours = *colours(ui);
    let frame = Frame::new()
        .fill(colours.sunken)
        .stroke(Stroke::new(1.0, colours.line))
        .corner_radius(size::CORNER)
        .inner_margin(Margin::same(1));
    frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        ui.horizontal(|ui| {
            for (choice, text) in choices {
                let is_on = value == choice;
                let text = RichText::new(*text);
                let text = if is_on { text.color(colours.strong) } else { text };
                let button = Button::selectable(is_on, text).frame_when_inactive(is_on);
                if ui.add(button).clicked() {
                    *value = choice.clone();
                }
            }
        });
    });
}

/// A sign and a number that can be switched on and off. One of nothing is faint.
pub fn chip(
    ui: &mut Ui,
    is_on: bool,
    (sign, colour): (&str, Color32),
    n: usize,
    name: &str,
) -> Response {
    let colours = *colours(ui);
    let padding = vec2(6.0, 2.0);
    let font = TextStyle::Body.resolve(ui.style());
    let number = ui.painter().layout_no_wrap(n.to_string(), font.clone(), Color32::PLACEHOLDER);
    let sign = ui.painter().layout_no_wrap(sign.to_owned(), font, Color32::PLACEHOLDER);
    let wide = sign.size().x + size::TIGHT + number.size().x + 2.0 * padding.x;
    let (rect, response) = ui.allocate_exact_size(vec2(wide, size::ROW + 2.0), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::Button, true, is_on, format!("{name} {n}"))
    });
    let (ink, text) = match (is_on, n) {
        (_, 0) => (colours.muted.gamma_multiply(0.6), colours.muted.gamma_multiply(0.6)),
        (true, _) => (colour, colours.strong),
        (false, _) => (colours.muted, colours.muted),
    };
    let edge = match (response.has_focus(), response.hovered(), is_on && n > 0) {
        (true, ..) => colours.accent,
        (_, true, _) => colours.muted,
        (.., true) => colours.line,
        _ => Color32::TRANSPARENT,
    };
    let painter = ui.painter();
    let fill = if is_on && n > 0 { colours.raised } else { Color32::TRANSPARENT };
    painter.rect(rect, 11.0, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let at = |x: f32, height: f32| pos2(x, rect.center().y - height / 2.0);
    let left = rect.left() + padding.x;
    painter.galley(at(left, sign.size().y), sign.clone(), ink);
    painter.galley(at(left + sign.size().x + size::TIGHT, number.size().y), number, text);
    let switch = if is_on { "hide" } else { "show" };
    response.on_hover_text(format!("{n} {}: click to {switch}", name.to_lowercase()))
}

/// A sign alone that is switched on and off, such as an eye or a padlock.
pub fn toggle(ui: &mut Ui, is_on: bool, [on, off]: [&str; 2], name: &str) -> Response {
    let colours = colours(ui);
    let (sign, colour) = if is_on { (on, colours.text) } else { (off, colours.muted) };
    let button = Button::new(RichText::new(sign).color(colour)).frame(false);
    let response = ui.add(button.min_size(vec2(18.0, size::ROW)));
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, enabled, is_on, name));
    response.on_hover_text(name)
}

/// Whether something is seen.
pub fn eye(ui: &mut Ui, is_seen: bool, name: &str) -> Response {
    toggle(ui, is_seen, [sign::VISIBLE, sign::HIDDEN], name)
}

/// Whether something is kept from changes.
pub fn lock(ui: &mut Ui, is_locked: bool, name: &str) -> Response {
    toggle(ui, is_locked, [sign::LOCKED, sign::UNLOCKED], name)
}

/// How much a notice matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Note,
    Warning,
    Danger,
}

/// Something to read, in a frame of its own, with what can be done about it.
pub fn notice<R>(ui: &mut Ui, weight: Weight, text: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let colours = *colours(ui);
    let (sign, colour) = match weight {
        Weight::Note => (sign::INFORMATION, colours.accent),
        Weight::Warning => (sign::WARNING, colours.warning),
        Weight::Danger => (sign::ERROR, colours.danger),
    };
    let frame = Frame::new()
        .fill(colours.raised)
        .stroke(Stroke::new(1.0, colour.gamma_multiply(0.7)))
        .corner_radius(size::CORNER)
        .inner_margin(Margin::symmetric(10, 6));
    frame
        .show(ui, |ui| {
            // As high as its text, also where all the room below is free.
            let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                let added = add(ui);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.label(RichText::new(sign).color(colour).size(size::TITLE));
                    ui.add(Label::new(text).wrap());
                });
                added
            })
            .inner
        })
        .inner
}

/// Said where there is nothing to show, with what to do about it.
pub fn nothing(ui: &mut Ui, text: &str) {
    ui.add_space(size::GAP);
    ui.vertical_centered(|ui| ui.weak(text));
}

/// A heading of a group.
pub fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(size::TIGHT);
    let colour = colours(ui).muted;
    ui.label(RichText::new(text).size(12.0).color(colour));
}

/// Something to choose that has a sign, a name and a line below it.
pub fn card(ui: &mut Ui, wide: f32, sign: &str, title: &str, text: &str) -> Response {
    let colours = *colours(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(wide, 64.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, title));
    let edge = match (response.has_focus(), response.hovered()) {
        (true, _) => colours.accent,
        (_, true) => colours.muted,
        _ => colours.line,
    };
    let fill = if response.hovered() { colours.control } else { colours.raised };
    let painter = ui.painter();
    painter.rect(rect, size::CORNER_RAISED, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let middle = pos2(rect.left() + 30.0, rect.center().y);
    let font = egui::FontId::proportional(28.0);
    painter.text(middle, egui::Align2::CENTER_CENTER, sign, font, colours.accent);
    let left = rect.left() + 58.0;
    let room = rect.right() - left - size::GAP;
    let line = |text: &str, size: f32, colour: Color32| {
        let mut job = egui::text::LayoutJob::single_section(
            text.to_owned(),
            egui::TextFormat::simple(egui::FontId::proportional(size), colour),
        );
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        painter.layout_job(job)
    };
    let (title, text) = (line(title, 15.0, colours.strong), line(text, 12.0, colours.muted));
    let top = rect.center().y - (title.size().y + text.size().y + 2.0) / 2.0;
    let below = top + title.size().y + 2.0;
    painter.galley(pos2(left, top), title, colours.strong);
    painter.galley(pos2(left, below), text, colours.muted);
    response
}

/// The one button that most people want here.
pub fn primary(ui: &mut Ui, text: &str) -> Response {
    let colours = *colours(ui);
    let text = RichText::new(text).color(colours.strong).size(15.0);
    ui.add(Button::new(text).fill(colours.chosen).min_size(vec2(150.0, 34.0)))
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;

    #[test]
    fn a_segmented_choice_and_a_chip_answer_to_a_click_and_have_names() {
        let show = |ui: &mut Ui, (way, is_on): &mut (u8, bool)| {
            segmented(ui, way, &[(1, "One"), (2, "Two")]);
            let sign = (sign::ERROR, Color32::RED);
            if chip(ui, *is_on, sign, 3, "Errors").clicked() {
                *is_on = !*is_on;
            }
        };
        let mut harness = Harness::new_ui_state(show, (1, true));
        harness.run();
        harness.get_by_label("Two").click();
        harness.get_by_label("Errors 3").click();
        harness.run();
        assert_eq!(*harness.state(), (2, false));
    }

    #[test]
    fn a_toggle_says_what_it_switches() {
        let show = |ui: &mut Ui, is_on: &mut bool| {
            if eye(ui, *is_on, "Show spawns").clicked() {
                *is_on = !*is_on;
            }
        };
        let mut harness = Harness::new_ui_state(show, true);
        harness.run();
        harness.get_by_label("Show spawns").click();
        harness.run();
        assert!(!*harness.state());
    }
}
