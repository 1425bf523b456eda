//! Every control of the window's look, in both themes, as a picture:
//! `cargo run -p landwright-editor --example controls`.

use eframe::egui;
use egui::{Button, ComboBox, DragValue, Frame, Grid, RichText, Slider, TextEdit, Ui};
use landwright_editor::look::control::{self, Weight};
use landwright_editor::look::{colours, font, sign, size, theme};

fn main() -> eframe::Result {
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default().with_inner_size([960.0, 560.0]),
        ..eframe::NativeOptions::default()
    };
    eframe::run_ui_native("Controls of Landwright", options, |ui, _| show(ui))
}

fn show(ui: &mut Ui) {
    let marker = egui::Id::new("fonts are set");
    if ui.data(|data| data.get_temp::<bool>(marker)).is_none() {
        ui.ctx().set_fonts(font::definitions(Vec::new()));
        ui.data_mut(|data| data.insert_temp(marker, true));
    }
    ui.columns(2, |columns| {
        for (ui, visuals) in columns.iter_mut().zip([egui::Visuals::dark(), egui::Visuals::light()])
        {
            *ui.visuals_mut() = visuals;
            theme::dress(ui.visuals_mut());
            let surface = colours(ui).surface;
            Frame::new().fill(surface).inner_margin(size::SECTION).show(ui, all);
        }
    });
}

fn all(ui: &mut Ui) {
    ui.heading("Heading");
    ui.label("Text, as most of it is");
    ui.weak("What is read second");
    let colours = *colours(ui);
    ui.horizontal(|ui| {
        for (name, colour) in [
            ("accent", colours.accent),
            ("danger", colours.danger),
            ("warning", colours.warning),
            ("success", colours.success),
        ] {
            ui.label(RichText::new(name).color(colour));
        }
    });
    control::heading(ui, "CHOICES");
    let mut tip = 1;
    control::segmented(ui, &mut tip, &[(1, "Round"), (2, "Square"), (3, "Soft")]);
    ui.horizontal(|ui| {
        control::chip(ui, true, (sign::ERROR, colours.danger), 3, "Errors");
        control::chip(ui, true, (sign::WARNING, colours.warning), 12, "Warnings");
        control::chip(ui, false, (sign::INFORMATION, colours.accent), 4, "Information");
        control::chip(ui, true, (sign::HINT, colours.muted), 0, "Hints");
        control::eye(ui, true, "Seen");
        control::eye(ui, false, "Hidden");
        control::lock(ui, true, "Locked");
        control::lock(ui, false, "Open");
    });
    control::heading(ui, "FIELDS");
    Grid::new("fields").show(ui, |ui| {
        ui.label("Name");
        ui.add(TextEdit::singleline(&mut "prontera".to_owned()).desired_width(120.0));
        ui.end_row();
        ui.label("Number");
        ui.add(DragValue::new(&mut 12));
        ui.end_row();
        ui.label("Size");
        ui.add(Slider::new(&mut 5, 1..=9));
        ui.end_row();
        ui.label("List");
        ComboBox::from_id_salt("list").selected_text("First").show_ui(ui, |_| {});
        ui.end_row();
    });
    control::heading(ui, "BUTTONS");
    ui.horizontal(|ui| {
        control::primary(ui, "Open file…");
        let _ = ui.button("Button");
        let _ = ui.add_enabled(false, Button::new("Disabled"));
        let _ = ui.selectable_label(true, "Chosen");
    });
    control::heading(ui, "NOTICES");
    control::notice(ui, Weight::Note, "prontera.gat was saved", |_| {});
    control::notice(ui, Weight::Warning, "Not all was checked", |ui| ui.button("Check again"));
    control::notice(ui, Weight::Danger, "geffen.gat could not be opened", |ui| {
        ui.button("Details")
    });
    control::heading(ui, "CARDS");
    control::card(ui, 220.0, sign::MAP, "Ragnarok Online", "A map: walkable cells, heights");
    control::nothing(ui, "Nothing is selected");
}
