//! What the window shows of a ground.

mod panel;
mod plan;
mod space;

use eframe::egui::Ui;
use landwright_core::problem::counted::counted;

use crate::kind::document::common::ViewKind;
use crate::kind::face::{Face, Seen};
use crate::kind::ground::document::GroundDocument;
use crate::model::Model;

impl Face for GroundDocument {
    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        match seen.model.view(seen.view).map(|view| view.kind) {
            Some(ViewKind::InSpace) => space::show(ui, self, seen),
            _ => plan::show(ui, self, seen),
        }
    }

    fn inspector(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        panel::inspector(ui, self, seen);
    }

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        panel::tools(ui, self, seen);
    }

    fn status_bar(&self, ui: &mut Ui, _model: &Model) {
        let (width, height) = (self.ground().width(), self.ground().height());
        ui.label(format!("{width} × {height} cubes"));
        ui.separator();
        match self.ground().n_reshaped_since(&self.first) {
            0 => ui.weak("lightmaps as in the file"),
            n => ui.label(format!("lightmaps of {} are out of date", counted(n, "cube", "cubes"))),
        };
    }
}
