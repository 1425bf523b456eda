//! The tiles that the ZON lists, a row for each under a head that stays.

use eframe::egui;
use egui::{Align, CollapsingHeader, Id, Label, Layout, RichText, ScrollArea, Ui, vec2};
use landwright_core::format::rose::zon::tile::Tile;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::files::{
    AddGroundTile, RemoveLastGroundTile, SetGroundTile, TileField,
};
use landwright_core::world::zone::setting::Setting;

use super::Outbox;
use super::whole::whole_number;

/// A number of a tile.
struct Column {
    field: TileField,
    /// For screen readers.
    name: &'static str,
    head: &'static str,
    about: &'static str,
    /// Of the room.
    share: f32,
    value: fn(&Tile) -> i32,
}

const COLUMNS: [Column; 7] = [
    Column {
        field: TileField::Layer1,
        name: "layer 1",
        head: "Layer 1",
        about: "The lower texture: the sum of this number and the next",
        share: 40.0,
        value: |tile| tile.layer1,
    },
    Column {
        field: TileField::Offset1,
        name: "offset 1",
        head: "+",
        about: "Added to layer 1",
        share: 32.0,
        value: |tile| tile.offset1,
    },
    Column {
        field: TileField::Layer2,
        name: "layer 2",
        head: "Layer 2",
        about: "The upper texture: the sum of this number and the next",
        share: 40.0,
        value: |tile| tile.layer2,
    },
    Column {
        field: TileField::Offset2,
        name: "offset 2",
        head: "+",
        about: "Added to layer 2",
        share: 32.0,
        value: |tile| tile.offset2,
    },
    Column {
        field: TileField::Blend,
        name: "blend",
        head: "Blend",
        about: "1 if the upper texture is drawn",
        share: 32.0,
        value: |tile| tile.blend,
    },
    Column {
        field: TileField::Rotation,
        name: "turn",
        head: "Turn",
        about: "How the upper texture is turned: 1 not, 2 mirrored, 3 upside down, 4 both, 5 and 6 \
            by 90°",
        share: 30.0,
        value: |tile| tile.rotation.0,
    },
    Column {
        field: TileField::Type,
        name: "type",
        head: "Type",
        about: "0 or 1; its meaning is unknown",
        share: 30.0,
        value: |tile| tile.tile_type,
    },
];

const NUMBER_WIDTH: f32 = 24.0;
const GAP: f32 = 3.0;
const HEIGHT: f32 = 220.0;

pub(super) fn show(ui: &mut Ui, out: &mut Outbox<'_>) {
    let tiles = out.zone.zone().ground_tiles();
    CollapsingHeader::new(format!("Tiles {}", tiles.len())).id_salt("tiles").show_unindented(
        ui,
        |ui| {
            ui.scope(|ui| list(ui, tiles, out));
            ui.horizontal(|ui| {
                if ui
                    .small_button("Add a tile")
                    .on_hover_text("Add a copy of the last tile")
                    .clicked()
                {
                    let tile = tiles.last().copied().unwrap_or_default();
                    out.act(Action::AddGroundTile(AddGroundTile { tile }));
                }
                if ui.small_button("Remove the last").clicked() {
                    out.act(Action::RemoveLastGroundTile(RemoveLastGroundTile {}));
                }
            });
        },
    );
}

fn list(ui: &mut Ui, tiles: &[Tile], out: &mut Outbox<'_>) {
    ui.spacing_mut().item_spacing = vec2(GAP, 2.0);
    // Three digits fit into the narrowest panel.
    ui.spacing_mut().button_padding.x = 2.0;
    let bar = ui.spacing().scroll.allocated_width();
    let n_gaps = COLUMNS.len() as f32;
    let room = ui.available_width() - bar - NUMBER_WIDTH - n_gaps * GAP;
    let shares: f32 = COLUMNS.iter().map(|column| column.share).sum();
    let width = |column: &Column| (room * column.share / shares).max(20.0).floor();
    let height = ui.spacing().interact_size.y;
    ui.horizontal(|ui| {
        ui.add_space(NUMBER_WIDTH + GAP);
        for column in &COLUMNS {
            let size = vec2(width(column), height);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(size.x);
                let head = RichText::new(column.head).small().weak();
                ui.add(Label::new(head).truncate()).on_hover_text(column.about);
            });
        }
    });
    let scroll = ScrollArea::vertical().id_salt("tiles").max_height(HEIGHT);
    scroll.auto_shrink([false, true]).show_rows(ui, height, tiles.len(), |ui, rows| {
        for number in rows {
            let Some(tile) = tiles.get(number) else { continue };
            ui.horizontal(|ui| {
                let size = vec2(NUMBER_WIDTH, height);
                ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(size.x);
                    ui.weak(number.to_string());
                });
                for column in &COLUMNS {
                    ui.spacing_mut().interact_size.x = width(column);
                    cell(ui, number, column, (column.value)(tile), out);
                }
            });
        }
    });
}

fn cell(ui: &mut Ui, number: usize, column: &Column, value: i32, out: &mut Outbox<'_>) {
    let Column { field, name, .. } = column;
    let id = Id::new(("zone tile", out.zone.id, number, *field as u8));
    let name = format!("Tile {number} {name}");
    if let (Some(to), Ok(tile)) = (whole_number(ui, id, &name, value), u32::try_from(number)) {
        let to = Setting::from(to);
        out.act(Action::SetGroundTile(SetGroundTile { tile, field: *field, to }));
    }
}
