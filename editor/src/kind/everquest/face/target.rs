//! Where zone lines lead: shown of the selected ones, and chosen for the next.

use eframe::egui;
use egui::{Checkbox, DragValue, Grid, Ui};
use landwright_core::world::eq::zone_line::{Decimal, Place, ZoneLine};

use crate::look::control::{name, segmented};
use crate::panel::rows;

/// The parts of a place, with the most that they have room for.
const PARTS: [(&str, f64); 4] =
    [("x", 99_999.0), ("y", 99_999.0), ("z", 99_999.0), ("heading", 998.0)];

/// Field by field.
pub(super) fn shown(ui: &mut Ui, line: &ZoneLine) {
    match line {
        ZoneLine::Number(number) => {
            let said = rows::line(ui, "Leads to", format!("zone point {number} of the server"));
            said.on_hover_text("Choose a different target in Tools, and Make zone line");
        }
        ZoneLine::Place(place) => {
            rows::line(ui, "Leads to", format!("zone {}", place.zone));
            for ((part, _), value) in PARTS.iter().zip(parts(place)) {
                let text = value.map_or("as it was".to_owned(), |value| value.to_string());
                rows::line(ui, part, text).on_hover_text("As the server has it");
            }
        }
        ZoneLine::Unread(_) => {
            rows::line(ui, "Leads to", "nothing that can be read");
        }
    }
}

fn parts(place: &Place) -> [Option<Decimal>; 4] {
    [place.x, place.y, place.z, place.heading]
}

/// Where the next line leads: to a row of the server's table, or to a place in a zone.
pub(super) fn fields(ui: &mut Ui, line: &mut ZoneLine) {
    let was_place = matches!(line, ZoneLine::Place(_));
    let mut is_place = was_place;
    ui.strong("Zone lines lead to");
    segmented(ui, &mut is_place, &[(false, "A zone point"), (true, "A place")]);
    if is_place != was_place {
        let place = Place { zone: 1, x: None, y: None, z: None, heading: None };
        *line = if is_place { ZoneLine::Place(place) } else { ZoneLine::Number(1) };
    }
    match line {
        ZoneLine::Number(number) => {
            ui.horizontal(|ui| {
                let field = ui.add(DragValue::new(number).range(0..=999_999));
                let field = field.on_hover_text("The row of the server's zone_points");
                name(&field, "Zone point");
                ui.label("row of zone_points");
            });
        }
        ZoneLine::Place(place) => place_fields(ui, place),
        ZoneLine::Unread(_) => {}
    }
}

fn place_fields(ui: &mut Ui, place: &mut Place) {
    Grid::new("target").num_columns(2).show(ui, |ui| {
        ui.label("zone");
        let field = ui.add(DragValue::new(&mut place.zone).range(0..=99_999));
        name(&field.on_hover_text("The number of the zone, as the server has it"), "Zone");
        ui.end_row();
        let Place { x, y, z, heading, .. } = place;
        for ((part, most), value) in PARTS.iter().zip([x, y, z, heading]) {
            let mut is_set = value.is_some();
            let said = "Without it, the player keeps what they had";
            ui.add(Checkbox::new(&mut is_set, *part)).on_hover_text(said);
            let mut number = value.map_or(0.0, Decimal::get);
            let low = if *part == "heading" { 0.0 } else { -9_999.0 };
            let field = DragValue::new(&mut number).range(low..=*most).max_decimals(1);
            name(&ui.add_enabled(is_set, field), part);
            *value = is_set.then(|| Decimal::new(number));
            ui.end_row();
        }
    });
}
