//! What the window shows of a zone.

use eframe::egui::Ui;

use super::canvas::desk;
use super::canvas::plan::ZonePictures;
use super::document::ZoneDocument;
use super::panel;
use crate::canvas::ground;
use crate::canvas::three_d::scene::Scene;
use crate::kind::document::common::ViewKind;
use crate::kind::face::{Face, Seen, Shared};
use crate::kind::rose::canvas::hall::Spaces;
use crate::model::Model;
use crate::panel::{keys_to, place_in_status};

/// Room for the longest place of a zone.
const PLACE_WIDTH: f32 = 610.0;

impl Face for ZoneDocument {
    fn ground(&self, ui: &Ui) {
        ground::margin(ui);
    }

    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let (id, model) = (seen.view, seen.model);
        match model.view(id).map(|view| view.kind) {
            Some(ViewKind::InSpace) => {
                let Some(spaces) = seen.kept.shared::<Spaces>() else { return };
                spaces.show(ui, id, model, seen.space, seen.send);
            }
            _ => {
                let Some(pictures) = seen.kept.shared::<ZonePictures>() else { return };
                desk::show(ui, id, model, pictures, seen.send);
            }
        }
    }

    fn inspector(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        keys_to::within(ui, |ui| panel::inspector::show(ui, self, seen.send));
    }

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        panel::tools::show(ui, seen.model, self, seen.send);
    }

    fn minimap(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let Some(pictures) = seen.kept.shared::<ZonePictures>() else { return };
        desk::minimap(ui, seen.model, pictures, seen.send);
    }

    fn status_bar(&self, ui: &mut Ui, _model: &Model) {
        let place = self.hover.map(|at| panel::place::in_a_line(self, at));
        place_in_status(ui, place, PLACE_WIDTH);
        ui.separator();
        match self.selection.len() {
            0 => ui.weak("nothing selected"),
            1 => ui.label("1 thing selected"),
            n => ui.label(format!("{n} things selected")),
        };
    }
}

impl Shared for ZonePictures {
    fn forget_unused(&mut self, _on_card: &Scene) {
        ZonePictures::forget_unused(self);
    }
}

impl Shared for Spaces {
    fn forget_unused(&mut self, on_card: &Scene) {
        Spaces::forget_unused(self, on_card);
    }
}
