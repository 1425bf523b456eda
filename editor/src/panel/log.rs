//! What happened since the start, the newest at the end.

use eframe::egui;
use egui::{RichText, Ui};

use super::empty;
use crate::model::Model;
use crate::model::log::Level;
use crate::model::message::Message;

pub(crate) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    if model.log.lines().len() == 0 {
        empty(ui, "Nothing happened yet");
        return;
    }
    ui.horizontal(|ui| {
        if ui.small_button("Clear").clicked() {
            send.push(Message::ClearLog);
        }
        if ui.small_button("Copy all").clicked() {
            let lines: Vec<&str> = model.log.lines().map(|line| line.text.as_str()).collect();
            ui.ctx().copy_text(lines.join("\n"));
        }
    });
    let height = ui.text_style_height(&egui::TextStyle::Body);
    let scroll = egui::ScrollArea::both().auto_shrink(false).stick_to_bottom(true);
    scroll.show_rows(ui, height, model.log.lines().len(), |ui, rows| {
        for line in model.log.lines().skip(rows.start).take(rows.len()) {
            let colour = match line.level {
                Level::Note => ui.visuals().text_color(),
                Level::Warning => ui.visuals().warn_fg_color,
                Level::Error => ui.visuals().error_fg_color,
            };
            let seconds = line.at.duration_since(model.log.started).as_secs();
            let text = format!("{:02}:{:02}  {}", seconds / 60, seconds % 60, line.text);
            ui.label(RichText::new(text).color(colour));
        }
    });
}
