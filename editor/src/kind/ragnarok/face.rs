//! What the window shows of a map.

use eframe::egui::Ui;
use landwright_core::space::ragnarok::Corner;

use crate::canvas::ground;
use crate::canvas::three_d::scene::Scene;
use crate::kind::document::common::ViewKind;
use crate::kind::face::{Face, Seen, Shared};
use crate::kind::ragnarok::canvas::hall::MapSpaces;
use crate::kind::ragnarok::canvas::pictures::Pictures;
use crate::kind::ragnarok::canvas::{Kept, Supply, map};
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::panel;
use crate::kind::ragnarok::tool::tile_at;
use crate::model::Model;
use crate::panel::{height_in_words, keys_to, place_in_status};

/// Room for the longest place.
const PLACE_WIDTH: f32 = 230.0;

/// What all views of maps keep from frame to frame.
#[derive(Default)]
pub(crate) struct Drawn {
    pictures: Pictures,
    pub(super) kept: Kept,
    spaces: MapSpaces,
}

impl Shared for Drawn {
    fn forget_unused(&mut self, on_card: &Scene) {
        self.pictures.forget_unused();
        self.kept.forget_unused();
        self.spaces.forget_unused(on_card);
    }
}

impl Face for MapDocument {
    fn ground(&self, ui: &Ui) {
        ground::margin(ui);
    }

    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let (id, model) = (seen.view, seen.model);
        let Some(Drawn { pictures, kept, spaces }) = seen.kept.shared() else { return };
        let supply = Supply { pictures, kept, is_listed: seen.is_listed };
        match model.view(id).map(|view| view.kind) {
            Some(ViewKind::InSpace) => spaces.show(ui, id, model, seen.space, supply, seen.send),
            _ => map::show(ui, id, model, supply, seen.send),
        }
    }

    fn inspector(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        keys_to::within(ui, |ui| panel::inspector::show(ui, seen.model, self, seen.send));
    }

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let Some(Drawn { kept, .. }) = seen.kept.shared() else { return };
        panel::tools::show(ui, seen.model, &mut kept.stamps, seen.send);
    }

    fn minimap(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let Some(Drawn { pictures, .. }) = seen.kept.shared() else { return };
        panel::minimap::show(ui, seen.model, self, pictures, seen.send);
    }

    fn status_bar(&self, ui: &mut Ui, model: &Model) {
        let place = model.hover.and_then(|(_, cell)| place(self, cell));
        place_in_status(ui, place, PLACE_WIDTH);
        ui.separator();
        match self.selection.n_cells() {
            0 => ui.weak("nothing selected"),
            1 => ui.label("1 cell selected"),
            n => ui.label(format!("{n} cells selected")),
        };
        if let Some(camera) = model.active_view().and_then(|id| model.view(id)?.camera) {
            ui.label(format!("{:.0} %", camera.points_per_cell * 100.0))
                .on_hover_text("At 100 %, a cell is one point wide");
        }
    }
}

/// The place of the pointer in every space that the map has.
fn place(document: &MapDocument, cell: [i32; 2]) -> Option<String> {
    let [x, y] = cell;
    let tile = tile_at(cell).and_then(|tile| document.map().tile(tile));
    let Some(tile) = tile else { return Some(format!("({x}, {y}) outside the map")) };
    let altitude = Corner::SouthWest.of(tile.altitude);
    let height = height_in_words(altitude, 1);
    let kind = tile.terrain.kind();
    let high = match tile.terrain.high_bits() {
        0 => "",
        _ => " with high bits",
    };
    Some(format!("({x}, {y})  type {kind}{high}  height {height}"))
}
