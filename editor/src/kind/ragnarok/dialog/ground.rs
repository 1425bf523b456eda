//! Heights from the ground: which cells, and whether they get types as well, with the map as a preview.

use eframe::egui;
use egui::{Grid, Ui};

use crate::kind::ragnarok::dialog::{MapAnswer, MapDialog, automatic};
use crate::kind::ragnarok::form::ground::GroundForm;
use crate::kind::ragnarok::panel::kinds;
use crate::message::dialog::Answer;
use crate::model::Model;
use crate::panel::choices::choices;
use crate::panel::name;
use crate::panel::number::finite;
use crate::view::id::DocumentId;

const STEEP: &str = "Between the lowest and the highest corner of a cell, in world units. A cell is 5 \
    wide, so 5 is 45 degrees";

pub(super) fn ask(ui: &mut Ui, model: &Model, id: DocumentId, form: &GroundForm) -> Option<Answer> {
    let document = model.map(id)?;
    let mut new = form.clone();
    ui.heading("Heights from the ground");
    ui.label("Cells get the heights of the client's ground (GND) under them.");
    automatic::scope(ui, document, &mut new.scope);
    ui.checkbox(&mut new.has_types, "Also set types")
        .on_hover_text("A first set of types, for you to go on with");
    let types = &mut new.types;
    ui.add_enabled_ui(new.has_types, |ui| {
        Grid::new("ground").num_columns(3).spacing([8.0, 6.0]).show(ui, |ui| {
            for (text, kind) in [
                ("Over a hole", &mut types.hole),
                ("Under a model", &mut types.model),
                ("Flat ground", &mut types.flat),
            ] {
                ui.label(text);
                ui.label("");
                kinds::pick(ui, text, kind, &model.settings);
                ui.end_row();
            }
            ui.label("Slope above").on_hover_text(STEEP);
            let above = finite(&mut types.slope.above).range(0.0..=1000.0);
            name(&ui.add(above).on_hover_text(STEEP), "Slope above");
            kinds::pick(ui, "Slope above", &mut types.slope.kind, &model.settings);
            ui.end_row();
        });
        ui.checkbox(&mut types.keep_blocked, "Blocked cells stay blocked").on_hover_text(
            "Walls and gaps keep their types where the ground would make them walkable",
        );
    });
    ui.separator();
    automatic::said(ui, document);
    let take = ("Take heights", MapAnswer::Do(id, new.action(document).into()).answer());
    let changed =
        (new != *form).then_some(Answer::Keep(MapDialog::HeightsFromGround(id, new).into()));
    choices(ui, [take, ("Cancel", Answer::Cancel)]).or(changed)
}
