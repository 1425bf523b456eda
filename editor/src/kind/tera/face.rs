//! What the window shows of an area.

use eframe::egui::Ui;

use super::canvas::{self, AreaPictures};
use super::document::AreaDocument;
use super::panel;
use crate::canvas::ground;
use crate::canvas::three_d::scene::Scene;
use crate::kind::document::common::ViewKind;
use crate::kind::face::{Face, Seen, Shared};
use crate::kind::tera::canvas::space::Areas;
use crate::model::Model;
use crate::panel::{keys_to, place_in_status};

/// Room for the longest place of an area.
const PLACE_WIDTH: f32 = 460.0;

impl Face for AreaDocument {
    fn ground(&self, ui: &Ui) {
        ground::margin(ui);
    }

    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let (id, model) = (seen.view, seen.model);
        match model.view(id).map(|view| view.kind) {
            Some(ViewKind::InSpace) => {
                let Some(areas) = seen.kept.shared::<Areas>() else { return };
                areas.show(ui, id, model, seen.space, seen.is_listed, seen.send);
            }
            _ => {
                let Some(pictures) = seen.kept.shared::<AreaPictures>() else { return };
                canvas::show(ui, id, model, pictures, seen.is_listed, seen.send);
            }
        }
    }

    fn inspector(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        keys_to::within(ui, |ui| panel::inspector::show(ui, seen.model, self, seen.send));
    }

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        panel::tools::show(ui, seen.model, self, seen.send);
    }

    fn minimap(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let Some(pictures) = seen.kept.shared::<AreaPictures>() else { return };
        panel::minimap::show(ui, seen.model, pictures, seen.send);
    }

    fn status_bar(&self, ui: &mut Ui, _model: &Model) {
        let place = self.hover.map(|at| panel::place::in_a_line(self, at));
        place_in_status(ui, place, PLACE_WIDTH);
        ui.separator();
        match self.selected_in_words() {
            Some(selected) => ui.label(selected),
            None => ui.weak("nothing selected"),
        };
    }
}

impl Shared for AreaPictures {
    fn forget_unused(&mut self, _on_card: &Scene) {
        AreaPictures::forget_unused(self);
    }
}

impl Shared for Areas {
    fn forget_unused(&mut self, on_card: &Scene) {
        Areas::forget_unused(self, on_card);
    }
}
