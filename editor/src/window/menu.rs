//! The menu bar, from the table of commands.

use eframe::egui;
use egui::{Button, MenuBar, Ui};

use crate::command::{COMMANDS, Command, Menu};
use crate::model::Model;
use crate::model::message::Message;

pub(super) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.text(), |ui| {
                ui.set_min_width(220.0);
                entries(ui, menu, model, send);
            });
        }
    });
}

fn entries(ui: &mut Ui, menu: Menu, model: &Model, send: &mut Vec<Message>) {
    let mut group = None;
    for command in COMMANDS.iter().filter(|command| command.menu == menu) {
        if group.replace(command.group).is_some_and(|before| before != command.group) {
            ui.separator();
        }
        if entry(ui, command, model) {
            send.push(Message::Command(command.id));
            ui.close();
        }
    }
}

fn entry(ui: &mut Ui, command: &Command, model: &Model) -> bool {
    let keys = model.settings.keys_of(command.id);
    let key = keys.first().map(ToString::to_string).unwrap_or_default();
    let mark = match model.is_on(command.id) {
        Some(true) => "✔ ",
        Some(false) => "    ",
        None => "",
    };
    let button = Button::new(format!("{mark}{}", command.text)).shortcut_text(key);
    ui.add_enabled(model.can_run(command.id), button).on_hover_text(command.tooltip).clicked()
}
