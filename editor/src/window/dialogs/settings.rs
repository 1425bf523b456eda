//! Settings: what is changed is so at once, and kept.

use std::ops::RangeInclusive;

use eframe::egui;
use egui::{ComboBox, Grid, Id, Ui};

use crate::command::CommandId;
use crate::message::Message;
use crate::message::dialog::Answer;
use crate::model::Model;
use crate::panel::name;
use crate::panel::number::number;
use crate::settings::{FileDialog, Palette, Settings, Theme};
use crate::view::{Colours, Shown};

pub(super) fn ask(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) -> Option<Answer> {
    let mut new = model.settings.clone();
    ui.heading("Settings");
    ui.add_space(6.0);
    ui.strong("Window");
    looks(ui, &mut new);
    ui.add_space(4.0);
    ui.separator();
    ui.add_space(4.0);
    ui.strong("New views show");
    layers(ui, &mut new);
    ui.add_space(4.0);
    ui.separator();
    ui.add_space(4.0);
    ui.strong("Files");
    Grid::new("file settings").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        let n_backups = new.n_backups as f64;
        number_of(ui, "Backups of a file", 0.0..=1000.0, n_backups, |n_backups| {
            new.n_backups = n_backups as usize;
        });
        let megabytes = f64::from(new.undo_megabytes);
        number_of(ui, "Undo memory per map, in megabytes", 1.0..=65536.0, megabytes, |megabytes| {
            new.undo_megabytes = megabytes as u32;
        });
        one_of(ui, "Dialogs for files", &mut new.file_dialog, &FILE_DIALOGS);
    });
    if let Some(home) = model.home() {
        ui.weak(format!("Settings, stamps and journals are in {}", home.display()));
    }
    if new != model.settings {
        send.push(Message::SetSettings(Box::new(new)));
    }
    ui.add_space(10.0);
    ui.horizontal(|ui| {
        if ui.button(CommandId::Keys.command().text).clicked() {
            send.push(Message::Command(CommandId::Keys));
            return Some(Answer::Cancel);
        }
        ui.button("Close").clicked().then_some(Answer::Cancel)
    })
    .inner
}

const THEMES: [(Theme, &str); 3] =
    [(Theme::System, "Follow system"), (Theme::Light, "Light"), (Theme::Dark, "Dark")];

const PALETTES: [(Palette, &str); 2] =
    [(Palette::Usual, "Default"), (Palette::ColourBlind, "Colour-blind safe")];

const FILE_DIALOGS: [(FileDialog, &str); 3] = [
    (FileDialog::Automatic, "The system's, if available"),
    (FileDialog::System, "The system's"),
    (FileDialog::Own, "Landwright's"),
];

const COLOURS: [(Colours, &str); 6] = [
    (Colours::Types, "Types"),
    (Colours::Client, "Client's view"),
    (Colours::Server, "Server's view"),
    (Colours::Heights, "Heights"),
    (Colours::Slope, "Slope"),
    (Colours::Islands, "Islands"),
];

fn looks(ui: &mut Ui, settings: &mut Settings) {
    Grid::new("window settings").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        one_of(ui, "Theme", &mut settings.theme, &THEMES);
        let percent = f64::from(settings.scale) * 100.0;
        number_of(ui, "Scale in percent", 50.0..=300.0, percent.round(), |percent| {
            settings.scale = percent as f32 / 100.0;
        });
        one_of(ui, "Colours of cells", &mut settings.palette, &PALETTES);
        ui.label("");
        check(ui, "Hatch blocked cells", &mut settings.hatching);
        ui.end_row();
        let distance = f64::from(settings.contour_distance);
        number_of(ui, "Contour distance in world units", 0.5..=500.0, distance, |distance| {
            settings.contour_distance = distance as f32;
        });
    });
}

fn layers(ui: &mut Ui, settings: &mut Settings) {
    let layers = &mut settings.layers;
    ui.horizontal(|ui| {
        ui.label("Colours");
        let text = COLOURS.iter().find(|(colours, _)| *colours == layers.colours);
        let list = ComboBox::from_id_salt("colours").width(140.0);
        let list = list.selected_text(text.map_or("", |(_, text)| text)).show_ui(ui, |ui| {
            for (colours, text) in COLOURS {
                ui.selectable_value(&mut layers.colours, colours, text);
            }
        });
        name(&list.response, "Colours");
    });
    Grid::new("layers").num_columns(3).spacing([24.0, 4.0]).show(ui, |ui| {
        for (n, (text, layer)) in [
            ("Height shading", &mut layers.shading),
            ("Grid", &mut layers.grid),
            ("Unsaved changes", &mut layers.changes),
            ("Contours", &mut layers.contours),
            ("Water", &mut layers.water),
            ("Problem marks", &mut layers.problems),
            ("Ground", &mut layers.ground),
        ]
        .into_iter()
        .enumerate()
        {
            check(ui, text, layer);
            if n % 3 == 2 {
                ui.end_row();
            }
        }
    });
}

fn one_of<T: PartialEq + Copy>(ui: &mut Ui, text: &str, value: &mut T, choices: &[(T, &str)]) {
    ui.label(text);
    ui.horizontal(|ui| {
        for (choice, text) in choices {
            ui.selectable_value(value, *choice, *text);
        }
    });
    ui.end_row();
}

fn check(ui: &mut Ui, text: &str, value: &mut Shown) {
    let mut is_shown = value.is_yes();
    if ui.checkbox(&mut is_shown, text).changed() {
        *value = if is_shown { Shown::Yes } else { Shown::No };
    }
}

fn number_of(
    ui: &mut Ui,
    text: &str,
    range: RangeInclusive<f64>,
    value: f64,
    set: impl FnOnce(f64),
) {
    ui.label(text);
    let new = number(ui, Id::new(text), text, value, |field| field.range(range).max_decimals(1));
    if let Some(new) = new {
        set(new);
    }
    ui.end_row();
}

#[cfg(test)]
mod tests {
    use egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::message::dialog::Dialog;
    use crate::model::trial::{flat, run};

    #[test]
    fn what_is_changed_is_so_at_once_and_the_dialog_stays() {
        let mut model = flat(4);
        run(&mut model, CommandId::Settings);
        let show = |ui: &mut Ui, model: &mut Model| {
            let mut send = Vec::new();
            super::super::show(ui.ctx(), model, &mut send);
            send.into_iter().for_each(|message| model.handle(message));
        };
        let size = egui::vec2(700.0, 700.0);
        let mut harness = Harness::builder().with_size(size).build_ui_state(show, model);
        harness.run();
        for label in
            ["Light", "Colour-blind safe", "Hatch blocked cells", "Contours", "Landwright's"]
        {
            harness.get_by_label(label).click();
            harness.run();
        }
        let settings = &harness.state().settings;
        assert_eq!(settings.theme, Theme::Light);
        assert_eq!((settings.palette, settings.hatching), (Palette::ColourBlind, Shown::Yes));
        assert_eq!((settings.layers.contours, settings.layers.water), (Shown::Yes, Shown::No));
        assert_eq!(settings.file_dialog, FileDialog::Own);
        let backups = "Backups of a file";
        harness.get_by_role_and_label(Role::SpinButton, backups).click();
        harness.run();
        harness.get_by_role_and_label(Role::SpinButton, backups).type_text("12");
        harness.key_press(egui::Key::Enter);
        harness.run();
        assert_eq!(harness.state().settings.n_backups, 12);
        harness.get_by_label("Keys…").click();
        harness.run();
        assert!(matches!(harness.state().dialog(), Some(Dialog::Keys(_))));
    }
}
