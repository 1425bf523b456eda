//! The questions that the model has, and the answers to them.

mod areas;
mod automatic;
mod keys;
mod new_area;
mod reference;
mod replace;
mod resize;
mod settings;
mod things;

use std::path::PathBuf;

use eframe::egui;
use egui::{Align2, DragValue, Grid, Key, Modal, ScrollArea, TextEdit, Ui, Window, vec2};
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::world::gat::action::{Action, Convert};

use crate::model::Model;
use crate::model::dialog::{Answer, Dialog, NewMapForm, Then};
use crate::model::message::Message;
use crate::model::open::name_of;
use crate::model::recovery::Left;
use crate::panel::{first_field, name};

pub(super) fn show(context: &egui::Context, model: &Model, send: &mut Vec<Message>) {
    let Some(dialog) = model.dialog() else { return };
    if dialog.is_beside() {
        let answer = ask_beside(context, model, dialog, send);
        send.extend(answer.map(Message::Answer));
        return;
    }
    let mut answer = None;
    let modal = Modal::new(egui::Id::new("dialog")).frame(frame(context)).show(context, |ui| {
        ui.set_max_width(match dialog {
            Dialog::Keys(_) => 640.0,
            Dialog::Settings => 500.0,
            _ => 460.0,
        });
        scrolled(ui, |ui| answer = ask(ui, model, dialog, send));
    });
    // What a crash left has to be dealt with by a decision, not by a stray click.
    if modal.should_close() && answer.is_none() && !matches!(dialog, Dialog::Recover { .. }) {
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

/// Beside the map, which shows what would become of it.
fn ask_beside(
    context: &egui::Context,
    model: &Model,
    dialog: &Dialog,
    send: &mut Vec<Message>,
) -> Option<Answer> {
    let mut answer = None;
    Window::new("Preview")
        .id(egui::Id::new("dialog beside"))
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
                    Dialog::FindThings(id, form) => things::find(ui, model, *id, form),
                    _ => None,
                };
            });
        });
    let is_given_up = context.input(|input| input.key_pressed(Key::Escape));
    answer.or(is_given_up.then_some(Answer::Cancel))
}

fn ask(ui: &mut Ui, model: &Model, dialog: &Dialog, send: &mut Vec<Message>) -> Option<Answer> {
    match dialog {
        Dialog::Keys(form) => keys::ask(ui, model, form, send),
        Dialog::Settings => settings::ask(ui, model, send),
        Dialog::Resize(id, form) => resize::ask(ui, model, *id, form),
        Dialog::Convert { document, version, lost } => {
            ui.heading("Something would be lost");
            ui.label(format!("In this conversion, {lost}. Undo brings it back."));
            let convert = Action::Convert(Convert { version: *version });
            choices(
                ui,
                [("Convert", Answer::Do(*document, convert.into())), ("Cancel", Answer::Cancel)],
            )
        }
        Dialog::AutomaticTypes(..) | Dialog::ReplaceType(..) => None,
        Dialog::Reference(_) | Dialog::FindThings(..) => None,
        Dialog::DeleteThings { document, n_things, lost } => {
            things::delete(ui, *document, *n_things, lost)
        }
        Dialog::Array(id, form) => things::array(ui, model, *id, form),
        Dialog::NewMap(form) => new_map(ui, form),
        Dialog::Areas(form) => areas::ask(ui, form),
        Dialog::NewArea(form) => new_area::ask(ui, form),
        Dialog::GoTo { text } => go_to(ui, model, text),
        Dialog::Unsaved { document, name, then } => {
            ui.heading("Unsaved changes");
            ui.label(format!("{name} has changes that are not saved."));
            let save = match then {
                Then::Reload => None,
                Then::Close | Then::Quit => Some(("Save", Answer::SaveFirst(*document, *then))),
            };
            let discard = ("Don't save", Answer::Discard(*document, *then));
            choices(ui, save.into_iter().chain([discard, ("Cancel", Answer::Cancel)]))
        }
        Dialog::ChangedOnDisk { document, name } => {
            ui.heading("Changed on disk");
            ui.label(format!(
                "{name} was changed by another program, and there are changes here that are not \
                 saved. Whatever you choose can be undone."
            ));
            let can_merge = model.document(*document).is_some_and(|document| document.can_merge());
            let merge = can_merge.then_some(("Merge both", Answer::Merge(*document)));
            let either = [
                ("Take what is on disk", Answer::TakeDisk(*document)),
                ("Keep mine", Answer::KeepMine(*document)),
            ];
            choices(ui, merge.into_iter().chain(either))
        }
        Dialog::Recover { left } => recover(ui, left),
        Dialog::Failed { what } => {
            ui.heading("That did not work");
            ui.label(what);
            choices(ui, [("OK", Answer::Cancel)])
        }
        Dialog::CopiesLeft { name, copies } => copies_left(ui, name, copies),
        Dialog::DeleteStamp { stamp, name } => {
            ui.heading("Delete a stamp");
            ui.label(format!("{name} is deleted from the library for good."));
            let delete = ("Delete", Answer::DeleteStamp(*stamp));
            choices(ui, [delete, ("Cancel", Answer::Cancel)])
        }
        Dialog::About => {
            ui.heading("Landwright");
            ui.label(concat!("Version ", env!("CARGO_PKG_VERSION")));
            ui.label("A level editor with a language server, for private servers of old games.");
            ui.label("Licensed under MIT or Apache-2.0, as you like.");
            choices(ui, [("Close", Answer::Cancel)])
        }
    }
}

/// What a save of a zone could not do to its copies.
fn copies_left(ui: &mut Ui, name: &str, copies: &[(PathBuf, Vec<String>)]) -> Option<Answer> {
    ui.heading("Not every copy was written");
    ui.label(format!(
        "{name} is saved. What you edited is not the same in these copies, so nothing was written \
         to them:"
    ));
    ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
        for (root, why) in copies {
            ui.add_space(4.0);
            ui.strong(root.display().to_string());
            why.iter().for_each(|why| drop(ui.label(why)));
        }
    });
    choices(ui, [("OK", Answer::Cancel)])
}

/// Buttons in a row; Enter means the first.
fn choices(
    ui: &mut Ui,
    choices: impl IntoIterator<Item = (&'static str, Answer)>,
) -> Option<Answer> {
    ui.add_space(10.0);
    let enter = ui.input(|input| input.key_pressed(Key::Enter));
    let mut chosen = None;
    ui.horizontal(|ui| {
        for (n, (text, answer)) in choices.into_iter().enumerate() {
            let button = ui.button(text);
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
        ui.weak("Clients expect even sides: a ground tile is two cells wide");
    }
    let make = ("Make", Answer::NewMap(new.clone()));
    let changed = (new != *form).then_some(Answer::Keep(Dialog::NewMap(new)));
    choices(ui, [make, ("Cancel", Answer::Cancel)]).or(changed)
}

fn go_to(ui: &mut Ui, model: &Model, text: &str) -> Option<Answer> {
    let mut new = text.to_owned();
    let (heading, hint, label) = match model.active_zone() {
        Some(_) => ("Go to a place", "x, y in cm, a block 33_32, or a thing #12", "Place"),
        None => ("Go to cell", "120, 85", "Cell"),
    };
    ui.heading(heading);
    first_field(ui, TextEdit::singleline(&mut new).hint_text(hint), label);
    let go = ("Go", Answer::GoTo(new.clone()));
    let changed = (new != text).then_some(Answer::Keep(Dialog::GoTo { text: new }));
    choices(ui, [go, ("Cancel", Answer::Cancel)]).or(changed)
}

fn recover(ui: &mut Ui, left: &[Left]) -> Option<Answer> {
    ui.heading("Work that was not saved");
    ui.label("Landwright ended unexpectedly. These documents can be brought back with all steps.");
    let mut chosen = None;
    for one in left {
        ui.horizontal(|ui| {
            ui.label(name_of(one.base.name.as_ref())).on_hover_text(&one.base.name);
            if ui.button("Bring back").clicked() {
                chosen = Some(Answer::Recover(one.clone()));
            }
            if ui.button("Delete").on_hover_text("The steps are lost for good").clicked() {
                chosen = Some(Answer::Forget(one.clone()));
            }
        });
    }
    chosen.or_else(|| choices(ui, [("Later", Answer::Cancel)]))
}
