//! The start page: the samples of each game, and what was open before.

use std::path::Path;

use eframe::egui;
use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};

use crate::command::CommandId;
use crate::look::control::{card, heading, primary};
use crate::look::{colours, sign, size};
use crate::message::Message;
use crate::model::Model;
use crate::versions::name_of;

const WIDTH: f32 = 720.0;

/// What each game's sample is.
const SAMPLES: [(CommandId, &str, &str, &str); 3] = [
    (CommandId::OpenSample, sign::MAP, "Ragnarok Online", "A map: walkable cells, heights"),
    (CommandId::OpenSampleZone, sign::ZONE, "ROSE Online", "A zone: spawns, NPCs, warps"),
    (CommandId::OpenSampleArea, sign::AREA, "TERA", "An area: path nodes, floors"),
];

pub(crate) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let wide = WIDTH.min(ui.available_width() - 2.0 * size::SECTION).max(200.0);
        let margin = ((ui.available_width() - wide) / 2.0).max(size::SECTION);
        ui.add_space((ui.available_height() * 0.12).clamp(size::SECTION, 96.0));
        ui.horizontal(|ui| {
            ui.add_space(margin);
            ui.vertical(|ui| {
                ui.set_max_width(wide);
                let title = RichText::new("Landwright").size(size::DISPLAY);
                ui.label(title.color(colours(ui).strong));
                ui.label(
                    RichText::new(
                        "Edit the maps of your own server. Landwright never changes anything that \
                        you did not change.",
                    )
                    .color(colours(ui).muted),
                );
                ui.add_space(size::SECTION);
                begin(ui, send);
                ui.add_space(size::SECTION);
                heading(ui, "Try a sample");
                samples(ui, wide, send);
                ui.add_space(size::SECTION);
                heading(ui, "Recent files");
                recent(ui, model, send);
                ui.add_space(size::SECTION);
                ui.weak(
                    "Drop files on the window to open them. Ctrl+Shift+P finds every command, and F1 opens \
                    the manual.",
                );
            });
        });
    });
}

fn begin(ui: &mut Ui, send: &mut Vec<Message>) {
    ui.horizontal_wrapped(|ui| {
        let open = CommandId::Open.command();
        if primary(ui, open.text).on_hover_text(open.tooltip).clicked() {
            send.push(Message::Command(CommandId::Open));
        }
        for id in [CommandId::OpenFolder, CommandId::NewMap] {
            let command = id.command();
            let button = Button::new(RichText::new(command.text).size(15.0));
            let button = ui.add(button.min_size(vec2(130.0, 34.0)));
            if button.on_hover_text(command.tooltip).clicked() {
                send.push(Message::Command(id));
            }
        }
    });
}

fn samples(ui: &mut Ui, wide: f32, send: &mut Vec<Message>) {
    let n_columns = if wide < 480.0 { 1.0 } else { 3.0 };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(size::GAP, size::GAP);
        let card_wide = (wide - (n_columns - 1.0) * size::GAP) / n_columns;
        for (id, sign, title, text) in SAMPLES {
            let command = id.command();
            let card = card(ui, card_wide, sign, title, text);
            super::name(&card, command.text);
            if card.on_hover_text(command.tooltip).clicked() {
                send.push(Message::Command(id));
            }
        }
    });
}

fn recent(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    if model.settings.recent.is_empty() {
        ui.weak("Files that you open are listed here.");
    }
    for path in &model.settings.recent {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(RichText::new(sign_of(path)).color(colours(ui).muted));
            let link = ui.link(name_of(path)).on_hover_text(path.display().to_string());
            if link.clicked() {
                send.push(Message::Open(vec![path.clone()]));
            }
            let folder = path.parent().map(|folder| folder.display().to_string());
            ui.add(Label::new(RichText::new(folder.unwrap_or_default()).weak()).truncate());
        });
    }
}

/// By its ending alone: nothing is read for it.
fn sign_of(path: &Path) -> &'static str {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("gat") => sign::MAP,
        Some("apd" | "zgd") => sign::AREA,
        Some("zon" | "ifo") | None => sign::ZONE,
        Some("stb" | "stl" | "ltb") => sign::TABLE,
        Some("dat" | "mcache" | "fld2" | "gz") => sign::CACHE,
        Some("dds" | "tga" | "bmp" | "jpg" | "png") => sign::PICTURE,
        Some(_) => sign::FILE,
    }
}
