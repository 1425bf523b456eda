//! What the window shows of a mesh.

mod panel;
pub(in crate::kind) mod plan;
pub(in crate::kind) mod sheet;
mod space;
mod strokes;

use eframe::egui::Ui;
use landwright_core::problem::counted::counted;

use crate::kind::document::common::ViewKind;
use crate::kind::face::{Face, Seen};
use crate::kind::navigation::document::NavDocument;
use crate::model::Model;
use crate::panel::place_in_status;

/// Room for the longest place of a mesh.
const PLACE_WIDTH: f32 = 460.0;

impl Face for NavDocument {
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
        place_in_status(ui, self.place.map(panel::place_in_words), PLACE_WIDTH);
        ui.separator();
        match self.selection.len() {
            0 => ui.weak("nothing selected"),
            n => ui.label(format!("{} selected", counted(n, "polygon", "polygons"))),
        };
    }
}
