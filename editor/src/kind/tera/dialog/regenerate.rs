//! How paths of an area are made from its geometry.

use eframe::egui;
use egui::{Button, DragValue, Grid, Ui};
use landwright_core::nav::tera::plant::Planting;
use landwright_core::world::area::regenerate::Nodes;

use crate::kind::tera::dialog::{AreaAnswer, AreaDialog};
use crate::kind::tera::regenerate::RegenerateForm;
use crate::message::dialog::Answer;
use crate::panel::choices::choices;
use crate::panel::name as named;

const NODES: [(Nodes, &str, &str); 2] = [
    (Nodes::Anew, "Nodes and edges", "Keep nodes at places where a new one would be"),
    (Nodes::Keep, "Edges alone", "Keep all nodes and generate their edges again"),
];

pub(super) fn ask(ui: &mut Ui, form: &RegenerateForm) -> Option<Answer> {
    let mut new = form.clone();
    ui.heading("Regenerate");
    ui.label(format!(
        "Generates new paths for {} from the geometry. You compare them before you apply them.",
        form.what()
    ));
    Grid::new("regenerate").num_columns(3).spacing([12.0, 6.0]).show(ui, |ui| {
        ui.label("Generate");
        for (nodes, text, about) in NODES {
            ui.selectable_value(&mut new.how.nodes, nodes, text).on_hover_text(about);
        }
        ui.end_row();
        planting(ui, &mut new.how.planting);
    });
    let usual = Planting::default();
    let button = Button::new("Use the game's values");
    let is_usual = new.how.planting == usual;
    if ui
        .add_enabled(!is_usual, button)
        .on_hover_text(
            "Use the values measured in the game's own \
        areas",
        )
        .clicked()
    {
        new.how.planting = usual;
    }
    let propose = ("Compare", AreaAnswer::Regenerate(new.clone()).answer());
    let changed = (new != *form).then_some(Answer::Keep(AreaDialog::Regenerate(new).into()));
    choices(ui, [propose, ("Cancel", Answer::Cancel)]).or(changed)
}

/// Rows of three columns: how one walks, and where nodes are put.
pub(super) fn planting(ui: &mut Ui, planting: &mut Planting) {
    let stride = &mut planting.stride;
    let ways = [
        ("Largest step up", &mut stride.step_up),
        ("Largest step down", &mut stride.step_down),
        ("Room above a floor", &mut stride.clearance),
        ("Reach of an edge", &mut stride.reach),
    ];
    for (text, value) in ways {
        ui.label(text);
        named(&ui.add(DragValue::new(value).suffix(" units")), text);
        ui.weak(format!("{:.2} m", f32::from(*value) / 25.0));
        ui.end_row();
    }
    ui.label("Spacing near obstacles")
        .on_hover_text("No place there is farther from a node of its square");
    named(&ui.add(DragValue::new(&mut planting.spacing).suffix(" units")), "Spacing");
    ui.weak(format!("{:.2} m", f32::from(planting.spacing) / 25.0));
    ui.end_row();
    ui.label("Smallest place");
    named(&ui.add(DragValue::new(&mut planting.smallest).suffix(" cells")), "Smallest place");
    ui.weak("smaller places get no node");
    ui.end_row();
}
