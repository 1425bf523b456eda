//! The picture to paint after: which one, where it lies, and how much of it is seen.

use eframe::egui;
use egui::{Grid, Label, Slider, Ui};

use crate::kind::ragnarok::message::MapMessage;
use crate::message::Message;
use crate::message::dialog::Answer;
use crate::model::Model;
use crate::panel::choices::choices;
use crate::panel::name;
use crate::panel::number::finite;
use crate::versions::name_of;
use crate::view::Shown;
use crate::view::id::DocumentId;
use crate::view::reference::{Layer, Reference};

pub(super) fn ask(
    ui: &mut Ui,
    model: &Model,
    id: DocumentId,
    send: &mut Vec<Message>,
) -> Option<Answer> {
    let document = model.map(id)?;
    ui.heading("Reference picture");
    let mut new = document.reference.clone();
    ui.horizontal(|ui| {
        if ui.button("Choose…").clicked() {
            send.push(MapMessage::AskPicture.to(id));
        }
        match &document.reference {
            Some(reference) => {
                let path = &reference.picture;
                let label = Label::new(name_of(path)).truncate();
                ui.add(label).on_hover_text(path.display().to_string());
            }
            None => {
                ui.weak("A PNG, JPG, BMP or TGA file");
            }
        }
    });
    if let Some(reference) = &mut new {
        lies(ui, reference);
        if document.pixels.is_none() {
            ui.weak("The picture can't be read; see the Log");
        }
    }
    if new.is_some() {
        ui.horizontal(|ui| {
            if let (Some(reference), Some(pixels)) = (&mut new, &document.pixels)
                && ui.button("Fit to the map").clicked()
            {
                reference.fit(document.map().width(), pixels.size_of_file[0]);
            }
            if ui.button("Remove").on_hover_text("The file stays where it is").clicked() {
                new = None;
            }
        });
    }
    if new != document.reference {
        send.push(MapMessage::SetReference(new.map(Box::new)).to(id));
    }
    choices(ui, [("Close", Answer::Cancel)])
}

fn lies(ui: &mut Ui, reference: &mut Reference) {
    let mut is_shown = reference.shown.is_yes();
    if ui.checkbox(&mut is_shown, "Shown").changed() {
        reference.shown = if is_shown { Shown::Yes } else { Shown::No };
    }
    ui.horizontal(|ui| {
        ui.selectable_value(&mut reference.layer, Layer::Under, "Under the cells");
        ui.selectable_value(&mut reference.layer, Layer::Over, "Over the cells");
    });
    Grid::new("reference").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        let [east, north] = &mut reference.offset_in_cells;
        for (text, offset) in
            [("Offset to the east, in cells", east), ("Offset to the north, in cells", north)]
        {
            ui.label(text);
            name(&ui.add(finite(offset)), text);
            ui.end_row();
        }
        if let Some(scale) = &mut reference.cells_per_pixel {
            ui.label("Cells per pixel");
            let scale = finite(scale).range(0.001..=100.0).speed(0.001).max_decimals(4);
            name(&ui.add(scale), "Cells per pixel");
            ui.end_row();
        }
        ui.label("Opacity");
        ui.horizontal(|ui| {
            let slider = Slider::new(&mut reference.opacity, 0.0..=1.0).show_value(false);
            name(&ui.add(slider), "Opacity");
            ui.weak(format!("{:.0} %", reference.opacity * 100.0));
        });
        ui.end_row();
    });
}
