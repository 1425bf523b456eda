//! The buttons of a question.

use eframe::egui;
use egui::{Key, Ui, WidgetText};

use crate::message::dialog::Answer;

/// Buttons in a row; Enter means the first.
pub(crate) fn choices(
    ui: &mut Ui,
    choices: impl IntoIterator<Item = (impl Into<WidgetText>, Answer)>,
) -> Option<Answer> {
    ui.add_space(10.0);
    let enter = ui.input(|input| input.key_pressed(Key::Enter));
    let mut chosen = None;
    ui.horizontal(|ui| {
        for (n, (text, answer)) in choices.into_iter().enumerate() {
            let button = ui.button(text.into());
            if button.clicked() || n == 0 && enter && !button.has_focus() {
                chosen = Some(answer);
            }
        }
    });
    chosen
}
