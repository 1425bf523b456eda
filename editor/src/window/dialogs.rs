//! The questions that the model has, and the answers to them.

mod by_name;
mod keys;
mod questions;
mod recover;
mod settings;

use eframe::egui;
use egui::{Align2, Id, Key, Modal, Order, ScrollArea, TextEdit, Ui, Window, vec2};

use crate::kind;
use crate::message::Message;
use crate::message::dialog::form::Asked;
use crate::message::dialog::{Answer, Dialog};
use crate::model::Model;
use crate::panel::choices::choices;
use crate::panel::first_field;

pub(crate) fn show(context: &egui::Context, model: &Model, send: &mut Vec<Message>) {
    let Some(dialog) = model.dialog() else { return };
    if dialog.is_beside() {
        let answer = ask_beside(context, model, dialog, send);
        send.extend(answer.map(Message::Answer));
        return;
    }
    let mut answer = None;
    let modal = Modal::new(Id::new("dialog")).frame(frame(context)).show(context, |ui| {
        ui.set_max_width(match dialog {
            Dialog::Keys(_) => 640.0,
            Dialog::Settings => 500.0,
            Dialog::OfKind(asked) => asked.form().width(),
            _ => 460.0,
        });
        scrolled(ui, |ui| answer = ask(ui, model, dialog, send));
    });
    // A stray click beside a dialog takes nothing that was typed. What a crash left has to be dealt with by
    // a decision.
    let is_closed = modal.should_close() && !modal.backdrop_response.clicked();
    if is_closed && answer.is_none() && !matches!(dialog, Dialog::Recover { .. }) {
        answer = Some(Answer::Cancel);
    }
    send.extend(answer.map(Message::Answer));
}

/// With as much air around what is asked as windows have.
pub(in crate::window) fn frame(context: &egui::Context) -> egui::Frame {
    let style = context.global_style();
    egui::Frame::popup(&style).inner_margin(style.spacing.window_margin)
}

/// What does not fit into a small window, or at a large scale, is scrolled to.
fn scrolled(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let height = (ui.ctx().content_rect().height() - 120.0).max(60.0);
    // As much room as there may be, however little was shown in the frame before.
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, add);
}

/// The field that somebody types into. By the frame that hears of Enter or Escape it is left already.
pub(super) fn typed_into(context: &egui::Context) -> Option<Id> {
    context.text_edit_focused().then(|| context.memory(egui::Memory::focused)).flatten()
}

/// While somebody typed into a panel, Enter and Escape are meant for that field, and not for a
/// question that is beside it.
pub(super) fn leave_keys_to(context: &egui::Context, typed_into: Option<Id>) {
    let field = typed_into.and_then(|field| context.read_response(field));
    if field.is_some_and(|field| field.layer_id.order == Order::Background) {
        context.input_mut(|input| {
            for key in [Key::Enter, Key::Escape] {
                input.consume_key(egui::Modifiers::NONE, key);
            }
        });
    }
}

/// Beside the map, which shows what would become of it.
fn ask_beside(
    context: &egui::Context,
    model: &Model,
    dialog: &Dialog,
    send: &mut Vec<Message>,
) -> Option<Answer> {
    let mut answer = None;
    // A list that is open takes Escape for itself.
    let has_list = egui::Popup::is_any_open(context);
    Window::new("Preview")
        .id(Id::new("dialog beside"))
        .title_bar(false)
        .resizable(false)
        .anchor(Align2::RIGHT_TOP, vec2(-12.0, 60.0))
        .show(context, |ui| {
            ui.set_width(290.0);
            scrolled(ui, |ui| {
                answer = match dialog {
                    Dialog::OfKind(asked) => of_kind(ui, model, asked, send),
                    _ => None,
                };
            });
        });
    let is_given_up = context.input(|input| input.key_pressed(Key::Escape));
    answer.or((is_given_up && !has_list).then_some(Answer::Cancel))
}

fn ask(ui: &mut Ui, model: &Model, dialog: &Dialog, send: &mut Vec<Message>) -> Option<Answer> {
    match dialog {
        Dialog::Keys(form) => keys::ask(ui, model, form, send),
        Dialog::Settings => settings::ask(ui, model, send),
        Dialog::OfKind(asked) => of_kind(ui, model, asked, send),
        Dialog::Names(form) => by_name::ask(ui, form),
        Dialog::GoTo { text } => go_to(ui, model, text),
        Dialog::Unsaved { document, name, then } => questions::unsaved(ui, *document, name, *then),
        Dialog::UnsavedAtEnd { documents } => questions::unsaved_at_end(ui, documents),
        Dialog::ChangedOnDisk { document, what } => questions::changed(ui, model, *document, what),
        Dialog::Recover { left } => recover::show(ui, model, left),
        Dialog::ReplaceFiles(form) => questions::replace_files(ui, form),
        Dialog::Failed { what } => questions::failed(ui, what),
        Dialog::Merged { name, told } => questions::merged(ui, name, told),
        Dialog::Trust(form) => questions::trust(ui, form),
        Dialog::Kind(document, question) => questions::with_buttons(ui, *document, question),
        Dialog::About => questions::about(ui),
    }
}

/// A question that a kind draws.
fn of_kind(ui: &mut Ui, model: &Model, asked: &Asked, send: &mut Vec<Message>) -> Option<Answer> {
    kind::of_id(asked.form().kind())?.ask(ui, model, asked, send)
}

fn go_to(ui: &mut Ui, model: &Model, text: &str) -> Option<Answer> {
    let mut new = text.to_owned();
    let of_kind = model.active_kind().and_then(|document| document.places());
    let [heading, hint, label] = of_kind.unwrap_or(["Go to cell", "120, 85", "Cell"]);
    ui.heading(heading);
    let field = first_field(ui, TextEdit::singleline(&mut new).hint_text(hint), label);
    if let Some((kind, id)) = model.kind_in_front().filter(|_| !new.trim().is_empty())
        && !kind.show_place(ui, model, id, &new)
    {
        // Enter leads nowhere, so that what was typed can be mended.
        if ui.input(|input| input.key_pressed(Key::Enter)) {
            field.request_focus();
        }
    }
    let go = ("Go", Answer::GoTo(new.clone()));
    let changed = (new != text).then_some(Answer::Keep(Dialog::GoTo { text: new }));
    choices(ui, [go, ("Cancel", Answer::Cancel)]).or(changed)
}
