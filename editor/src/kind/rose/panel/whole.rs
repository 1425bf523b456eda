//! The zone itself: its files, its economy, its tiles, and the block under the pointer.

use eframe::egui;
use egui::{CollapsingHeader, DragValue, Grid, Id, Ui};
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::files::{EconomyField, SetEconomy, SetTexture};
use landwright_core::world::zone::ground::Cut;
use landwright_core::world::zone::setting::Setting;

use super::Outbox;
use super::{block, place, tiles};
use crate::kind::rose::fields::text_trouble;
use crate::kind::rose::tool::ground::in_world;
use crate::panel::rows::line;
use crate::panel::typed::Typed;

pub(super) fn show(ui: &mut Ui, out: &mut Outbox<'_>) {
    let zone = out.zone.zone();
    ui.strong(&out.zone.name).on_hover_text(out.zone.path_shown());
    Grid::new("zone").num_columns(2).show(ui, |ui| {
        line(ui, "Blocks", zone.blocks().count().to_string());
        line(ui, "Things", zone.n_things().to_string());
        line(ui, "Code page", zone.code_page().to_string());
        let own = out.zone.names.own_zone;
        let named = own.and_then(|own| out.zone.names.zones.as_ref()?.name(own));
        if let (Some(own), Some(named)) = (own, named) {
            line(ui, "LIST_ZONE.STB", format!("{own}  {named}"));
        }
        if let Some(info) = zone.info() {
            line(ui, "Type", info.zone_type.to_string());
        }
    });
    ui.separator();
    economy(ui, out);
    tiles::show(ui, out);
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
    CollapsingHeader::new("Rates").show_unindented(ui, |ui| rates(ui, economy.rates, out));
}

/// What a rate takes with its name.
const RATE_WIDTH: f32 = 86.0;

/// In as many columns as there is room for.
fn rates(ui: &mut Ui, rates: [i32; 13], out: &mut Outbox<'_>) {
    ui.weak("The meaning of each rate is unknown");
    let n_columns = ((ui.available_width() / RATE_WIDTH) as usize).clamp(1, rates.len());
    let room = ui.available_width() / n_columns as f32;
    Grid::new("zone rates").num_columns(2 * n_columns).min_col_width(16.0).show(ui, |ui| {
        ui.spacing_mut().interact_size.x = room - 16.0 - 2.0 * ui.spacing().item_spacing.x;
        for (number, rate) in (0..).zip(rates) {
            ui.weak((number + 1).to_string());
            let id = Id::new(("zone rate", out.zone.id, number));
            if let Some(new) = whole_number(ui, id, &format!("Rate {}", number + 1), rate) {
                let (field, to) = (EconomyField::Rate(number), Setting::from(new));
                out.act(Action::SetEconomy(SetEconomy { field, to }));
            }
            if (usize::from(number) + 1).is_multiple_of(n_columns) {
                ui.end_row();
            }
        }
    });
}

pub(super) fn whole_number(ui: &mut Ui, id: Id, name: &str, value: i32) -> Option<f64> {
    let range = f64::from(i32::MIN)..=f64::from(i32::MAX);
    crate::panel::number::number(ui, id, name, value.into(), |field: DragValue<'_>| {
        field.range(range).max_decimals(0).speed(0.2)
    })
}

fn textures(ui: &mut Ui, out: &mut Outbox<'_>) {
    let zone = out.zone.zone();
    let code_page = zone.code_page();
    let textures = zone.textures();
    let title = format!("Textures {}", textures.len());
    CollapsingHeader::new(title).id_salt("textures").show_unindented(ui, |ui| {
        let height = ui.spacing().interact_size.y;
        let scroll = egui::ScrollArea::vertical().id_salt("textures").max_height(220.0);
        scroll.auto_shrink([false, true]).show_rows(ui, height, textures.len(), |ui, rows| {
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
        ui.weak("Point at the zone to see its coordinates");
        return;
    };
    let zone = out.zone.zone();
    ui.strong("Under the pointer");
    Grid::new("zone pointer").num_columns(2).show(ui, |ui| {
        for (space, text) in place::on_ground_in_words(out.zone, [x, y]) {
            line(ui, space, text);
        }
        let place = |cut: Cut| in_world(zone, cut, [x, y]);
        if let Some(tile) = place(Cut::Patches).and_then(|at| zone.tile(at)) {
            line(ui, "Tile", tile.to_string());
        }
        if let Some(walk) = place(Cut::Walks).and_then(|at| zone.walk(at)) {
            line(ui, "Walk", walk_in_words(walk));
        }
    });
}

pub(super) fn walk_in_words(walk: u8) -> &'static str {
    match walk {
        0 => "everybody walks",
        1 => "nobody walks",
        2 => "no monsters walk",
        _ => "unknown value",
    }
}
