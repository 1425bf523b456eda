//! What is under the pointer and what is selected, in every way in which it can be said.

use eframe::egui;
use egui::{Grid, Sense, Ui, vec2};
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::nav::ragnarok::cell::{Cells, Reader};
use landwright_core::problem::counted::counted;
use landwright_core::space::ragnarok::Corner;
use landwright_core::world::gat::picture::palette::SWATCHES;

use super::kinds::colour_of;
use super::selected;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::tool::probe::Probe;
use crate::kind::ragnarok::tool::tile_at;
use crate::look::control::heading;
use crate::message::Message;
use crate::model::Model;
use crate::panel::height_in_words;
use crate::panel::rows::line;
use crate::settings::Settings;

pub(crate) fn show(ui: &mut Ui, model: &Model, document: &MapDocument, send: &mut Vec<Message>) {
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
            Some((_, cell)) => under_pointer(ui, document, cell, &model.settings),
            None => {
                ui.weak("Point at a cell to see its contents");
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

fn under_pointer(ui: &mut Ui, document: &MapDocument, cell: [i32; 2], settings: &Settings) {
    let [x, y] = cell;
    let tile = tile_at(cell).and_then(|tile| Some((tile, document.map().tile(tile)?)));
    let Some((at, tile)) = tile else {
        ui.weak(format!("({x}, {y}) is outside the map"));
        return;
    };
    ui.strong(format!("Cell ({x}, {y})"));
    let kind = tile.terrain.kind();
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        ui.painter().rect_filled(rect, 3.0, colour_of(settings, kind));
        let swatch = SWATCHES.iter().find(|swatch| swatch.number == Some(kind));
        ui.label(format!("Type {kind}, {}", swatch.map_or("unknown", |swatch| swatch.name)));
    });
    if tile.terrain.0 != kind {
        ui.weak(format!("Raw value {}", raw_in_words(tile.terrain.0)));
    }
    heading(ui, "Heights of the corners");
    Grid::new("corners").num_columns(2).spacing([24.0, 2.0]).show(ui, |ui| {
        for row in [[Corner::NorthWest, Corner::NorthEast], [Corner::SouthWest, Corner::SouthEast]]
        {
            for corner in row {
                let height = height_in_words(corner.of(tile.altitude), 2);
                ui.label(height).on_hover_text(corner_name(corner));
            }
            ui.end_row();
        }
    });
    heading(ui, "Walking");
    let server = document.server_view().cell(at.x, at.y);
    let server = server.map_or("nothing".to_owned(), |cell| in_words(cell.into()));
    let readers = Reader::ALL.map(|reader| {
        let meaning = reader.meaning(tile.terrain);
        (reader.name(), meaning.map_or("unknown".to_owned(), in_words))
    });
    // Where all agree, one line says so.
    if readers.iter().all(|(_, meaning)| *meaning == server) {
        let names = readers.map(|(name, _)| name).join(", ");
        ui.label(format!("{server} everywhere")).on_hover_text(names);
        return;
    }
    Grid::new("cell").num_columns(2).show(ui, |ui| {
        line(ui, "On the server", server);
        for (name, meaning) in readers {
            line(ui, name, meaning);
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
