//! A block of the zone: what its files say of all of it, and its water.

use eframe::egui;
use egui::{CollapsingHeader, ComboBox, Grid, Id, Ui};
use landwright_core::format::number::F32;
use landwright_core::format::rose::ifo::map_info::MapInfo;
use landwright_core::problem::counted::counted;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::files::SetWaterSize;
use landwright_core::world::zone::ground::Cut;
use landwright_core::world::zone::setting::Setting;
use landwright_core::world::zone::thing::Kind;

use super::Outbox;
use super::old_water;
use crate::kind::rose::message::ZoneMessage;
use crate::panel::rows::line;
use crate::panel::typed::Typed;

/// With a choice of the block; it is the one under the pointer until somebody chooses.
pub(super) fn choose(ui: &mut Ui, out: &mut Outbox<'_>) {
    let id = Id::new(("zone block", out.zone.id));
    let chosen: Option<BlockCoord> = ui.data(|data| data.get_temp(id)).flatten();
    let zone = out.zone.zone();
    let pointed = out.zone.hover.and_then(|[x, y]| {
        zone.block_at(zone.grid().world_from_file(PosInFileCm { x, y, z: 0.0 }))
    });
    let chosen = chosen.filter(|block| zone.has_block(*block));
    let Some(shown) = chosen.or(pointed).or_else(|| zone.blocks().next()) else { return };
    ui.horizontal(|ui| {
        ui.strong("Block");
        let text = match chosen {
            Some(block) => block.to_string(),
            None => format!("{shown}, under the pointer"),
        };
        let combo = ComboBox::from_id_salt(id).selected_text(text).show_ui(ui, |ui| {
            let mut new = chosen;
            ui.selectable_value(&mut new, None, "Under the pointer");
            for block in zone.blocks() {
                ui.selectable_value(&mut new, Some(block), block.to_string());
            }
            new
        });
        crate::panel::name(&combo.response, "Block");
        if let Some(new) = combo.inner {
            ui.data_mut(|data| data.insert_temp(id, new));
        }
    });
    show(ui, out, shown);
}

/// What is in the files of a block beside its things.
pub(super) fn show(ui: &mut Ui, out: &mut Outbox<'_>, block: BlockCoord) {
    let zone = out.zone.zone();
    Grid::new(("zone block files", block)).num_columns(2).show(ui, |ui| {
        let ending = |path: &str| path.rsplit('.').next().unwrap_or_default().to_uppercase();
        let cuts = [Cut::Heights, Cut::Patches, Cut::Walks];
        let ground = cuts.iter().filter_map(|cut| zone.ground_path(block, *cut));
        let files: Vec<String> =
            zone.path_of(Some(block)).into_iter().chain(ground).map(ending).collect();
        line(ui, "Files", files.join(", "));
        let n_slack = zone.n_slack(Some(block));
        if n_slack > 0 {
            let bytes = counted(n_slack, "byte", "bytes");
            line(ui, "Left over", format!("{bytes} after the fields of the IFO"));
        }
    });
    if let Some(info) = zone.map_info(block) {
        map_info(ui, out, block, info);
    }
    planes(ui, out, block);
    old_water::show(ui, out, block);
}

/// Which block the IFO says it is: nothing that the game reads, and nothing to edit.
fn map_info(ui: &mut Ui, out: &Outbox<'_>, block: BlockCoord, info: &MapInfo) {
    let name = info.name.text().decode(out.zone.zone().code_page()).into_owned();
    let title = format!("Map info {name}");
    CollapsingHeader::new(title).id_salt(("map info", block)).show(ui, |ui| {
        Grid::new(("zone map info", block)).num_columns(2).show(ui, |ui| {
            let MapInfo { width, height, block_x, block_y, .. } = info;
            for (name, text) in [
                ("Name", name),
                ("Patches", format!("{width} × {height}")),
                ("Block", format!("{block_x}, {block_y}")),
            ] {
                line(ui, name, text);
            }
            for (number, row) in info.matrix.chunks(4).enumerate() {
                ui.weak(if number == 0 { "Matrix" } else { "" });
                let row: Vec<String> = row.iter().map(|part| part.get().to_string()).collect();
                ui.monospace(row.join("  "));
                ui.end_row();
            }
        });
    });
}

/// The surfaces of water that the game draws: each is a thing, and their size is of the block.
fn planes(ui: &mut Ui, out: &mut Outbox<'_>, block: BlockCoord) {
    let zone = out.zone.zone();
    let Some(size) = zone.water_size(block) else { return };
    let planes: Vec<_> = zone
        .listed()
        .filter(|listed| listed.block == Some(block) && listed.kind == Kind::Water)
        .map(|listed| listed.id)
        .collect();
    let title = format!("Planes of water {}", planes.len());
    CollapsingHeader::new(title).id_salt(("planes of water", block)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.weak("Size").on_hover_text("For all planes of the block; 2000 in the game's files");
            let id = Id::new(("zone water size", out.zone.id, block));
            let set = |typed: &str| {
                Action::SetWaterSize(SetWaterSize { block, to: Setting::from(typed) })
            };
            let trouble = |typed: &str| set(typed).resolve(zone).err().map(|no| no.to_string());
            let shown = shown(size);
            let field = Typed { width: 100.0, ..Typed::new(id, "Size of planes", &shown) };
            let new = field.show(ui, trouble);
            if let Some(new) = new {
                out.act(set(&new));
            }
        });
        for id in planes {
            if ui.link(format!("Plane {id}")).on_hover_text("Select it").clicked() {
                out.tell(ZoneMessage::ShowThing(id));
            }
        }
    });
}

/// As it is typed.
pub(super) fn shown(bits: F32) -> String {
    match bits.get().is_finite() {
        true => bits.get().to_string(),
        false => format!("{:#010x}", bits.to_bits()),
    }
}
