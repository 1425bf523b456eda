//! The picture to paint after, as a texture.

use std::collections::BTreeMap;
use std::sync::Arc;

use eframe::egui;
use egui::{Color32, ColorImage, Painter, TextureHandle, TextureOptions};
use glam::vec2;

use crate::canvas::stage::Stage;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::reference::Pixels;
use crate::view::id::DocumentId;
use crate::view::reference::{Layer, Reference};

/// The pictures of all documents that show one.
#[derive(Default)]
pub(crate) struct References(BTreeMap<DocumentId, Held>);

struct Held {
    pixels: Arc<Pixels>,
    texture: TextureHandle,
    was_used: bool,
}

impl References {
    pub(crate) fn forget_unused(&mut self) {
        self.0.retain(|_, held| std::mem::take(&mut held.was_used));
    }

    /// Shows the picture of a document, if it lies in this layer.
    pub(crate) fn show(
        &mut self,
        painter: &Painter,
        stage: &Stage,
        document: &MapDocument,
        layer: Layer,
    ) {
        let Some((reference, pixels)) = shown(document).filter(|(r, _)| r.layer == layer) else {
            return;
        };
        let held = self.0.get(&document.id).filter(|held| Arc::ptr_eq(&held.pixels, pixels));
        if held.is_none() {
            let image =
                ColorImage::from_rgba_unmultiplied([pixels.width, pixels.height], &pixels.rgba);
            let texture = painter.ctx().load_texture("reference", image, TextureOptions::LINEAR);
            let new = Held { pixels: pixels.clone(), texture, was_used: true };
            self.0.insert(document.id, new);
        }
        let Some(held) = self.0.get_mut(&document.id) else { return };
        held.was_used = true;
        let scale = reference.cells_per_pixel.unwrap_or(1.0);
        let south_west = vec2(reference.offset_in_cells[0], reference.offset_in_cells[1]);
        let size = pixels.size_of_file.map(|side| side as f32 * scale);
        let north_east = south_west + vec2(size[0], size[1]);
        let rect = egui::Rect::from_two_pos(
            stage.screen_from_cell(south_west),
            stage.screen_from_cell(north_east),
        );
        let uv = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        let tint = match layer {
            // It is seen through the cells.
            Layer::Under => Color32::WHITE,
            Layer::Over => Color32::WHITE.gamma_multiply(reference.opacity),
        };
        painter.image(held.texture.id(), rect, uv, tint);
    }
}

/// How much of the cells is seen over a picture.
pub(crate) fn tint_of_cells(document: &MapDocument) -> Color32 {
    match shown(document) {
        Some((Reference { layer: Layer::Under, opacity, .. }, _)) => {
            Color32::WHITE.gamma_multiply(1.0 - opacity)
        }
        _ => Color32::WHITE,
    }
}

fn shown(document: &MapDocument) -> Option<(&Reference, &Arc<Pixels>)> {
    let reference = document.reference.as_ref().filter(|reference| reference.shown.is_yes())?;
    Some((reference, document.pixels.as_ref()?))
}
