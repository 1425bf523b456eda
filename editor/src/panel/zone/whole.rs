//! The zone itself: its files, its economy, its tiles, and the block under the pointer.

use eframe::egui;
use egui::{CollapsingHeader, DragValue, Grid, Id, Ui};
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::files::{
    AddGroundTile, EconomyField, RemoveLastGroundTile, SetEconomy, SetGroundTile, SetTexture,
    TileField,
};
use landwright_core::world::zone::ground::Cut;
use landwright_core::world::zone::setting::Setting;

use super::Outbox;
use super::{block, place};
use crate::model::zone::fields::text_trouble;
use crate::panel::typed::Typed;
use crate::tool::zone::ground::in_world;

pub(super) fn show(ui: &mut Ui, out: &mut Outbox<'_>) {
    let zone = out.zone.zone();
    ui.strong(&out.zone.name).on_hover_text(out.zone.path_shown());
    Grid::new("zone").num_columns(2).show(ui, |ui| {
        let mut line = |name: &str, text: String| {
            ui.weak(name);
            ui.label(text);
            ui.end_row();
        };
        line("Blocks", zone.blocks().count().to_string());
        line("Things", zone.n_things().to_string());
        line("Code page", zone.code_page().to_string());
        let own = out.zone.names.own_zone;
        let named = own.and_then(|own| out.zone.names.zones.as_ref()?.name(own));
        if let (Some(own), Some(named)) = (own, named) {
            line("LIST_ZONE.STB", format!("{own}  {named}"));
        }
        if let Some(info) = zone.info() {
            line("Type", info.zone_type.to_string());
        }
    });
    ui.separator();
    economy(ui, out);
    tiles(ui, out);
    textures(ui, out);
    ui.separator();
    block::choose(ui, out);
    ui.separator();
    under_pointer(ui, out);
}

fn economy(ui: &mut Ui, out: &mut Outbox<'_>) {
    let zone = out.zone.zone();
    let code_page = zone.code_page();
    let Some(economy) = zone.economy() else {
        ui.weak(match zone.path_of(None) {
            Some(file) => format!("{file} has no economy that can be edited"),
            None => "The zone has no ZON that can be edited".to_owned(),
        });
        return;
    };
    ui.strong("Economy");
    let texts = [
        ("Zone name", EconomyField::Name, &economy.name),
        ("Music", EconomyField::Music, &economy.music),
        ("Sky", EconomyField::Sky, &economy.sky),
    ];
    Grid::new("zone economy").num_columns(2).show(ui, |ui| {
        for (label, field, text) in texts {
            ui.weak(label);
            let id = Id::new(("zone economy", out.zone.id, label));
            let shown = text.text().decode(code_page);
            let new = Typed::new(id, label, &shown).show(ui, |text| text_trouble(text, code_page));
            if let Some(new) = new {
                out.act(Action::SetEconomy(SetEconomy { field, to: Setting::Typed(new) }));
            }
            ui.end_row();
        }
        ui.weak("Underground");
        let mut is_underground = economy.underground != 0;
        if ui.checkbox(&mut is_underground, "").changed() {
            let to = Setting::from(f64::from(u8::from(is_underground)));
            out.act(Action::SetEconomy(SetEconomy { field: EconomyField::Underground, to }));
        }
        ui.end_row();
    });
    CollapsingHeader::new("Rates").show(ui, |ui| {
        ui.weak("Not understood one by one");
        ui.horizontal_wrapped(|ui| {
            for (number, rate) in (0..).zip(economy.rates) {
                let id = Id::new(("zone rate", out.zone.id, number));
                let new = whole_number(ui, id, &format!("Rate {number}"), rate);
                if let Some(new) = new {
                    let to = Setting::from(new);
                    out.act(Action::SetEconomy(SetEconomy {
                        field: EconomyField::Rate(number),
                        to,
                    }));
                }
            }
        });
    });
}

fn whole_number(ui: &mut Ui, id: Id, name: &str, value: i32) -> Option<f64> {
    let range = f64::from(i32::MIN)..=f64::from(i32::MAX);
    crate::panel::number::number(ui, id, name, value.into(), |field: DragValue<'_>| {
        field.range(range).max_decimals(0).speed(0.2)
    })
}

const TILE_FIELDS: [(TileField, &str); 7] = [
    (TileField::Layer1, "Layer 1"),
    (TileField::Offset1, "+"),
    (TileField::Layer2, "Layer 2"),
    (TileField::Offset2, "+"),
    (TileField::Blend, "Blend"),
    (TileField::Rotation, "Turn"),
    (TileField::Type, "Type"),
];

fn tiles(ui: &mut Ui, out: &mut Outbox<'_>) {
    let tiles = out.zone.zone().ground_tiles();
    CollapsingHeader::new(format!("Tiles {}", tiles.len())).id_salt("tiles").show(ui, |ui| {
        let height = ui.spacing().interact_size.y;
        let scroll = egui::ScrollArea::both().id_salt("tiles").max_height(220.0);
        scroll.show_rows(ui, height, tiles.len(), |ui, rows| {
            for number in rows {
                let Some(tile) = tiles.get(number) else { continue };
                let values = [
                    tile.layer1,
                    tile.offset1,
                    tile.layer2,
                    tile.offset2,
                    tile.blend,
                    tile.rotation.0,
                    tile.tile_type,
                ];
                ui.horizontal(|ui| {
                    ui.weak(format!("{number:3}"));
                    for ((field, name), value) in TILE_FIELDS.into_iter().zip(values) {
                        let id = Id::new(("zone tile", out.zone.id, number, name, field as u8));
                        let label = format!("Tile {number} {name}");
                        let response = whole_number(ui, id, &label, value);
                        if let Some(to) = response.map(Setting::from) {
                            let tile = number as u32;
                            out.act(Action::SetGroundTile(SetGroundTile { tile, field, to }));
                        }
                    }
                });
            }
        });
        ui.horizontal(|ui| {
            if ui.small_button("Add a tile").on_hover_text("Like the last one").clicked() {
                let tile = tiles.last().copied().unwrap_or_default();
                out.act(Action::AddGroundTile(AddGroundTile { tile }));
            }
            if ui.small_button("Remove the last").clicked() {
                out.act(Action::RemoveLastGroundTile(RemoveLastGroundTile {}));
            }
        });
    });
}

fn textures(ui: &mut Ui, out: &mut Outbox<'_>) {
    let zone = out.zone.zone();
    let code_page = zone.code_page();
    let textures = zone.textures();
    let title = format!("Textures {}", textures.len());
    CollapsingHeader::new(title).id_salt("textures").show(ui, |ui| {
        let height = ui.spacing().interact_size.y;
        let scroll = egui::ScrollArea::both().id_salt("textures").max_height(220.0);
        scroll.show_rows(ui, height, textures.len(), |ui, rows| {
            for number in rows {
                let Some(texture) = textures.get(number) else { continue };
                ui.horizontal(|ui| {
                    ui.weak(format!("{number:3}"));
                    let id = Id::new(("zone texture", out.zone.id, number));
                    let shown = texture.text().decode(code_page);
                    let name = format!("Texture {number}");
                    let trouble = |text: &str| text_trouble(text, code_page);
                    if let Some(new) = Typed::new(id, &name, &shown).show(ui, trouble) {
                        let (texture, to) = (number as u32, Setting::Typed(new));
                        out.act(Action::SetTexture(SetTexture { texture, to }));
                    }
                });
            }
        });
    });
}

fn under_pointer(ui: &mut Ui, out: &mut Outbox<'_>) {
    let Some([x, y]) = out.zone.hover else {
        ui.weak("Point at the zone to see where that is");
        return;
    };
    let zone = out.zone.zone();
    let at = PosInFileCm { x, y, z: 0.0 };
    ui.strong("Under the pointer");
    Grid::new("zone pointer").num_columns(2).show(ui, |ui| {
        for (space, text) in place::in_words(out.zone, at) {
            ui.weak(space);
            ui.label(text);
            ui.end_row();
        }
        let mut line = |name: &str, text: Option<String>| {
            if let Some(text) = text {
                ui.weak(name);
                ui.label(text);
                ui.end_row();
            }
        };
        let place = |cut: Cut| in_world(zone, cut, [x, y]);
        line("Tile", place(Cut::Patches).and_then(|at| zone.tile(at)).map(|tile| tile.to_string()));
        let walk = place(Cut::Walks).and_then(|at| zone.walk(at));
        line("Walk", walk.map(|walk| walk_in_words(walk).to_owned()));
    });
}

pub(super) fn walk_in_words(walk: u8) -> &'static str {
    match walk {
        0 => "everybody walks",
        1 => "nobody walks",
        2 => "no monsters walk",
        _ => "a value that nobody knows",
    }
}
