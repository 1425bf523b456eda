//! Another size: which side grows or is cut, and what new cells are.

use eframe::egui;
use egui::{Button, DragValue, Grid, Ui, WidgetInfo, WidgetType, vec2};
use landwright_core::problem::counted::counted;
use landwright_core::world::gat::reshape::Anchor;

use crate::kind::ragnarok::dialog::{MapAnswer, MapDialog};
use crate::kind::ragnarok::form::resize::ResizeForm;
use crate::kind::ragnarok::panel::kinds;
use crate::message::dialog::Answer;
use crate::model::Model;
use crate::panel::choices::choices;
use crate::panel::name as named;
use crate::panel::number::finite;
use crate::view::id::DocumentId;

pub(super) fn ask(ui: &mut Ui, model: &Model, id: DocumentId, form: &ResizeForm) -> Option<Answer> {
    let document = model.map(id)?;
    let mut new = form.clone();
    ui.heading("Resize the map");
    Grid::new("resize").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        ui.label("Width in cells");
        named(&ui.add(DragValue::new(&mut new.width).range(1..=4096)), "Width in cells");
        ui.end_row();
        ui.label("Height in cells");
        named(&ui.add(DragValue::new(&mut new.height).range(1..=4096)), "Height in cells");
        ui.end_row();
        ui.label("Anchor");
        anchors(ui, &mut new.anchor);
        ui.end_row();
        ui.label("Type of new cells");
        kinds::pick(ui, "Type of new cells", &mut new.kind, &model.settings);
        ui.end_row();
        ui.label("Height of new cells");
        named(&ui.add(finite(&mut new.height_of_new_cells)), "Height of new cells");
        ui.end_row();
    });
    let (n_cut, n_new) = new.cut_and_new(document.map());
    if n_cut > 0 {
        let (one, many) =
            ("cell will be cut off; you can undo this", "cells will be cut off; you can undo this");
        let text = counted(n_cut, one, many);
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
    if n_new > 0 {
        ui.weak(counted(n_new, "cell will be added", "cells will be added"));
    }
    if new.width % 2 == 1 || new.height % 2 == 1 {
        ui.weak("Clients expect an even width and height: a ground tile is two cells wide");
    }
    let resize = ("Resize", MapAnswer::Do(id, new.action().into()).answer());
    let changed = (new != *form).then_some(Answer::Keep(MapDialog::Resize(id, new).into()));
    choices(ui, [resize, ("Cancel", Answer::Cancel)]).or(changed)
}

/// Nine places, as they lie on the map.
fn anchors(ui: &mut Ui, anchor: &mut Anchor) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        for row in Anchor::ALL.chunks(3) {
            ui.horizontal(|ui| {
                for one in row {
                    let is_on = anchor == one;
                    let button = Button::new(if is_on { "⏺" } else { "" }).selected(is_on);
                    let response = ui.add(button.min_size(vec2(24.0, 22.0)));
                    let info =
                        || WidgetInfo::selected(WidgetType::RadioButton, true, is_on, name(*one));
                    response.widget_info(info);
                    if response.on_hover_text(name(*one)).clicked() {
                        *anchor = *one;
                    }
                }
            });
        }
    });
}

fn name(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::NorthWest => "The north-west corner",
        Anchor::North => "The north side",
        Anchor::NorthEast => "The north-east corner",
        Anchor::West => "The west side",
        Anchor::Middle => "The middle",
        Anchor::East => "The east side",
        Anchor::SouthWest => "The south-west corner: no coordinates change",
        Anchor::South => "The south side",
        Anchor::SouthEast => "The south-east corner",
    }
}
