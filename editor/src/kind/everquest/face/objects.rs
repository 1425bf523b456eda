//! Placed objects in the views and panels: symbols from above, fields, and what is placed next.

use std::collections::BTreeSet;

use eframe::egui;
use egui::{
    Align2, Checkbox, Color32, ComboBox, Grid, Id, Painter, Pos2, Rect, Stroke, StrokeKind, Ui,
    Vec2, vec2,
};
use landwright_core::format::number::F32;
use landwright_core::problem::counted::counted;
use landwright_core::space::eq::exchanged;
use landwright_core::world::eq::object::{Object, Placed};

use crate::kind::everquest::commands::{ADD, REMOVE, TURN_LEFT, TURN_RIGHT};
use crate::kind::everquest::document::EqDocument;
use crate::kind::everquest::face::plan::{Sheet, pos_of, text};
use crate::kind::everquest::message::{Part, ToObjects, ToZone, Way};
use crate::kind::everquest::objects::number;
use crate::kind::face::Seen;
use crate::look::control::segmented;
use crate::panel::typed::Typed;
use crate::panel::{command_buttons, name};

const SELECTED: Color32 = Color32::from_rgb(255, 60, 150);
const FILL: Color32 = Color32::from_rgb(120, 190, 255);
/// Half a side of a symbol, and how far from its middle a click still means it, in points.
const RADIUS: f32 = 4.0;
const REACH: f32 = 9.0;
/// From so many points for a pixel of the plan on, symbols have their names.
const NAMES_FROM: f32 = 6.0;

/// Said where the selected objects have different values.
const DIFFERENT: &str = "different";

/// Where the symbol of an object is.
fn point_of(document: &EqDocument, sheet: Sheet, place: &Placed) -> Pos2 {
    let [x, y, _] = place.at.map(|number| f64::from(number.get()));
    sheet.point(pos_of(document.plan.px_from_server([x, y])))
}

/// Draws all objects, and the selected ones where the hand has them.
pub(super) fn symbols(painter: &Painter, document: &EqDocument, sheet: Sheet, by: Vec2) {
    let placement = &document.placement;
    if placement.are_hidden {
        return;
    }
    let in_sight = sheet.rect.expand(40.0);
    for object in placement.all.iter() {
        let is_chosen = placement.chosen.contains(&object.number);
        let at = point_of(document, sheet, &object.place) + if is_chosen { by } else { Vec2::ZERO };
        if !in_sight.contains(at) {
            continue;
        }
        let edge = if is_chosen { SELECTED } else { Color32::from_black_alpha(200) };
        painter
            .line_segment([at, at + ahead(&object.place) * RADIUS * 2.0], Stroke::new(2.0, edge));
        let square = Rect::from_center_size(at, Vec2::splat(2.0 * RADIUS));
        let stroke = Stroke::new(if is_chosen { 2.5 } else { 1.0 }, edge);
        painter.rect(square, 1.0, FILL, stroke, StrokeKind::Middle);
        if is_chosen || sheet.scale >= NAMES_FROM {
            text(painter, at + vec2(RADIUS + 3.0, 0.0), Align2::LEFT_CENTER, short(&object.model));
        }
    }
}

/// Where the x axis of a model points: to the north without a turn, and then counter-clockwise.
fn ahead(place: &Placed) -> Vec2 {
    let [heading, ..] = place.turns.map(F32::get);
    let (sine, cosine) = (heading / 512.0 * std::f32::consts::TAU).sin_cos();
    // x of a server grows to the left of a plan, and y upwards.
    let [x, y, _] = exchanged([cosine, sine, 0.0]);
    vec2(-x, -y)
}

/// The name of a model as people say it.
fn short(model: &str) -> &str {
    model.strip_suffix("_ACTORDEF").unwrap_or(model)
}

/// The object whose symbol is at a point: the nearest, and of those at one place a selected one.
pub(super) fn object_at(document: &EqDocument, sheet: Sheet, at: Pos2) -> Option<u32> {
    let placement = &document.placement;
    let near = placement.all.iter().filter(|_| !placement.are_hidden).filter_map(|object| {
        let away = point_of(document, sheet, &object.place).distance(at);
        let is_chosen = placement.chosen.contains(&object.number);
        (away <= REACH).then_some((away, !is_chosen, object.number))
    });
    near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(.., number)| number)
}

pub(super) fn in_box(document: &EqDocument, sheet: Sheet, drawn: Rect) -> BTreeSet<u32> {
    let all = document.placement.all.iter();
    let inside = all.filter(|object| drawn.contains(point_of(document, sheet, &object.place)));
    inside.map(|object| object.number).collect()
}

/// How far along x and y of the server something was dragged.
pub(super) fn dragged(document: &EqDocument, from: Pos2, to: Pos2) -> [f32; 2] {
    let place = |at: Pos2| document.plan.server_from_px([f64::from(at.x), f64::from(at.y)]);
    let ([x, y], [to_x, to_y]) = (place(from), place(to));
    [(to_x - x) as f32, (to_y - y) as f32]
}

/// The places of the selected objects.
pub(super) fn fields(ui: &mut Ui, document: &EqDocument, seen: &mut Seen<'_>) {
    let chosen: Vec<&Object> = document.placement.chosen_ones().collect();
    match chosen.as_slice() {
        [] => return,
        [one] => ui.strong(format!("{} ({})", short(&one.model), one.number)),
        more => ui.strong(counted(more.len(), "object", "objects")),
    };
    Grid::new("fields of objects").num_columns(2).striped(true).show(ui, |ui| {
        for part in Part::ALL {
            let mut shown = chosen.iter().map(|object| value(&object.place, part));
            let first = shown.next().unwrap_or_default();
            let is_one = shown.all(|other| other == first);
            let (value, hint) = if is_one { (first.as_str(), "") } else { ("", DIFFERENT) };
            let said = match part {
                Part::X | Part::Y | Part::Z => "In the server's axes",
                Part::Heading => "512 to a circle, counter-clockwise as seen from above",
                Part::Pitch | Part::Roll => "512 to a circle",
                Part::Scale => "How many times as large as the model",
            };
            ui.weak(part.name()).on_hover_text(said);
            let id = Id::new(("field of an object", document.id, part.name()));
            let typed = Typed { hint, ..Typed::new(id, part.name(), value) };
            let trouble =
                |text: &str| number(text).is_none().then(|| "expected a number".to_owned());
            if let Some(text) = typed.show(ui, trouble) {
                seen.send(ToZone::Objects(ToObjects::Set(part, text)));
            }
            ui.end_row();
        }
    });
    ui.add_space(6.0);
}

fn value(place: &Placed, part: Part) -> String {
    let ([x, y, z], [heading, pitch, roll]) = (place.at, place.turns);
    let number = match part {
        Part::X => x,
        Part::Y => y,
        Part::Z => z,
        Part::Heading => heading,
        Part::Pitch => pitch,
        Part::Roll => roll,
        Part::Scale => return place.scale.to_string(),
    };
    number.get().to_string()
}

/// What can be done with objects, and the model that is placed next.
pub(super) fn tools(ui: &mut Ui, document: &EqDocument, seen: &mut Seen<'_>) {
    let placement = &document.placement;
    if document.zone().zone().objects.is_none() {
        return;
    }
    ui.add_space(4.0);
    ui.strong("Placed objects");
    ui.weak("Click a symbol to select it, and drag it to move it.");
    let mut are_boxed = placement.are_boxed;
    ui.horizontal(|ui| {
        ui.label("A box selects");
        segmented(ui, &mut are_boxed, &[(false, "Regions"), (true, "Objects")]);
    });
    if are_boxed != placement.are_boxed {
        seen.send(ToZone::Objects(ToObjects::Box(are_boxed)));
    }
    command_buttons(ui, seen.model, &[TURN_LEFT, TURN_RIGHT, REMOVE], seen.send);
    if placement.models.is_empty() {
        let file = document.zone().zone().models_file();
        ui.weak(format!("{file} is not beside the zone, so nothing can be added"));
    } else {
        let combo = ComboBox::from_id_salt("model of an object");
        let combo = combo.selected_text(short(&placement.model)).show_ui(ui, |ui| {
            for model in &placement.models {
                let is_next = *model == placement.model;
                if ui.selectable_label(is_next, short(model)).clicked() {
                    seen.send(ToZone::Objects(ToObjects::Model(model.clone())));
                }
            }
        });
        name(&combo.response, "Model of the next object");
        command_buttons(ui, seen.model, &[ADD], seen.send);
    }
    let mut are_shown = !placement.are_hidden;
    let text = format!("Show symbols ({})", placement.all.len());
    if ui.add(Checkbox::new(&mut are_shown, text)).changed() {
        seen.send(ToZone::Objects(ToObjects::Hide(!are_shown)));
    }
}

/// Selects an object that was clicked.
pub(super) fn choose(object: u32, way: Way, seen: &mut Seen<'_>) {
    seen.send(ToZone::Objects(ToObjects::Choose { objects: BTreeSet::from([object]), way }));
}
