//! What the panels beside a table say: the cell in full, and what can be done.

use eframe::egui;
use egui::{Grid, Label, ScrollArea, Ui};
use landwright_core::format::text::to_hex;
use landwright_core::problem::counted::grouped;

use crate::command::CommandId;
use crate::kind::face::Seen;
use crate::kind::table::columns;
use crate::kind::table::commands as table;
use crate::kind::table::document::TableDocument;
use crate::panel::command_buttons;
use crate::panel::rows::line;

/// More bytes of a cell are not listed.
const MOST_BYTES: usize = 64;

pub(super) fn inspector(ui: &mut Ui, document: &TableDocument, seen: &mut Seen<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.strong(&document.title).on_hover_text(document.path_shown());
        Grid::new("table").num_columns(2).show(ui, |ui| {
            let table = document.table();
            line(ui, "Rows", grouped(table.n_rows()));
            line(ui, "Columns", grouped(table.columns().len()));
            line(ui, "Texts", table.code_page().to_string());
        });
        ui.separator();
        cell(ui, document, seen);
    });
}

fn cell(ui: &mut Ui, document: &TableDocument, seen: &mut Seen<'_>) {
    let (table, cell) = (document.table(), document.cursor());
    let (Some(head), Some(bytes)) =
        (table.columns().get(cell.place), table.cell(cell.row, cell.place))
    else {
        return;
    };
    ui.strong(document.cell_in_words(cell));
    for said in columns::explained(head) {
        ui.weak(said);
    }
    ui.add_space(6.0);
    let text = table.shown(cell.row, cell.place).unwrap_or_default();
    match text.is_empty() {
        true => ui.weak("empty"),
        false => ui.add(Label::new(&text).wrap().selectable(true)),
    };
    if let Some(named) = document.name_of(cell) {
        ui.add_space(4.0);
        ui.add(Label::new(named).wrap().selectable(true));
    }
    ui.add_space(6.0);
    Grid::new("cell").num_columns(2).show(ui, |ui| {
        line(ui, "Bytes", bytes.len().to_string());
        if !bytes.as_bytes().is_ascii() {
            let shown = bytes.as_bytes().get(..MOST_BYTES).unwrap_or(bytes.as_bytes());
            line(ui, "As hex", to_hex(shown));
        }
        let saved = document.saved.shown(cell.row, cell.place);
        if saved.as_ref() != Some(&text) {
            line(ui, "On disk", saved.unwrap_or_else(|| "no such row".to_owned()));
        }
    });
    if seen.model.can_run(table::FOLLOW) {
        ui.add_space(6.0);
        command_buttons(ui, seen.model, &[table::FOLLOW], seen.send);
    }
}

pub(super) fn tools(ui: &mut Ui, _document: &TableDocument, seen: &mut Seen<'_>) {
    let groups: [(&str, &[CommandId]); 4] = [
        ("Rows", &[table::ADD, table::DUPLICATE, table::DELETE]),
        ("Cells", &[table::EDIT, table::CLEAR]),
        (
            "View",
            &[table::SORT_UP, table::SORT_DOWN, table::SORT_NOT, table::FILTER, table::SHOW_ALL],
        ),
        ("References", &[table::FOLLOW, table::REFERENCES]),
    ];
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (heading, ids) in groups {
            ui.add_space(4.0);
            ui.strong(heading);
            command_buttons(ui, seen.model, ids, seen.send);
        }
    });
}
