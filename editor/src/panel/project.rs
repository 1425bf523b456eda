//! The maps of a folder.

use std::path::Path;

use eframe::egui;
use egui::Ui;

use super::{empty, name, rows};
use crate::command::CommandId;
use crate::message::Message;
use crate::model::Model;
use crate::versions::name_of;

/// What was typed to find a file.
#[derive(Default)]
pub(crate) struct ProjectPanel {
    filter: String,
}

impl ProjectPanel {
    pub(crate) fn show(&mut self, ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
        let Some(folder) = &model.settings.folder else {
            empty(ui, "No folder is open");
            ui.vertical_centered(|ui| {
                if ui.button(CommandId::OpenFolder.command().text).clicked() {
                    send.push(Message::Command(CommandId::OpenFolder));
                }
            });
            return;
        };
        ui.horizontal(|ui| {
            ui.strong(name_of(folder)).on_hover_text(folder.display().to_string());
            if ui.small_button("Other folder…").clicked() {
                send.push(Message::Command(CommandId::OpenFolder));
            }
        });
        let hint = match model.project_files.len() {
            1 => "Find in 1 file".to_owned(),
            n => format!("Find in {n} files"),
        };
        let find = egui::TextEdit::singleline(&mut self.filter).hint_text(hint);
        name(&ui.add(find.desired_width(f32::INFINITY)), "Find a map");
        let wanted = self.filter.to_lowercase();
        let shown: Vec<(&Path, String)> = model
            .project_files
            .iter()
            .map(|path| {
                let shown = path.strip_prefix(folder).unwrap_or(path).display().to_string();
                (path.as_path(), shown)
            })
            .filter(|(_, shown)| shown.to_lowercase().contains(&wanted))
            .collect();
        if shown.is_empty() {
            empty(ui, "No maps");
            return;
        }
        let height = ui.text_style_height(&egui::TextStyle::Body);
        let scroll = egui::ScrollArea::vertical().auto_shrink(false);
        scroll.show_rows(ui, height, shown.len(), |ui, listed| {
            for (path, text) in shown.get(listed).unwrap_or_default() {
                let is_open = model.documents().any(|document| document.common().is_of(path));
                if rows::choice(ui, is_open, text, ui.available_width()).clicked() {
                    send.push(Message::Open(vec![path.to_path_buf()]));
                }
            }
        });
    }
}
