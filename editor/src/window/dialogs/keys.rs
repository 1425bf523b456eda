//! Every command with its keys, and the keys that a person gives to it instead.

use eframe::egui;
use egui::{Align, Button, Key, Layout, RichText, ScrollArea, TextEdit, Ui, UiBuilder, vec2};

use crate::command::shortcut::Shortcut;
use crate::command::{self, Command, CommandId};
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog, KeysForm};
use crate::model::Model;
use crate::panel;
use crate::settings::Settings;
use crate::settings::keys::KeyChange;
use crate::window::keys::pressed;

const ROW: f32 = 24.0;

pub(super) fn ask(
    ui: &mut Ui,
    model: &Model,
    form: &KeysForm,
    send: &mut Vec<Message>,
) -> Option<Answer> {
    ui.set_width(620.0);
    ui.heading("Keys");
    if let Some(id) = form.waiting {
        let new = wait(ui, model, form, id, send)?;
        return Some(Answer::Keep(Dialog::Keys(new)));
    }
    if let Some((id, shortcut)) = &form.wanted {
        return conflict(ui, model, form, *id, shortcut, send);
    }
    let mut new = form.clone();
    head(ui, &model.settings, &mut new.search, send);
    let found = found(&model.settings, &new.search);
    if found.is_empty() {
        ui.weak("No command has this name or this key");
    }
    let height = (ui.ctx().content_rect().height() - 220.0).clamp(100.0, 420.0);
    let scroll = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    scroll.auto_shrink(false).show_rows(ui, ROW, found.len(), |ui, rows| {
        for command in found.get(rows).unwrap_or_default() {
            row(ui, command, &model.settings, &mut new, send);
        }
    });
    let changed = (new != *form).then_some(Answer::Keep(Dialog::Keys(new)));
    changed.or_else(|| close(ui))
}

fn head(ui: &mut Ui, settings: &Settings, search: &mut String, send: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        let find = TextEdit::singleline(search).hint_text("Find a command or a key");
        let find = panel::first_field(ui, find.desired_width(300.0), "Find a command or a key");
        if ui.memory(|memory| memory.focused().is_none()) {
            find.request_focus();
        }
        let has_own = command::all().any(|command| settings.has_own_keys(command.id));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let reset = ui.add_enabled(has_own, Button::new("Reset all"));
            if reset.on_hover_text("Reset the keys of all commands to their defaults").clicked() {
                send.push(Message::ChangeKeys(KeyChange::ResetAll));
            }
        });
    });
}

fn row(
    ui: &mut Ui,
    command: &Command,
    settings: &Settings,
    form: &mut KeysForm,
    send: &mut Vec<Message>,
) {
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), egui::Sense::hover());
    let (names, keys) = area.split_left_right_at_x(area.left() + 290.0);
    let part = |rect| UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(part(names), |ui| {
        let text = format!("{}: {}", command.menu.text(), command.text.trim_end_matches('…'));
        let is_own = settings.has_own_keys(command.id);
        let text = if is_own { RichText::new(text).strong() } else { RichText::new(text) };
        ui.add(egui::Label::new(text).truncate()).on_hover_text(command.tooltip);
    });
    ui.scope_builder(part(keys), |ui| {
        for shortcut in settings.keys_of(command.id) {
            let button = ui.button(format!("{shortcut}  ✖"));
            if button.on_hover_text(format!("Remove {shortcut}")).clicked() {
                send.push(Message::ChangeKeys(KeyChange::Remove(command.id, shortcut)));
            }
        }
        let add = ui.button("Add…");
        panel::name(&add, &format!("Add a key for {}", command.text));
        if add.on_hover_text("Press a new key for this command").clicked() {
            form.waiting = Some(command.id);
        }
        if settings.has_own_keys(command.id) && ui.button("Reset").clicked() {
            send.push(Message::ChangeKeys(KeyChange::Reset(command.id)));
        }
    });
}

/// Waits for a key. `None` until one is pressed.
fn wait(
    ui: &mut Ui,
    model: &Model,
    form: &KeysForm,
    id: CommandId,
    send: &mut Vec<Message>,
) -> Option<KeysForm> {
    ui.label(format!("Press the key for “{}”, or Escape to cancel", id.command().text));
    let shortcut = pressed(ui.ctx())?;
    let mut new = KeysForm { waiting: None, ..form.clone() };
    if shortcut.key == Key::Escape.name() {
        return Some(new);
    }
    if model.settings.owners_of(&shortcut, id).is_empty() {
        send.push(Message::ChangeKeys(KeyChange::Add(id, shortcut)));
    } else {
        new.wanted = Some((id, shortcut));
    }
    Some(new)
}

/// The key belongs to other commands: the person decides.
fn conflict(
    ui: &mut Ui,
    model: &Model,
    form: &KeysForm,
    id: CommandId,
    shortcut: &Shortcut,
    send: &mut Vec<Message>,
) -> Option<Answer> {
    let owners = model.settings.owners_of(shortcut, id);
    let owners: Vec<&str> = owners.iter().map(|owner| owner.command().text).collect();
    ui.label(format!("{shortcut} is used by “{}”.", owners.join("” and “")));
    ui.label(format!("Use it for “{}” instead?", id.command().text));
    let (enter, escape) =
        ui.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
    ui.add_space(10.0);
    let (gives, leaves) =
        ui.horizontal(|ui| (ui.button("Give it").clicked(), ui.button("Leave it").clicked())).inner;
    if gives || enter {
        send.push(Message::ChangeKeys(KeyChange::Add(id, shortcut.clone())));
    }
    let is_over = gives || enter || leaves || escape;
    is_over.then(|| Answer::Keep(Dialog::Keys(KeysForm { wanted: None, ..form.clone() })))
}

/// Enter belongs to the field.
fn close(ui: &mut Ui) -> Option<Answer> {
    ui.add_space(10.0);
    ui.button("Close").clicked().then_some(Answer::Cancel)
}

/// By words of their names, or by a key.
fn found(settings: &Settings, search: &str) -> Vec<&'static Command> {
    let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
    let is_found = |command: &&Command| {
        let text = format!("{} {} {}", command.menu.text(), command.text, command.name);
        let keys = settings.keys_of(command.id);
        let keys: Vec<String> = keys.iter().map(|key| key.to_string().to_lowercase()).collect();
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word) || keys.contains(word))
    };
    command::all().filter(is_found).collect()
}

#[cfg(test)]
mod tests {
    use egui::Modifiers;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::model::trial::{flat, run};

    /// The dialog after a search for the command "About Landwright".
    fn harness() -> Harness<'static, Model> {
        let mut model = flat(4);
        run(&mut model, CommandId::Keys);
        let show = |ui: &mut Ui, model: &mut Model| {
            let mut send = Vec::new();
            super::super::show(ui.ctx(), model, &mut send);
            send.into_iter().for_each(|message| model.handle(message));
        };
        let size = vec2(900.0, 700.0);
        let mut harness = Harness::builder().with_size(size).build_ui_state(show, model);
        harness.run();
        harness.get_by_label("Find a command or a key").click();
        harness.run();
        harness.get_by_label("Find a command or a key").type_text("about");
        harness.run();
        harness
    }

    fn keys(harness: &Harness<'_, Model>, id: CommandId) -> Vec<String> {
        let keys = harness.state().settings.keys_of(id);
        keys.iter().map(|key| key.to_string().replace("Cmd", "Ctrl")).collect()
    }

    fn add(harness: &mut Harness<'_, Model>, modifiers: Modifiers, key: Key) {
        harness.get_by_label("Add a key for About Landwright").click();
        harness.run();
        harness.key_press_modifiers(modifiers, key);
        harness.run();
    }

    #[test]
    fn a_free_key_is_given_at_once() {
        let mut harness = harness();
        add(&mut harness, Modifiers::COMMAND | Modifiers::ALT, Key::F7);
        assert_eq!(keys(&harness, CommandId::About), ["Ctrl+Alt+F7"]);
        harness.get_by_label_contains("F7  ✖").click();
        harness.run();
        assert!(keys(&harness, CommandId::About).is_empty());
    }

    #[test]
    fn a_key_of_another_command_is_asked_about() {
        let mut harness = harness();
        for (answer, expected) in [("Leave it", vec![]), ("Give it", vec!["Ctrl+Z".to_owned()])] {
            add(&mut harness, Modifiers::COMMAND, Key::Z);
            harness.get_by_label(answer).click();
            harness.run();
            assert_eq!(keys(&harness, CommandId::About), expected);
        }
        assert!(keys(&harness, CommandId::Undo).is_empty());
        harness.get_by_label("Reset all").click();
        harness.run();
        assert_eq!(keys(&harness, CommandId::Undo), ["Ctrl+Z"]);
    }

    #[test]
    fn escape_waits_no_longer_and_the_dialog_stays() {
        let mut harness = harness();
        add(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(harness.query_by_label("Reset all").is_some());
        assert!(keys(&harness, CommandId::About).is_empty());
        harness.get_by_label("Close").click();
        harness.run();
        assert_eq!(harness.state().dialog(), None);
    }
}
