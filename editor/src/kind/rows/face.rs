//! What the window shows of rows: points over the floors of their zone, and the columns of those that are selected.

mod panel;
mod plan;

use eframe::egui::Ui;
use landwright_core::problem::counted::counted;

use crate::kind::face::{Face, Seen};
use crate::kind::rows::document::RowsDocument;
use crate::model::Model;
use crate::panel::place_in_status;

/// Room for the longest place of a zone.
const PLACE_WIDTH: f32 = 300.0;

impl Face for RowsDocument {
    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        plan::show(ui, self, seen);
    }

    fn inspector(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        panel::inspector(ui, self, seen);
    }

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        panel::tools(ui, self, seen);
    }

    fn status_bar(&self, ui: &mut Ui, _model: &Model) {
        place_in_status(ui, self.aim.map(|[x, y]| format!("{x:.1}, {y:.1}")), PLACE_WIDTH);
        ui.separator();
        match self.selection.len() {
            0 => ui.weak("nothing selected"),
            n => ui.label(format!("{} selected", counted(n, "row", "rows"))),
        };
    }
}
