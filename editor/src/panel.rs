//! Panels: what each shows of the model, and the messages that it sends. A panel changes nothing.

pub(crate) mod choices;
pub(crate) mod start;
pub(crate) mod project;
pub(crate) mod tool_buttons;
mod tool_signs;
pub(crate) mod number;
pub(crate) mod kept;
pub(crate) mod slider;
pub(crate) mod typed;
pub(crate) mod keys_to;
pub(crate) mod rows;
pub(crate) mod step;
pub(crate) mod picker;
pub(crate) mod problems;
pub(crate) mod history;
pub(crate) mod minimap;
pub(crate) mod log;
pub(crate) mod compare;
pub(crate) mod conflicts;

use eframe::egui::{Align, Button, DragValue, Id, Label, Layout, Response, TextEdit, Ui, vec2};
use landwright_core::format::number::F32;
use landwright_core::space::ragnarok::height_from_altitude;

use crate::command::CommandId;
use crate::look::help;
use crate::message::Message;
use crate::model::Model;

pub(crate) use crate::look::control::{name, nothing as empty};

/// A field that has the keys when it appears; from then on Tab leads from it to others.
pub(crate) fn first_field(ui: &mut Ui, field: TextEdit<'_>, named: &str) -> Response {
    let id = Id::new(named);
    let is_new = ui.ctx().read_response(id).is_none();
    let response = ui.add(field.id(id));
    if is_new {
        response.request_focus();
    }
    name(&response, named);
    response
}

/// The same for a number, which is selected as a whole: what is typed takes its place.
pub(crate) fn first_number(ui: &mut Ui, number: DragValue<'_>, named: &str) {
    let is_new = ui.ctx().read_response(ui.next_auto_id()).is_none();
    let response = ui.add(number);
    if is_new {
        response.request_focus();
        keys_to::select_all(ui, response.id);
    }
    name(&response, named);
}

/// The height of an altitude in a file. Nobody wants to read -0.0.
pub(crate) fn height_in_words(altitude: F32, n_digits: usize) -> String {
    let text = format!("{:.n_digits$}", height_from_altitude(altitude));
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|c| matches!(c, '0' | '.')) => digits.to_owned(),
        _ => text,
    }
}

/// Where the pointer is, in the status bar. The room stays, so that nothing jumps while it moves.
pub(crate) fn place_in_status(ui: &mut Ui, place: Option<String>, width: f32) {
    let place = place.unwrap_or_else(|| "–".to_owned());
    ui.allocate_ui_with_layout(vec2(width, 18.0), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(width);
        ui.add(Label::new(place).truncate());
    });
}

/// Buttons of commands, as wide as their texts.
pub(crate) fn command_buttons(
    ui: &mut Ui,
    model: &Model,
    ids: &[CommandId],
    send: &mut Vec<Message>,
) {
    ui.horizontal_wrapped(|ui| {
        for id in ids {
            let command = id.command();
            let is_on = model.is_on(*id) == Some(true);
            let button = Button::new(command.text).selected(is_on).min_size(vec2(0.0, 22.0));
            let tooltip = model.settings.tooltip(*id);
            let button = ui.add_enabled(model.can_run(*id), button).on_hover_text(&tooltip);
            help::about(&button, || format!("window/{}", command.name));
            if button.on_disabled_hover_text(tooltip).clicked() {
                send.push(Message::Command(*id));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_level_has_no_sign() {
        let shown = [0.0, 0.04, 0.06, -3.0].map(|altitude| height_in_words(F32::new(altitude), 1));
        assert_eq!(shown, ["0.0", "0.0", "-0.1", "3.0"]);
    }
}
