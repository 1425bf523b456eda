//! What the window shows of a zone.

mod objects;
mod panel;
mod plan;
mod space;
mod target;

use eframe::egui::Ui;
use landwright_core::problem::counted::counted;

use crate::kind::document::common::ViewKind;
use crate::kind::everquest::document::EqDocument;
use crate::kind::face::{Face, Seen};
use crate::model::Model;
use crate::panel::place_in_status;

/// Room for the longest place of a zone.
const PLACE_WIDTH: f32 = 460.0;

impl Face for EqDocument {
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
        let place = self.found.as_ref().map(|found| panel::place_in_words(found.at));
        place_in_status(ui, place, PLACE_WIDTH);
        ui.separator();
        match self.selection.len() {
            0 => ui.weak("nothing selected"),
            n => ui.label(format!("{} selected", counted(n, "region", "regions"))),
        };
        match self.placement.chosen.len() {
            0 => {}
            n => _ = ui.label(format!("{} selected", counted(n, "object", "objects"))),
        }
    }
}
