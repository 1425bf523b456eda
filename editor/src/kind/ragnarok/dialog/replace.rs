//! One type for another, with the map as a preview.

use eframe::egui;
use egui::{DragValue, Grid, Ui};

use super::automatic;
use crate::kind::ragnarok::dialog::{MapAnswer, MapDialog};
use crate::kind::ragnarok::form::replace::{By, ReplaceForm};
use crate::kind::ragnarok::panel::kinds;
use crate::message::dialog::Answer;
use crate::model::Model;
use crate::panel::choices::choices;
use crate::panel::name;
use crate::view::id::DocumentId;

pub(super) fn ask(
    ui: &mut Ui,
    model: &Model,
    id: DocumentId,
    form: &ReplaceForm,
) -> Option<Answer> {
    let document = model.map(id)?;
    let mut new = form.clone();
    ui.heading("Replace a type");
    automatic::scope(ui, document, &mut new.scope);
    ui.horizontal(|ui| {
        ui.selectable_value(&mut new.by, By::Type, "Types")
            .on_hover_text("Ignores the water bit and keeps it");
        ui.selectable_value(&mut new.by, By::Raw, "Raw values").on_hover_text("All 32 bits");
    });
    Grid::new("replace").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        for (text, value) in [("Replace", &mut new.from), ("by", &mut new.to)] {
            ui.label(text);
            match form.by {
                By::Type => kinds::pick(ui, text, value, &model.settings),
                By::Raw => {
                    name(&ui.add(DragValue::new(value).range(0..=u32::MAX)), text);
                }
            }
            ui.end_row();
        }
    });
    ui.separator();
    automatic::said(ui, document);
    let replace = ("Replace", MapAnswer::Do(id, new.suggestion(document)).answer());
    let changed = (new != *form).then_some(Answer::Keep(MapDialog::ReplaceType(id, new).into()));
    choices(ui, [replace, ("Cancel", Answer::Cancel)]).or(changed)
}
