//! Questions about things of a zone: changing places that mean something, rows of copies, and
//! finding and replacing.

use std::sync::Arc;

use eframe::egui;
use egui::{Button, ComboBox, DragValue, Grid, Id, ScrollArea, TextEdit, Ui, vec2};
use landwright_core::problem::counted::counted;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::field::Field;
use landwright_core::world::zone::thing::{Kind, ThingId};

use crate::kind::rose::dialog::{ZoneAnswer, ZoneDialog};
use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::form::things::{ArrayForm, FindForm, LeadElsewhere, source_of};
use crate::kind::rose::message::ZoneMessage;
use crate::kind::rose::panel::picker::Picker;
use crate::kind::rose::words::name_of;
use crate::message::Message;
use crate::message::dialog::{Answer, Scope};
use crate::model::Model;
use crate::panel::choices::choices;
use crate::panel::kept::kept;
use crate::panel::{first_field, first_number, name};
use crate::view::id::DocumentId;

/// So much of what was found is seen at once.
const HITS_HEIGHT: f32 = 200.0;

pub(super) fn lead_elsewhere(ui: &mut Ui, asked: &LeadElsewhere) -> Option<Answer> {
    ui.heading("Lightmaps will shift");
    ui.label("Lightmaps refer to things by their position in the file. This changes positions:");
    ui.label(format!("{}.", asked.title));
    asked.lost.iter().for_each(|lost| {
        ui.label(lost);
    });
    ui.label("You can undo this.");
    let go_on = match asked.actions.as_slice() {
        [Action::Delete(_)] => "Delete",
        _ => "Go on",
    };
    choices(
        ui,
        [(go_on, ZoneAnswer::DoDespite(asked.clone()).answer()), ("Cancel", Answer::Cancel)],
    )
}

pub(super) fn array(
    ui: &mut Ui,
    model: &Model,
    id: DocumentId,
    form: &ArrayForm,
) -> Option<Answer> {
    let document = model.zone(id)?;
    let mut new = form.clone();
    ui.heading("Array of copies");
    Grid::new("array").num_columns(3).spacing([12.0, 6.0]).show(ui, |ui| {
        ui.label("Columns");
        first_number(ui, DragValue::new(&mut new.columns).range(1..=1000), "Columns");
        ui.end_row();
        ui.label("Rows");
        name(&ui.add(DragValue::new(&mut new.rows).range(1..=1000)), "Rows");
        ui.end_row();
        let steps = [
            ("Distance between columns", &mut new.column_by_m),
            ("Distance between rows", &mut new.row_by_m),
        ];
        for (text, [east, north]) in steps {
            ui.label(text);
            name(&ui.add(DragValue::new(east).suffix(" m east")), &format!("{text}, east"));
            name(&ui.add(DragValue::new(north).suffix(" m north")), &format!("{text}, north"));
            ui.end_row();
        }
    });
    ui.weak("The original things count as the first of the first row");
    let copy = ("Copy", ZoneAnswer::DoToZone(id, Box::new(new.action(document))).answer());
    let changed = (new != *form).then_some(Answer::Keep(ZoneDialog::Array(id, new).into()));
    choices(ui, [copy, ("Cancel", Answer::Cancel)]).or(changed)
}

/// The name that scripts use, as a person would write it.
fn in_words(field: Field) -> String {
    let words = field.name().replace('-', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub(super) fn find(
    ui: &mut Ui,
    model: &Model,
    id: DocumentId,
    form: &FindForm,
    send: &mut Vec<Message>,
) -> Option<Answer> {
    let document = model.zone(id)?;
    let mut new = form.clone();
    ui.heading("Find and replace");
    ui.horizontal(|ui| {
        ui.selectable_value(&mut new.scope, Scope::Map, "The zone");
        let is_within = form.scope == Scope::Selection;
        let is_as_selected = *form.within == document.selection;
        let selection = ui.add_enabled_ui(!document.selection.is_empty(), |ui| {
            let is_chosen = is_within && is_as_selected;
            if ui.selectable_label(is_chosen, "The selection").clicked() {
                new = new.clone().in_selection(document);
            }
        });
        selection.response.on_disabled_hover_text("Nothing is selected");
        if is_within && !is_as_selected {
            let n = counted(form.within.len(), "thing", "things");
            let before = ui.selectable_label(true, format!("{n} selected before"));
            before.on_hover_text("The things that were selected when you chose “The selection”");
        }
    });
    Grid::new("find").num_columns(3).spacing([12.0, 6.0]).show(ui, |ui| {
        ui.label("Field");
        let list = ComboBox::from_id_salt("find field").selected_text(in_words(new.field));
        let list = list.show_ui(ui, |ui| {
            for field in Field::ALL {
                ui.selectable_value(&mut new.field, *field, in_words(*field))
                    .on_hover_text(field.about());
            }
        });
        name(&list.response, "Field");
        ui.end_row();
        ui.label("Find");
        first_field(ui, TextEdit::singleline(&mut new.from).desired_width(150.0), "Find");
        by_name(ui, document, "Find by name", new.field, &mut new.from);
        ui.end_row();
        ui.label("Replace by");
        name(&ui.add(TextEdit::singleline(&mut new.to).desired_width(150.0)), "Replace by");
        by_name(ui, document, "Replace by name", new.field, &mut new.to);
        ui.end_row();
    });
    if new.field == Field::MonsterId {
        ui.checkbox(&mut new.with_names, "Rename entries in the lists").on_hover_text(
            "A line named after its old monster is renamed after the new one; other names stay",
        );
    }
    let Found { things, n_locked, trouble } = &*found(ui, document, &new);
    match (trouble, things.len()) {
        (Some(trouble), _) => ui.colored_label(ui.visuals().error_fg_color, trouble),
        (None, _) if new.from.is_empty() => ui.weak("Results are listed here"),
        (None, 0) => ui.label("No matches"),
        (None, 1) => ui.label("1 match"),
        (None, n) => ui.label(format!("{n} matches")),
    };
    if *n_locked > 0 {
        ui.label(format!("{n_locked} of them are on locked layers and will not change"));
    }
    hits(ui, document, &new, things, send);
    let is_replaced = trouble.is_none() && !new.from.is_empty() && !new.to.is_empty();
    let replace =
        is_replaced.then(|| ("Replace all", ZoneAnswer::ReplaceThings(id, new.clone()).answer()));
    let changed = (new != *form).then_some(Answer::Keep(ZoneDialog::FindThings(id, new).into()));
    let select = ("Select", ZoneAnswer::Find(id, things.clone()).answer());
    choices(ui, [select].into_iter().chain(replace).chain([("Close", Answer::Cancel)])).or(changed)
}

/// What a value is called, and a list of names to choose from, where the values of a field have some.
fn by_name(ui: &mut Ui, zone: &ZoneDocument, name: &str, field: Field, value: &mut String) {
    let Some(source) = source_of(field) else { return };
    let named = Kind::ALL.iter().find_map(|kind| name_of(&zone.names, *kind, field, value));
    let picker = Picker { id: Id::new((name, field)), name, zone, source, current: &*value };
    if let Some(choice) = picker.show(ui, named.as_deref().unwrap_or("…")) {
        *value = choice.id.map_or(choice.name, |id| id.to_string());
    } else if named.is_none() && value.trim().parse::<u32>().is_ok_and(|id| id > 0) {
        ui.colored_label(ui.visuals().warn_fg_color, "⚠").on_hover_text(
            "Not in any row of the \
            table",
        );
    }
}

/// What a form says of a zone.
struct Found {
    things: Vec<ThingId>,
    n_locked: usize,
    trouble: Option<String>,
}

/// Looked for anew where the form or the zone is different.
fn found(ui: &Ui, document: &ZoneDocument, form: &FindForm) -> Arc<Found> {
    let locked = Kind::ALL.map(|kind| document.layers.locks(kind));
    let key = (document.editing().revision(), locked, form.clone());
    kept(ui, Id::new(("found", document.id)), key, || {
        let things = form.found(document);
        let n_locked = form.n_locked(document, &things);
        let trouble = form.several(document).or_else(|| form.trouble(document));
        Found { things, n_locked, trouble }
    })
}

/// What was found, one below the other; a click shows it.
fn hits(
    ui: &mut Ui,
    document: &ZoneDocument,
    form: &FindForm,
    found: &[ThingId],
    send: &mut Vec<Message>,
) {
    let height = ui.spacing().interact_size.y;
    let scroll = ScrollArea::vertical().id_salt("hits").max_height(HITS_HEIGHT);
    scroll.auto_shrink([false, true]).show_rows(ui, height, found.len(), |ui, rows| {
        for thing in found.get(rows).unwrap_or_default() {
            let words = form.hit_in_words(document, *thing);
            let is_selected = document.selection.contains(thing);
            let row = Button::selectable(is_selected, words).truncate();
            let row = ui.add(row.min_size(vec2(ui.available_width(), height)));
            if row.on_hover_text("Show it").clicked() {
                send.push(ZoneMessage::to(document.id, ZoneMessage::ShowThing(*thing)));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use egui::Event;
    use egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::command::CommandId;
    use crate::kind::rose::tests::opened_sample;
    use crate::message::dialog::Dialog;
    use crate::model::trial::run;

    #[test]
    fn what_is_typed_first_is_how_many_columns_of_copies_there_are() {
        let mut model = opened_sample();
        run(&mut model, CommandId::SelectAll);
        run(&mut model, CommandId::ArrayThings);
        let show = |ui: &mut Ui, model: &mut Model| {
            let mut send = Vec::new();
            crate::window::dialogs::show(ui.ctx(), model, &mut send);
            send.into_iter().for_each(|message| model.handle(message));
        };
        let mut harness = Harness::new_ui_state(show, model);
        harness.run_steps(4);
        assert!(harness.get_by_role_and_label(Role::SpinButton, "Columns").is_focused());
        harness.input_mut().events.push(Event::Text("7".to_owned()));
        harness.run_steps(4);
        let form = harness.state().dialog().and_then(Dialog::form);
        let Some(ZoneDialog::Array(_, form)) = form else { panic!() };
        assert_eq!(form.columns, 7, "the number that stood there is gone");
    }
}
