//! The size and the version of a new map.

use eframe::egui;
use egui::{DragValue, Grid, Ui};
use landwright_core::format::ragnarok::gat::Version;

use crate::kind::ragnarok::dialog::{MapAnswer, MapDialog};
use crate::kind::ragnarok::form::new_map::NewMapForm;
use crate::message::dialog::Answer;
use crate::panel::choices::choices;
use crate::panel::name;

pub(super) fn ask(ui: &mut Ui, form: &NewMapForm) -> Option<Answer> {
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
    let make = ("Make", MapAnswer::NewMap(new.clone()).answer());
    let changed = (new != *form).then_some(Answer::Keep(MapDialog::NewMap(new).into()));
    choices(ui, [make, ("Cancel", Answer::Cancel)]).or(changed)
}
