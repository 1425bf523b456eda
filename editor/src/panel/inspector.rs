//! What is under the pointer and what is selected, in every way in which it can be said.

use eframe::egui;
use egui::{Grid, Ui};
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::nav::ragnarok::cell::{Cells, Reader};
use landwright_core::problem::counted::counted;
use landwright_core::space::ragnarok::Corner;

use super::rows::line;
use super::{empty, height_in_words, selected};
use crate::model::Model;
use crate::model::map::MapDocument;
use crate::model::message::Message;
use crate::tool::probe::Probe;
use crate::tool::tile_at;

pub(crate) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    let Some(document) = model.active_map() else {
        empty(ui, "No document is open");
        return;
    };
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        map(ui, document);
        if let Some(probe) = &document.probe {
            path(ui, probe);
        }
        ui.separator();
        if document.has_selection() {
            selected::show(ui, model, document, send);
            ui.separator();
        }
        let hovered = model.hover.filter(|(view, _)| view.document == document.id);
        match hovered {
            Some((_, cell)) => under_pointer(ui, document, cell),
            None => {
                ui.weak("Point at a cell to see what is in it");
            }
        }
    });
}

/// What each server does between two cells.
fn path(ui: &mut Ui, probe: &Probe) {
    ui.separator();
    let ([ax, ay], [bx, by]) = (probe.from, probe.to);
    ui.strong(format!("Path from ({ax}, {ay}) to ({bx}, {by})"));
    for answer in &probe.answers {
        ui.label(format!("{}: {}", answer.server_name(), answer.in_words()));
    }
}

fn map(ui: &mut Ui, document: &MapDocument) {
    ui.strong(&document.title).on_hover_text(document.path_shown());
    let map = document.map();
    let version = match map.version() {
        Version::V1_2 => "1.2",
        Version::V1_3 => "1.3, with a water bit",
    };
    Grid::new("map").num_columns(2).show(ui, |ui| {
        line(ui, "Size", format!("{} × {} cells", map.width(), map.height()));
        line(ui, "Version", version.to_owned());
        let selected = match document.selection.n_cells() {
            0 => "nothing".to_owned(),
            n => {
                let bounds = document.selection.bounds();
                let cells = counted(n, "cell", "cells");
                format!("{cells} in {} × {}", bounds.width, bounds.height)
            }
        };
        line(ui, "Selected", selected);
    });
}

fn under_pointer(ui: &mut Ui, document: &MapDocument, cell: [i32; 2]) {
    let [x, y] = cell;
    let tile = tile_at(cell).and_then(|tile| Some((tile, document.map().tile(tile)?)));
    let Some((at, tile)) = tile else {
        ui.weak(format!("({x}, {y}) is beside the map"));
        return;
    };
    ui.strong(format!("Cell ({x}, {y})"));
    Grid::new("cell").num_columns(2).show(ui, |ui| {
        line(ui, "Type", format!("{}", tile.terrain.kind()));
        line(ui, "Raw value", raw_in_words(tile.terrain.0));
        for corner in Corner::ALL {
            let height = height_in_words(corner.of(tile.altitude), 2);
            line(ui, corner_name(corner), format!("height {height}"));
        }
        let server = document.server_view().cell(at.x, at.y);
        line(
            ui,
            "On the server",
            server.map_or("nothing".to_owned(), |cell| in_words(cell.into())),
        );
        for reader in Reader::ALL {
            let meaning = reader.meaning(tile.terrain);
            line(ui, reader.name(), meaning.map_or("unknown".to_owned(), in_words));
        }
    });
}

/// On two lines where one would be cut off by the edge of the panel.
fn raw_in_words(raw: u32) -> String {
    let gap = if raw > 0xFFFF { "\n" } else { " " };
    format!("{raw}{gap}(0x{raw:08X})")
}

fn in_words(meaning: landwright_core::nav::ragnarok::cell::Meaning) -> String {
    let walk = if meaning.is_walkable { "walkable" } else { "blocked" };
    let snipe = if !meaning.is_walkable && meaning.is_snipable { ", arrows pass" } else { "" };
    let water = if meaning.is_water { ", water" } else { "" };
    format!("{walk}{snipe}{water}")
}

pub(crate) fn corner_name(corner: Corner) -> &'static str {
    match corner {
        Corner::SouthWest => "South-west",
        Corner::SouthEast => "South-east",
        Corner::NorthWest => "North-west",
        Corner::NorthEast => "North-east",
    }
}
