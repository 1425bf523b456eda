//! Panels: what each shows of the model, and the messages that it sends. A panel changes nothing.

pub(crate) mod start;
pub(crate) mod project;
pub(crate) mod tools;
mod heights;
pub(crate) mod number;
pub(crate) mod kinds;
pub(crate) mod inspector;
pub(crate) mod problems;
pub(crate) mod history;
pub(crate) mod minimap;
pub(crate) mod log;

use eframe::egui::Ui;

/// Said where there is nothing to show.
pub(crate) fn empty(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.vertical_centered(|ui| ui.weak(text));
}
