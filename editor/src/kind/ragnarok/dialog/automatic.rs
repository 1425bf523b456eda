//! Types from heights: what counts as a slope, a step and water, with the map as a preview.

use eframe::egui;
use egui::{Checkbox, Grid, Ui};

use crate::kind::ragnarok::dialog::{MapAnswer, MapDialog};
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::form::automatic::{AutomaticForm, Part};
use crate::kind::ragnarok::panel::kinds;
use crate::message::dialog::{Answer, Scope};
use crate::model::Model;
use crate::panel::choices::choices;
use crate::panel::name;
use crate::panel::number::finite;
use crate::settings::Settings;
use crate::view::id::DocumentId;

pub(super) fn ask(
    ui: &mut Ui,
    model: &Model,
    id: DocumentId,
    form: &AutomaticForm,
) -> Option<Answer> {
    let document = model.map(id)?;
    let mut new = form.clone();
    ui.heading("Types from heights");
    scope(ui, document, &mut new.scope);
    Grid::new("automatic").num_columns(3).spacing([8.0, 6.0]).show(ui, |ui| {
        ui.label("Flat ground");
        ui.label("");
        kinds::pick(ui, "Type of flat ground", &mut new.flat, &model.settings);
        ui.end_row();
        part(ui, "Slope above", SLOPE, &mut new.slope, &model.settings);
        part(ui, "Step above", STEP, &mut new.step, &model.settings);
    });
    ui.checkbox(&mut new.keep_blocked, "Blocked cells stay blocked").on_hover_text(
        "Walls and gaps keep their types where the heights would make them walkable",
    );
    ui.separator();
    water(ui, document, &mut new, &model.settings);
    ui.separator();
    said(ui, document);
    let make = ("Make types", MapAnswer::Do(id, new.action(document).into()).answer());
    let changed = (new != *form).then_some(Answer::Keep(MapDialog::AutomaticTypes(id, new).into()));
    choices(ui, [make, ("Cancel", Answer::Cancel)]).or(changed)
}

const SLOPE: &str = "Between the lowest and the highest corner of a cell, in world units";
const STEP: &str = "Between touching corners of two cells, in world units";
const DEEP: &str = "Below the surface, in world units";

/// The whole map or the selection.
pub(super) fn scope(ui: &mut Ui, document: &MapDocument, scope: &mut Scope) {
    ui.horizontal(|ui| {
        ui.selectable_value(scope, Scope::Map, "Whole map");
        ui.add_enabled_ui(document.has_selection(), |ui| {
            ui.selectable_value(scope, Scope::Selection, "Selection");
        });
    });
}

fn part(ui: &mut Ui, text: &str, tooltip: &str, part: &mut Part, settings: &Settings) {
    ui.add(Checkbox::new(&mut part.is_on, text)).on_hover_text(tooltip);
    let above = finite(&mut part.limit.above).range(0.0..=1000.0);
    name(&ui.add_enabled(part.is_on, above).on_hover_text(tooltip), text);
    ui.add_enabled_ui(part.is_on, |ui| {
        kinds::pick(ui, text, &mut part.limit.kind, settings);
    });
    ui.end_row();
}

fn water(ui: &mut Ui, document: &MapDocument, form: &mut AutomaticForm, settings: &Settings) {
    ui.horizontal(|ui| {
        ui.checkbox(&mut form.has_water, "Water at altitude");
        let level = finite(&mut form.water_level);
        let level = ui.add_enabled(form.has_water, level);
        name(&level.on_hover_text("As in the RSW: the axis points down"), "Altitude of the water");
    });
    match document.water_level.altitude() {
        Some(level) => ui.weak(format!("The RSW beside the map says {level}")),
        None => ui.weak("No RSW with water was found beside the map"),
    };
    ui.add_enabled_ui(form.has_water, |ui| {
        Grid::new("water").num_columns(3).spacing([8.0, 6.0]).show(ui, |ui| {
            let mut has_type = form.shallow.is_some();
            let mut kind = form.shallow.unwrap_or(3);
            ui.checkbox(&mut has_type, "Type under water")
                .on_hover_text("Servers find water by its level; it needs no type");
            ui.label("");
            ui.add_enabled_ui(has_type, |ui| kinds::pick(ui, "Under water", &mut kind, settings));
            form.shallow = has_type.then_some(kind);
            ui.end_row();
            part(ui, "Deeper than", DEEP, &mut form.deep, settings);
        });
    });
    if document.has_water_bit() {
        ui.weak("Version 1.3: also sets the water bit where there is water");
    }
}

/// What would change, or why nothing can.
pub(super) fn said(ui: &mut Ui, document: &MapDocument) {
    let Some(proposal) = &document.proposal else { return };
    match (proposal.refusal(), proposal.n_cells()) {
        (Some(refusal), _) => ui.colored_label(ui.visuals().error_fg_color, refusal.to_string()),
        (None, Some(1)) => ui.label("1 cell will change; the map shows it"),
        (None, Some(n)) => ui.label(format!("{n} cells will change; the map shows them")),
        (None, None) => ui.weak("Calculating…"),
    };
}
