//! The switches of the client's ground in the Tools panel.

use eframe::egui;
use egui::Ui;

use crate::command::CommandId;
use crate::kind::document::common::{View, ViewKind};
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::ground::GroundMessage;
use crate::message::Message;
use crate::message::sent::Sent;
use crate::model::Model;
use crate::panel::slider::{Scale, line};
use crate::view::id::ViewId;

const SWITCHES: [CommandId; 2] = [CommandId::ToggleGround, CommandId::ToggleCells];
const IN_SPACE: [CommandId; 2] = [CommandId::ToggleModels, CommandId::ToggleSea];

/// `None` where the map in front has no file: there is no ground beside it.
pub(crate) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) -> Option<()> {
    let document = model.active_map().filter(|map| map.file.is_some())?;
    let id = model.active_view()?;
    let view = model.view(id)?;
    switches(ui, model, view, send);
    if view.layers.ground.is_yes() {
        of_ground(ui, document, (id, view), send);
    }
    Some(())
}

fn switches(ui: &mut Ui, model: &Model, view: &View, send: &mut Vec<Message>) {
    ui.horizontal_wrapped(|ui| {
        let in_space = IN_SPACE.iter().filter(|_| view.kind == ViewKind::InSpace);
        for command in SWITCHES.iter().chain(in_space) {
            let mut is_on = model.is_on(*command).unwrap_or_default();
            let switch = ui.checkbox(&mut is_on, command.command().text);
            if switch.on_hover_text(model.settings.tooltip(*command)).clicked() {
                send.push(Message::Command(*command));
            }
        }
    });
}

fn of_ground(
    ui: &mut Ui,
    document: &MapDocument,
    (id, view): (ViewId, &View),
    send: &mut Vec<Message>,
) {
    let ground = &document.ground;
    if let Some(why) = ground.trouble() {
        ui.weak(format!("No ground: {why}"));
        return;
    }
    let Some(land) = ground.land() else {
        if ground.is_being_read() {
            ui.weak("The ground is being read…");
        }
        return;
    };
    ui.horizontal(|ui| {
        let help = "How much of the cells is seen over the ground, in per cent";
        ui.label("Opacity").on_hover_text(help);
        let mut percent = view.layers.cells_percent;
        line(ui, "Cells over the ground in per cent", &mut percent, 0..=100, Scale::Even);
        if percent != view.layers.cells_percent {
            let message = GroundMessage::Cover(id, percent);
            send.push(Message::Kind(document.id, Sent::new(message)));
        }
    });
    let (map, size) = (document.map(), land.size_in_cells());
    if size != [map.width(), map.height()] {
        let [width, height] = size;
        ui.weak(format!("The ground has {width} × {height} cells, and the map does not"));
    }
    let scene = ground.scene().filter(|_| view.kind == ViewKind::InSpace);
    let missing = scene.map_or(&land.missing, |scene| &scene.missing);
    if !missing.is_empty() {
        let lines = missing.iter().take(12).map(|it| format!("{}: {}", it.what, it.why));
        let lines: Vec<String> = lines.collect();
        let text = format!("{} of its files not there", missing.len());
        ui.weak(text).on_hover_text(lines.join("\n"));
    }
}
