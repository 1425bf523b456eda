//! The stamp in hand, and the library of stamps.

use std::sync::Arc;

use eframe::egui;
use egui::{Id, ImageSource, Ui, load::SizedTexture, vec2};
use landwright_core::world::gat::stamp::{Stamp, What};

use crate::command::CommandId;
use crate::kind::ragnarok::canvas::stamps::Stamps;
use crate::kind::ragnarok::message::StampMessage;
use crate::kind::ragnarok::stamps::KeptStamp;
use crate::kind::ragnarok::tool::MapTools;
use crate::message::Message;
use crate::model::Model;
use crate::panel::typed::{Blanks, Typed, no_name};
use crate::settings::Palette;

/// The longer side of a picture, in points.
const PICTURE: f32 = 40.0;

pub(crate) fn show(
    ui: &mut Ui,
    model: &Model,
    tools: &mut MapTools,
    stamps: &mut Stamps,
    send: &mut Vec<Message>,
) {
    match &tools.stamp {
        Some(stamp) => ui.label(format!("{} × {} cells in hand", stamp.width(), stamp.height())),
        None => ui.weak("Select cells and copy them (Ctrl+C) to make a stamp"),
    };
    ui.horizontal(|ui| {
        for (what, name) in
            [(What::Both, "Both"), (What::Types, "Types"), (What::Heights, "Heights")]
        {
            ui.selectable_value(&mut tools.stamp_what, what, name);
        }
    });
    ui.horizontal_wrapped(|ui| {
        for id in [CommandId::FlipStampX, CommandId::FlipStampY, CommandId::TurnStamp] {
            let text = match id {
                CommandId::FlipStampX => "Flip ↔",
                CommandId::FlipStampY => "Flip ↕",
                _ => "Turn",
            };
            let button = ui.add_enabled(model.can_run(id), egui::Button::new(text));
            if button.on_hover_text(id.command().text).clicked() {
                send.push(Message::Command(id));
            }
        }
    });
    ui.separator();
    ui.horizontal(|ui| {
        ui.strong("Library");
        let keep = ui.small_button("Keep");
        if keep
            .on_hover_text(
                "Save the selection here, or the stamp in hand if nothing is \
            selected",
            )
            .clicked()
        {
            send.push(StampMessage::KeepStamp.message());
        }
    });
    if model.stamps().is_empty() {
        ui.weak("Ctrl+Alt+number saves a stamp, Ctrl+number takes it");
    }
    for kept in model.stamps() {
        row(ui, kept, model.settings.palette, stamps, send);
    }
}

fn row(
    ui: &mut Ui,
    kept: &KeptStamp,
    palette: Palette,
    stamps: &mut Stamps,
    send: &mut Vec<Message>,
) {
    ui.horizontal(|ui| {
        let texture =
            SizedTexture::new(stamps.texture(ui.ctx(), &kept.stamp, palette), size_of(&kept.stamp));
        let (area, _) =
            ui.allocate_exact_size(vec2(PICTURE + 8.0, PICTURE + 8.0), egui::Sense::hover());
        let button = ui.put(area, egui::Button::image(ImageSource::Texture(texture)));
        let label = format!("Take {}", kept.name);
        button.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Button, true, label.clone())
        });
        let size = format!("{} × {} cells", kept.stamp.width(), kept.stamp.height());
        if button.on_hover_text(size).clicked() {
            send.push(StampMessage::TakeStamp(kept.id).message());
        }
        ui.vertical(|ui| {
            if let Some(name) = renamed(ui, kept) {
                send.push(StampMessage::RenameStamp(kept.id, name).message());
            }
            ui.horizontal(|ui| {
                if let Some(number) = kept.number {
                    ui.weak(format!("Ctrl+{number}"));
                }
                if ui.small_button("Delete").clicked() {
                    send.push(StampMessage::DeleteStamp(kept.id).message());
                }
            });
        });
    });
}

fn size_of(stamp: &Arc<Stamp>) -> egui::Vec2 {
    let size = vec2(stamp.width() as f32, stamp.height() as f32);
    size * (PICTURE / size.max_elem().max(1.0))
}

/// A field for the name.
fn renamed(ui: &mut Ui, kept: &KeptStamp) -> Option<String> {
    let id = Id::new(("name of stamp", kept.id.0));
    let field = Typed::new(id, "Name", &kept.name);
    Typed { blanks: Blanks::Dropped, ..field }.show(ui, no_name)
}
