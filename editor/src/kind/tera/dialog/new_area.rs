//! Which zones a new area has, and how one walks in it.

use eframe::egui;
use egui::{DragValue, Grid, Ui};

use super::regenerate::planting;
use crate::kind::tera::create::NewAreaForm;
use crate::kind::tera::dialog::{AreaAnswer, AreaDialog};
use crate::message::dialog::Answer;
use crate::panel::choices::choices;
use crate::panel::name as named;
use crate::versions::name_of;

pub(super) fn ask(ui: &mut Ui, form: &NewAreaForm) -> Option<Answer> {
    let mut new = form.clone();
    ui.heading("New area");
    ui.label(format!("Paths are generated from the geometry in {}.", name_of(&form.folder)))
        .on_hover_text(form.folder.display().to_string());
    Grid::new("new area").num_columns(3).spacing([12.0, 6.0]).show(ui, |ui| {
        for (text, zone) in [("First zone", &mut new.from), ("Last zone", &mut new.to)] {
            ui.label(text);
            named(&ui.add(DragValue::new(&mut zone.x).prefix("x ")), &format!("{text}, x"));
            named(&ui.add(DragValue::new(&mut zone.y).prefix("y ")), &format!("{text}, y"));
            ui.end_row();
        }
        ui.label("Origin of the world: zone")
            .on_hover_text("Positions are measured from this zone; the list of areas defines it");
        let mut origin = new.origin();
        named(&ui.add(DragValue::new(&mut origin.zone_x).prefix("x ")), "Origin of the world, x");
        named(&ui.add(DragValue::new(&mut origin.zone_y).prefix("y ")), "Origin of the world, y");
        if origin != new.origin() {
            new.wanted_origin = Some(origin);
        }
        ui.end_row();
        planting(ui, &mut new.planting);
    });
    match (new.refusal(), new.n_zones()) {
        (Some(refusal), _) => {
            ui.colored_label(ui.visuals().warn_fg_color, refusal);
        }
        (None, (n, n_found)) => {
            let zones = if n == 1 { "zone" } else { "zones" };
            ui.weak(format!("{n} {zones}, {n_found} of them with geometry"));
        }
    }
    let make = new.refusal().is_none().then(|| ("Make", AreaAnswer::NewArea(new.clone()).answer()));
    let changed = (new != *form).then_some(Answer::Keep(AreaDialog::NewArea(new).into()));
    choices(ui, make.into_iter().chain([("Cancel", Answer::Cancel)])).or(changed)
}
