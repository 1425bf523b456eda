//! The mesh over an area: where it is, and volumes of it.

use eframe::egui;
use egui::{DragValue, Grid, Ui};
use landwright_core::world::area::action::Action;
use landwright_core::world::area::from_mesh::{Onto, Up, VolumesFromMesh};

use crate::command::CommandId;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::message::AreaMessage;
use crate::look::control::segmented;
use crate::message::Message;
use crate::model::Model;
use crate::panel::{command_buttons, name as named};

pub(super) fn show(ui: &mut Ui, model: &Model, area: &AreaDocument, send: &mut Vec<Message>) {
    let Some(mesh) = &area.mesh else {
        ui.weak("Put an OBJ or glTF file over the area, and make floors of it");
        command_buttons(ui, model, &[CommandId::ReferenceMesh], send);
        return;
    };
    let mut tell = |message| send.push(AreaMessage::to(area.id, message));
    ui.label(&mesh.made.file);
    let mut new = mesh.made.clone();
    settings(ui, &mut new);
    if new != mesh.made {
        tell(AreaMessage::PlaceMesh(Some(Box::new(new))));
    }
    ui.horizontal(|ui| {
        let made =
            ui.button("Make volumes…").on_hover_text("Shows the changes before you accept them");
        if made.clicked() {
            let action = Action::VolumesFromMesh(Box::new(mesh.made.clone()));
            tell(AreaMessage::Propose(action));
        }
        if ui.button("Remove mesh").on_hover_text("The volumes stay").clicked() {
            tell(AreaMessage::PlaceMesh(None));
        }
    });
}

fn settings(ui: &mut Ui, made: &mut VolumesFromMesh) {
    Grid::new("reference mesh").num_columns(2).show(ui, |ui| {
        for (value, text) in made.at.iter_mut().zip(["x", "y", "z"]) {
            ui.weak(text);
            named(&ui.add(DragValue::new(value).speed(4.0).suffix(" units")), text);
            ui.end_row();
        }
        ui.weak("Scale").on_hover_text("The game's units in one unit of the file; 25 are a metre");
        let scale = DragValue::new(&mut made.scale).speed(0.1).range(0.001..=10_000.0);
        named(&ui.add(scale), "Scale");
        ui.end_row();
        ui.weak("Turn");
        named(&ui.add(DragValue::new(&mut made.turn_degrees).suffix("°")), "Turn");
        ui.end_row();
        if made.mesh.as_ref().is_some_and(|mesh| mesh.can_have_any_up()) {
            ui.weak("Up").on_hover_text("An OBJ does not say which direction is up");
            let mut up = made.up.unwrap_or(Up::Y);
            segmented(ui, &mut up, &[(Up::Y, "y"), (Up::Z, "z")]);
            made.up = (up != Up::Y).then_some(up);
            ui.end_row();
        }
        ui.weak("Room above").on_hover_text("A floor with less room is left out");
        named(&ui.add(DragValue::new(&mut made.clearance).suffix(" units")), "Room above");
        ui.end_row();
        ui.weak("Steepest").on_hover_text("Steeper faces are no floors");
        let steepest = DragValue::new(&mut made.steepest_degrees).range(0.0..=89.0).suffix("°");
        named(&ui.add(steepest), "Steepest");
        ui.end_row();
        ui.weak("Volumes there").on_hover_text("In the cells under the mesh");
        segmented(ui, &mut made.onto, &[(Onto::Add, "stay"), (Onto::Replace, "go")]);
        ui.end_row();
    });
}
