//! The questions that the model has, and the answers to them.

mod automatic;
mod by_name;
mod keys;
mod new_area;
mod questions;
mod recover;
mod reference;
mod regenerate;
mod replace;
mod resize;
mod settings;
mod things;

use std::sync::Arc;

use eframe::egui;
use egui::{
    Align2, DragValue, Grid, Id, Key, Modal, Order, ScrollArea, TextEdit, Ui, WidgetText, Window,
    vec2,
};
use landwright_core::format::ragnarok::gat::Version;

use crate::model::Model;
use crate::model::dialog::{Answer, Dialog, NewMapForm};
use crate::model::message::Message;
use crate::panel::kept::kept;
use crate::panel::{first_field, name};

pub(super) fn show(context: &egui::Context, model: &Model, send: &mut Vec<Message>) {
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
            Dialog::CopiesLeft(_) => 560.0,
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
                    Dialog::AutomaticTypes(id, form) => automatic::ask(ui, model, *id, form),
                    Dialog::ReplaceType(id, form) => replace::ask(ui, model, *id, form),
                    Dialog::Reference(id) => reference::ask(ui, model, *id, send),
                    Dialog::FindThings(id, form) => things::find(ui, model, *id, form, send),
                    Dialog::CellsChanged { document, name, cells } => {
                        questions::cells_changed(ui, *document, name, cells)
                    }
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
        Dialog::Resize(id, form) => resize::ask(ui, model, *id, form),
        Dialog::Convert { document, version, lost } => {
            questions::convert(ui, *document, *version, lost)
        }
        Dialog::AutomaticTypes(..) | Dialog::ReplaceType(..) => None,
        Dialog::Reference(_) | Dialog::FindThings(..) | Dialog::CellsChanged { .. } => None,
        Dialog::LeadElsewhere(asked) => things::lead_elsewhere(ui, asked),
        Dialog::Array(id, form) => things::array(ui, model, *id, form),
        Dialog::NewMap(form) => new_map(ui, form),
        Dialog::Names(form) => by_name::ask(ui, form),
        Dialog::NewArea(form) => new_area::ask(ui, form),
        Dialog::Regenerate(form) => regenerate::ask(ui, form),
        Dialog::GoTo { text } => go_to(ui, model, text),
        Dialog::Unsaved { document, name, then } => questions::unsaved(ui, *document, name, *then),
        Dialog::UnsavedAtEnd { documents } => questions::unsaved_at_end(ui, documents),
        Dialog::ChangedOnDisk { document, what } => questions::changed(ui, model, *document, what),
        Dialog::Recover { left } => recover::show(ui, model, left),
        Dialog::ReplaceFiles(form) => questions::replace_files(ui, form),
        Dialog::ZonesGone { document, files } => questions::zones_gone(ui, *document, files),
        Dialog::Failed { what } => questions::failed(ui, what),
        Dialog::Merged { name, told } => questions::merged(ui, name, told),
        Dialog::CopiesLeft(form) => questions::copies_left(ui, form),
        Dialog::Trust(form) => questions::trust(ui, form),
        Dialog::DeleteStamp { stamp, name } => questions::delete_stamp(ui, *stamp, name),
        Dialog::Kind(document, question) => questions::of_kind(ui, *document, question),
        Dialog::About => questions::about(ui),
    }
}

/// Buttons in a row; Enter means the first.
fn choices(
    ui: &mut Ui,
    choices: impl IntoIterator<Item = (impl Into<WidgetText>, Answer)>,
) -> Option<Answer> {
    ui.add_space(10.0);
    let enter = ui.input(|input| input.key_pressed(Key::Enter));
    let mut chosen = None;
    ui.horizontal(|ui| {
        for (n, (text, answer)) in choices.into_iter().enumerate() {
            let button = ui.button(text.into());
            if button.clicked() || n == 0 && enter && !button.has_focus() {
                chosen = Some(answer);
            }
        }
    });
    chosen
}

fn new_map(ui: &mut Ui, form: &NewMapForm) -> Option<Answer> {
    let mut new = form.clone();
    ui.heading("New map");
    Grid::new("new map").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        ui.label("Width in cells");
        name(&ui.add(DragValue::new(&mut new.width).range(1..=4096)), "Width in cells");
        ui.end_row();
        ui.label("Height in cells");
        name(&ui.add(DragValue::new(&mut new.height).range(1..=4096)), "Height in cells");
        ui.end_row();
        ui.label("Type of all cells");
        name(&ui.add(DragValue::new(&mut new.kind).range(0..=6)), "Type of all cells");
        ui.end_row();
        ui.label("Version");
        ui.horizontal(|ui| {
            ui.selectable_value(&mut new.version, Version::V1_2, "1.2");
            ui.selectable_value(&mut new.version, Version::V1_3, "1.3");
        });
        ui.end_row();
    });
    if new.width % 2 == 1 || new.height % 2 == 1 {
        ui.weak("Clients expect an even width and height: a ground tile is two cells wide");
    }
    let make = ("Make", Answer::NewMap(new.clone()));
    let changed = (new != *form).then_some(Answer::Keep(Dialog::NewMap(new)));
    choices(ui, [make, ("Cancel", Answer::Cancel)]).or(changed)
}

fn go_to(ui: &mut Ui, model: &Model, text: &str) -> Option<Answer> {
    let mut new = text.to_owned();
    let of_kind = model.active_kind().and_then(|document| document.places());
    let [heading, hint, label] = of_kind.unwrap_or(["Go to cell", "120, 85", "Cell"]);
    ui.heading(heading);
    let field = first_field(ui, TextEdit::singleline(&mut new).hint_text(hint), label);
    if let Some(zone) = model.active_zone().filter(|_| !new.trim().is_empty()) {
        // Names are different where their place in memory is.
        let names = Arc::as_ptr(&zone.names) as usize;
        let key = (zone.editing().revision(), names, new.clone());
        let meant = kept(ui, Id::new(("go to", zone.id)), key, || zone.go_to_in_words(&new));
        match &*meant {
            Ok(meant) => {
                ui.weak(meant);
            }
            Err(trouble) => {
                ui.colored_label(ui.visuals().warn_fg_color, *trouble);
                // Enter leads nowhere, so that what was typed can be mended.
                if ui.input(|input| input.key_pressed(Key::Enter)) {
                    field.request_focus();
                }
            }
        }
    }
    let go = ("Go", Answer::GoTo(new.clone()));
    let changed = (new != text).then_some(Answer::Keep(Dialog::GoTo { text: new }));
    choices(ui, [go, ("Cancel", Answer::Cancel)]).or(changed)
}
