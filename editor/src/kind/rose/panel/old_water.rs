//! The grid of water that old clients draw: its patches are picked, and set together.

use std::collections::BTreeSet;

use eframe::egui;
use egui::{CollapsingHeader, Color32, Grid as Table, Id, Rect, Sense, Stroke, Ui, pos2, vec2};
use landwright_core::format::rose::grid::Grid;
use landwright_core::format::rose::ifo::water::OldWaterPatch;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::files::SetOldWater;
use landwright_core::world::zone::setting::Setting;

use super::Outbox;
use super::block::shown;
use crate::kind::rose::fields::Common;
use crate::panel::typed::Typed;

const PATCH_POINTS: f32 = 11.0;
/// A grid with longer sides is not drawn: no game has one.
const MOST_DRAWN: u32 = 64;
const WET: Color32 = Color32::from_rgb(70, 130, 220);
const DRY: Color32 = Color32::from_rgb(58, 58, 62);
const PICKED: Color32 = Color32::from_rgb(255, 224, 70);

/// The patches that are picked, by column and row; none stands for all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Picked {
    patches: BTreeSet<[u32; 2]>,
    /// Where the drag under way began.
    from: Option<[u32; 2]>,
}

pub(super) fn show(ui: &mut Ui, out: &mut Outbox<'_>, block: BlockCoord) {
    let Some(water) = out.zone.zone().old_water(block) else { return };
    let n_wet = water.cells().iter().filter(|patch| patch.has_water != 0).count();
    let title = format!("Old water grid: {n_wet} of {} wet", water.cells().len());
    CollapsingHeader::new(title).id_salt(("old water", block)).show(ui, |ui| {
        let id = Id::new(("zone old water", out.zone.id, block));
        let mut picked: Picked = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        if water.width().max(water.height()) <= MOST_DRAWN {
            patches(ui, water, &mut picked);
        }
        ui.horizontal(|ui| {
            if ui
                .small_button("Pick none")
                .on_hover_text("Edit the fields of all patches")
                .clicked()
            {
                picked.patches.clear();
            }
            if ui.small_button("Select wet patches").clicked() {
                picked.patches = wet(water);
            }
            ui.weak(match picked.patches.len() {
                0 => "all patches".to_owned(),
                1 => "1 patch".to_owned(),
                n => format!("{n} patches"),
            });
        });
        picked.patches.retain(|[column, row]| water.get(*column, *row).is_some());
        fields(ui, out, block, water, &picked);
        ui.data_mut(|data| data.insert_temp(id, picked));
    });
}

fn wet(water: &Grid<OldWaterPatch>) -> BTreeSet<[u32; 2]> {
    let places = (0..water.height()).flat_map(|row| (0..water.width()).map(move |x| [x, row]));
    let is_wet = |[x, row]: &[u32; 2]| water.get(*x, *row).is_some_and(|p| p.has_water != 0);
    places.filter(is_wet).collect()
}

/// The grid, north up. A drag picks a box; with Ctrl or Shift more than there was.
fn patches(ui: &mut Ui, water: &Grid<OldWaterPatch>, picked: &mut Picked) {
    let (width, height) = (water.width(), water.height());
    let size = vec2(width as f32, height as f32) * PATCH_POINTS;
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    crate::panel::name(&response, "Water patches");
    let response = response.on_hover_text("Drag to select patches; hold Ctrl to add more");
    let under = response.interact_pointer_pos().map(|at| {
        let [x, y] = [(at.x - rect.left()) / PATCH_POINTS, (at.y - rect.top()) / PATCH_POINTS];
        [
            (x.max(0.0) as u32).min(width.saturating_sub(1)),
            (y.max(0.0) as u32).min(height.saturating_sub(1)),
        ]
    });
    match under.filter(|_| response.is_pointer_button_down_on()) {
        None => picked.from = None,
        Some(to) => {
            if picked.from.is_none() {
                picked.from = Some(to);
                let adds = ui.input(|input| input.modifiers.command || input.modifiers.shift);
                if !adds {
                    picked.patches.clear();
                }
            }
            let from = picked.from.unwrap_or(to);
            let side = |n: usize| {
                let (a, b) = (from.get(n).copied().unwrap_or(0), to.get(n).copied().unwrap_or(0));
                a.min(b)..=a.max(b)
            };
            let box_of = side(1).flat_map(|row| side(0).map(move |column| [column, row]));
            picked.patches.extend(box_of);
        }
    }
    let painter = ui.painter_at(rect.expand(1.0));
    for row in 0..height {
        for column in 0..width {
            let Some(patch) = water.get(column, row) else { continue };
            let corner = rect.min + vec2(column as f32, row as f32) * PATCH_POINTS;
            let cell =
                Rect::from_min_size(pos2(corner.x, corner.y), vec2(PATCH_POINTS, PATCH_POINTS))
                    .shrink(0.5);
            painter.rect_filled(cell, 1.0, if patch.has_water != 0 { WET } else { DRY });
            if picked.patches.contains(&[column, row]) {
                let line = Stroke::new(1.0, PICKED);
                painter.rect_stroke(cell, 1.0, line, egui::StrokeKind::Inside);
            }
        }
    }
}

/// A number of a patch: what it is called, how it is shown, and how it is set.
struct Row {
    label: &'static str,
    unit: &'static str,
    text: fn(&OldWaterPatch) -> String,
    put: fn(SetOldWater, Setting) -> SetOldWater,
}

const ROWS: [Row; 3] = [
    Row {
        label: "Height",
        unit: "cm",
        text: |patch| shown(patch.height_cm),
        put: |set, to| SetOldWater { height_cm: Some(to), ..set },
    },
    Row {
        label: "Type",
        unit: "",
        text: |patch| patch.water_type.to_string(),
        put: |set, to| SetOldWater { water_type: Some(to), ..set },
    },
    Row {
        label: "Number",
        unit: "",
        text: |patch| patch.id.to_string(),
        put: |set, to| SetOldWater { id: Some(to), ..set },
    },
];

/// What the picked patches have, to be set in all of them.
fn fields(
    ui: &mut Ui,
    out: &mut Outbox<'_>,
    block: BlockCoord,
    water: &Grid<OldWaterPatch>,
    picked: &Picked,
) {
    let nothing = SetOldWater {
        block,
        patches: (!picked.patches.is_empty()).then(|| picked.patches.iter().copied().collect()),
        has_water: None,
        height_cm: None,
        water_type: None,
        id: None,
    };
    let of: Vec<&OldWaterPatch> = match &nothing.patches {
        None => water.cells().iter().collect(),
        Some(patches) => patches.iter().filter_map(|[x, row]| water.get(*x, *row)).collect(),
    };
    Table::new(("zone old water fields", block)).num_columns(2).show(ui, |ui| {
        wet_or_dry(ui, out, &of, &nothing);
        for row in &ROWS {
            row.show(ui, out, &of, &nothing);
        }
    });
}

fn wet_or_dry(ui: &mut Ui, out: &mut Outbox<'_>, of: &[&OldWaterPatch], nothing: &SetOldWater) {
    let n_wet = of.iter().filter(|patch| patch.has_water != 0).count();
    ui.weak("Water");
    ui.horizontal(|ui| {
        let choices = [("Wet", true, n_wet == of.len()), ("Dry", false, n_wet == 0)];
        for (text, is_wet, is_so) in choices {
            let is_chosen = is_so && !of.is_empty();
            if ui.selectable_label(is_chosen, text).clicked() && !is_chosen {
                let set = SetOldWater { has_water: Some(is_wet), ..nothing.clone() };
                out.act(Action::SetOldWater(set));
            }
        }
    });
    ui.end_row();
}

impl Row {
    fn show(
        &self,
        ui: &mut Ui,
        out: &mut Outbox<'_>,
        of: &[&OldWaterPatch],
        nothing: &SetOldWater,
    ) {
        let Row { label, unit, text, put } = self;
        let Some(common) = Common::of(of.iter().map(|patch| text(patch))) else { return };
        let zone = out.zone.zone();
        ui.weak(*label);
        ui.horizontal(|ui| {
            let id = Id::new(("zone old water field", out.zone.id, nothing.block, label));
            let set = |typed: &str| Action::SetOldWater(put(nothing.clone(), Setting::from(typed)));
            let trouble = |typed: &str| set(typed).resolve(zone).err().map(|no| no.to_string());
            let name = format!("Water {}", label.to_lowercase());
            let field = Typed { width: 100.0, ..Typed::new(id, &name, common.text()) };
            if let Some(new) = field.show(ui, trouble) {
                out.act(set(&new));
            }
            ui.weak(if common == Common::Mixed { "several" } else { *unit });
        });
        ui.end_row();
    }
}
