//! What the window shows of a scene.

mod panel;
pub(in crate::kind) mod plan;
mod space;

use eframe::egui::{Color32, Ui};
use landwright_core::problem::counted::counted;
use landwright_core::world::rsw::object::Kind;

use crate::kind::document::common::ViewKind;
use crate::kind::face::{Face, Seen};
use crate::kind::scene::document::SceneDocument;
use crate::model::Model;

impl Face for SceneDocument {
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
        ui.label(counted(self.scene().n_objects(), "object", "objects"));
        ui.separator();
        match self.selection.len() {
            0 => ui.weak("nothing selected"),
            n => ui.label(format!("{} selected", counted(n, "object", "objects"))),
        };
    }
}

/// The colour of the symbols of a kind.
fn colour(kind: Kind) -> Color32 {
    match kind {
        Kind::Model => Color32::from_rgb(122, 196, 255),
        Kind::Light => Color32::from_rgb(255, 222, 89),
        Kind::Sound => Color32::from_rgb(138, 230, 144),
        Kind::Effect => Color32::from_rgb(240, 140, 255),
    }
}

/// As a heading of several.
fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::Model => "Models",
        Kind::Light => "Lights",
        Kind::Sound => "Sounds",
        Kind::Effect => "Effects",
    }
}
