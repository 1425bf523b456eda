//! The menu bar, from the table of commands.

use eframe::egui;
use egui::{Button, MenuBar, Ui, WidgetInfo, WidgetType};

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
    let mut submenu = None;
    for command in COMMANDS.iter().filter(|command| command.menu == menu) {
        if group.replace(command.group).is_some_and(|before| before != command.group) {
            ui.separator();
        }
        match command.id.submenu() {
            None if entry(ui, command, model) => {
                send.push(Message::Command(command.id));
                ui.close();
            }
            None => {}
            // Its commands stand together in the table; the first opens it.
            Some(of) if submenu.replace(of) != Some(of) => {
                ui.menu_button(of, |ui| submenu_entries(ui, of, model, send));
            }
            Some(_) => {}
        }
    }
}

fn submenu_entries(ui: &mut Ui, of: &str, model: &Model, send: &mut Vec<Message>) {
    ui.set_min_width(180.0);
    for command in COMMANDS.iter().filter(|command| command.id.submenu() == Some(of)) {
        if entry(ui, command, model) {
            send.push(Message::Command(command.id));
            ui.close();
        }
    }
}

fn entry(ui: &mut Ui, command: &Command, model: &Model) -> bool {
    let keys = model.settings.keys_of(command.id);
    let key = keys.first().map(ToString::to_string).unwrap_or_default();
    let (is_on, can_run) = (model.is_on(command.id), model.can_run(command.id));
    let mark = match is_on {
        Some(true) => "✔ ",
        Some(false) => "    ",
        None => "",
    };
    let button = Button::new(format!("{mark}{}", command.text)).shortcut_text(&key);
    let entry = ui.add_enabled(can_run, button).on_hover_text(command.tooltip);
    entry.widget_info(|| WidgetInfo {
        selected: is_on,
        ..WidgetInfo::labeled(WidgetType::Button, can_run, command.text)
    });
    entry.ctx.accesskit_node_builder(entry.id, |node| {
        node.set_author_id(command.name);
        if !key.is_empty() {
            node.set_keyboard_shortcut(key);
        }
    });
    entry.clicked()
}
