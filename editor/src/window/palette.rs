//! The command palette: every command by a few letters of its name.

use eframe::egui;
use egui::{Align2, Event, Key, Modal, ScrollArea, TextEdit, Ui, vec2};

use crate::command::{self, Command, CommandId};
use crate::look::help;
use crate::message::Message;
use crate::model::Model;
use crate::panel::step::Step;

/// What was typed, and which row is chosen.
#[derive(Default)]
pub(super) struct CommandPalette {
    text: String,
    chosen: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Open,
    Closed,
}

impl Outcome {
    pub(super) fn is_closed(self) -> bool {
        self == Outcome::Closed
    }
}

impl CommandPalette {
    pub(super) fn show(
        &mut self,
        context: &egui::Context,
        model: &Model,
        send: &mut Vec<Message>,
    ) -> Outcome {
        let mut outcome = Outcome::Open;
        let id = egui::Id::new("palette");
        let above = Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, 48.0));
        let modal =
            Modal::new(id).area(above).frame(super::dialogs::frame(context)).show(context, |ui| {
                ui.set_width(480.0);
                let step = Step::of_keys(ui);
                self.field(ui);
                let found = found(&self.text, model);
                if found.is_empty() {
                    ui.weak("No command has this name");
                }
                if ui.input(|input| input.key_pressed(Key::F1))
                    && let Some(command) = found.get(self.chosen)
                {
                    help::note(ui.ctx(), format!("window/{}", command.name));
                    send.push(Message::Command(CommandId::Manual));
                    outcome = Outcome::Closed;
                }
                if let Some(id) = self.list(ui, model, &found, step) {
                    let mut settings = model.settings.clone();
                    settings.remember_command(id.command().name);
                    send.push(Message::SetSettings(Box::new(settings)));
                    send.push(Message::Command(id));
                    outcome = Outcome::Closed;
                }
            });
        if modal.should_close() { Outcome::Closed } else { outcome }
    }

    fn field(&mut self, ui: &mut Ui) {
        let field = TextEdit::singleline(&mut self.text).hint_text("What do you want to do?");
        let field = ui.add(field.desired_width(f32::INFINITY));
        if !field.has_focus() {
            // What was typed before the field was there is meant for it as well.
            self.text.extend(typed(ui));
            field.request_focus();
        }
        crate::panel::name(&field, "Command");
        if field.changed() {
            self.chosen = 0;
        }
    }

    /// Moves along the rows, and says which command was run.
    fn list(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        found: &[&Command],
        step: Option<Step>,
    ) -> Option<CommandId> {
        self.chosen = Step::along(step, self.chosen, found.len());
        let mut run = None;
        // As much room as there may be, however few commands were found before.
        let list = ScrollArea::vertical().max_height(360.0).min_scrolled_height(360.0);
        list.auto_shrink([false, true]).show(ui, |ui| {
            for (n, command) in found.iter().enumerate() {
                let is_chosen = n == self.chosen;
                let button = egui::Button::selectable(is_chosen, title(command));
                let row = row(ui, button, command, model);
                if is_chosen && matches!(step, Some(Step::Up | Step::Down)) {
                    row.scroll_to_me(None);
                }
                if row.clicked() || is_chosen && step == Some(Step::Run) {
                    run = Some(command.id);
                }
            }
        });
        run
    }
}

/// The letters of this frame.
fn typed(ui: &Ui) -> Vec<String> {
    ui.input(|input| {
        let letters = input.events.iter().filter_map(|event| match event {
            Event::Text(text) => Some(text.clone()),
            _ => None,
        });
        letters.collect()
    })
}

fn title(command: &Command) -> String {
    format!("{}: {}", command.menu.text(), command.text.trim_end_matches('…'))
}

fn row(ui: &mut Ui, button: egui::Button<'_>, command: &Command, model: &Model) -> egui::Response {
    let key = model.settings.key_text(command.id);
    let button = button.shortcut_text(key).min_size(vec2(ui.available_width(), 24.0));
    ui.add_enabled(model.can_run(command.id), button).on_hover_text(command.tooltip)
}

/// The commands that a text may mean, the likeliest first; those that can't run now are last. Of
/// those that are as likely, the one that was run last comes first.
fn found(text: &str, model: &Model) -> Vec<&'static Command> {
    let recent = &model.settings.recent_commands;
    let n_since = |command: &Command| {
        recent.iter().position(|name| name == command.name).unwrap_or(recent.len())
    };
    let mut found: Vec<(bool, i32, usize, &Command)> = command::all()
        .filter(|command| model.has_use_for(command))
        .filter_map(|command| {
            let score = score(text, command)?;
            Some((!model.can_run(command.id), -score, n_since(command), command))
        })
        .collect();
    found.sort_by_key(|(is_off, score, n_since, _)| (*is_off, *score, *n_since));
    found.into_iter().map(|(_, _, _, command)| command).collect()
}

/// How well a text fits a command. Its own name counts more than that of its menu, and a text that is
/// in it as it was typed more than single letters.
fn score(text: &str, command: &Command) -> Option<i32> {
    let (text, name) = (text.trim().to_lowercase(), command.text.to_lowercase());
    if text.is_empty() {
        return Some(0);
    }
    let of_menu = fuzzy(&text, &format!("{} {name}", command.menu.text()));
    let of_name = fuzzy(&text, &name).map(|score| score + 16);
    let is_word = |at: usize| {
        name.get(..at)
            .and_then(|before| before.chars().next_back())
            .is_none_or(|c| !c.is_alphanumeric())
    };
    let as_typed = match name.find(&text) {
        Some(0) => 96,
        Some(at) if is_word(at) => 64,
        Some(_) => 32,
        None => 0,
    };
    Some(of_name.max(of_menu)? + as_typed)
}

/// How well letters are found in order in a name; `None` where one is missing. Letters that begin
/// words or follow each other count more. Without letters, all stay in their order.
fn fuzzy(letters: &str, name: &str) -> Option<i32> {
    if letters.is_empty() {
        return Some(0);
    }
    let name: Vec<char> = name.to_lowercase().chars().collect();
    let (mut at, mut score, mut last) = (0, 0, None);
    for letter in letters.to_lowercase().chars().filter(|c| !c.is_whitespace()) {
        let is_start = |n: &usize| *n == 0 || name.get(n - 1).is_some_and(|c| !c.is_alphanumeric());
        let places = || (at..name.len()).filter(|n| name.get(*n) == Some(&letter));
        let follows = last.map(|last: usize| last + 1).filter(|n| name.get(*n) == Some(&letter));
        let place = follows.or_else(|| places().find(is_start)).or_else(|| places().next())?;
        score += if follows == Some(place) || is_start(&place) { 4 } else { 1 };
        (last, at) = (Some(place), place + 1);
    }
    Some(score * 8 - name.len() as i32 / 4)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::settings::Settings;

    #[test]
    fn a_few_letters_find_a_command() {
        let best = |text: &str| {
            let mut all: Vec<_> =
                command::all().filter_map(|c| Some((score(text, c)?, c.name))).collect();
            all.sort_by_key(|(score, _)| -score);
            all.first().map(|(_, name)| *name)
        };
        assert_eq!(best("undo"), Some("undo"));
        assert_eq!(best("flood"), Some("tool-fill"));
        assert_eq!(best("zoofi"), Some("zoom-fit"));
        assert_eq!(best("crosel"), Some("crop-to-selection"));
        assert_eq!(best("save"), Some("save"));
        assert_eq!(best("grid"), Some("toggle-grid"));
        assert_eq!(best("qqq"), None);
    }

    #[test]
    fn the_commands_that_were_run_last_come_first() {
        let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
        for id in [CommandId::About, CommandId::NewMap] {
            model.settings.remember_command(id.command().name);
        }
        let ids: Vec<CommandId> = found("", &model).iter().map(|command| command.id).collect();
        assert_eq!(ids[..2], [CommandId::NewMap, CommandId::About]);
    }
}
