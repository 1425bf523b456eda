//! Types of cells with their colours and names, to choose from.

use eframe::egui;
use egui::{Color32, ComboBox, Ui};
use landwright_core::world::gat::picture::palette::{Rgb, SWATCHES};

use crate::settings::Settings;

/// A list to choose a type from. The label is for screen readers.
pub(crate) fn pick(ui: &mut Ui, label: &str, kind: &mut u32, settings: &Settings) {
    let shown = |ui: &mut Ui, kind: u32| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, 12.0), egui::Sense::hover());
        ui.painter().rect_filled(rect, 2.0, colour_of(settings, kind));
    };
    ui.horizontal(|ui| {
        shown(ui, *kind);
        let list = ComboBox::from_id_salt(label).width(64.0).selected_text(kind.to_string());
        let response = list.show_ui(ui, |ui| {
            for swatch in SWATCHES {
                let Some(number) = swatch.number else { continue };
                ui.horizontal(|ui| {
                    shown(ui, number);
                    ui.selectable_value(kind, number, format!("{number}  {}", swatch.name));
                });
            }
        });
        let text = format!("{label}: type {kind}");
        response.response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, text.clone())
        });
    });
}

pub(crate) fn colour_of(settings: &Settings, kind: u32) -> Color32 {
    let types = settings.palette.of_cells().types();
    let Rgb([r, g, b]) = types.get(kind as usize).or(types.last()).copied().unwrap_or_default();
    Color32::from_rgb(r, g, b)
}
