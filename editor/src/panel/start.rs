//! The start page: what can be opened, with one click.

use eframe::egui;
use egui::{Align, Button, Layout, RichText, Ui, Vec2, vec2};

use crate::command::CommandId;
use crate::model::Model;
use crate::model::message::Message;
use crate::model::open::name_of;

/// Wide enough for every text, so that rows stand below each other.
const BUTTON: Vec2 = vec2(165.0, 40.0);

pub(crate) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let margin = ((ui.available_width() - 640.0) / 2.0).max(16.0);
        ui.add_space(32.0);
        ui.horizontal(|ui| {
            ui.add_space(margin);
            ui.vertical(|ui| {
                ui.set_max_width(640.0);
                ui.label(RichText::new("Landwright").size(32.0).strong());
                ui.label(
                    "Maps, areas and zones of online games, edited by hand and saved to the byte",
                );
                ui.add_space(20.0);
                begin(ui, send);
                ui.add_space(24.0);
                recent(ui, model, send);
                ui.add_space(24.0);
                ui.weak("Ctrl+Shift+P finds every command. Files can be dropped on the window.");
            });
        });
    });
}

fn begin(ui: &mut Ui, send: &mut Vec<Message>) {
    let rows = [
        [CommandId::OpenSample, CommandId::OpenSampleZone, CommandId::OpenSampleArea],
        [CommandId::Open, CommandId::OpenFolder, CommandId::NewMap],
    ];
    for ids in rows {
        ui.horizontal_wrapped(|ui| {
            for id in ids {
                let command = id.command();
                let text = RichText::new(command.text).size(15.0);
                let button = Button::new(text).min_size(BUTTON);
                if ui.add(button).on_hover_text(command.tooltip).clicked() {
                    send.push(Message::Command(id));
                }
            }
        });
    }
}

fn recent(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    ui.label(RichText::new("Recent files").strong());
    ui.add_space(4.0);
    if model.settings.recent.is_empty() {
        ui.weak("Files that you open stand here. The samples need no files.");
    }
    for path in &model.settings.recent {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let link = ui.link(name_of(path)).on_hover_text(path.display().to_string());
            if link.clicked() {
                send.push(Message::Open(vec![path.clone()]));
            }
            let folder = path.parent().map(|folder| folder.display().to_string());
            ui.add(egui::Label::new(RichText::new(folder.unwrap_or_default()).weak()).truncate());
        });
    }
}
