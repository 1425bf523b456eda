//! What the panels say of rows: the columns of those that are selected, and what can be done with them.

use std::collections::BTreeSet;

use eframe::egui;
use egui::{Checkbox, ComboBox, Grid, Id, ScrollArea, Ui};
use landwright_core::problem::counted::counted;
use landwright_core::world::eq::rows::row::Row;

use crate::command::CommandId;
use crate::kind::everquest::message::Way;
use crate::kind::face::Seen;
use crate::kind::rows::commands::{ADD, DROP, NONE, REMOVE};
use crate::kind::rows::document::RowsDocument;
use crate::kind::rows::message::ToRows;
use crate::panel::rows::{choice, line};
use crate::panel::typed::Typed;
use crate::panel::{command_buttons, name};

/// Said where the selected rows have different values.
const DIFFERENT: &str = "different";

pub(super) fn inspector(ui: &mut Ui, document: &RowsDocument, seen: &mut Seen<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.strong(&document.title).on_hover_text(document.path_shown());
        ui.add_space(4.0);
        let selected: Vec<(u32, &Row)> = document.selected().collect();
        match selected.as_slice() {
            [] => _ = ui.weak("Click a point to see its row"),
            [(number, row)] => {
                ui.strong(format!("{} ({number})", row.in_words()));
                stands(ui, document, row);
            }
            more => _ = ui.strong(counted(more.len(), "row", "rows")),
        }
        columns(ui, document, &selected, seen);
    });
}

/// What the server finds where a row is.
fn stands(ui: &mut Ui, document: &RowsDocument, row: &Row) {
    let Some(answer) = row.at().and_then(|at| document.answer(at)) else { return };
    Grid::new("answer of the server").num_columns(2).show(ui, |ui| {
        line(ui, "Here", answer.verdict.in_words());
        line(ui, "Floor", answer.best_z.map_or("none".to_owned(), |z| format!("{z:.2}")));
    });
    ui.add_space(4.0);
}

/// The columns that all selected rows have.
fn columns(ui: &mut Ui, document: &RowsDocument, selected: &[(u32, &Row)], seen: &mut Seen<'_>) {
    let Some((_, first)) = selected.first() else { return };
    let is_common =
        |column: &&String| selected.iter().all(|(_, row)| row.table.place(column).is_some());
    Grid::new("columns of rows").num_columns(2).striped(true).show(ui, |ui| {
        for column in first.table.columns.iter().filter(is_common) {
            let rows = document.edited().rows();
            let mut values =
                selected.iter().map(|(_, row)| rows.shown(row.get(column).unwrap_or_default()));
            let value = values.next().unwrap_or_default();
            let is_one = values.all(|other| other == value);
            let (value, hint) = if is_one { (value.as_str(), "") } else { ("", DIFFERENT) };
            ui.weak(column);
            let id = Id::new(("column of rows", document.id, column));
            let typed = Typed { hint, ..Typed::new(id, column, value) };
            if let Some(text) = typed.show(ui, |_| None) {
                seen.send(ToRows::Set(column.clone(), text));
            }
            ui.end_row();
        }
    });
}

pub(super) fn tools(ui: &mut Ui, document: &RowsDocument, seen: &mut Seen<'_>) {
    ui.weak("Click a point, or drag a box around several. Drag a point to move it.");
    ui.add_space(4.0);
    command_buttons(ui, seen.model, &[ADD, DROP, REMOVE], seen.send);
    let rows = document.edited().rows();
    let tables: BTreeSet<&str> = rows.tables().map(|table| table.name.as_str()).collect();
    if tables.len() > 1 {
        let combo = ComboBox::from_id_salt("table of a row").selected_text(&document.table);
        let combo = combo.show_ui(ui, |ui| {
            for table in tables {
                if ui.selectable_label(table == document.table, table).clicked() {
                    seen.send(ToRows::Table(table.to_owned()));
                }
            }
        });
        name(&combo.response, "Table of the next row");
    }
    command_buttons(ui, seen.model, &[NONE, CommandId::ZoomSelection], seen.send);
    match &document.zone {
        Some(zone) => {
            let mut is_shown = document.shows_ground;
            if ui.add(Checkbox::new(&mut is_shown, format!("Floors of {}", zone.file))).changed() {
                seen.send(ToRows::Ground(is_shown));
            }
        }
        None => {
            let zone = rows.zone_of_file(&document.name);
            ui.weak(format!("Neither {zone}.s3d nor {zone}.map is near, so no floor is known"));
        }
    }
    ui.separator();
    let all: Vec<(u32, &Row)> = rows.rows().collect();
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, all.len(), |ui, shown| {
        let width = ui.available_width();
        for (number, row) in all.get(shown).unwrap_or_default() {
            let is_selected = document.selection.contains(number);
            let text = format!("{number}  {}", row.in_words());
            if choice(ui, is_selected, text, width).clicked() {
                let held = ui.input(|input| input.modifiers);
                let way = if held.command { Way::Toggle } else { Way::Replace };
                seen.send(ToRows::Select { rows: BTreeSet::from([*number]), way });
            }
        }
    });
}
